"""Notes, types, fields and tables as lines of text."""

from collections.abc import Iterable
from itertools import groupby
from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer.expressions import arith, domain, expr, postfix

Lines = list[str]


def below(lines: Iterable[str]) -> Lines:
    """Lines as the block of a heading."""
    return [f"  {line}" for line in lines]


def quoted(string: str) -> str:
    escaped = string.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def names(nodes: tuple[ast.Name, ...]) -> str:
    return ", ".join(node.text for node in nodes)


def path(node: ast.Path) -> str:
    return node.text


def text(word: str, node: ast.Text | ast.Told) -> str:
    """`title en "Pig"`."""
    if isinstance(node, ast.Told) and node.to is not None:
        word = f"{word} to {postfix(node.to)}"
    return " ".join([word, *([node.language] if node.language else []), quoted(node.string)])


def notes(node: ast.Notes) -> Lines:
    """All notes, as they stand at the head of a block."""
    return [text("text", each) for each in node.texts] + told(node, 0, last=True) + references(node)


def references(node: ast.Notes) -> Lines:
    lines = [f"source {', '.join(cite(each) for each in node.cites)}"] if node.cites else []
    return lines + ([f"rests on {names(node.rests)}"] if node.rests else [])


def told(node: ast.Notes, n_before: int, *, last: bool = False) -> Lines:
    """The sentences that stand behind so many steps; of the `last` steps also those that stand further down."""
    return [text("told", each) for each in node.told if each.after == n_before or (last and each.after > n_before)]


def cite(node: ast.Cite) -> str:
    return quoted(node.passage) if node.quoted else node.passage


# ---------------------------------------------------------------- types
def type_of(node: ast.Type) -> str:
    match node:
        case ast.NamedType(name=name):
            return name.text
        case ast.YesOrNo():
            return "yes or no"
        case ast.NumberType():
            return "number"
        case ast.RangeType(low=low, high=high):
            return f"{arith(low)}..{arith(high)}"
        case ast.BagOf(element=element, at_most=None):
            return f"bag of {type_of(element)}"
        case ast.BagOf(element=element, at_most=most):
            return f"bag of {type_of(element)} at most {'' if most is None else arith(most)}"
        case ast.PileOf(element=element):
            return f"pile of {type_of(element)}"
        case ast.SetOf(element=element):
            return f"set of {type_of(element)}"
        case ast.ListOf(element=element, at_most=most):
            return f"list of {type_of(element)} at most {arith(most)}"
        case ast.OrNone(base=base):
            return f"{type_of(base)} or none"
        case _:
            assert_never(node)


def parameters(nodes: tuple[ast.Parameter, ...]) -> str:
    """`attack, defence: Effort, face: Orn`: neighbours of one type stand together."""
    groups = groupby(nodes, key=lambda node: node.type)
    return ", ".join(f"{', '.join(node.name.text for node in group)}: {type_of(kind)}" for kind, group in groups)


def in_brackets(nodes: tuple[ast.Parameter, ...]) -> str:
    return f"({parameters(nodes)})" if nodes else ""


def indexes(nodes: tuple[ast.Type, ...]) -> str:
    return f"[{', '.join(type_of(node) for node in nodes)}]" if nodes else ""


def die(node: ast.Dice | ast.Name) -> str:
    if isinstance(node, ast.Name):
        return node.text
    return f"{'' if node.count == 1 else node.count}d{node.sides}"


def players(node: ast.Players | None) -> Lines:
    if node is None:
        return []
    most = "" if node.most is None else f"..{arith(node.most)}"
    named = f" as {names(node.names)}" if node.names else ""
    return [f"players {arith(node.least)}{most}{named}"]


# ---------------------------------------------------------------- fields
def state(node: ast.State) -> Lines:
    return ["state", *below(notes(node.notes) + [line for each in node.fields for line in field(each)])]


def field(node: ast.Field) -> Lines:
    value = "" if node.value is None else f" = {expr(node.value)}"
    seen = "".join(f", {_visibility(each)}" for each in node.visibility)
    heading = f"{node.name.text}{indexes(node.indexes)}: {type_of(node.type)}{value}{seen}"
    return [heading, *below(notes(node.notes))]


def _visibility(node: ast.Visibility) -> str:
    match node:
        case ast.SeenBy(who=who):
            return f"seen by {who.text}"
        case ast.OthersSee(attribute=attribute):
            return f"others see {attribute.text}"
        case ast.StartsFull():
            return "starts full"
        case _:
            assert_never(node)


# ---------------------------------------------------------------- tables
def grid(node: ast.Grid) -> Lines:
    """Columns under each other; those that hold only numbers to the right."""
    heading = [_column(column) for column in node.columns]
    rows = [heading, *([_cell(cell) for cell in row.cells] for row in node.rows)]
    return _aligned(rows, [_holds_numbers(node, i) for i in range(len(heading))])


def rows(nodes: tuple[ast.Row, ...]) -> Lines:
    """Rows without a heading, as a variant adds them."""
    return _aligned([[_cell(cell) for cell in node.cells] for node in nodes], [])


def _aligned(rows: list[list[str]], to_the_right: list[bool]) -> Lines:
    n_columns = max((len(row) for row in rows), default=0)
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(n_columns)]
    sides = to_the_right + [False] * (n_columns - len(to_the_right))
    return [
        "| "
        + " | ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, sides, strict=False)
        )
        + " |"
        for row in rows
    ]


def _holds_numbers(node: ast.Grid, column: int) -> bool:
    items = [item for row in node.rows if column < len(row.cells) for item in row.cells[column].items]
    return bool(items) and all(isinstance(item, ast.Number | ast.Negative) for item in items)


def _column(node: ast.Column) -> str:
    return node.name.text if node.type is None else f"{node.name.text}: {type_of(node.type)}"


def _cell(node: ast.Cell) -> str:
    return ", ".join(_cell_item(item) for item in node.items)


def _cell_item(node: ast.CellItem) -> str:
    match node:
        case ast.Quoted(string=string):
            return quoted(string)
        case ast.Cite():
            return cite(node)
        case ast.Nothing():
            return "nothing"
        case _:
            return domain(node)
