"""`.. never falls with n`: a better number is never worse, or the first exception is told with both numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from rulewright_verify.verdict import Exact, Outcome, Verdict
from tests.planner.small import of, verified_text

DUEL = """rulebook duel
  players 1 as Ann

reading ties
  option for_ann
  option against_ann

state
  won: yes or no = no
  rounds: 0..9 = 0

# The weapon is worn out by a bonus of 4: then Ann rolls a smaller die.
procedure game
  fight(1, 2)

procedure fight(bonus: 0..5, foe: 1..6)
  if bonus = 4
    roll d3 as small
    if small + bonus > foe
      won becomes yes
  otherwise
    roll d6 as face
    if face + bonus > foe or (face + bonus = foe and ties = for_ann)
      won becomes yes

procedure fight_bravely(bonus: 0..3)
  Ann chooses one of
    wait
    fight_now
      fight(bonus, 3)

"""


def one(folder: Path, claim: str, expected: str = "") -> Verdict:
    text = f'{DUEL}claim asked "Asked"\n{expected}  under ties = for_ann\n{claim}'
    (verdict,) = of(verified_text(folder, text, claims=("asked",)), "asked")
    return verdict


def test_a_better_number_is_never_worse(tmp_path: Path) -> None:
    found = one(tmp_path, "  in fight(n, 6) alone: chance(won) never falls with n: 0..3\n")
    assert found.outcome is Outcome.HOLDS
    assert found.story == "From 1/6 with n = 0 to 2/3 with n = 3."


def test_the_first_exception_is_told(tmp_path: Path) -> None:
    found = one(tmp_path, "  in fight(n, 5) alone: chance(won) never falls with n: 0..5\n")
    assert found.outcome is Outcome.VIOLATED
    assert found.story == "5/6 with n = 3, 2/3 with n = 4."
    (measurement,) = found.measurements
    assert measurement.text == "chance(won) with n = 4"
    assert measurement.value == Exact(Fraction(2, 3))
    assert measurement.bound == ">= 5/6"


def test_a_worse_number_is_never_better(tmp_path: Path) -> None:
    rises = "  in fight(1, foe) alone: chance(won) never rises with foe: 1..6\n"
    assert one(tmp_path, rises).outcome is Outcome.HOLDS
    falls = "  in fight(1, foe) alone: chance(won) never falls with foe: 1..6\n"
    assert one(tmp_path, falls).story == "1 with foe = 2, 5/6 with foe = 3."


def test_every_value_of_the_names_around_it(tmp_path: Path) -> None:
    claim = "  for all foe: 1..{most}\n    in fight(n, foe) alone: chance(won) never falls with n: 0..4\n"
    assert one(tmp_path, claim.format(most=4)).outcome is Outcome.HOLDS
    assert one(tmp_path, claim.format(most=6)).story == "5/6 with n = 3, 2/3 with n = 4."


def test_choices_are_bounded_from_both_sides(tmp_path: Path) -> None:
    """By waiting Ann never wins, whatever her bonus; by fighting more and more often."""
    for kind in ("lowest_chance", "highest_chance", "chance"):
        rises = f"  in fight_bravely(n) alone: {kind}(won) never rises with n: 0..2\n"
        falls = f"  in fight_bravely(n) alone: {kind}(won) never falls with n: 0..2\n"
        assert one(tmp_path, falls).outcome is Outcome.HOLDS
        assert one(tmp_path, rises).outcome is (Outcome.HOLDS if kind == "lowest_chance" else Outcome.VIOLATED)


def test_a_reading_can_matter(tmp_path: Path) -> None:
    """If ties are against her, the small die with its bonus of 4 is no worse against 5 than the large one with 3."""
    text = f'{DUEL}claim asked "Asked"\n  in fight(n, 5) alone: chance(won) never falls with n: 3..4\n'
    found = of(verified_text(tmp_path, text, claims=("asked",)), "asked")
    assert {one.readings["ties"]: (one.outcome, one.story) for one in found} == {
        "for_ann": (Outcome.VIOLATED, "5/6 with n = 3, 2/3 with n = 4."),
        "against_ann": (Outcome.HOLDS, "From 2/3 with n = 3 to 2/3 with n = 4."),
    }
