"""The variants of a game: each change as a sentence, with what stands in its place without the variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.syntax import ast
from rulewright_sphinx.book.deeds import told_block
from rulewright_sphinx.book.model import Change, OpenGap, Piece, Sentence, VariantText, plain
from rulewright_sphinx.book.openness import gaps_in
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.rules import cases_words
from rulewright_sphinx.book.saying import capital
from rulewright_sphinx.book.saying import said as in_words
from rulewright_sphinx.book.verdicts import Verdicts, title_of
from rulewright_sphinx.book.walk import cites_in, name_of


def variants_of(
    reader: Reader, outline: Outline, gaps: dict[str, OpenGap], verdicts: Verdicts
) -> tuple[VariantText, ...]:
    """The variants that this book is not printed with, in the order of the rulebook."""
    played = reader.book.configuration.variants
    others = (node for name, node in reader.book.variants.items() if name not in played)
    return tuple(_variant(reader, outline, node, gaps, verdicts) for node in others)


def _variant(
    reader: Reader, outline: Outline, node: ast.Variant, gaps: dict[str, OpenGap], verdicts: Verdicts
) -> VariantText:
    name = node.name.text
    words = reader.wording.came_out
    came_out = {claim: words[change] for claim, change in verdicts.differs.get(name, {}).items()}
    players = ""
    if node.players is not None:
        least = in_words(reader, node.players.least)
        most = node.players.most
        players = least if most is None else reader.wording.players_range.format(least, in_words(reader, most))
    return VariantText(
        name=name,
        anchor=anchor_of("variant", name),
        title=reader.text(node.titles) or capital(reader.named(name)),
        text=reader.sentence(node.notes.texts),
        players=players,
        changes=tuple(one for change in node.changes for one in _changes(reader, outline, change)),
        cites=cites_in(node),
        gaps=tuple(gaps[one] for one in gaps_in(node) if one in gaps),
        differs=tuple((_title(reader, claim), change) for claim, change in came_out.items()),
    )


def _title(reader: Reader, claim: str) -> str:
    return (title_of(reader, claim) or reader.named(claim)).rstrip(".")


def _changes(reader: Reader, outline: Outline, node: ast.Change) -> Iterator[Change]:
    words = reader.wording.changes
    match node:
        case ast.Needs(variants=names):
            yield Change((Piece(reader.wording.variant_needs.format(_titles(reader, names))),), "")
        case ast.Excludes(variants=names):
            yield Change((Piece(reader.wording.variant_excludes.format(_titles(reader, names))),), "")
        case ast.Sets(name=name, of=of, value=value):
            yield _sets(reader, outline, name.text, of, value)
        case ast.Replaces(declaration=inner):
            what = name_of(inner)
            text = _said(words["replaces"], reader.named(what))
            yield Change(text, outline.number_of(what), _base(reader, what), _text(reader, inner))
        case ast.ReplacesLevel(rule=rule, level=inner):
            text = _said(words["replaces"], f"{reader.named(rule.text)} ({reader.named(inner.name.text)})")
            before_it = _base_level(reader, rule.text, inner.name.text)
            yield Change(text, outline.number_of(rule.text), before_it, _level(reader, inner))
        case ast.ReplacesStep(path=path, block=inner):
            yield Change(
                _said(words["replaces"], reader.named(path.text)), outline.number_of(path.text),
                _base(reader, path.text), _block(reader, inner),
            )
        case ast.Adds(declaration=inner):
            yield from _added(reader, outline, inner)
        case ast.AddsTo(path=path):
            more = [option.label.text for option in node.options]
            more += [row.cells[0].items[0].span.text for row in node.rows if row.cells and row.cells[0].items]
            more += [field.name.text for field in node.fields]
            text = _said(words["adds_to"], reader.named(path.text), ", ".join(map(reader.named, more)))
            sentences = [reader.sentence(option.block.notes.texts) for option in node.options if option.block]
            after = tuple(piece for one in sentences for piece in (*one, Piece(" ")))
            yield Change(text, outline.number_of(path.text), (), after)
        case ast.AddsStep(name=name, before=before, path=path, block=inner):
            form = words["adds_step_before" if before else "adds_step_after"]
            text = _said(form, reader.named(name.text), reader.named(path.text))
            yield Change(text, outline.number_of(path.text), (), _block(reader, inner))
        case ast.Forbids(path=path, when=when, notes=notes):
            said = _said(words["forbids"], reader.named(path.text)) if when is None else (
                _said(words["forbids_when"], reader.named(path.text), in_words(reader, when))
            )
            yield Change(reader.sentence(notes.texts) or said, outline.number_of(path.text))
        case ast.Allows(path=path, condition=condition, notes=notes):
            said = _said(words["allows"], reader.named(path.text), in_words(reader, condition))
            yield Change(reader.sentence(notes.texts) or said, outline.number_of(path.text))
        case ast.Limits(path=path, amount=amount, within=within, notes=notes):
            said = _said(words["limits"], reader.named(path.text), in_words(reader, amount)) if within is None else (
                _said(words["limits_in"], reader.named(path.text), in_words(reader, amount), reader.named(within.text))
            )
            yield Change(reader.sentence(notes.texts) or said, outline.number_of(path.text))
        case ast.InsteadOf(path=path, when=when, block=inner):
            said = _said(words["instead"], reader.named(path.text)) if when is None else (
                _said(words["instead_when"], in_words(reader, when), reader.named(path.text))
            )
            yield Change(said, outline.number_of(path.text), _base(reader, path.text), _block(reader, inner))
        case ast.LeavesAlone(paths=paths):
            alone = ", ".join(reader.named(path.text) for path in paths)
            yield Change(_said(words["leaves_alone"], alone), "")
        case _:
            assert_never(node)


def _said(form: str, *parts: str) -> Sentence:
    text = form.format(*parts)
    return (Piece(text[:1].upper() + text[1:]),)


def _titles(reader: Reader, names: tuple[ast.Name, ...]) -> str:
    titles = []
    for name in names:
        node = reader.book.variants.get(name.text)
        titles.append((reader.text(node.titles) if node is not None else "") or reader.named(name.text))
    return ", ".join(titles)


def _sets(reader: Reader, outline: Outline, name: str, of: ast.Expr | None, value: ast.Expr) -> Change:
    words = reader.wording.changes["sets"]
    before = "–"
    what = reader.named(name)
    for item in reader.book.items:
        if of is None and isinstance(item, ast.Param) and item.name.text == name:
            before = in_words(reader, item.value)
            what = reader.text(item.notes.texts).rstrip(".") or what
    if of is not None:
        what = f"{what} ({in_words(reader, of)})"
        return Change(_said(words.format("{}", "{}", "–"), what, in_words(reader, value)), "")
    quoted = f"„{what}“" if reader.language == "de" else f"“{what}”"
    return Change(_said(words, quoted, in_words(reader, value), before), outline.number_of(name))


def _added(reader: Reader, outline: Outline, inner: ast.Declaration) -> Iterator[Change]:
    """What a variant adds to the rules; what only serves it inside, as state, goes without saying."""
    words = reader.wording.changes
    match inner:
        case ast.OutsideLevel(rule=rule, level=one):
            text = _said(words["adds"], f"{reader.named(rule.text)} ({reader.named(one.name.text)})")
            yield Change(text, outline.number_of(rule.text), _base(reader, rule.text), _level(reader, one))
        case ast.Rule() | ast.Procedure() | ast.Table() | ast.Cards() | ast.Param() | ast.Enum() | ast.Die():
            yield Change(_said(words["adds"], reader.named(name_of(inner))), "", (), _text(reader, inner))
        case ast.Reading() | ast.Gap():
            said = reader.sentence(inner.notes.texts)
            yield Change(said or _said(words["adds"], reader.named(inner.name.text)), "")
        case _:
            return


def _text(reader: Reader, node: object) -> Sentence:
    """What a declaration says; the declaration itself where it says nothing."""
    match node:
        case ast.Procedure(block=inner):
            return _block(reader, inner)
        case ast.Rule(notes=notes, levels=levels) if not plain(reader.sentence(notes.texts)):
            said = [reader.sentence(one.notes.texts) for one in levels]
            return tuple(piece for one in said for piece in (*one, Piece(" "))) or _levels(reader, node)
        case ast.Rule(notes=notes) | ast.Table(notes=notes) | ast.Cards(notes=notes) | ast.Param(notes=notes):
            return reader.sentence(notes.texts)
        case ast.Step(block=inner):
            return _block(reader, inner)
        case ast.Option(block=ast.Block() as inner):
            return _block(reader, inner)
        case _:
            return ()


def _block(reader: Reader, node: ast.Block) -> Sentence:
    return reader.sentence(node.notes.texts) or reader.marked(told_block(reader, node))


def _level(reader: Reader, node: ast.Level) -> Sentence:
    return reader.sentence(node.notes.texts) or reader.marked(cases_words(reader, node))


def _levels(reader: Reader, node: ast.Rule) -> Sentence:
    return reader.marked(" ".join(cases_words(reader, one) for one in node.levels))


def _base(reader: Reader, address: str) -> Sentence:
    """What an address says without the variant."""
    node = reader.book.labels.get(address)
    if node is None:
        node = next((item for item in reader.book.items if name_of(item) == address), None)
    return _text(reader, node)


def _base_level(reader: Reader, rule: str, name: str) -> Sentence:
    for item in reader.book.items:
        if isinstance(item, ast.Rule) and item.name.text == rule:
            for one in item.levels:
                if one.name.text == name:
                    return reader.sentence(one.notes.texts) or reader.sentence(item.notes.texts) or _level(reader, one)
    return ()
