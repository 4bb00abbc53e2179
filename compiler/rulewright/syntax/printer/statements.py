"""Blocks and statements as lines of text."""

from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer.data import Lines, below, die, notes, references, state, text, told
from rulewright.syntax.printer.expressions import arguments, arith, binder, binders, domain, expr, postfix


def block(node: ast.Block | None) -> Lines:
    """The lines of a block, indented below its heading; sentences of a trace stand where they are read."""
    if node is None:
        return []
    lines = [text("text", each) for each in node.notes.texts]
    lines += told(node.notes, 0) + references(node.notes)
    for n_before, inner in enumerate(node.statements, start=1):
        lines += statement(inner) + told(node.notes, n_before)
    return below(lines)


def procedure_ref(node: ast.ProcedureRef) -> str:
    return node.path.text + ("" if node.arguments is None else arguments(node.arguments))


def call(name: ast.Name, given: tuple[ast.Argument, ...]) -> str:
    return name.text + (arguments(given) if given else "")


def statement(node: ast.Stmt) -> Lines:
    match node:
        case ast.Let(name=name, value=value):
            return [f"let {name.text} = {expr(value)}"]
        case ast.State():
            return state(node)
        case ast.Step(name=name, block=inner):
            return [f"step {name.text}", *block(inner)]
        case ast.Assign(target=target, value=value):
            return [f"{postfix(target)} becomes {expr(value)}"]
        case ast.Run(procedure=name, arguments=given):
            return [call(name, given)]
        case ast.Move() | ast.DrawOne() | ast.DrawSome():
            return [_carry(node)]
        case ast.Roll(die=thrown, name=name):
            return [f"roll {die(thrown)} as {name.text}"]
        case ast.LookUp(value=value, table=table, arguments=given):
            return [f"look up {arith(value)} in {call(table, given)}"]
        case ast.ReverseTurnOrder():
            return ["reverse turn order"]
        case ast.DoNothing():
            return ["nothing"]
        case ast.If():
            return _if(node)
        case ast.While(condition=condition, block=inner):
            return [f"while {expr(condition)}", *block(inner)]
        case ast.Repeat(until=None, block=inner):
            return ["repeat", *block(inner)]
        case ast.Repeat(until=until, block=inner):
            return [f"repeat until {'' if until is None else expr(until)}", *block(inner)]
        case ast.ForEach(binder=over, at_once=at_once, block=inner):
            return [f"for each {binder(over)}{' at once' if at_once else ''}", *block(inner)]
        case ast.Choose() | ast.ChooseOneOf():
            return _choice(node)
        case ast.Responses(binder=over, options=offered, notes=about):
            return [f"responses by {binder(over)}", *below(notes(about) + options(offered))]
        case ast.EndGame(winner=winner):
            return ["end game" if winner is None else f"end game won by {expr(winner)}"]
        case _:
            assert_never(node)


def _carry(node: ast.Move | ast.DrawOne | ast.DrawSome) -> str:
    """`move`, `draw`: what, from where, to where, with which marks."""
    match node:
        case ast.Move(things=None):
            what = "move all"
        case ast.Move(things=things):
            what = f"move {', '.join(postfix(thing) for thing in things or ())}"
        case ast.DrawOne(name=name):
            what = f"draw {name.text}"
        case ast.DrawSome(amount=amount, up_to=up_to, noun=noun):
            what = f"draw {'up to ' if up_to else ''}{arith(amount)} {noun.value}"
        case _:
            assert_never(node)
    end = "" if node.end is None else f"{node.end.value} of "
    marks = () if isinstance(node, ast.DrawSome) else node.marks
    with_marks = ", ".join(f"{mark.name.text}: {expr(mark.value)}" for mark in marks)
    tail = f" with {with_marks}" if marks else ""
    return f"{what} from {postfix(node.source)} to {end}{postfix(node.target)}{tail}"


def _if(node: ast.If) -> Lines:
    lines: Lines = []
    for word, branch in zip(["if", *["otherwise if"] * len(node.branches)], node.branches, strict=False):
        lines += [f"{word} {expr(branch.condition)}", *block(branch.block)]
    if node.otherwise is not None:
        lines += ["otherwise", *block(node.otherwise)]
    return lines


# ---------------------------------------------------------------- choices
def _choice(node: ast.Choose | ast.ChooseOneOf) -> Lines:
    who = f"{postfix(node.decider)} {'may choose' if node.may else 'chooses'}"
    if isinstance(node, ast.ChooseOneOf):
        done = ", until done" if node.until_done else ""
        return [f"{who} one of{done}", *below(notes(node.notes) + options(node.options))]
    label = "" if node.label is None else f"{node.label.text}: "
    return [f"{who} {label}{_pick(node.pick)}", *block(node.block)]


def _pick(node: ast.Pick) -> str:
    match node:
        case ast.PickEach(binders=picked):
            return binders(picked)
        case ast.PickSeveral(size=size, binder=over, name=name):
            return f"{domain(size)} of {binder(over)} as {name.text}"
        case _:
            assert_never(node)


def options(nodes: tuple[ast.Option, ...]) -> Lines:
    return [line for node in nodes for line in _option(node)]


def _option(node: ast.Option) -> Lines:
    heading = node.label.text
    if node.binders:
        heading += f": {binders(node.binders)}"
    elif node.when is not None:
        heading += f" when {expr(node.when)}"
    return [heading, *block(node.block)]
