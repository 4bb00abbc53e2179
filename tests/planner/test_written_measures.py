"""`P ends decreasing m`: P may end, and the measure that was written may still not be the reason."""

from pathlib import Path

from rulewright_verify.verdict import Outcome
from tests.planner.small import of, verified_text

MEASURES = """rulebook measures
  players 2 as A, B
state
  n: 0..5 = 0
  m: 0..9 = 9
  k: 0..3 = 3
  extra: 0..9 = 9
procedure game
  twice
  twice
  lex
  dones
  autoloop
  window
  end game
procedure twice
  n becomes 0
  repeat until n = 2
    extra becomes max(0, extra - 1)
    for each p in turn order
      if n < 2
        p chooses one of
          up
            n becomes n + 1
procedure lex
  m becomes 2
  k becomes 2
  while m > 0 or k > 0
    A chooses one of
      small when k > 0
        k becomes k - 1
      big when m > 0
        m becomes m - 1
        k becomes 2
procedure dones
  k becomes 3
  A chooses one of, until done
    one when k > 0
      k becomes k - 1
procedure autoloop
  state
    i: 0..4 = 4
  step down
    while i > 0
      i becomes i - 1
procedure window
  n becomes 0
  m becomes 0
  k becomes 3
  responses by p in turn order
    answer when k > 0
      k becomes k - 1
      m becomes m + 1
    ask_back when n = 0
      n becomes 1
claim two_less_n "2 - n falls"
  twice ends decreasing 2 - n
claim n_rises "n rises"
  twice ends decreasing n
claim first_m_then_k "m then k"
  lex ends decreasing m, k
claim first_k_then_m "k then m"
  lex ends decreasing k, m
claim m_alone "m alone"
  lex ends decreasing m
claim until_done "until done"
  dones ends decreasing k
claim until_done_by_another "until done, m constant"
  dones ends decreasing m
claim without_a_decision "automatic"
  autoloop ends decreasing i
claim without_a_decision_by_another "automatic"
  autoloop ends decreasing k
claim in_a_step "Of a step"
  autoloop.down ends decreasing i

claim in_a_step_by_another "Of a step"
  autoloop.down ends decreasing n

claim begun_anew "no slots elsewhere: falls in both runs"
  twice ends decreasing extra
claim rising_from_run_to_run "extra constant 9 - extra rises"
  twice ends decreasing 9 - extra
claim answers_used_up "k falls, or n rises once"
  window ends decreasing k - n
claim answers_used_up_in_turn "k falls, or stays and n has risen"
  window ends decreasing k, 1 - n
claim answers_that_rise "m rises with each answer"
  window ends decreasing m
claim answers_without_the_other_kind "k stays if somebody asks back"
  window ends decreasing k
claim no_loop_of_its_own "no loop of its own in game"
  game ends decreasing m
"""

RISE = {
    "n_rises",
    "first_k_then_m",
    "m_alone",
    "until_done_by_another",
    "without_a_decision_by_another",
    "in_a_step_by_another",
    "rising_from_run_to_run",
    "answers_that_rise",
    "answers_without_the_other_kind",
}


def test_a_measure_that_does_not_fall_is_refuted_though_every_run_ends(tmp_path: Path) -> None:
    result = verified_text(tmp_path, MEASURES)
    names = [line.split()[1] for line in MEASURES.splitlines() if line.startswith("claim ")]
    verdicts = {name: of(result, name)[0] for name in names}
    assert {name for name, verdict in verdicts.items() if verdict.outcome is Outcome.VIOLATED} == RISE
    assert {name for name, verdict in verdicts.items() if verdict.outcome is Outcome.HOLDS} == set(names) - RISE
    assert all(verdicts[name].counterexample is not None for name in RISE)
