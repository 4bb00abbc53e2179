"""Rules of Imperial Twing, each broken once: what notices it, and what nobody notices.

The claims named here are decided in about a second each. For two players, unless a variant has its own number:
what is broken does not depend on how many play.
"""

from __future__ import annotations

from tests.rulebooks.breaking import ROOT, Break, By

IMPERIAL = ROOT / "rules" / "imperial_twing"

BATTLE = "battle.rules"
ANSWERS = "answers.rules"
CARDS = "cards.rules"
OBJECTS = "objects.rules"
HOUSE = "variants/house_rules.rules"
WAYS = "variants/ways_to_play.rules"

PLAIN = (
    ("event_counts", "zero"), ("last_word", "attacker_asked_first"), ("cat_rolls", "own_die"),
    ("miromon_is", "only_a_turn"),
)

NOTICED = [
    # what a battle comes to
    Break("two equal critical rolls are compared like others", BATTLE,
          "    tie when critical_rank(attack) != 0 and critical_rank(attack) = critical_rank(defence)\n", "",
          "both_critical_ties", players=2),
    Break("a hit against a fail always ties", BATTLE,
          "tie when critical_rank(attack) * critical_rank(defence) = -1 and hit_against_fail = tie_as_well",
          "tie when critical_rank(attack) * critical_rank(defence) = -1", "any_two_criticals_tie", players=2),
    Break("equal totals go to the defender", BATTLE, "tie           when total(attack) = total(defence)",
          "defender_wins when total(attack) = total(defence)", "every_battle_decided", players=2),
    Break("a critical hit is a roll like others", BATTLE, "    1  when mine.face = hit", "    0  when mine.face = hit",
          "hit_always_wins", players=2),
    Break("power counts against the one who has it", BATTLE, "    mine.power + added(mine)",
          "    added(mine) - mine.power", "more_power_never_worse", players=2),
    Break("the number on the die is taken away", BATTLE, "    mine.power + added(mine)",
          "    mine.power - added(mine)", "higher_number_never_worse", players=2),
    Break("the own element takes away what is good", BATTLE,
          "0 when mine.own_element and number_looked_at(mine) < 0",
          "0 when mine.own_element and number_looked_at(mine) > 0",
          "own_colour_of_a_first_roll_never_worse", players=2),
    Break("the own element softens a critical fail", BATTLE, "when mine.face = fail or mine.face = hit",
          "when mine.face = hit", "fail_stays_fail", players=2),
    Break("a shield is lucky", BATTLE, "    0                when mine.face = none\n    mine.face.number otherwise",
          "    2                when mine.face = none\n    mine.face.number otherwise", "shield_adds_nothing",
          players=2),
    Break("the number before Miromon is forgotten", BATTLE, "    -mine.face.number when mine.face != none and",
          "    mine.face.number when mine.face != none and", "miromon_order_matters", players=2),
    # what becomes of the cards
    Break("a lost defence spares the own colour", BATTLE,
          "yes when attacks and beast.element = element[p] and is_protected(p)",
          "yes when beast.element = element[p] and is_protected(p)", "protected_in_attacks_only", players=2),
    Break("a shield earns an Ornicle", BATTLE, "    0 when not uses_magic(p)\n", "    1 when not uses_magic(p)\n",
          "no_ornicle_without_magic", players=2),
    Break("mounts ride mounts", BATTLE, "    no when rider.mount\n", "    no when rider.mount and rider = carrier\n",
          "mounts_never_ride", players=2),
    # answers
    Break("Miromon makes 1 a -2", ANSWERS, "| 1     |     -1 |", "| 1     |     -2 |", "turned_twice", players=2),
    Break("an event that is turned around stays one", ANSWERS, "| event |      0 |", "| event |  event |",
          "event_turned_is_zero", players=2),
    Break("whoever likes answers", ANSWERS, "    p = attacker or p = defender\n", "    yes\n", "only_opponents_answer",
          players=2),
    Break("traps fail", ANSWERS, "    yes when by != on\n", "    no when by != on\n", "traps_fail_by_objects_only",
          players=2),
    Break("no object undoes a trap", ANSWERS, "    no when has_power(on, no_traps)\n",
          "    yes when has_power(on, no_traps)\n", "traps_always_work", players=2),
    # cards and objects
    Break("two spell colours fit in a hand", CARDS, "param most_colours: 1..4 = 3", "param most_colours: 1..4 = 2",
          "one_colour_is_enough", players=2),
    Break("a critical fail counts as 0", CARDS, "| fail  | -critical_size |", "| fail  | 0              |",
          "fail_stays_fail", players=2),
    Break("the Teddy of one page has no colour", OBJECTS, "    plain + 1 when teddy and teddy_counts = its_own_colour",
          "    plain when teddy and teddy_counts = its_own_colour", "teddy_readings_agree_up_to_four", players=2),
    # ways to play and house rules
    Break("a hero is as strong as he has lives", HOUSE, "    beast.crystals\n\n", "    beast.lives\n\n",
          "hero_is_stronger_by_two", variants=("heroes",), players=2),
    Break("a weapon makes weaker", HOUSE, "    weapon_strength when beast.armed",
          "    -weapon_strength when beast.armed", "weapons_never_weaken", variants=("weapons",), players=2),
    Break("partners always win together", WAYS, "      p = last_one\n", "      p = last_one or p = partner(last_one)\n",
          "one_royal_winner", variants=("royal",), players=4),
    # what is asked of every rule, and of every text
    Break("nobody says what a tie is for the attacker", BATTLE,
          "    undecided when how = tie\n    lost      when how = defender_wins\n",
          "    lost      when how = defender_wins\n", "attacker_fares", By.GAP, players=2),
    Break("two exceptions of equal rank", BATTLE, "exception both_critical over critical",
          "exception both_critical over higher_total", "outcome", By.CONFLICT, players=2),
    Break("Miromon does not know the 4", ANSWERS, "  | 4     |     -4 |\n", "", "inverted", By.MISTAKE),
    Break("objects cost two Ornicles anyway", CARDS, "param object_price: 0..10 = 5", "param object_price: 0..10 = 2",
          "cheap_objects", By.MISTAKE, variants=("cheap_objects",)),
    # what claims and examples were added for
    Break("after a tie all creatures are lost", BATTLE, "    fate[p] != lost\n", "    fate[p] = won\n",
          "after_a_tie_all_go_home", players=2),
    Break("a tie earns an Ornicle", BATTLE, "    1 when fate[p] = won\n", "    1 when fate[p] != lost\n",
          "only_winners_are_paid", players=2),
    Break("a mount must be stronger than its rider", BATTLE, "    strength(rider) <= strength(carrier)\n",
          "    strength(rider) < strength(carrier)\n", "equals_may_ride", players=2),
    Break("every element is one's own", BATTLE, "    uses_magic(p) and colour[p] = element[p]\n",
          "    uses_magic(p)\n", "at_home_in_one_element", players=2),
    Break("supporters' cards count nothing", BATTLE,
          "    laid_down(p) + sum(laid_down(friend) for friend in Player where supports[friend] = p)\n",
          "    laid_down(p)\n", "supporters_count", By.EXAMPLE),
    Break("creatures add nothing", BATTLE,
          "    sum(card.power for card in spells[p]) + sum(strength(beast) for beast in beasts[p])\n",
          "    sum(card.power for card in spells[p])\n", "trap_takes_the_mount", By.EXAMPLE),
    Break("no ritual without an object", "turn.rules", "where is_cat(card)) >= 3\n",
          "where is_cat(card)) >= 3 and object_pile is not empty\n", "ritual_with_an_empty_stack", By.EXAMPLE),
    Break("a cat rolls any die, however it is read", ANSWERS, "    p = roller\n", "    yes\n",
          "own_die_only", players=2),
    Break("a cat is not used up", ANSWERS,
          "neu\"\n        move card from hand[p] to discard\n        note_answer(p)\n        throw_die(roller)",
          "neu\"\n        note_answer(p)\n        throw_die(roller)", "battle_window_ends", players=2, readings=PLAIN),
    Break("an object rolls as often as one likes", ANSWERS, "rolled_by_object[p] becomes yes",
          "rolled_by_object[p] becomes no", "battle_window_ends", players=2, readings=PLAIN),
    Break("Miromon is no cat", CARDS, "card.kind in [black_cat, miromon]", "card.kind in [black_cat]",
          "miromon_is_a_cat", players=2),
    Break("two colours open the endgame", OBJECTS, "    colours(p) >= 3\n", "    colours(p) >= 2\n",
          "three_colours_needed", players=2),
]

