"""The counted game written by hand, as fast as we know how in Python: what generated code is measured against.

Two masks hold where each card is (00 with its owner, 01 on the table, 10 and 11 won by a side); above
the low bits lie leader, cards played, highest rank and whose it is, and who is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.codegen.counted import Deal

SCALARS = 12


def successor_function(cards: Deal) -> Callable[[int], list[int]]:
    """One function with every card written out."""
    n = len(cards.ranks)
    first, second, every, top = SCALARS, SCALARS + n, (1 << n) - 1, max(cards.ranks)
    lines = [
        "def successors(s):",
        f" hand = ~((s >> {first}) | (s >> {second})) & {every}",
        " asked = s & 3; by = s >> 2 & 3; best = s >> 4 & 15; played = s >> 8 & 3; leader = s >> 10 & 3",
        " turn = leader + played & 3; who = turn + asked & 3; out = []",
        f" base = s & ~{(1 << SCALARS) - 1}",
    ]
    for suit in (0, 1):
        lines.append(f" {'if' if suit == 0 else 'elif'} turn & 1 == {suit}:")
        for owner in range(4):
            mine = [i for i in range(n) if cards.owners[i] == owner and cards.suits[i] == suit]
            if not mine:
                continue
            lines += [
                f"  if hand & {sum(1 << i for i in mine)}:",
                f"   if who == {owner}:",
                "    if played < 3:",
            ]
            for i in mine:
                rank = cards.ranks[i]
                lines.append(
                    f"     if hand & {1 << i}: out.append(base | {1 << first + i} | leader << 10 | played + 1 << 8"
                    f" | ({rank} << 4 | turn << 2 if {rank} > best else best << 4 | by << 2))"
                )
            lines.append("    else:")
            for i in mine:
                rank = cards.ranks[i]
                lines += [
                    f"     if hand & {1 << i}:",
                    f"      p = turn if {rank} > best else by",
                    f"      n = base | {1 << first + i}",
                    f"      if best == {top} or {rank} == {top}: out.append(n | p << 10)",
                    "      else:",
                    f"       t = (n >> {first}) & ~(n >> {second}) & {every}",
                    f"       n |= t << {second} | p << 10",
                    f"       out.append(n if p & 1 else n ^ t << {first})",
                ]
            lines.append(f"   elif asked == 0 and turn != {owner}: out.append(s | ({owner} - turn & 3))")
    lines.append(" return out")
    scope: dict[str, Callable[[int], list[int]]] = {}
    exec(compile("\n".join(lines), "<by hand>", "exec"), scope)
    return scope["successors"]


def count(successors: Callable[[int], list[int]], start: int) -> tuple[int, int]:
    """States, and transitions with one more for each end; each state keeps the one before it."""
    parents: dict[int, int | None] = {start: None}
    frontier = [start]
    transitions = 0
    while frontier:
        found: list[int] = []
        push = found.append
        for state in frontier:
            targets = successors(state)
            transitions += len(targets) or 1
            for target in targets:
                if target not in parents:
                    parents[target] = state
                    push(target)
        frontier = found
    return len(parents), transitions


class RandomDeals:
    """A pack of 28 dealt and played by chance: five equal cards, five trumps, one highest, three lowest a suit."""

    def __init__(self) -> None:
        suit = [2] * 5 + [3, 4, 5, 6, 7] + [8] + [1] * 3
        self.ranks = suit * 2
        self.values = ([3, 4, 5, 6, 7] + [1] * 5 + [0] * 4) * 2
        self.factors = ([0] * 11 + [1, 2, 3]) * 2

    def play(self, rng: Random) -> tuple[int, int]:
        """The scores of both sides after one deal."""
        rand = rng.random
        pack = list(range(28))
        rng.shuffle(pack)
        hands: list[tuple[list[int], list[int]]] = [([], []) for _ in range(4)]
        for position, card in enumerate(pack):
            hands[position & 3][card >= 14].append(card)
        won: tuple[list[int], list[int]] = ([], [])
        table: list[int] = []
        leader = 0
        for _ in range(7):
            best, by = 0, 0
            for position in range(4):
                turn = leader + position & 3
                suit = turn & 1
                holders = [p for p in (0, 1, 2, 3) if hands[p][suit]]
                hand = hands[holders[int(rand() * len(holders))]][suit]
                i = int(rand() * len(hand))
                card = hand[i]
                hand[i] = hand[-1]
                hand.pop()
                table.append(card)
                if self.ranks[card] > best:
                    best, by = self.ranks[card], turn
            leader = by
            if best != 8:
                won[by & 1].extend(table)
                table = []
        return self._score(won[0], 0), self._score(won[1], 1)

    def _score(self, cards: list[int], side: int) -> int:
        factor = sum(self.factors[card] for card in cards if (card >= 14) == bool(side))
        return sum(self.values[card] for card in cards) * factor
