"""Mistakes in how a rulebook is put together (RW4xx)."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class RulesInCircle(Diagnostic):
    """A rule may ask other rules, but not itself on any way round: its answer would never come."""

    code = Code("RW401", "rules-in-circle", ERROR, "rules that ask each other in a circle")
    message = "`{name}` asks itself: {way}"
    name: str
    way: str


class ProceduresInCircle(Diagnostic):
    """A procedure may run others, but not itself on any way round. What goes on again and again is a
    `repeat`.
    """

    code = Code("RW402", "procedures-in-circle", ERROR, "procedures that run each other in a circle")
    message = "`{name}` runs itself: {way}"
    help = "`repeat` and `while` do something again"
    name: str
    way: str


class LabelTwice(Diagnostic):
    """Steps, options and choices are addressed by their labels, so a label stands once in its block."""

    code = Code("RW403", "label-twice", ERROR, "two labels of one name")
    message = "`{address}` is there twice"
    help = "give one of the two another name"
    address: str


class NoDefault(Diagnostic):
    """A rule has one `default`: what holds unless an exception says otherwise."""

    code = Code("RW404", "no-default", ERROR, "a rule without a default")
    message = "the rule `{rule}` has no `default`"
    help = "the general answer stands below `default`, exceptions to it below `exception NAME over default`"
    rule: str


class TwoDefaults(Diagnostic):
    """A rule has one `default`. A second answer is an exception to it, or a case of it with `when`."""

    code = Code("RW405", "two-defaults", ERROR, "a rule with two defaults")
    message = "the rule `{rule}` has two defaults"
    help = "make one of them an `exception {name} over {first}`"
    rule: str
    name: str
    first: str


class LevelTwice(Diagnostic):
    """Defaults, exceptions and modifiers of a rule have names of their own."""

    code = Code("RW406", "level-twice", ERROR, "two levels of one name")
    message = "`{rule}` has two levels `{name}`"
    help = "give one of them another name"
    rule: str
    name: str


class OverInCircle(Diagnostic):
    """`over` says which level gives way. It cannot go round in a circle."""

    code = Code("RW407", "over-in-circle", ERROR, "exceptions over each other in a circle")
    message = "`{name}` is over itself: {way}"
    name: str
    way: str


class OverModifier(Diagnostic):
    """An exception replaces the answer of a default or of another exception. Modifiers are added to whatever
    the answer is, so nothing can be over them.
    """

    code = Code("RW408", "over-modifier", ERROR, "an exception over a modifier")
    message = "`{name}` is a modifier, and nothing is over a modifier"
    name: str


class TwoOtherwise(Diagnostic):
    """`otherwise` is the case in which no other case of its level holds; there is one."""

    code = Code("RW409", "two-otherwise", ERROR, "two cases `otherwise`")
    message = "this level has two cases `otherwise`"


class AlwaysBesideWhen(Diagnostic):
    """Cases of one level have no order. A case without `when` always holds, so beside it no other can stand:

        default
          yes when a > b
          no                 wrong: write `no otherwise`
    """

    code = Code("RW410", "case-beside-always", ERROR, "a case without a condition beside others")
    message = "`{text}` always holds, and other cases stand beside it"
    help = "write `{text} otherwise`"
    text: str


class CaseTwice(Diagnostic):
    """Two cases of one level have the same condition. The second never decides anything, or contradicts the
    first.
    """

    code = Code("RW411", "case-twice", ERROR, "two cases with one condition")
    message = "`{text}` is already the condition of another case"
    text: str


class NeverApplies(Diagnostic):
    """A case, a branch or an exception whose condition is never true decides nothing."""

    code = Code("RW412", "never-applies", ERROR, "a case that never applies")
    message = "`{text}` is never true{why}"
    help = "{hint}"
    text: str
    why: str = ""
    hint: str | None = None


class NoWeights(Diagnostic):
    """A die has faces, and at least one side shows one of them."""

    code = Code("RW413", "die-without-sides", ERROR, "a die that cannot be rolled")
    message = "`{name}` has {what}"
    name: str
    what: str


class ValueTwice(Diagnostic):
    """A roll table has each face once, a lookup each case once, a die each face once."""

    code = Code("RW414", "value-twice", ERROR, "a value that is there twice")
    message = "`{value}` is in `{table}` twice"
    table: str
    value: str


class TableGap(Diagnostic):
    """A roll table has a row for each face of its die, and a lookup a row for each case it can be asked for.
    """

    code = Code("RW415", "table-gap", ERROR, "a table with a gap")
    message = "`{table}` says nothing for {missing}"
    help = "add a row; `nothing` is an effect, too"
    table: str
    missing: str


class KindTwice(Diagnostic):
    """Rows of one name must differ in some column, so that each kind has a name of its own. Several equal
    cards are one row with a number in the column `copies`.
    """

    code = Code("RW416", "kind-twice", ERROR, "two rows for one kind")
    message = "nothing tells the rows `{name}` of `{table}` apart"
    help = "for more copies of one card, write their number into a column `copies`"
    table: str
    name: str


class MoveOntoItself(Diagnostic):
    """What is moved from a place to the same place has not moved."""

    code = Code("RW417", "move-onto-itself", ERROR, "a move from a place to itself")
    message = "source and target are both `{text}`"
    text: str


class NotAtOnce(Diagnostic):
    """In `for each x ... at once` no round may notice another: a round writes only what its own x stands in
    the brackets of, and reads nothing that another round writes. Otherwise the order would matter, and there
    is none.
    """

    code = Code("RW418", "not-at-once", ERROR, "rounds that are not independent")
    message = "`{text}` {what}"
    help = "{hint}"
    text: str
    what: str
    hint: str | None = None


class NotAfterEnd(Diagnostic):
    """`end game` ends everything at once. What stands behind it in its block is never done."""

    code = Code("RW419", "after-the-end", ERROR, "steps behind the end")
    message = "nothing that stands behind {what} is ever done"
    what: str


class StateInside(Diagnostic):
    """State of a procedure is declared at its head: it begins anew each time the procedure is run."""

    code = Code("RW420", "state-inside", ERROR, "state that is declared inside a step")
    message = "state is declared at the head of a procedure, not inside {where}"
    where: str


class NoGame(Diagnostic):
    """Play begins with the procedure `game`, which has no parameters."""

    code = Code("RW421", "no-game", ERROR, "a game that does not begin")
    message = "{what}"
    help = "the procedure `game` says how a game is played from beginning to end"
    what: str


class ReservedLabel(Diagnostic):
    """`done`, `decline` and `pass` are options that the language adds where they are needed."""

    code = Code("RW422", "reserved-label", ERROR, "a label that the language itself adds here")
    message = "`{name}` is added here by `{by}`"
    help = "choose another label, or leave it to the language"
    name: str
    by: str


class BadConfiguration(Diagnostic):
    """A game is checked for a number of players that its first line allows, with a scope and with variants
    that it declares.
    """

    code = Code("RW423", "no-such-game", ERROR, "a game that this rulebook does not have")
    message = "{what}"
    help = "{hint}"
    what: str
    hint: str | None = None


class ChangeClash(Diagnostic):
    """A variant changes what it names. What it names must be there, and two variants in one game may not
    change the same thing in different ways.
    """

    code = Code("RW424", "changes-clash", ERROR, "a change that cannot be made")
    message = "{what}"
    help = "{hint}"
    what: str
    hint: str | None = None


class BadPrecedence(Diagnostic):
    """`precedence card over book` puts sources in an order, and an order does not go in circles."""

    code = Code("RW425", "precedence-in-circle", ERROR, "sources over each other in a circle")
    message = "`{name}` is over itself"
    name: str


class TooLarge(Diagnostic):
    """A few lines can stand for more than any computer holds: a table with a million million cells, procedures
    that run each other twice, forty of them in a row. What is too large is refused before it is built.
    """

    code = Code("RW427", "too-large", ERROR, "more than can be built")
    message = "{what}; {most} are the most"
    help = "{hint}"
    what: str
    most: int
    hint: str


class ZonesApart(Diagnostic):
    """A rule that answers with a bag is a look at one place: its cases leave out different things, but they all
    look there. A rule for each place, and a condition where they are used, says the same of several.
    """

    code = Code("RW428", "cases-in-different-places", ERROR, "one rule that looks into two places")
    message = "one case of `{rule}` looks into `{first}`, this one into `{other}`"
    help = "write a rule for each of them, or count them apart"
    rule: str
    first: str
    other: str
