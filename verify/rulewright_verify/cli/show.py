"""`rulewright show`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, system_of
from rulewright_verify.cli.options import instance_options, one_rulebook, reading_option

if TYPE_CHECKING:
    from rulewright.checker.symbols import CheckedBook, LocalSymbol, Symbol


@click.command()
@one_rulebook
@click.option(
    "--stage",
    type=click.Choice(["tree", "typed", "core", "graph"]),
    default="core",
    show_default=True,
    help="Which form of the rulebook.",
)
@reading_option
@instance_options
def show(
    path: str, stage: str, readings: dict[str, str], scope: str | None, players: int | None,
    variants: tuple[str, ...],
) -> int:
    """Print a form of a rulebook, as Rulewright sees it on the way.

    \b
    tree    what was read: the syntax tree
    typed   every name with its type
    core    what it means: slots, zones, rules and the nodes of the procedures
    graph   the same nodes as a drawing, in the DOT language of Graphviz

    Core and graph are shown for the first option of every reading, unless another
    is asked for.

    \b
    Examples:
      rulewright show rules/my_game --stage typed
      rulewright show rules/my_game --stage core --reading empty_deck=reshuffle
      rulewright show rules/my_game --stage graph | dot -Tsvg > procedures.svg
    """
    from rulewright.checker.symbols import Configuration

    book = checked(path, Configuration(players, scope, variants))
    for line in stage_lines(book, stage, readings):
        click.echo(line.rstrip("\n"))
    return 0


def stage_lines(book: CheckedBook, stage: str, readings: dict[str, str]) -> Iterator[str]:
    """The rulebook in the form that was asked for."""
    if stage == "tree":
        for item in book.items:
            yield from tree_lines(item)
    elif stage == "typed":
        yield from typed_lines(book)
    else:
        from rulewright.ir.dot import control_flow_dot
        from rulewright.ir.printer import shown_system

        system = system_of(book, readings)
        yield shown_system(system) if stage == "core" else control_flow_dot(system)


def tree_lines(node: object, label: str = "", depth: int = 0) -> Iterator[str]:
    """A node and what it consists of, one a line; what is empty is left out."""
    from rulewright.syntax import ast

    lead = "  " * depth + (f"{label}: " if label else "")
    if isinstance(node, ast.Name):
        yield f"{lead}{node.text}"
    elif isinstance(node, ast.Node | ast.Notes):
        place = f"  @{node.span.line}" if isinstance(node, ast.Node) else ""
        yield f"{lead}{type(node).__name__}{place}"
        for one in fields(node):
            value = getattr(node, one.name)
            if one.name != "span" and value not in (None, (), ast.NO_NOTES):
                yield from tree_lines(value, one.name, depth + 1)
    elif isinstance(node, tuple):
        yield f"{lead.rstrip()}"
        for element in node:
            yield from tree_lines(element, "", depth + 1)
    else:
        yield f"{lead}{node}"


def typed_lines(book: CheckedBook) -> Iterator[str]:
    """Every declared name with its type, as one would declare it, and where it stands."""
    for name, symbol in book.symbols.items():
        span = getattr(symbol, "span", None) or getattr(getattr(symbol, "node", None), "span", None)
        place = f"  # {Path(span.file.display).name}:{span.line}" if span is not None else ""
        yield f"{_signature(name, symbol)}{place}"


def _signature(name: str, symbol: Symbol) -> str:
    from rulewright.checker import symbols as sym
    from rulewright.checker.typenames import name_of

    match symbol:
        case sym.RuleSymbol(params=params, result=result):
            return f"rule {name}({_parameters(params)}) -> {name_of(result)}"
        case sym.ProcedureSymbol(params=params):
            return f"procedure {name}({_parameters(params)})"
        case sym.StateSymbol(index=index, type=type_) | sym.ParamSymbol(index=index, type=type_):
            kind = "state" if isinstance(symbol, sym.StateSymbol) else "param"
            # A `Player or none` index has a type that is no scalar; every index has a name.
            indexes = ", ".join(name_of(one) for one in index)  # type: ignore[arg-type]
            return f"{kind} {name}{f'[{indexes}]' if indexes else ''}: {name_of(type_)}"
        case sym.EnumSymbol(type=type_):
            return f"enum {name}: {', '.join(type_.members)}"
        case sym.ReadingSymbol(type=type_):
            return f"reading {name}: {', '.join(type_.members)}"
        case sym.KindsSymbol(attributes=attributes, rows=rows):
            columns = ", ".join(f"{one}: {name_of(column.type)}" for one, column in attributes.items())  # type: ignore[arg-type]
            return f"cards {name}: {len(rows)} kinds with {columns}"
        case _:
            return f"{type(symbol).__name__.removesuffix('Symbol').lower()} {name}"


def _parameters(params: Sequence[LocalSymbol]) -> str:
    from rulewright.checker.typenames import name_of

    return ", ".join(f"{param.name}: {name_of(param.type)}" for param in params)
