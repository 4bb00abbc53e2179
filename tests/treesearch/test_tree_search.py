"""A player who looks ahead: it wins what can be won, and knows nothing that is hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter.players import ByRollouts, Greedy, Policy, RandomPlayer, next_move
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_rulebook, check_sources
from rulewright.play import visible
from rulewright.source import SourceFile
from rulewright_verify.simulation import simulate
from rulewright_verify.treesearch import Guesses, TreeSearch
from tests.systems import twilight

ROOT = Path(__file__).parents[2]
TIC_TAC_TOE = ROOT / "rules" / "classics" / "tic_tac_toe"

MATCHES = """\
rulebook matches
  players 2 as Ada, Ben
state
  left: 0..10 = 10
procedure game
  repeat
    for each p in turn order
      p chooses take: n in 1..3 where n <= left
        left becomes left - n
      if left = 0
        end game won by p
"""

HIDDEN_CARD = """\
rulebook hidden_card
  title "Whoever names the colour of the hidden card wins"
  players 2 as Ada, Ben

enum Colour: red, black

cards Card
  | name  | colour: Colour | copies |
  | one   | red            | 5      |
  | other | black          | 5      |

state
  deck: bag of Card, seen by nobody, starts full
  hidden: bag of Card, seen by nobody

procedure game
  draw drawn from deck to hidden
  Ada chooses name: colour in Colour
    if some card in hidden has card.colour = colour
      end game won by Ada
  end game won by Ben
"""

AT_ONCE = """\
rulebook odd_or_even
  title "Both show a finger or two at once; Ben wins if they show the same"
  players 2 as Ada, Ben

state
  shown[Player]: 1..2 = 1

procedure game
  for each p in Player at once
    p chooses show: n in 1..2
      shown[p] becomes n
  if shown[Ada] = shown[Ben]
    end game won by Ben
  end game won by Ada
