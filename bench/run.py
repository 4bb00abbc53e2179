"""All measurements, as ratios within one run: `make bench`.

Prints a table and writes `build/bench.json`. What needs a program that is not installed is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the game that tests count, too

from tests.codegen.counted import SIXTEEN, Deal, counted_game, deal  # noqa: E402

from bench import by_hand, promela  # noqa: E402
from bench.long_rulebook import long_rulebook  # noqa: E402
from bench.measure import Best, Row  # noqa: E402
from bench.odds import odds  # noqa: E402
from bench.variants import variants  # noqa: E402
from rulewright.interpreter.machine import Machine, compile_machine  # noqa: E402
from rulewright.interpreter.playout import Watched, compile_playout  # noqa: E402
from rulewright.ir.nodes import Gate, GateKind, RegionKind, System  # noqa: E402

ROUNDS = 3
OPENING = 3
"""Plays of a fixed opening, always the first option: the rest of sixteen cards has 1.4 million states."""

HAND_DEALS = 2000

SPIN_GOAL = 0.15
BYTES_GOAL = 130
DEALS_GOAL = 0.4
"""Of code by hand, which plays 43,000 deals a second on a quiet machine: 17,000."""

CHECK_GOAL = 1.0
SOLVER_GOAL = 5.0
MOST_CLAIMS = 30


def main() -> None:
    """Run everything and show it."""
    rows: list[Row] = []
    growth: list[dict[str, float]] = []
    for part in (state_graph, random_play, long_text, solver, odds, variants):
        for row in part():
            rows.append(row)
            print(line_of(row), flush=True)
    print("\nGrowth: states, seconds, microseconds a state")
    for point in growing():
        growth.append(point)
        print(f"  {point['states']:>9.0f}  {point['seconds']:>7.3f}  {point['us_a_state']:>6.2f}", flush=True)
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    record = {"rows": [{**vars(row), "reached": row.reached} for row in rows], "growth": growth}
    target.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def line_of(row: Row) -> str:
    """One line of the table."""
    goal = ""
    if row.goal is not None:
        sign = ">=" if row.more_is_better else "<="
        goal = f"goal {sign} {row.goal:g}: {'reached' if row.reached else 'missed'}"
    return f"{row.name:<58} {row.value:>12.4g} {row.unit:<14} {goal} {row.note}".rstrip()


# ------------------------------------------------------------------ the state graph


def state_graph() -> Iterator[Row]:
    """The same graph by generated code, by code written by hand, and by SPIN, in turn."""
    machine = compile_machine(counted_game(SIXTEEN))
    start = after_opening(machine)
    hand = by_hand.successor_function(SIXTEEN)
    hand_start = hand_written(machine, SIXTEEN, start)
    spin = promela.Spin(SIXTEEN, opening_of(machine, SIXTEEN, start)) if promela.is_there() else None
    best = Best()
    bytes_a_state = spin_bytes = 0.0
    for _ in range(ROUNDS):
        explored, used = in_a_process(lambda: explore(machine, start))
        by_us, _ = in_a_process(lambda: explore_by_hand(hand, hand_start))
        if explored[:2] != by_us[:2]:
            raise SystemExit(f"generated code found {explored[:2]}, code by hand {by_us[:2]}")
        best.note("generated", explored[2])
        best.note("by hand", by_us[2])
        bytes_a_state = used / explored[0]
        if spin is not None:
            run = spin.run(22)
            if run.states != explored[0]:
                raise SystemExit(f"generated code found {explored[0]} states, SPIN {run.states}")
            best.note("spin", run.seconds)
            spin_bytes = run.bytes_per_state
    states, seconds = explored[0], best.seconds["generated"]
    yield Row("generated code, states a second", states / seconds, "states/s", note=f"{states} states")
    yield Row("generated code, memory with parents", bytes_a_state, "bytes/state", BYTES_GOAL, False)
    yield Row("generated code against code by hand", best.seconds["by hand"] / seconds, "times as fast")
    if spin is not None:
        yield Row("generated code against SPIN", best.seconds["spin"] / seconds, "times as fast", SPIN_GOAL)
        yield Row("SPIN, memory", spin_bytes, "bytes/state")


def after_opening(machine: Machine) -> int:
    state = machine.initial()
    for _ in range(OPENING):
        state = machine.successors(state)[0]
    return state


def explore(machine: Machine, start: int) -> tuple[int, int, float]:
    """States, transitions with one more for each end, processor seconds; as the explorer does it."""
    from rulewright_verify.explicit import Budget, search

    machine.successors(start)
    begun = time.process_time()
    found = search(machine, budget=Budget(states=None), start=start)
    return found.states, found.transitions + sum(found.ends.values()), time.process_time() - begun


def explore_by_hand(successors: Callable[[int], list[int]], start: int) -> tuple[int, int, float]:
    begun = time.process_time()
    states, transitions = by_hand.count(successors, start)
    return states, transitions, time.process_time() - begun


def in_a_process(work: Callable[[], tuple[int, int, float]]) -> tuple[tuple[int, int, float], int]:
    """Do a piece of work in a child, so that its memory can be told; the result, and the bytes it took."""
    import multiprocessing
    import resource

    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()

    def child() -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        result = work()
        used = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        there.send((result, used))

    process = context.Process(target=child)
    process.start()
    result: tuple[tuple[int, int, float], int] = here.recv()
    process.join()
    return result


def opening_of(machine: Machine, cards: Deal, state: int) -> tuple[int, int, int, int, int, int]:
    """A state in the terms of the models: two masks, leader, cards played, highest rank, whose it is."""
    there = machine.decode(state)
    first = second = 0
    for i in range(len(cards.ranks)):
        on_table = there.zones["table"][0][i]
        won = [there.zones["won"][side][i] for side in (0, 1)]
        first |= (1 << i) * bool(on_table or won[1])
        second |= (1 << i) * bool(won[0] or won[1])
    slots = there.slots
    return first, second, slots["leader"][0], slots["turn"][0], slots["best"][0], slots["best by"][0]


def hand_written(machine: Machine, cards: Deal, state: int) -> int:
    first, second, leader, played, best, by = opening_of(machine, cards, state)
    n = len(cards.ranks)
    scalars = by << 2 | best << 4 | played << 8 | leader << 10
    return scalars | first << by_hand.SCALARS | second << by_hand.SCALARS + n


def growing() -> Iterator[dict[str, float]]:
    """Deals of more and more cards: the time for a state should stay the same."""
    for cards, opening in ((deal(1, 0, 0), 0), (deal(1, 1, 1), 0), (deal(2, 2, 1), 3), (deal(2, 2, 1), 0), (SIXTEEN, 4),
                           (SIXTEEN, 3)):
        machine = compile_machine(counted_game(cards))
        state = machine.initial()
        for _ in range(opening):
            state = machine.successors(state)[0]
        best = min((explore(machine, state) for _ in range(ROUNDS)), key=lambda found: found[2])
        yield {"states": best[0], "seconds": best[2], "us_a_state": best[2] / best[0] * 1e6}


# ------------------------------------------------------------------ random play


def rulebooks() -> Iterator[tuple[str, System]]:
    """Every rulebook of the project, with the first option of each reading."""
    from rulewright.ir.specialise import specialise
    from rulewright.lower import lower
    from rulewright.pipeline import check_rulebook

    for folder in sorted(path for path in (ROOT / "rules").iterdir() if path.is_dir()):
        book, _ = check_rulebook(folder)
        if book is not None:
            system = lower(book).system
            yield folder.name, specialise(system, dict.fromkeys(system.readings, 0))


def random_play() -> Iterator[Row]:
    """Whole games by chance on one core, counted by the runs of each procedure of the game's own text."""
    reference, rng = by_hand.RandomDeals(), Random(1)
    best = Best()
    for name, system in rulebooks():
        counted = procedures(system)
        playout = compile_playout(system, Watched(counted=tuple(counted.values())))
        if playout.start is None:
            continue
        for _ in range(ROUNDS * 3):
            best.take("deals by hand", lambda: [reference.play(rng) for _ in range(HAND_DEALS)])
            begun = time.process_time()
            totals, n_moves = play_games(playout.run, playout.start, playout.begun)
            taken = time.process_time() - begun
            best.note(f"{name} moves", taken / n_moves)
            for procedure, total in zip(counted, totals, strict=True):
                best.note(f"{name}.{procedure}", taken / max(total, 1))
        yield Row(f"{name}: random play, moves", 1 / best.seconds[f"{name} moves"], "moves/s")
        for procedure in counted:
            seconds = best.seconds[f"{name}.{procedure}"]
            yield Row(f"{name}: runs of `{procedure}`", 1 / seconds, "runs/s")
            if procedure == "deal":
                by_us = best.seconds["deals by hand"] / HAND_DEALS
                yield Row(f"{name}: runs of `deal` against deals by hand", by_us / seconds, "times as fast", DEALS_GOAL)
    yield Row("deals of 28 cards by hand", HAND_DEALS / best.seconds["deals by hand"], "deals/s")


