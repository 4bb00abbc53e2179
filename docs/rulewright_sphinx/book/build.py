"""From a checked rulebook, and what was found out about it, to a document in one language.

The order of the parts and nothing else: outline, margin, chapters, and what stands around the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.checker.symbols import CheckedBook
from rulewright.syntax import ast
from rulewright_sphinx.book.aid import aid_of
from rulewright_sphinx.book.beside import claim_texts, claims_beside
from rulewright_sphinx.book.box import areas_of, components_of, facts_of
from rulewright_sphinx.book.flow import flow_chart
from rulewright_sphinx.book.glossary import glossary_of
from rulewright_sphinx.book.model import Block, Chapter, Document
from rulewright_sphinx.book.openness import gaps_in, gaps_of, readings_of, with_rules
from rulewright_sphinx.book.outline import Outline, Tabled, outline_of
from rulewright_sphinx.book.plays import plays_of
from rulewright_sphinx.book.questions import questions_of
from rulewright_sphinx.book.reader import Reader, reader_of, words_of
from rulewright_sphinx.book.rules import Margin, numbered_rule
from rulewright_sphinx.book.sources import passages_of
from rulewright_sphinx.book.tables import table_of
from rulewright_sphinx.book.variants import variants_of
from rulewright_sphinx.book.verdicts import NotOfTheseFiles, Verdicts, verdicts_of
from rulewright_sphinx.book.walk import cites_of
from rulewright_verify.book import book_text


def document_of(book: CheckedBook, language: str = "en", record: Mapping[str, Any] | None = None) -> Document:
    """The printed rulebook, with the variants of its configuration in its rules.

    `record`: that of a report; verdicts are shown if it was made of these very files, and there are no such variants.
    """
    reader = reader_of(book, language)
    outline = outline_of(reader)
    texts = book_text(book, "")
    verdicts, remark = _verdicts(reader, record, texts.digest)
    readings, gaps = readings_of(reader), gaps_of(reader)
    readings_told, gaps_told = with_rules(reader, outline, readings, gaps)
    readings, gaps = {one.name: one for one in readings_told}, {one.name: one for one in gaps_told}
    beside = claims_beside(reader, outline)
    badges = {
        address: tuple(verdicts.by_claim[name].badge for name in names if name in verdicts.by_claim)
        for address, names in beside.items()
    }
    claim_rules: dict[str, tuple[str, ...]] = {
        name: (outline.numbers[address],) for address, names in beside.items() for name in names
    }
    chapters = tuple(_chapters(reader, outline, Margin(readings, gaps, badges)))
    areas = areas_of(reader, gaps)
    plays = plays_of(reader, outline)
    short = reader.sentence(book.rulebook.notes.texts)
    return Document(
        name="-".join((book.name, *book.configuration.variants)),
        language=reader.language,
        title=reader.choose(book.title) or words_of(book.name),
        short=short,
        facts=facts_of(reader),
        chapters=chapters,
        components=components_of(reader),
        areas=areas,
        variants=variants_of(reader, outline, gaps, verdicts),
        readings=readings_told,
        gaps=gaps_told,
        plays=plays,
        claims=claim_texts(reader, texts, verdicts, claim_rules),
        questions=questions_of(reader, outline, verdicts, plays, claim_rules),
        glossary=glossary_of(reader, chapters, areas),
        aid=aid_of(reader, outline, chapters, short),
        passages=passages_of(outline, texts),
        cites=cites_of(book.rulebook.notes),
        gaps_of_the_whole=tuple(gaps[name] for name in gaps_in(book.rulebook) if name in gaps),
        verified=bool(verdicts.by_claim),
        remark=remark,
        numbers=dict(outline.numbers),
        anchors=dict(outline.anchors),
    )


def _verdicts(reader: Reader, record: Mapping[str, Any] | None, digest: str) -> tuple[Verdicts, str]:
    if record is None:
        return Verdicts(), reader.wording.not_verified
    if reader.book.configuration.variants:
        return Verdicts(), reader.wording.other_game
    try:
        return verdicts_of(reader, record, digest), ""
    except NotOfTheseFiles:
        return Verdicts(), reader.wording.other_files


def _chapters(reader: Reader, outline: Outline, margin: Margin) -> Iterator[Chapter]:
    for part in outline.parts:
        yield Chapter(part.number, part.anchor, part.title, tuple(_blocks(reader, outline, part.places, margin)))


def _blocks(reader: Reader, outline: Outline, places: tuple[Any, ...], margin: Margin) -> Iterator[Block]:
    for place in places:
        if isinstance(place.node, Tabled):
            gaps = margin.gaps_at(gaps_in(place.node))
            table = table_of(reader, place.node, margin.badges.get(place.address, ()), gaps)
            if table is not None:
                yield table
            continue
        yield numbered_rule(reader, place, margin)
        if isinstance(place.node, ast.Procedure):
            chart = flow_chart(reader, outline, place.node)
            if chart is not None:
                yield chart
