"""A game being played: people and policies in the seats, luck from a seed, undo, and a way to keep it.

After each decision the session runs on until a person has a real choice, or the play is over. What
is the only option is told, but nobody is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.changes import Namer
from rulewright.interpreter.decisions import decision_of, only_way
from rulewright.interpreter.players import Policy, next_move
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.refusals import Refusal, refusals, why_not
from rulewright.interpreter.state import State, Status
from rulewright.interpreter.trace import Recorder, Step, Trace
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import System
from rulewright.ir.properties import Decision
from rulewright.ir.values import printed
from rulewright.play.keeping import as_example
from rulewright.play.together import Position, Together, under_way
from rulewright.play.view import View, may_look, visible

MAX_UNATTENDED = 100_000  # moves without a person: a game among policies that does not end is stopped


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the player who is asked may do.

    `words`: the line that a trace would print, by language; `rule_text`: the rulebook's own sentence.
    """

    number: int
    decision: Decision
    words: Mapping[str, str] = field(hash=False)
    rule_text: Mapping[str, str] = field(hash=False)
    address: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """What undo goes back to: how many steps there were, and where luck stood."""

    n_steps: int
    luck: object


class Session:
    """A play of one system, whose readings are chosen. Seats without a policy are people."""

    def __init__(self, system: System, policies: Mapping[int, Policy] | None = None, seed: int = 0) -> None:
        self.system = system
        self.policies = dict(policies or {})
        self.seed = seed
        self.reference = Reference(system, told=True)
        self._recorder = Recorder(self.reference)
        self._rng = Random(seed)
        self._moments: list[_Moment] = []
        self._steps = [self._recorder.start()]
        self._run_on()

    # -------------------------------------------------------------- what is

    @property
    def state(self) -> State:
        return self._steps[-1].state

    @property
    def trace(self) -> Trace:
        """The play so far."""
        return Trace(self._steps[0].state, tuple(self._steps))

    @property
    def is_over(self) -> bool:
        return self.reference.status(self.state) in (Status.FINAL, Status.FAIL)

    @property
    def is_stuck(self) -> bool:
        """Somebody must choose, and nothing is allowed."""
        return self.reference.status(self.state) is Status.CHOICE and not self._ways()

    @property
    def asked(self) -> int | None:
        """The player who is asked; None when the play is over or stuck."""
        ways = self._ways()
        return ways[0].who if ways and self.reference.status(self.state) is Status.CHOICE else None

    def view(self, player: int, say: Namer = printed) -> View:
        """What a player may see. In an `at once` that is the situation in which it began, and their own rounds."""
        now = self._together
        if now is None:
            return visible(self.system, self.state, player, say)
        name = printed(self.system.players, player)
        return visible(self.system, now.seen_by(self.system, name, is_asked=player == self.asked), player, say)

    @property
    def told_to_all(self) -> Position:
        """The first line that not everybody may hear yet; past the last one outside of any `at once`."""
        now = self._together
        return (len(self._steps), 0) if now is None else now.told_from

    @property
    def told_to_asked(self) -> Position | None:
        """In an `at once`: the line from which on all is about the round of whoever is asked."""
        now = self._together
        return now.rounds[-1].told_from if now is not None and now.rounds else None

    def options(self) -> tuple[Offer, ...]:
        """What the player who is asked may do, in the order of the rulebook."""
        offers = []
        for number, way in enumerate(self._ways()):
            line = self._recorder.decision_line(self.state, way)
            text = way.option.texts if way.option is not None else {}
            decision = decision_of(self.system, way)
            offers.append(Offer(number, decision, line.words, text, way.address, line.cites))
        return tuple(offers)

    def why_not(self, label: str, args: tuple[str, ...] = ()) -> Refusal | None:
        """What forbids this here; None if it is allowed."""
        return why_not(self.reference, self.state, label, args)

    def refusals(self, player: int) -> tuple[Refusal, ...]:
        """What the options speak of, and what is not allowed now; things are named that a player may see."""
        return tuple(refusals(self.reference, self.state, lambda zone, offset: may_look(zone, offset, player)))

    # -------------------------------------------------------------- what is done

    def choose(self, number: int) -> tuple[Step, ...]:
        """Take an option by its number; gives all steps until the next question or the end."""
        ways = self._ways()
        if not 0 <= number < len(ways):
            raise ValueError(f"there is no option {number}")
        before = len(self._steps)
        self._moments.append(_Moment(before, self._rng.getstate()))
        self._take(ways[number])
        self._run_on()
        return tuple(self._steps[before:])

    def undo(self) -> bool:
        """Back to the last question. What luck would have done then stays the same. False at the start."""
        if not self._moments:
            return False
        moment = self._moments.pop()
        del self._steps[moment.n_steps :]
        self._rng.setstate(moment.luck)  # type: ignore[arg-type]  # what `getstate` gave
        return True

    def save_as_example(self, name: str, title: str | None = None) -> str:
        """The play so far as an `example` of the rulebook: its decisions, and the values that it led to."""
        return as_example(self.system, self.trace, name, title)

    # -------------------------------------------------------------- running on

    @property
    def _together(self) -> Together | None:
        return under_way(self._steps)

    def _ways(self) -> list[Alternative]:
        if self.reference.status(self.state) is not Status.CHOICE:
            return []
        return list(self.reference.alternatives(self.state))

    def _run_on(self) -> None:
        for _ in range(MAX_UNATTENDED):
            way = self._unattended()
            if way is None:
                return
            self._take(way)

    def _unattended(self) -> Alternative | None:
        """The next move that no person makes."""
        node = self.system.nodes[self.state.place]
        if self.state.failure is None and isinstance(node, ir.Choice):
            forced = only_way(self.reference, self.state)
            if forced is not None:
                return forced
            if self.reference.evaluate(node.decider, self.state) not in self.policies:
                return None
        return next_move(self.reference, self.state, self.policies, self._rng)

    def _take(self, way: Alternative) -> None:
        self._steps.append(self._recorder.step(self.state, way))
