"""`rulewright show`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, system_of
from rulewright_verify.cli.options import instance_options, one_rulebook, reading_option

if TYPE_CHECKING:
    from rulewright.checker.symbols import CheckedBook


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
def show(path: str, stage: str, readings: dict[str, str], scope: str | None, players: int | None) -> int:
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

    book = checked(path, Configuration(players=players, scope=scope))
    if stage == "tree":
        lines = (line for item in book.items for line in tree_lines(item))
    elif stage == "typed":
        lines = typed_lines(book)
    else:
        from rulewright.ir import printer

        system = system_of(book, readings)
        lines = iter([printer.shown_system(system) if stage == "core" else printer.shown_graph(system)])
    for line in lines:
        click.echo(line.rstrip("\n"))
    return 0


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
    """Every declared name, what it is, its type and where it stands."""
    for name, symbol in book.symbols.items():
        kind = type(symbol).__name__.removesuffix("Symbol").lower()
        kind_type = getattr(symbol, "type", None) or getattr(symbol, "result", None)
        node = getattr(symbol, "node", None)
        span = node.span if node is not None else getattr(symbol, "span", None)
        place = f"  # {Path(span.file.display).name}:{span.line}" if span is not None else ""
        yield f"{kind} {name}{f': {kind_type}' if kind_type is not None else ''}{place}"
