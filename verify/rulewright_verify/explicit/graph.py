"""A state graph in arrays, and what is asked of its structure.

States are numbered in the order in which the search found them, so 0 is the start and numbers grow
with the distance from it. Everything here is iterative: paths may be as long as the graph is large.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import xor

from rulewright.interpreter.machine import Machine
from rulewright_verify.explicit.exploration import Exploration


@dataclass(frozen=True, eq=False)
class StateGraph:
    """`targets[offsets[i]:offsets[i + 1]]` are the successors of state i, duplicates kept.

    Where the search was cut short, successors that it never found are left out, and `cut` holds the states
    that have such.
    """

    machine: Machine
    states: Sequence[int]
    offsets: array[int] = field(repr=False)
    targets: array[int] = field(repr=False)
    cut: frozenset[int] = field(repr=False)

    def __len__(self) -> int:
        return len(self.states)

    def successors(self, i: int) -> array[int]:
        return self.targets[self.offsets[i] : self.offsets[i + 1]]

    @cached_property
    def predecessors(self) -> StateGraph:
        """The same states with all transitions turned around."""
        counts = array("q", bytes(8 * (len(self) + 1)))
        for target in self.targets:
            counts[target + 1] += 1
        for i in range(len(self)):
            counts[i + 1] += counts[i]
        place = array("q", counts)
        sources = array("q", bytes(8 * len(self.targets)))
        for i in range(len(self)):
            for target in self.successors(i):
                sources[place[target]] = i
                place[target] += 1
        return StateGraph(self.machine, self.states, counts, sources, frozenset())


def graph_of(found: Exploration) -> StateGraph:
    """All transitions between the states of an exploration."""
    machine = found.machine
    states = list(found.parents)
    number = {state: i for i, state in enumerate(states)}
    offsets, targets = array("q", [0]), array("q")
    cut: set[int] = set()
    for i, state in enumerate(states):
        for target in machine.successors(state):
            j = number.get(target)
            if j is None:
                cut.add(i)
            else:
                targets.append(j)
        offsets.append(len(targets))
    machine.sightings.clear()
    return StateGraph(machine, states, offsets, targets, frozenset(cut))


def reached(graph: StateGraph, starts: Iterable[int], within: Callable[[int], bool] | None = None) -> bytearray:
    """A mark for each state that can be reached from `starts`, through states `within` only."""
    marks = bytearray(len(graph))
    pending = []
    for start in starts:
        if not marks[start] and (within is None or within(start)):
            marks[start] = 1
            pending.append(start)
    while pending:
        for target in graph.successors(pending.pop()):
            if not marks[target] and (within is None or within(target)):
                marks[target] = 1
                pending.append(target)
    return marks


def reached_within(graph: StateGraph, starts: Iterable[int], marks: bytearray) -> bytearray:
    """Those states with a mark to which others with a mark lead from `starts`."""
    offsets, targets = graph.offsets, graph.targets
    left = bytearray(marks)
    pending = []
    for start in starts:
        if left[start]:
            left[start] = 0
            pending.append(start)
    while pending:
        i = pending.pop()
        for target in targets[offsets[i] : offsets[i + 1]]:
            if left[target]:
                left[target] = 0
                pending.append(target)
    return bytearray(map(xor, marks, left))


def path_between(
    graph: StateGraph, starts: Iterable[int], goal: Callable[[int], bool], within: Callable[[int], bool]
) -> list[int] | None:
    """A shortest path of at least one step from one of `starts` to a state that is a goal, through states `within`."""
    parents: dict[int, int | None] = dict.fromkeys(starts)
    frontier = list(parents)
    while frontier:
        found: list[int] = []
        for i in frontier:
            for target in graph.successors(i):
                if goal(target):
                    path = [target, i]
                    before = parents[i]
                    while before is not None:
                        path.append(before)
                        before = parents[before]
                    return path[::-1]
                if target not in parents and within(target):
                    parents[target] = i
                    found.append(target)
        frontier = found
    return None


def components(graph: StateGraph, within: Callable[[int], bool]) -> Iterator[list[int]]:
    """The strongly connected components of the states `within`, each before those that lead to it."""
    return components_within(graph, bytearray(map(within, range(len(graph)))))


def components_within(graph: StateGraph, marks: Sequence[int]) -> Iterator[list[int]]:
    """The same for the states with a mark.

    Tarjan's algorithm with a stack of its own. `low` is the least number that is known to be reached from a state;
    0 where none was given yet, and above all others where a state belongs to no open component.
    """
    offsets, targets = graph.offsets, graph.targets
    done = len(graph) + 1
    low = [0 if mark else done for mark in marks]
    stack: list[int] = []
    n_met = 0
    for root in range(len(graph)):
        if low[root]:
            continue
        n_met += 1
        low[root] = n_met
        stack.append(root)
        work = [(root, n_met, iter(targets[offsets[root] : offsets[root + 1]]))]
        while work:
            here, number, ways = work[-1]
            least = low[here]
            for target in ways:
                there = low[target]
                if not there:
                    n_met += 1
                    low[target] = n_met
                    stack.append(target)
                    work.append((target, n_met, iter(targets[offsets[target] : offsets[target + 1]])))
                    low[here] = least
                    break
                if there < least:
                    least = there
            else:
                work.pop()
                low[here] = least
                if least == number:
                    component = []
                    member = -1
                    while member != here:
                        member = stack.pop()
                        low[member] = done
                        component.append(member)
                    yield component
                elif least < low[work[-1][0]]:
                    low[work[-1][0]] = least


def cyclic(graph: StateGraph, within: Callable[[int], bool]) -> Iterator[list[int]]:
    """The components in which one can go round."""
    for component in components(graph, within):
        if len(component) > 1 or component[0] in graph.successors(component[0]):
            yield component
