"""Changes of the table in few words."""

import pytest

from rulewright_verify.evidence import Change
from rulewright_verify.report.moves import Moved, moves_of


@pytest.mark.parametrize(
    ("changes", "moves"),
    [
        ([("score[Ada]", "0", "5")], [("score[Ada]", "0", "5")]),
        ([("leader", "North", "West")], [("leader", "North", "West")]),
        (
            [("deck", "altar, 2 soul", "soul"), ("hand[Ada]", "nothing", "altar, soul")],
            [("altar, soul", "deck", "hand[Ada]")],
        ),
        (
            [("hand[Ada]", "altar, soul", "soul"), ("trick", "nothing", "altar (by: Ada)")],
            [("altar", "hand[Ada]", "trick")],
        ),
        (
            [("trick", "a (by: A), b (by: B)", "nothing"), ("won[sun]", "2 c", "a, b, 2 c"), ("n", "2", "1")],
            [("n", "2", "1"), ("a, b", "trick", "won[sun]")],
        ),
        ([("pile", "3 a", "a")], [("2 a", "pile", "")]),
        ([("pile", "nothing", "a, b")], [("a, b", "", "pile")]),
        ([("pile", "a, b, c, d, e, f, g", "nothing")], [("7 things", "pile", "")]),
        ([("row", "a (damage: 0), b", "a (damage: 2), b")], [("a (damage: 2)", "", "row")]),
    ],
)
def test_moves(changes: list[tuple[str, str, str]], moves: list[tuple[str, str, str]]) -> None:
    assert moves_of([Change(*change) for change in changes]) == tuple(Moved(*move) for move in moves)


def test_nothing_changed() -> None:
    assert moves_of([]) == ()
