"""How a rulebook is put together: nothing goes in circles, and rounds `at once` do not notice each other."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.checker.atonce import check_at_once
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownReference, UnknownRule
from rulewright.checker.errors.wellformed import BadPrecedence, NoGame, ProceduresInCircle, RulesInCircle
from rulewright.checker.reach import calls_between, nodes_of
from rulewright.checker.sizes import check_copies
from rulewright.checker.symbols import RuleSymbol
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def check_wellformed(ctx: Context) -> None:
    _check_rules(ctx)
    _check_procedures(ctx)
    _check_precedences(ctx)
    for rule in ctx.book.outside:
        check_outside_rule(ctx, rule)
    game = ctx.book.declared.get("game")
    if isinstance(game, ast.Procedure) and game.parameters:
        ctx.report(NoGame(span=game.name.span, what="`game` is not run by anybody who could give it values"))
    for name in ctx.book.all_of(ast.Procedure):
        for node in nodes_of(ctx.book.declared[name]):
            if isinstance(node, ast.ForEach) and node.at_once:
                check_at_once(ctx, node)


def check_outside_rule(ctx: Context, rule: str) -> None:
    """A level that stands apart names a rule that is there."""
    if isinstance(ctx.book.declared.get(rule), ast.Rule):
        return
    for each in ctx.book.outside[rule]:
        near = nearest(rule, ctx.book.all_of(ast.Rule))
        ctx.report(UnknownRule(span=each.rule.span, what="rule", name=rule, nearest=near))


def _check_rules(ctx: Context) -> None:
    graph: dict[str, list[str]] = {}
    for name in ctx.book.all_of(ast.Rule):
        node = ctx.book.declared[name]
        levels = [each.level for each in ctx.book.outside.get(name, ())]
        graph[name] = [
            symbol.name
            for each in nodes_of((node, tuple(levels)))
            if isinstance(symbol := ctx.refs.get(id(each)), RuleSymbol)
        ]
        # A rule without a symbol is asked by its name, which stands for nothing.
        graph[name] += [
            each.text for each in nodes_of((node, tuple(levels)))
            if isinstance(each, ast.Name) and id(each) not in ctx.refs and each is not node.name
            and isinstance(ctx.book.declared.get(each.text), ast.Rule) and ctx.symbols.get(each.text) is None
        ]
    found = circles(graph)
    for circle in found:
        node = ctx.book.declared[circle[0]]
        way = " asks ".join(f"`{name}`" for name in circle)
        ctx.report(RulesInCircle(span=node.name.span, name=circle[0], way=way))
    if not found:
        check_copies(ctx, graph, "asks rules", "name an answer that is needed twice: `let x = ...`")


def _check_procedures(ctx: Context) -> None:
    graph = {name: [each.text for each in runs] for name, runs in calls_between(ctx.book).items()}
    found = circles(graph)
    for circle in found:
        node = ctx.book.declared[circle[0]]
        way = " runs ".join(f"`{name}`" for name in circle)
        ctx.report(ProceduresInCircle(span=node.name.span, name=circle[0], way=way))
    if not found:
        hint = "each of these places gets a copy of its own; `for each` and `repeat` need one for all rounds"
        check_copies(ctx, graph, "runs procedures", hint)


def circles(graph: Mapping[str, list[str]]) -> list[list[str]]:
    """One way round for each group that goes in circles, beginning and ending with its first name."""
    found: list[list[str]] = []
    done: set[str] = set()
    for start in graph:
        if start in done:
            continue
        way = _way_back(graph, start)
        if way is not None:
            found.append(way)
            done.update(way)
    return found


def _way_back(graph: Mapping[str, list[str]], start: str) -> list[str] | None:
    """The shortest way from a name to itself."""
    before: dict[str, str] = {}
    pending = [start]
    for here in pending:
        for there in graph.get(here, ()):
            if there == start:
                way = [start]
                while here != start:
                    way.append(here)
                    here = before[here]
                return [start, *reversed(way)]
            if there not in before:
                before[there] = here
                pending.append(there)
    return None


def _check_precedences(ctx: Context) -> None:
    order: dict[str, list[str]] = {}
    for each in ctx.book.precedences:
        for name in each.sources:
            if not isinstance(ctx.book.declared.get(name.text), ast.Source):
                near = nearest(name.text, ctx.book.all_of(ast.Source))
                ctx.report(UnknownReference(span=name.span, what="source", name=name.text, nearest=near))
        for stronger, weaker in zip(each.sources, each.sources[1:], strict=False):
            order.setdefault(stronger.text, []).append(weaker.text)
    for circle in circles(order):
        spans = [name.span for each in ctx.book.precedences for name in each.sources if name.text == circle[0]]
        ctx.report(BadPrecedence(span=spans[0], name=circle[0]))
