"""Each rule of Twilight broken once: beats, carry, neutral, scoring, calling. Some claim, or a worked example, fails.

The unbroken rulebook meets all of its expectations (`test_twilight.py`), so what fails here fails for the break.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_rulebook
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.verdict import Outcome
from tests.rulebooks.breaking import ROOT, Break, By, broken_copy, verified

pytestmark = pytest.mark.slow
TWILIGHT = ROOT / "rules" / "twilight"
RULES = "twilight.rules"

BREAKS = [
    # beats
    Break("equal cards take over", RULES, "later.height > earlier.height", "later.height >= earlier.height",
          "equal_cards_stay"),
    Break("the Purgatory is low", RULES, "| purgatory   | sun, moon | purgatory |      7 |",
          "| purgatory   | sun, moon | purgatory |      5 |", "purgatory_highest"),
    Break("the Hierarch is a soul among souls", RULES, "cleric    |      6 |", "cleric    |      1 |",
          "heights_in_order"),
    Break("the last card wins", RULES, "no rival in trick has takes_over(rival, play)",
          "some rival in trick has takes_over(rival, play)", "leader_played_highest"),
    # carry
    Break("the pile stays when a trick is decided", RULES,
          "leader becomes best.by\n        move all from waiting to won[cult(best.by)]\n        move all from trick",
          "leader becomes best.by\n        move all from trick", "purgatory_settles"),
    Break("an undecided trick is lost at once", RULES, "move all from trick to waiting",
          "move all from trick to neutral", "pile_of_two"),
    Break("every trick waits", RULES, "some play in trick has play.class = purgatory",
          "some play in trick has play.class = cleric", "carry_at_most_two"),
    # neutral
    Break("the last pile keeps waiting", RULES, "        move all from waiting to neutral\n", "", "purgatory_settles",
          readings=(("last_pile", "neutral_too"),)),
    Break("the last trick goes to the Purgatory", RULES, "        move all from trick to neutral",
          "        move all from trick to won[cult(best.by)]", "last_trick_is_neutral", By.EXAMPLE),
    # scoring
    Break("no sanctuary is needed", RULES, "    0 when own is empty", "    1 when own is empty",
          "own_sanctuary_needed"),
    Break("sanctuaries of the other cult count", RULES, "card.class = sanctuary and card.cult = team)",
          "card.class = sanctuary)", "own_sanctuary_needed"),
    Break("a soul is worth more", RULES, "| soul_7      | sun, moon | soul      |      1 |     7 |",
          "| soul_7      | sun, moon | soul      |      1 |     9 |", "souls_total"),
    Break("neutral souls are forgotten", RULES, "    move all from neutral to deck\n", "", "no_card_lost"),
    # calling
    Break("any card may be played", RULES, "play_own: card in hand[p] where card.cult = cult(p)",
          "play_own: card in hand[p]", "two_sun_two_moon"),
    Break("any card may be given", RULES, "give: card in hand[asked] where card.cult = cult(p)",
          "give: card in hand[asked]", "two_sun_two_moon"),
    Break("whoever has nothing may be asked", RULES,
          "ask: asked in others after p where some card in hand[asked] has card.cult = cult(p)",
          "ask: asked in others after p", "never_stuck"),
    Break("the card works for the one who gives it", RULES,
          "            move card from hand[asked] to trick with by: p",
          "            move card from hand[asked] to trick with by: asked", "team_keeps_its_card"),
]


@pytest.mark.parametrize("change", [b for b in BREAKS if b.by is By.CLAIM], ids=lambda change: change.name)
def test_a_claim_notices(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    result = verified(broken_copy(TWILIGHT, change, tmp_path), change.notices, readings=change.readings)
    assert not result.is_wrong, result.diagnostics
    outcomes = {verdict.outcome for verdict in result.verdicts if not verdict.as_expected}
    assert outcomes == {Outcome.VIOLATED}, [(v.outcome, v.reason) for v in result.verdicts]


@pytest.mark.parametrize("change", [b for b in BREAKS if b.by is By.EXAMPLE], ids=lambda change: change.name)
def test_an_example_notices(change: Break, tmp_path: Path) -> None:
    book, diagnostics = check_rulebook(broken_copy(TWILIGHT, change, tmp_path))
    assert book is not None, diagnostics
    assert change.notices in {example.name for example in lower_examples(book)}
    failing = [result.name for result in play_examples(book, {}) if result.failure is not None]
    assert change.notices in failing
