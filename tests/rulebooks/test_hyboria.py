"""Kings of Hyboria: its examples are played, its passages carried, and its odds are those of a calculation by hand.

That every claim comes out as expected is what `rulewright verify` is for; here the claims of breaks are asked
(`test_hyboria_broken.py`), and all 400 battles of up to twenty Armies against each other.
"""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

from rulewright.checker.symbols import Configuration
from rulewright.ir import properties as pr
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright.pipeline import check_rulebook
from rulewright_verify.explicit import Budget
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.planner.books import open_books
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.probability.asked import asked_by, values_of
from rulewright_verify.probability.on_graph import Measuring
from rulewright_verify.probability.runs import Runs
from tests.rulebooks.breaking import ROOT

HYBORIA = ROOT / "rules" / "kings_of_hyboria"
MOST = 20

NAMED_CLAIMS = {
    "heroic_table_complete", "wizard_table_complete", "battle_odds", "more_armies_never_worse", "initiative_matters",
    "battle_ends", "battle_leaves_somebody", "fortification_readings_differ", "king_risk_per_turn", "heir_exists",
    "storm_hinders_somebody", "raiding_does_something", "chits_never_exceeded", "one_king_each",
    "units_in_their_medium", "reachable_units", "game_ends", "winnable", "sacrifice_chain_ends",
}
SWITCHES = {
    "fate_phase_is_for": 2, "attack_zero": 2, "monster_attacks_twice": 3, "king_rolls": 3, "neutral_armies": 2,
    "neutral_armies_are": 2, "last_units_fall_together": 2, "ten_sided_die": 2, "asked_first": 2,
    "kings_are_converted": 2, "ancient_lore": 2, "results_are": 2, "retreats_in_a_round": 2, "plunder_pays": 3,
}

ALL_RANKS = f"""
variant all_ranks of kings_of_hyboria
  replaces procedure game
    chance chooses n in 1..{MOST}
    chance chooses m in 1..{MOST}
    ranks(n, m)

claim all_of_them "All battles of Armies"
  under variant all_ranks
  at end of ranks: chance(mine > 0) >= 0
"""


def test_every_named_claim_and_every_switch_is_there() -> None:
    books = open_books(HYBORIA)
    book = books.book(Configuration())
    with_variant = books.book(Configuration(players=2, scope="tiny", variants=("last_king",)))
    assert {*book.claims, *with_variant.claims} >= NAMED_CLAIMS
    readings = books.instance(Configuration(players=2)).system.readings
    assert {name: len(readings[name].options) for name in SWITCHES} == SWITCHES


def test_every_passage_is_carried_by_something() -> None:
    book, _ = check_rulebook(HYBORIA)
    assert book is not None
    texts = {path.name: path.read_text(encoding="utf-8") for path in HYBORIA.glob("*.rules")}
    listed = {line.split("|")[1].strip() for line in texts["sources.rules"].splitlines() if line.startswith("  | KH-")}
    others = "\n".join(text for name, text in texts.items() if name not in ("sources.rules", "examples.rules"))
    cited = {
        passage.strip() for line in others.splitlines() if line.strip().startswith("source ")
        for passage in line.strip().removeprefix("source ").split("#")[0].split(",")
    }
    assert listed >= {f"KH-{n:03}" for n in range(1, 99)}
    assert listed - cited == set()


