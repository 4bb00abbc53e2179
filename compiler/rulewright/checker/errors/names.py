"""Mistakes with names (RW2xx)."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class NoRulebook(Diagnostic):
    """A rulebook begins with its name and its players, in one of its files:

        rulebook craps
          players 1 as Shooter

    Without that line nobody knows how many play.
    """

    code = Code("RW201", "no-rulebook", ERROR, "a rulebook without its first line")
    message = "no file has a line `rulebook NAME`"
    help = "begin with `rulebook my_game` and, indented below it, `players 2`"


class TwoRulebooks(Diagnostic):
    """All `.rules` files of a folder are one rulebook, so the line `rulebook NAME` stands in one of them
    only. A second game has a folder of its own, and so has a fragment.
    """

    code = Code("RW202", "two-rulebooks", ERROR, "two rulebooks in one folder")
    message = "`{name}` is a second rulebook beside `{first}`"
    help = "all files of a folder are one rulebook; a second one needs a folder of its own"
    name: str
    first: str


class DuplicateName(Diagnostic):
    """Enumerations, cards, dice, tables, records, state, params, rules, procedures, readings, gaps and
    sources share one list of names, and each name stands for one thing. Only values (`sun`, `altar`), columns
    and labels are told apart by where they stand.
    """

    code = Code("RW203", "duplicate-name", ERROR, "two things of one name")
    message = "`{name}` is declared twice"
    help = "give one of the two another name"
    label = "declared again here"
    name: str


class UnknownName(Diagnostic):
    """A name must be declared somewhere in the rulebook: as state, param, rule, value of an enumeration, or
    by a line of the block in which it is used. Declarations may come later than their use.

        state
          tricks_left: 0..7 = 0

        tricks_lft becomes 3       wrong: did you mean `tricks_left`?
    """

    code = Code("RW204", "unknown-name", ERROR, "an unknown name")
    message = "`{name}` is not declared in this rulebook"
    help = ("did you mean `{nearest}`? It is declared in line {line}", "did you mean `{nearest}`?")
    name: str
    nearest: str | None = None
    line: int | None = None


class NameEnded(Diagnostic):
    """A name that is picked, drawn, rolled or introduced by `let` is known until its block ends:

        step settle
          let winner = best_play
        leader becomes winner.by      wrong: `winner` was known inside `step settle` only

    What must be remembered longer belongs into `state`.
    """

    code = Code("RW205", "name-ended", ERROR, "a name used after its block")
    message = "`{name}` was known inside {where} only"
    help = "use it there, or keep what it stands for in `state`"
    name: str
    where: str


class NameLater(Diagnostic):
    """A name that is picked, drawn, rolled or introduced by `let` is known below the line that introduces it,
    and a sentence `told` is read where it stands:

        told en "Anna draws {card}"         wrong: nobody has drawn yet
        draw card from deck to hand[Anna]
    """

    code = Code("RW221", "name-later", ERROR, "a name used before its line")
    message = "`{name}` is known below line {line} only"
    help = "put this line behind it"
    name: str
    line: int


class NameHides(Diagnostic):
    """No name hides another. While a name is known, no line may introduce the same name for something else,
    and a name for a thing that is picked or drawn may not be that of state, of a rule, or of a value:

        for each p in Player
          for each p in Player        wrong: the inner `p` would hide the outer one
    """

    code = Code("RW206", "name-hides", ERROR, "a name that hides another")
    message = "`{name}` already stands for {what}"
    help = "choose another name here"
    name: str
    what: str


class UnknownType(Diagnostic):
    """A type is `yes or no`, a range like `0..7`, `Player`, or the name of an enumeration, of cards, of a die
    or of a record. `bag of`, `list of`, `pile of` and `set of` are made from them.
    """

    code = Code("RW207", "unknown-type", ERROR, "an unknown type")
    message = "`{name}` is no type: {what}"
    help = "did you mean `{nearest}`?"
    name: str
    what: str
    nearest: str | None = None


class UnknownAttribute(Diagnostic):
    """Behind a dot stands a column of the table that a card, a face or a value comes from, a mark of its
    record, or a field of a record.
    """

    code = Code("RW208", "unknown-attribute", ERROR, "an unknown attribute")
    message = "{subject} has no `{name}`"
    help = ("write `{better}`", "did you mean `{nearest}`?", "it has {known}")
    subject: str
    name: str
    better: str | None = None
    nearest: str | None = None
    known: str | None = None


class AmbiguousValue(Diagnostic):
    """Two enumerations may have values of the same name. Which one is meant is told by what stands beside it,
    as in `card.class = purgatory`. Where nothing tells it, the name alone is not enough.
    """

    code = Code("RW209", "ambiguous-value", ERROR, "a value that may mean several things")
    message = "`{name}` may be {meanings}, and nothing here tells which"
    help = "compare it with something whose type is known"
    name: str
    meanings: str


class SeveralKinds(Diagnostic):
    """A row of a table with several values in a cell stands for several kinds: `| altar | sun, moon |` makes
    `altar[sun]` and `altar[moon]`. A single card is named with the value that tells it apart; `card.name =
    altar` asks for any of them.
    """

    code = Code("RW210", "several-kinds", ERROR, "a name that stands for several kinds")
    message = "`{name}` is the name of {count} kinds"
    help = "name one of them, like `{example}`, or compare `.name` with `{name}`"
    name: str
    count: int
    example: str


class UnknownKind(Diagnostic):
    """`altar[sun]` names the kind of the row `altar` whose column has the value `sun`. In the brackets stand,
    in the order of the columns, the values that tell the kinds of the row apart.
    """

    code = Code("RW211", "unknown-kind", ERROR, "a kind that is not in the table")
    message = "`{name}` is none of the kinds of `{table}`"
    help = "the kinds of this row are told apart by {columns}, like `{example}`"
    name: str
    table: str
    columns: str | None = None
    example: str | None = None


class UnknownProcedure(Diagnostic):
    """A step that is a name runs the procedure of that name."""

    code = Code("RW212", "unknown-procedure", ERROR, "an unknown procedure")
    message = "there is no procedure `{name}`"
    help = ("{hint}", "did you mean `{nearest}`?")
    name: str
    nearest: str | None = None
    hint: str | None = None


class UnknownAddress(Diagnostic):
    """An address names a procedure, then the steps and options on the way: `turn.action.capture`. Loops and
    branches do not count.
    """

    code = Code("RW213", "unknown-address", ERROR, "an address that leads nowhere")
    message = "{within} has no `{name}`"
    help = ("did you mean `{nearest}`?", "there is {known}")
    within: str
    name: str
    nearest: str | None = None
    known: str | None = None


class NothingBegins(Diagnostic):
    """`at PATH` looks where a step, or the block of a choice, begins. A choice whose statements stand behind it has
    no block:

        p chooses play: card in hand[p]
        move card from hand[p] to discard           `at turn.play` looks nowhere

        p chooses play: card in hand[p]
          move card from hand[p] to discard         and here it looks before the card is moved
    """

    code = Code("RW222", "nothing-begins", ERROR, "a place at which nothing begins")
    message = "nothing begins at `{address}`: this choice has no block"
    help = "indent what follows the choice, or ask at a step"
    address: str


class UnknownRule(Diagnostic):
    """An exception or a modifier that stands apart from its rule, `over`, and the changes of a variant name
    rules and their levels.
    """

    code = Code("RW214", "unknown-rule", ERROR, "an unknown rule or level")
    message = "there is no {what} `{name}`{where}"
    help = "did you mean `{nearest}`?"
    what: str
    name: str
    where: str = ""
    nearest: str | None = None


class UnknownReference(Diagnostic):
    """Readings, options, gaps, sources, scopes, variants and params are named by the lines that need them,
    and must be declared in some file of the rulebook.
    """

    code = Code("RW215", "unknown-reference", ERROR, "a name that nothing declares")
    message = "there is no {what} `{name}`{where}"
    help = "did you mean `{nearest}`?"
    what: str
    name: str
    where: str = ""
    nearest: str | None = None


class NotInThisGame(Diagnostic):
    """`players 2..4` makes a game for two, for three and for four. A player who is named by a rule must be
    there in each of them; one who is named by a claim, in each scope that the claim names.
    """

    code = Code("RW217", "no-such-player", ERROR, "a player who is not there")
    message = "`{name}` does not play in a game of {count}"
    help = "the players are {known}"
    name: str
    count: int
    known: str


class UnknownDecision(Diagnostic):
    """In an example each line under `do` names who decides and what, by the label of the option: `North:
    ask(East)`. Luck is called `chance`.
    """

    code = Code("RW218", "unknown-decision", ERROR, "a decision that nobody is asked for")
    message = "no choice in `{procedure}` has an option `{name}`"
    help = ("did you mean `{nearest}`?", "there is {known}")
    procedure: str
    name: str
    nearest: str | None = None
    known: str | None = None


class PlayerNames(Diagnostic):
    """Either all players have names, `players 4 as North, East, South, West`, or none; then they are called
    Player_1, Player_2 and so on.
    """

    code = Code("RW219", "player-names", ERROR, "names for some players only")
    message = "{names} names for {count} players"
    help = "name all of them, or none"
    names: int
    count: int


class BadSentence(Diagnostic):
    """In the braces of a sentence stands a value that is known there: `told "{p} plays {card}"`."""

    code = Code("RW220", "bad-sentence", ERROR, "braces without a value")
    message = "`{text}` is no value"
    help = "in braces stands a name, like p, card.cult or cult(p)"
    text: str
