"""Playing again what is written down: lines of an example, or of a play that an engine found.

A line names its decision by label and printed bindings, never by position. What nobody is asked may
be written or left out: an implicit option that is all there is, and a choice with one option. So a line may
mean what was not asked, or the same words said at the next question: what fits the rest is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import decision_of, find_alternative, only_way, says, who_decides, written
from rulewright.interpreter.found import found_instead
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.interpreter.trace import Recorder, Step, Trace
from rulewright.ir.nodes import Expr
from rulewright.ir.properties import Decision, Example
from rulewright.ir.specialise import Options, specialise, specialise_expr
from rulewright.source import Span

N_SHOWN = 40  # options that are listed where a line fits none
MOST_TRIES = 64  # ways to understand lines that could mean two things


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The line `index` (or the end of the lines) does not fit: who was to decide, and what there was.

    `decision` None: the lines are over, but the play waits. `who` None: the play had ended.
    """

    index: int
    decision: Decision | None
    state: State
    who: str | None
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A play, as far as it could be played again."""

    trace: Trace
    mismatch: Mismatch | None

    @property
    def succeeded(self) -> bool:
        return self.mismatch is None


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example: the play, and which of its expectations were not met; none are asked of a broken play. `instead`:
    what was found, for each of them, in words of the rulebook."""

    name: str
    replay: Replay
    unmet: tuple[tuple[Expr, Span], ...]
    instead: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.replay.succeeded and not self.unmet and self.replay.trace.last.failure is None


def replay(reference: Reference, decisions: Sequence[Decision], *, to_the_end: bool = False) -> Replay:
    """The play in which these decisions are made from the start.

    Behind the last one the play may wait for the next; with `to_the_end` it goes on as long as
    nobody has a choice, and must then be over.
    """
    understood: list[tuple[int, bool]] = []
    furthest: Replay | None = None
    for _ in range(MOST_TRIES):
        attempt = _Replaying(reference, decisions, dict(understood))
        result = attempt.run(to_the_end)
        if result.mismatch is None:
            return result
        if furthest is None or furthest.mismatch is None or result.mismatch.index > furthest.mismatch.index:
            furthest = result
        understood = attempt.understood
        while understood and understood[-1][1]:
            understood.pop()
        if not understood:
            break
        understood[-1] = (understood[-1][0], True)
    assert furthest is not None
    return furthest


def run_example(example: Example, options: Options) -> ExampleResult:
    """Play an example under these readings (those that it fixes itself are put first) and look at the end."""
    fixed = {name: _option_number(example, name, option) for name, option in example.under}
    readings = {name: n for name, n in {**options, **fixed}.items() if name in example.system.readings}
    system = specialise(example.system, readings)
    result = replay(Reference(system, told=True), example.decisions, to_the_end=not example.stopped)
    unmet: tuple[tuple[Expr, Span], ...] = ()
    instead: tuple[str, ...] = ()
    if result.succeeded and result.trace.last.failure is None:
        judge, last = Reference(system), result.trace.last
        asked = [(specialise_expr(system, expr, readings), expr, span) for expr, span in example.expects]
        wrong = [one for one in asked if not judge.evaluate(one[0], last)]
        unmet = tuple((expr, span) for _, expr, span in wrong)
        instead = tuple(found_instead(judge, last, cond) for cond, _, _ in wrong)
    return ExampleResult(example.name, result, unmet, instead)


def _option_number(example: Example, reading: str, option: str) -> int:
    info = example.system.readings.get(reading)
    return info.options.index(option) if info is not None else 0


class _Replaying:
    """`unasked`: of lines that could mean two things, by number, whether they write down what was not asked."""

    def __init__(self, reference: Reference, decisions: Sequence[Decision], unasked: Mapping[int, bool]) -> None:
        self.reference = reference
        self.unasked = unasked
        self.understood: list[tuple[int, bool]] = []
        """How such lines were taken, in their order."""
        self.recorder = Recorder(reference)
        self.decisions = decisions
        self.at = 0
        self.steps: list[Step] = []
        self._refused: State | None = None
        """Where the next line could have stood, but did not fit, before forced moves went on."""

    def run(self, to_the_end: bool) -> Replay:
        self.steps.append(self.recorder.start())
        self._skip_unasked()
        while self.at < len(self.decisions) or to_the_end:
            state = self.steps[-1].state
            if self.reference.status(state) in (Status.FINAL, Status.FAIL):
                break
            if not self._advance(state):
                return self._stopped(state)
        if self.at < len(self.decisions):
            return self._stopped(self.steps[-1].state)
        return self._played(None)

    def _advance(self, state: State) -> bool:
        """One transition: by the next line, or because there is only one way on."""
        if self.at < len(self.decisions):
            line = self.decisions[self.at]
            way = find_alternative(self.reference, state, line)
            if way is not None:
                self.at += 1
                self._refused = None
                self._take(state, way)
                return True
            if self._refused is None and who_decides(self.reference, state) == line.who:
                self._refused = state
        way = only_way(self.reference, state)
        if way is None:
            return False
        self._take(state, way)
        return True

    def _take(self, state: State, way: Alternative) -> None:
        self.steps.append(self.recorder.step(state, way))
        self._skip_unasked()

    def _skip_unasked(self) -> None:
        """Lines that write down what was done without asking."""
        for decision in self.steps[-1].unasked:
            if self.at < len(self.decisions) and says(self.decisions[self.at], decision) and self._means_unasked():
                self.at += 1

    def _means_unasked(self) -> bool:
        """Whether the next line is about what was done without asking, not about the question behind it."""
        if find_alternative(self.reference, self.steps[-1].state, self.decisions[self.at]) is None:
            return True
        means = self.unasked.get(self.at, False)
        if all(number != self.at for number, _ in self.understood):
            self.understood.append((self.at, means))
        return means

    def _stopped(self, state: State) -> Replay:
        decision = self.decisions[self.at] if self.at < len(self.decisions) else None
        state = self._refused or state
        who = who_decides(self.reference, state)
        ways = islice(self.reference.alternatives(state), N_SHOWN)
        shown = tuple(written(decision_of(self.reference.system, way)) for way in ways)
        return self._played(Mismatch(self.at, decision, state, who, shown))

    def _played(self, mismatch: Mismatch | None) -> Replay:
        return Replay(Trace(self.steps[0].state, tuple(self.steps)), mismatch)
