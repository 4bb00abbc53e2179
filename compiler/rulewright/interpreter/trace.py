"""A play as data: what was decided, what was told, what changed, by which part of the rulebook.

A `Trace` is made by running moves in the reference interpreter (`Recorder`). Values are printed by
their code names; sentences come in every language that the rulebook speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.changes import Change, changes, values_changed, zones_changed
from rulewright.interpreter.decisions import decision_of
from rulewright.interpreter.evaluate import Env
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Move, Reference
from rulewright.interpreter.sentences import Speaker
from rulewright.interpreter.state import Memory, State
from rulewright.ir.nodes import Choice, Gate, GateKind, Node, Region, RegionKind, Tell
from rulewright.ir.properties import Decision


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a play: `words` by language, the address of what says so, its nearest source.

    `depth` counts the options inside which it happens, so that an answer stands under its question.
    `changed`: what was done with it, see `_with_changes`.
    `to`: the player who alone hears `words`; None: all do. `others` is what the others hear of it, if anything;
    if nothing, `hearer` has the player's name by language.
    """

    words: Mapping[str, str] = field(hash=False)
    address: str
    cites: tuple[str, ...]
    depth: int
    to: int | None = None
    others: Mapping[str, str] | None = field(default=None, hash=False)
    hearer: Mapping[str, str] = field(default_factory=dict, hash=False)
    changed: tuple[Change, ...] = ()

    def heard_by(self, player: int | None) -> Mapping[str, str] | None:
        """What a player hears of it, or with None somebody who is no player; None if nothing."""
        return self.words if self.to is None or self.to == player else self.others


@dataclass(frozen=True, slots=True)
class Passed:
    """A gate of an `at once` on the way: the table of that moment, and how many lines of the step came before."""

    kind: GateKind
    n_lines: int
    table: State


@dataclass(frozen=True, slots=True)
class Step:
    """One transition: what was decided, and everything until the next rest.

    The first step of a trace has no decision: it is the run from the start. `entered` are the
    addresses of procedures and steps that began on the way, `unasked` the implicit decisions that were
    taken without asking. `state` is the rest it led to. `hidden`: the others do not see it yet (`at once`).
    `passed`: where an `at once` began on the way, came to its next round, or ended.
    """

    decision: Decision | None
    address: str
    lines: tuple[Line, ...]
    changed: tuple[Change, ...]
    entered: tuple[str, ...]
    unasked: tuple[Decision, ...]
    state: State
    hidden: bool = False
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A play from its start, or from `first` on."""

    first: State
    steps: tuple[Step, ...]

    @property
    def last(self) -> State:
        return self.steps[-1].state if self.steps else self.first

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The lines that replay this play."""
        return tuple(step.decision for step in self.steps if step.decision is not None)


class Recorder:
    """Plays moves and keeps what is seen of them. `reference` should keep what sentences show (`told`)."""

    def __init__(self, reference: Reference, languages: tuple[str, ...] | None = None) -> None:
        self.reference = reference
        self.system = reference.system
        self.speaker = Speaker(self.system, languages)

    def start(self) -> Step:
        """The run from the start to the first rest."""
        watch = _Watch(self)
        state = self.reference.initial(watch)
        return watch.step(None, self.system.regions[0].address, tuple(watch.lines), (), state)

    def step(self, state: State, move: Move | Alternative) -> Step:
        """Take one move, and tell it."""
        way = move.alternative if isinstance(move, Move) else move
        watch = _Watch(self, way, self._own_block(state, way))
        target = self.reference.run(state, way, watch)
        lines, said_at = tuple(watch.lines), list(watch.said_at)
        if not watch.decision_is_told:
            line = self.decision_line(state, way)
            lines = (self._kept_from_others(line, way, watch.whispered_to), *lines)
            said_at.insert(0, _SaidAt(state, looks_back=False, is_luck=way.who is None))
            watch.passed_gates = [replace(each, n_lines=each.n_lines + 1) for each in watch.passed_gates]
        decision = decision_of(self.system, way)
        changed = changes(self.system, state, target)
        lines = self._with_changes(lines, said_at, state, target, changed)
        step = watch.step(decision, way.address, lines, changed, target)
        node = self.system.nodes[state.place]
        return replace(step, hidden=isinstance(node, Choice) and node.hidden)

    def _with_changes(
        self, lines: tuple[Line, ...], said_at: list[_SaidAt], before: State, after: State, changed: tuple[Change, ...]
    ) -> tuple[Line, ...]:
        """Each sentence with what was done between it and the next one; one that looks back also has what its own
        block did before it. What luck dealt is moved where luck is told, in either case."""
        if len(lines) == 1:
            return (replace(lines[0], changed=changed),)
        found = []
        values_from = zones_from = before
        for i, line in enumerate(lines):
            following = said_at[i + 1] if i + 1 < len(lines) else None
            values_to = zones_to = after
            if following is not None:
                here = following.since or said_at[i].table
                values_to = here if following.looks_back else following.table
                zones_to = here if following.looks_back and not said_at[i].is_luck else following.table
            found.append(replace(line, changed=(
                *values_changed(self.system, values_from, values_to), *zones_changed(self.system, zones_from, zones_to)
            )))
            values_from, zones_from = values_to, zones_to
        return tuple(found)

    def _own_block(self, state: State, way: Alternative) -> int | None:
        """The region of the block that a decision opens; None if it opens none, as dice do."""
        region = self.system.nodes[way.goes_to].region
        return None if region == self.system.nodes[state.place].region else region

    def decision_line(self, state: State, way: Alternative) -> Line:
        """`who: label as words (what)`."""
        node = self.system.nodes[state.place]
        region = self.system.regions[node.region]
        inside = self._option_depth(region) + int(region.kind is RegionKind.OPTION)
        cites = (way.option.cites if way.option is not None else ()) or self._nearest_cites(region)
        return Line(self.speaker.decision(way, state), way.address, cites, inside)

    def _kept_from_others(self, line: Line, way: Alternative, whispered_to: int | None) -> Line:
        """A decision whose own sentence one player alone hears: whoever decided knows all of it, the others only
        what sort of decision it was. What luck did there only that player knows."""
        if whispered_to is None:
            return line
        if way.who is None:
            return replace(line, to=whispered_to, hearer=self.speaker.player(whispered_to))
        others = self.speaker.decision_alone(way)
        return line if others == line.words else replace(line, to=way.who, others=others)

    def told_line(self, tell: Tell, node: Node, memory: Memory, env: Env) -> Line:
        region = self.system.regions[node.region]
        words = self.speaker.told(tell, self.reference, memory, env)
        line = Line(words, region.address, self._nearest_cites(region), self._option_depth(region))
        if tell.to is None:
            return line
        to = self.reference.evaluate(tell.to, memory, env)
        return replace(line, to=to, hearer=self.speaker.player(to))

    def _nearest_cites(self, region: Region) -> tuple[str, ...]:
        while not region.cites and region.parent is not None:
            region = self.system.regions[region.parent]
        return region.cites

    def _option_depth(self, region: Region) -> int:
        """How many options `region` lies in, itself not counted."""
        depth = 0
        while region.parent is not None:
            region = self.system.regions[region.parent]
            depth += region.kind is RegionKind.OPTION
        return depth


