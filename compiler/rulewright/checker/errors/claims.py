"""Mistakes in claims (RW42x)."""

from rulewright.diagnostics import ERROR, Code, Diagnostic


class MisplacedQuantity(Diagnostic):
    """A chance, a mean, a greatest or least value is compared as a whole with a number or a fraction, where a
    procedure ends:

        at end of throw_dice: chance(total = 7) = 1/6
        at end of game: expected(runs(throw_dice)) in 3..4

    `always conserved(Card)` is a line of its own.
    """

    code = Code("RW426", "misplaced-quantity", ERROR, "a chance or a fraction where it cannot stand")
    message = "`{text}` cannot stand here"
    help = "{hint}"
    text: str
    hint: str
