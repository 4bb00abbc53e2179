"""What no other syntax error explains. RW190 to RW199."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class Unexpected(Diagnostic):
    """The line can be understood up to the marked word, and not from there on.

    What could stand there is listed. Often a word is missing just before it.
    """

    code = Code("RW190", "unexpected", ERROR, "a word where another belongs")
    message = "`{found}` cannot stand here"
    help = "here belongs {expected}"

    found: str
    expected: str | None = None


class Unfinished(Diagnostic):
    """The line ends too early: something is still missing."""

    code = Code("RW191", "unfinished", ERROR, "a line that is not finished")
    message = "the line ends here, and something is missing"
    help = "here belongs {expected}"

    expected: str | None = None


class EndsTooEarly(Diagnostic):
    """A part of the rulebook ends, and a line that it must have is missing.

    An `example` needs an `expect` with conditions at its end, a table at least one row below its heading.
    """

    code = Code("RW192", "ends-too-early", ERROR, "a part that ends too early")
    message = "the part that begins here ends in line {line}, and something is missing"
    help = "before its end belongs {expected}"

    line: int
    expected: str | None = None


class TooManyErrors(Diagnostic):
    """So many mistakes were found in one file that the rest of it was not looked at.

    Mostly one of the first causes many of the others.
    """

    code = Code("RW199", "too-many-errors", ERROR, "too many mistakes in one file")
    message = "the rest of `{path}` was not looked at: {n_shown} mistakes are enough for now"
    help = "mend the first ones, and try again"

    path: str
    n_shown: int
