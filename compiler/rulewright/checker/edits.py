"""Changing one labelled piece of a procedure: the tree around it is built anew, everything else is shared.

A `Piece` is what an address leads to: a step, an option, or a choice with a label. `rewrite` puts other pieces in its
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulewright.syntax import ast

Piece = ast.Step | ast.Option | ast.Choose
Change = Callable[[Piece], tuple[ast.Stmt | ast.Option, ...]]


def pieces(procedure: ast.Procedure) -> Iterator[tuple[str, Piece]]:
    """All labelled pieces of a procedure with their addresses, in text order."""
    yield from _in_block(procedure.block, procedure.name.text)


def _in_block(block: ast.Block | None, address: str) -> Iterator[tuple[str, Piece]]:
    for statement in block.statements if block is not None else ():
        match statement:
            case ast.Step(name, inner):
                here = f"{address}.{name.text}"
                yield here, statement
                yield from _in_block(inner, here)
            case ast.Choose(label=ast.Name(text), block=inner):
                yield f"{address}.{text}", statement
                yield from _in_block(inner, f"{address}.{text}")
            case ast.ChooseOneOf(options=options) | ast.Responses(options=options):
                for option in options:
                    here = f"{address}.{option.label.text}"
                    yield here, option
                    yield from _in_block(option.block, here)
            case _:
                for inner_block in _blocks_of(statement):
                    yield from _in_block(inner_block, address)


def _blocks_of(statement: ast.Stmt) -> tuple[ast.Block, ...]:
    """The blocks of a statement that add nothing to an address."""
    match statement:
        case ast.If(branches, otherwise):
            return (*(branch.block for branch in branches), *((otherwise,) if otherwise is not None else ()))
        case ast.While(_, block) | ast.Repeat(_, block) | ast.ForEach(_, _, block):
            return (block,)
        case ast.Choose(block=ast.Block() as block):
            return (block,)
    return ()


def rewrite(procedure: ast.Procedure, address: str, change: Change) -> ast.Procedure:
    """The procedure with what `change` makes of the piece at an address."""
    block = _Rewriter(address, change).block(procedure.block, procedure.name.text)
    return replace(procedure, block=block)


@dataclass(frozen=True, slots=True)
class _Rewriter:
    target: str
    change: Change

    def block(self, block: ast.Block, address: str) -> ast.Block:
        """Sentences keep their place between the statements, however many come into the block."""
        statements: list[ast.Stmt] = []
        moved: list[int] = []
        for statement in block.statements:
            moved.append(len(statements))
            statements += self.statement(statement, address)
        moved.append(len(statements))
        told = tuple(replace(each, after=moved[min(each.after, len(moved) - 1)]) for each in block.notes.told)
        return replace(block, statements=tuple(statements), notes=replace(block.notes, told=told))

    def statement(self, node: ast.Stmt, address: str) -> tuple[ast.Stmt, ...]:
        match node:
            case ast.Step(name, block):
                here = f"{address}.{name.text}"
                if here == self.target:
                    return _statements(self.change(node))
                return (replace(node, block=self.block(block, here)),) if self._is_on_way(here) else (node,)
            case ast.Choose(label=ast.Name(text), block=inner):
                here = f"{address}.{text}"
                if here == self.target:
                    return _statements(self.change(node))
                if inner is None or not self._is_on_way(here):
                    return (node,)
                return (replace(node, block=self.block(inner, here)),)
            case ast.ChooseOneOf() | ast.Responses():
                options = tuple(new for option in node.options for new in self.option(option, address))
                return (replace(node, options=options),)
            case ast.If(branches, otherwise):
                return (replace(
                    node,
                    branches=tuple(replace(each, block=self.block(each.block, address)) for each in branches),
                    otherwise=None if otherwise is None else self.block(otherwise, address),
                ),)
            case ast.While() | ast.Repeat() | ast.ForEach():
                return (replace(node, block=self.block(node.block, address)),)
            case ast.Choose(block=ast.Block() as inner):
                return (replace(node, block=self.block(inner, address)),)
        return (node,)

    def option(self, node: ast.Option, address: str) -> tuple[ast.Option, ...]:
        here = f"{address}.{node.label.text}"
        if here == self.target:
            return tuple(each for each in self.change(node) if isinstance(each, ast.Option))
        if node.block is None or not self._is_on_way(here):
            return (node,)
        return (replace(node, block=self.block(node.block, here)),)

    def _is_on_way(self, address: str) -> bool:
        return self.target.startswith(f"{address}.")


def _statements(pieces_: tuple[ast.Stmt | ast.Option, ...]) -> tuple[ast.Stmt, ...]:
    return tuple(each for each in pieces_ if not isinstance(each, ast.Option))


# ---------------------------------------------------------------- what can be made of a piece
def put_before(block: ast.Block, step: ast.Step) -> ast.Block:
    """A block with a step at its head; sentences that stood at the head stay there."""
    told = tuple(replace(each, after=each.after + 1 if each.after else 0) for each in block.notes.told)
    return replace(block, statements=(step, *block.statements), notes=replace(block.notes, told=told))


def block_of(piece: Piece) -> ast.Block:
    """What is done at a piece; nothing for an option without a block."""
    if piece.block is not None:
        return piece.block
    return ast.Block((), span=piece.span)


def guarded(
    piece: ast.Option | ast.Choose, condition: ast.Expr, notes: ast.Notes = ast.NO_NOTES
) -> ast.Option | ast.Choose:
    """An option, or a choice, with one condition more, which knows all names that are picked; and what it rests on."""
    if notes.rests or notes.cites:
        block = block_of(piece)
        more = replace(
            block.notes, rests=(*block.notes.rests, *notes.rests), cites=(*block.notes.cites, *notes.cites)
        )
        if isinstance(piece, ast.Option) or piece.block is not None:
            piece = replace(piece, block=replace(block, notes=more))
    match piece:
        case ast.Option(binders=()):
            return replace(piece, when=_both(piece.when, condition))
        case ast.Option(binders=binders):
            return replace(piece, binders=_last_guarded(binders, condition))
        case ast.Choose(pick=ast.PickEach(binders) as pick):
            return replace(piece, pick=replace(pick, binders=_last_guarded(binders, condition)))
        case ast.Choose(pick=ast.PickSeveral(binder=binder) as pick):
            return replace(piece, pick=replace(pick, binder=_last_guarded((binder,), condition)[0]))
    raise AssertionError(f"no option: {piece}")


def _last_guarded(binders: tuple[ast.Binder, ...], condition: ast.Expr) -> tuple[ast.Binder, ...]:
    last = binders[-1]
    return (*binders[:-1], replace(last, where=_both(last.where, condition)))


def _both(one: ast.Expr | None, other: ast.Expr) -> ast.Expr:
    return other if one is None else ast.And(one, other, span=one.span)
