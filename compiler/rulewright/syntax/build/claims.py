"""Claims, scopes and examples out of Lark's tree."""

from collections.abc import Callable, Sequence

from rulewright.syntax import ast
from rulewright.syntax.build.context import (
    Child,
    Context,
    declared,
    demand,
    names_used,
    of_kind,
    only,
    others,
    path,
    string,
    token,
    trees,
    used,
)
from rulewright.syntax.build.data import parameter_groups, players, type_of
from rulewright.syntax.build.expressions import domain, expr, number_of, optional_expr, procedure_ref
from rulewright.syntax.build.notes import notes
from rulewright.syntax.build.statements import block
from rulewright.syntax.parser import Token, Tree

Clauses = dict[str, Callable[[Context, Tree[Token]], ast.Clause]]


def claim(ctx: Context, node: Tree[Token]) -> ast.Claim:
    name, title, *lines = node.children
    heading = declared(ctx, name)
    clauses = [line for line in others(lines) if line.data in _CLAUSES]
    demand(ctx, clauses, heading, "claim", "what should be true")
    given = only(ctx, of_kind(lines, "given"), "given")
    return ast.Claim(
        heading,
        string(ctx, title),
        tuple(each for line in of_kind(lines, "under") for each in _assumptions(ctx, line.children)),
        tuple(each for line in of_kind(lines, "in_scope") for each in names_used(ctx, line.children[0])),
        tuple(_expectation(ctx, line) for line in of_kind(lines, "expectation")),
        None if given is None else block(ctx, given.children[0]),
        tuple(_clause(ctx, line) for line in clauses),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def scope(ctx: Context, node: Tree[Token]) -> ast.Scope:
    name, *lines = node.children
    heading = declared(ctx, name)
    demand(ctx, others(lines), heading, "scope", "`sets ... to ...`, `varies ...`, `keeps ... of ...` or `players ...`")
    seats = only(ctx, of_kind(lines, "players"), "players")
    return ast.Scope(
        heading,
        None if seats is None else players(ctx, seats),
        tuple(sets(ctx, line) for line in of_kind(lines, "sets")),
        tuple(_varies(ctx, line) for line in of_kind(lines, "varies")),
        tuple(_keeps(ctx, line) for line in of_kind(lines, "keeps")),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def sets(ctx: Context, node: Tree[Token]) -> ast.Sets:
    name, of, value = node.children
    return ast.Sets(used(ctx, name), optional_expr(ctx, of), expr(ctx, value), span=ctx.span(node))


def _varies(ctx: Context, node: Tree[Token]) -> ast.Varies:
    name, of, values = node.children
    inside = None if values is None else domain(ctx, values)
    return ast.Varies(used(ctx, name), optional_expr(ctx, of), inside, span=ctx.span(node))


def _keeps(ctx: Context, node: Tree[Token]) -> ast.Keeps:
    *kinds, of = node.children
    return ast.Keeps(tuple(expr(ctx, kind) for kind in kinds), used(ctx, of), span=ctx.span(node))


def example(ctx: Context, node: Tree[Token]) -> ast.Example:
    name, title, *lines = node.children
    under = of_kind(lines, "under")
    given = of_kind(lines, "given")
    conditions = of_kind(lines, "expect")[0].children
    return ast.Example(
        declared(ctx, name),
        None if title is None else string(ctx, title),
        _assumptions(ctx, under[0].children) if under else (),
        block(ctx, given[0].children[0]) if given else None,
        tuple(_do(ctx, line) for line in of_kind(lines, "do")),
        tuple(expr(ctx, condition) for condition in conditions),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def _do(ctx: Context, node: Tree[Token]) -> ast.Do:
    procedure, *decisions = node.children
    taken = tuple(
        ast.Decision(used(ctx, each.children[0]), expr(ctx, each.children[1]), span=ctx.span(each))
        for each in trees(decisions)
    )
    return ast.Do(procedure_ref(ctx, procedure), taken, span=ctx.span(node))


def _assumptions(ctx: Context, nodes: Sequence[Child]) -> tuple[ast.Assumption, ...]:
    return tuple(
        _reading_is(ctx, each)
        if each.data == "reading_is"
        else ast.WithVariant(used(ctx, each.children[0]), span=ctx.span(each))
        for each in trees(nodes)
    )


def _reading_is(ctx: Context, node: Tree[Token]) -> ast.ReadingIs:
    reading, option = node.children
    return ast.ReadingIs(used(ctx, reading), used(ctx, option), span=ctx.span(node))


def _expectation(ctx: Context, node: Tree[Token]) -> ast.Expectation:
    verdict, *when = node.children
    return ast.Expectation(
        used(ctx, verdict), _assumptions(ctx, when), span=ctx.span(node)
    )


# ---------------------------------------------------------------- clauses
def _clause(ctx: Context, node: Tree[Token]) -> ast.Clause:
    return _CLAUSES[node.data](ctx, node)


def _for_all(ctx: Context, node: Tree[Token]) -> ast.Clause:
    lines = list(trees(node.children))
    groups = [line for line in lines if line.data == "parameter_group"]
    clauses = [line for line in lines if line.data != "parameter_group"]
    return ast.ForAll(
        parameter_groups(ctx, groups), tuple(_clause(ctx, line) for line in clauses), span=ctx.span(node)
    )


def _simulate(ctx: Context, node: Tree[Token]) -> ast.Clause:
    games, who, *clauses = node.children
    return ast.Simulate(
        number_of(ctx, token(games)),
        used(ctx, who),
        tuple(_clause(ctx, line) for line in trees(clauses)),
        span=ctx.span(node),
    )


def _same_for_every(ctx: Context, node: Tree[Token]) -> ast.Clause:
    what, readings = node.children
    return ast.SameForEvery(path(ctx, what), names_used(ctx, readings), span=ctx.span(node))


def _same_as(ctx: Context, node: Tree[Token]) -> ast.Clause:
    what, other = node.children
    return ast.SameAs(path(ctx, what), path(ctx, other), span=ctx.span(node))


def _ends(ctx: Context, node: Tree[Token]) -> ast.Clause:
    procedure, *measures = node.children
    decreasing = tuple(expr(ctx, each) for each in measures if each is not None)
    return ast.Ends(procedure_ref(ctx, procedure), decreasing, span=ctx.span(node))


def _at_step(ctx: Context, node: Tree[Token]) -> ast.Clause:
    where, condition = node.children
    return ast.AtStep(path(ctx, where), expr(ctx, condition), span=ctx.span(node))


def _of_condition(
    make: type[ast.Holds | ast.Always | ast.Never | ast.Possible | ast.StillPossible],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    return lambda ctx, node: make(expr(ctx, node.children[0]), span=ctx.span(node))


def _of_two_conditions(
    make: type[ast.LeadsTo | ast.OnceNever],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    return lambda ctx, node: make(
        expr(ctx, node.children[0]), expr(ctx, node.children[1]), span=ctx.span(node)
    )


def _of_procedure(
    make: type[ast.GoesOn | ast.NeverStuck],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    return lambda ctx, node: make(procedure_ref(ctx, node.children[0]), span=ctx.span(node))


def _of_procedure_and_value(
    make: type[ast.AtEnd | ast.Alone | ast.EndsWithChance],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    return lambda ctx, node: make(
        procedure_ref(ctx, node.children[0]), expr(ctx, node.children[1]), span=ctx.span(node)
    )


def _of_subject(
    make: type[ast.NeverRises | ast.NeverFalls],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    return lambda ctx, node: make(expr(ctx, node.children[0]), span=ctx.span(node))


def _with_parameter(
    make: type[ast.NeverRisesWith | ast.NeverFallsWith],
) -> Callable[[Context, Tree[Token]], ast.Clause]:
    def build(ctx: Context, node: Tree[Token]) -> ast.Clause:
        procedure, quantity, name, kind = node.children
        named = declared(ctx, name)
        parameter = ast.Parameter(named, type_of(ctx, kind), span=named.span)
        return make(procedure_ref(ctx, procedure), expr(ctx, quantity), parameter, span=ctx.span(node))

    return build


_CLAUSES: Clauses = {
    "holds": _of_condition(ast.Holds),
    "always": _of_condition(ast.Always),
    "never": _of_condition(ast.Never),
    "possible": _of_condition(ast.Possible),
    "still_possible": _of_condition(ast.StillPossible),
    "leads_to": _of_two_conditions(ast.LeadsTo),
    "once_never": _of_two_conditions(ast.OnceNever),
    "at_end": _of_procedure_and_value(ast.AtEnd),
    "alone": _of_procedure_and_value(ast.Alone),
    "ends_with_chance": _of_procedure_and_value(ast.EndsWithChance),
    "goes_on": _of_procedure(ast.GoesOn),
    "never_stuck": _of_procedure(ast.NeverStuck),
    "never_rises": _of_subject(ast.NeverRises),
    "never_falls": _of_subject(ast.NeverFalls),
    "never_rises_with": _with_parameter(ast.NeverRisesWith),
    "never_falls_with": _with_parameter(ast.NeverFallsWith),
    "at_step": _at_step,
    "ends": _ends,
    "for_all": _for_all,
    "same_for_every": _same_for_every,
    "same_as": _same_as,
    "simulate": _simulate,
}
