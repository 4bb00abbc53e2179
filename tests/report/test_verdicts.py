"""Verdicts: what may be said, how clauses make a claim, on which readings a claim hinges, exit codes."""

import pytest

from rulewright_verify.combined import PLAYERS, combine, hinges
from rulewright_verify.findings import Finding, Kind, Severity, exit_code, findings_of, in_order
from rulewright_verify.verdict import (
    Assurance,
    Bounded,
    Exhaustive,
    Outcome,
    Part,
    Proved,
    Sampled,
    Shown,
    Verdict,
    conjunction,
)

HOLDS, VIOLATED, UNKNOWN, VACUOUS = Outcome


def verdict(
    outcome: Outcome = HOLDS,
    expected: Outcome = HOLDS,
    players: tuple[int, ...] = (),
    claim: str = "c",
    **readings: str,
) -> Verdict:
    assurance = None if outcome is UNKNOWN else Proved()
    return Verdict(
        "book",
        claim,
        "C",
        outcome,
        assurance,
        "induction",
        players=players,
        readings=readings,
        expected=expected,
    )


def test_only_unknown_goes_without_an_assurance() -> None:
    with pytest.raises(ValueError, match="without an assurance"):
        Verdict("book", "c", "C", HOLDS, None, "induction")
    with pytest.raises(ValueError, match="without an assurance"):
        Verdict("book", "c", "C", UNKNOWN, Proved(), "induction")


@pytest.mark.parametrize(
    ("clauses", "outcome", "assurance"),
    [
        ([(HOLDS, Proved()), (HOLDS, Exhaustive("small"))], HOLDS, Exhaustive("small")),
        ([(HOLDS, Bounded(20)), (HOLDS, Bounded(7)), (HOLDS, Proved())], HOLDS, Bounded(7)),
        ([(HOLDS, Sampled(10)), (HOLDS, Bounded(7))], HOLDS, Sampled(10)),
        ([(UNKNOWN, None), (VIOLATED, Shown()), (HOLDS, Proved())], VIOLATED, Shown()),
        ([(UNKNOWN, None), (HOLDS, Proved())], UNKNOWN, None),
        ([(VACUOUS, Proved()), (HOLDS, Sampled(3))], VACUOUS, Proved()),
    ],
)
def test_a_claim_is_as_good_as_its_weakest_clause(
    clauses: list[tuple[Outcome, Assurance | None]], outcome: Outcome, assurance: Assurance | None
) -> None:
    parts = [Part("f", out, how, "induction") for out, how in clauses]
    assert conjunction(parts) == (outcome, assurance)


def test_nothing_hinges_where_all_agree() -> None:
    assert hinges([verdict(chain="a"), verdict(chain="b")]) == ()


def test_the_smallest_set_of_readings_explains() -> None:
    verdicts = [
        verdict(VIOLATED if several == "best" else HOLDS, several=several, chain=chain)
        for several in ("add", "best")
        for chain in ("a", "b")
    ]
    assert hinges(verdicts) == ("several",)


def test_two_readings_together() -> None:
    verdicts = [
        verdict(VIOLATED if (a, b) == ("1", "1") else HOLDS, a=a, b=b, c=c) for a in "01" for b in "01" for c in "01"
    ]
    assert hinges(verdicts) == ("a", "b")


def test_a_missing_reading_stands_for_all_its_options() -> None:
    verdicts = [verdict(VIOLATED, a="1"), verdict(HOLDS, a="0", b="0"), verdict(VIOLATED, a="0", b="1")]
    assert hinges(verdicts) == ("a", "b")


def test_the_number_of_players_comes_last() -> None:
    verdicts = [verdict(players=(2,)), verdict(VIOLATED, players=(3,))]
    assert hinges(verdicts) == (PLAYERS,)
    both = [verdict(players=(2,), a="0"), verdict(VIOLATED, players=(3,), a="1")]
    assert hinges(both) == ("a",)


def test_verdicts_are_grouped_by_claim_in_order() -> None:
    groups = combine([verdict(claim="b"), verdict(claim="a"), verdict(claim="b")])
    assert [(group.claim, len(group.verdicts)) for group in groups] == [("b", 2), ("a", 1)]


def test_the_table_of_a_hinging_claim() -> None:
    (group,) = combine([verdict(a="0", b="0"), verdict(VIOLATED, a="1", b="0"), verdict(VIOLATED, a="1", b="1")])
    assert [(row, len(verdicts)) for row, verdicts in group.table()] == [({"a": "0"}, 1), ({"a": "1"}, 2)]


def test_findings_follow_from_what_does_not_hold() -> None:
    found = findings_of(
        [
            verdict(claim="fine"),
            verdict(UNKNOWN, claim="open"),
            verdict(VIOLATED, claim="wrong"),
            verdict(VIOLATED, VIOLATED, claim="known"),
            verdict(VACUOUS, claim="empty"),
            verdict(HOLDS, VIOLATED, claim="mended"),
            verdict(claim="mixed", a="0"),
            verdict(VIOLATED, claim="mixed", a="1"),
        ]
    )
    assert [(finding.id, finding.severity, finding.expected) for finding in found] == [
        ("book/violated/mended", Severity.WRONG, False),
        ("book/violated/wrong", Severity.WRONG, False),
        ("book/violated/known", Severity.REMARK, True),
        ("book/hinges-on-a-reading/mixed", Severity.WRONG, False),
        ("book/unknown/open", Severity.OPEN, False),
        ("book/vacuous/empty", Severity.WRONG, False),
    ]


def test_the_order_of_findings_does_not_hang_on_how_they_come() -> None:
    found = findings_of([verdict(VIOLATED, claim=name) for name in "cab"])
    assert in_order(reversed(found)) == found


@pytest.mark.parametrize(
    ("verdicts", "wrong_input", "code"),
    [
        ([verdict()], False, 0),
        ([verdict(VIOLATED, VIOLATED)], False, 0),
        ([verdict(UNKNOWN, UNKNOWN)], False, 0),
        ([verdict(VIOLATED)], False, 1),
        ([verdict(HOLDS, VIOLATED)], False, 1),
        ([verdict(VACUOUS)], False, 1),
        ([verdict(UNKNOWN)], False, 3),
        ([verdict(UNKNOWN, VIOLATED)], False, 3),
        ([verdict(UNKNOWN), verdict(VIOLATED)], False, 1),
        ([verdict(VIOLATED)], True, 2),
        ([], True, 2),
    ],
)
def test_exit_codes(verdicts: list[Verdict], wrong_input: bool, code: int) -> None:
    assert exit_code(verdicts, wrong_input=wrong_input) == code


def test_a_finding_without_a_verdict_counts_too() -> None:
    wrong = Finding(Kind.EXAMPLE_FAILS, "book/example-fails/e", "`e` departs", Severity.WRONG)
    remark = Finding(Kind.GAP, "book/gap/g", "a gap", Severity.REMARK)
    undecided = Finding(Kind.UNKNOWN, "book/unknown/u", "not decided", Severity.OPEN)
    assert exit_code([verdict()], [wrong]) == 1
    assert exit_code([verdict()], [remark]) == 0
    assert exit_code([verdict()], [undecided]) == 3
