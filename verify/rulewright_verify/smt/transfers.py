"""Moving cards and pieces: a count less here, one more there.

Each function takes entries and gives new ones. All changes of counts are written as sums
(`count + what is added`), also where it is open which entry or which kind is meant, because sums
are what Z3 can reason about.
"""

from __future__ import annotations

from rulewright_verify.smt.onehot import OneHots
from rulewright_verify.smt.situation import Bag, Entry, Things, merged_entry
from rulewright_verify.smt.terms import (
    Cond,
    Num,
    add,
    at_most,
    both,
    choose,
    less,
    same,
    scaled,
    sub,
)


def of_kind(one_hots: OneHots, kind: Num, amount: Num, n_kinds: int) -> tuple[Num, ...]:
    """`amount` at `kind`, 0 at the other kinds."""
    if isinstance(amount, int):
        return tuple(scaled(amount, one_hots.hit_number(kind, k)) for k in range(n_kinds))
    return tuple(choose(one_hots.hit(kind, k), amount, 0) for k in range(n_kinds))


def with_counts(entry: Bag, cond: Cond, change: tuple[Num, ...], sign: int) -> Bag:
    """The bag with `change` added (or taken away), if `cond` holds."""
    combine = add if sign > 0 else sub
    return Bag(tuple(combine(count, choose(cond, d, 0)) for count, d in zip(entry.counts, change, strict=True)))


def with_thing(
    one_hots: OneHots, entry: Things, cond: Cond, kind: Num, marks: tuple[Num, ...], *, on_top: bool
) -> Things:
    """The list with one thing more at an end, if `cond` holds."""
    if cond is False:
        return entry
    if on_top:
        kinds = (kind, *entry.kinds[:-1])
        all_marks = (marks, *entry.marks[:-1])
    else:
        is_end = [same(entry.length, place) for place in range(len(entry.kinds))]
        kinds = tuple(choose(end, kind, old) for end, old in zip(is_end, entry.kinds, strict=True))
        all_marks = tuple(
            tuple(choose(end, new, old) for new, old in zip(marks, olds, strict=True))
            for end, olds in zip(is_end, entry.marks, strict=True)
        )
    more = of_kind(one_hots, kind, 1, len(entry.counts))
    counts = _changed_counts(entry, cond, more, +1)
    longer = Things(add(entry.length, 1), kinds, all_marks, counts)
    return _with_counts(merged_entry(cond, longer, _with_counts(entry, counts)), counts)


def without_place(
    one_hots: OneHots, entry: Things, cond: Cond, place: Num, least: tuple[int, ...]
) -> tuple[Num, tuple[Num, ...], Things]:
    """The kind and the marks of the thing at `place`, and the list without it, if `cond` holds."""
    hits = list(one_hots.hits(place, range(len(entry.kinds))))
    kind = _picked(entry.kinds, hits)
    marks = tuple(_picked(tuple(cells[j] for cells in entry.marks), hits) for j in range(len(least)))
    next_kinds = (*entry.kinds[1:], 0)
    next_marks = (*entry.marks[1:], least)
    moves_up = [at_most(place, i) for i in range(len(entry.kinds))]
    kinds = tuple(choose(up, a, b) for up, a, b in zip(moves_up, next_kinds, entry.kinds, strict=True))
    all_marks = tuple(
        tuple(choose(up, a, b) for a, b in zip(after, here, strict=True))
        for up, after, here in zip(moves_up, next_marks, entry.marks, strict=True)
    )
    counts = _changed_counts(entry, cond, of_kind(one_hots, kind, 1, len(entry.counts)), -1)
    shorter = Things(sub(entry.length, 1), kinds, all_marks, counts)
    return kind, marks, _with_counts(merged_entry(cond, shorter, _with_counts(entry, counts)), counts)


def emptied(entry: Entry, cond: Cond, least: tuple[int, ...]) -> Entry:
    """Nothing, if `cond` holds."""
    nothing = (0,) * len(entry.counts)
    if isinstance(entry, Bag):
        return merged_entry(cond, Bag(nothing), entry)
    n_places = len(entry.kinds)
    return merged_entry(cond, Things(0, (0,) * n_places, (least,) * n_places, nothing), entry)


def appended(
    one_hots: OneHots,
    target: Things,
    source: Things,
    cond: Cond,
    marks: tuple[tuple[Num, ...], ...],
    *,
    on_top: bool,
) -> Things:
    """`target` with all things of `source` at its end, in their order; `marks` are the new marks of each."""
    places = range(len(source.kinds))
    for place in reversed(places) if on_top else places:
        moves = both(cond, less(place, source.length))
        target = with_thing(one_hots, target, moves, source.kinds[place], marks[place], on_top=on_top)
    return target


def _picked(cells: tuple[Num, ...], hits: list[tuple[Cond, int]]) -> Num:
    result: Num = 0
    for cond, i in reversed(hits):
        result = choose(cond, cells[i], result)
    return result


def _changed_counts(entry: Things, cond: Cond, change: tuple[Num, ...], sign: int) -> tuple[Num, ...]:
    return with_counts(Bag(entry.counts), cond, change, sign).counts


def _with_counts(entry: Entry, counts: tuple[Num, ...]) -> Things:
    if not isinstance(entry, Things):
        raise TypeError("a plain bag has no places")
    return Things(entry.length, entry.kinds, entry.marks, counts)
