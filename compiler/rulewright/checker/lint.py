"""What is allowed and yet hardly meant: things that nothing uses, conditions that cannot matter, hidden cards.

Reads a checked rulebook, changes nothing, and gives warnings only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulewright.checker.errors.lint import (
    AlwaysSo,
    MixedLogic,
    NeverRead,
    NeverRun,
    NoLabel,
    NothingToChoose,
    OptionsAlike,
    ReadingWithoutEffect,
    SpeaksOfNothing,
    Unused,
    UnusedGap,
    UnusedName,
    WordAsColumn,
)
from rulewright.checker.hidden import hidden_guards
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import CheckedBook, MemberSymbol
from rulewright.checker.types import EnumType, NumberType
from rulewright.checker.words import listed, text_of
from rulewright.diagnostics import Diagnostic
from rulewright.syntax import ast

BETTER_COLUMNS = {"roll": "rolled", "move": "speed", "draw": "drawn", "step": "stage", "state": "condition"}


def lint(book: CheckedBook) -> list[Diagnostic]:
    """All warnings, in text order."""
    items = tuple(item for item in book.items if not isinstance(item, ast.Variant))
    work = _Lint(book, items, list(nodes_of(items)))
    work.unused()
    work.readings()
    work.conditions()
    for item in items:
        if isinstance(item, ast.Procedure):
            work.found += hidden_guards(book, item)
    return sorted(work.found, key=lambda each: (each.span.file.display, each.span.start, each.code.id))


@dataclass(slots=True)
class _Lint:
    book: CheckedBook
    items: tuple[ast.Item, ...]
    everything: list[ast.Node]
    found: list[Diagnostic] = field(default_factory=list)

    # ------------------------------------------------------------ unused things
    def unused(self) -> None:
        used = Counter(id(symbol) for symbol in self.book.refs.values())
        targets = _targets(self.book, self.everything)
        for item in self.items:
            match item:
                case ast.State(fields):
                    for each in fields:
                        n = used[id(self.book.symbols.get(each.name.text))]
                        self._state(each, n, targets[each.name.text])
                case ast.Gap(name) if not used[id(self.book.symbols[name.text])]:
                    self.found.append(UnusedGap(span=name.span, name=name.text))
                case ast.Procedure(name) if not used[id(self.book.symbols[name.text])]:
                    if name.text != "game" and "game" in self.book.symbols:
                        self.found.append(NeverRun(span=name.span, name=name.text))
                case ast.Param() | ast.Rule() | ast.Record() | ast.Table() | ast.Die() | ast.Enum():
                    if not used[id(self.book.symbols[item.name.text])] and not self._has_used_values(item):
                        what = f"the {type(item).__name__.lower()}"
                        self.found.append(Unused(span=item.name.span, what=what, name=item.name.text))
                case _:
                    pass
        for node in self.everything:
            if isinstance(node, ast.Let) and not used[id(self.book.binders.get(id(node)))]:
                self.found.append(UnusedName(span=node.name.span, name=node.name.text))
            if self.book.variants and isinstance(node, ast.Choose) and node.label is None and not _is_luck(node):
                self.found.append(NoLabel(span=node.span, decider=text_of(node.decider)))

    def _state(self, node: ast.Field, n_uses: int, n_changes: int) -> None:
        """A place that starts full is where cards come into the game, if only in examples."""
        name = node.name
        if not n_uses:
            if not any(isinstance(each, ast.StartsFull) for each in node.visibility):
                self.found.append(Unused(span=name.span, what="the state", name=name.text))
        elif n_uses == n_changes and not isinstance(node.type, ast.BagOf | ast.ListOf | ast.PileOf):
            self.found.append(NeverRead(span=name.span, name=name.text))

    def _has_used_values(self, node: ast.Declaration) -> bool:
        """Whether values of an enumeration stand in a column or a comparison."""
        return isinstance(node, ast.Enum) and any(
            isinstance(symbol, MemberSymbol)
            and isinstance(symbol.type, EnumType)
            and symbol.type.name == node.name.text
            for symbol in self.book.refs.values()
        )

    # ------------------------------------------------------------ readings
    def readings(self) -> None:
        compared: dict[str, set[str]] = {}
        asked: set[str] = set()
        for item in self.items:
            if isinstance(item, ast.Claim | ast.Example | ast.Scope | ast.Reading):
                continue
            for node in nodes_of(item):
                symbol = self.book.refs.get(id(node))
                if isinstance(symbol, MemberSymbol) and isinstance(symbol.type, EnumType):
                    compared.setdefault(symbol.type.name, set()).add(symbol.name)
                elif isinstance(node, ast.Name) and symbol is not None:
                    asked.add(node.text)
        for item in self.items:
            if isinstance(item, ast.Reading):
                self._reading(item, asked, compared.get(item.name.text, set()))

    def _reading(self, node: ast.Reading, asked: set[str], compared: set[str]) -> None:
        name = node.name.text
        if len(node.options) == 1:
            self.found.append(NothingToChoose(span=node.name.span, name=name))
            return
        if name not in asked:
            option = node.options[0].name.text if node.options else "..."
            self.found.append(ReadingWithoutEffect(span=node.name.span, name=name, option=option))
            return
        alike = [each.name for each in node.options if each.name.text not in compared]
        if len(alike) > 1:
            told = listed(each.text for each in alike) or ""
            self.found.append(OptionsAlike(span=alike[1].span, name=name, options=told))

    # ------------------------------------------------------------ conditions
    def conditions(self) -> None:
        rolled = {
            id(node.table.columns[0])
            for node in self.everything
            if isinstance(node, ast.Table) and node.on is not None and node.table.columns
        }
        for item in self.items:
            if isinstance(item, ast.Rule | ast.OutsideLevel | ast.Procedure):  # claims may ask what is always so
                for node in nodes_of(item):
                    if isinstance(node, ast.Compare):
                        self._compare(node)
        for node in self.everything:
            match node:
                case ast.Quantified():
                    self._speaks(node)
                case ast.Or(left, right):
                    for part in (left, right):
                        if isinstance(part, ast.And) and not _in_brackets(part):
                            self.found.append(MixedLogic(span=part.span, text=text_of(part)))
                case ast.Column(ast.Name(text) as heading) if text in BETTER_COLUMNS and id(node) not in rolled:
                    self.found.append(WordAsColumn(span=heading.span, name=text, better=BETTER_COLUMNS[text]))

    def _speaks(self, node: ast.Quantified) -> None:
        """Whether each part of a chain of `and` or `or` speaks of the name."""
        pending: list[ast.Expr] = [node.condition]
        chained = isinstance(node.condition, ast.And | ast.Or)
        while pending and chained:
            part = pending.pop(0)
            if isinstance(part, ast.And | ast.Or):
                pending[:0] = [part.left, part.right]
            elif not any(isinstance(each, ast.Name) and each.text == node.name.text for each in nodes_of(part)):
                self.found.append(SpeaksOfNothing(
                    span=part.span, text=text_of(part), name=node.name.text, quantifier=node.quantifier.value
                ))
                return

    def _compare(self, node: ast.Compare) -> None:
        """A number that is written against something that is never, or always, on that side of it."""
        for shown, literal, turned in ((node.left, node.right, False), (node.right, node.left, True)):
            value, type_ = self.book.constants.get(id(literal)), self.book.types.get(id(shown))
            if not isinstance(literal, ast.Number | ast.Negative) or value is None:
                continue
            if id(shown) in self.book.constants or not isinstance(type_, NumberType):
                continue
            answer = _answer(_TURNED.get(node.operator, node.operator) if turned else node.operator, type_, value)
            if answer is not None:
                self.found.append(AlwaysSo(
                    span=node.span, text=text_of(node), answer="always true" if answer else "never true",
                    left=text_of(shown), range=f"in {type_.lo}..{type_.hi}",
                ))


def _in_brackets(node: ast.Expr) -> bool:
    """Whether brackets stand around an expression; the tree does not keep them."""
    text = node.span.file.text
    return text[: node.span.start].rstrip().endswith("(") and text[node.span.end :].lstrip().startswith(")")


def _is_luck(node: ast.Choose) -> bool:
    return isinstance(node.decider, ast.Name) and node.decider.text == "chance"


def _targets(book: CheckedBook, everything: list[ast.Node]) -> Counter[str]:
    """How often state is only changed. Claims and examples of other games, which were not looked at, do not count."""
    found: Counter[str] = Counter()
    for node in everything:
        if isinstance(node, ast.Assign):
            base = node.target
            while isinstance(base, ast.Attribute | ast.Index):
                base = base.value
            if isinstance(base, ast.Name) and id(base) in book.refs:
                found[base.text] += 1
    return found


_TURNED = {
    ast.CompareOp.LESS: ast.CompareOp.GREATER,
    ast.CompareOp.GREATER: ast.CompareOp.LESS,
    ast.CompareOp.AT_MOST: ast.CompareOp.AT_LEAST,
    ast.CompareOp.AT_LEAST: ast.CompareOp.AT_MOST,
}


def _answer(operator: ast.CompareOp, type_: NumberType, value: int) -> bool | None:
    """What `x operator value` always is for the numbers of a range; None if it may be either."""
    lo, hi = type_.lo, type_.hi
    match operator:
        case ast.CompareOp.EQUAL | ast.CompareOp.NOT_EQUAL:
            return None if lo <= value <= hi else operator is ast.CompareOp.NOT_EQUAL
        case ast.CompareOp.LESS:
            always, never = hi < value, lo >= value
        case ast.CompareOp.AT_MOST:
            always, never = hi <= value, lo > value
        case ast.CompareOp.GREATER:
            always, never = lo > value, hi <= value
        case ast.CompareOp.AT_LEAST:
            always, never = lo >= value, hi < value
    return True if always else (False if never else None)
