"""What a printed rulebook says, in both languages; and that it never says more than was found out."""

import re
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from urllib.parse import quote

import pytest

from rulewright.checker.symbols import Configuration
from rulewright.pipeline import check_rulebook
from rulewright_sphinx.book import phrases
from rulewright_sphinx.book.build import document_of
from rulewright_sphinx.book.english import ENGLISH
from rulewright_sphinx.book.german import GERMAN
from rulewright_sphinx.book.model import FlowChart, NumberedRule, plain
from rulewright_sphinx.book.reader import anchor_of
from rulewright_sphinx.book.unsaid import unsaid
from rulewright_sphinx.chart import dot_of, drawing_of
from rulewright_sphinx.signs import BARS, SIGNS
from tests.golden import check_golden
from tests.print.dump import dump
from tests.print.printing import HARE, checked, printed, record

STYLE = Path(__file__).parents[2] / "docs" / "rulewright_sphinx" / "static" / "rulewright.css"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_whole_book(language: str, accept: bool) -> None:
    check_golden(HARE.with_name(f"hare.{language}.rules"), dump(printed(language)), accept=accept)


def test_the_same_rulebook_gives_the_same_document() -> None:
    assert document_of(checked(), "de", record()) == document_of(checked(), "de", record())


def test_every_language_has_every_word() -> None:
    for one in fields(ENGLISH):
        english, german = getattr(ENGLISH, one.name), getattr(GERMAN, one.name)
        if isinstance(english, dict):
            assert english.keys() == german.keys(), one.name
            pairs = [(english[key], german[key]) for key in english]
        else:
            pairs = [(english, german)]
        assert [one.name for left, right in pairs if left.count("{}") != right.count("{}")] == []


def test_without_a_report_nothing_is_claimed() -> None:
    document = printed(verified=False)
    rules = [block for chapter in document.chapters for block in chapter.blocks if isinstance(block, NumberedRule)]
    assert not document.verified and document.remark == ENGLISH.not_verified
    assert [claim.badge for claim in document.claims if claim.badge is not None] == []
    assert [rule.badges for rule in rules if rule.badges] == []
    assert {question.play for question in document.questions} == {"first_draw"}


def test_a_report_of_other_files_is_not_believed() -> None:
    other = deepcopy(dict(record()))
    other["rulebooks"][0]["digest"] = "0" * 64
    document = document_of(checked(), "en", other)
    assert not document.verified and document.remark == ENGLISH.other_files
    assert [claim.badge for claim in document.claims if claim.badge is not None] == []


def altered(**changes: object) -> list[str]:
    """What is asked frequently when the verdict on one claim is another."""
    other = deepcopy(dict(record()))
    for verdict in other["verdicts"]:
        if verdict["claim"] == "ten_points":
            verdict.update(changes)
    return [question.badge.claim for question in document_of(checked(), "en", other).questions if question.badge]


def test_only_what_is_certain_is_asked_frequently() -> None:
    assert "ten_points" in altered()
    assert "ten_points" in altered(assurance="exhaustive", reach={"scope": None})
    assert "ten_points" not in altered(assurance="sampled", reach={"plays": 3000})
    assert "ten_points" not in altered(assurance="bounded", reach={"depth": 12})
    assert "ten_points" not in altered(assurance=None, outcome="unknown", reason="time")
    assert "ten_points" not in altered(outcome="vacuous")
    # Shown by a play, but the play is not there: nobody could follow it.
    assert "ten_points" not in altered(assurance="shown", outcome="violated", counterexample=None, witness=None)


def test_a_claim_whose_answer_hinges_on_a_reading_is_no_answer() -> None:
    other = deepcopy(dict(record()))
    (verdict,) = [one for one in other["verdicts"] if one["claim"] == "ten_points"]
    at_once = deepcopy(verdict)
    verdict["readings"], at_once["readings"] = {"hound_bites": "never"}, {"hound_bites": "at_once"}
    at_once["outcome"] = "violated"
    other["verdicts"].append(at_once)
    document = document_of(checked(), "en", other)
    (claim,) = [one for one in document.claims if one.name == "ten_points"]
    assert claim.badge is not None
    assert (claim.badge.sign, claim.badge.reach) == ("hinges", "")
    assert "hound bites" in claim.badge.words
    assert [one for one in document.questions if one.badge and one.badge.claim == "ten_points"] == []


