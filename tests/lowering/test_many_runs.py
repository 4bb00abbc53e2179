"""Clauses that are asked once for each value: arguments that are left out, and `for all` around clauses about play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from rulewright.ir import properties as pr
from rulewright.loading import source_of
from rulewright.lower import lower
from rulewright.lower.claims import lower_claims
from rulewright.pipeline import check_sources

BOOK = """
rulebook small
  players 2 as Anna, Ben

state
  hit: yes or no = no

table good_faces(needed: 5..6, lucky: yes or no) -> 0..6
  | needed | lucky | faces |
  | 5      | no    |     2 |
  | 6      | no    |     1 |
  | 5..6   | yes   |     6 |

procedure shoot(needed: 5..6, lucky: yes or no)
  roll d6 as face
  hit becomes lucky or face >= needed

claim left_out "By table"
  in shoot alone: chance(hit) = good_faces(needed, lucky) / 6

claim gone_through "Luck always hits"
  for all needed: 5..6
    in shoot(needed, yes) alone: chance(hit) = 1
    in shoot(needed, no) alone: chance(hit) = (7 - needed) / 6
"""


def claims() -> dict[str, pr.Claim]:
    book, diagnostics = check_sources([source_of(BOOK, Path("small.rules"), "small.rules")])
    assert book is not None, diagnostics
    return {claim.name: claim for claim in lower_claims(lower(book))}


def measured(claim: pr.Claim) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for clause in claim.clauses:
        assert isinstance(clause, pr.Alone) and isinstance(clause.clause, pr.Measured)
        found.append((clause.clause.quantity.text, clause.clause.bound.values[0]))
    return found


def test_arguments_that_are_left_out_go_through_their_types() -> None:
    assert measured(claims()["left_out"]) == [
        ("chance(hit) with needed = 5, lucky = no", Fraction(1, 3)),
        ("chance(hit) with needed = 5, lucky = yes", Fraction(1)),
        ("chance(hit) with needed = 6, lucky = no", Fraction(1, 6)),
        ("chance(hit) with needed = 6, lucky = yes", Fraction(1)),
    ]


def test_names_of_a_for_all_are_arguments_and_bounds() -> None:
    assert measured(claims()["gone_through"]) == [
        ("chance(hit) with needed = 5, lucky = yes", Fraction(1)),
        ("chance(hit) with needed = 5, lucky = no", Fraction(1, 3)),
        ("chance(hit) with needed = 6, lucky = yes", Fraction(1)),
        ("chance(hit) with needed = 6, lucky = no", Fraction(1, 6)),
    ]


def test_each_value_has_a_run_of_its_own() -> None:
    systems = [clause.system for clause in claims()["left_out"].clauses if isinstance(clause, pr.Alone)]
    assert len({id(system) for system in systems}) == 4
