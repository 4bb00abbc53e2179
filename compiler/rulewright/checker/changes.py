"""The game while variants change it: each kind of change, one after the other.

Every change finds what it names, or says that it is not there; two changes of one thing as a whole are a clash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.checker import edits
from rulewright.checker.errors.names import UnknownAddress, UnknownReference, UnknownRule
from rulewright.checker.errors.wellformed import ChangeClash
from rulewright.checker.limits import limit
from rulewright.checker.words import listed, text_of
from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import Span
from rulewright.syntax import ast

IMPLICIT = ("done", "decline", "pass")


@dataclass(slots=True)
class Game:
    """The items as they are so far. `touched[what]` is who changed a thing as a whole."""

    rulebook: ast.Rulebook
    items: list[ast.Item]
    found: list[Diagnostic] = field(default_factory=list)
    touched: dict[str, tuple[str, Span, object]] = field(default_factory=dict)

    def variants(self) -> dict[str, ast.Variant]:
        return {item.name.text: item for item in self.items if isinstance(item, ast.Variant)}

    def check_together(self, chosen: list[ast.Variant], known: Mapping[str, ast.Variant]) -> None:
        """What a variant needs is there, and what it excludes is not."""
        names = {variant.name.text for variant in chosen}
        for variant in chosen:
            for change in variant.changes:
                match change:
                    case ast.Needs(needed):
                        for other in needed:
                            if other.text not in names and other.text in known:
                                what = f"`{variant.name.text}` needs `{other.text}`"
                                self.found.append(ChangeClash(
                                    span=other.span, what=what, hint=f"switch on `{other.text}`, too"
                                ))
                    case ast.Excludes(excluded):
                        for other in excluded:
                            if other.text in names:
                                what = f"`{variant.name.text}` and `{other.text}` exclude each other"
                                self.found.append(ChangeClash(span=other.span, what=what))

    def apply(self, variant: ast.Variant, change: ast.Change) -> None:
        match change:
            case ast.Sets():
                self._sets(variant, change)
            case ast.Replaces(declaration):
                self._replaces(variant, declaration)
            case ast.ReplacesLevel(rule, level):
                self._replaces_level(variant, rule, level)
            case ast.ReplacesStep(path, block):
                if self.touch(variant, path.text, path.span, block):
                    self.edit(path, lambda piece: (replace(piece, block=block),))
            case ast.Adds(declaration):
                self._adds(variant, declaration)
            case ast.AddsTo():
                self._adds_to(change)
            case ast.AddsStep():
                self._adds_step(change)
            case ast.InsteadOf(path, _, when, block):
                condition = when if when is not None else ast.Truth(True, span=path.span)
                self.edit(path, lambda piece: (_instead(piece, condition, block),))
            case ast.Allows(path, condition, notes):
                self.guard(path, condition, notes)
            case ast.Forbids(path, when, notes):
                forbidden = ast.Truth(False, span=path.span) if when is None else ast.Not(when, span=when.span)
                self.guard(path, forbidden, notes)
            case ast.Limits():
                limit(self, variant, change)
            case ast.LeavesAlone(paths):
                for path in paths:
                    if not self.is_rule(path):
                        self.find(path)
            case ast.Excludes() | ast.Needs():
                pass

    # ------------------------------------------------------------ finding things
    def index_of(self, name: str, kind: type[ast.Node] | tuple[type[ast.Node], ...]) -> int | None:
        for i, item in enumerate(self.items):
            if isinstance(item, kind) and getattr(item, "name", None) is not None and item.name.text == name:  # type: ignore[union-attr]
                return i
        return None

    def names(self, kind: type[ast.Node] | tuple[type[ast.Node], ...]) -> list[str]:
        return [item.name.text for item in self.items if isinstance(item, kind)]  # type: ignore[union-attr]

    def is_rule(self, path: ast.Path) -> bool:
        return len(path.names) == 1 and self.index_of(path.names[0].text, ast.Rule) is not None

    def find(self, path: ast.Path) -> tuple[int, edits.Piece | None] | None:
        """The procedure that a path begins with, by its place among the items, and the piece that it leads to."""
        first = path.names[0]
        at = self.index_of(first.text, ast.Procedure)
        if at is None:
            near = nearest(first.text, self.names(ast.Procedure))
            self.found.append(UnknownAddress(
                span=first.span, within="this rulebook", name=first.text, nearest=near
            ))
            return None
        if len(path.names) == 1:
            return at, None
        procedure = self.items[at]
        assert isinstance(procedure, ast.Procedure)
        known = dict(edits.pieces(procedure))
        if path.text in known:
            return at, known[path.text]
        address = first.text
        for name in path.names[1:]:
            longer = f"{address}.{name.text}"
            if longer not in known:
                below = [each.removeprefix(f"{address}.") for each in known if each.startswith(f"{address}.")]
                below = [each for each in below if "." not in each]
                if name.text in IMPLICIT:
                    self.found.append(ChangeClash(
                        span=name.span, what=f"`{name.text}` is added by the language, and no variant can change it",
                        hint="a condition of the other options decides what is left",
                    ))
                else:
                    self.found.append(UnknownAddress(
                        span=name.span, within=f"`{address}`", name=name.text, nearest=nearest(name.text, below),
                        known=listed(below),
                    ))
                return None
            address = longer
        return None

    def edit(self, path: ast.Path, change: edits.Change) -> bool:
        found = self.find(path)
        if found is None:
            return False
        at, piece = found
        procedure = self.items[at]
        assert isinstance(procedure, ast.Procedure)
        if piece is None:
            self.found.append(ChangeClash(
                span=path.span, what=f"`{path.text}` is a whole procedure",
                hint="name a step of it, or write `replaces procedure`",
            ))
            return False
        self.items[at] = edits.rewrite(procedure, path.text, change)
        return True

    def touch(self, variant: ast.Variant, what: str, span: Span, to: object) -> bool:
        """Whether a thing may be changed as a whole: nobody did so before, or in the same way."""
        first = self.touched.setdefault(what, (variant.name.text, span, to))
        if first[1] == span or first[2] == to:
            return True
        self.found.append(ChangeClash(
            span=span, what=f"`{variant.name.text}` and `{first[0]}` both change `{what}`",
            hint="they cannot be played together: `excludes` says so", also=((first[1], "here, too"),),
        ))
        return False

    # ------------------------------------------------------------ sets, replaces
    def _sets(self, variant: ast.Variant, node: ast.Sets) -> None:
        name = node.name.text
        what = name if node.of is None else f"{name} of {text_of(node.of)}"
        self.touch(variant, what, node.span, node.value)
        if node.of is None and self.index_of(name, ast.Param) is None:
            self.found.append(UnknownReference(
                span=node.name.span, what="param", name=name, nearest=nearest(name, self.names(ast.Param))
            ))

    def _replaces(self, variant: ast.Variant, declaration: ast.Declaration) -> None:
        kind = type(declaration)
        if not isinstance(declaration, ast.Rule | ast.Procedure | ast.Table):
            self.found.append(ChangeClash(
                span=declaration.span, what="only rules, procedures and tables are replaced as a whole"
            ))
            return
        name = declaration.name.text
        at = self.index_of(name, kind)
        if at is None:
            self.found.append(UnknownRule(
                span=declaration.name.span, what=kind.__name__.lower(), name=name,
                nearest=nearest(name, self.names(kind)),
            ))
            return
        old = self.items[at]
        assert isinstance(old, ast.Rule | ast.Procedure | ast.Table)
        if old.parameters != declaration.parameters:
            self.found.append(ChangeClash(
                span=declaration.name.span, what=f"`{name}` has other parameters than what it replaces",
                hint="a replacement is asked in the same way", also=((old.name.span, "replaced"),),
            ))
            return
        if not self.touch(variant, name, declaration.name.span, declaration):
            return
        self.items[at] = declaration
        if isinstance(declaration, ast.Rule):  # levels that stand apart were part of the old rule
            self.items = [
                item for item in self.items if not (isinstance(item, ast.OutsideLevel) and item.rule.text == name)
            ]

    def _replaces_level(self, variant: ast.Variant, rule: ast.Name, level: ast.Level) -> None:
        known: list[str] = []
        for i, item in enumerate(self.items):
            match item:
                case ast.Rule(name, levels=levels) if name.text == rule.text:
                    known += [each.name.text for each in levels]
                    old = next((each for each in levels if _is_same_level(each, level)), None)
                    if old is not None and self.touch(variant, f"{rule.text}.{old.name.text}", level.span, level):
                        new = _with_cites(replace(level, name=old.name, over=old.over), variant)
                        self.items[i] = replace(item, levels=tuple(new if each is old else each for each in levels))
                    if old is not None:
                        return
                case ast.OutsideLevel(name, old) if name.text == rule.text:
                    known.append(old.name.text)
                    if _is_same_level(old, level):
                        if self.touch(variant, f"{rule.text}.{old.name.text}", level.span, level):
                            new = _with_cites(replace(level, over=old.over), variant)
                            self.items[i] = replace(item, level=new)
                        return
        if self.index_of(rule.text, ast.Rule) is None:
            near = nearest(rule.text, self.names(ast.Rule))
            self.found.append(UnknownRule(span=rule.span, what="rule", name=rule.text, nearest=near))
            return
        self.found.append(UnknownRule(
            span=level.name.span, what=level.kind.value, name=level.name.text, where=f" of `{rule.text}`",
            nearest=nearest(level.name.text, known),
        ))

    # ------------------------------------------------------------ adds
    def _adds(self, variant: ast.Variant, declaration: ast.Declaration) -> None:
        """Levels without a source of their own have that of their variant."""
        if isinstance(declaration, ast.OutsideLevel):
            declaration = replace(declaration, level=_with_cites(declaration.level, variant))
        self.items.append(declaration)

    def _adds_to(self, node: ast.AddsTo) -> None:
        if node.options:
            added = False

            def with_options(piece: edits.Piece) -> tuple[edits.Piece, ...]:
                nonlocal added
                block, added = _with_options(edits.block_of(piece), node.options)
                return (replace(piece, block=block),)

            if self.edit(node.path, with_options) and not added:
                self.found.append(ChangeClash(
                    span=node.path.span, what=f"`{node.path.text}` has no choice to which options could be added"
                ))
            return
        name = node.path.names[0]
        kinds = (ast.Cards, ast.Enum, ast.Die, ast.Table) if node.rows else (ast.Record,)
        at = self.index_of(name.text, kinds)
        if at is None or len(node.path.names) > 1:
            what = "table" if node.rows else "record"
            near = nearest(name.text, self.names(kinds))
            self.found.append(UnknownReference(span=name.span, what=what, name=node.path.text, nearest=near))
            return
        match self.items[at]:
            case ast.Record() as record:
                self.items[at] = replace(record, fields=(*record.fields, *node.fields))
            case (ast.Cards() | ast.Die() | ast.Table() | ast.Enum()) as old if old.table is not None:
                self.items[at] = replace(old, table=replace(old.table, rows=(*old.table.rows, *node.rows)))
            case ast.Enum():
                self.found.append(ChangeClash(
                    span=node.path.span, what=f"`{name.text}` is a list of names, and has no rows"
                ))

    def _adds_step(self, node: ast.AddsStep) -> None:
        """Before or after a step it stands beside it; before or after an option it is the first or last thing done."""
        step = ast.Step(node.name, node.block, span=node.span)

        def change(piece: edits.Piece) -> tuple[ast.Stmt | ast.Option, ...]:
            if isinstance(piece, ast.Step) or (isinstance(piece, ast.Choose) and piece.block is None):
                return (step, piece) if node.before else (piece, step)
            block = edits.block_of(piece)
            if node.before:
                return (replace(piece, block=edits.put_before(block, step)),)
            return (replace(piece, block=replace(block, statements=(*block.statements, step))),)

        self.edit(node.path, change)

    # ------------------------------------------------------------ conditions
    def guard(self, path: ast.Path, condition: ast.Expr, notes: ast.Notes) -> None:
        found = self.find(path)
        if found is None:
            return
        if not isinstance(found[1], ast.Option | ast.Choose):
            self.found.append(ChangeClash(
                span=path.span, what=f"`{path.text}` is no option, so nobody chooses it",
                hint="`forbids` and `only if` are about options of a choice; `instead of` changes a step",
            ))
            return

        def change(piece: edits.Piece) -> tuple[edits.Piece, ...]:
            return (piece,) if isinstance(piece, ast.Step) else (edits.guarded(piece, condition, notes),)

        self.edit(path, change)


def _is_same_level(old: ast.Level, new: ast.Level) -> bool:
    return old.kind is new.kind and old.name.text == new.name.text


def _with_cites(level: ast.Level, variant: ast.Variant) -> ast.Level:
    if level.notes.cites:
        return level
    return replace(level, notes=replace(level.notes, cites=variant.notes.cites))


def _instead(piece: edits.Piece, condition: ast.Expr, block: ast.Block) -> edits.Piece:
    """At the same address: the other block where the condition holds, else what was done there before."""
    branch = ast.Branch(condition, block, span=block.span)
    either = ast.If((branch,), edits.block_of(piece), span=block.span)
    return replace(piece, block=ast.Block((either,), span=block.span))


def _with_options(block: ast.Block, options: tuple[ast.Option, ...]) -> tuple[ast.Block, bool]:
    """A block whose first choice between options has some more."""
    statements = list(block.statements)
    for i, statement in enumerate(statements):
        if isinstance(statement, ast.ChooseOneOf | ast.Responses):
            statements[i] = replace(statement, options=(*statement.options, *options))
            return replace(block, statements=tuple(statements)), True
        if isinstance(statement, ast.If | ast.ForEach | ast.While | ast.Repeat):
            changed = _inside_first(statement, options)
            if changed is not None:
                statements[i] = changed
                return replace(block, statements=tuple(statements)), True
    return block, False


def _inside_first(statement: ast.Stmt, options: tuple[ast.Option, ...]) -> ast.Stmt | None:
    match statement:
        case ast.If(branches):
            for i, branch in enumerate(branches):
                block, done = _with_options(branch.block, options)
                if done:
                    changed = (*branches[:i], replace(branch, block=block), *branches[i + 1 :])
                    return replace(statement, branches=changed)
        case ast.ForEach(block=inner) | ast.While(block=inner) | ast.Repeat(block=inner):
            block, done = _with_options(inner, options)
            return replace(statement, block=block) if done else None
    return None
