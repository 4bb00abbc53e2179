"""What a rulebook says itself: its claims, open questions, sentences and sources, for reports.

`book_text` reads them off a checked rulebook. Everything is plain text and numbers; nothing was decided yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import sha256

from rulewright.checker.symbols import CheckedBook, SourceSymbol
from rulewright.source import Span
from rulewright.syntax import ast
from rulewright_verify.evidence import Words


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a rulebook."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A claim as the rulebook has it."""

    name: str
    title: str
    source_text: str = ""
    passages: tuple[str, ...] = ()
    place: Place | None = None
    texts: Words = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ReadingText:
    """A question that the sources leave open, and the answers that the rulebook tells apart."""

    name: str
    question: Words = field(hash=False)
    options: tuple[str, ...] = ()
    option_texts: Mapping[str, Words] = field(default_factory=dict, hash=False)
    passages: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class GapText:
    """Something that the sources do not say, what is assumed, and the addresses that rest on it."""

    name: str
    text: Words = field(hash=False)
    rests_on_it: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A numbered place of a source, and what in the rulebook cites it.

    `data` are cards, tables and state; `open_points` readings and gaps.
    """

    source: str
    number: str
    where: str
    says: str
    rules: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    open_points: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()

    @property
    def is_carried(self) -> bool:
        """Whether something of the game itself, or an open point, cites it."""
        return bool(self.rules or self.procedures or self.data or self.open_points)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which passages of the sources the rulebook carries, and which rules cite nothing."""

    passages: tuple[Passage, ...] = ()
    uncited_rules: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[Passage, ...]:
        """Passages that nothing in the rulebook cites."""
        return tuple(passage for passage in self.passages if not (passage.is_carried or passage.claims))

    @property
    def unwatched(self) -> tuple[Passage, ...]:
        """Passages that the game carries and no claim watches."""
        return tuple(passage for passage in self.passages if passage.is_carried and not passage.claims)


@dataclass(frozen=True, slots=True)
class BookText:
    """`sentences`: what an address (`play_trick.settle.decided`) says in words. `digest`: see `digest_of`."""

    name: str
    title: str
    path: str
    player_counts: tuple[int, ...] = ()
    variants: tuple[str, ...] = ()
    claims: tuple[ClaimText, ...] = ()
    readings: tuple[ReadingText, ...] = ()
    gaps: tuple[GapText, ...] = ()
    sentences: Mapping[str, Words] = field(default_factory=dict, hash=False)
    coverage: Coverage = field(default_factory=Coverage)
    digest: str = ""


def book_text(book: CheckedBook, path: str) -> BookText:
    """Everything that reports say of a rulebook before anything is decided."""
    noted = tuple(_all_noted(book))
    least, most = book.player_counts
    return BookText(
        name=book.name,
        title=_english(book.title) or book.name,
        path=path,
        player_counts=tuple(range(least, most + 1)),
        variants=tuple(book.variants),
        claims=tuple(_claim(claim) for claim in book.claims.values()),
        readings=tuple(_reading(item) for item in book.items if isinstance(item, ast.Reading)),
        gaps=tuple(_gap(item, noted) for item in book.items if isinstance(item, ast.Gap)),
        sentences={one.address: _words(one.notes.texts) for one in noted if one.notes.texts},
        coverage=_coverage(book, noted),
        digest=digest_of(book),
    )


def digest_of(book: CheckedBook) -> str:
    """The same for the same files: by it a reader of a report knows whether the report is about the rules at hand."""
    files = {node.span.file.display: node.span.file.text for node in (*book.items, *book.variants.values())}
    content = "".join(f"{len(name)} {len(text)} {name}{text}" for name, text in sorted(files.items()))
    return sha256(content.encode()).hexdigest()


def place_of(span: Span) -> Place:
    """Where something is written."""
    return Place(span.file.display, span.line, span.column)


# ------------------------------------------------------------------ parts of the rulebook


@dataclass(frozen=True, slots=True)
class _Noted:
    """Something with notes: its address and the declaration in which it stands."""

    address: str
    item: ast.Node
    notes: ast.Notes


