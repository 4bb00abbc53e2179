"""Mistakes with types and values (RW3xx)."""

from dataclasses import dataclass

from rulewright.diagnostics import ERROR, Code, Diagnostic


@dataclass(frozen=True, kw_only=True)
class TypeMismatch(Diagnostic):
    """What stands here is of one type, what is needed is of another. Values of an enumeration compare with
    values of the same enumeration, numbers with numbers, cards with cards.
    """

    code = Code("RW301", "type-mismatch", ERROR, "a value of the wrong type")
    message = "`{text}` is {actual}; {expected} is needed here"
    help = ("{hint}", "did you mean `{nearest}`?")
    text: str
    actual: str
    expected: str
    nearest: str | None = None
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotACondition(Diagnostic):
    """Behind `if`, `when`, `where`, `has`, `and`, `or`, `not` stands something that is true or false: a
    comparison, a `yes or no`, `some ... has ...`.

        if a = 1 and 2         wrong: `2` is a number
        if a in [1, 2]         right
    """

    code = Code("RW302", "not-a-condition", ERROR, "no condition")
    message = "`{text}` is {actual}, not a condition"
    help = "{hint}"
    text: str
    actual: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class OutOfRange(Diagnostic):
    """A number never fits the range that is declared for it."""

    code = Code("RW303", "out-of-range", ERROR, "a number outside its range")
    message = "{shown} lies outside of {low}..{high}, the range of {place}"
    help = "widen the range, or change the number"
    shown: str
    place: str
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class NoneNotExcluded(Diagnostic):
    """Something that may be none is given where a value is needed. A condition around it must exclude none:

        if bidder != none
          pay(bidder)
    """

    code = Code("RW304", "may-be-none", ERROR, "a value that may be none")
    message = "`{text}` may be none; {expected} is needed here"
    help = "ask `{text} != none` first, or give it a start value so that it is never none"
    text: str
    expected: str


@dataclass(frozen=True, kw_only=True)
class MissingIndex(Diagnostic):
    """State that is declared with brackets, `hand[Player]`, is a row of things, one for each player. Which
    one is meant stands in brackets: `hand[p]`.
    """

    code = Code("RW305", "missing-index", ERROR, "something is missing in brackets")
    message = "there is one `{name}` for each {index}"
    help = "say which: `{name}[...]`"
    name: str
    index: str


@dataclass(frozen=True, kw_only=True)
class NotIndexed(Diagnostic):
    """Square brackets pick one of several things that were declared with square brackets; rules and tables
    are asked with round ones.
    """

    code = Code("RW306", "not-indexed", ERROR, "square brackets behind something that is not a row of things")
    message = "`{name}` is {what}"
    help = "write `{better}`"
    name: str
    what: str
    better: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotCallable(Diagnostic):
    """Round brackets ask a rule or a table, or make a record. State and params that are declared with square
    brackets are read with square brackets: `score[p]`.
    """

    code = Code("RW307", "not-callable", ERROR, "round brackets behind something that cannot be asked")
    message = "`{name}` is {what}"
    help = "write `{better}`"
    name: str
    what: str
    better: str | None = None


@dataclass(frozen=True, kw_only=True)
class WrongCount(Diagnostic):
    """In the brackets stand as many values as were declared."""

    code = Code("RW308", "wrong-count", ERROR, "too many or too few values in brackets")
    message = "`{name}` needs {needed}, here stand {given}"
    help = "it is declared as `{declared}`"
    name: str
    needed: str
    given: int
    declared: str | None = None


@dataclass(frozen=True, kw_only=True)
class UnknownArgument(Diagnostic):
    """An argument may be named as it was declared: `battle(p, q, with_support: yes)`."""

    code = Code("RW309", "unknown-argument", ERROR, "an argument of unknown name")
    message = "`{name}` has no `{argument}`"
    help = "did you mean `{nearest}`?"
    name: str
    argument: str
    nearest: str | None = None


@dataclass(frozen=True, kw_only=True)
class ArgumentTwice(Diagnostic):
    """Each argument, field or mark is given once."""

    code = Code("RW310", "argument-twice", ERROR, "a value given twice")
    message = "`{argument}` is given twice"
    argument: str


@dataclass(frozen=True, kw_only=True)
class NotAssignable(Diagnostic):
    """`becomes` changes state, an entry of it, or a mark of a card: `gold[p] becomes gold[p] - 1`. Params,
    attributes, rules and names that are picked or introduced by `let` do not change.
    """

    code = Code("RW311", "not-assignable", ERROR, "something that cannot change")
    message = "`{text}` is {what}, which cannot change"
    help = "{hint}"
    text: str
    what: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class HoldsThings(Diagnostic):
    """Bags, lists and piles hold cards. Their contents change by `move` and `draw` only, and they are looked
    at with `is empty`, `count(card in ...)`, `some card in ... has`.

        hand[p] = 0                wrong
        hand[p] is empty           right
    """

    code = Code("RW312", "holds-things", ERROR, "a place for cards used as a value")
    message = "`{text}` is {what}"
    help = "{hint}"
    text: str
    what: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class NameAgainstKind(Diagnostic):
    """The attribute `name` is the name of a row, and a row may stand for several kinds. A kind is compared
    with the card itself:

        card.name = purgatory[sun]     wrong
        card = purgatory[sun]          right
        card.name = purgatory          right, for either of them
    """

    code = Code("RW313", "name-against-kind", ERROR, "a name compared with a kind")
    message = "`{text}` is the name of a row, `{other}` a kind"
    help = "ask `{better}`"
    text: str
    other: str
    better: str