def trace_of(reference: Reference, moves: tuple[Alternative | Move, ...]) -> Trace:
    """The play from the start in which these moves are made."""
    recorder = Recorder(reference)
    steps = [recorder.start()]
    for move in moves:
        steps.append(recorder.step(steps[-1].state, move))
    return Trace(steps[0].state, tuple(steps))


@dataclass(frozen=True, slots=True)
class _SaidAt:
    """The table as it was when a sentence was said; `since`: and when its block began, if nothing was said between."""

    table: State
    looks_back: bool
    is_luck: bool = False
    since: State | None = None


class _Watch(Observer):
    """Collects the lines of one step."""

    def __init__(self, recorder: Recorder, way: Alternative | None = None, own_block: int | None = None) -> None:
        self.recorder = recorder
        self.way = way
        self.own_block = own_block
        self.lines: list[Line] = []
        self.said_at: list[_SaidAt] = []
        self.entered: list[str] = []
        self.entered_at: dict[int, tuple[int, State]] = {}
        self.unasked_decisions: list[Decision] = []
        self.decision_is_told = False
        self.whispered_to: int | None = None
        self.passed_gates: list[Passed] = []
        self._node: Node | None = None

    def step(
        self, decision: Decision | None, address: str, lines: tuple[Line, ...], changed: tuple[Change, ...],
        state: State,
    ) -> Step:
        entered, unasked = tuple(self.entered), tuple(self.unasked_decisions)
        return Step(decision, address, lines, changed, entered, unasked, state, passed=tuple(self.passed_gates))

    def arrived(self, node: Node, memory: Memory) -> None:
        self._node = node

    def passed(self, gate: Gate, memory: Memory) -> None:
        if gate.kind is GateKind.ENTER:
            self.entered_at[gate.region] = (len(self.lines), memory.at_rest(gate.id))
            self.entered.append(self.recorder.system.regions[gate.region].address)
        if not gate.kind.is_border:
            self.passed_gates.append(Passed(gate.kind, len(self.lines), memory.at_rest(gate.id)))

    def unasked(self, choice: Choice, way: Alternative, memory: Memory) -> None:
        self.unasked_decisions.append(decision_of(self.recorder.system, way))

    def told(self, tell: Tell, memory: Memory, env: Env) -> None:
        assert self._node is not None  # statements run inside nodes
        line = self.recorder.told_line(tell, self._node, memory, env)
        n_lines, began = self.entered_at.get(self._node.region, (-1, None))
        since = began if n_lines == len(self.lines) else None
        self.said_at.append(_SaidAt(memory.at_rest(self._node.id), tell.looks_back, since=since))
        self.lines.append(line)
        region = self.recorder.system.regions[self._node.region]
        if self.way is not None and region.kind is RegionKind.OPTION and region.address == self.way.address:
            self.decision_is_told |= line.to is None
        if line.to is not None and region.id == self.own_block and self.whispered_to is None:
            self.whispered_to = line.to
