"""Clauses of claims, decided on the state graph.

`decide` answers one clause, `decide_all` several of one system: those that the same search can
answer share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.machine import Bags, GateProbe, Layout, Machine, compile_machine
from rulewright.interpreter.state import Failure, Status
from rulewright.ir import properties as pr
from rulewright.ir.nodes import GateKind, Reason, System
from rulewright_verify.explicit.budget import Budget, Ended
from rulewright_verify.explicit.exploration import Exploration, Progress, search
from rulewright_verify.explicit.falling import with_measure_watched
from rulewright_verify.explicit.going_on import Going, GoingOn, going_on
from rulewright_verify.explicit.graph import StateGraph, graph_of, reached
from rulewright_verify.explicit.regions import entering, gates, nodes_inside
from rulewright_verify.explicit.result import Answer, GraphResult
from rulewright_verify.explicit.tasks import (
    ExtremeTask,
    Needs,
    OnceNeverTask,
    PositionsTask,
    ProbeTask,
    StateTask,
    StillPossibleTask,
    StuckTask,
    Task,
    conserved,
    store_probe,
)
from rulewright_verify.explicit.traces import Found, found_on

EXTREMES = (pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST)


def can_decide(clause: pr.Clause) -> bool:
    """Whether a clause is a question for the state graph."""
    if isinstance(clause, pr.Measured):
        return clause.quantity.kind in EXTREMES
    return isinstance(
        clause,
        pr.Always | pr.Possible | pr.StillPossible | pr.LeadsTo | pr.OnceNever | pr.At | pr.Ends | pr.MayGoOn
        | pr.NeverStuck | pr.Monotone | pr.Conserved | pr.Positions,
    )


def decide(
    system: System, clause: pr.Clause, *, budget: Budget | None = None, progress: Progress | None = None
) -> GraphResult:
    """Answer one clause. The readings of the system and of the clause must be chosen."""
    return decide_all(system, [clause], budget=budget, progress=progress)[0]


def decide_all(
    system: System, clauses: Sequence[pr.Clause], *, budget: Budget | None = None, progress: Progress | None = None
) -> tuple[GraphResult, ...]:
    """Answer several clauses of one system; `can_decide` must say yes to each."""
    budget = budget or Budget()
    results: dict[int, GraphResult] = {}
    needs = Needs()
    tasks: dict[int, Task] = {}
    for number, clause in enumerate(clauses):
        match clause:
            case pr.Ends() | pr.MayGoOn():
                results[number] = _decide_ends(system, clause, budget, progress)
            case pr.LeadsTo():
                results[number] = _decide_leads_to(system, clause, budget, progress)
            case pr.Conserved():
                results[number] = _decide_conserved(system, clause, budget, progress)
            case _:
                tasks[number] = _task(system, clause, needs)
    if tasks:
        answers = _decide_tasks(system, list(tasks.values()), needs, Layout(), budget, progress)
        results.update(zip(tasks, answers, strict=True))
    return tuple(results[number] for number in range(len(clauses)))


def _task(system: System, clause: pr.Clause, needs: Needs) -> Task:
    match clause:
        case pr.Always():
            return StateTask(needs, clause.cond, clause.premise, wanted=False)
        case pr.Possible():
            return StateTask(needs, clause.cond, None, wanted=True)
        case pr.At():
            return ProbeTask(
                needs,
                [GateProbe(place.node, place.value) for place in clause.places],
                [GateProbe(place.node, place.value) for place in clause.looked_at],
            )
        case pr.Monotone():
            return ProbeTask(needs, [store_probe(clause)], None)
        case pr.NeverStuck():
            return StuckTask(needs, system, clause.regions)
        case pr.StillPossible():
            return StillPossibleTask(needs, clause.cond)
        case pr.OnceNever():
            return OnceNeverTask(needs, clause.once, clause.never)
        case pr.Positions():
            return PositionsTask(needs, clause)
        case pr.Measured() if clause.quantity.kind in EXTREMES:
            return ExtremeTask(needs, clause)
    raise ValueError(f"{type(clause).__name__} is no question for the state graph")


def _decide_tasks(
    system: System, tasks: Sequence[Task], needs: Needs, layout: Layout, budget: Budget, progress: Progress | None
) -> list[GraphResult]:
    machine = compile_machine(system, layout=layout, probes=needs.probes, predicates=needs.predicates)
    for task in tasks:
        task.prepare(machine)
    found = search(machine, budget=budget, watchers=tasks, progress=progress)
    graph = graph_of(found) if any(task.needs_graph for task in tasks) else None
    results = []
    for task in tasks:
        answer, play = task.conclude(found, graph if task.needs_graph else None)
        results.append(_result(found, answer, play, vacuous=found.complete and task.vacuous, value=task.value))
    return results


def _result(
    found: Exploration, answer: Answer, play: Found | None, *, vacuous: bool = False, value: int | None = None,
    going: GoingOn | None = None,
) -> GraphResult:
    failures = tuple(end.failure for end, _, _ in found.ends_found if end.failure is not None)
    return GraphResult(
        answer, found.ended, found.states, found.transitions, found.depth, found.seconds, play,
        found.ended.value if answer is Answer.UNKNOWN else None, vacuous, failures, value,
        None if going is None else going.going,
        () if going is None else going.players,
        () if going is None else going.alone,
    )


def _decide_conserved(
    system: System, clause: pr.Conserved, budget: Budget, progress: Progress | None
) -> GraphResult:
    """With a count for each kind in each zone: packed by place, nothing could be lost."""
    needs = Needs()
    task = StateTask(needs, conserved(system, clause.kinds), None, wanted=False)
    layout = Layout(bags=Bags.COUNTS, constants=False)
    return _decide_tasks(system, [task], needs, layout, budget, progress)[0]


# ------------------------------------------------------------------ plays that never end


def _decide_ends(
    system: System, clause: pr.Ends | pr.MayGoOn, budget: Budget, progress: Progress | None
) -> GraphResult:
    """Look for infinite paths inside one run: where a run returns is made a state of its own, and left out."""
    stops = gates(system, clause.regions, GateKind.LEAVE)
    machine = compile_machine(system, stops=stops, probes=entering(system, clause.regions))
    found = search(machine, budget=budget, progress=progress)
    inside_nodes = nodes_inside(system, clause.regions)
    wanted = isinstance(clause, pr.MayGoOn)
    endless = _endless_run(found, inside_nodes)
    if endless is not None:
        play = found_on(machine, found.path_to(endless))
        return _result(found, Answer.HOLDS if wanted else Answer.VIOLATED, play, going=GoingOn(Going.FORCED))
    graph = graph_of(found)
    inside = bytearray(_is_under_way(machine, s) and machine.node(s) in inside_nodes for s in graph.states)
    going = going_on(graph, inside)
    if going.going is not Going.NONE:
        play = found_on(machine, [graph.states[i] for i in going.path], going.loop_to)
        return _result(found, Answer.HOLDS if wanted else Answer.VIOLATED, play, going=going)
    if not found.complete:
        return _result(found, Answer.UNKNOWN, None)
    if not wanted:
        broken = _breakdown(found, inside_nodes)
        if broken is not None:
            return _result(found, Answer.VIOLATED, found_on(machine, found.path_to(broken)), going=going)
    is_run = bool(found.seen)
    if isinstance(clause, pr.Ends) and clause.measures and is_run:
        return _decide_measure(system, clause, budget, progress)
    return _result(found, Answer.VIOLATED if wanted else Answer.HOLDS, None, vacuous=not is_run, going=going)


def _decide_measure(
    system: System, clause: pr.Ends, budget: Budget, progress: Progress | None
) -> GraphResult:
    """Every run ends; does the measure that was written fall, too?"""
    watched, falls = with_measure_watched(system, clause)
    needs = Needs()
    task = StateTask(needs, falls, None, wanted=False)
    return _decide_tasks(watched, [task], needs, Layout(), budget, progress)[0]


def _is_under_way(machine: Machine, state: int) -> bool:
    """Whether somebody or luck decides there: not at an end, and not where a run returns."""
    return machine.status(state) in (Status.CHOICE, Status.CHANCE)


def _endless_run(found: Exploration, inside: frozenset[int]) -> int | None:
    return _first_failure(found, lambda f: f.reason is Reason.ENDLESS and f.node in inside)


def _breakdown(found: Exploration, inside: frozenset[int]) -> int | None:
    return _first_failure(found, lambda f: f.node in inside)


def _first_failure(found: Exploration, wanted: Callable[[Failure], bool]) -> int | None:
    for end, _, first in found.ends_found:
        if end.failure is not None and wanted(end.failure):
            return first
    return None


def _decide_leads_to(
    system: System, clause: pr.LeadsTo, budget: Budget, progress: Progress | None
) -> GraphResult:
    """A violation is a play that has met `when` and never meets `then`: it stops before, or goes on for ever."""
    machine = compile_machine(system, predicates=(clause.when, clause.then))
    found = search(machine, budget=budget, progress=progress)
    graph = graph_of(found)
    when, then = machine.predicate(0), machine.predicate(1)
    looked_at, mask = machine.looked_at, machine.place_mask
    waiting = _waiting(graph, [bool(looked_at[s & mask] and when(s)) for s in graph.states],
                       [bool(looked_at[s & mask] and then(s)) for s in graph.states])
    for i in range(len(graph)):
        if waiting[i] and i not in graph.cut and not graph.successors(i):
            return _result(found, Answer.VIOLATED, found_on(machine, found.path_to(graph.states[i])))
    going = going_on(graph, waiting)
    if going.going is not Going.NONE:
        play = found_on(machine, [graph.states[i] for i in going.path], going.loop_to)
        return _result(found, Answer.VIOLATED, play, going=going)
    vacuous = found.complete and not any(waiting)
    return _result(found, Answer.HOLDS if found.complete else Answer.UNKNOWN, None, vacuous=vacuous)


def _waiting(graph: StateGraph, when: Sequence[bool], then: Sequence[bool]) -> bytearray:
    """States that can be come to after `when` without having met `then`."""
    return reached(graph, (i for i in range(len(graph)) if when[i]), lambda i: not then[i])


__all__ = ["Ended", "can_decide", "decide", "decide_all"]
