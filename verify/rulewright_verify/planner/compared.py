"""What variants change: the verdicts of a game with variants beside those of the game without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright_verify.result import Change, Compared
from rulewright_verify.verdict import Outcome, Verdict

WORST_FIRST = (
    Change.BROKEN, Change.MEANINGLESS, Change.UNDECIDED, Change.MENDED, Change.DECIDED, Change.OTHER_NUMBER,
    Change.LEFT_OUT, Change.KEPT,
)
NO_NEWS = (Change.KEPT, Change.LEFT_OUT)

Verdicts = Mapping[str, Sequence[Verdict]]


def compared(
    variants: tuple[str, ...], before: Verdicts, after: Verdicts, as_before: Sequence[str],
    left_out: Mapping[str, str],
) -> Compared:
    """How each claim of a game with variants came out, beside the game without them. `left_out`: claims that were not
    looked at, at least for some number of players, and why: of those that is said, unless the others differ."""
    changes = {name: _change(before.get(name, ()), here) for name, here in after.items() if here}
    for name in left_out:
        if changes.get(name, Change.KEPT) in NO_NEWS:
            changes[name] = Change.LEFT_OUT
    return Compared(variants, changes, tuple(as_before), next(iter(left_out.values()), ""))


def told(difference: Compared, after: Verdicts, is_told: Callable[[str], bool]) -> Iterator[Verdict]:
    """The verdicts that a reader has to see: those of the variants' own claims, and those that differ, unless another
    game with variants put the same question and it `is_told` there."""
    for name, change in difference.claims.items():
        if is_told(name):
            continue
        if change is Change.MENDED:  # what a rulebook gave up and a variant makes true is news, no departure
            yield from (_welcome(verdict) for verdict in after[name])
        elif change not in NO_NEWS:
            yield from after[name]


def _welcome(verdict: Verdict) -> Verdict:
    return replace(verdict, expected=Outcome.HOLDS) if verdict.outcome is Outcome.HOLDS else verdict


def _change(before: Sequence[Verdict], after: Sequence[Verdict]) -> Change:
    if not before:
        return Change.OWN
    found = [_between(a, b) for a in before for b in after if _meet(a, b)]
    return min(found, key=WORST_FIRST.index, default=Change.KEPT)


def _meet(a: Verdict, b: Verdict) -> bool:
    """Whether some number of players, some readings and some scope are covered by both."""
    return (
        (not a.players or not b.players or bool(set(a.players) & set(b.players)))
        and a.rests_on.scope == b.rests_on.scope
        and all(b.readings.get(name, option) == option for name, option in a.readings.items())
    )


def _between(before: Verdict, after: Verdict) -> Change:
    if after.outcome is not before.outcome:
        return {
            Outcome.VIOLATED: Change.BROKEN,
            Outcome.VACUOUS: Change.MEANINGLESS,
            Outcome.UNKNOWN: Change.UNDECIDED,
            Outcome.HOLDS: Change.DECIDED if before.outcome is Outcome.UNKNOWN else Change.MENDED,
        }[after.outcome]
    return Change.KEPT if _numbers(before) == _numbers(after) else Change.OTHER_NUMBER


def _numbers(verdict: Verdict) -> tuple[str, ...]:
    return tuple(str(one.value) for one in verdict.measurements)


def by_claim(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """In the order in which claims first come."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.claim, []).append(verdict)
    return found
