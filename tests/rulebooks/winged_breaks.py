"""Rules of WINGED, each broken once: what notices it, and what nobody notices.

The claims named here are decided in a second or a few each.
"""

from __future__ import annotations

from tests.rulebooks.breaking import ROOT, Break, By

WINGED = ROOT / "rules" / "winged"

CARDS = "sample_cards.rules"
COMBAT = "combat.rules"
GUARDIANS = "guardians.rules"
TURN = "turn.rules"
SETUP = "winged.rules"

NOTICED = [
    # strength and damage
    Break("creatures stand at 0", COMBAT, "    verbleibt <= 0\n", "    verbleibt < 0\n", "even_trade"),
    Break("damage makes stronger", COMBAT, "    zahl(w, wo) - schaden_dort", "    zahl(w, wo) + schaden_dort",
          "damage_only_weakens"),
    Break("the damage of the ground is forgotten", COMBAT, "    himmel + boden when", "    himmel when",
          "damage_readings_agree_in_one_field"),
    Break("a bonus counts twice", COMBAT, "    w.bonus\n", "    w.bonus + w.bonus\n",
          "strength_is_bounded_by_the_cards"),
    Break("roots count in the sky", COMBAT, "    w.schwingen when wo = Himmel\n", "    w.wurzeln when wo = Himmel\n",
          "worked_example", By.EXAMPLE),
    Break("the defender does not hit back", COMBAT, "treffe(p, wo, w, abwehr)", "treffe(p, wo, w, 0)",
          "worked_example", By.EXAMPLE),
    Break("an attack does not exhaust", COMBAT, "  w.bereit becomes no\n  treffe", "  treffe",
          "worked_example", By.EXAMPLE),
    Break("piercing carries on everything", COMBAT, "treffe_wächter(other(p), überschuss)",
          "treffe_wächter(other(p), angriff)", "worked_example", By.EXAMPLE),
    # keywords
    Break("guards protect their guardian in the sky only", COMBAT, "  no when bewacht(besitzer, wo)\n",
          "  no when bewacht(besitzer, wo) and wo = Himmel\n", "wache_is_the_only_target"),
    Break("guards protect guards", COMBAT, "no when ziel.kann != Wache and bewacht", "no when bewacht",
          "wache_is_the_only_target"),
    Break("piercing creatures are swift", COMBAT, "w.bereit when w.kann = Flink", "w.bereit when w.kann = Durchschlag",
          "swift_attacks_at_once"),
    Break("arrivals attack", COMBAT, "    no when w.angekommen\n", "    no when w.versetzt\n",
          "swift_attacks_at_once"),
    Break("everything with a keyword is a guard", COMBAT, "has wer.kann = Wache", "has wer.kann != none",
          "next_round", By.EXAMPLE),
    # the turn
    Break("creatures move as often as they like", TURN, "    not w.versetzt\n", "    yes\n", "moved_once_a_round"),
    Break("a token is two breeze", TURN, "min(22, vorher + 1)", "min(22, vorher + 2)", "token_is_one_breeze"),
    Break("breeze does not fill up", TURN, "brise[p] becomes größte_brise[p]\n", "brise[p] becomes 1\n",
          "a_turn", By.EXAMPLE),
    Break("boni stay", TURN, "        w.bonus becomes 0\n", "        w.angekommen becomes no\n", "a_turn", By.EXAMPLE),
    Break("embers burn their owner", TURN, "treffe_wächter(other(p), glut_schaden(p))",
          "treffe_wächter(p, glut_schaden(p))", "glut_burns", By.EXAMPLE),
    Break("eight cards stay in hand", SETUP, "param handgrenze: 1..10 = 7", "param handgrenze: 1..10 = 8",
          "a_turn", By.EXAMPLE),
    # guardians and the end
    Break("Skarra hits the guardian for 2", GUARDIANS, "      treffe_wächter(other(p), 1)\n",
          "      treffe_wächter(other(p), 2)\n", "storm_herald_past_the_guard", By.EXAMPLE),
    Break("Vessa heals 1", GUARDIANS, "max(0, w.schaden[wo] - 2)", "max(0, w.schaden[wo] - 1)",
          "vessa_heals_two", By.EXAMPLE),
    Break("Ashka heals, too", GUARDIANS, "    yes when g = Vessa\n", "    yes when g != Skarra\n",
          "vessa_alone_heals"),
    Break("Ashka pays nothing", GUARDIANS, "  treffe_wächter(p, 1)\n", "  treffe_wächter(p, 0)\n",
          "ashka_pays", By.EXAMPLE),
    Break("whoever is beaten wins", GUARDIANS, "    besiegt(other(p))\n", "    besiegt(p)\n", "somebody_wins_alone"),
    Break("an attack on the guardian does not exhaust", TURN, "        w.bereit becomes no\n        treffe_wächter",
          "        treffe_wächter", "each_attacks_once"),
    Break("an empty deck is no loss", GUARDIANS, "    vitalität[p] = 0 or leer_gezogen[p]\n", "    vitalität[p] = 0\n",
          "stalling_ends", By.EXAMPLE),
    Break("a round counts twice", TURN, "min(60, runde[p] + 1)", "min(60, runde[p] + 2)", "stalling_ends", By.EXAMPLE),
    Break("Vessa hits, too", GUARDIANS, "  rests on less_than_two, vessa_anywhere\n",
          "  rests on less_than_two, vessa_anywhere\n  treffe_wächter(other(p), 1)\n", "abilities_compared"),
    # before the first round
    Break("every hand may be kept", SETUP, "    while no karte in hand[p] has karte.kosten <= 1\n",
          "    while no karte in hand[p] has karte.kosten <= 6\n", "redraw_of_expensive_decks"),
    Break("nobody sits out", SETUP, "yes when p = Erste and not ausgesetzt and aussetzen",
          "no when p = Erste and not ausgesetzt and aussetzen", "who_acts_first"),
    Break("three copies of a card", CARDS, "|         2 |       2 | none        | none   |      2 | \"Reiher\"",
          "|         2 |       2 | none        | none   |      3 | \"Reiher\"", "sample_decks_are_legal"),
    # what is asked of every rule
    Break("nobody says what counts on the ground", COMBAT, "    w.wurzeln   when wo = Boden\n", "", "zahl", By.GAP),
    Break("swift creatures are an exception beside another", COMBAT, "darf_angreifen over gerade_angekommen",
          "darf_angreifen over bereit", "darf_angreifen", By.CONFLICT),
]

NOT_NOTICED = [
    Break("breeze rises to 9", SETUP, "param höchste_brise: 1..20 = 8", "param höchste_brise: 1..20 = 9", None,
          asked=("token_is_one_breeze",), why="the number stands in one place only, and every scope sets its own"),
    Break("one token less", SETUP, "param marken_am_anfang: 0..2 = 2", "param marken_am_anfang: 0..2 = 1", None,
          asked=("token_is_one_breeze",), why="the number stands in one place only, and every scope sets its own"),
    Break("six cards at the start", SETUP, "param starthand: 1..7 = 5", "param starthand: 1..7 = 6", None,
          asked=("deck_rule_needs_13_cards",), why="the page does not say the number either"),
    Break("a spring draws nothing more when two stand there", TURN, "    if weitere_karten(p) > 0\n",
          "    if weitere_karten(p) = 1\n", None, asked=("strength_is_bounded_by_the_cards",),
          why="effects of sample cards have one worked example each, with one creature"),
]
