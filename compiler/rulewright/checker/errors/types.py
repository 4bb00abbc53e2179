"""Mistakes with types and values (RW3xx)."""


from rulewright.diagnostics import ERROR, Code, Diagnostic


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


class OutOfRange(Diagnostic):
    """A number never fits the range that is declared for it."""

    code = Code("RW303", "out-of-range", ERROR, "a number outside its range")
    message = "{shown} lies outside of {low}..{high}, the range of {place}"
    help = "widen the range, or change the number"
    shown: str
    place: str
    low: int
    high: int


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


class WrongCount(Diagnostic):
    """In the brackets stand as many values as were declared."""

    code = Code("RW308", "wrong-count", ERROR, "too many or too few values in brackets")
    message = "`{name}` needs {needed}, here stand {given}"
    help = "it is declared as `{declared}`"
    name: str
    needed: str
    given: int
    declared: str | None = None


class UnknownArgument(Diagnostic):
    """An argument may be named as it was declared: `battle(p, q, with_support: yes)`."""

    code = Code("RW309", "unknown-argument", ERROR, "an argument of unknown name")
    message = "`{name}` has no `{argument}`"
    help = "did you mean `{nearest}`?"
    name: str
    argument: str
    nearest: str | None = None


class ArgumentTwice(Diagnostic):
    """Each argument, field or mark is given once."""

    code = Code("RW310", "argument-twice", ERROR, "a value given twice")
    message = "`{argument}` is given twice"
    argument: str


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


class OnlyInClaims(Diagnostic):
    """Fractions, chances and counts of runs are known to claims only. Nothing in a game can depend on them.
    """

    code = Code("RW315", "only-in-claims", ERROR, "something that only claims may say")
    message = "`{text}` stands outside of a claim"
    help = "{hint}"
    text: str
    hint: str | None = None


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


class NotAValue(Diagnostic):
    """Types, procedures, gaps, sources and the like have names, but are no values."""

    code = Code("RW317", "not-a-value", ERROR, "a name that is no value")
    message = "`{name}` is {what}, not a value"
    help = "{hint}"
    name: str
    what: str
    hint: str | None = None


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


class ModifierOfNoNumber(Diagnostic):
    """Modifiers are added to the answer of a rule, so the answer is a number."""

    code = Code("RW338", "modifier-of-no-number", ERROR, "a modifier of something that is no number")
    message = "`{rule}` answers with {actual}, to which nothing can be added"
    help = "an `exception` changes the answer"
    rule: str
    actual: str


class NeedsName(Diagnostic):
    """`count`, `first` and `all` go through the members of something, one after the other, under a name:
    `count(card in hand[p])`. Only `min`, `max`, `sum` and `product` may take values that are written out.
    """

    code = Code("RW340", "word-needs-name", ERROR, "something that goes through members without a name for them")
    message = "`{word}` needs a name for what it goes through"
    help = "write `{word}(x in ... where ...)`"
    word: str