@dataclass(frozen=True, kw_only=True)
class NotOrdered(Diagnostic):
    """`<`, `<=`, `>`, `>=` and arithmetic are for numbers. Values of an enumeration have no order; give them
    a column with a number.
    """

    code = Code("RW314", "not-a-number", ERROR, "no number")
    message = "`{text}` is {actual}, and `{sign}` needs numbers"
    help = "{hint}"
    text: str
    actual: str
    sign: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class OnlyInClaims(Diagnostic):
    """Fractions, chances and counts of runs are known to claims only. Nothing in a game can depend on them.
    """

    code = Code("RW315", "only-in-claims", ERROR, "something that only claims may say")
    message = "`{text}` stands outside of a claim"
    help = "{hint}"
    text: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class CannotIterate(Diagnostic):
    """Behind `in` stands something with members: a bag, list, pile or set, an enumeration, cards, `Player`,
    `turn order`, a range `1..6`, or values in brackets.
    """

    code = Code("RW316", "no-members", ERROR, "something without members")
    message = "`{text}` is {actual}, which has no members"
    help = "{hint}"
    text: str
    actual: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotAValue(Diagnostic):
    """Types, procedures, gaps, sources and the like have names, but are no values."""

    code = Code("RW317", "not-a-value", ERROR, "a name that is no value")
    message = "`{name}` is {what}, not a value"
    help = "{hint}"
    name: str
    what: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotConstant(Diagnostic):
    """Bounds, params, cells of tables and start values of the game are fixed before anybody plays: numbers,
    values, params, and what is computed from them.
    """

    code = Code("RW318", "not-constant", ERROR, "something that is not fixed before the game")
    message = "`{text}` is not known before the game begins"
    help = "{what} is made of numbers, values and params"
    text: str
    what: str


@dataclass(frozen=True, kw_only=True)
class EmptyRange(Diagnostic):
    """A range is written from the least to the greatest number: `0..7`."""

    code = Code("RW319", "empty-range", ERROR, "a range without numbers")
    message = "no number is in {low}..{high}"
    help = "write the smaller number first"
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class CyclicConstant(Diagnostic):
    """Params, ranges and tables may be computed from one another, but not in a circle."""

    code = Code("RW320", "cyclic-constant", ERROR, "a value that hangs on itself")
    message = "`{name}` is computed from itself"
    name: str


@dataclass(frozen=True, kw_only=True)
class MissingStart(Diagnostic):
    """State has a start value, `score: 0..100 = 0`. Only bags, lists, piles and sets begin empty by
    themselves.
    """

    code = Code("RW321", "missing-start", ERROR, "state without a start value")
    message = "`{name}` has no start value"
    help = "add one, like `= {example}`"
    name: str
    example: str


@dataclass(frozen=True, kw_only=True)
class NoStartHere(Diagnostic):
    """Bags, lists and piles begin empty or full; a value cannot be given to them."""

    code = Code("RW322", "start-of-a-bag", ERROR, "a start value for a place that holds cards")
    message = "`{name}` holds things and begins empty"
    help = "write `starts full`, or move cards into it at the start of the game"
    name: str


@dataclass(frozen=True, kw_only=True)
class TypeNotHere(Diagnostic):
    """Not every type can stand everywhere: a bag holds cards or pieces, a set holds values, state cannot keep
    hold of a single card with marks, and `number` is the answer of a rule.
    """

    code = Code("RW323", "type-not-here", ERROR, "a type that cannot stand here")
    message = "`{text}` cannot stand here: {why}"
    help = "{hint}"
    text: str
    why: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class RowLength(Diagnostic):
    """Each row of a table has as many cells as the heading."""

    code = Code("RW324", "row-length", ERROR, "a row with too many or too few cells")
    message = "this row has {given}, the heading {needed}"
    help = "an empty cell is written `|  |`"
    given: str
    needed: int


@dataclass(frozen=True, kw_only=True)
class BadCell(Diagnostic):
    """A cell holds values that fit its column: numbers, values of one enumeration, `yes` or `no`, or texts. Which
    of them is found from the cells, unless the heading says it: `| cost: 0..9 |`.
    """

    code = Code("RW325", "bad-cell", ERROR, "a cell that does not fit its column")
    message = "{what} in the column `{column}`: {needed}"
    help = "{hint}"
    what: str
    column: str
    needed: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class ColumnTwice(Diagnostic):
    """Each column of a table has a name of its own."""

    code = Code("RW326", "column-twice", ERROR, "two columns of one name")
    message = "the column `{name}` is there twice"
    name: str


