"""Random games take only steps that the reference interpreter knows, each as likely as it should be."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from rulewright.interpreter.canonical import Canonical
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.playout import BROKEN, CUT_OFF, ENDED, STUCK, Watched, compile_playout
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Const, Gate, GateKind, Read, System
from tests.codegen.counted import counted_game, deal
from tests.systems import ALL

SYSTEMS = [*ALL, "counted"]


def built(name: str) -> System:
    return counted_game(deal(1, 0, 0)) if name == "counted" else ALL[name]()


def in_order(system: System, state: State) -> State:
    """The state in canonical form: playouts leave unordered zones as they are."""
    memory = Memory.of(state)
    Canonical(system, Evaluator(system)).settle(memory, live_at_nodes(system)[state.place])
    return memory.at_rest(state.place)


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_step_is_a_move_of_the_reference(name: str) -> None:
    system = built(name)
    playout, reference = compile_playout(system), Reference(system)
    rng = random.Random(7)
    for _ in range(15):
        registers = playout.start
        assert registers is not None
        state = playout.decode(registers)
        assert state == reference.initial()
        for _ in range(25):
            moves = reference.moves(state)
            end = playout.play(rng.random, state=registers, limit=1)
            if end.kind == CUT_OFF:
                assert end.state is not None
                registers, state = end.state, in_order(system, playout.decode(end.state))
                assert state in [move.target for move in moves]
                continue
            targets = [move.target for move in moves]
            if end.kind == STUCK:
                assert not moves
            elif end.kind == ENDED:
                won = tuple(bool(end.winners >> p & 1) for p in range(system.n_players))
                assert (end.what, won) in [(t.place, t.winners) for t in targets]
            else:
                assert end.kind == BROKEN
                assert playout.failure(end.what) in [t.failure for t in targets]
            break


@pytest.mark.parametrize("name", SYSTEMS)
def test_moves_are_equally_likely(name: str) -> None:
    system = built(name)
    playout, reference = compile_playout(system), Reference(system)
    rng = random.Random(3)
    registers = playout.start
    assert registers is not None
    moves = reference.moves(playout.decode(registers))
    expected: Counter[object] = Counter()
    total = sum(move.weight or 1 for move in moves)
    for move in moves:
        expected[move.target.place if move.target.winners is None else move.target.winners] += move.weight or 1
    n = 4000
    met: Counter[object] = Counter()
    for _ in range(n):
        end = playout.play(rng.random, limit=1)
        if end.kind == ENDED:
            met[tuple(bool(end.winners >> p & 1) for p in range(system.n_players))] += 1
        elif end.kind == BROKEN:
            met[playout.failure(end.what).node] += 1
        else:
            met[end.what] += 1
    for what, weight in expected.items():
        assert met[what] / n == pytest.approx(weight / total, abs=0.03)


def test_what_is_watched() -> None:
    system = ALL["craps"]()
    gates = [n.id for n in system.nodes if isinstance(n, Gate) and n.kind is GateKind.ENTER]
    leave = next(n.id for n in system.nodes if isinstance(n, Gate) and n.kind is GateKind.LEAVE)
    total = Read("last_total", (), 2, 12)
    playout = compile_playout(system, Watched(values=[(leave, total), (leave, Const(1))], counted=[frozenset(gates)]))
    rng = random.Random(1)
    ends = [playout.play(rng.random) for _ in range(20_000)]
    assert all(end.counts == (end.n_moves,) for end in ends)  # every move is a throw
    assert all(len(end.seen[0]) == len(end.seen[1]) == 1 for end in ends)
    throws = sum(end.n_moves for end in ends) / len(ends)
    assert throws == pytest.approx(float(Fraction(557, 165)), abs=0.06)
    won = sum(end.winners for end in ends) / len(ends)
    assert won == pytest.approx(244 / 495, abs=0.015)


def test_the_same_seed_gives_the_same_game() -> None:
    playout = compile_playout(counted_game(deal(2, 1, 1)))
    first = [playout.play(random.Random(5).random) for _ in range(3)]
    assert first[0] == first[1] == first[2]
