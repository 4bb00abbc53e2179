"""Frequently asked: claims and examples as questions, if the answer was proved, looked at everywhere, or played.

What was only sampled, or is open, says nothing here; neither does a claim whose answer hinges on a reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright_sphinx.book.model import ExamplePlay, Question
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.plays import told_of, values_of
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.verdicts import Decided, Verdicts, weakest
from rulewright_verify.verdict import Exhaustive, Outcome, Proved, Shown

CERTAIN = (Proved, Exhaustive, Shown)
MOST_STEPS = 40
"""A longer play is left to the report."""


Rules = Mapping[str, tuple[str, ...]]


def questions_of(
    reader: Reader, outline: Outline, verdicts: Verdicts, plays: tuple[ExamplePlay, ...], rules: Rules
) -> tuple[Question, ...]:
    """What every game is asked first, then the claims, then the examples. `rules`: the numbers beside a claim."""
    names = [name for name in dict.fromkeys([*reader.wording.asked, *reader.book.claims]) if name in verdicts.by_claim]
    asked = [_decided(reader, outline, name, verdicts.by_claim[name], rules) for name in names]
    return (*(one for one in asked if one is not None), *_played(reader, plays))


def _decided(
    reader: Reader, outline: Outline, name: str, decided: Decided, rules: Rules
) -> Question | None:
    words = reader.wording
    outcome = decided.combined.outcome
    if outcome not in (Outcome.HOLDS, Outcome.VIOLATED):
        return None
    if not all(isinstance(one.assurance, CERTAIN) for one in decided.combined.verdicts):
        return None
    if name not in reader.book.claims and name not in words.asked:
        return None
    title = decided.badge.title.rstrip(".")
    asked = words.asked[name] if name not in reader.book.claims else words.is_it_so.format(title)
    evidence = decided.evidence
    needs_play = isinstance(weakest(decided.combined.verdicts).assurance, Shown)
    if needs_play and evidence is None:
        return None
    steps = told_of(reader, outline, evidence) if evidence is not None else ()
    return Question(
        anchor=anchor_of("question", name),
        asked=asked,
        answer=words.right if outcome is Outcome.HOLDS else words.wrong,
        because=decided.badge.words,
        steps=steps if len(steps) <= MOST_STEPS else (),
        values=values_of(reader, evidence) if evidence is not None else (),
        badge=decided.badge,
        rules=rules.get(name, ()),
    )


def _played(reader: Reader, plays: tuple[ExamplePlay, ...]) -> Iterator[Question]:
    """What an example shows: it was played, and came out as it says; the play stands among the examples."""
    for play in plays:
        if play.failure or not play.steps:
            continue
        last = play.steps[-1]
        yield Question(
            anchor=anchor_of("question", play.name),
            asked=reader.wording.is_it_so.format(play.title.rstrip(".?")),
            answer=reader.wording.right,
            because=reader.wording.reach["shown"],
            values=play.result,
            rules=(last.rule,) if last.rule else (),
            play=play.name,
        )
