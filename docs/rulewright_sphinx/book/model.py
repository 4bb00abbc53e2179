"""The parts of a printed rulebook. All text is plain: whoever prints it escapes it.

A `Sentence` is a row of pieces; a piece is text, or a term of the game that the glossary explains. Anchors are unique
within a document and made of ASCII letters, digits and hyphens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Piece:
    """Text. `term`: the name of the glossary's entry that it stands for."""

    text: str
    term: str = ""


Sentence = tuple[Piece, ...]


def plain(sentence: Sentence) -> str:
    """The words alone."""
    return "".join(piece.text for piece in sentence)


# ------------------------------------------------------------------ what stands in the margin


@dataclass(frozen=True, slots=True)
class Badge:
    """What was found out about a claim. `sign`: holds, violated, unknown, vacuous, hinges. `reach`: proved, exhaustive,
    bounded, sampled, shown, or empty. `link`: the place in the report, within its page."""

    claim: str
    title: str
    sign: str
    reach: str
    word: str
    words: str
    link: str
    expected: bool = False


@dataclass(frozen=True, slots=True)
class OptionText:
    """An answer to an open question; `in_play`: the one that this rulebook plays by."""

    name: str
    text: Sentence
    in_play: bool


@dataclass(frozen=True, slots=True)
class OpenReading:
    """`options` are empty where a reading was told before; the first of its `rules` tells it."""

    name: str
    anchor: str
    question: Sentence
    options: tuple[OptionText, ...]
    cites: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()  # the numbers of those that ask for it


@dataclass(frozen=True, slots=True)
class OpenGap:
    """`text` is empty where a gap was told before; the first of its `rules` tells it."""

    name: str
    anchor: str
    text: Sentence
    cites: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()  # the numbers of those that rest on it


# ------------------------------------------------------------------ rules, figures, tables


@dataclass(frozen=True, slots=True)
class Line:
    """A lettered part of a rule. `kind`: exception, modifier, option, step. Where the rulebook gives no sentence, the
    text is made of the names in it. `only_if`: (reading, option) that make it count, where that is not the option in
    play."""

    letter: str
    name: str
    kind: str
    text: Sentence
    cites: tuple[str, ...] = ()
    depth: int = 0
    only_if: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """`name` is its address in the rulebook: `takes_over`, `deal.deal_out`, `hand_size`. `kind`: rule, procedure, step,
    param. `words`: its name as it is printed. `buts` change it, `parts` carry it out. `text` is made of the names where
    the rulebook has no sentence, and empty where the buts and parts say all."""

    number: str
    anchor: str
    name: str
    kind: str
    words: str
    text: Sentence
    value: str = ""
    cites: tuple[str, ...] = ()
    buts: tuple[Line, ...] = ()
    parts: tuple[Line, ...] = ()
    badges: tuple[Badge, ...] = ()
    readings: tuple[OpenReading, ...] = ()
    gaps: tuple[OpenGap, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A box of a flow chart. `shape`: step, call, choice, branch, loop, end. `number`: the rule that says more."""

    id: str
    shape: str
    lines: tuple[str, ...]
    number: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    source: str
    target: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class FlowChart:
    name: str
    anchor: str
    title: str
    spoken: str
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`kind`: cards, pieces, enum, die, table. `numeric`: which columns hold numbers. The first cell of a row has the
    anchor of that row, empty where a row has none."""

    name: str
    anchor: str
    kind: str
    words: str
    caption: Sentence
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[Sentence, ...], ...]
    row_names: tuple[str, ...] = ()
    row_anchors: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    gaps: tuple[OpenGap, ...] = ()


Block = NumberedRule | FlowChart | Table


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    anchor: str
    title: str
    blocks: tuple[Block, ...]


# ------------------------------------------------------------------ what stands around the rules


@dataclass(frozen=True, slots=True)
class Component:
    """Something in the box: how many, what, and what is to be said of it."""

    count: str
    name: str
    note: Sentence
    link: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the table where cards or pieces lie, and who sees them."""

    name: str
    anchor: str
    holds: str
    seen: str
    start: str
    gaps: tuple[OpenGap, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One change that a variant makes, and what is said without it and with it."""

    text: Sentence
    rule: str
    before: Sentence = ()
    after: Sentence = ()


@dataclass(frozen=True, slots=True)
class VariantText:
    name: str
    anchor: str
    title: str
    text: Sentence
    players: str
    changes: tuple[Change, ...]
    cites: tuple[str, ...] = ()
    gaps: tuple[OpenGap, ...] = ()
    differs: tuple[tuple[str, str], ...] = ()  # (a claim's title, how it comes out with the variant)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a play, and the number of the rule behind it."""

    text: str
    depth: int
    rule: str


@dataclass(frozen=True, slots=True)
class ExamplePlay:
    """An example of the rulebook, played. `failure`: where it departs from the rules, empty if it does not."""

    name: str
    anchor: str
    title: str
    text: Sentence
    given: tuple[str, ...]
    steps: tuple[Told, ...]
    result: tuple[str, ...]
    failure: str = ""
    under: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimText:
    name: str
    anchor: str
    title: str
    code: str
    badge: Badge | None
    cites: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that was decided: by a proof, by every play of a scope, or by a play that anybody can follow. `play`:
    the name of the example that tells it whole."""

    anchor: str
    asked: str
    answer: str
    because: str
    steps: tuple[Told, ...] = ()
    values: tuple[str, ...] = ()  # of a situation that shows it
    badge: Badge | None = None
    rules: tuple[str, ...] = ()
    play: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the game. `rules`: the numbers of those that use it."""

    term: str
    name: str
    anchor: str
    meaning: Sentence
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AidBox:
    title: str
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage of a source, what it says in the rulebook's words, and where it went. `sign`: carried, unwatched,
    declared, missing."""

    source: str
    number: str
    where: str
    says: str
    sign: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A rulebook in one language. `verified`: whether verdicts of these very files were at hand; `remark` says why not.
    `numbers`: the number of the rule behind an address; `anchors`: where it stands."""

    name: str
    language: str
    title: str
    short: Sentence
    facts: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    components: tuple[Component, ...] = ()
    areas: tuple[Area, ...] = ()
    variants: tuple[VariantText, ...] = ()
    readings: tuple[OpenReading, ...] = ()
    gaps: tuple[OpenGap, ...] = ()
    plays: tuple[ExamplePlay, ...] = ()
    claims: tuple[ClaimText, ...] = ()
    questions: tuple[Question, ...] = ()
    glossary: tuple[Entry, ...] = ()
    aid: tuple[AidBox, ...] = ()
    passages: tuple[PassageText, ...] = ()
    cites: tuple[str, ...] = ()
    gaps_of_the_whole: tuple[OpenGap, ...] = ()
    verified: bool = False
    remark: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict, hash=False)
    anchors: Mapping[str, str] = field(default_factory=dict, hash=False)