def test_what_the_pages_leave_open_is_a_reading_or_a_gap() -> None:
    """So is each contradiction, but for two that an exception of a rule settles, and those of the ways to draw."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in HYBORIA.glob("*.rules")}
    listed = set(re.findall(r"^  \| (KH-[GCA]\d\d) ", texts["sources.rules"], re.MULTILINE))
    assert len(listed) >= 50
    rules = "".join(text for name, text in texts.items() if name != "sources.rules")
    declared = re.findall(r"^(?:reading|gap) .*\n(?:  .*\n)*", rules, re.MULTILINE)
    settled = re.findall(r"^  exception .*\n(?:    .*\n)*", rules, re.MULTILINE)
    open_or_settled = set(re.findall(r"KH-[GCA]\d\d", "".join([*declared, *settled])))
    assert listed - open_or_settled == {"KH-C01", "KH-G17"}
    ways_to_draw = (ROOT / "rules" / "draw_phase" / "draw_phase.rules").read_text(encoding="utf-8")
    gaps = re.findall(r"^gap .*\n(?:  .*\n)*", ways_to_draw, re.MULTILINE)
    assert set(re.findall(r"KH-[GCA]\d\d", "".join(gaps))) == {"KH-C01", "KH-G17", "KH-A22"}


def test_each_reading_has_a_claim_that_hinges_on_it() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in HYBORIA.glob("*.rules")}
    readings = set(re.findall(r"^reading (\w+)", texts["open_questions.rules"], re.MULTILINE))
    hinging = set(re.findall(r"^  expect violated when (\w+) = ", "".join(texts.values()), re.MULTILINE))
    assert readings - hinging == set()


def test_each_row_of_the_two_tables_has_a_worked_example() -> None:
    texts = [(HYBORIA / name).read_text(encoding="utf-8") for name in ("examples.rules", "row_examples.rules")]
    lines = re.findall(r"^  source (.*)$", "".join(texts), re.MULTILINE)
    cited = {passage for line in lines for passage in line.split(", ")}
    assert cited >= {f"KH-{number:03}" for number in range(62, 96)}


def test_the_examples_come_out_as_told() -> None:
    books = open_books(HYBORIA)
    plain = books.book(Configuration())
    assert len(plain.examples) >= 50
    assert [(r.name, r.failure) for r in play_examples(plain, {}) if r.failure] == []
    varied = books.book(Configuration(variants=("sample_tables",)))
    own = {name: each for name, each in varied.examples.items() if name not in plain.examples}
    assert set(own) >= {"hired_under_arms", "a_country_calls", "a_charge", "a_spell", "battle_plan_used", "a_turn"}
    results = play_examples(varied, {})
    assert [(r.name, r.failure) for r in results if r.name in own and r.failure] == []


def test_all_battles_of_armies_have_the_chances_of_a_calculation(tmp_path: Path) -> None:
    """One graph holds all of them: luck chooses the sizes, and the engine tells the chance of each run."""
    shutil.copytree(HYBORIA, tmp_path / "kings")
    (tmp_path / "kings" / "all_ranks.rules").write_text(ALL_RANKS, encoding="utf-8")
    game = open_books(tmp_path / "kings").instance(Configuration(players=2, scope="clash", variants=("all_ranks",)))
    options = dict.fromkeys(game.system.readings, 0)
    system = specialise(game.system, options)
    (clause,) = (specialise_clause(game.system, each, options) for each in game.claims["all_of_them"].clauses)
    assert isinstance(clause, pr.Measured)
    meter = Meter(Budget())
    runs = Runs(system, clause.regions, values_of(clause), meter=meter)
    graph = runs.found.graph
    assert graph is not None
    measuring = Measuring(runs, graph, clause, asked_by(system, clause), meter)
    measuring.result()
    found: dict[tuple[int, int], Fraction] = {}
    for (_, start), between in measuring.found.items():
        slots = runs.machine.decode(graph.states[start]).slots
        n, m = (cells[0] for name, cells in slots.items() if name.startswith(("game.n'", "game.m'")))
        assert between.value is not None
        found[n, m] = between.value
    assert len(found) == MOST * MOST
    assert found == {(n, m): won(n, m) for n in range(1, MOST + 1) for m in range(1, MOST + 1)}
    assert all(found[n + 1, m] > found[n, m] for n in range(1, MOST) for m in range(1, MOST + 1))


# ------------------------------------------------------------------ the same, calculated

HIT = Fraction(3, 10)


@cache
def hits(dice: int, most: int) -> tuple[Fraction, ...]:
    """The chances of 0, 1, .. casualties when so many are there to fall."""
    exactly = [comb(dice, k) * HIT**k * (1 - HIT) ** (dice - k) for k in range(dice + 1)]
    return (*exactly[:most], sum(exactly[most:], Fraction(0)))


@cache
def won(n: int, m: int) -> Fraction:
    """The chance that n Armies attack m and some of the n are left alone."""
    if n == 0 or m == 0:
        return Fraction(int(n > 0))
    mine, yours = hits(n, m), hits(m, n)
    total = sum(
        (a * d * won(n - j, m - i) for i, a in enumerate(mine) for j, d in enumerate(yours) if i or j), Fraction(0)
    )
    return total / (1 - mine[0] * yours[0])
