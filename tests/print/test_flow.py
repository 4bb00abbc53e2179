"""Flow charts of procedures: what is drawn, what is left out, and that readings are answered as they are played."""

from __future__ import annotations

from pathlib import Path

from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from rulewright_sphinx.book.build import document_of
from rulewright_sphinx.book.model import FlowChart

HEAD = """rulebook chart
  players 2 as Ada, Ben

state
  pot: 0..9 = 0
  bid[Player]: 0..9 = 0

enum Coat
  | name       | en         | de        |
  | thick_wool | "Wool"     | "Wolle"   |
  | down       | "Feathers" | "Federn"  |

state
  coat_worn: Coat = down

reading who_begins
  option ada
  option ben

procedure pay
  text en "Put one into the pot."
  pot becomes min(9, pot + 1)

procedure game
"""


def chart(body: str, language: str = "en") -> FlowChart | None:
    """The chart of the procedure `game` with some lines in it."""
    lines = "".join(f"  {line}\n" for line in body.strip("\n").splitlines())
    book, found = check_sources([SourceFile(Path("c.rules"), "c.rules", HEAD + lines)])
    assert book is not None, found
    blocks = [block for chapter in document_of(book, language).chapters for block in chapter.blocks]
    return next((one for one in blocks if isinstance(one, FlowChart) and one.name == "game"), None)


def boxes(body: str, language: str = "en") -> list[str]:
    """Shape and words of each box."""
    found = chart(body, language)
    assert found is not None
    return [f"{node.shape} {' '.join(node.lines)}" for node in found.nodes]


def ways(body: str) -> set[tuple[str, str, str]]:
    """From where, with which word, to where."""
    found = chart(body)
    assert found is not None
    words = {node.id: " ".join(node.lines) for node in found.nodes}
    return {(words[one.source], one.label, words[one.target]) for one in found.arrows}


FIVE = "pay\npay\npay\npay\npay\n"


def test_a_short_procedure_has_no_chart() -> None:
    assert chart("pay\npay\npay\npay\n") is None
    assert boxes(FIVE) == ["end Start", *["call Put one into the pot."] * 5, "end End"]


def test_a_question_that_changes_nothing_that_is_drawn_is_left_out() -> None:
    assert boxes(FIVE + "if pot > 3\n  pot becomes 3\n") == boxes(FIVE)


def test_a_question_has_both_answers() -> None:
    found = ways("pay\npay\npay\nif pot > 3\n  end game\npay\n")
    assert ("Pot: more than 3?", "yes", "The game ends") in found
    assert ("Pot: more than 3?", "no", "Put one into the pot.") in found


def test_a_question_about_readings_is_answered_as_it_is_played() -> None:
    body = FIVE + "if who_begins = {}\n  step ada_begins\n    pay\notherwise\n  step ben_begins\n    pay\n"
    assert "step Ada begins" in boxes(body.format("ada")) and "step Ben begins" not in boxes(body.format("ada"))
    assert "step Ben begins" in boxes(body.format("ben")) and "step Ada begins" not in boxes(body.format("ben"))


def test_conditions_are_told_in_words_and_printed_names() -> None:
    body = FIVE + "if pot >= 3 and not coat_worn = thick_wool\n  pay\n"
    assert "branch Pot: at least 3 and coat worn: not Wool?" in boxes(body)
    assert "branch Pot: mindestens 3 und coat worn: nicht Wolle?" in boxes(body, "de")


def test_a_loop_leads_back_and_out() -> None:
    found = ways("pay\npay\npay\nrepeat until pot = 9\n  pay\n")
    assert ("Until pot: 9?", "no", "Put one into the pot.") in found
    assert ("Put one into the pot.", "", "Until pot: 9?") in found
    assert ("Until pot: 9?", "yes", "End") in found


def test_a_loop_without_an_end_leads_nowhere_else() -> None:
    found = boxes("pay\npay\npay\nrepeat\n  pay\n  pay\n")
    assert "end End" not in found


def test_choices_of_players_and_of_luck() -> None:
    assert "choice Choose" in boxes(FIVE + "for each p in Player\n  p chooses take: n in 1..2\n")
    may = "for each p in Player\n  p may choose take: n in 1..2\n    nothing\n"
    assert "choice You may choose" in boxes(FIVE + may)
    assert "choice The next one after Ada chooses" in boxes(FIVE + "next(Ada) chooses take: n in 1..2\n")
    assert "choice Luck chooses" in boxes(FIVE + "chance chooses winner in Player\n")


def test_what_would_be_too_much_is_drawn_without_what_is_in_its_steps() -> None:
    inner = "".join(f"step s{number}\n  pay\n  pay\n  pay\n  pay\n" for number in range(6))
    assert boxes(inner) == ["end Start", *(f"step S{number}" for number in range(6)), "end End"]
    assert chart("pay\n" * 60) is None


def test_many_options_with_nothing_after_them_share_a_box() -> None:
    options = "".join(f"    {name}\n      pot becomes 0\n" for name in ("one", "two", "three", "four"))
    body = FIVE + f"for each p in Player\n  p chooses one of\n{options}    five\n      pay\n      pay\n"
    found = boxes(body)
    assert "step · One · Two · Three · Four" in found and "step Five" in found
    assert "step One" in boxes(body.replace("    four\n      pot becomes 0\n", ""))


def test_a_loop_says_whom_it_leaves_out() -> None:
    body = "pay\npay\npay\nfor each p in turn order from Ada where pot > 3 and p != Ben\n  pay\n"
    assert "loop Each in turn, from Ada (pot: more than 3 and player: not Ben)" in boxes(body)
    body = "pay\npay\npay\nfor each p in Player where pot > 3\n  pay\n"
    assert "loop Everybody (pot: more than 3)" in boxes(body)


def test_a_loop_says_that_all_decide_at_once() -> None:
    body = "pay\npay\npay\nfor each p in Player at once\n  p chooses give: n in 1..3\n    bid[p] becomes n\n"
    assert "loop Everybody, all at once and secretly" in boxes(body)
    assert "loop Alle gleichzeitig und verdeckt" in boxes(body, "de")


def test_a_long_condition_is_told_whole() -> None:
    asked = " and ".join(f"pot != {number}" for number in range(9))
    body = f"pay\npay\npay\nif {asked}\n  pay\n"
    assert any(one.startswith("branch") and one.endswith("pot: not 8?") for one in boxes(body))


def test_who_may_answer_is_told_whole() -> None:
    where = " and ".join(f"bid[p] != {number}" for number in range(5))
    body = f"pay\npay\npay\nresponses by p in turn order from Ada where {where}\n  raise\n    pot becomes 3\n"
    assert any(one.startswith("choice") and "bid: not 4)" in one for one in boxes(body))