@dataclass(frozen=True, kw_only=True)
class MissingColumn(Diagnostic):
    """Some tables need certain columns: one for each parameter and one for the answer, or one for the effect.
    """

    code = Code("RW327", "missing-column", ERROR, "a table with the wrong columns")
    message = "`{name}` has {given}, and needs {needed}"
    name: str
    given: str
    needed: str


@dataclass(frozen=True, kw_only=True)
class UnclearColumn(Diagnostic):
    """The type of a column is found from its cells. Where they fit several enumerations, or none, the heading
    says it: `| element: Element |`.
    """

    code = Code("RW328", "unclear-column", ERROR, "a column whose type is not clear")
    message = "the values in `{column}` are {what}"
    help = ("did you mean `{nearest}`?", "write the type into the heading: `{column}: TYPE`")
    column: str
    what: str
    nearest: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotAPlace(Diagnostic):
    """Cards are moved and drawn from one place to another. A place is state that is declared as a bag, list
    or pile.
    """

    code = Code("RW329", "not-a-place", ERROR, "something that holds no cards")
    message = "`{text}` is {actual}, and holds no cards"
    help = "{hint}"
    text: str
    actual: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class WrongThings(Diagnostic):
    """Cards stay cards of their table: a place for one kind of things cannot take those of another."""

    code = Code("RW330", "wrong-things", ERROR, "things moved to a place for other things")
    message = "`{source}` holds `{held}`, `{target}` holds `{taken}`"
    source: str
    held: str
    target: str
    taken: str


@dataclass(frozen=True, kw_only=True)
class NotAThing(Diagnostic):
    """What is moved is named: by a name that was picked, by a picked bag, or by its kind."""

    code = Code("RW331", "not-a-thing", ERROR, "something that cannot be moved")
    message = "`{text}` is {actual}; {needed}"
    help = "{hint}"
    text: str
    actual: str
    needed: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class MissingMark(Diagnostic):
    """A mark without a start value must be given whenever a card is put where it has that mark:

        move card from hand[p] to trick with by: p
    """

    code = Code("RW332", "missing-mark", ERROR, "a mark that is not given")
    message = "`{target}` holds `{record}`, and nothing says what `{mark}` is"
    help = "add `with {mark}: ...`"
    target: str
    record: str
    mark: str


@dataclass(frozen=True, kw_only=True)
class NoMarksThere(Diagnostic):
    """Only a place that was declared for a record `on` cards keeps marks."""

    code = Code("RW333", "no-marks-there", ERROR, "marks for cards that have none")
    message = "`{target}` holds plain `{held}`, which have no marks"
    help = "declare it as a place for a `record ... on {held}`"
    target: str
    held: str


@dataclass(frozen=True, kw_only=True)
class NoOrderThere(Diagnostic):
    """A bag has no order: it is always shuffled. `top of` and `bottom of` belong to lists and piles, and the
    contents of a bag come into a list card by card, by `draw`.
    """

    code = Code("RW334", "no-order-there", ERROR, "order asked of a bag")
    message = "`{text}` is a bag, and a bag has no order"
    help = "{hint}"
    text: str
    hint: str


@dataclass(frozen=True, kw_only=True)
class NotADie(Diagnostic):
    """Rolled are dice: `d6`, `2d6`, or a die that the rulebook declares."""

    code = Code("RW335", "not-a-die", ERROR, "something that cannot be rolled")
    message = "`{name}` is {what}"
    help = "did you mean `{nearest}`?"
    name: str
    what: str
    nearest: str | None = None


@dataclass(frozen=True, kw_only=True)
class NotALookup(Diagnostic):
    """`look up VALUE in TABLE` does what a row says: the table has effects in its last column."""

    code = Code("RW336", "not-an-effect-table", ERROR, "a table without effects")
    message = "`{name}` is {what}"
    help = "{hint}"
    name: str
    what: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class NeedsTwoValues(Diagnostic):
    """`other(x)` is the other one of two, so its type has two values. `next(p)` and `previous(p)` are
    neighbours in turn order.
    """

    code = Code("RW337", "needs-two-values", ERROR, "the other one of more than two")
    message = "`{name}` is asked for {actual}, which has {count} values"
    help = "a rule can say which one is meant"
    name: str
    actual: str
    count: int


@dataclass(frozen=True, kw_only=True)
class ModifierOfNoNumber(Diagnostic):
    """Modifiers are added to the answer of a rule, so the answer is a number."""

    code = Code("RW338", "modifier-of-no-number", ERROR, "a modifier of something that is no number")
    message = "`{rule}` answers with {actual}, to which nothing can be added"
    help = "an `exception` changes the answer"
    rule: str
    actual: str


@dataclass(frozen=True, kw_only=True)
class MarkTwice(Diagnostic):
    """Behind the dot of a card stand its columns and its marks, so a mark has a name that no column and no
    other mark has.
    """

    code = Code("RW339", "mark-twice", ERROR, "a mark with the name of a column")
    message = "`{table}` or `{record}` already has a `{name}`"
    help = "give the mark another name"
    name: str
    record: str
    table: str
