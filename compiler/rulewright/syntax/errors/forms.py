"""Steps, conditions, numbers and headings in a form that the language does not have. RW131 to RW150."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class NotBecomes(Diagnostic):
    """A step changes a value with `becomes`, and in no other way.

        pot = 0, pot := 0, set pot to 0          pot becomes 0
        pot += 1, increase pot by 1              pot becomes pot + 1

    `=` compares two values; it stands in conditions.
    """

    code = Code("RW131", "not-becomes", ERROR, "a step changes a value with `becomes`")
    message = "{here}"
    help = "write `{instead}`"

    here: str
    instead: str | None = None


class WrongComparison(Diagnostic):
    """Comparisons are `=`, `!=`, `<`, `<=`, `>`, `>=` (or `≠`, `≤`, `≥`); `and`, `or`, `not` are words.

    Wrong on the left, right on the right:

        a == b, a is b        a = b
        a <> b, a is not b    a != b
        a => b                a >= b
    """

    code = Code("RW132", "wrong-comparison", ERROR, "a sign for comparing")
    message = "here stands `{found}`, which is not how two things are compared or joined"
    help = "write `{instead}`"

    found: str
    instead: str


class DecimalNumber(Diagnostic):
    """Numbers are whole. Chances are fractions, which are exact:

    Wrong on the left, right on the right:

        16%, 0.5              1/6, 1/2
    """

    code = Code("RW133", "decimal-number", ERROR, "a number with a point or a percent sign")
    message = "numbers are whole, and chances are fractions"
    help = ("write `{instead}`", "write a fraction, such as `1/6`")

    instead: str | None = None


class ChainedComparison(Diagnostic):
    """One comparison has one sign. Two of them are joined by `and`, or written with a range:

    Wrong on the left, right on the right:

        a < b <= c            a < b and b <= c
        0 <= n <= 9           n in 0..9
    """

    code = Code("RW134", "chained-comparison", ERROR, "two comparisons in one")
    message = "these are two comparisons, and each needs both of its sides"
    help = "write `{instead}`"

    instead: str


class AfterHeading(Diagnostic):
    """Nothing stands behind a heading. Its block begins on the next line, without `then`, `do` or a colon.

    Wrong on the left, right on the right:

        if pot = 0 then       if pot = 0
        procedure game:       procedure game
    """

    code = Code("RW135", "after-heading", ERROR, "something behind a heading")
    message = "nothing stands behind {what}, and here stands `{found}`"
    help = "take it away; what belongs to the line stands below it, indented"

    what: str
    found: str


class ConditionWord(Diagnostic):
    """Four words lead to a condition, each in its own place:

        if pot = 0                                         a step of its own
        won when total = 7                                 the case of a rule
        pick: card in hand[p] where card.cult = cult(p)    which things may be picked
        allows play.ask only if pot = 0                    a variant's condition on an option

    An option without a pick takes `when` or `where`.
    """

    code = Code("RW136", "condition-word", ERROR, "another word for a condition")
    message = "a condition begins with `{wanted}` here, not with `{found}`"
    help = "write `{wanted}`"

    found: str
    wanted: str


class TextWithoutQuotes(Diagnostic):
    """A text stands between quotation marks, behind the two letters of its language if there are several.

    Wrong on the left, right on the right:

        title Pig             title "Pig"
        title en Pig          title en "Pig"
    """

    code = Code("RW137", "text-without-quotes", ERROR, "a text without quotation marks")
    message = 'texts stand between `"` and `"`'
    help = "write `{instead}`"

    instead: str


class RollForm(Diagnostic):
    """A roll names the die and what the result is called from here on.

    Wrong on the left, right on the right:

        roll d6, roll a die   roll d6 as face
        roll 2 d6 as total    roll 2d6 as total
    """

    code = Code("RW138", "roll-form", ERROR, "a roll in another form")
    message = "a roll says which die, and what the number is called"
    help = "write `{instead}`"

    instead: str


class RangeForm(Diagnostic):
    """A range of whole numbers is written with two points: `0..100`.

    Not `0-100`, `0 to 100` or `0...100`.
    """

    code = Code("RW139", "range-form", ERROR, "a range in another form")
    message = "a range is written with two points"
    help = "write `{instead}`"

    instead: str


class YesOrNoForm(Diagnostic):
    """What is either so or not so has the type `yes or no`.

    Not `yes/no`, `yes, no` or `bool`.
    """

    code = Code("RW140", "yes-or-no-form", ERROR, "`yes or no` in another form")
    message = "the type with the values `yes` and `no` is called `yes or no`"
    help = "write `yes or no`"


class NoAnswerType(Diagnostic):
    """A rule is a question, and its heading says what kind of answer it gives.

    For instance:

        rule may_speak(p: Player) -> yes or no
        rule souls(team: Cult) -> 0..60
        rule bonus(team: Cult) -> number         the range is worked out
    """

    code = Code("RW141", "no-answer-type", ERROR, "a rule without the kind of its answer")
    message = "the heading of a rule says what kind of answer it gives, behind `->`"
    help = "write `-> yes or no`, `-> 0..9`, `-> number` or a type of your own at its end"


class RepeatedChoice(Diagnostic):
    """Somebody who may go on as long as they like chooses `until done`:

        p chooses one of, until done
          throw_again when not bust
            throw_die

    `done` is offered by itself.
    """

    code = Code("RW142", "repeated-choice", ERROR, "a choice that comes again and again")
    message = "a choice that is made again and again ends with `, until done`"
    help = "write `{instead}`"

    instead: str


class NeedsName(Diagnostic):
    """`count`, `sum`, `first`, `all` and their kind need a name for what they look at.

    Wrong on the left, right on the right:

        count(hand[p])            count(card in hand[p])
        sum(hand[p].souls)        sum(card.souls for card in hand[p])
    """

    code = Code("RW143", "needs-name", ERROR, "something is counted without a name")
    message = "`{fold}` needs a name for what it looks at"
    help = "write `{instead}`"

    fold: str
    instead: str


class NeedsHas(Diagnostic):
    """Behind `some`, `every` and `no` come a name, `in`, where to look, and `has` with a condition.

    Wrong on the left, right on the right:

        no other in trick where takes_over(other, play)    no other in trick has takes_over(other, play)
        every r in Region: armies[r] > 0                   every r in Region has armies[r] > 0
        no hand[p]                                         hand[p] is empty
    """

    code = Code("RW144", "needs-has", ERROR, "a condition about many things in another form")
    message = "`{quantifier}` is followed by a name, `in`, where to look, `has` and a condition"
    help = ("write `{instead}`", "for instance `{quantifier} card in hand[p] has card.kind = trap`")

    quantifier: str
    instead: str | None = None


class NotAProcedure(Diagnostic):
    """Here a procedure, a step or a table is meant, by its name: `deal`, `deal.count_souls`, `battle(p, q)`.

    A line that is only a value, such as `pot + 1`, does nothing.
    """

    code = Code("RW145", "not-a-procedure", ERROR, "something that cannot be run")
    message = "here stands the name of {what}, with or without arguments"
    help = "a value is changed with `becomes`, compared in conditions, and cannot stand here alone"

    what: str


class NotAPlace(Diagnostic):
    """`becomes` changes a state: a name, an entry `score[p]`, or a mark `beast.lives`.

    The answer of a rule cannot be changed; change what the rule looks at.
    """

    code = Code("RW146", "not-a-place", ERROR, "a value that cannot be changed")
    message = "what stands before `becomes` must be a state, an entry of one, or a mark on a card"
    help = "an entry is written with square brackets: `score[p]`"


class TooLargeNumber(Diagnostic):
    """The number is larger than any game needs.

    All numbers of a rulebook are counted through or proved about, so they are kept small.
    """

    code = Code("RW147", "too-large-number", ERROR, "a number that is too large")
    message = "numbers go up to {most}"

    most: int


class ValueByCondition(Diagnostic):
    """A value cannot be made by a condition on the spot. Use steps, or a rule that answers the question.

    Wrong first, then right:

        pot becomes if bust then 0 otherwise pot + 1        wrong

        if bust
          pot becomes 0
        otherwise
          pot becomes pot + 1
    """

    code = Code("RW148", "value-by-condition", ERROR, "a value made by a condition")
    message = "`if` gives no value"
    help = "use `if` as a step of its own, or a `rule` with a case `when` and a case `otherwise`"


class TwoLines(Diagnostic):
    """Each step stands on a line of its own; there is no sign that separates two of them."""

    code = Code("RW149", "two-lines", ERROR, "two steps on one line")
    message = "here a second step begins on the same line"
    help = "put it on a line of its own"


class Unlabelled(Diagnostic):
    """An option that picks something has a label and a colon: `ask: other in others after p where ...`.

    The label is how traces, examples and variants speak of the option.
    """

    code = Code("RW150", "unlabelled", ERROR, "a pick without a label")
    message = "an option that picks something has a label and a colon before the pick"
    help = "write `{instead}`"

    instead: str


class TextAsValue(Diagnostic):
    """Texts are for readers: titles, sentences, remarks. Nothing in play can be a text.

    A thing with a name is a value of an `enum`, and is written without quotation marks:

        enum Weather: sunny, rainy

        state
          today: Weather = sunny
    """

    code = Code("RW156", "text-as-value", ERROR, "a text as a value")
    message = "a text cannot be a value"
    help = "write it as a name, without quotation marks, and list it in an `enum`"


class Article(Diagnostic):
    """Names stand without `a`, `an` and `the`: `p chooses card in hand[p]`."""

    code = Code("RW157", "article", ERROR, "`a` or `the` before a name")
    message = "names stand without `{found}`"
    help = "write `{instead}`"

    found: str
    instead: str
