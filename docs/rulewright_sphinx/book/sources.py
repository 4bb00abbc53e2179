"""The passages of the sources, and the numbers of the rules that carry them."""

from __future__ import annotations

from rulewright_sphinx.book.model import PassageText
from rulewright_sphinx.book.outline import Outline
from rulewright_verify.book import BookText, Passage


def passages_of(outline: Outline, texts: BookText) -> tuple[PassageText, ...]:
    """All passages that the rulebook lists, in its order."""
    return tuple(
        PassageText(
            source=one.source,
            number=one.number,
            where=one.where,
            says=one.says,
            sign=_sign(one),
            rules=tuple(dict.fromkeys(
                number for address in (*one.rules, *one.procedures, *one.data) if (number := outline.number_of(address))
            )),
        )
        for one in texts.coverage.passages
    )


def _sign(passage: Passage) -> str:
    if passage.rules or passage.procedures or passage.data:
        return "carried" if passage.claims else "unwatched"
    if passage.open_points:
        return "declared"
    return "unwatched" if passage.claims else "missing"
