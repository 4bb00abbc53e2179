"""A rule of each game with a known answer, broken: the claim that tells."""

from __future__ import annotations

from tests.rulebooks.breaking import Break

BREAKS = {
    "craps": [
        Break("eleven does not win at once", "craps.rules", "won  when total in [7, 11]", "won  when total = 7",
              "pass_line"),
    ],
    "chuck_a_luck": [
        Break("two dice only", "chuck_a_luck.rules", "for each die in 1..3", "for each die in 1..2", "what_it_costs"),
    ],
    "coupons": [
        Break("a new picture replaces an old one", "coupons.rules", "picture in collected or picture = found",
              "picture = found", "all_collections"),
        Break("the hare is not needed", "coupons.rules",
              "repeat until every picture in Picture has picture in collected",
              "repeat until every picture in Picture has (picture = hare or picture in collected)", "packets"),
    ],
    "reroll": [
        Break("the number itself counts", "reroll.rules", "if face > too_low", "if face >= too_low", "never_over"),
    ],
    "snakes_and_ladders": [
        Break("a ladder is missing", "snakes_and_ladders.rules", "    84  when here = 28\n", "", "how_long"),
        Break("the longest ladder leads to the end", "snakes_and_ladders.rules", "84  when here = 28",
              "100 when here = 28", "shortest"),
    ],
    "gamblers_ruin": [
        Break("a won toss brings two coins", "gamblers_ruin.rules",
              "procedure toss\n  roll d2 as side\n  if side = 1\n    coins becomes coins + 1",
              "procedure toss\n  roll d2 as side\n  if side = 1\n    coins becomes min(all_coins, coins + 2)",
              "chance_to_win"),
    ],
    "monty_hall": [
        Break("the host may open the door of the guest", "monty_hall.rules",
              "chance chooses goat in Door where goat != pick and goat != car",
              "chance chooses goat in Door where goat != car", "switch"),
    ],
    "penney": [
        Break("a wrong answer is recommended", "penney.rules", "| HHT | THH  |", "| HHT | TTH  |", "second_is_better"),
        Break("the middle coin is not looked at", "penney.rules", "last = row.two and side = row.three",
              "side = row.three", "value"),
    ],
    "tower_of_hanoi": [
        Break("the largest disc may lie anywhere", "tower_of_hanoi.rules",
              "    no other in Disc has other.size < disc.size and lies_on[other] = there",
              "    disc = largest or (no other in Disc has other.size < disc.size and lies_on[other] = there)",
              "shortest"),
    ],
    "tic_tac_toe": [
        Break("a line is missing", "tic_tac_toe.rules", "  | a3, b2, c1 | downwards |\n",
              "  | a3         | downwards |\n", "all_positions"),
        Break("Nought begins", "tic_tac_toe.rules", "for each p in turn order", "for each p in turn order from Nought",
              "cross_begins"),
    ],
    "nim": [
        Break("whoever takes the last match loses", "nim.rules", "winner becomes p\n", "winner becomes other(p)\n",
              "theory_is_right"),
        Break("six has no two", "nim.rules", "n in [2, 3, 6, 7]", "n in [2, 3, 7]", "balance_is_found"),
    ],
    "pig": [
        Break("a bust keeps the turn", "pig.rules", "throw_again when not bust and score[p] + pot < goal",
              "throw_again when score[p] + pot < goal", "piglet_solved"),
    ],
    "risk": [
        Break("a tie is lost by the defender", "risk.rules", "if highest[Attacker] > highest[Defender]",
              "if highest[Attacker] >= highest[Defender]", "three_against_two"),
        Break("defenders roll three dice", "risk.rules", "    2 when p = Defender", "    3 when p = Defender",
              "five_against_five"),
    ],
    "beggar": [
        Break("the neighbour goes on after paying", "beggar.rules",
              "      debt becomes 0\n      at_turn becomes other(at_turn)\n      move all from pile to stack[at_turn]",
              "      debt becomes 0\n      move all from pile to stack[other(at_turn)]", "endless_deal"),
        Break("a king costs two cards", "beggar.rules", "| king  |     3 |", "| king  |     2 |", "endless_deal"),
    ],
    "go": [
        Break("stones may be put where they cannot breathe", "go.rules",
              "    stone[at] = none and (some near in Point has beside(at, near) "
              "and (stone[near] = none or has_another(by, near, at)))",
              "    stone[at] = none", "everybody_breathes"),
        Break("the beginning is not remembered", "go.rules",
              "    seen[stone[left], stone[middle], stone[right]] becomes yes\n", "    nothing\n",
              "it_ends_without_repetition"),
    ],
}
