"""Which chapters a printed rulebook has, and the number of everything in them.

The file that names the rulebook comes first, then those that only hold data, then the others in the order in which
the play reaches them; a heading in a file begins a chapter, and the end of a file ends one. Chapters in which nothing
of the game itself stands are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.syntax import ast
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.walk import descendants, in_play, name_of, steps_of

Tabled = ast.Cards | ast.Enum | ast.Die | ast.Table


@dataclass(frozen=True, slots=True)
class Place:
    """Something that gets a number or a table. `address`: its name in the rulebook."""

    address: str
    node: ast.Param | ast.Rule | ast.Procedure | ast.Step | Tabled
    number: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter and its places in order."""

    number: str
    title: str
    anchor: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """`numbers` and `anchors` by address; steps and options inside something numbered have its number."""

    parts: tuple[Part, ...]
    numbers: Mapping[str, str] = field(default_factory=dict)
    anchors: Mapping[str, str] = field(default_factory=dict)

    def number_of(self, address: str) -> str:
        """The number of the nearest thing around an address that has one; empty if nothing has."""
        while address:
            if address in self.numbers:
                return self.numbers[address]
            address = address.rpartition(".")[0]
        return ""


def outline_of(reader: Reader) -> Outline:
    """Chapters, numbers and anchors."""
    used = in_play(reader.book)
    parts: list[Part] = []
    numbers: dict[str, str] = {}
    anchors: dict[str, str] = {}
    for title, items in _headed(reader):
        nodes = [pair for item in items for pair in _numbered(item) if pair[0].partition(".")[0] in used]
        if not nodes:
            continue
        chapter = str(len(parts) + 1)
        places: list[Place] = []
        for address, node in nodes:
            is_table = isinstance(node, Tabled)
            count = sum(not isinstance(place.node, Tabled) for place in places) + 1
            number = "" if is_table else f"{chapter}.{count}"
            anchor = anchor_of("table" if is_table else "rule", address)
            places.append(Place(address, node, number, anchor))
            numbers.setdefault(address, number or chapter)
            anchors.setdefault(address, anchor)
        parts.append(Part(chapter, title, f"chapter-{chapter}", tuple(places)))
    return Outline(tuple(parts), numbers, anchors)


def _headed(reader: Reader) -> Iterator[tuple[str, list[ast.Item]]]:
    """The items of each chapter, under its title."""
    files: dict[str, list[ast.Item]] = {}
    for item in reader.book.items:
        files.setdefault(item.span.file.display, []).append(item)
    for name in _in_reading_order(reader, files):
        title = reader.wording.rules
        items: list[ast.Item] = []
        for item in files[name]:
            if isinstance(item, ast.Chapter):
                if items:
                    yield title, items
                title, items = reader.text(item.titles), []
            elif not isinstance(item, ast.Rulebook):
                items.append(item)
        if items:
            yield title, items


def _in_reading_order(reader: Reader, files: Mapping[str, list[ast.Item]]) -> list[str]:
    first = reader.book.rulebook.span.file.display
    reached = _reached(reader)
    acting = (ast.Rule, ast.Procedure, ast.OutsideLevel)

    def key(name: str) -> tuple[int, int]:
        items = files[name]
        if name == first:
            return 0, 0
        if not any(isinstance(item, acting) for item in items):
            return 1, 0
        return 2, min((reached.index(one) for item in items if (one := name_of(item)) in reached), default=len(reached))

    return sorted(files, key=key)


def _reached(reader: Reader) -> list[str]:
    """Procedures and rules in the order in which a reader meets them who follows the play from its beginning."""
    named = {name: item for item in reader.book.items if (name := name_of(item))}
    found: dict[str, None] = {}
    waiting = ["game"]
    while waiting:
        name = waiting.pop()
        item = named.get(name)
        if name in found or not isinstance(item, ast.Rule | ast.Procedure):
            continue
        found[name] = None
        waiting += reversed([inner.text for inner in descendants(item) if isinstance(inner, ast.Name)])
    return list(found)


def _numbered(item: ast.Item) -> Iterator[tuple[str, ast.Param | ast.Rule | ast.Procedure | ast.Step | Tabled]]:
    """What of an item gets a place: the item, and the steps of a procedure."""
    if isinstance(item, ast.Procedure):
        yield name_of(item), item
        for step in steps_of(item.block):
            yield f"{name_of(item)}.{step.name.text}", step
    elif isinstance(item, ast.Param | ast.Rule) or (isinstance(item, Tabled) and _is_shown(item)):
        yield name_of(item), item


def _is_shown(item: Tabled) -> bool:
    """Whether something is a table for readers, too: a list of values that only have names stands in the glossary."""
    if item.table is None:
        return False
    if not isinstance(item, ast.Enum) or item.notes.texts:
        return True
    cells = [cell for row in item.table.rows for cell in row.cells[1:]]
    return any(not isinstance(inner, ast.Quoted) for cell in cells for inner in cell.items)


def named_in(node: object) -> set[str]:
    """All names that are written inside a node."""
    return {inner.text for inner in descendants(node) if isinstance(inner, ast.Name)}
