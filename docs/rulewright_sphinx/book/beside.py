"""Which claim stands beside which rule: each beside one, the one that shares most passages with it."""

from __future__ import annotations

from rulewright.syntax import ast
from rulewright_sphinx.book.model import ClaimText
from rulewright_sphinx.book.outline import Outline, named_in
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.verdicts import Verdicts, title_of
from rulewright_sphinx.book.walk import cites_in, descendants
from rulewright_verify.book import BookText


def claims_beside(reader: Reader, outline: Outline) -> dict[str, list[str]]:
    """The claims beside an address. A claim that nothing in the rules has to do with stands beside none."""
    places = [
        (place.address, set(cites_in(place.node.block.notes if isinstance(place.node, ast.Procedure) else place.node)))
        for part in outline.parts
        for place in part.places
    ]
    found: dict[str, list[str]] = {}
    for name, claim in reader.book.claims.items():
        address = _best(places, claim)
        if address:
            found.setdefault(address, []).append(name)
    return found


def _best(places: list[tuple[str, set[str]]], claim: ast.Claim) -> str:
    cited = set(cites_in(claim.notes))
    named = named_in(claim.clauses)
    paths = {inner.text for inner in descendants(claim.clauses) if isinstance(inner, ast.Path)}
    best, best_score = "", (0, 0)
    for address, cites in places:
        score = (len(cited & cites), 2 * (address in paths) + (address in named))
        if score > best_score:
            best, best_score = address, score
    return best


def claim_texts(
    reader: Reader, texts: BookText, verdicts: Verdicts, rules: dict[str, tuple[str, ...]]
) -> tuple[ClaimText, ...]:
    """All claims of the rulebook, with what was found."""
    found = []
    for claim in texts.claims:
        decided = verdicts.by_claim.get(claim.name)
        found.append(ClaimText(
            name=claim.name,
            anchor=anchor_of("claim", claim.name),
            title=title_of(reader, claim.name) or claim.title,
            code=claim.source_text,
            badge=decided.badge if decided is not None else None,
            cites=claim.passages,
            rules=rules.get(claim.name, ()),
        ))
    return tuple(found)
