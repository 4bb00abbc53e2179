"""Why somebody is stuck: what forbids each option, in English, with the rulebook's own sentence where it has one."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.forbidden import Forbidden, forbidden
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright_verify.evidence import Alternative

MOST = 8
"""Options and groups of things that are told; the others are counted."""
MOST_NAMES = 4


def why_stuck(reference: Reference, state: State) -> tuple[tuple[Alternative, ...], int]:
    """What forbids each option of a choice at which nothing is allowed, and how many more there are."""
    found = list(forbidden(reference, state))
    told = [
        Alternative(
            one.label.replace("_", " ") or "this", allowed=False, reason=_reason(one),
            rule=f"{one.rule}.{one.level}" if one.rule and one.level else one.rule,
            passages=one.cites, says=dict(one.texts),
        )
        for one in found[:MOST]
    ]
    return tuple(told), len(found) - len(told)


def _reason(one: Forbidden) -> str:
    after = f"with {_listed(one.after, 'or')}: " if one.after else ""
    if one.needed is not None:
        return after + _too_few(one)
    if not one.name:
        return f"`{one.condition}` is not so" if one.condition else "it is not allowed here"
    if not one.things:
        return f"{after}there is no `{one.name}` in `{one.place}`"
    condition = f"`{one.condition}`" if one.condition else "its condition"
    if one.is_all:
        return f"{after}no `{one.name}` in `{one.place}` passes {condition}"
    return f"{after}{condition} is not so for {_listed(one.things, 'and')}"


def _too_few(one: Forbidden) -> str:
    """`needed` of them at least, and fewer are there."""
    there = f"only {one.n_good}" if one.n_good else "none"
    passes = f"in `{one.place}` passes `{one.condition}`" if one.condition else f"is in `{one.place}`"
    return f"{one.needed} of `{one.name}` are needed, and {there} {passes}"


def _listed(names: Sequence[str], joined: str) -> str:
    """A few names; the others are counted."""
    shown = list(names[:MOST_NAMES])
    if len(names) > len(shown):
        shown.append(f"{len(names) - len(shown)} more")
    return f" {joined} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