def badge_words(**changes: object) -> str:
    """How far was looked, in the words of a badge, when the verdict on a claim is another."""
    other = deepcopy(dict(record()))
    for verdict in other["verdicts"]:
        if verdict["claim"] == "ten_points":
            verdict.update(changes)
    (claim,) = [one for one in document_of(checked(), "en", other).claims if one.name == "ten_points"]
    assert claim.badge is not None
    return claim.badge.words


def test_a_badge_says_where_less_was_looked_at_than_the_rulebook() -> None:
    assert badge_words() == "proved for every size"
    assert badge_words(rests_on={"scope": ["tiny"]}) == "proved for every size; only in tiny"
    assert badge_words(rests_on={"readings": ["hound_bites = never"]}) == (
        "proved for every size; only if hound bites = never"
    )
    assert badge_words(players=[3]) == "proved for every size; only for 3 players"
    in_scope = {"assurance": "exhaustive", "reach": {"scope": "tiny"}, "rests_on": {"scope": ["tiny"]}}
    assert badge_words(**in_scope) == "in every play of tiny"


def test_a_variant_says_which_claims_come_out_otherwise() -> None:
    other = deepcopy(dict(record()))
    other["rulebooks"][0]["compared"] = [
        {"variant": "short_chase", "claims": {"ten_points": "broken", "hound_bites_all": "kept"}}
    ]
    (variant,) = document_of(checked(), "de", other).variants
    assert variant.differs == (("Es sind höchstens zehn Tiere", "gilt nicht mehr"),)


def test_an_example_that_fails_is_told_as_failing_and_answers_nothing(tmp_path: Path) -> None:
    wrong = tmp_path / "hare.rules"
    wrong.write_text(HARE.read_text(encoding="utf-8").replace("points(Ben) = 2", "points(Ben) = 3"), encoding="utf-8")
    document = document_of(checked(wrong), "en")
    assert document.plays[0].failure == "points(Ben) = 3"
    assert document.questions == ()


def test_a_sentence_of_another_play_breaks_the_numbers_of_no_rule() -> None:
    document = printed()
    rules = [block for chapter in document.chapters for block in chapter.blocks if isinstance(block, NumberedRule)]
    numbers = [rule.number for rule in rules]
    assert len(numbers) == len(set(numbers)) == 7
    anchors = [rule.anchor for rule in rules]
    assert len(anchors) == len(set(anchors))
    named = {number for play in document.plays for step in play.steps if (number := step.rule)}
    assert named <= {*numbers} and "2.3" in named


@pytest.mark.parametrize(
    ("parts", "anchor"),
    [(("rule", "stärke_über"), "rule-staerke-ueber"), (("term", "Maß.größe"), "term-mass-groesse"), (("…",), "part")],
)
def test_anchors_are_plain_letters(parts: tuple[str, ...], anchor: str) -> None:
    assert anchor_of(*parts) == anchor


def charts() -> list[FlowChart]:
    return [one for chapter in printed().chapters for one in chapter.blocks if isinstance(one, FlowChart)]


def test_a_chart_draws_every_box_and_takes_its_colour_from_the_page() -> None:
    (game, turn) = charts()
    svg = drawing_of(dot_of(game))
    assert svg.startswith("<svg ") and svg.count("<text ") >= len(game.nodes)
    assert "currentColor" in svg and 'fill="white"' not in svg and "href" not in svg and " id=" not in svg
    assert ">2.3<" in drawing_of(dot_of(turn))


def test_a_chart_shows_signs_of_markup_as_they_are() -> None:
    (game, _) = charts()
    node = game.nodes[1]
    evil = type(node)(node.id, node.shape, ('<script>&"\\N', "a & b"), node.number)
    svg = drawing_of(dot_of(type(game)("x", "x", "x", "x", (game.nodes[0], evil), game.arrows[:1])))
    assert "<script" not in svg
    assert '&lt;script&gt;&amp;&quot;\\N' in svg or '&lt;script&gt;&amp;"\\N' in svg
    assert "a &amp; b" in svg


