"""Facts about the situations at a location, found by the tool and proved before they are used.

A fact can be stated of any situation (`cond_of`) and in words (`text`). Which location it belongs
to is the key under which it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.ir.nodes import Expr, KindSet, System
from rulewright_verify.smt import affine
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.features import CountSum, Feature
from rulewright_verify.smt.situation import Situation, places_of
from rulewright_verify.smt.terms import Cond, at_most, both, every, less, number_of, same, scaled, total


@dataclass(frozen=True)
class Conservation:
    """Of each kind there are as many as at the start, over all zones together."""

    kinds: str
    kind: int
    name: str
    zones: tuple[str, ...]
    amount: int

    @property
    def text(self) -> str:
        if self.amount == 1:
            return f"each {self.kinds} is in exactly one place"
        return f"no {self.kinds} is lost or doubled"

    @property
    def size(self) -> int:
        return 3

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return same(total(at.total_counts(zone)[self.kind] for zone in self.zones), self.amount)


@dataclass(frozen=True)
class Affine:
    """sum of coefficient * feature = constant."""

    terms: tuple[tuple[int, Feature], ...]
    constant: int

    @property
    def text(self) -> str:
        return _equation_text(self.terms, self.constant)

    @property
    def size(self) -> int:
        return len(self.terms)

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return same(total(scaled(c, feature.of(encoder, at)) for c, feature in self.terms), self.constant)


@dataclass(frozen=True)
class AtLeast:
    feature: Feature
    bound: int

    @property
    def text(self) -> str:
        return f"{self.feature.text} >= {self.bound}"

    @property
    def size(self) -> int:
        return 2

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return at_most(self.bound, self.feature.of(encoder, at))


@dataclass(frozen=True)
class AtMost:
    feature: Feature
    bound: int

    @property
    def text(self) -> str:
        return f"{self.feature.text} <= {self.bound}"

    @property
    def size(self) -> int:
        return 2

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return at_most(self.feature.of(encoder, at), self.bound)


@dataclass(frozen=True)
class Guard:
    """A condition under which the location was entered and that still holds, in the rulebook's words."""

    expr: Expr
    words: str = field(compare=False)

    @property
    def text(self) -> str:
        return self.words

    @property
    def size(self) -> int:
        return 4

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return encoder.condition(self.expr, at, {})


@dataclass(frozen=True)
class TwoViews:
    """The counts of a list agree with what lies in its places. True by construction; kept as a fact
    so that it is given to Z3 only where it matters."""

    zone: str
    entry: int
    kind: int

    @property
    def text(self) -> str:
        return f"{self.zone} holds what lies in its places"

    @property
    def size(self) -> int:
        return 6

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        things = places_of(at.zones[self.zone][self.entry])
        there = (
            number_of(both(less(i, things.length), same(kind, self.kind))) for i, kind in enumerate(things.kinds)
        )
        return same(total(there), things.counts[self.kind])


@dataclass(frozen=True)
class ListLength:
    """A list has as many filled places as its counts add up to. True by construction, too."""

    zone: str
    entry: int

    @property
    def text(self) -> str:
        return f"{self.zone} holds what lies in its places"

    @property
    def size(self) -> int:
        return 2

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        things = places_of(at.zones[self.zone][self.entry])
        return same(total(things.counts), things.length)


@dataclass(frozen=True)
class ZoneTotal:
    """The total of an array of zones is the sum over its entries. True by construction, too."""

    zone: str
    kind: int

    @property
    def text(self) -> str:
        return f"{self.zone} are the entries of {self.zone} together"

    @property
    def size(self) -> int:
        return 6

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        counts = (entry.counts[self.kind] for entry in at.zones[self.zone])
        return same(total(counts), at.totals[self.zone][self.kind])


@dataclass(frozen=True)
class WeighedTotal:
    """The same for all kinds at once, each with a weight: one sum instead of one for each kind."""

    total: CountSum

    @property
    def text(self) -> str:
        return f"{self.total.zone} are the entries of {self.total.zone} together"

    @property
    def size(self) -> int:
        return 3

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        weights = self.total.weights
        entries = (
            scaled(weight, count)
            for entry in at.zones[self.total.zone]
            for weight, count in zip(weights, entry.counts, strict=True)
            if weight
        )
        return same(total(entries), self.total.of(encoder, at))


@dataclass(frozen=True)
class Untouched:
    """An entry of a zone holds what it held at the start: nothing that a play did before has changed it."""

    zone: str
    entry: int
    name: str
    initial: tuple[int, ...]

    @property
    def text(self) -> str:
        return f"{self.name} is as it was at the start"

    @property
    def size(self) -> int:
        return 6

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        counts = at.zones[self.zone][self.entry].counts
        return every(same(count, before) for count, before in zip(counts, self.initial, strict=True))


@dataclass(frozen=True)
class Never:
    """No play ever comes here."""

    text: str = "no play comes here"
    size: int = 0

    def cond_of(self, encoder: Encoder, at: Situation) -> Cond:
        return False


NEVER_REACHED = Never()

Views = TwoViews | ListLength | ZoneTotal | WeighedTotal
Fact = Conservation | Affine | AtLeast | AtMost | Guard | Views | Untouched | Never


def conservations(system: System, kinds: KindSet) -> list[Conservation]:
    """For each kind, that its copies over all zones stay as many as they are at the start."""
    zones = tuple(name for name, zone in system.zones.items() if zone.kinds == kinds.name)
    found = []
    for kind in range(len(kinds.copies)):
        amount = sum(counts[kind] for name in zones for counts in system.zones[name].initial)
        name = kinds.type.names[kind] if kinds.type.names else str(kind)
        found.append(Conservation(kinds.name, kind, name, zones, amount))
    return found


def affine_fact(equation: affine.Equation, features: Sequence[Feature]) -> Affine:
    return Affine(tuple((c, features[i]) for i, c in equation.terms), equation.constant)


def is_identity(fact: Affine) -> bool:
    """Whether both sides are the same sum of counts, whatever the situation."""
    weights: dict[tuple[str, int, int], int] = {}
    for coefficient, feature in fact.terms:
        if not isinstance(feature, CountSum):
            return False
        for entry in feature.entries:
            for kind, weight in enumerate(feature.weights):
                key = (feature.zone, entry, kind)
                weights[key] = weights.get(key, 0) + coefficient * weight
    return fact.constant == 0 and not any(weights.values())


def _equation_text(terms: Sequence[tuple[int, Feature]], constant: int) -> str:
    left = [(c, f.text) for c, f in terms if c > 0]
    right = [(-c, f.text) for c, f in terms if c < 0]
    if constant > 0 or not right:
        return f"{_sum_text(left)} = {_sum_text(right, constant)}"
    return f"{_sum_text(left, -constant)} = {_sum_text(right)}"


def _sum_text(parts: Sequence[tuple[int, str]], constant: int = 0) -> str:
    words = [text if c == 1 else f"{c} * {text}" for c, text in parts]
    if constant or not words:
        words.append(str(constant))
    return " + ".join(words)
