"""Tables between bars. RW151 to RW154."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class NoHeading(Diagnostic):
    """The first row of a table names its columns, each with one name.

        | name  | souls | copies |
        | altar |     0 |      1 |

    A column may say what its cells hold: `souls: 0..7`.
    """

    code = Code("RW151", "no-heading", ERROR, "a table without names of its columns")
    message = "the first row of a table holds a name for each column, and here stands something else"
    help = "put a row of names above this one, or a name into this cell"


class RaggedRow(Diagnostic):
    """Every row of a table has as many cells as the first one.

    An empty cell keeps its bars: `| altar | | 1 |`.
    """

    code = Code("RW152", "ragged-row", ERROR, "a row with missing or extra cells")
    message = "this row has {cells} cells, the table has {columns} columns"
    help = "an empty cell keeps its two bars"

    cells: int
    columns: int


class TypeOutsideHeading(Diagnostic):
    """Only the first row of a table may say what a column holds: `| name | height: 0..7 |`."""

    code = Code("RW153", "type-outside-heading", ERROR, "a type in the middle of a table")
    message = "only the first row of a table says what its columns hold"


class OpenRow(Diagnostic):
    """A row of a table begins and ends with a bar, and has one between each two cells."""

    code = Code("RW154", "open-row", ERROR, "a row without a bar at its end")
    message = "this row does not end with a bar"
    help = "put a `|` at its end"
