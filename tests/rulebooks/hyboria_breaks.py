"""Rules of Kings of Hyboria, each broken once: what notices it, and what nobody notices.

The claims named here are decided in a second or two each, for two players: what is broken does not depend on more.
"""

from __future__ import annotations

from tests.rulebooks.breaking import ROOT, Break, By

HYBORIA = ROOT / "rules" / "kings_of_hyboria"

BOOK = "kings_of_hyboria.rules"
BATTLE = "battle.rules"
TURN = "turn.rules"
HEROES = "heroes.rules"
WIZARDS = "wizards.rules"
MOVING = "moving.rules"

NOTICED = [
    # battles
    Break("an Army hits with a 7", BOOK, "| army          |     1 |          1 |      8 |",
          "| army          |     1 |          1 |      7 |", "army_battles", players=2),
    Break("Elites are as fast as Ships", BOOK, "| elite         |     1 |          2 |",
          "| elite         |     1 |          3 |", "initiative_matters", players=2),
    Break("everybody attacks twice", BATTLE, "  default once\n    1\n", "  default once\n    2\n",
          "equals_fall_together", By.EXAMPLE),
    Break("a Monster attacks once", BATTLE, "    2 when kind = monster and monster_attacks_twice = in_each_round\n",
          "    1 when kind = monster and monster_attacks_twice = in_each_round\n", "monster_has_two_dice", By.EXAMPLE),
    Break("Fortifications attack after all", BATTLE,
          "    0 when kind = fortification and attack_zero = never_attacks\n",
          "    0 when kind = fortification and attack_zero = always_hits\n", "fortification_never_wins", players=2),
    Break("neutral Armies stand still when they should strike", BATTLE, "neutral_armies = only_stand",
          "neutral_armies = strike_back", "neutral_armies_never_win", players=2),
    Break("the attack number itself is a miss", BATTLE, "    eyes >= kind.attack\n", "    eyes > kind.attack\n",
          "hero_strikes_first", By.EXAMPLE),
    Break("Fortifications fall last", BATTLE, "    no when kind != fortification and",
          "    no when kind = fortification and", "fortifications_first", players=2),
    Break("the slowest strike first", BATTLE, "strike_at(p, 5 - step_down, in_first_round)",
          "strike_at(p, step_down, in_first_round)", "initiative_matters", players=2),
    Break("nobody says who is asked second about a retreat", BATTLE,
          "    attacker when n = 2 and asked_first = the_defender\n", "", "retreats_in_place", By.GAP, players=2),
    Break("two exceptions for a neutral Monster", BATTLE, "exception neutral over once, monster",
          "exception neutral over once", "attacks", By.CONFLICT, players=2),
    Break("one may retreat to any neighbouring region", BATTLE, "    adjacent(here, there) and controls(p, there)\n",
          "    adjacent(here, there)\n", "walls_fall_first", By.EXAMPLE),
    # kings and plunder
    Break("a beaten defender brings no Gold", TURN, "  default each_region\n    taken\n",
          "  default each_region\n    0\n", "a_retreat", By.EXAMPLE),
    Break("whoever is with the new King is lost", TURN, "where here != seat\n", "where here = seat\n", "a_new_king",
          By.EXAMPLE),
    Break("Elites turn neutral, Armies do not", TURN, "    if piece = army and some spare in box[none]",
          "    if piece = elite and some spare in box[none]", "a_new_king", By.EXAMPLE),
    Break("no Hero ever dies of a roll", HEROES, "untimely_end(p, here, who) |", "carouse                    |",
          "king_risk_per_turn", players=2),
    # weather, raids, recruits
    Break("Storms stay", TURN, "      move storm from laid_on[here] to supply\n", "      nothing\n",
          "storm_hinders_somebody", players=2),
    Break("a raid is forgotten at the wrong time", TURN, "    if raid_lasts = this_turn\n",
          "    if raid_lasts = victims_turn\n", "raiding_does_something", players=2),
    Break("Curses do not stop recruits", TURN, "storms(here) > 0 or curses(here) > 0 or raided[here]",
          "storms(here) > 0 or raided[here]", "weather_stops_recruits", players=2),
    Break("a fourth recruit roll", TURN, "    recruit_rolls[here] < 3\n", "    recruit_rolls[here] <= 3\n",
          "three_recruit_rolls", players=2),
    # control and moves
    Break("control with an enemy there", BOOK, "may_hold(p, here) and not enemy_in(p, here)", "may_hold(p, here)",
          "neutral_armies_must_be_destroyed", players=2),
    Break("a country is controlled by one of its regions", BOOK, "every here in regions has controls(p, here)",
          "some here in regions has controls(p, here)", "divided_countries", players=2),
    Break("one may leave a Storm", MOVING, "    no when storms(here) > 0 or storms(there) > 0\n",
          "    no when storms(there) > 0\n", "second_storm_hinders", players=2),
    Break("a Ship has room for all", MOVING, "not (can_be_carried(kind) and free_places(p, there) > 0)",
          "not can_be_carried(kind)", "moves_keep_the_medium", players=2),
    Break("Ships leave their guests in the water", MOVING, "kind = ship and free_places(p, here) = 0",
          "kind = ship and free_places(p, here) = 9", "moves_keep_the_medium", players=2),
    Break("through opponents, but not past nobody", MOVING, "    0 when enemy_in(p, there)\n",
          "    0 when not enemy_in(p, there)\n", "nobody_passes_opponents", players=2),
    # tables and magic
    Break("nothing is said about a 14", HEROES, "  | 14..20 |", "  | 15..20 |", "heroic_actions", By.MISTAKE),
    Break("Insanity is a pastime", WIZARDS, '"Wahnsinn"              | wizard_dies(p, here)   |',
          '"Wahnsinn"              | pass_the_time          |', "insanity_stands", By.EXAMPLE),
    Break("Divination undoes Insanity", WIZARDS, "    eyes = 1 or eyes = 18\n", "    eyes = 1\n",
          "two_results_are_sealed", players=2),
    Break("Ancient Lore picks itself", WIZARDS, "eyes = 20 and ancient_lore = picks_another_row",
          "eyes = 20 and ancient_lore = may_pick_itself", "lore_ends", players=2),
    Break("two magic rolls in a region", WIZARDS, "magic_rolls becomes min(3, how_many(p, here, wizard))",
          "magic_rolls becomes min(2, how_many(p, here, wizard))", "three_magic_rolls", players=2),
    Break("a converted unit keeps its counter", HEROES,
          "        move piece from units[q, there] to box[q]\n        move piece from box[p] to units[p, there]\n",
          "        move piece from units[q, there] to units[p, there]\n", "chits_never_exceeded", players=2),
    Break("Kings are converted when they should not be", HEROES, "kind = king and kings_are_converted = never",
          "kind = king and kings_are_converted = like_others", "kings_are_never_taken", players=2),
]

