"""What stands in a drawing, and that Graphviz takes it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright_verify.drawing import MOST_STATES, TooLarge, drawing_of, picture_of
from rulewright_verify.drawing.picture import Kind, Picture
from rulewright_verify.explicit import explore
from tests.probability.from_text import asked_in_folder, asked_in_text
from tests.systems import ALL

GAMES = Path(__file__).parents[1] / "language" / "games"

COINS = """\
rulebook coins
  title "Coins"
  players 2 as Anna, Ben

state
  heads: 0..2 = 0
  called: yes or no = no

procedure game
  roll d2 as side
  if side = 1
    heads becomes heads + 1
  Anna chooses one of
    call_it
      called becomes yes
    leave_it
  if called
    end game won by Anna
  otherwise
    end game

claim any "Something to ask"
  always heads <= 2
"""


def picture(name: str) -> Picture:
    return picture_of(explore(ALL[name]()))


def coins() -> Picture:
    ((system, _),) = asked_in_text(COINS)["any"]
    return picture_of(explore(system))


def test_states_say_what_they_wait_for_and_what_changed() -> None:
    start, first, *_ = coins().states
    assert (start.number, start.kind, start.lines[0]) == (0, Kind.CHANCE, "luck")
    assert first.kind is Kind.CHOICE
    assert first.lines[0] == "Anna chooses"
    assert first.lines[-1] == "heads: 1"


def test_arrows_carry_decisions() -> None:
    labels = {label for arrow in coins().arrows for label in arrow.labels}
    assert labels == {"chance: 1", "chance: 2", "Anna: call_it", "Anna: leave_it"}


def test_ends_say_who_won() -> None:
    ends = {state.lines[0] for state in coins().states if state.kind is Kind.END}
    assert ends == {"end: won by Anna", "end: won by nobody"}


@pytest.mark.parametrize(
    ("system", "kind", "word"),
    [("stuck", Kind.DEAD_END, "dead end"), ("breaks_down", Kind.BREAKDOWN, "breaks down")],
)
def test_what_goes_wrong_has_a_word_and_a_shape_of_its_own(system: str, kind: Kind, word: str) -> None:
    found = [state for state in picture(system).states if state.kind is kind]
    assert found and all(state.lines[0].startswith(word) for state in found)
    text = drawing_of(explore(ALL[system]()), "dot").decode()
    shapes = set(re.findall(r"shape=\w+", text))
    assert len(shapes) == len({state.kind for state in picture(system).states}) + 1  # the point at the start


def test_states_that_were_not_followed_say_so() -> None:
    found = explore(ALL["craps"](), max_states=5)
    assert not found.complete
    kinds = {state.kind for state in picture_of(found).states}
    assert Kind.UNFOLLOWED in kinds


def test_large_graphs_are_not_drawn() -> None:
    found = explore(ALL["pig"]())
    assert found.states > MOST_STATES
    with pytest.raises(TooLarge, match=str(found.states)):
        drawing_of(found, "dot")


def test_graphs_with_very_many_arrows_are_not_drawn_either() -> None:
    ((system, _), *_) = asked_in_folder(GAMES / "auction")["bids_only_rise"]
    with pytest.raises(TooLarge, match="arrows"):
        drawing_of(explore(system), "dot")


def test_the_same_graph_gives_the_same_text() -> None:
    one, other = (drawing_of(explore(ALL["responses"]()), "dot") for _ in range(2))
    assert one == other


def test_graphviz_draws_every_state() -> None:
    found = explore(ALL["craps"]())
    root = ElementTree.fromstring(drawing_of(found, "svg"))
    nodes = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("class") == "node"]
    assert len(nodes) == found.states + 1


def test_quotes_and_backslashes_do_not_break_the_text() -> None:
    from rulewright_verify.drawing.dot import dot_text
    from rulewright_verify.drawing.picture import Drawn
    from rulewright_verify.drawing.svg import svg_of

    odd = Picture('a "b"', (Drawn(0, Kind.END, ('say "no" \\ or',)),), ())
    assert b"say &quot;no&quot; \\ or" in svg_of(dot_text(odd))
