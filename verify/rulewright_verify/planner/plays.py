"""From plays and situations as engines give them to evidence that a reader understands.

Every play is run again in the reference interpreter before it becomes evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.interpreter.decisions import example_lines
from rulewright.interpreter.trace import Line, Trace
from rulewright.interpreter.trace import Step as TraceStep
from rulewright.ir import properties as pr
from rulewright_verify import evidence as ev


def not_so(clause: pr.Clause) -> str:
    """What is found where a play refutes a clause."""
    if isinstance(clause, pr.At) and clause.answers is not None:
        return f"`{clause.answers}` has no answer here"
    return "here it is not so"


def play_of(
    trace: Trace,
    *,
    asked: str,
    found: str,
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
    return ev.Play(
        tuple(setting), tuple(steps), ev.Conclusion(asked, found),
        example_lines(trace.decisions, trace.last), back, tuple(kept_going_by),
    )


def _steps(step: TraceStep, before: int) -> list[ev.Step]:
    lines = step.lines
    if not lines:
        return []
    result = []
    for i, line in enumerate(lines):
        last = i == len(lines) - 1
        changes = tuple(ev.Change(c.name, c.before, c.after) for c in step.changed) if last else ()
        result.append(_step(line, before + i + 1, changes, step.entered if i == 0 else ()))
    return result


def _step(line: Line, number: int, changes: tuple[ev.Change, ...], entered: Sequence[str]) -> ev.Step:
    return ev.Step(number, dict(line.words), line.depth, line.address, line.cites, changes, tuple(entered))


def _emphasised(step: ev.Step) -> ev.Step:
    return replace(step, emphasised=True)
