"""Answers by readings: cells that cover every combination once, put together and made few."""

from __future__ import annotations

from rulewright.ir.nodes import ReadingInfo
from rulewright_verify.planner.answers import Answer, Cell, agrees, all_options, decide_each, merged, refined
from rulewright_verify.verdict import Outcome, Proved

READINGS = {
    "first": ReadingInfo("first", ("a", "b"), {}, ({}, {})),
    "second": ReadingInfo("second", ("x", "y", "z"), {}, ({}, {}, {})),
}
HOLDS = Answer(Outcome.HOLDS, Proved(), "tried")
FAILS = Answer(Outcome.VIOLATED, Proved(), "tried")


def test_the_way_of_play_comes_first() -> None:
    assert next(iter(all_options(READINGS, ["first", "second"]))) == {"first": 0, "second": 0}
    assert len(list(all_options(READINGS, ["first", "second"]))) == 6


def test_an_answer_stands_for_all_options_of_readings_that_it_does_not_depend_on() -> None:
    asked = []

    def decide(options: dict[str, int]) -> tuple[Answer, list[str]]:
        asked.append(dict(options))
        return (HOLDS if options["first"] == 0 else FAILS), ["first"]

    cells = decide_each(READINGS, ["first", "second"], decide)  # type: ignore[arg-type]
    assert [dict(cell.options) for cell in cells] == [{"first": 0}, {"first": 1}]
    assert len(asked) == 2


def test_only_readings_that_explain_the_outcome_stay() -> None:
    cells = [
        Cell({"first": i, "second": j}, HOLDS if j < 2 else FAILS) for i in range(2) for j in range(3)
    ]
    few = merged(cells, READINGS)
    assert [dict(cell.options) for cell in few] == [{"second": 0}, {"second": 1}, {"second": 2}]
    assert [cell.answer.outcome for cell in few] == [Outcome.HOLDS, Outcome.HOLDS, Outcome.VIOLATED]


def test_readings_of_which_a_verdict_speaks_keep_their_own_answers() -> None:
    """What refutes a claim in one reading need not refute it in the other."""
    here, there = (Answer(Outcome.VIOLATED, Proved(), "tried", story=story) for story in ("here", "there"))
    cells = [Cell({"first": i, "second": j}, here if i == 0 else there) for i in range(2) for j in range(3)]
    assert [(dict(cell.options), cell.answer.story) for cell in merged(cells, READINGS)] == [({}, "here")]
    few = merged(cells, READINGS, ["first"])
    assert [(cell.options["first"], cell.answer.story) for cell in few] == [(0, "here"), (1, "there")]


def test_what_does_not_cover_everything_is_not_made_to() -> None:
    """Of six combinations one was looked at: nothing may be said of the other five."""
    only = [Cell({"first": 0, "second": 0}, HOLDS, alone=True)]
    assert [dict(options) for options, _ in refined([only])] == [{"first": 0, "second": 0}]


def test_clauses_meet_where_their_cells_do() -> None:
    by_first = [Cell({"first": 0}, HOLDS), Cell({"first": 1}, FAILS)]
    by_second = [Cell({"second": 2}, FAILS), Cell({"second": 0}, HOLDS), Cell({"second": 1}, HOLDS)]
    rows = refined([by_first, by_second])
    assert len(rows) == 6
    assert all(agrees(options, options) and len(answers) == 2 for options, answers in rows)