def test_the_style_sheet_has_the_signs_that_paper_has() -> None:
    style = STYLE.read_text(encoding="utf-8")
    missing = [name for name, body in {**SIGNS, **BARS}.items() if quote(body, safe="/:=' ") not in style]
    assert missing == []


def test_terms_are_found_with_their_endings_and_once_in_a_sentence() -> None:
    rule = next(
        block for chapter in printed("de").chapters for block in chapter.blocks
        if isinstance(block, NumberedRule) and block.name == "turn.act"
    )
    assert [piece.text for piece in rule.text if piece.term] == ["Hasen"]
    assert plain(rule.text) == "Nimm einen Hasen oder wirf die Pfote."


def test_the_small_words_are_there_in_every_language() -> None:
    assert phrases.ENGLISH.keys() == phrases.GERMAN.keys()
    for key, english in phrases.ENGLISH.items():
        assert english.count("{}") == phrases.GERMAN[key].count("{}"), key


def test_a_game_with_a_variant_is_printed_with_it_and_without_verdicts() -> None:
    book, found = check_rulebook(HARE, Configuration(variants=("short_chase",)))
    assert book is not None, found
    document = document_of(book, "de", record())
    assert document.name == "hare-short_chase" and ("Gespielt mit", "Kurze Jagd") in document.facts
    (goal,) = [one for chapter in document.chapters for one in chapter.blocks if one.name == "goal"]
    assert isinstance(goal, NumberedRule) and goal.value == "2"
    assert document.variants == () and not document.verified and document.remark == GERMAN.other_game


SENTENCES = {
    "if count(card in hand[p]) > 1": ("If hand: more than 1 card:", "Wenn hand: mehr als 1 Karte:"),
    "if not deck is empty and not hand[p] is empty": ("If stock: not empty and hand: not empty:", "hand: nicht leer:"),
    "if some card in hand[p] has card.worth >= 2": ("If any hand (points: at least 2):", "hand vorhanden (Punkte: min"),
    "if every q in Player has points(q) = 0": (
        "If every player: points (that player): 0: everything: hand (this player)",
        "Wenn alle: Punktezahl (jene Person): 0: alles: hand (diese Person)",
    ),
    "if some q in others after p has points(q) > points(p)": (
        "If another player (points (that player): more than points (this player)):",
        "Wenn jemand anderes (Punktezahl (jene Person): mehr als Punktezahl (diese Person)):",
    ),
    "if some big in hand[p] has no small in hand[p] has small.worth > big.worth": (
        "If any big from hand (no small from hand (points (small): more than points (big))):",
        "Wenn big aus hand vorhanden (small aus hand nicht vorhanden (Punkte (small): mehr als Punkte (big))):",
    ),
    "if points(p) + 1 < goal": ("If points + 1: less than 4:", "Wenn Punktezahl + 1: weniger als 4:"),
}


@pytest.mark.parametrize("written", SENTENCES)
def test_what_a_step_asks_is_told_in_words(written: str, tmp_path: Path) -> None:
    path = tmp_path / "hare.rules"
    text = HARE.read_text(encoding="utf-8").replace("| deck   |            |", '| deck   | "stock"    |')
    step = f"  step ask\n    {written}\n      move all from hand[p] to gone\n  step tidy\n"
    path.write_text(text.replace("  step tidy\n", step), encoding="utf-8")
    for language, told in zip(("en", "de"), SENTENCES[written], strict=True):
        blocks = [one for chapter in document_of(checked(path), language).chapters for one in chapter.blocks]
        (rule,) = [one for one in blocks if isinstance(one, NumberedRule) and one.name == "turn.ask"]
        assert told in plain(rule.text) and "→" in plain(rule.text), plain(rule.text)


def test_the_name_of_a_seat_is_no_word_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "hare.rules"
    text = re.sub(r"\bBen\b", "Hunting", HARE.read_text(encoding="utf-8"))
    path.write_text(text.replace("A hare counts", "A hare hunting counts"), encoding="utf-8")
    blocks = [one for chapter in document_of(checked(path)).chapters for one in chapter.blocks]
    (points,) = [one for one in blocks if isinstance(one, NumberedRule) and one.name == "points"]
    assert [piece.text for piece in points.text if piece.term] == ["hare"]


