"""Examples: given / do / expect as a system of its own, the decisions to replay, and what must hold at its end."""

from __future__ import annotations

from rulewright.checker.choices import DRAW, LUCK
from rulewright.checker.symbols import CheckedBook
from rulewright.ir import properties as pr
from rulewright.lower.expressions import condition
from rulewright.lower.layout import cites
from rulewright.lower.system import Scene, lower_scene
from rulewright.syntax import ast


def lower_examples(book: CheckedBook) -> tuple[pr.Example, ...]:
    """The worked examples of a rulebook, each with a system of its own, in which `run_example` plays it."""
    return tuple(_example(book, node) for node in book.examples.values())


def _example(book: CheckedBook, node: ast.Example) -> pr.Example:
    scene = lower_scene(book, Scene(node.given, tuple(do.procedure for do in node.runs)))
    decisions = tuple(_decision(decision) for do in node.runs for decision in do.decisions)
    stopped = bool(decisions) and decisions[-1] == pr.STOP and pr.STOP.who not in book.players.members
    decisions = decisions[:-1] if stopped else decisions
    expects = tuple((condition(scene.context, {}, test), test.span) for test in node.expects)
    return pr.Example(
        node.name.text, node.title,
        tuple((a.reading.text, a.option.text) for a in node.under if isinstance(a, ast.ReadingIs)),
        scene.system, decisions, expects, cites(node.notes), node.span, stopped,
    )


def _decision(node: ast.Decision) -> pr.Decision:
    """`West: ask(East)`; luck has a label only where several things are drawn: `chance: draw(a, b)`, or
    `chance: [a, b]`."""
    who = node.who.text
    match node.play:
        case ast.Items(items) if who == LUCK:
            return pr.Decision(who, DRAW, tuple(printed(item) for item in items), node.span)
        case ast.Call(function, arguments):
            return pr.Decision(who, printed(function), tuple(printed(a.value) for a in arguments), node.span)
        case ast.Name(label) if who not in (LUCK, pr.STOP.who):
            return pr.Decision(who, label, (), node.span)
    return pr.Decision(who, "", (printed(node.play),), node.span)


def printed(node: ast.Domain) -> str:
    """A value as a play prints it: `purgatory[sun]`, `-4`, `East`."""
    match node:
        case ast.Name(text):
            return text
        case ast.Number(value):
            return str(value)
        case ast.Negative(inner):
            return f"-{printed(inner)}"
        case ast.Truth(value):
            return "yes" if value else "no"
        case ast.NoneValue():
            return "none"
        case ast.Index(inner, indexes):
            return f"{printed(inner)}[{', '.join(printed(index) for index in indexes)}]"
        case ast.Items(items):
            return ", ".join(printed(item) for item in items)
    return node.span.text