def procedures(system: System) -> dict[str, frozenset[int]]:
    """The gates at which procedures called by the outermost one begin."""
    found: dict[str, set[int]] = {}
    outermost = [region.id for region in system.regions if region.parent is None]
    steps = {r.id for r in system.regions if r.kind is RegionKind.STEP and r.parent in outermost}
    for node in system.nodes:
        if isinstance(node, Gate) and node.kind is GateKind.ENTER:
            region = system.regions[node.region]
            if region.kind is RegionKind.PROCEDURE and region.parent in {*outermost, *steps}:
                found.setdefault(region.procedure, set()).add(node.id)
    return {name: frozenset(nodes) for name, nodes in found.items()}


def play_games(
    run: Callable[..., tuple[object, ...]], start: tuple[int, ...], begun: tuple[int, ...], least_moves: int = 40_000
) -> tuple[list[int], int]:
    """Games until there were enough moves: how often each procedure ran, and how many moves there were."""
    rand = Random(5).random
    totals = [0] * len(begun)
    n_moves = 0
    while n_moves < least_moves:
        end = run(rand, start, 5_000, begun)
        counts = end[4]
        assert isinstance(counts, tuple)
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        assert isinstance(end[3], int)
        n_moves += max(end[3], 1)
    return totals, n_moves


