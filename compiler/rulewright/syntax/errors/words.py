"""Words that are misspelt, borrowed from elsewhere, or taken. RW122 to RW130."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class UnknownHeading(Diagnostic):
    """At the left margin stands what a rulebook is made of, each with its own word at the beginning:

    `rulebook` `chapter` `source`; `enum` `cards` `pieces` `die` `table` `record` `param` `state`;
    `rule` `exception` `modifier` `procedure`; `reading` `gap` `precedence`; `variant`;
    `claim` `scope` `example`.

    Everything else belongs into one of these and is indented.
    """

    code = Code("RW122", "unknown-heading", ERROR, "a line that is no heading")
    message = "`{found}` begins no part of a rulebook"
    help = ("did you mean `{nearest}`?", "if the line belongs to the part above it, indent it")

    found: str
    nearest: str | None = None


class MisspeltWord(Diagnostic):
    """A word looks like one of the language that could stand here, but it is not quite it.

    The words of the language are written in small letters: `procedure`, not `Procedure`; `repeat until`, not
    `repeat untill`.
    """

    code = Code("RW123", "misspelt-word", ERROR, "a word that is not quite right")
    message = "`{found}` is no word of the language"
    help = "did you mean `{nearest}`?"

    found: str
    nearest: str


class ForeignWord(Diagnostic):
    """A word from another language: of programming, or of rulebooks.

    | there | here |
    | --- | --- |
    | `else`, `elseif` | `otherwise`, `otherwise if` |
    | `endif`, `end`, `then` at the end of a line | nothing: a block ends where its indentation ends |
    | `for p in`, `foreach` | `for each p in` |
    | `function`, `def` | `rule` for an answer, `procedure` for steps |
    | `return`, `break`, `continue` | a condition on the loop |
    | `shuffle` | nothing: a bag is always shuffled |
    | `bool`, `true`, `false`, `null` | `yes or no`, `yes`, `no`, `none` |
    """

    code = Code("RW124", "foreign-word", ERROR, "a word of another language")
    message = "`{found}` is no word of this language"
    help = "{instead}"

    found: str
    instead: str


class ImportLine(Diagnostic):
    """There is no `import` and no `include`.

    A rulebook is all `.rules` files of its folder, and of the folders in it.
    Put the file into the folder; its order among the others does not matter.
    """

    code = Code("RW125", "import-line", ERROR, "a file that is asked for by name")
    message = "files are not asked for by name: a rulebook is all `.rules` files of its folder"
    help = "take this line away; put the file into the folder if it belongs to the game"


class WordAsName(Diagnostic):
    """A word of the language cannot be the name of this.

    Nearly all words may be names. Only these may not, because a line or a condition could not be understood:

    `and` `or` `not` `if` `then` `some` `every` `no` `yes` `none` `where`; `let` `state` `step` `move` `draw`
    `roll` `repeat` `while` `nothing`; `text` `told` `source`; `chance`.

    Steps and columns of tables may have even these names, except the first eleven.
    """

    code = Code("RW126", "word-as-name", ERROR, "a word of the language as a name")
    message = "`{word}` is a word of the language and cannot be a name here"
    help = "take another name, such as `{suggestion}`"

    word: str
    suggestion: str


class BrokenName(Diagnostic):
    """A name is one word: letters, digits and `_`, not beginning with a digit.

        throw-die, first throw        wrong
        throw_die, first_throw        right

    `_` is printed as a blank. Letters of any language may be used.
    """

    code = Code("RW127", "broken-name", ERROR, "a name in more than one word")
    message = "a name is one word, here stands `{found}`"
    help = "write `{joined}`"

    found: str
    joined: str


class SaidTwice(Diagnostic):
    """A line stands here for the second time, and only one of its kind can count."""

    code = Code("RW128", "said-twice", ERROR, "something said twice")
    message = "`{what}` is said for the second time here"
    help = "keep one of the two lines"

    what: str


class SaysNothing(Diagnostic):
    """A heading has notes below it (`text`, `told`, `source`, `rests on`) and nothing that they are about.

    claim odds "Fair"             claim odds "Fair"
      source TW-001                 source TW-001
        (wrong)                     at end of game: chance(won) = 1/2
    """

    code = Code("RW129", "says-nothing", ERROR, "a heading with notes alone")
    message = "this {what} consists of notes alone"
    help = "add {wanted}"

    what: str
    wanted: str


class RemarkSign(Diagnostic):
    """A remark for readers begins with `#` and ends with the line.

    For instance:

        pot becomes 0      # nothing yet
    """

    code = Code("RW130", "remark-sign", ERROR, "a remark with another sign")
    message = "a remark begins with `#`, not with `{found}`"
    help = "write `#`"

    found: str
