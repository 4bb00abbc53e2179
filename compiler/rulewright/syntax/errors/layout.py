"""Indentation, quotes, brackets and signs that the language does not have. RW110 to RW120."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class TabIndent(Diagnostic):
    """A line begins with a tab. A tab is wide in one editor and narrow in another: use spaces.

    Most editors can turn the tabs of a file into spaces. Two spaces for each block are usual:

        procedure game
          step deal
            ...
    """

    code = Code("RW110", "tab-indent", ERROR, "a line that begins with a tab")
    message = "this line begins with a tab; blocks are indented with spaces"
    help = (
        "turn tabs into spaces; so many further lines of this file begin with a tab: {others}",
        "turn tabs into spaces",
    )

    others: int | None = None


class UnevenIndent(Diagnostic):
    """All lines of a block begin in the same column.

        if result = won
            pot becomes 0
           end game          this line begins with 3 spaces, its block with 4

    Give the line as many spaces as the lines it belongs to.
    """

    code = Code("RW111", "uneven-indent", ERROR, "a line that begins between two blocks")
    message = "line {line} begins with {found} spaces, the lines around it with {wanted}"
    help = "give it as many spaces as the lines it belongs to"

    line: int
    found: int
    wanted: int


class NoBlockHere(Diagnostic):
    """A line is indented further than the one before it, which can have nothing below it.

        pot becomes 0
          score becomes 0    should begin below `pot`

    Only headings such as `procedure`, `step`, `if`, `for each` have an indented block.
    """

    code = Code("RW112", "no-block-here", ERROR, "a line that is indented too far")
    message = "this line is indented further than line {before}, which can have no lines of its own"
    help = ("did you mean `{nearest}` in line {before}?", "let it begin in the same column as line {before}")

    before: int
    nearest: str | None = None


class MissingBlock(Diagnostic):
    """A heading has nothing below it. What belongs to it stands on the next lines, indented by two spaces.

    Wrong on the left, right on the right:

        if pot = 0            if pot = 0
        end game                end game
          (wrong)                 (right)
    """

    code = Code("RW113", "missing-block", ERROR, "a heading without its lines")
    message = "what belongs to this line must stand below it, indented"
    help = ("indent line {below} by two spaces or more if it belongs here", "add at least one indented line")

    below: int | None = None


class UnclosedText(Diagnostic):
    """A text begins with a quotation mark and no mark closes it.

    A text may run over several lines, but it ends at an empty line at the latest. In a table it ends in its
    own line. Write a quotation mark inside a text as `\\"`.
    """

    code = Code("RW114", "unclosed-text", ERROR, "a text that is never closed")
    message = "the text that begins here is never closed"
    help = 'put a `"` at its end'


class UnclosedBracket(Diagnostic):
    """A bracket is opened and not closed before the next line begins.

    A condition may run over several lines while a bracket is open, if the further lines are indented more
    than the first:

        Effort(power: 3,
               face: hit)
    """

    code = Code("RW115", "unclosed-bracket", ERROR, "a bracket that is never closed")
    message = "the `{opened}` that is opened here is never closed"
    help = "add the `{wanted}`"

    opened: str
    wanted: str


class StrayBracket(Diagnostic):
    """A bracket is closed that nobody opened, or that was opened with one of the other kind.

    Round brackets hold arguments and put things together, square ones hold an index or a list:
    `outcome(attack, defence)`, `hand[p]`, `[7, 11]`.
    """

    code = Code("RW116", "stray-bracket", ERROR, "a bracket that closes nothing")
    message = "this `{found}` closes nothing"
    help = "the bracket opened before it needs a `{wanted}`"

    found: str
    wanted: str | None = None


class WrongQuotes(Diagnostic):
    """Texts stand between straight quotation marks: `title en "Pig"`.

    Word processors turn them into curly ones by themselves; apostrophes do not hold a text either. Inside a
    text all of these are fine.
    """

    code = Code("RW117", "wrong-quotes", ERROR, "quotation marks of another kind")
    message = "texts stand between straight quotation marks, here stands `{found}`"
    help = 'write `"` at both ends'

    found: str


class TooDeep(Diagnostic):
    """Blocks, brackets or conditions stand inside each other more often than anybody could follow.

    Give an inner part a name: a `rule` for a condition, a `procedure` for steps, `let` for a value.
    """

    code = Code("RW118", "too-deep", ERROR, "too many things inside each other")
    message = "more than {most} levels of one {what} inside another"
    help = "give an inner part a name of its own: a `rule`, a `procedure`, a `let`"

    what: str
    most: int


class OddSign(Diagnostic):
    """A sign stands here that the language does not use.

    Some signs look like one that it does use: the long dash for a minus, a blank that word processors put in
    to keep words together, a multiplication sign. Signs inside texts and remarks are free.
    """

    code = Code("RW119", "odd-sign", ERROR, "a sign that the language does not have")
    message = "the sign {name} is not used outside of texts"
    help = "write {instead}"

    name: str
    instead: str | None = None


class UnknownEscape(Diagnostic):
    """In a text a backslash may stand before a quotation mark or another backslash, nowhere else.

        text en "He says \\"pass\\"."

    A new line in a text is just a blank when it is printed.
    """

    code = Code("RW120", "unknown-escape", ERROR, "a backslash without meaning")
    message = "`\\{sign}` means nothing in a text"
    help = "write `\\\\` for a backslash"

    sign: str


class DanglingComma(Diagnostic):
    """A line ends with a comma, and the next line does not go on with it.

    After a comma a line goes on if the next one is indented further:

        angle: side in Side,
               beast in entourage[side]
    """

    code = Code("RW121", "dangling-comma", ERROR, "a comma at the end of a line")
    message = "after this comma something is missing"
    help = "go on in line {below} with more spaces at its beginning, or take the comma away"

    below: int


class DanglingWord(Diagnostic):
    """A condition goes on in a line that *begins* with `and`, `or`, `where` or `then`.

        if pot = 0
           and not bust
          end game

    A line that ends with such a word is not finished.
    """

    code = Code("RW155", "dangling-word", ERROR, "a line that ends with `and` or its like")
    message = "the line ends with `{word}`, and what it joins is missing"
    help = "put `{word}` at the beginning of the next line, before what it joins"

    word: str