# ------------------------------------------------------------------ text, and the solver


def long_text() -> Iterator[Row]:
    """A long rulebook, parsed and checked in a fresh process, as a user meets it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.rules"
        written = long_rulebook(1000)
        path.write_text(written, encoding="utf-8")
        seconds = []
        for _ in range(ROUNDS):
            before = promela.child_seconds()
            command = [sys.executable, "-m", "rulewright_verify.cli", "check", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            seconds.append(promela.child_seconds() - before)
            if done.returncode != 0:
                raise SystemExit(f"the long rulebook does not check:\n{done.stdout}{done.stderr}")
    n_lines = written.count("\n")
    yield Row(f"`check` of {n_lines} lines, fresh process", min(seconds), "s", CHECK_GOAL, False)


def solver() -> Iterator[Row]:
    """Claims about single rules, for all inputs."""
    from rulewright.ir import properties as pr
    from rulewright.lower import lower
    from rulewright.lower.claims import lower_claims
    from rulewright.pipeline import check_rulebook
    from rulewright_verify.smt.budget import Budget
    from rulewright_verify.smt.rules import decide_holds

    times: list[float] = []
    for folder in sorted(path for path in (ROOT / "rules").iterdir() if path.is_dir()):
        book, _ = check_rulebook(folder)
        if book is None:
            continue
        lowered = lower(book)
        for claim in lower_claims(lowered):
            for clause in claim.clauses:
                if isinstance(clause, pr.Holds) and not clause.reads_state and len(times) < MOST_CLAIMS:
                    results = [decide_holds(lowered.system, clause, Budget(seconds=5)) for _ in range(2)]
                    times.append(min(result.cost.seconds for result in results))
    if times:
        note = f"median of {len(times)}; the slowest {max(times) * 1e3:.0f}"
        yield Row("claim about a rule, time in the solver", median(times) * 1e3, "ms", SOLVER_GOAL, False, note)


if __name__ == "__main__":
    main()
