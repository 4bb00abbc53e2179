"""Mistakes in declarations: tables, params, state (RW3xx)."""


from rulewright.diagnostics import ERROR, Code, Diagnostic


class NotConstant(Diagnostic):
    """Bounds, params, cells of tables and start values of the game are fixed before anybody plays: numbers,
    values, params, and what is computed from them.
    """

    code = Code("RW318", "not-constant", ERROR, "something that is not fixed before the game")
    message = "`{text}` is not known before the game begins"
    help = (
        "`scope {scope}` leaves `{varied}` open, and {what} must be fixed: write the greatest number there",
        "{what} is made of numbers, values and params",
    )
    text: str
    what: str
    varied: str | None = None
    scope: str | None = None


class CannotVary(Diagnostic):
    """A scope may leave params and columns of cards open, within a range of numbers or among all values that are
    declared. How many cards there are, and how much room, is fixed in each game.
    """

    code = Code("RW341", "cannot-vary", ERROR, "something that a scope cannot leave open")
    message = "`{name}` cannot vary: {why}"
    help = "{hint}"
    name: str
    why: str
    hint: str | None = None


class EmptyRange(Diagnostic):
    """A range is written from the least to the greatest number: `0..7`."""

    code = Code("RW319", "empty-range", ERROR, "a range without numbers")
    message = "no number is in {low}..{high}"
    help = "write the smaller number first"
    low: int
    high: int


class CyclicConstant(Diagnostic):
    """Params, ranges and tables may be computed from one another, but not in a circle."""

    code = Code("RW320", "cyclic-constant", ERROR, "a value that hangs on itself")
    message = "`{name}` is computed from itself"
    name: str


class MissingStart(Diagnostic):
    """State has a start value, `score: 0..100 = 0`. Only bags, lists, piles and sets begin empty by
    themselves.
    """

    code = Code("RW321", "missing-start", ERROR, "state without a start value")
    message = "`{name}` has no start value"
    help = "add one, like `= {example}`"
    name: str
    example: str


class NoStartHere(Diagnostic):
    """Bags, lists and piles begin empty or full; a value cannot be given to them."""

    code = Code("RW322", "start-of-a-bag", ERROR, "a start value for a place that holds cards")
    message = "`{name}` holds things and begins empty"
    help = "write `starts full`, or move cards into it at the start of the game"
    name: str


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


class RowLength(Diagnostic):
    """Each row of a table has as many cells as the heading."""

    code = Code("RW324", "row-length", ERROR, "a row with too many or too few cells")
    message = "this row has {given}, the heading {needed}"
    help = "an empty cell is written `|  |`"
    given: str
    needed: int


class BadCell(Diagnostic):
    """A cell holds values that fit its column: numbers, values of one enumeration, `yes` or `no`, or texts.
    Which of them is found from the cells, unless the heading says it: `| cost: 0..9 |`.
    """

    code = Code("RW325", "bad-cell", ERROR, "a cell that does not fit its column")
    message = "{what} in the column `{column}`: {needed}"
    help = "{hint}"
    what: str
    column: str
    needed: str
    hint: str | None = None


class ColumnTwice(Diagnostic):
    """Each column of a table has a name of its own."""

    code = Code("RW326", "column-twice", ERROR, "two columns of one name")
    message = "the column `{name}` is there twice"
    name: str


class MissingColumn(Diagnostic):
    """Some tables need certain columns: one for each parameter and one for the answer, or one for the effect.
    """

    code = Code("RW327", "missing-column", ERROR, "a table with the wrong columns")
    message = "`{name}` has {given}, and needs {needed}"
    name: str
    given: str
    needed: str


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


class NotADie(Diagnostic):
    """Rolled are dice: `d6`, `2d6`, or a die that the rulebook declares."""

    code = Code("RW335", "not-a-die", ERROR, "something that cannot be rolled")
    message = "`{name}` is {what}"
    help = "did you mean `{nearest}`?"
    name: str
    what: str
    nearest: str | None = None


class NotALookup(Diagnostic):
    """`look up VALUE in TABLE` does what a row says: the table has effects in its last column."""

    code = Code("RW336", "not-an-effect-table", ERROR, "a table without effects")
    message = "`{name}` is {what}"
    help = "{hint}"
    name: str
    what: str
    hint: str | None = None