"""


def system_of_text(text: str) -> System:
    book, found = check_sources([SourceFile(Path("small.rules"), "small.rules", text)])
    assert book is not None, found
    return lower(book).system


def system_of_folder(path: Path) -> System:
    book, found = check_rulebook(path)
    assert book is not None, found
    system = lower(book).system
    return specialise(system, dict.fromkeys(system.readings, 0))


def won(system: System, policies: Mapping[int, Policy], n_games: int, seed: int) -> Counter[int]:
    """How often each seat won."""
    reference, rng = Reference(system), Random(seed)
    found: Counter[int] = Counter()
    for _ in range(n_games):
        state = reference.initial()
        while (way := next_move(reference, state, policies, rng)) is not None:
            state = reference.run(state, way)
        found.update(seat for seat, has_won in enumerate(state.winners or ()) if has_won)
    return found


# ------------------------------------------------------------------ it is strong


def test_it_beats_chance_from_either_seat() -> None:
    found = simulate(
        system_of_folder(TIC_TAC_TOE), games=40, seed=3, seats={0: "uct"}, swap=True, n_looks=300, jobs=1
    )
    searching, by_chance = found.wins_by_sort.values()
    assert searching.value >= 0.8
    assert by_chance.value <= 0.05


def test_a_better_search_beats_a_worse_one() -> None:
    system = system_of_text(MATCHES)
    found = won(system, {0: TreeSearch(system, n_looks=500), 1: TreeSearch(system, n_looks=4)}, 20, seed=1)
    assert found[0] >= 18


@pytest.mark.parametrize(("left", "take"), [(10, 2), (9, 1), (7, 3), (6, 2), (5, 1), (3, 3), (2, 2)])
def test_it_finds_a_forced_win(left: int, take: int) -> None:
    """Whoever leaves a multiple of four wins: one option of three does."""
    system = system_of_text(MATCHES.replace("= 10", f"= {left}"))
    reference = Reference(system)
    for seed in range(3):
        way = TreeSearch(system, n_looks=1500).choose(reference, reference.initial(), Random(seed))
        assert way.args == (str(take),)


def test_it_takes_a_win_before_a_block() -> None:
    """Cross has a1 and a2, Nought b1 and b2: a3 wins at once."""
    system = system_of_folder(TIC_TAC_TOE)
    reference = Reference(system)
    state = reference.initial()
    for square in ("a1", "b1", "a2", "b2"):
        state = reference.run(state, next(way for way in reference.alternatives(state) if way.args == (square,)))
    assert TreeSearch(system, n_looks=200).choose(reference, state, Random(5)).args == ("a3",)


# ------------------------------------------------------------------ it is honest


def test_it_cannot_name_a_hidden_card() -> None:
    """A player with open cards always can: so there is something to be known."""
    system = system_of_text(HIDDEN_CARD)
    cheated = won(system, {0: Greedy(ByRollouts(n_plays=2))}, 40, seed=2)
    honest = won(system, {0: TreeSearch(system, n_looks=60)}, 120, seed=2)
    assert cheated[0] == 40
    assert 40 <= honest[0] <= 80


def test_it_does_not_look_at_what_others_decide_at_the_same_time() -> None:
    system = system_of_text(AT_ONCE)
    found = won(system, {0: RandomPlayer(), 1: TreeSearch(system, n_looks=60)}, 200, seed=4)
    assert 70 <= found[1] <= 130


@pytest.mark.parametrize("how", ["one by one", "many games"])
def test_greedy_does_not_look_at_it_either(how: str) -> None:
    """Ben wins half of the games; who looked would win them all."""
    system = system_of_text(AT_ONCE)
    if how == "one by one":
        n_won = won(system, {0: RandomPlayer(), 1: Greedy(ByRollouts(n_plays=2))}, 200, seed=4)[1]
    else:
        n_won = round(200 * simulate(system, games=200, seed=4, policy="greedy", jobs=1).wins["Ben"].value)
    assert 70 <= n_won <= 130


NAMES = ("soul", "purgatory", "altar", "adept")


def hidden_games() -> list[tuple[str, System, int, int]]:
    """Games with secrets; how often to look ahead, and in how many states."""
    return [
        ("four hands", twilight(NAMES, hand_size=2), 30, 40),
        ("winged", system_of_folder(ROOT / "tests" / "language" / "games" / "winged"), 4, 6),
    ]


def states_of(system: System, n_states: int, seed: int) -> list[State]:
    """States in which a player has a choice, from plays by chance."""
    reference, rng = Reference(system), Random(seed)
    found: list[State] = []
    state = reference.initial()
    while len(found) < n_states:
        if reference.status(state) is Status.CHOICE and len(list(reference.alternatives(state))) > 1:
            found.append(state)
        way = next_move(reference, state, {}, rng)
        state = reference.initial() if way is None else reference.run(state, way)
    return found


@pytest.mark.parametrize("game", hidden_games(), ids=lambda game: game[0])
def test_what_looks_the_same_is_decided_the_same(game: tuple[str, System, int, int]) -> None:
    """The search hangs on the view alone: other hidden cards, the same decision from the same seed."""
    _, system, n_looks, n_states = game
    reference, guesses = Reference(system), Guesses(system)
    player = TreeSearch(system, n_looks=n_looks, max_rollout=20)
    n_other = 0
    for number, state in enumerate(states_of(system, n_states, seed=6)):
        ways = [(way.address, way.args) for way in reference.alternatives(state)]
        who = next(reference.alternatives(state)).who
        assert who is not None
        other = guesses.guess(state, who, Random(number))
        assert visible(system, other, who) == visible(system, state, who)
        if [(way.address, way.args) for way in reference.alternatives(other)] != ways:
            continue  # what may be done tells the two apart
        n_other += other != state
        here, there = (player.choose(reference, one, Random(number)) for one in (state, other))
        assert (here.address, here.args) == (there.address, there.args)
    assert n_other > 3


def test_guesses_differ_and_keep_what_all_can_see() -> None:
    """Backs are public: of each cult every hand keeps its number, and nothing is lost or found."""
    system = twilight(NAMES, hand_size=2)
    state = states_of(system, 1, seed=1)[0]
    guesses = Guesses(system)
    assert guesses.are_needed
    found = {guesses.guess(state, 0, Random(seed)) for seed in range(30)}
    assert len(found) > 5
    for other in found:
        for player in range(system.n_players):
            mine, theirs = visible(system, other, player), visible(system, state, player)
            assert [(zone.name, zone.size) for zone in mine.zones] == [(zone.name, zone.size) for zone in theirs.zones]
        assert visible(system, other, 0) == visible(system, state, 0)
        together = [sum((Counter(dict(enumerate(hand))) for hand in one.zones["hand"]), Counter())
                    for one in (state, other)]
        assert together[0] == together[1]


def test_a_game_without_secrets_needs_no_guess() -> None:
    assert not Guesses(system_of_text(MATCHES)).are_needed
