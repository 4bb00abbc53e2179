"""What a search for a play looks for, said of unrolled plays and of the interpreter's states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.interpreter.evaluate import Table
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State, Status
from rulewright.ir import properties as pr
from rulewright.ir.graph import is_rest
from rulewright.ir.nodes import Choice, Expr, Gate, Node, Not, Reason, Store, StoreMark
from rulewright_verify.smt.decisions import Decisions
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.goals import is_inside
from rulewright_verify.smt.statements import Statements, Watch
from rulewright_verify.smt.terms import Cond, at_most, both, every, negated, some
from rulewright_verify.smt.unrolled import Arrived, Way


@dataclass(frozen=True)
class Rest:
    """A rest at which a condition holds."""

    cond: Expr


@dataclass(frozen=True)
class Passing:
    """A gate (or an end) passed while a condition holds."""

    places: tuple[pr.AtPlace, ...]


@dataclass(frozen=True)
class Stuck:
    """A choice inside some regions without a legal option."""

    regions: tuple[int, ...]


@dataclass(frozen=True)
class Moving:
    """A slot or mark that changes in a direction."""

    name: str
    rises: bool


@dataclass(frozen=True)
class BreakDown:
    """A play that breaks down for a reason about a subject (None: any)."""

    reason: Reason | None = None
    subject: str | None = None


Target = Rest | Passing | Stuck | Moving | BreakDown


def target_of(clause: pr.Clause) -> Target | None:
    """What would refute a clause, or for `possible` prove it; None if a single play cannot."""
    match clause:
        case pr.Always(cond=cond):
            return Rest(Not(cond))
        case pr.Possible(cond=cond):
            return Rest(cond)
        case pr.At(places=places):
            return Passing(tuple(pr.AtPlace(place.node, Not(place.value)) for place in places))
        case pr.NeverStuck(regions=regions):
            return Stuck(regions)
        case pr.Monotone(slot=slot, mark=mark, may_rise=may_rise):
            return Moving(slot or mark or "", not may_rise)
        case _:
            return None


def watch_of(target: Target) -> Watch:
    match target:
        case Passing(places):
            return Watch(frozenset(place.node for place in places))
        case Moving(name):
            return Watch(names=frozenset((name,)))
        case _:
            return Watch()


def probes_of(target: Target) -> Mapping[int, list[Expr]]:
    if not isinstance(target, Passing):
        return {}
    probes: dict[int, list[Expr]] = {}
    for place in target.places:
        probes.setdefault(place.node, []).append(place.value)
    return probes


# ------------------------------------------------------------------ of unrolled plays


def met_at(target: Target, encoder: Encoder, arrived: Arrived) -> Cond:
    """Whether the play is at the target now that it rests."""
    node = encoder.system.nodes[arrived.location.node]
    decisions = Decisions(encoder, Statements(encoder, Watch(), ()))
    match target:
        case Rest(cond):
            if not is_rest(node) or (isinstance(node, Choice) and node.hidden):
                return False
            here = encoder.condition(cond, arrived.situation, {})
            return every((arrived.reached, here, _is_asked(decisions, node, arrived)))
        case Stuck(regions):
            if not isinstance(node, Choice) or not is_inside(encoder.system, node.region, frozenset(regions)):
                return False
            can = some(decisions.can_choose(option, arrived.situation) for option in node.options)
            return both(arrived.reached, negated(can))
        case _:
            return False


def met_on(target: Target, encoder: Encoder, way: Way) -> Cond:
    """Whether the play meets the target on its way."""
    match target:
        case Passing(places):
            values = {place.node: place.value for place in places}
            looks = (
                encoder.condition(values[look.node], look.situation, {})
                for look in way.path.looks if look.node in values
            )
            return both(way.taken, some(looks))
        case Moving(name, rises):
            changes = (
                both(change.cond, negated(at_most(change.after, change.before)) if rises
                     else negated(at_most(change.before, change.after)))
                for change in way.path.changes if change.name == name
            )
            return both(way.taken, some(changes))
        case BreakDown(reason, subject):
            return some(_broken_down(way, reason, subject))
        case _:
            return False


def _broken_down(way: Way, reason: Reason | None, subject: str | None) -> Iterator[Cond]:
    """The way is not taken to its end, so its literal says nothing; where it begins has to be reached."""
    reached: Cond = True if way.source is None else way.source.reached
    for obligation in way.path.obligations:
        if reason in (None, obligation.reason) and subject in (None, obligation.subject):
            before = way.path.conds[: obligation.n_before]
            yield every((reached, *before, negated(obligation.cond)))


def _is_asked(decisions: Decisions, node: Node, arrived: Arrived) -> Cond:
    if not isinstance(node, Choice) or not any(option.implicit for option in node.options):
        return True
    at = arrived.situation
    explicit = some(decisions.can_choose(o, at) for o in node.options if not o.implicit)
    implicit = some(decisions.can_choose(o, at) for o in node.options if o.implicit)
    return some((explicit, negated(implicit)))


# ------------------------------------------------------------------ of the interpreter


class Witness(Observer):
    """Watches the last step of a replayed play for the target."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.evaluate: Callable[[Expr, Table], int] = lambda expr, at: 0
        self.met = False

    def passed(self, gate: Gate, memory: Memory) -> None:
        self._pass(gate.id, memory)

    def arrived(self, node: Node, memory: Memory) -> None:
        if not isinstance(node, Gate):
            self._pass(node.id, memory)

    def stored(self, store: Store, offset: int, before: int, after: int, memory: Memory) -> None:
        if isinstance(self.target, Moving) and store.slot == self.target.name:
            self.met |= after > before if self.target.rises else after < before

    def marked(self, store: StoreMark, before: int, after: int, memory: Memory) -> None:
        if isinstance(self.target, Moving) and store.mark == self.target.name:
            self.met |= after > before if self.target.rises else after < before

    def look_at(self, reference: Reference, state: State) -> None:
        """The state at the end of the step."""
        match self.target:
            case Rest(cond):
                self.met |= state.failure is None and reference.evaluate(cond, state) == 1
            case Stuck():
                waits = reference.status(state) is Status.CHOICE
                self.met |= waits and next(reference.alternatives(state), None) is None
            case BreakDown(reason, subject):
                self.met |= (
                    state.failure is not None
                    and reason in (None, state.failure.reason)
                    and subject in (None, state.failure.subject)
                )
            case _:
                pass

    def _pass(self, node: int, memory: Memory) -> None:
        if isinstance(self.target, Passing):
            for place in self.target.places:
                if place.node == node:
                    self.met |= self.evaluate(place.value, memory) == 1
