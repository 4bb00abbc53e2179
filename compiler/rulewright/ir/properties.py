"""Claims and examples, lowered: what is asked of a `System`.

The meaning of each clause is core, section 7 (docs/reference/core.md). Conditions are core
expressions over the system's slots; places are node ids of `Gate` nodes, one for each call of
the procedure or step that the claim names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.ir.nodes import Const, Expr, Local, System, ValueType
from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A condition (or value) looked at when the play passes gate `node`."""

    node: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Holds:
    """For all values of `params` (and, if `reads_state`, for all states of the declared ranges that satisfy the
    invariants already proved): `cond`. `premise` is the condition of an `if .. then`, kept for vacuity."""

    params: tuple[Local, ...]
    param_types: tuple[ValueType, ...]
    param_names: tuple[str, ...]  # as written, one a parameter: `attack.power`
    cond: Expr
    premise: Expr | None
    reads_state: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Always:
    """AG cond at rests. `negated`: it was written `never f` (cond is already `not f`)."""

    cond: Expr
    premise: Expr | None
    negated: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Possible:
    """EF cond at rests."""

    cond: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class StillPossible:
    """AG EF cond."""

    cond: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LeadsTo:
    """AG (when implies AF then)."""

    when: Expr
    then: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OnceNever:
    """AG (once implies never afterwards `never`)."""

    once: Expr
    never: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class At:
    """`at path: f` (gates of entry) and `at end of P: f` (gates of return). In `at end of` the entry procedure the
    places are also its `Final` nodes. `answers`: asked is whether this, as written, has an answer there."""

    address: str
    end: bool
    places: tuple[AtPlace, ...]
    premise: tuple[AtPlace, ...]
    span: Span = field(compare=False)
    answers: str | None = None

    @property
    def looked_at(self) -> tuple[AtPlace, ...]:
        """What must come about somewhere, or nothing is said: the condition of an `if`, or that a play comes there."""
        return self.premise or tuple(AtPlace(place.node, Const(1)) for place in self.places)


@dataclass(frozen=True, slots=True)
class Ends:
    """`P ends`: no infinite path stays inside one run of P. `measures` (region, (m, ..)) as written, one entry for
    each call of P; empty when no measure was written."""

    procedure: str
    regions: tuple[int, ...]
    measures: tuple[tuple[int, tuple[Expr, ...]], ...]
    measure_texts: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EndsWithChance:
    procedure: str
    regions: tuple[int, ...]
    chance: Fraction
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MayGoOn:
    procedure: str
    regions: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NeverStuck:
    """No choice inside a run of P is without a legal option."""

    procedure: str
    regions: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Monotone:
    """Every store to a slot (or to a mark of things of a kind set) never lets its cell rise (or fall)."""

    slot: str | None
    mark: str | None
    may_rise: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conserved:
    """Each kind: the sum over all zones of the kind set equals that at the start. Looked at at rests."""

    kinds: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SameForEvery:
    """A rule answers alike under each two options of the readings."""

    rule: str
    readings: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SameAs:
    left: str
    right: str
    span: Span = field(compare=False)


class QuantityKind(Enum):
    CHANCE = "chance"  # equal under all choices
    LOWEST_CHANCE = "lowest_chance"
    HIGHEST_CHANCE = "highest_chance"
    SECURED_CHANCE = "secured_chance"  # the greatest that `player` can secure, whatever all others choose
    EXPECTED = "expected"
    EXPECTED_RUNS = "expected runs"  # of the procedure `runs_of`
    GREATEST = "greatest"  # over all plays; holds = n: never more, and n is attained
    LEAST = "least"


@dataclass(frozen=True, slots=True)
class Quantity:
    kind: QuantityKind
    places: tuple[AtPlace, ...]  # condition or value at each end of a run
    runs_of: tuple[int, ...]  # regions, for EXPECTED_RUNS
    text: str  # as written
    player: int | None = None  # for SECURED_CHANCE
    counted_to: int | None = None  # `least(runs(Q))`: counting stops, and from here on the number may be greater


@dataclass(frozen=True, slots=True)
class Bound:
    """`= a`, `!= a`, `< a`, `<= a`, `> a`, `>= a`, `in a..b` (then `values` has two).

    Each value is a fraction; where it hangs on a reading it is an expression over `Setting`s.
    """

    op: str
    values: tuple[Fraction | Expr, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """`at end of P: chance(f) = q`: the quantity from every reachable start of a run of P."""

    procedure: str
    regions: tuple[int, ...]
    quantity: Quantity
    bound: Bound
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Positions:
    """`positions(x, y) = n`: how many different combinations of these values there are at rests that play reaches."""

    values: tuple[Expr, ...]
    text: str  # as written
    bound: Bound
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ordered:
    """`in P(n, 3) alone: chance(f) never falls with n: 1..9`: a quantity for each value of a name, in the order of its
    type; none is less than the one before it (or greater, if it `may_fall`). Each point has a system of its own."""

    procedure: str
    name: str
    values: tuple[str, ...]  # as printed, one a point
    points: tuple[Alone, ...]
    may_fall: bool
    text: str  # the quantity, as written
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Simulate:
    """`n_games` sampled games; `players` is a policy: random or greedy."""

    n_games: int
    players: str
    clauses: tuple[Measured | At, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Alone:
    """`in P(args) alone: ..` and clauses of a claim with `given`: asked of a system of its own, one run of P.

    `of_whole_game`: the system is the game itself, with runs counted.
    """

    system: System
    clause: Clause
    span: Span = field(compare=False)
    of_whole_game: bool = False


Clause = (
    Holds | Always | Possible | StillPossible | LeadsTo | OnceNever | At | Ends | EndsWithChance | MayGoOn
    | NeverStuck | Monotone | Ordered | Conserved | SameForEvery | SameAs | Measured | Positions | Simulate
    | Alone
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The outcome that the rulebook expects: holds, violated, unknown, vacuous; `when` these readings are chosen. What
    is expected of other variants only is not here."""

    outcome: str
    when: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    name: str
    title: str
    texts: Mapping[str, str] = field(hash=False)
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    under: tuple[tuple[str, str], ...]  # readings fixed by the claim
    variants: tuple[str, ...]  # `under variant v`
    scopes: tuple[str, ...]  # empty: the whole game
    expects: tuple[Expectation, ...]
    clauses: tuple[Clause, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of a play: who (a player, or `chance`), the option's label, its printed bindings."""

    who: str
    label: str
    args: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


STOP = Decision("stop", "", ("here",))
"""What an example writes where it does not go on to the end."""


@dataclass(frozen=True, slots=True)
class Example:
    """given / do / expect. `system` runs the given steps, then each procedure, then ends; `expects` are looked at
    at its `Final` node (or wherever the game ended), or, if it is `stopped`, behind the last decision."""

    name: str
    title: str | None
    under: tuple[tuple[str, str], ...]
    system: System
    decisions: tuple[Decision, ...]
    expects: tuple[tuple[Expr, Span], ...]
    cites: tuple[str, ...]
    span: Span = field(compare=False)
    stopped: bool = False