def _all_noted(book: CheckedBook) -> Iterator[_Noted]:
    addresses = {id(node): address for address, node in book.labels.items()}
    for item in book.items:
        if isinstance(item, ast.Source):
            continue  # it lists its passages; that is no use of them
        name = item.rule if isinstance(item, ast.OutsideLevel) else getattr(item, "name", None)
        yield from _noted(item, item, name.text if isinstance(name, ast.Name) else "", addresses)


def _noted(node: object, item: ast.Node, address: str, addresses: Mapping[int, str]) -> Iterator[_Noted]:
    if isinstance(node, tuple):
        for element in node:
            yield from _noted(element, item, address, addresses)
    elif isinstance(node, ast.Notes):
        yield _Noted(address, item, node)
    elif isinstance(node, ast.Node) and is_dataclass(node):
        address = addresses.get(id(node)) or _address_inside(address, node)
        if isinstance(node, ast.Cell):
            cites = tuple(one for one in node.items if isinstance(one, ast.Cite))
            yield _Noted(address, item, ast.Notes(cites=cites))
        for one in fields(node):
            yield from _noted(getattr(node, one.name), item, address, addresses)


def _address_inside(address: str, node: ast.Node) -> str:
    match node:
        case ast.Field(name=name):
            return name.text
        case ast.Level(name=name):
            return f"{address}.{name.text}"
        case _:
            return address


def _claim(claim: ast.Claim) -> ClaimText:
    return ClaimText(
        name=claim.name.text,
        title=claim.title,
        source_text=_written(claim.span),
        passages=_passages(claim.notes),
        place=place_of(claim.span),
        texts=_words(claim.notes.texts),
    )


def _written(span: Span) -> str:
    """The block as written, without comments at its end and without blank lines around it."""
    return "\n".join(line.rstrip() for line in span.text.strip("\n").splitlines()).rstrip()


def _reading(reading: ast.Reading) -> ReadingText:
    return ReadingText(
        name=reading.name.text,
        question=_words(reading.notes.texts),
        options=tuple(option.name.text for option in reading.options),
        option_texts={option.name.text: _words(option.notes.texts) for option in reading.options},
        passages=_passages(reading.notes),
        place=place_of(reading.name.span),
    )


def _gap(gap: ast.Gap, noted: tuple[_Noted, ...]) -> GapText:
    name = gap.name.text
    resting = (one.address for one in noted if any(rest.text == name for rest in one.notes.rests))
    return GapText(
        name=name,
        text=_words(gap.notes.texts),
        rests_on_it=tuple(dict.fromkeys(resting)),
        passages=_passages(gap.notes),
        place=place_of(gap.name.span),
    )


def _coverage(book: CheckedBook, noted: tuple[_Noted, ...]) -> Coverage:
    citing: dict[str, dict[str, dict[str, None]]] = {}
    for one in noted:
        for cite in one.notes.cites:
            citing.setdefault(cite.passage, {}).setdefault(_part(one.item), {})[one.address] = None
    passages = []
    for source in book.symbols.values():
        if isinstance(source, SourceSymbol):
            for number, (where, says, _span) in source.passages.items():
                by = {part: tuple(addresses) for part, addresses in citing.get(number, {}).items()}
                passages.append(Passage(source.name, number, where, says, **by))
    return Coverage(tuple(passages), _uncited(book, noted))


def _part(item: ast.Node) -> str:
    match item:
        case ast.Rule() | ast.OutsideLevel():
            return "rules"
        case ast.Procedure():
            return "procedures"
        case ast.Claim() | ast.Example():
            return "claims"
        case ast.Reading() | ast.Gap():
            return "open_points"
        case _:
            return "data"


def _uncited(book: CheckedBook, noted: tuple[_Noted, ...]) -> tuple[str, ...]:
    """Rules and procedures no part of which names a passage."""
    citing = {id(one.item) for one in noted if one.notes.cites}
    kinds = (ast.Rule, ast.Procedure)
    return tuple(item.name.text for item in book.items if isinstance(item, kinds) and id(item) not in citing)


def _passages(notes: ast.Notes) -> tuple[str, ...]:
    return tuple(cite.passage for cite in notes.cites)


def _words(texts: tuple[ast.Text, ...]) -> Words:
    return {text.language or "": text.string for text in texts}


def _english(words: Words) -> str:
    return words.get("en") or words.get("") or next(iter(words.values()), "")
