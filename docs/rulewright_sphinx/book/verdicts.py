"""Verdicts from the record of a report, as badges of a printed rulebook.

A record is believed only if it was made of the very files that are printed: a verdict about other rules would be a
false promise. Verdicts on one claim under several readings are one badge, at the strength of the weakest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright_sphinx.book.model import Badge
from rulewright_sphinx.book.reader import Reader
from rulewright_verify.combined import Combined, combine
from rulewright_verify.verdict import (
    Assurance,
    Bounded,
    Exhaustive,
    Outcome,
    Proved,
    RestsOn,
    Sampled,
    Shown,
    Verdict,
    strength,
)

Record = Mapping[str, Any]
NO_NEWS = ("kept", "not looked at")
"""What is said of claims that do not differ with variants, or of which that is not known."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim's verdicts together, and the record of the play or situation that shows it, if one does."""

    combined: Combined
    badge: Badge
    evidence: Record | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What a record says of a rulebook. `by_claim`: as it is printed, without variants. `differs`: for each variant
    the claims that come out otherwise, and how."""

    by_claim: Mapping[str, Decided] = field(default_factory=dict)
    differs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class NotOfTheseFiles(ValueError):
    """The record was made from other files, or from none of this rulebook."""


def verdicts_of(reader: Reader, record: Record, digest: str) -> Verdicts:
    """The verdicts on a rulebook in a record; `NotOfTheseFiles` if it is about others."""
    name = reader.book.name
    books = [one for one in record.get("rulebooks", ()) if one.get("name") == name]
    if not books or books[0].get("digest") != digest:
        raise NotOfTheseFiles(name)
    records = [one for one in record.get("verdicts", ()) if one["rulebook"] == name and one["variant"] is None]
    shown = {one["claim"]: one for one in reversed(records) if one["counterexample"] or one["witness"]}
    decided = {}
    for combined in combine(_verdict(one) for one in records):
        evidence = shown.get(combined.claim, {})
        found = evidence.get("counterexample") or evidence.get("witness")
        decided[combined.claim] = Decided(combined, _badge(reader, combined, found), found)
    compared = books[0].get("compared", ())
    differs = {
        one["variant"]: {claim: change for claim, change in one["claims"].items() if change not in NO_NEWS}
        for one in compared
    }
    return Verdicts(decided, differs)


def _verdict(record: Record) -> Verdict:
    return Verdict(
        rulebook=record["rulebook"],
        claim=record["claim"],
        title=record["title"],
        outcome=Outcome(record["outcome"]),
        assurance=_assurance(record),
        method=record["method"],
        players=tuple(record["players"]),
        readings=dict(record["readings"]),
        expected=Outcome(record["expected"]),
        reason=record["reason"],
        rests_on=RestsOn(
            scope=tuple(record["rests_on"].get("scope", ())), readings=tuple(record["rests_on"].get("readings", ()))
        ),
        automatic=record["automatic"],
    )


def _assurance(record: Record) -> Assurance | None:
    reach = record["reach"]
    match record["assurance"]:
        case "proved":
            return Proved(reach.get("scope"))
        case "exhaustive":
            return Exhaustive(reach.get("scope"))
        case "bounded":
            return Bounded(reach["depth"])
        case "sampled":
            return Sampled(reach["plays"])
        case "shown":
            return Shown()
        case _:
            return None


def weakest(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict that stands for all: of those that are least expected the one that looked least far."""

    def key(verdict: Verdict) -> tuple[bool, tuple[int, int]]:
        reach = strength(verdict.assurance) if verdict.assurance is not None else (9, 0)
        return not verdict.as_expected, reach

    return max(verdicts, key=key)


def _badge(reader: Reader, combined: Combined, evidence: Record | None) -> Badge:
    words = reader.wording
    outcome = combined.outcome
    sign = "hinges" if outcome is None else str(outcome)
    verdict = weakest(combined.verdicts)
    reach = _reach_name(verdict.assurance) if outcome is not None else ""
    said = _reach_words(reader, combined, verdict, evidence)
    said += "".join(f"; {one}" for one in _narrower(reader, combined))
    violated = {Outcome.VIOLATED} & {one.outcome for one in combined.verdicts}
    if violated and combined.as_expected:
        said += f" ({words.expected})"
    return Badge(
        claim=combined.claim,
        title=title_of(reader, combined.claim) or combined.title,
        sign=sign,
        reach=reach,
        word=words.outcome[sign],
        words=said,
        link=_link(combined, sign),
        expected=combined.as_expected,
    )


def _narrower(reader: Reader, combined: Combined) -> Iterator[str]:
    """Where less was looked at than the rulebook: a scope, readings that were fixed, numbers of players."""
    words = reader.wording
    scopes = {one for verdict in combined.verdicts for one in verdict.rests_on.scope}
    told = {one.assurance.scope for one in combined.verdicts if isinstance(one.assurance, Exhaustive)}
    if scopes - told:
        yield words.only_in.format(", ".join(reader.named(one) for one in sorted(scopes - told)))
    fixed = {one for verdict in combined.verdicts for one in verdict.rests_on.readings}
    if fixed:
        yield words.only_read.format(", ".join(reader.named(one) for one in sorted(fixed)))
    least, most = reader.book.player_counts
    players = {n for verdict in combined.verdicts for n in verdict.players}
    if players and players != {*range(least, most + 1)} and not scopes:
        yield words.only_players.format(", ".join(map(str, sorted(players))))


def title_of(reader: Reader, claim: str) -> str:
    """A claim's sentence in the reader's language; its title is the one in the rulebook's own."""
    node = reader.book.claims.get(claim)
    if node is None:
        return reader.wording.asked.get(claim, "")
    texts = {one.language or "en": one.string for one in node.notes.texts}
    return texts.get(reader.language) or node.title


def _reach_name(assurance: Assurance | None) -> str:
    return type(assurance).__name__.lower() if assurance is not None else ""


def _reach_words(reader: Reader, combined: Combined, verdict: Verdict, evidence: Record | None) -> str:
    words = reader.wording.reach
    violated = verdict.outcome is Outcome.VIOLATED
    if combined.outcome is None:
        return words["hinges"].format(", ".join(reader.named(name) for name in combined.hinges_on) or "–")
    if combined.outcome is Outcome.VACUOUS:
        return words["vacuous"]
    match verdict.assurance:
        case Proved(scope) if scope and not violated:
            return words["proved_in"].format(reader.named(scope))
        case Proved():
            return words["proved_violated" if violated else "proved"]
        case Exhaustive(scope):
            return words["exhaustive"].format(reader.named(scope) if scope else reader.wording.whole_game)
        case Bounded(depth):
            return words["bounded_violated" if violated else "bounded"].format(depth)
        case Sampled(n):
            return words["sampled"].format(f"{n:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"))
        case Shown():
            return words["shown_situation" if evidence and evidence.get("kind") == "situation" else "shown"]
        case _:
            return words[""]


def _link(combined: Combined, sign: str) -> str:
    """The anchor of the claim in the report's page: that of its finding, where it makes one."""
    if sign == "holds" and combined.as_expected:
        return report_anchor(combined.rulebook, combined.claim)
    kind = {"hinges": "hinges-on-a-reading", "holds": "violated"}.get(sign, sign)
    return report_anchor(combined.rulebook, "finding", f"{kind}/{combined.claim}")


def report_anchor(*parts: str) -> str:
    """As the report makes its ids."""
    return re.sub(r"[^\w-]+", "-", "-".join(parts)).strip("-").lower()
