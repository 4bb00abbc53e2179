"""Whether variants leave alone what they say they leave alone.

A rule: the same text of rules behind it, or the same answer for all inputs by the solver. A procedure: the same
graph but for the numbers of its places. What is neither equal nor shown to differ is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.checker.symbols import Configuration
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright.ir.walk import Piece, descendants, with_children
from rulewright.syntax import ast
from rulewright_verify.planner.answers import Answer, unknown
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.same import same_ground, same_rule
from rulewright_verify.verdict import Outcome, Proved, RestsOn, Shown, Verdict

SECONDS = 30.0
BEFORE = "without it: "
"""Before the names of rules and tables of the game without the variant."""


def left_alone(books: Books, game: Configuration) -> tuple[Verdict, ...]:
    """A verdict for each thing that a variant in play says it leaves alone."""
    return tuple(verdict for name in game.variants for verdict in _of_variant(books, game, name))


def _of_variant(books: Books, game: Configuration, name: str) -> Iterator[Verdict]:
    here = books.instance(game)
    without = replace(game, variants=tuple(each for each in game.variants if each != name))
    paths = [
        path.text for change in here.book.variants[name].changes if isinstance(change, ast.LeavesAlone)
        for path in change.paths
    ]
    before = books.instance(without).system if paths and books.check(without)[0] is not None else None
    for path in paths:
        if before is None:
            answer = unknown("another variant needs this one, so there is no game without it", "not compared")
        else:
            answer = _compared(before, here.system, path)
        yield Verdict(
            rulebook=here.book.name, claim=f"{name} leaves alone {path}", title=f"`{name}` leaves `{path}` alone",
            outcome=answer.outcome, assurance=answer.assurance, method=answer.method, variants=game.variants,
            players=(len(here.book.players.members),), rests_on=RestsOn(rules=(path,)), reason=answer.reason,
            story=answer.story, automatic=True,
        )


def _compared(before: System, after: System, path: str) -> Answer:
    if path in before.rules and path in after.rules:
        if same_rule(before, after, path):
            return Answer(Outcome.HOLDS, Proved(), "equal rules")
        return _by_solver(before, after, path)
    if _same_procedure(before, after, path):
        return Answer(Outcome.HOLDS, Proved(), "equal graphs")
    return unknown("what it does is written differently, and whether it does the same is not decided", "equal graphs")


# ------------------------------------------------------------------ rules


def _by_solver(before: System, after: System, rule: str) -> Answer:
    """Both rules in one system, asked for an input for which they differ."""
    from rulewright_verify.smt.budget import Budget
    from rulewright_verify.smt.errors import Unsupported
    from rulewright_verify.smt.results import Status
    from rulewright_verify.smt.rules import same_as

    both = _together(before, after)
    clause = pr.SameAs(rule, BEFORE + rule, after.rules[rule].span)
    try:
        result = same_as(both, clause, Budget(seconds=SECONDS))
    except (Unsupported, KeyError) as refusal:
        return unknown(f"the rules ask about different things: {refusal}", "solver")
    match result.status:
        case Status.PROVED:
            return Answer(Outcome.HOLDS, Proved(), "solver")
        case Status.REFUTED:
            found = result.counterexample
            named = {} if found is None else {**found.params, **found.cells, **found.readings}
            story = ", ".join(f"{name} = {value}" for name, value in named.items())
            return Answer(Outcome.VIOLATED, Shown(), "solver", story=f"They differ for {story}." if story else "")
    return unknown(result.reason or "not decided in time", "solver")


def _together(before: System, after: System) -> System:
    """The game with the variant, and the rules and tables of the game without it under names of their own."""
    return replace(
        after,
        tables={**after.tables, **{BEFORE + name: replace(one, name=BEFORE + name)
                                   for name, one in before.tables.items()}},
        rules={**after.rules, **{rule.name: rule for one in before.rules.values()
                                 if isinstance(rule := _renamed(one), ir.Rule)}},
        slots={**before.slots, **after.slots},
        zones={**before.zones, **after.zones},
    )


def _renamed(piece: Piece) -> Piece:
    changed = with_children(piece, _renamed)
    match changed:
        case ir.Apply():
            return replace(changed, rule=BEFORE + changed.rule)
        case ir.Lookup():
            return replace(changed, table=BEFORE + changed.table)
        case ir.Rule():
            return replace(changed, name=BEFORE + changed.name)
    return changed


# ------------------------------------------------------------------ procedures


def _same_procedure(before: System, after: System, path: str) -> bool:
    """Whether the first run of a procedure (or of a step) is the same graph in both, with the same rules behind it."""
    left, right = _run(before, path), _run(after, path)
    if not left or [node for _, node in left] != [node for _, node in right]:
        return False
    pieces = [piece for piece, _ in left]
    asked = {part.rule for piece in pieces for part in descendants(piece) if isinstance(part, ir.Apply)}
    return same_ground(before, after, pieces) and all(same_rule(before, after, rule) for rule in asked)


def _run(system: System, path: str) -> list[tuple[Any, Any]]:
    """The nodes inside, each as it is and with places counted from the first of them."""
    roots = [region.id for region in system.regions if region.address == path]
    if not roots:
        return []
    inside = {roots[0]}
    for region in system.regions:  # parents come first
        if region.parent in inside:
            inside.add(region.id)
    nodes = [node for node in system.nodes if node.region in inside]
    place = {node.id: number for number, node in enumerate(nodes)}
    return [(node, _counted(system, node, place)) for node in nodes]


def _counted(system: System, node: ir.Node, place: dict[int, int]) -> tuple[Any, ...]:
    """A node whose places are numbers inside of the run; what leads out of it is -1."""
    def at(target: int) -> int:
        return place.get(target, -1)

    changes: dict[str, Any] = {"id": at(node.id), "region": 0}
    match node:
        case ir.Auto() | ir.Gate() | ir.Chance() | ir.Deal():
            changes["next"] = at(node.next)
        case ir.Branch():
            changes |= {"then": at(node.then), "otherwise": at(node.otherwise)}
        case ir.Choice():
            changes["options"] = tuple(replace(option, target=at(option.target)) for option in node.options)
        case ir.Final():
            pass
    return system.regions[node.region].address, replace(node, **changes)
