"""Outcomes of luck that nothing tells apart: where one stands for all, the chances of all states stay the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter.machine import GateProbe, Machine, compile_machine
from rulewright.ir.nodes import Chance, Const, Gate, System
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from tests.codegen.test_games import system_of
from tests.systems import ALL

MOST_STATES = 1_500

HEAD = """\
rulebook small
  players 2 as Anna, Ben

state
  points: 0..60 = 0
  other: 0..10 = 4
  kept: 0..10 = 0

rule is_high(eyes: 1..10) -> yes or no
  default
    eyes >= 8

rule beats(eyes: 1..10) -> yes or no
  default
    eyes > other

procedure turn
"""

BODIES = {
    "a_threshold": ("roll d10 as face\n  if face >= 8\n    points becomes 1", 2),
    "by_a_rule": ("roll d10 as face\n  if is_high(face)\n    points becomes 1", 2),
    "three_ways": ("roll d10 as face\n  if face >= 8\n    points becomes 1\n  otherwise\n    if face <= 2\n"
                   "      points becomes 2", 3),
    "bands": ("roll d10 as face\n  points becomes min(face, 5)", 5),
    "added": ("roll d10 as face\n  points becomes points + face", 10),
    "against_the_state": ("roll d10 as face\n  if face > other\n    points becomes 1", 10),
    "a_rule_that_reads_the_state": ("roll d10 as face\n  if beats(face)\n    points becomes 1", 10),
    "kept_in_the_state": ("roll d10 as face\n  kept becomes face\n  if kept > 5\n    points becomes 1", 10),
    "kept_until_later": ("roll d10 as face\n  roll d2 as coin\n  if coin = 1 and face > 5\n    points becomes 1", 10),
    "asked_in_between": (
        "roll d10 as face\n  Anna chooses one of\n    stop\n    go\n      points becomes face", 10
    ),
    "two_dice": ("roll 2d6 as total\n  if total = 7\n    points becomes 1", 2),
    "never_looked_at": ("roll d10 as face\n  points becomes 1", 1),
    "again_and_again": (
        "repeat until points = 3\n    roll d10 as face\n    if face >= 8\n      points becomes points + 1", 2
    ),
}

def small_system(body: str) -> System:
    text = f"{HEAD}  {body}\n\nprocedure game\n  turn\n  turn\n"
    book, found = check_sources([SourceFile(Path("small.rules"), "small.rules", text)])
    assert book is not None, found
    return lower(book).system


def compare(machine: Machine) -> dict[int, int]:
    """Go through the graph, with all outcomes and with one of each class; how many classes each node of luck has."""
    found: dict[int, int] = {}
    seen = {machine.initial()}
    pending = list(seen)
    by_class = {}
    for state in pending:  # grows while it is gone through
        targets = machine.successors(state)
        place = state & machine.place_mask
        if machine.status(state) is not None and isinstance(machine.system.nodes[machine.node(state)], Chance):
            if place not in by_class:
                by_class[place] = machine.by_class(place)
            classes = by_class[place]
            if classes is not None:
                function, weights = classes
                assert chances(function(state), weights) == chances(targets, machine.weights(state))
                found[machine.node(state)] = len(weights)
        for target in targets:
            if target not in seen and len(seen) < MOST_STATES:
                seen.add(target)
                pending.append(target)
    return found


def chances(targets: list[int], weights: tuple[int, ...] | list[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for target, weight in zip(targets, weights, strict=True):
        found[target] += weight
    return found


@pytest.mark.parametrize("name", BODIES)
def test_what_is_told_apart(name: str) -> None:
    body, n_classes = BODIES[name]
    found = compare(compile_machine(small_system(body)))
    assert found
    first = min(found)
    assert found[first] == n_classes


@pytest.mark.parametrize("system", ALL)
def test_systems_built_by_hand(system: str) -> None:
    built: Callable[[], System] = ALL[system]
    compare(compile_machine(built()))


@pytest.mark.parametrize("game", ["craps", "pig", "beggar", "snakes"])
def test_whole_games(game: str) -> None:
    compare(compile_machine(system_of(game)))


def test_readings_are_told_apart_by_the_option_that_is_chosen() -> None:
    text = (
        "rulebook small\n  players 1\n\nreading ten\n  option hits\n  option misses\n\nstate\n  hit: yes or no = no\n\n"
        "procedure game\n  roll d10 as face\n"
        "  if face = 9 or (face = 10 and ten = hits)\n    hit becomes yes\n"
    )
    book, found = check_sources([SourceFile(Path("small.rules"), "small.rules", text)])
    assert book is not None, found
    system = lower(book).system
    for option, weights in ((0, (8, 2)), (1, (9, 1))):
        machine = compile_machine(specialise(system, {"ten": option}))
        classes = machine.by_class(machine.initial() & machine.place_mask)
        assert classes is not None
        assert sorted(classes[1]) == sorted(weights)


def test_probes_see_every_outcome() -> None:
    system = small_system(BODIES["a_threshold"][0])
    gate = next(node.id for node in system.nodes if isinstance(node, Gate))
    machine = compile_machine(system, probes=[GateProbe(gate, Const(1))])
    assert machine.by_class(machine.initial() & machine.place_mask) is None
