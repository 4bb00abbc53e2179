"""What a step does, as short sentences, where the rulebook gives none. Readings are answered as the game is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.syntax import ast
from rulewright_sphinx.book.apart import told_apart
from rulewright_sphinx.book.openness import as_played
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.saying import capital, over, picked, said

LUCK = "chance"
"""Who chooses where luck does."""

MOST = 12
"""So many things of a step are told."""


def told_block(reader: Reader, block: ast.Block | None) -> str:
    """What a block does, as sentences."""
    reader = told_apart(reader, block)
    found = deeds(reader, block) or [reader.phrases["no_effect"]]
    shown = found if len(found) <= MOST else [*found[:MOST], "…"]
    return " ".join(one if one == "…" else f"{capital(one)}." for one in shown)


def deeds(reader: Reader, block: ast.Block | None, *, nested: bool = False) -> list[str]:
    """What a block does, one thing after the other, without capitals and full stops. `nested`: inside of something
    that is told in one sentence."""
    statements = block.statements if block is not None else ()
    return [told for one in statements for told in _deed(reader, one, nested) if told]


def _deed(reader: Reader, node: ast.Stmt, nested: bool) -> Iterator[str]:
    says = reader.phrases
    match node:
        case ast.Let() | ast.State():
            return
        case ast.Step(name=name, block=block):
            yield _sentence(reader, block) or "; ".join(deeds(reader, block, nested=True)) or reader.named(name.text)
        case ast.Run(procedure=name):
            yield procedure_words(reader, name.text).rstrip(".")
        case ast.Assign(target=target, value=value):
            yield _assigned(reader, target, value)
        case ast.Move() | ast.DrawOne() | ast.DrawSome():
            yield _moved(reader, node)
        case ast.Roll(die=die):
            yield says["roll"].format(die_words(reader, die))
        case ast.LookUp(table=table):
            yield says["look_up"].format(reader.named(table.text))
        case ast.ReverseTurnOrder():
            yield says["reversed"]
        case ast.DoNothing():
            yield says["no_effect"]
        case ast.If():
            yield from _branches(reader, node, nested)
        case ast.While(condition=condition, block=block):
            yield says["while"].format(said(reader, condition), _inside(reader, block, nested))
        case ast.Repeat(until=until, block=block):
            inside = _inside(reader, block, nested)
            yield says["again"].format(inside) if until is None else says["until"].format(said(reader, until), inside)
        case ast.ForEach(binder=binder, at_once=at_once, block=block):
            yield says["each"].format(each_words(reader, binder, at_once=at_once), _inside(reader, block, nested))
        case ast.Choose() | ast.ChooseOneOf() | ast.Responses():
            yield chosen(reader, node)
        case ast.EndGame(winner=winner):
            text = reader.wording.no_winner if winner is None else reader.wording.won
            yield text[:1].lower() + text[1:] if reader.language == "en" else text


def _inside(reader: Reader, block: ast.Block | None, nested: bool) -> str:
    return _together(deeds(reader, block, nested=True), nested) or reader.phrases["no_effect"]


def _together(told: list[str], nested: bool) -> str:
    """Several things that hang on one; in brackets where more comes after them in the same sentence."""
    text = "; ".join(told)
    return f"({text})" if nested and len(told) > 1 else text


def _sentence(reader: Reader, block: ast.Block | None) -> str:
    return reader.text(block.notes.texts).rstrip(".") if block is not None else ""


def procedure_words(reader: Reader, name: str) -> str:
    """What a procedure says of itself, with its full stop; else its name."""
    for item in reader.book.items:
        if isinstance(item, ast.Procedure) and item.name.text == name:
            return reader.text(item.block.notes.texts) or reader.named(name)
    return reader.named(name)


def die_words(reader: Reader, die: ast.Dice | ast.Name) -> str:
    """A die as it is called."""
    if isinstance(die, ast.Name):
        return reader.named(die.text)
    many = f"{die.count} × " if die.count > 1 else ""
    return many + reader.phrases["die"].format(die.sides)


def each_words(reader: Reader, binder: ast.Binder, *, at_once: bool = False) -> str:
    """The heading of a loop: whom or what it goes through, which of them, and whether all at the same time."""
    reader = told_apart(reader, binder)
    words = reader.wording
    match binder.domain:
        case ast.TurnOrder():
            text = said(reader, binder.domain)
        case ast.Name(text=name) if name in words.turns:
            text = words.turns[name]
        case ast.Name(text=name) if name[:1].isupper():
            text = reader.phrases["for_each"].format(reader.words.get(binder.name.text) or reader.named(name))
        case _:
            text = reader.phrases["for_each"].format(picked(reader, replace(binder, where=None)))
    where = as_played(reader, binder.where) if binder.where is not None else True
    if not isinstance(where, bool):
        text = reader.phrases["only_where"].format(text, said(reader, where))
    elif not where:
        text = f"{text} ({words.not_in_play})"
    return reader.phrases["at_once"].format(text) if at_once else text


def _assigned(reader: Reader, target: ast.Expr, value: ast.Expr) -> str:
    says, what = reader.phrases, said(reader, target)
    if isinstance(value, ast.Arithmetic) and said(reader, value.left) == what:
        if value.operator is ast.ArithmeticOp.PLUS:
            return says["rises"].format(what, said(reader, value.right))
        if value.operator is ast.ArithmeticOp.MINUS:
            return says["falls"].format(what, said(reader, value.right))
    if isinstance(value, ast.Truth):
        return what if value.value else says["not"].format(what)
    return says["becomes"].format(what, said(reader, value))


def _moved(reader: Reader, node: ast.Move | ast.DrawOne | ast.DrawSome) -> str:
    says = reader.phrases
    source, target = said(reader, node.source), said(reader, node.target)
    match node:
        case ast.Move(things=things):
            what = says["everything"] if things is None else ", ".join(said(reader, one) for one in things)
            return says["move"].format(what, source, target)
        case ast.DrawOne():
            return says["draw"].format(says["one_card"], source, target)
        case ast.DrawSome(amount=amount, up_to=up_to):
            return says["draw_up_to" if up_to else "draw"].format(said(reader, amount), source, target)


def _branches(reader: Reader, node: ast.If, nested: bool) -> Iterator[str]:
    says = reader.phrases
    asked = False
    for branch in node.branches:
        condition = as_played(reader, branch.condition)
        if condition is True:
            yield from _rest(reader, branch.block, nested, asked=asked)
            return
        if not isinstance(condition, bool):
            told = says["if"].format(said(reader, condition), _inside(reader, branch.block, nested))
            yield says["if_not"].format(told) if asked else told
            asked = True
    yield from _rest(reader, node.otherwise, nested, asked=asked)


def _rest(reader: Reader, block: ast.Block | None, nested: bool, *, asked: bool) -> Iterator[str]:
    """What happens where no question before was answered by yes."""
    rest = deeds(reader, block, nested=nested or asked)
    yield from [reader.phrases["if_not"].format(_together(rest, nested))] if asked and rest else rest


# ------------------------------------------------------------------ choices


def chosen(reader: Reader, node: ast.Choose | ast.ChooseOneOf | ast.Responses) -> str:
    """A choice in one line: who, and between what."""
    says = reader.phrases
    what = option_words(reader, node) if isinstance(node, ast.Choose) else _one_of(reader, node.options)
    if isinstance(node, ast.Responses):
        return says["each"].format(reader.wording.answers.format(over(reader, node.binder.domain)), what)
    if isinstance(node.decider, ast.Name):
        if node.decider.text == LUCK:
            return says["luck"].format(what)
        return says["may_choose" if node.may else "choose"].format(what)
    return says["may" if node.may else "chooses"].format(said(reader, node.decider), what)


def _one_of(reader: Reader, options: tuple[ast.Option, ...]) -> str:
    told = [option_words(reader, one) for one in options]
    if len(told) < 2:
        return "".join(told)
    return reader.phrases["one_or"].format(", ".join(told[:-1]), told[-1])


def option_words(reader: Reader, node: ast.Choose | ast.Option) -> str:
    """What may be chosen: its own sentence, else its label, what is picked for it, and when it is possible."""
    text = _sentence(reader, node.block)
    if text:
        return text
    asked = (node.binders, node.when) if isinstance(node, ast.Option) else (node.pick,)
    reader = told_apart(reader, *asked)
    label = node.label.text if node.label is not None else ""
    found = reader.named(label) if label else ""
    if isinstance(node, ast.Option):
        picks = ", ".join(picked(reader, one) for one in node.binders)
        found = f"{found}: {picks}" if picks else found
        when = as_played(reader, node.when) if node.when is not None else True
        if when is False:
            return f"{found} ({reader.wording.not_in_play})"
        return found if when is True else reader.phrases["when"].format(found, said(reader, when))
    if isinstance(node.pick, ast.PickSeveral):
        size = said(reader, node.pick.size)
        picks = reader.phrases["several"].format(size, picked(reader, node.pick.binder))
    else:
        picks = ", ".join(picked(reader, one) for one in node.pick.binders)
    return f"{found}: {picks}" if found else picks
