"""Aggregates and domains as terms: every fold is unrolled.

Sums over a collection are kept linear: a bag of cards is summed over its counts, and a fold over
the places of a list that looks at kinds only is summed over the list's counts. "Some card in the
hand is sun" becomes "the counts of the sun cards add up to at least 1", one linear condition
instead of fourteen cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from rulewright.ir.intervals import interval
from rulewright.ir.nodes import (
    Aggregate,
    Domain,
    First,
    Fold,
    Items,
    Kinds,
    Local,
    PlaceKind,
    Places,
    Range,
    Seats,
    ZoneRef,
)
from rulewright.ir.walk import descendants
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.situation import Entry, Situation, Things, places_of
from rulewright_verify.smt.terms import (
    Cond,
    Num,
    at_most,
    both,
    choose,
    either,
    every,
    key_of,
    less,
    mul,
    negated,
    number_of,
    same,
    scaled,
    some,
    total,
)

if TYPE_CHECKING:
    from rulewright_verify.smt.encode import Encoder, Env

CONDITIONS = (Aggregate.SOME, Aggregate.EVERY)


@dataclass(frozen=True)
class Element:
    """An element that a domain may have: its value, whether it is there, how often it counts.

    `env` are the names with the local bound to it.
    """

    value: Num
    there: Cond
    copies: Num
    env: Env


def number(encoder: Encoder, expr: Fold, at: Situation, env: Env) -> Num:
    """The value of an aggregate."""
    if expr.op in CONDITIONS:
        return number_of(condition(encoder, expr, at, env))
    result: Num = 0
    for cond, elements in reversed(list(_by_entry(encoder, expr, at, env))):
        result = choose(cond, _folded(encoder, expr, elements, at), result)
    return result


def condition(encoder: Encoder, expr: Fold, at: Situation, env: Env) -> Cond:
    """Whether `some` or `every` element has it."""
    wanted = expr.op is Aggregate.SOME
    cases = []
    for cond, elements in _by_entry(encoder, expr, at, env):
        found: dict[object, tuple[Cond, list[Num], list[Cond]]] = {}
        for element in elements:
            where = encoder.condition(expr.where, at, element.env)
            if where is False:
                continue
            value = encoder.condition(expr.value, at, element.env)
            met = both(where, value if wanted else negated(value))
            if met is False:
                continue
            group = found.setdefault(key_of(met), (met, [], []))
            if element.there is True:
                group[1].append(element.copies)
            else:
                group[2].append(element.there)
        met_somewhere = some(
            both(met, either(at_most(1, total(copies)), *there)) for met, copies, there in found.values()
        )
        cases.append(both(cond, met_somewhere))
    return some(cases) if wanted else negated(some(cases))


def first(encoder: Encoder, expr: First, at: Situation, env: Env) -> Num:
    """The first element of the domain with `where`, else the least value of the local."""
    if isinstance(expr.domain, Places) and encoder.is_unordered(expr.domain.zone):
        raise Unsupported("the first of marked things that lie in no order")
    result: Num = expr.local.lo
    for element in reversed(list(elements_of(encoder, expr.local, expr.domain, at, env))):
        cond = both(
            element.there,
            at_most(1, element.copies),
            encoder.condition(expr.where, at, element.env),
        )
        result = choose(cond, element.value, result)
    return result


def elements_of(
    encoder: Encoder, local: Local, domain: Domain, at: Situation, env: Env
) -> Iterator[Element]:
    """All elements that a domain may have, in its order."""
    match domain:
        case Range(lo, hi):
            least, greatest = encoder.number(lo, at, env), encoder.number(hi, at, env)
            for value in range(interval(lo, encoder.system)[0], interval(hi, encoder.system)[1] + 1):
                there = both(at_most(least, value), at_most(value, greatest))
                if there is not False:
                    yield _element(local, value, there, env)
        case Items(values):
            for item in values:
                yield _element(local, encoder.number(item, at, env), True, env)
        case Seats():
            yield from _seats(encoder, local, domain, at, env)
        case Kinds(zone) | Places(zone):
            for cond, entry in _entries(encoder, zone, at, env):
                for element in _of_entry(local, domain, entry, env):
                    there = both(cond, element.there)
                    yield Element(element.value, there, element.copies, element.env)
        case _:
            assert_never(domain)


def unordered_seats(
    encoder: Encoder, local: Local, domain: Seats, at: Situation, env: Env
) -> Iterator[Element]:
    """Each seat as a plain number, so that what is said about it folds."""
    n_players = encoder.system.n_players
    start = encoder.number(domain.start, at, env)
    backwards = encoder.condition(domain.backwards, at, env)
    lo, hi = interval(domain.start, encoder.system)
    for seat in range(n_players):
        if domain.n >= n_players:
            there: Cond = True
        else:
            hits = list(encoder.one_hots.hits(start, range(lo, hi + 1)))
            onwards = some(c for c, s in hits if (seat - s) % n_players < domain.n)
            back = some(c for c, s in hits if (s - seat) % n_players < domain.n)
            there = either(both(backwards, back), both(negated(backwards), onwards))
        if there is not False:
            yield _element(local, seat, there, env)


def kind_of_place(expr: PlaceKind, env: Env) -> Num | None:
    """The kind of a thing in a list that a fold is counting by kinds just now."""
    if isinstance(expr.place, Local):
        return env.get(_kind_name(expr.place))
    return None


def equal_things(things: Things, left: int, right: int) -> Cond:
    """Whether two places hold the same kind with the same marks."""
    marks = zip(things.marks[left], things.marks[right], strict=True)
    return every((same(things.kinds[left], things.kinds[right]), *(same(a, b) for a, b in marks)))


# ------------------------------------------------------------------ elements


def _element(local: Local, value: Num, there: Cond, env: Env, copies: Num = 1) -> Element:
    return Element(value, there, copies, {**env, local.name: value})


def _by_entry(
    encoder: Encoder, expr: Fold, at: Situation, env: Env
) -> Iterator[tuple[Cond, list[Element]]]:
    """The elements of a fold, in any order; an unknown zone entry is a case each, outside the sum."""
    domain = expr.domain
    if isinstance(domain, Kinds | Places):
        for cond, entry in _entries(encoder, domain.zone, at, env):
            if _looks_at_kinds_only(encoder, expr):
                yield cond, list(_counted(expr.local, entry, env))
            else:
                yield cond, list(_of_entry(expr.local, domain, entry, env))
    elif isinstance(domain, Seats) and expr.op in (Aggregate.SUM, *CONDITIONS):
        yield True, list(unordered_seats(encoder, expr.local, domain, at, env))
    else:
        yield True, list(elements_of(encoder, expr.local, domain, at, env))


def _entries(encoder: Encoder, zone: ZoneRef, at: Situation, env: Env) -> Iterator[tuple[Cond, Entry]]:
    for cond, i in encoder.entry_cases(zone, at, env):
        yield cond, at.zones[zone.zone][i]


def _of_entry(local: Local, domain: Kinds | Places, entry: Entry, env: Env) -> Iterator[Element]:
    if isinstance(domain, Kinds):
        for kind, count in enumerate(entry.counts):
            if not (isinstance(count, int) and count == 0):
                yield _element(local, kind, True, env, count)
        return
    things = places_of(entry)
    for place in range(len(things.kinds)):
        there = less(place, things.length)
        if domain.distinct:
            earlier = (equal_things(things, place, other) for other in range(place))
            there = both(there, *(negated(equal) for equal in earlier))
        if there is not False:
            yield _element(local, place, there, env)


def _counted(local: Local, entry: Entry, env: Env) -> Iterator[Element]:
    """The things of a list by their kinds: `copies` of each."""
    for kind, count in enumerate(entry.counts):
        if not (isinstance(count, int) and count == 0):
            yield Element(0, True, count, {**env, _kind_name(local): kind})


def _kind_name(local: Local) -> str:
    return f"kind of {local.name}"


def _looks_at_kinds_only(encoder: Encoder, expr: Fold) -> bool:
    """Whether a sum over the places of a list asks each thing for its kind alone."""
    domain = expr.domain
    if not isinstance(domain, Places) or domain.distinct or expr.op not in (Aggregate.SUM, *CONDITIONS):
        return False
    known = encoder.sums_by_kind.get(expr.local.name)
    if known is None:
        of_kinds = n_uses = 0
        for part in (*descendants(expr.where), *descendants(expr.value)):
            if isinstance(part, PlaceKind) and part.place == expr.local and part.zone == domain.zone:
                of_kinds += 1
            elif isinstance(part, Local) and part.name == expr.local.name:
                n_uses += 1
        known = encoder.sums_by_kind[expr.local.name] = of_kinds == n_uses
    return known


def _seats(encoder: Encoder, local: Local, domain: Seats, at: Situation, env: Env) -> Iterator[Element]:
    n_players = encoder.system.n_players
    start = encoder.number(domain.start, at, env)
    backwards = encoder.condition(domain.backwards, at, env)
    lo, hi = interval(domain.start, encoder.system)
    starts = list(encoder.one_hots.hits(start, range(lo, hi + 1)))
    for i in range(domain.n):
        seat: Num = 0
        for cond, first_seat in reversed(starts):
            here = choose(backwards, (first_seat - i) % n_players, (first_seat + i) % n_players)
            seat = choose(cond, here, seat)
        yield _element(local, seat, True, env)


# ------------------------------------------------------------------ folding


def _folded(encoder: Encoder, expr: Fold, elements: Iterable[Element], at: Situation) -> Num:
    kept = []
    for element in elements:
        where = both(element.there, encoder.condition(expr.where, at, element.env))
        if where is not False:
            kept.append((where, element, encoder.number(expr.value, at, element.env)))
    match expr.op:
        case Aggregate.SUM:
            return _sum(encoder, expr, kept)
        case Aggregate.PRODUCT:
            return _product(encoder, expr, kept)
        case Aggregate.LEAST | Aggregate.GREATEST:
            return _extreme(expr.op, kept)
        case Aggregate.SOME | Aggregate.EVERY:
            raise AssertionError("conditions are folded elsewhere")
    assert_never(expr.op)


def _sum(encoder: Encoder, expr: Fold, kept: list[tuple[Cond, Element, Num]]) -> Num:
    most = _most_copies(encoder, expr.domain)
    groups: dict[object, tuple[Cond, list[Num]]] = {}
    for where, element, value in kept:
        groups.setdefault(key_of(where), (where, []))[1].append(_times(element.copies, most, value))
    return total(choose(where, total(parts), 0) for where, parts in groups.values())


def _times(copies: Num, most: int, value: Num) -> Num:
    if isinstance(value, int):
        return scaled(value, copies)
    if isinstance(copies, int):
        return scaled(copies, value)
    return total(choose(at_most(nth, copies), value, 0) for nth in range(1, most + 1))


def _product(encoder: Encoder, expr: Fold, kept: list[tuple[Cond, Element, Num]]) -> Num:
    most = _most_copies(encoder, expr.domain)
    result: Num = 1
    for where, element, value in kept:
        for nth in range(1, most + 1):
            there = both(where, at_most(nth, element.copies))
            if there is False:
                break
            result = choose(there, mul(value, result), result)
    return result


def _most_copies(encoder: Encoder, domain: Domain) -> int:
    if isinstance(domain, Kinds | Places):
        return encoder.system.zones[domain.zone.zone].capacity
    return 1


def _extreme(op: Aggregate, kept: list[tuple[Cond, Element, Num]]) -> Num:
    best: Num = 0
    found: Cond = False
    for where, element, value in kept:
        there = both(where, at_most(1, element.copies))
        better = less(value, best) if op is Aggregate.LEAST else less(best, value)
        best = choose(both(there, either(negated(found), better)), value, best)
        found = either(found, there)
    return best
