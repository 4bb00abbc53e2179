"""In large systems what is untouched yet, and always as much, is known: enough for bounds that begin at a set-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.lower import lower
from rulewright.lower.claims import lower_claim
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from rulewright_verify.smt import induction
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.facts import Fact, Untouched
from rulewright_verify.smt.induction import Induction
from rulewright_verify.smt.results import Status
from rulewright_verify.smt.sampling import sampled

DECKS = """rulebook decks
  players 2 as Anna, Ben

enum Colour: red, blue

cards Card
  | name | colour | copies |
  | fox  | red    |      2 |
  | fire | red    |      3 |
  | sea  | blue   |      4 |
  | sky  | blue   |      1 |

reading late
  text en "Does Anna draw in her first turn?"
  option draws
    text en "Yes."
  option does_not
    text en "No."

state
  box[Player]: bag of Card, starts full
  deck[Player]: bag of Card
  hand[Player]: bag of Card
  turns[Player]: 0..9 = 0
  out: Player or none = none

procedure game
  for each p in Player
    p chooses take: f in Colour
    for each card in box[p] where card.colour = f
      move card from box[p] to deck[p]
  for each p in Player
    draw 2 cards from deck[p] to hand[p]
  repeat
    for each p in turn order
      turn(p)

procedure turn(p: Player)
  if deck[p] is empty
    end game
  if late = draws or p = Ben or turns[p] > 0
    draw card from deck[p] to hand[p]
  turns[p] becomes min(9, turns[p] + 1)
  p chooses throw_away: card in hand[p]
  move card from hand[p] to box[p]

rule more(p: Player) -> number
  default
    1 when p = Anna and turns[p] > 0 and late = does_not
    0 otherwise

claim bounded "Three cards, three turns, and one without a draw"
  at end of turn: every q in Player has turns[q] + count(card in deck[q]) <= BOUND + more(q)
"""


def engine(bound: int) -> Induction:
    text = DECKS.replace("BOUND", str(bound))
    book, diagnostics = check_sources([SourceFile(Path("decks.rules"), "decks.rules", text)])
    assert book is not None, [each.message for each in diagnostics]
    lowered = lower(book)
    return Induction(lowered.system, lower_claim(lowered, "bounded").clauses, Budget())


def status(made: Induction) -> Status:
    return made.prove(made._asked[0]).status  # type: ignore[arg-type]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every system is a large one."""
    monkeypatch.setattr(induction, "MANY_CELLS", 0)


@pytest.mark.usefixtures("large")
def test_a_bound_that_begins_at_a_set_up_in_steps_is_proved_under_all_readings() -> None:
    assert status(engine(3)) is Status.PROVED


@pytest.mark.usefixtures("large")
def test_a_bound_that_is_one_too_small_is_not() -> None:
    assert status(engine(2)) is Status.UNKNOWN


@pytest.mark.usefixtures("large")
def test_without_these_facts_it_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction, "add_untouched", lambda invariants: None)
    assert status(engine(3)) is Status.UNKNOWN


@pytest.mark.usefixtures("large")
def test_what_is_said_to_be_untouched_or_always_as_much_is_so_in_plays_that_nobody_sampled() -> None:
    made = engine(3)
    made.look_further()
    seen = sampled(made.system, made.graph.at, n_plays=20, most_rests=(30,), seed=77, probes={})
    checked: list[Fact] = []
    for location, situations in seen.at.items():
        for fact in made.invariants.facts[location]:
            assert all(fact.cond_of(made.encoder, situation) is True for situation in situations), fact.text
            checked.append(fact)
    texts = {fact.text for fact in checked}
    assert {"box[Ben] is as it was at the start", "Card in deck[Anna] = 5", "turns[Anna] = 0"} <= texts
    # Nothing is said of what somebody has taken from.
    after_setup = [fact for fact in made.invariants.facts[list(made.graph.at)[-1]] if isinstance(fact, Untouched)]
    assert after_setup == []
