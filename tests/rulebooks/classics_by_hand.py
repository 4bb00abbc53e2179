"""Answers of games with known answers, worked out without Rulewright."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

PRICES = {"J": 1, "Q": 2, "K": 3, "A": 4}


def beggar(anna: str, ben: str) -> tuple[int, int] | int:
    """A game of Beggar-my-neighbour, `-` for a plain card: the number of cards turned when it ends; or after how many
    a position (with an empty pile) comes first, and after how many again."""
    stacks = [list(anna), list(ben)]
    pile: list[str] = []
    turn = debt = n_turned = 0
    met: dict[tuple[object, ...], int] = {}
    while stacks[turn]:
        if not pile:
            here = (tuple(stacks[0]), tuple(stacks[1]), turn)
            if here in met:
                return met[here], n_turned
            met[here] = n_turned
        card = stacks[turn].pop(0)
        pile.append(card)
        n_turned += 1
        if card in PRICES:
            debt, turn = PRICES[card], 1 - turn
        elif debt > 1:
            debt -= 1
        elif debt == 1:
            debt, turn = 0, 1 - turn
            stacks[turn] += pile
            pile = []
        else:
            turn = 1 - turn
    return n_turned


@cache
def risk(attackers: int, defenders: int) -> Fraction:
    """The chance that the attacker wins a battle."""
    if not attackers or not defenders:
        return Fraction(int(attackers > 0))
    n_dice = min(attackers, 3), min(defenders, 2)
    total = Fraction(0)
    for dice in product(range(1, 7), repeat=sum(n_dice)):
        one, other = (sorted(part, reverse=True) for part in (dice[: n_dice[0]], dice[n_dice[0] :]))
        wins = sum(a > d for a, d in zip(one, other, strict=False))
        pairs = min(n_dice)
        total += risk(attackers - (pairs - wins), defenders - wins)
    return total / Fraction(6) ** sum(n_dice)


def tic_tac_toe() -> tuple[int, int]:
    """The number of positions, and what best play comes to: 1 if the first player wins, 0 for a draw."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    worth: dict[str, int] = {}

    def play(board: str) -> int:
        if board not in worth:
            mover = "XO"[board.count(".") % 2 == 0]
            if any(len({board[i] for i in line}) == 1 and board[line[0]] != "." for line in lines):
                worth[board] = 1 if mover == "O" else -1
            else:
                best = max if mover == "X" else min
                free = [i for i, mark in enumerate(board) if mark == "."]
                worth[board] = best((play(board[:i] + mover + board[i + 1 :]) for i in free), default=0)
        return worth[board]

    value = play("." * 9)
    return len(worth), value


def pig(goal: int, faces: dict[int, float], bust: float) -> float:
    """The chance of the first player with best play on both sides, by steps. A turn begins with a throw."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i + 6)]
    worth = dict.fromkeys(states, 0.5)

    def rolled(i: int, j: int, k: int) -> float:
        lost = bust * (1 - worth[j, i, 0])
        return lost + sum(p * (1.0 if i + k + face >= goal else worth[i, j, k + face]) for face, p in faces.items())

    for _ in range(400):
        change = 0.0
        for i, j, k in reversed(states):
            if i + k >= goal:
                new = 1.0
            elif k == 0:
                new = rolled(i, j, 0)
            else:
                new = max(rolled(i, j, k), 1 - worth[j, i + k, 0])
            change = max(change, abs(new - worth[i, j, k]))
            worth[i, j, k] = new
        if change < 1e-13:
            break
    return worth[0, 0, 0]


def penney(row: str, answer: str) -> Fraction:
    """Conway's rule: the chance that `answer` comes before `row`."""
    def leading(one: str, other: str) -> int:
        return sum(1 << (k - 1) for k in range(1, 4) if one[3 - k :] == other[:k])

    for_answer = leading(row, row) - leading(row, answer)
    for_row = leading(answer, answer) - leading(answer, row)
    return Fraction(for_answer, for_answer + for_row)
