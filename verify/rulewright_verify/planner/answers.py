"""Answers to one clause, by readings, and how those of several clauses are put together.

A *cell* is a set of combinations of readings: an option for some readings, anything for the others.
The answers to a clause come with cells that cover every combination exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from rulewright.ir.nodes import ReadingInfo
from rulewright_verify.evidence import Counterexample, Play
from rulewright_verify.verdict import Assurance, Measurement, Outcome, RestsOn

Options = Mapping[str, int]
"""The option, by number, of some readings."""

AT_RANDOM = "plays at random"
"""What an answer came from, and how it is said while it is sought."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine found out about one clause. The fields are those of a `Verdict`."""

    outcome: Outcome
    assurance: Assurance | None
    method: str
    bounds: tuple[str, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    states: int | None = None
    transitions: int | None = None
    rests_on: RestsOn = field(default_factory=RestsOn)
    measure: str | None = None
    reason: str | None = None
    story: str = ""
    counterexample: Counterexample | None = None
    witness: Play | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """An answer, and the combinations of readings for which it was found. `alone`: nothing was asked about the
    combinations that no cell covers."""

    options: Options = field(hash=False)
    answer: Answer
    alone: bool = False


def unknown(reason: str, method: str) -> Answer:
    return Answer(Outcome.UNKNOWN, None, method, reason=reason)


def empty_only_everywhere(cells: Sequence[Cell]) -> list[Cell]:
    """A clause says something if it does so under some combination; under the others it then holds, saying nothing."""
    if all(cell.answer.outcome in (Outcome.VACUOUS, Outcome.UNKNOWN) for cell in cells):
        return list(cells)
    return [
        replace(cell, answer=replace(cell.answer, outcome=Outcome.HOLDS))
        if cell.answer.outcome is Outcome.VACUOUS else cell
        for cell in cells
    ]


def all_options(readings: Mapping[str, ReadingInfo], names: Iterable[str]) -> Iterator[dict[str, int]]:
    """Every combination of the named readings; the one that play uses (first options) comes first."""
    chosen = list(names)
    for numbers in product(*(range(len(readings[name].options)) for name in chosen)):
        yield dict(zip(chosen, numbers, strict=True))


def decide_each(
    readings: Mapping[str, ReadingInfo], names: Sequence[str], decide: Callable[[Options], tuple[Answer, Sequence[str]]]
) -> list[Cell]:
    """Cells for all combinations of `names`. `decide` answers for one of them and says on which readings the
    answer depends: it then stands for all combinations that agree on those."""
    cells: list[Cell] = []
    for options in all_options(readings, names):
        if any(agrees(cell.options, options) for cell in cells):
            continue
        answer, on = decide(options)
        cells.append(Cell({name: options[name] for name in names if name in on}, answer))
    return cells


def agrees(left: Options, right: Options) -> bool:
    """Whether some combination lies in both."""
    return all(right[name] == number for name, number in left.items() if name in right)


def refined(by_clause: Sequence[Sequence[Cell]]) -> list[tuple[dict[str, int], list[Answer]]]:
    """The common refinement: for each combination of cells that have something in common, an answer a clause."""
    result: list[tuple[dict[str, int], list[Answer]]] = [({}, [])]
    for cells in by_clause:
        result = [
            ({**options, **cell.options}, [*answers, cell.answer])
            for options, answers in result
            for cell in cells
            if agrees(options, cell.options)
        ]
    return result


def merged(
    cells: Sequence[Cell], readings: Mapping[str, ReadingInfo], apart: Collection[str] = ()
) -> list[Cell]:
    """Fewer cells where outcomes allow: only the readings that explain the differences stay, and each remaining
    cell keeps the first of its answers (the one for the options that play uses). Readings in `apart` stay, too: a
    verdict is given for each of their options, and what is shown with it must be so under that option."""
    names = list(dict.fromkeys(name for cell in cells for name in cell.options))
    held = [name for name in names if name in apart]
    others = [name for name in names if name not in apart]
    for size in range(len(others) + 1):
        for kept in combinations(others, size):
            groups = _grouped(cells, (*held, *kept), readings)
            if groups is not None:
                return groups
    return list(cells)


def _grouped(
    cells: Sequence[Cell], kept: Sequence[str], readings: Mapping[str, ReadingInfo]
) -> list[Cell] | None:
    result = []
    for options in all_options(readings, kept):
        found = [cell for cell in cells if agrees(cell.options, options)]
        if len({_sameness(cell.answer) for cell in found}) != 1:
            return None
        result.append(Cell(options, _weakest([cell.answer for cell in found])))
    return result


def _sameness(answer: Answer) -> tuple[object, ...]:
    """What must agree before two answers are told as one."""
    return answer.outcome, tuple((one.text, str(one.value)) for one in answer.measurements)


def _weakest(answers: Sequence[Answer]) -> Answer:
    from rulewright_verify.verdict import strength

    first = answers[0]
    known = [answer.assurance for answer in answers if answer.assurance is not None]
    weakest = max(known, key=strength) if known else None
    gaps = tuple(dict.fromkeys(gap for answer in answers for gap in answer.rests_on.gaps))
    return replace(first, assurance=weakest, rests_on=replace(first.rests_on, gaps=gaps))
