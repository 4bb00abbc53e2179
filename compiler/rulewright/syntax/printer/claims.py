"""Claims, scopes and examples as lines of text."""

from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer.data import Lines, below, names, notes, parameters, path, players, quoted
from rulewright.syntax.printer.expressions import arith, domain, expr, postfix
from rulewright.syntax.printer.statements import block, procedure_ref


def claim(node: ast.Claim) -> Lines:
    lines = notes(node.notes) + _under(node.under)
    if node.scopes:
        lines.append(f"scope {names(node.scopes)}")
    lines += [_expectation(each) for each in node.expects]
    if node.given is not None:
        lines += ["given", *block(node.given)]
    lines += [line for clause in node.clauses for line in _clause(clause)]
    return [f"claim {node.name.text} {quoted(node.title)}", *below(lines)]


def scope(node: ast.Scope) -> Lines:
    lines = notes(node.notes) + players(node.players) + [sets(each) for each in node.sets]
    lines += [_varies(each) for each in node.varies]
    lines += [f"keeps {', '.join(postfix(kind) for kind in each.kinds)} of {each.of.text}" for each in node.keeps]
    return [f"scope {node.name.text}", *below(lines)]


def sets(node: ast.Sets) -> str:
    of = "" if node.of is None else f" of {postfix(node.of)}"
    return f"sets {node.name.text}{of} to {expr(node.value)}"


def _varies(node: ast.Varies) -> str:
    of = "" if node.of is None else f" of {postfix(node.of)}"
    inside = "" if node.domain is None else f" in {domain(node.domain)}"
    return f"varies {node.name.text}{of}{inside}"


def example(node: ast.Example) -> Lines:
    lines = notes(node.notes) + _under(node.under)
    if node.given is not None:
        lines += ["given", *block(node.given)]
    for run in node.runs:
        decisions = [f"{each.who.text}: {arith(each.play)}" for each in run.decisions]
        lines += [f"do {procedure_ref(run.procedure)}", *below(decisions)]
    lines += ["expect", *below(expr(condition) for condition in node.expects)]
    title = "" if node.title is None else f" {quoted(node.title)}"
    return [f"example {node.name.text}{title}", *below(lines)]


def _under(nodes: tuple[ast.Assumption, ...]) -> Lines:
    return [f"under {', '.join(_assumption(node) for node in nodes)}"] if nodes else []


def _assumption(node: ast.Assumption) -> str:
    match node:
        case ast.ReadingIs(reading=reading, option=option):
            return f"{reading.text} = {option.text}"
        case ast.WithVariant(variant=variant):
            return f"variant {variant.text}"
        case _:
            assert_never(node)


def _expectation(node: ast.Expectation) -> str:
    when = f" when {', '.join(_assumption(each) for each in node.when)}" if node.when else ""
    return f"expect {node.verdict.text}{when}"


def _clause(node: ast.Clause) -> Lines:
    match node:
        case ast.ForAll(parameters=given, clauses=clauses):
            return [f"for all {parameters(given)}", *_clauses(clauses)]
        case ast.Simulate(games=games, players=who, clauses=clauses):
            return [f"simulate {games} games with {who.text} players", *_clauses(clauses)]
        case _:
            return [_line(node)]


def _clauses(nodes: tuple[ast.Clause, ...]) -> Lines:
    return below(line for node in nodes for line in _clause(node))


def _line(node: ast.Clause) -> str:
    match node:
        case ast.Holds(condition=condition):
            return expr(condition)
        case ast.Always(condition=condition):
            return f"always {expr(condition)}"
        case ast.Never(condition=condition):
            return f"never {expr(condition)}"
        case ast.Possible(condition=condition):
            return f"possible {expr(condition)}"
        case ast.StillPossible(condition=condition):
            return f"still possible {expr(condition)}"
        case ast.LeadsTo(condition=condition, goal=goal):
            return f"whenever {expr(condition)} eventually {expr(goal)}"
        case ast.OnceNever(condition=condition, afterwards=afterwards):
            return f"once {expr(condition)}, never {expr(afterwards)}"
        case ast.AtEnd(procedure=procedure, condition=condition):
            return f"at end of {procedure_ref(procedure)}: {expr(condition)}"
        case ast.AtStep(path=where, condition=condition):
            return f"at {path(where)}: {expr(condition)}"
        case ast.Alone(procedure=procedure, condition=condition):
            return f"in {procedure_ref(procedure)} alone: {expr(condition)}"
        case ast.Ends(procedure=procedure, measures=()):
            return f"{procedure_ref(procedure)} ends"
        case ast.Ends(procedure=procedure, measures=measures):
            return f"{procedure_ref(procedure)} ends decreasing {', '.join(arith(each) for each in measures)}"
        case ast.EndsWithChance(procedure=procedure, chance=chance):
            return f"{procedure_ref(procedure)} ends with chance {arith(chance)}"
        case ast.GoesOn(procedure=procedure):
            return f"{procedure_ref(procedure)} may go on for ever"
        case ast.NeverStuck(procedure=procedure):
            return f"{procedure_ref(procedure)} never stuck"
        case ast.NeverRises(subject=subject):
            return f"{postfix(subject)} never rises"
        case ast.NeverFalls(subject=subject):
            return f"{postfix(subject)} never falls"
        case ast.NeverRisesWith() | ast.NeverFallsWith():
            way = "rises" if isinstance(node, ast.NeverRisesWith) else "falls"
            asked = f"in {procedure_ref(node.procedure)} alone: {expr(node.quantity)}"
            return f"{asked} never {way} with {parameters((node.parameter,))}"
        case ast.SameForEvery(path=what, readings=readings):
            return f"same {path(what)} for every {names(readings)}"
        case ast.SameAs(path=what, other=other):
            return f"same {path(what)} as {path(other)}"
        case ast.ForAll() | ast.Simulate():
            raise AssertionError("a clause with lines of its own is no single line")
        case _:
            assert_never(node)
