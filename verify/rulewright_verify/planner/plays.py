"""From plays and situations as engines give them to evidence that a reader understands.

Every play is run again in the reference interpreter before it becomes evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.interpreter.decisions import example_lines, who_decides
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Failure, State
from rulewright.interpreter.trace import Line, Trace
from rulewright.interpreter.trace import Step as TraceStep
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Choice, Reason, System
from rulewright_verify import evidence as ev
from rulewright_verify.planner.stuck import why_stuck


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at the end of a play that refutes a clause; of a choice without a legal option also what forbids
    each, `more` of them counted only."""

    text: str
    forbidden: tuple[ev.Alternative, ...] = ()
    more: int = 0


WHY = {
    Reason.RANGE: "a number would leave its range",
    Reason.MISSING: "what is moved or drawn is not there",
    Reason.FULL: "there is no room for more",
    Reason.NONE: "something is asked of `none`",
    Reason.NOTHING: "there is nothing to choose from",
    Reason.NOBODY: "nobody is named who would decide",
    Reason.FORGOTTEN: "a mark is read that is not kept there",
    Reason.GAP: "no case of a rule applies",
    Reason.CONFLICT: "cases of a rule disagree",
    Reason.ENDLESS: "an automatic run comes back to where it was",
}


def not_so(clause: pr.Clause | None, system: System, state: State, options: Mapping[str, int] | None = None) -> Found:
    """What is found where a play that refutes a clause has led."""
    if state.failure is not None:
        return Found(_broken_down(state.failure))
    match clause:
        case pr.At(answers=str() as answers):
            return Found(f"`{answers}` has no answer here")
        case pr.NeverStuck():
            return _stuck(system, state, options)
    return Found("here it is not so")


def _broken_down(failure: Failure) -> str:
    """Why a play breaks down, about what, and where that stands."""
    where = "" if failure.span is None else f", {failure.span.file.display}:{failure.span.line}"
    return f"the play breaks down, since {WHY[failure.reason]} (`{failure.subject}`{where})"


def _stuck(system: System, state: State, options: Mapping[str, int] | None) -> Found:
    """Who must choose among what, and why it is forbidden; at any other place no more than that it is not so."""
    node = system.nodes[state.place]
    if not isinstance(node, Choice):
        return Found("here it is not so")
    reference = Reference(system, options=options)
    labels = " or ".join(f"`{option.label}`" for option in node.options if not option.implicit)
    told, more = why_stuck(reference, state)
    return Found(f"{who_decides(reference, state)} must choose {labels}, and nothing of it is allowed", told, more)


def play_of(
    trace: Trace,
    *,
    asked: str,
    found: str | Found,
    setting: Sequence[str] = (),
    loop_to: int | None = None,
    kept_going_by: Sequence[str] = (),
) -> ev.Play:
    """A replayed trace, told. `loop_to`: the index of the trace step whose end state comes again at the end."""
    steps: list[ev.Step] = []
    number_of: dict[int, int] = {}
    for i, step in enumerate(trace.steps):
        number_of[i] = len(steps) + 1
        steps.extend(_steps(step, len(steps)))
    if steps:
        steps[-1] = _emphasised(steps[-1])
    back = None
    if loop_to is not None:
        back = number_of.get(loop_to + 1, len(steps))
    end = Found(found) if isinstance(found, str) else found
    return ev.Play(
        tuple(setting), tuple(steps), ev.Conclusion(asked, end.text),
        example_lines(trace.decisions, trace.last), back, tuple(kept_going_by), end.forbidden, end.more,
    )


def _steps(step: TraceStep, before: int) -> list[ev.Step]:
    return [
        _step(line, before + number, step.entered if number == 1 else ())
        for number, line in enumerate(step.lines, start=1)
    ]


def _step(line: Line, number: int, entered: Sequence[str]) -> ev.Step:
    changes = tuple(ev.Change(one.name, one.before, one.after) for one in line.changed)
    return ev.Step(
        number, dict(line.words), line.depth, line.address, line.cites, changes, tuple(entered),
        heard_by=dict(line.hearer),
    )


def _emphasised(step: ev.Step) -> ev.Step:
    return replace(step, emphasised=True)