NOT_NOTICED = [
    Break("a whistle keeps its owner's cats away", ANSWERS,
          "has_power(opponent(p, attacker, defender), no_cats)", "has_power(p, no_cats)", None,
          players=2, asked=("only_opponents_answer",),
          why="powers of objects are sample data, and no claim is about this one"),
    Break("a wand adds three", BATTLE, "    2 when attacks and has_power(p, stronger_wand)\n",
          "    3 when attacks and has_power(p, stronger_wand)\n", None, players=2, asked=("shield_adds_nothing",),
          why="powers of objects are sample data; the claims about battles take the power as given"),
    Break("an object costs six Ornicles", CARDS, "param object_price: 0..10 = 5", "param object_price: 0..10 = 6", None,
          players=2, asked=("no_two_objects_alike",),
          why="the price stands in one place only, and every scope sets its own"),
    Break("four cards at the start", CARDS, "param opening_hand: 0..6 = 3", "param opening_hand: 0..6 = 4", None,
          players=2, asked=("one_colour_is_enough",),
          why="the number stands in one place only, and every scope sets its own"),
    Break("a sacrifice gives no own element", HOUSE, "    yes when blessed[p]\n", "    no when blessed[p]\n", None,
          variants=("sacrifice_cats",), players=2, asked=("two_cats_or_sacrifice",),
          why="the odds of a sacrifice are those of a model of the battle, which says this rule once more"),
]
