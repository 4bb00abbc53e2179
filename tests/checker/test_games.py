"""The games of the design, from text to a checked rulebook, in all their scopes."""

from pathlib import Path

import pytest

from rulewright.checker.symbols import KindsSymbol, RuleSymbol, StateSymbol, TableSymbol
from rulewright.checker.types import EnumType, KindType, NumberType, OptionalType, PlayerType, ThingType
from rulewright.pipeline import check_rulebook
from tests.checker.checking import GAMES, RULES, checked, game

FOLDERS = [*sorted(folder for folder in GAMES.iterdir() if folder.is_dir()), RULES / "twilight"]


@pytest.mark.parametrize(
    "folder", [pytest.param(folder, id=f"{folder.parent.name}-{folder.name}") for folder in FOLDERS]
)
def test_every_game_is_checked_without_a_word(folder: Path) -> None:
    book, diagnostics = check_rulebook(folder)
    assert [f"{each.span} {each.message_text}" for each in diagnostics] == []
    assert book is not None
    for scope in book.scopes:
        assert game(folder, scope=scope).configuration.scope == scope


def test_twilight_has_twenty_eight_kinds() -> None:
    card = game(RULES / "twilight").symbols["Card"]
    assert isinstance(card, KindsSymbol)
    assert len(card.type.members) == 28
    assert card.type.members[0] == "altar[sun]"
    assert card.attributes["cult"].type == EnumType("Cult", ("sun", "moon"))
    assert card.attributes["cult"].values[:4] == (0, 1, 0, 1)
    assert card.texts["de"][-1] == "Fegefeuer"
    assert sum(card.copies) == 28


def test_a_scope_keeps_names_and_takes_copies() -> None:
    card = game(RULES / "twilight", scope="small").symbols["Card"]
    assert isinstance(card, KindsSymbol)
    assert len(card.type.members) == 28
    assert sum(card.copies) == 8


def test_the_best_play_is_a_card_with_its_player() -> None:
    best = game(RULES / "twilight").symbols["best_play"]
    assert isinstance(best, RuleSymbol)
    assert isinstance(best.result, ThingType)
    assert best.result.name == "Play"
    assert [name for name, _, _ in best.result.marks] == ["by"]


def test_roll_tables_cover_their_die() -> None:
    table = game(GAMES / "hyboria").symbols["heroic_actions"]
    assert isinstance(table, TableSymbol)
    assert table.keys == (NumberType(1, 20),)
    assert sorted(table.effects) == list(range(1, 21))
    assert table.results[13] == "Untimely End"
    assert table.effects[20] is None


def test_tables_of_effects_are_asked_with_what_looks_them_up() -> None:
    winged = game(GAMES / "winged")
    guardians, gusts = winged.symbols["fähigkeiten"], winged.symbols["böen"]
    assert isinstance(guardians, TableSymbol) and isinstance(gusts, TableSymbol)
    assert isinstance(guardians.keys[0], EnumType) and guardians.keys[0].name == "Wächter"
    assert isinstance(gusts.keys[0], EnumType) and gusts.keys[0].name == "Karte.name"
    events = game(GAMES / "imperial").symbols["event_effects"]
    assert isinstance(events, TableSymbol) and isinstance(events.keys[0], KindType)


def test_the_orn_die_has_twelve_sides() -> None:
    orn = game(GAMES / "imperial").symbols["Orn"]
    assert orn.type.members == ("-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "event", "hit", "fail")  # type: ignore[union-attr]
    assert orn.attributes["number"].values == (-4, -3, -2, -1, 0, 1, 2, 3, 4, 0, 10, -10)  # type: ignore[union-attr]


def test_neutral_pieces_have_a_place_of_their_own() -> None:
    units = game(GAMES / "hyboria", players=3).symbols["units"]
    assert isinstance(units, StateSymbol)
    owner = units.index[0]
    assert isinstance(owner, OptionalType) and isinstance(owner.inner, PlayerType)
    assert len(owner.inner.members) == 3


def test_precedence_settles_what_no_exception_does() -> None:
    imperial = game(GAMES / "imperial")
    trap = imperial.symbols["trap_works"]
    assert isinstance(trap, RuleSymbol)
    assert [level.name.text for level in trap.levels] == ["always", "tongs"]
    assert trap.settled == ()  # the tongs are over `always` by their own words


def test_a_scope_keeps_single_kinds_of_a_row() -> None:
    text = """enum Suit: sun, moon

cards Card
  | name | suit      | rank |
  | c    | sun, moon | 1..6 |
  | fool | sun       | 0    |

procedure game
  end game

scope small
  keeps c[sun, 1], c[moon, 3], fool of Card
"""
    card = checked(text, scope="small").symbols["Card"]
    assert isinstance(card, KindsSymbol)
    kept = [name for name, n in zip(card.type.members, card.copies, strict=True) if n]
    assert kept == ["c[sun, 1]", "c[moon, 3]", "fool"]