OTHERWISE = """    if hand[p] is empty
      goal_reached[p] becomes yes
    otherwise if deck is empty
      for each q in Player
        goal_reached[q] becomes yes
        goal_reached[p] becomes yes
      goal_reached[p] becomes no
    otherwise
      goal_reached[p] becomes no
"""


def test_what_is_otherwise_done_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "hare.rules"
    text = HARE.read_text(encoding="utf-8").replace("  step tidy\n", f"  step ask\n{OTHERWISE}  step tidy\n")
    path.write_text(f"{text}\nstate\n  goal_reached[Player]: yes or no = no\n", encoding="utf-8")
    blocks = [one for chapter in document_of(checked(path)).chapters for one in chapter.blocks]
    (rule,) = [one for one in blocks if isinstance(one, NumberedRule) and one.name == "turn.ask"]
    told = plain(rule.text)
    assert told == (
        "If hand (this player): empty: goal reached (this player). Otherwise: if deck: empty: everybody: "
        "(goal reached (that player); goal reached (this player)); goal reached (this player): no. "
        "Otherwise: goal reached (this player): no."
    )


def test_an_option_without_a_sentence_tells_what_then_happens(tmp_path: Path) -> None:
    path = tmp_path / "hare.rules"
    option = "    p chooses swap: q in others after p\n      move all from hand[q] to hand[p]\n"
    text = HARE.read_text(encoding="utf-8").replace("  step tidy\n", f"  step swapping\n{option}  step tidy\n")
    path.write_text(text, encoding="utf-8")
    blocks = [one for chapter in document_of(checked(path)).chapters for one in chapter.blocks]
    (rule,) = [one for one in blocks if isinstance(one, NumberedRule) and one.name == "turn.swapping"]
    (line,) = rule.parts
    assert plain(line.text) == "Swap: the other players. Everything: hand (that player) → hand (this player)."


def test_a_place_is_seen_by_those_to_whom_play_shows_it() -> None:
    seen = {area.name: area.seen for area in printed("en").areas}
    assert seen["Deck"] == "nobody" and seen["Lost"] == "everybody"


AIDED = """rulebook aided
  players 2

cards Card
  | name | copies |
  | fox  |      3 |
  | owl  |      3 |

state
  deck: bag of Card, starts full
  hand[Player]: bag of Card

procedure game
  for each p in turn order
    turn(p)

procedure turn(p: Player)
  text en "Play one of your cards."
  draw 1 cards from deck to hand[p]
  p chooses play: card in hand[p]
    look up card in deeds(p)

table deeds(p: Player)
  | card | text                | effect  |
  | fox  | "It runs."          | nothing |
  | owl  | "It sits and hoots" | nothing |
"""


def test_the_aid_tells_what_cards_do_and_what_is_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "aided.rules"
    path.write_text(AIDED, encoding="utf-8")
    boxes = {box.title: [plain(line) for line in box.lines] for box in document_of(checked(path)).aid}
    assert boxes["How it goes"] == ["Play one of your cards. (1.2)"]
    (cards,) = [lines for title, lines in boxes.items() if title.startswith("Deeds")]
    assert cards == ["fox: It runs.", "owl: It sits and hoots"]


def test_what_has_no_sentence_is_named_by_language(tmp_path: Path) -> None:
    path = tmp_path / "aided.rules"
    path.write_text(AIDED, encoding="utf-8")
    english, german = (unsaid(checked(path), language) for language in ("en", "de"))
    assert (english.nowhere, english.elsewhere, english.names) == (("game",), (), ())
    assert (german.nowhere, german.elsewhere) == (("game",), ("turn",))
    assert german.names == ("Card", "deck", "hand")
    words = "words\n  | name | de |\n  | Card | \"Karte\" |\n  | deck | \"Stapel\" |\n"
    named = tmp_path / "named.rules"
    named.write_text(f"{AIDED}\n{words}", encoding="utf-8")
    assert unsaid(checked(named), "de").names == ("hand",)
