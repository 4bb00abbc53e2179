"""What Rulewright asks of every game by itself."""

from pathlib import Path

import pytest

from rulewright.lower import lower
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from rulewright_verify.evidence import Play
from rulewright_verify.findings import Kind, Severity
from rulewright_verify.planner import every_game
from rulewright_verify.planner.induction import Proofs
from rulewright_verify.report.summary import expected_words
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Verdict
from tests.planner.small import GAME, verified, verified_text

CARDS = """
cards Card
  | name | copies |
  | ace  |      2 |

state
  deck: bag of Card, starts full
  hand: bag of Card
"""


def automatic(result: VerificationResult) -> dict[str, Verdict]:
    return {one.claim: one for one in result.verdicts if one.automatic}


def test_a_game_without_mistakes(tmp_path: Path) -> None:
    result = verified(tmp_path, CARDS)
    assert {name: one.outcome for name, one in automatic(result).items()} == {
        "never_stuck": Outcome.HOLDS, "Card_conserved": Outcome.HOLDS, "no_play_breaks_down": Outcome.HOLDS,
    }
    assert result.exit_code == 0


def test_asked_for_by_its_name_the_claim_that_stands_for_it_is_decided(tmp_path: Path) -> None:
    text = CARDS + """
claim kept "Kept"
  always conserved(Card)

claim goes_on "On"
  game never stuck

claim in_one_step "On"
  game.play never stuck
"""
    asked = {name: verified(tmp_path, text, claims=(name,)).verdicts for name in ("never_stuck", "Card_conserved")}
    assert {name: [one.claim for one in verdicts] for name, verdicts in asked.items()} == {
        "never_stuck": ["goes_on"], "Card_conserved": ["kept"],
    }
    assert [one.claim for one in verified(tmp_path, CARDS, claims=("never_stuck",)).verdicts] == ["never_stuck"]


def test_what_the_rulebook_claims_itself_is_not_asked_again(tmp_path: Path) -> None:
    claims = '\nclaim kept "Kept"\n  always conserved(Card)\n\nclaim on "On"\n  game never stuck\n'
    assert list(automatic(verified(tmp_path, CARDS + claims))) == ["no_play_breaks_down"]


def test_nothing_is_asked_beside_a_single_claim(tmp_path: Path) -> None:
    result = verified(tmp_path, '\nclaim gain_one "One"\n  gain = 1\n', claims=("gain_one",))
    assert automatic(result) == {} and result.findings == ()


def test_what_is_asked_of_every_game_is_asked_by_its_name(tmp_path: Path) -> None:
    claim = '\nclaim gain_one "One"\n  gain = 1\n'
    result = verified(tmp_path, CARDS + claim, claims=("Card_conserved", "never_stuck"))
    assert [one.claim for one in result.verdicts] == ["never_stuck", "Card_conserved"]
    assert all(one.automatic and one.outcome is Outcome.HOLDS for one in result.verdicts)
    both = verified(tmp_path, CARDS + claim, claims=("gain_one", "no_play_breaks_down"))
    assert {one.claim: one.automatic for one in both.verdicts} == {"gain_one": False, "no_play_breaks_down": True}


def test_a_game_in_which_one_gets_stuck(tmp_path: Path) -> None:
    stuck = GAME.replace("        more\n", "        more when score < 2\n").replace(
        "        stop\n          end game\n", ""
    )
    result = verified_text(tmp_path, stuck)
    found = automatic(result)["never_stuck"]
    assert found.outcome is Outcome.VIOLATED and isinstance(found.counterexample, Play)
    assert found.counterexample.conclusion.found.endswith(" must choose `more`, and nothing of it is allowed")
    assert result.exit_code == 1


def test_a_play_that_breaks_down(tmp_path: Path) -> None:
    broken = GAME.replace("min(20, score + gain + hurry)", "score + gain + hurry").replace("0..20", "0..2")
    result = verified_text(tmp_path, broken)
    found = automatic(result)["no_play_breaks_down"]
    assert found.outcome is Outcome.VIOLATED and found.counterexample is not None
    assert "breaks down, since" in found.counterexample.conclusion.found
    assert result.exit_code == 1


def test_what_never_comes_in_play_is_a_remark(tmp_path: Path) -> None:
    idle = GAME.replace("        stop\n", "        leap when score > 15\n          score becomes 20\n        stop\n")
    result = verified_text(tmp_path, idle)
    (remark,) = [one for one in result.findings if one.id == "small/without-effect/never_met"]
    assert remark.kind is Kind.WITHOUT_EFFECT and remark.severity is Severity.REMARK
    assert remark.rules == ("game.play.leap",)
    assert result.exit_code == 0


def test_options_that_change_nothing_are_a_remark(tmp_path: Path) -> None:
    third = GAME.replace('    text en "Quick."\n', '    text en "Quick."\n  option slower\n    text en "Slower."\n')
    result = verified_text(tmp_path, third)
    assert "`slow` and `slower` of `fast` are the same game" in [one.title for one in result.findings]
    assert result.exit_code == 0


def test_no_play_at_random_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may be so large that the time is over before the first play begins."""
    monkeypatch.setattr(every_game, "MOST_PLAYS", 0)
    monkeypatch.setattr(every_game, "MOST_NODES", 0)
    result = verified(tmp_path, CARDS)
    assert automatic(result)["never_stuck"].outcome is Outcome.UNKNOWN
    assert result.exit_code == 3
    assert expected_words([result]).endswith("checks undecided.")


def test_a_handful_of_games_is_no_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every_game, "MOST_PLAYS", 5)
    monkeypatch.setattr(every_game, "MOST_NODES", 0)
    stuck = automatic(verified(tmp_path, CARDS))["never_stuck"]
    assert stuck.outcome is Outcome.UNKNOWN
    assert stuck.reason is not None and stuck.reason.startswith("5 games were played by chance, none against it")


def test_a_check_that_the_run_did_not_come_to_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is asked of every game drops out without a word; what was decided stays."""

    def stays_out(*asked: object) -> object:
        raise MemoryError

    monkeypatch.setattr(every_game, "_decided", stays_out)
    result = verified(tmp_path, CARDS)
    found = automatic(result)
    assert list(found) == ["never_stuck", "Card_conserved", "no_play_breaks_down"]
    assert {one.outcome for one in found.values()} == {Outcome.UNKNOWN}
    assert result.exit_code == 3
    assert expected_words([result]) == "3 checks undecided."


def test_an_example_that_fails_is_not_as_expected(tmp_path: Path) -> None:
    example = """
example two_steps "Two steps"
  do game
    Player_1: more
    Player_1: stop
  expect
    score = 2
"""
    result = verified(tmp_path, example)
    assert result.exit_code == 1
    assert expected_words([result]) == "1 example not as expected."


def test_what_nobody_reads_may_break_a_play_down() -> None:
    """A proof may forget what nothing reads, unless it is about what plays break down on."""
    text = """rulebook gifts
  players 1 as Anna

state
  points: 0..9 = 0
  rounds: 0..3 = 0

procedure game
  repeat until rounds = 3
    Anna chooses one of
      take
        points becomes points + 4
      leave
    rounds becomes rounds + 1
  end game
"""
    book, diagnostics = check_sources([SourceFile(Path("gifts.rules"), "gifts.rules", text)])
    assert book is not None, diagnostics
    engine = Proofs(lower(book).system, (), 20, 1, whole=True).engine()
    assert engine is not None
    assert [demand.subject for demand in engine.demands().open] == ["points"]
