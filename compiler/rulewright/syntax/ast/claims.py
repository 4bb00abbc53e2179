"""Claims, scopes and examples: what should be true, and where."""


from rulewright.syntax.ast.data import Parameter, Players
from rulewright.syntax.ast.expressions import Domain, Expr
from rulewright.syntax.ast.node import Name, Node, Path
from rulewright.syntax.ast.notes import NO_NOTES, Notes
from rulewright.syntax.ast.quick import dataclass
from rulewright.syntax.ast.statements import Block, ProcedureRef


@dataclass(frozen=True, slots=True)
class ReadingIs(Node):
    """`chain = pile_grows`."""

    reading: Name
    option: Name


@dataclass(frozen=True, slots=True)
class WithVariant(Node):
    """`variant unreliable_traps`."""

    variant: Name


Assumption = ReadingIs | WithVariant


@dataclass(frozen=True, slots=True)
class Expectation(Node):
    """`expect violated`, `expect violated when several_sanctuaries = best_one, variant long_game`."""

    verdict: Name
    when: tuple[Assumption, ...]


# ---------------------------------------------------------------- clauses
@dataclass(frozen=True, slots=True)
class Holds(Node):
    """An expression that must be true."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ForAll(Node):
    parameters: tuple[Parameter, ...]
    clauses: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class Always(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Never(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Possible(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class StillPossible(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class LeadsTo(Node):
    """`whenever CONDITION eventually GOAL`."""

    condition: Expr
    goal: Expr


@dataclass(frozen=True, slots=True)
class OnceNever(Node):
    """`once CONDITION, never AFTERWARDS`."""

    condition: Expr
    afterwards: Expr


@dataclass(frozen=True, slots=True)
class AtEnd(Node):
    """`at end of PROCEDURE: CONDITION`."""

    procedure: ProcedureRef
    condition: Expr


@dataclass(frozen=True, slots=True)
class AtStep(Node):
    """`at PATH: CONDITION`."""

    path: Path
    condition: Expr


@dataclass(frozen=True, slots=True)
class Alone(Node):
    """`in PROCEDURE alone: CONDITION`: one run of it, by itself."""

    procedure: ProcedureRef
    condition: Expr


@dataclass(frozen=True, slots=True)
class Ends(Node):
    """`PROCEDURE ends`, `PROCEDURE ends decreasing MEASURE, ...`."""

    procedure: ProcedureRef
    measures: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class EndsWithChance(Node):
    procedure: ProcedureRef
    chance: Expr


@dataclass(frozen=True, slots=True)
class GoesOn(Node):
    """`PROCEDURE may go on for ever`."""

    procedure: ProcedureRef


@dataclass(frozen=True, slots=True)
class NeverStuck(Node):
    procedure: ProcedureRef


@dataclass(frozen=True, slots=True)
class NeverRises(Node):
    """`vitality never rises`; the subject is a state or a mark (`Beast.damage`)."""

    subject: Expr


@dataclass(frozen=True, slots=True)
class NeverFalls(Node):
    subject: Expr


@dataclass(frozen=True, slots=True)
class NeverRisesWith(Node):
    """`in PROCEDURE alone: QUANTITY never rises with NAME: TYPE`."""

    procedure: ProcedureRef
    quantity: Expr
    parameter: Parameter


@dataclass(frozen=True, slots=True)
class NeverFallsWith(Node):
    """`in PROCEDURE alone: QUANTITY never falls with NAME: TYPE`."""

    procedure: ProcedureRef
    quantity: Expr
    parameter: Parameter


@dataclass(frozen=True, slots=True)
class SameForEvery(Node):
    """`same deal_score for every several_sanctuaries`."""

    path: Path
    readings: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class SameAs(Node):
    """`same PATH as OTHER`."""

    path: Path
    other: Path


@dataclass(frozen=True, slots=True)
class Simulate(Node):
    """`simulate 3000 games with random players`."""

    games: int
    players: Name
    clauses: tuple["Clause", ...]


Clause = (
    Holds
    | ForAll
    | Always
    | Never
    | Possible
    | StillPossible
    | LeadsTo
    | OnceNever
    | AtEnd
    | AtStep
    | Alone
    | Ends
    | EndsWithChance
    | GoesOn
    | NeverStuck
    | NeverRises
    | NeverFalls
    | NeverRisesWith
    | NeverFallsWith
    | SameForEvery
    | SameAs
    | Simulate
)


@dataclass(frozen=True, slots=True)
class Claim(Node):
    name: Name
    title: str
    under: tuple[Assumption, ...]
    scopes: tuple[Name, ...]
    expects: tuple[Expectation, ...]
    given: Block | None
    clauses: tuple[Clause, ...]
    notes: Notes = NO_NOTES


# ---------------------------------------------------------------- scopes
@dataclass(frozen=True, slots=True)
class Sets(Node):
    """`sets hand_size to 2`; with `of`, one cell of a table: `sets souls of purgatory[sun] to 10`."""

    name: Name
    of: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Varies(Node):
    """`varies hand_size in 1..7`, `varies cost of Card in 0..9`: it may be any of these, or any that is declared.
    `of` is a table, a row of it, or one kind."""

    name: Name
    of: Expr | None
    domain: Domain | None


@dataclass(frozen=True, slots=True)
class Keeps(Node):
    """`keeps altar, c[sun, 1] of Card`: the other kinds are not in the game. A `Name` is a row, an `Index` one kind."""

    kinds: tuple[Expr, ...]
    of: Name


@dataclass(frozen=True, slots=True)
class Scope(Node):
    """A smaller instance of the game, or one that leaves numbers open."""

    name: Name
    players: Players | None
    sets: tuple[Sets, ...]
    varies: tuple[Varies, ...]
    keeps: tuple[Keeps, ...]
    notes: Notes = NO_NOTES


# ---------------------------------------------------------------- examples
@dataclass(frozen=True, slots=True)
class Decision(Node):
    """`West: ask(East)`, `chance: 5`."""

    who: Name
    play: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    procedure: ProcedureRef
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Example(Node):
    name: Name
    title: str | None
    under: tuple[Assumption, ...]
    given: Block | None
    runs: tuple[Do, ...]
    expects: tuple[Expr, ...]
    notes: Notes = NO_NOTES
