"""What can be wrong with a file before a word of it is read. RW101 to RW109."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class MissingFile(Diagnostic):
    """There is no file and no folder of this name.

    A rulebook is a folder with `.rules` files, or a single such file:
    `rulewright check rules/twilight` or `rulewright check twilight.rules`.
    """

    code = Code("RW101", "missing-file", ERROR, "a file that is not there")
    message = "`{path}` does not exist"
    help = ("did you mean `{nearest}`?", "name a `.rules` file, or a folder that holds some")

    path: str
    nearest: str | None = None


class NoRulesHere(Diagnostic):
    """The folder holds no `.rules` file, not even in the folders inside it.

    The rules of a game stand in files whose names end in `.rules`: `rulewright new` makes a first one.
    """

    code = Code("RW102", "no-rules-here", ERROR, "a folder without rules")
    message = "`{path}` holds no file whose name ends in `.rules`"
    help = "`rulewright new` makes a small rulebook to start from"

    path: str


class EmptyFile(Diagnostic):
    """The file holds nothing, or only remarks.

    A rulebook begins with a line such as `rulebook twilight`; other files of its folder hold at least one
    declaration.
    """

    code = Code("RW103", "empty-file", ERROR, "a file in which nothing stands")
    message = "`{path}` is empty"
    help = "a rulebook begins with a line such as `rulebook my_game`"

    path: str


class NotText(Diagnostic):
    """The file is no text in UTF-8: it holds a byte that no such text can hold.

    Pictures, archives and documents of a word processor are not rulebooks. A text that was saved in another
    encoding can be saved again as UTF-8; every editor offers that. Characters that steer a terminal, or that turn
    around how other words are shown, have no place in a rulebook.
    """

    code = Code("RW104", "not-text", ERROR, "a file that is no text")
    message = "`{path}` is not a text in UTF-8: byte {position} of it cannot be read"
    help = "save it as plain text in UTF-8"

    path: str
    position: int


class TooLargeFile(Diagnostic):
    """The file is larger than any rulebook, and was not read.

    The limit is there so that a wrong file name does no harm. A rulebook may be cut into as many files as
    you like.
    """

    code = Code("RW105", "too-large-file", ERROR, "a file that is too large")
    message = "`{path}` has {size} bytes; {most} are the most that is read"
    help = "is this the right file? A rulebook may be cut into several `.rules` files in one folder"

    path: str
    size: int
    most: int


class LinkOutside(Diagnostic):
    """A link in the rulebook's folder leads out of that folder, and was not followed.

    A rulebook is what stands in its folder. Copy the file into it if it belongs to the game.
    """

    code = Code("RW106", "link-outside", ERROR, "a link that leaves the rulebook's folder")
    message = "`{path}` is a link to a place outside the folder of the rulebook"
    help = "copy the file into the folder if it belongs to the game"

    path: str


class Unreadable(Diagnostic):
    """The system refused to read the file, or it is something else than a file.

    Mostly its permissions do not allow it.
    """

    code = Code("RW107", "unreadable", ERROR, "a file that cannot be read")
    message = "`{path}` cannot be read: {reason}"

    path: str
    reason: str


class NotRules(Diagnostic):
    """The name of the file does not end in `.rules`.

    Only such files are read, so that notes and pictures may lie beside them.
    """

    code = Code("RW108", "not-rules", ERROR, "a file of another kind")
    message = "the name of `{path}` does not end in `.rules`"
    help = "rename it if it is a rulebook"

    path: str


class TooManyFiles(Diagnostic):
    """The folder holds more `.rules` files than any rulebook, and was not read.

    The limit is there so that a wrong folder name does no harm.
    """

    code = Code("RW109", "too-many-files", ERROR, "a folder that holds too much")
    message = "`{path}` holds more than {most} files whose names end in `.rules`"
    help = "is this the right folder? Name the folder of one rulebook"

    path: str
    most: int
