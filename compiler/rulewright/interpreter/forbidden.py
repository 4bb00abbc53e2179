"""Why nothing of an option is allowed: what it looks for, and the first condition that rules each thing out.

`forbidden` is asked at a choice where somebody is stuck. Things that the same piece of a condition rules out are told
together, so that a hand of cards is one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.interpreter.alternatives import NOTHING_BOUND
from rulewright.interpreter.changes import cell_names
from rulewright.interpreter.evaluate import Env
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.refusals import Blame, blamed, is_false
from rulewright.interpreter.state import State
from rulewright.ir.nodes import Apply, Binder, Choice, Domain, Expr, Kinds, Option, Pick, Places, Shown
from rulewright.ir.values import printed
from rulewright.ir.walk import descendants
from rulewright.source import Span

MOST_LOOKED_AT = 5_000
"""Things that are looked at for one option: three names over large zones would take for ever."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Some of what an option could be, and why it is not there.

    `condition`: as written; empty where there is nothing to pick, or where the option says it in no piece of its own.
    `name`: what the option calls a thing, `place`: where it looks (`hand[Anna]`); empty if it looks for nothing.
    `things` are ruled out, as printed, `is_all`: no others are there; `after`: what would have been picked before.
    `needed`: so many are to be picked together, and only `n_good` may be.
    """

    label: str
    condition: str = ""
    name: str = ""
    place: str = ""
    things: tuple[str, ...] = ()
    is_all: bool = False
    after: tuple[str, ...] = ()
    needed: int | None = None
    n_good: int = 0
    rule: str = ""
    level: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    cites: tuple[str, ...] = ()


def forbidden(reference: Reference, state: State) -> Iterator[Forbidden]:
    """For each option of a choice without a legal one why it is not there, in the order of the rulebook."""
    node = reference.system.nodes[state.place]
    for option in node.options if isinstance(node, Choice) else ():
        if not option.implicit:
            yield from _merged(_Option(reference, state, option).found())


def _merged(found: Iterator[Forbidden]) -> Iterator[Forbidden]:
    """What is ruled out alike after several things that could be picked before, once."""
    groups: dict[Forbidden, list[str]] = {}
    for one in found:
        groups.setdefault(replace(one, after=()), []).extend(one.after)
    for one, after in groups.items():
        yield replace(one, after=tuple(dict.fromkeys(after)))


class _Option:
    def __init__(self, reference: Reference, state: State, option: Option) -> None:
        self.reference = reference
        self.evaluator = reference.evaluator
        self.state = state
        self.option = option
        self.n_left = MOST_LOOKED_AT

    def found(self) -> Iterator[Forbidden]:
        if not self.evaluator.value(self.option.guard, self.state, NOTHING_BOUND):
            piece = self.failed(NOTHING_BOUND)
            yield self.because(piece, [NOTHING_BOUND])
        elif self.option.pick is not None:
            yield from self.too_few(self.option.pick)
        else:
            yield from self.among(self.option.binders, NOTHING_BOUND, ())

    # -------------------------------------------------------------- things

    def among(self, binders: tuple[Binder, ...], env: Env, after: tuple[str, ...]) -> Iterator[Forbidden]:
        """What the first of these names could be, and where it could be something, the next."""
        if not binders:
            return
        first, *others = binders
        name, place = first.surface, self.place(first.domain, first.over, env)
        good: list[Env] = []
        refused: dict[int, list[Env]] = {}
        for x in self.evaluator.elements(first.domain, self.state, env):
            inner: Env = {**env, first.local.name: x}
            if self.evaluator.value(first.where, self.state, inner):
                good.append(inner)
            elif (piece := self.failed(inner)) is not None:  # else the domain itself leaves it out
                refused.setdefault(piece, []).append(inner)
        self.n_left -= 1 + len(good)
        before = (", ".join(after),) if after else ()
        if not good and not refused:
            yield Forbidden(self.option.label, name=name, place=place, after=before, cites=self.option.cites)
        for piece, envs in refused.items():
            one = self.because(piece, envs)
            yield replace(
                one, name=name, place=place, things=self.shown(first.shown, envs), after=before,
                is_all=not good and len(refused) == 1,
            )
        for inner in good:
            if self.n_left > 0:
                yield from self.among(tuple(others), inner, (*after, *self.shown(first.shown, [inner])))

    def too_few(self, pick: Pick) -> Iterator[Forbidden]:
        """A bag that cannot be picked, because too few things may be in it."""
        good: list[Env] = []
        bad: list[Env] = []
        chosen = frozenset(
            self.evaluator.chosen(pick.local, pick.domain, pick.where, self.state, NOTHING_BOUND)
        )
        for x in self.evaluator.elements(pick.domain, self.state, NOTHING_BOUND):
            copies = self.evaluator.n_copies(pick.domain, x, self.state, NOTHING_BOUND)
            (good if x in chosen else bad).extend([{pick.local.name: x}] * copies)
        needed = self.evaluator.value(pick.least, self.state, NOTHING_BOUND)
        pieces = [piece for piece in map(self.failed, bad) if piece is not None]
        one = self.because(pieces[0], bad) if pieces else Forbidden(self.option.label, cites=self.option.cites)
        if len(good) < needed:
            yield replace(
                one, name=pick.of, place=self.place(pick.domain, pick.over, NOTHING_BOUND),
                things=self.shown(pick.shown, bad), is_all=not good, needed=needed, n_good=len(good),
            )

    def place(self, domain: Domain, over: Span | None, env: Env) -> str:
        """`hand[Anna]`; what is not one place of things as it is written."""
        if isinstance(domain, Kinds | Places):
            zone = self.reference.system.zones[domain.zone.zone]
            offset = self.evaluator.entry_offset(domain.zone, self.state, env)
            if offset is not None and " " not in zone.name:
                return cell_names(zone)[offset]
        return _on_one_line(over)

    def shown(self, shown: Shown, envs: list[Env]) -> tuple[str, ...]:
        names = (printed(shown.type, self.evaluator.value(shown.value, self.state, env)) for env in envs)
        return tuple(dict.fromkeys(names))

    # -------------------------------------------------------------- conditions

    def failed(self, env: Env) -> int | None:
        """The number of the first piece of the option's conditions that is not so."""
        for i, (cond, _) in enumerate(self.option.conditions):
            if is_false(self.reference, self.state, cond, env):
                return i
        return None

    def because(self, piece: int | None, envs: list[Env]) -> Forbidden:
        """A condition as written, and the rule that it asks; its level only where it is the same for all."""
        if piece is None:
            return Forbidden(self.option.label, cites=self.option.cites)
        cond, span = self.option.conditions[piece]
        blame = self.blame(cond, envs)
        asked = {part.rule for part in descendants(cond) if isinstance(part, Apply)}
        return Forbidden(
            self.option.label, _on_one_line(span), rule=blame.rule or "", level=blame.level or "",
            texts=blame.texts if len(asked) == 1 else {}, cites=blame.cites or self.option.cites,
        )

    def blame(self, cond: Expr, envs: list[Env]) -> Blame:
        all_blamed = [blamed(self.reference, self.state, cond, env) for env in envs]
        first = all_blamed[0]
        return first if all(one.level == first.level for one in all_blamed) else first.without_level()


def _on_one_line(span: Span | None) -> str:
    return " ".join(span.text.split()) if span is not None else ""
