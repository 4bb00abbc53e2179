"""What players and luck may do at a rest, as paths with free choices.

One path for each option; the values of its names are fresh terms that satisfy the conditions.
A dealt or picked bag is a fresh amount a kind, with its sum: nothing is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import z3

from rulewright.ir.expression_printer import shown_expr
from rulewright.ir.intervals import interval
from rulewright.ir.nodes import (
    Binder,
    Chance,
    Choice,
    Const,
    Deal,
    Items,
    Kinds,
    Local,
    Option,
    Pick,
    Places,
    Range,
    Read,
    Reason,
    Seats,
)
from rulewright.ir.walk import Piece, with_children
from rulewright_verify.smt import fold, transfers
from rulewright_verify.smt.encode import Encoder, Env
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.path import Asked, Binding, Decision, Path
from rulewright_verify.smt.situation import Bag, Situation
from rulewright_verify.smt.statements import Statements
from rulewright_verify.smt.terms import (
    Cond,
    Num,
    at_most,
    both,
    choose,
    either,
    every,
    negated,
    same,
    some,
    total,
    within,
)

# Up to this many values a chosen number is one-hot.
MOST_INDICATORS = 128


class Decisions:
    """The options and outcomes at the rests of one system."""

    def __init__(self, encoder: Encoder, statements: Statements) -> None:
        self.encoder = encoder
        self.system = encoder.system
        self.statements = statements

    def of_choice(self, node: Choice, at: Situation) -> Iterator[tuple[Path, int]]:
        """A path for each option, and the node to which it leads."""
        for i, option in enumerate(node.options):
            path = Path(at, node.id)
            decider = self.encoder.number(node.decider, at, {})
            path.require(within(decider, 0, self.system.n_players - 1), Reason.NOBODY, "chooses", node.span)
            path.assume(self.encoder.condition(option.guard, at, {}))
            bindings = [self._bind(binder, path) for binder in option.binders]
            path.decision = Decision(node.id, i, tuple(bindings))
            if option.pick is not None:
                self._pick(option.pick, path)
            path.asked = tuple(_asked(option))
            self._write(option.binders, bindings, path)
            yield path, option.target

    def of_chance(self, node: Chance, at: Situation) -> Iterator[tuple[Path, int]]:
        path = Path(at, node.id)
        binding = self._bind(node.binder, path)
        path.assume(at_most(1, self.encoder.number(node.weight, at, path.env)))
        path.decision = Decision(node.id, None, (binding,))
        self._write((node.binder,), [binding], path)
        yield path, node.next

    def of_deal(self, node: Deal, at: Situation) -> Iterator[tuple[Path, int]]:
        path = Path(at, node.id)
        sources = self.encoder.entry_cases(node.source, at, {})
        targets = self.encoder.entry_cases(node.target, at, {})
        n = self.encoder.number(node.n, at, {})
        n_kinds = len(at.zones[node.source.zone][0].counts)
        drawn = self._fresh_bag("drawn", n_kinds, path)
        path.assume(same(total(drawn), n))
        for zone, cases, sign in ((node.source, sources, -1), (node.target, targets, +1)):
            entries = list(path.situation.zones[zone.zone])
            for cond, i in cases:
                entry = entries[i]
                if not isinstance(entry, Bag):
                    raise Unsupported("cards dealt into a list")
                if sign < 0:
                    path.assume(
                        either(negated(cond), every(map(at_most, drawn, entry.counts)))
                    )
                entries[i] = transfers.with_counts(entry, cond, drawn, sign)
            path.situation = path.situation.with_zone(zone.zone, tuple(entries)).with_totals(
                zone.zone, self.encoder.is_some_entry(zone, cases), drawn, sign
            )
        path.decision = Decision(node.id, None, (), drawn)
        yield path, node.next

    # -------------------------------------------------------------- whether anything can be done

    def can_choose(self, option: Option, at: Situation) -> Cond:
        """Whether the option is legal with at least one binding."""
        guard = self.encoder.condition(option.guard, at, {})
        return False if guard is False else both(guard, self._can_bind(option, 0, at, {}))

    def _can_bind(self, option: Option, depth: int, at: Situation, env: Env) -> Cond:
        if depth == len(option.binders):
            return True if option.pick is None else self._can_pick(option.pick, at, env)
        binder = option.binders[depth]
        groups: list[Cond] = []
        for element in fold.elements_of(self.encoder, binder.local, binder.domain, at, env):
            where = self.encoder.condition(binder.where, at, element.env)
            if where is not False:
                deeper = self._can_bind(option, depth + 1, at, element.env)
                groups.append(every((element.there, at_most(1, element.copies), where, deeper)))
        return some(groups)

    def _can_pick(self, pick: Pick, at: Situation, env: Env) -> Cond:
        there = []
        for element in fold.elements_of(self.encoder, pick.local, pick.domain, at, env):
            where = both(element.there, self.encoder.condition(pick.where, at, element.env))
            there.append(choose(where, element.copies, 0))
        least = self.encoder.number(pick.least, at, env)
        most = self.encoder.number(pick.most, at, env)
        return every((at_most(least, total(there)), at_most(least, most), at_most(0, most)))

    # -------------------------------------------------------------- names

    def _bind(self, binder: Binder, path: Path) -> Binding:
        value, conds = self._any_of(binder, path)
        path.env = {**path.env, binder.local.name: value}
        for cond in conds:
            path.assume(cond)
        path.assume(self.encoder.condition(binder.where, path.situation, path.env))
        return Binding(binder.surface, value)

    def _write(self, binders: tuple[Binder, ...], bindings: list[Binding], path: Path) -> None:
        for binder, binding in zip(binders, bindings, strict=True):
            self.statements.store(binder.slot, [(True, 0)], binding.value, path, None)
        path.env = {}

    def _any_of(self, binder: Binder, path: Path) -> tuple[Num, list[Cond]]:
        """A fresh value of the binder's domain, and what makes it one."""
        domain, at = binder.domain, path.situation
        stem = f"{binder.local.name}{next(self.encoder.numbers)}"
        match domain:
            case Range(lo, hi):
                values = range(interval(lo, self.system)[0], interval(hi, self.system)[1] + 1)
                value, conds = self._fresh(stem, values)
                least, greatest = (self.encoder.number(e, at, path.env) for e in (lo, hi))
                return value, [*conds, at_most(least, value), at_most(value, greatest)]
            case Kinds():
                return self._any_kind(stem, binder, path)
            case Seats():
                elements = list(fold.unordered_seats(self.encoder, binder.local, domain, at, path.env))
                return self._one_of(stem, binder, elements)
            case Items() | Places():
                elements = list(fold.elements_of(self.encoder, binder.local, domain, at, path.env))
                return self._one_of(stem, binder, elements)
            case _:
                assert_never(domain)

    def _one_of(self, stem: str, binder: Binder, elements: list[fold.Element]) -> tuple[Num, list[Cond]]:
        value, conds = self._fresh(stem, range(binder.local.lo, binder.local.hi + 1))
        hits = self.encoder.one_hots
        found = some(
            both(
                element.there,
                hits.hit(value, element.value)
                if isinstance(element.value, int)
                else same(value, element.value),
            )
            for element in elements
        )
        return value, [*conds, found]

    def _any_kind(self, stem: str, binder: Binder, path: Path) -> tuple[Num, list[Cond]]:
        """One-hot, and each indicator at most the count of its kind: linear, without a case split."""
        at = path.situation
        possible = [
            element
            for element in fold.elements_of(self.encoder, binder.local, binder.domain, at, path.env)
            if self.encoder.condition(binder.where, at, element.env) is not False
        ]
        if not possible:
            return binder.local.lo, [False]
        counts: dict[int, list[Num]] = {}
        for element in possible:
            if not isinstance(element.value, int):
                raise AssertionError("a kind is a plain number")
            counts.setdefault(element.value, []).append(choose(element.there, element.copies, 0))
        value, conds = self.encoder.one_hots.fresh(stem, sorted(counts))
        hits = self.encoder.one_hots
        return value, [
            *conds,
            *(at_most(hits.hit_number(value, kind), total(copies)) for kind, copies in counts.items()),
        ]

    def _fresh(self, stem: str, values: range) -> tuple[Num, list[Cond]]:
        if len(values) <= MOST_INDICATORS:
            return self.encoder.one_hots.fresh(stem, values)
        value = z3.Int(stem)
        return value, [within(value, values[0], values[-1])]

    # -------------------------------------------------------------- picked bags

    def _pick(self, pick: Pick, path: Path) -> None:
        at, env = path.situation, path.env
        least = self.encoder.number(pick.least, at, env)
        most = self.encoder.number(pick.most, at, env)
        elements = list(fold.elements_of(self.encoder, pick.local, pick.domain, at, env))
        into_zone = pick.into in self.system.zones
        n_cells = (
            len(at.zones[pick.into][0].counts) if into_zone else len(self.system.slots[pick.into].initial)
        )
        picked = list(self._fresh_bag("picked", n_cells, path))
        allowed: list[list[Num]] = [[] for _ in picked]
        for element in elements:
            if not isinstance(element.value, int):
                raise Unsupported("picking from a computed list")
            where = both(element.there, self.encoder.condition(pick.where, at, element.env))
            copies = element.copies if isinstance(pick.domain, Kinds) else 1
            allowed[element.value].append(choose(where, copies, 0))
        for cell, bounds in zip(picked, allowed, strict=True):
            path.assume(at_most(cell, total(bounds)))
        path.assume(within_terms(total(picked), least, most))
        if into_zone:
            path.situation = path.situation.with_zone(pick.into, (Bag(tuple(picked)),))
        else:
            path.situation = path.situation.with_slot(pick.into, tuple(picked))
        if path.decision is not None:
            decision = path.decision
            path.decision = Decision(decision.node, decision.option, decision.bindings, tuple(picked))

    def _fresh_bag(self, stem: str, n_cells: int, path: Path) -> tuple[Num, ...]:
        number = next(self.encoder.numbers)
        cells = tuple(z3.Int(f"{stem}{number}#{i}") for i in range(n_cells))
        for cell in cells:
            path.assume(cell >= 0)
        return cells


def _asked(option: Option) -> Iterator[Asked]:
    """The conditions of an option, said of the slots in which its names are kept."""
    slots = {
        binder.local.name: Read(binder.slot, (), binder.local.lo, binder.local.hi) for binder in option.binders
    }

    def over_slots(piece: Piece) -> Piece:
        if isinstance(piece, Local):
            return slots.get(piece.name, piece)
        return with_children(piece, over_slots)

    words = {cond: " ".join(span.text.split()) for cond, span in option.conditions}
    for cond in (option.guard, *(binder.where for binder in option.binders)):
        if not isinstance(cond, Const):
            asked = over_slots(cond)
            yield Asked(asked, words.get(cond, "") or shown_expr(asked))  # type: ignore[arg-type]


def within_terms(value: Num, lo: Num, hi: Num) -> Cond:
    return both(at_most(lo, value), at_most(value, hi))
