"""`odds`: what it answers, what it says to bad questions (files of what is expected), and its record."""

import io
import json
import re
import shlex
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from rulewright_verify.cli.output import ProgressLine
from tests.cli.calling import CLASSICS, Call
from tests.golden import check_golden

FOLDER = Path(__file__).parent / "odds"
BATTLE = FOLDER / "battle.rules"
QUESTIONS = sorted(FOLDER.glob("*.asked"))
WRONG = "wrong_"


def arguments(case: Path) -> list[str]:
    """The words of a question, as a shell takes them; `$'a\\nb'` is two lines."""
    return [word.removeprefix("$").replace("\\n", "\n") for word in shlex.split(case.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case.stem)
def test_a_question(call: Call, case: Path, accept: bool) -> None:
    called = call("odds", BATTLE, *arguments(case))
    assert called.code == (2 if case.stem.startswith(WRONG) else 3 if case.stem == "too_large" else 0)
    printed = f"{called.out}{called.err}"
    assert max(map(len, printed.splitlines())) <= 80
    check_golden(case, printed, accept=accept)


def test_a_record_has_whole_fractions(call: Call) -> None:
    asked = ["fight", "--chance", "attackers > 0", "--over", "n=1..3", "--over", "m=1..3", "--format", "json"]
    (table,) = json.loads(call("odds", BATTLE, *asked).out)["tables"]
    assert table["names"] == ["n", "m"]
    found = {tuple(row["values"]): Fraction(row["least"]) for row in table["rows"]}
    assert len(found) == 9
    # One against one: the first hits and the second misses, or both miss and all begins anew.
    assert found["1", "1"] == Fraction(8 * 2, 100 - 2 * 2)
    assert found["3", "3"] == Fraction(2336300803, 7376316948)
    assert all(row["least"] == row["greatest"] and row["error"] == 0 for row in table["rows"])


def test_a_range_and_single_questions_agree(call: Call) -> None:
    """One graph for all values, a graph for each, and a game with another param."""
    chance = ["--chance", "attackers > 0", "--format", "json"]
    (together,) = json.loads(call("odds", BATTLE, "fight(n, n)", "--over", "n=1..3", *chance).out)["tables"]
    (params,) = json.loads(call("odds", BATTLE, "--over", "most=1..3", *chance).out)["tables"]
    singly = [
        json.loads(call("odds", BATTLE, f"fight({n}, {n})", *chance).out)["tables"][0]["rows"][0]["least"]
        for n in (1, 2, 3)
    ]
    assert [row["least"] for row in together["rows"]] == singly == [row["least"] for row in params["rows"]]


def test_floating_point_says_how_far_it_may_be_off(call: Call) -> None:
    asked = ["fight(3, n)", "--chance", "attackers > 0", "--over", "n=1..3", "--format", "json"]
    (exact,) = json.loads(call("odds", BATTLE, *asked).out)["tables"]
    (rough,) = json.loads(call("odds", BATTLE, *asked, "--approximate").out)["tables"]
    for one, other in zip(exact["rows"], rough["rows"], strict=True):
        off = abs(Fraction(one["least"]) - Fraction(other["least"]))
        assert 0 < off <= Fraction(other["error"]) < Fraction(1, 10**12)


@pytest.mark.parametrize(("game", "asked", "number"), [
    ("craps", [], "244/495"),
    ("craps", ["--expected", "runs(throw_dice)"], "557/165"),
])
def test_known_numbers(call: Call, game: str, asked: list[str], number: str) -> None:
    called = call("odds", CLASSICS / game, *asked, "--format", "json")
    assert json.loads(called.out)["tables"][0]["rows"][0]["least"] == number


def test_a_draw_at_best_and_every_result_by_chance(call: Call) -> None:
    """Tic-tac-toe by chance: 737/1260 for the first player, 121/420 for the second (all 255,168 plays weighted)."""
    board = CLASSICS / "tic_tac_toe"
    tables = json.loads(call("odds", board, "--with", "random", "--format", "json").out)["tables"]
    assert [table["rows"][0]["least"] for table in tables] == ["737/1260", "121/420"]


NO_ANSWER = """\
rulebook no_answer
  players 1 as Ann

state
  face: 1..6 = 1

rule worth(n: 1..6) -> 0..10
  default
    n when n <= 4

procedure game
  throw(6)

procedure throw(most: 1..6)
  roll d6 as rolled
  face becomes min(rolled, most)

claim mean "What a throw is worth"
  at end of game: expected(worth(face)) = 10/6
"""


def test_the_mean_of_what_has_no_answer_is_no_number(call: Call, tmp_path: Path) -> None:
    """Neither of the game nor of a claim; of a run only for those values with which there is none."""
    book = tmp_path / "no_answer.rules"
    book.write_text(NO_ANSWER, encoding="utf-8")
    for what in ("game", "mean"):
        asked = ["--expected", "worth(face)"] if what == "game" else []
        called = call("odds", book, what, *asked)
        assert called.code == 3
        assert "`worth(face)` has no answer with a chance of 1/3" in called.out
    over = ["throw", "--expected", "worth(face)", "--over", "most=3..6", "--format", "json"]
    (table,) = json.loads(call("odds", book, *over).out)["tables"]
    assert [row["least"] for row in table["rows"]] == ["5/2", "3", None, None]
    assert table["rows"][2]["reason"] == "`worth(face)` has no answer with a chance of 1/3"


def test_a_limit_of_states_is_kept_exactly(call: Call) -> None:
    asked = ["fight(3, 3)", "--chance", "attackers > 0", "--format", "json"]

    def states(limit: list[str]) -> tuple[int, int]:
        called = call("odds", BATTLE, *asked, *limit)
        return called.code, json.loads(called.out)["tables"][0]["rows"][0]["states"]

    _, all_states = states([])
    assert states(["--max-states", str(all_states)]) == (0, all_states)
    assert states(["--max-states", str(all_states - 1)]) == (3, all_states - 1)


@pytest.mark.parametrize("where", [["--scope", "small"], ["--over", "most=1..2"], []])
def test_a_mistake_in_a_question_is_told_in_every_game(call: Call, tmp_path: Path, where: list[str]) -> None:
    path = tmp_path / "small.rules"
    path.write_text(
        "rulebook small\n  players 2 as Ann, Bob\nparam most: 1..3 = 2\ncards Card\n  | name | copies |\n  | a | 2 |\n"
        "state\n  hand[Player]: bag of Card\nprocedure game\n  roll d6 as n\nscope small\n  sets copies of a to 1\n",
        encoding="utf-8",
    )
    called = call("odds", path, "--chance", "hand[Ann] > 3", *where)
    assert called.code == 2
    assert "RW314" in called.out
    assert "`hand[Ann]` is a bag of `Card`" in called.out


def numbers_in(call: Call, *asked: object) -> list[str | None]:
    """The least number of each row of the first table."""
    called = call("odds", *asked, "--format", "json")
    return [row["least"] for row in json.loads(called.out)["tables"][0]["rows"]]


def test_a_game_begins_with_what_is_given(call: Call) -> None:
    """With all pictures but one, the last is one of six: six packets on average, not 147/10."""
    asked = [CLASSICS / "coupons", "game", "--expected", "runs(buy_a_packet)"]
    assert numbers_in(call, *asked) == ["147/10"]
    assert numbers_in(call, *asked, "--given", "collected becomes all(p in Picture where p != fox)") == ["6"]


def test_a_range_over_lists(call: Call) -> None:
    """One army against one, and two against one."""
    asked = [CLASSICS / "risk", "game", "--chance", "army[Defender] = 0", "--over", "armies=[1,1], [2,1]"]
    one, two = numbers_in(call, *asked)
    assert one == "5/12"
    # With two dice against one the attacker wins the throw with 125/216, else goes on with one army.
    assert two is not None
    assert Fraction(two) == Fraction(125, 216) + Fraction(91, 216) * Fraction(5, 12)


def test_values_out_of_range_have_no_number(call: Call) -> None:
    """In their own rows: those beside them keep theirs."""
    asked = ["odds", CLASSICS / "chuck_a_luck", "throw", "--over", "number=6..7", "--expected", "gain",
             "--chance", "matching = 3"]
    called = call(*asked)
    assert called.code == 3
    assert "Unknown: the play breaks down: range (throw.number)." in called.out
    chances, means = json.loads(call(*asked, "--format", "json").out)["tables"]
    assert [row["least"] for row in chances["rows"]] == ["1/216", None]
    assert [row["least"] for row in means["rows"]] == ["-17/216", None]
    assert [row["breaks_down"] for row in means["rows"]] == ["0", "1"]


def test_long_names_stand_above_the_numbers(call: Call) -> None:
    over = ["--over", "dice_of_attacker=1..3", "--over", "dice_of_defender=1..2"]
    called = call("odds", CLASSICS / "risk", "throw", *over, "--chance", "lost[Defender] = 2")
    assert called.out.splitlines()[3:8] == [
        "                    dice_of_defender",
        "  dice_of_attacker        1        2",
        "                 1        0        0",
        "                 2        0   0.2276",
        "                 3        0   0.3717",
    ]


def test_an_argument_that_is_misspelt(call: Call) -> None:
    over = ["--over", "dice_of_atacker=1..3", "--over", "dice_of_defender=1..2"]
    called = call("odds", CLASSICS / "risk", "throw", *over, "--chance", "lost[Defender] = 2")
    assert called.code == 2
    assert "did you mean" in called.err
    assert "`dice_of_attacker`" in called.err


def test_everybody_by_chance_but_one(call: Call) -> None:
    """The same as naming all others."""
    pig = [CLASSICS / "pig", "game", "--over", "goal=5..6"]
    but_ben = numbers_in(call, *pig, "--with", "random", "--player", "Ben=free")
    assert but_ben == numbers_in(call, *pig, "--player", "Anna=random")
    assert but_ben != numbers_in(call, *pig, "--with", "random")
    called = call("odds", *pig, "--with", "random", "--player", "Ben=free")
    assert called.out.startswith("game: everybody but Ben decides by chance")
    assert call("odds", *pig, "--player", "Ben=free", "--player", "Ben=random").code == 2


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_sees_how_far_it_is(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is the same; what is done meanwhile stands in one line, which is gone at the end."""
    terminal = _Terminal()
    asked = ["fight", "--chance", "attackers > 0", "--over", "n=1..3", "--over", "m=1..3"]
    quiet = call("odds", BATTLE, *asked).out
    monkeypatch.setattr("rulewright_verify.cli.odds.ProgressLine", partial(ProgressLine, stream=terminal))
    loud = call("odds", BATTLE, *asked)
    assert (loud.code, loud.out) == (0, quiet)
    shown = terminal.getvalue().split("\r\x1b[K")
    assert any(re.fullmatch(r"  0 of 1 games  \[-+\]  [\d,]+ situations found", line) for line in shown)
    assert any(re.fullmatch(r"  0 of 1 games  \[-+\]  working out [\d,]+ situations", line) for line in shown)
    assert shown[-1] == ""


WOUND = """rulebook wound
  players 1 as Anna

state
  life: 0..5 = 5

procedure game
  repeat
    Anna chooses go_on
      hit(2)

procedure hit(n: 0..5)
  life becomes max(0, life - n)
  if life = 0
    end game
"""


def test_a_run_that_ends_the_game_is_said_not_to_come_back(call: Call, tmp_path: Path) -> None:
    game = tmp_path / "wound.rules"
    game.write_text(WOUND, encoding="utf-8")
    remark = "Where the run ends the game it does not come back"
    asked = ["--chance", "life = 0", "--over", "n=4..5"]
    called = call("odds", game, "hit(n)", *asked)
    assert called.code == 0 and remark in called.out
    (table,) = json.loads(call("odds", game, "hit(n)", *asked, "--format", "json").out)["tables"]
    assert table["game_may_end"] is True
    assert remark not in call("odds", BATTLE, "fight(1, 1)", "--chance", "attackers > 0").out
