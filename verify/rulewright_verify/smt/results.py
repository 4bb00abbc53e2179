"""What this engine answers: plain data, without a term of Z3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.ir.nodes import Reason
from rulewright.ir.open_values import Values
from rulewright.ir.properties import Decision
from rulewright.source import Span
from rulewright_verify.smt.budget import NOTHING_SPENT, Cost

__all__ = [
    "Cost",
    "Counterexample",
    "EndsResult",
    "FoundPlay",
    "InductionResult",
    "LassoResult",
    "NeverApplies",
    "OpenDemand",
    "RuleResult",
    "Status",
]


class Status(Enum):
    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class OpenDemand:
    """A play may break down here, as far as is known: "holds, unless ..."."""

    reason: Reason
    subject: str
    address: str
    span: Span | None


@dataclass(frozen=True)
class InductionResult:
    """Whether a clause holds in every reachable situation of every play.

    `proved`: start, every step and every place where the clause looks were shown, for the whole
    declared ranges. `facts_used` are the auxiliary invariants of the proof, in words; `demands_open`
    are break-downs that were not excluded. `vacuous`: the condition of its `if` can never be met.
    `unknown` always has a `reason`; "not inductive" says that no proof was found, not that the clause
    is false.
    """

    status: Status
    facts_used: tuple[str, ...] = ()
    rules_used: tuple[str, ...] = ()
    demands_open: tuple[OpenDemand, ...] = ()
    reason: str | None = None
    cost: Cost = NOTHING_SPENT
    vacuous: bool = False


@dataclass(frozen=True)
class EndsResult:
    """Whether every run of a procedure ends, by a measure that falls.

    `measures` from the most important to the least: each a sum, in words; `weights` the same as data.
    `by_author`: it was written in the rulebook. For `unknown`, `open_steps` are those on which no
    measure that was found falls.
    """

    status: Status
    measures: tuple[str, ...] = ()
    weights: tuple[Mapping[str, int], ...] = ()
    by_author: bool = False
    open_steps: tuple[str, ...] = ()
    facts_used: tuple[str, ...] = ()
    demands_open: tuple[OpenDemand, ...] = ()
    reason: str | None = None
    cost: Cost = NOTHING_SPENT


@dataclass(frozen=True)
class FoundPlay:
    """A play that the interpreter has replayed: decisions by label and printed binding.

    PROVED: here it is, with the readings under which it is played, and with the values where a scope leaves some open.
    REFUTED: there is none up to `depth`. UNKNOWN has a `reason` and says how deep the search came.
    """

    status: Status
    decisions: tuple[Decision, ...] = ()
    depth: int = 0
    shortest: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None
    cost: Cost = NOTHING_SPENT
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class LassoResult:
    """A play that comes back to a situation of its own: `decisions`, of which the last `loop_length` repeat.

    `forced`: nobody and no luck can leave the loop; else `owners` are the players with an option out
    of it (`chance` among them: luck can).
    """

    status: Status
    decisions: tuple[Decision, ...] = ()
    loop_length: int = 0
    forced: bool = False
    owners: tuple[str, ...] = ()
    depth: int = 0
    reason: str | None = None
    cost: Cost = NOTHING_SPENT


@dataclass(frozen=True)
class Counterexample:
    """Values under which a rule or a claim goes wrong, as small as they could be made.

    Parameters as printed; `cells`: the slots and zones that were read, by printed name; `answers`:
    for a conflict, the levels that disagree with their values.
    """

    params: Mapping[str, str]
    readings: Mapping[str, str]
    cells: Mapping[str, str]
    answers: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, int] | None = None


@dataclass(frozen=True)
class NeverApplies:
    """A case of a rule that no input makes true, or that another level always overrules."""

    level: str
    span: Span
    overruled: bool


@dataclass(frozen=True)
class RuleResult:
    """The answer to a question about a rule for all inputs. `uses`: rule levels in the core of a proof."""

    status: Status
    counterexample: Counterexample | None = None
    uses: tuple[str, ...] = ()
    vacuous: bool = False
    reason: str | None = None
    cost: Cost = NOTHING_SPENT