NOT_NOTICED = [
    Break("the attacker is spared when the last units fall together", BATTLE,
          "      hits[defender] becomes max(0, size(defender) - 1)\n",
          "      hits[attacker] becomes max(0, size(attacker) - 1)\n", None, players=2,
          asked=("battle_leaves_somebody",), why="the claim says that somebody is left, not who"),
    Break("a Prophecy has one token less", WIZARDS,
          "  for each i in 1..rolled\n    if some token in supply has token = divination\n",
          "  for each i in 2..rolled\n    if some token in supply has token = divination\n", None, players=2,
          asked=("two_results_are_sealed",),
          why="claims count how often each row comes, not what it brings, and no worked example is about this row"),
    Break("a King's journey is one region long", MOVING, "    2 when kind = king and king_travels\n",
          "    1 when kind = king and king_travels\n", None, players=2, asked=("nobody_passes_opponents",),
          why="marches have a claim, journeys have none"),
    Break("a Battle Plan counts twice", HEROES, "min(9, battle_plans[p] + 1)", "min(9, battle_plans[p] + 2)", None,
          players=2, asked=("king_risk_per_turn",),
          why="the table of battle actions is missing, so that nothing hangs on a plan"),
    Break("units move before they are recruited", TURN,
          "  step recruit\n    recruit_phase(p)\n  step move\n    move_phase(p)\n",
          "  step move\n    move_phase(p)\n  step recruit\n    recruit_phase(p)\n", None, players=2,
          asked=("second_storm_hinders",),
          why="no claim speaks of the order of phases, but for Fate before all others"),
]
