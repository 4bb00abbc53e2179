"""Mistakes with places for cards, and with moving (RW3xx)."""


from rulewright.diagnostics import ERROR, Code, Diagnostic


class MissingIndex(Diagnostic):
    """State that is declared with brackets, `hand[Player]`, is a row of things, one for each player. Which
    one is meant stands in brackets: `hand[p]`.
    """

    code = Code("RW305", "missing-index", ERROR, "something is missing in brackets")
    message = "there is one `{name}` for each {index}"
    help = "say which: `{name}[...]`"
    name: str
    index: str


class HoldsThings(Diagnostic):
    """Bags, lists and piles hold cards. Their contents change by `move` and `draw` only, and they are looked
    at with `is empty`, `count(card in ...)`, `some card in ... has`.

        hand[p] = 0                wrong
        hand[p] is empty           right
    """

    code = Code("RW312", "holds-things", ERROR, "a place for cards used as a value")
    message = "`{text}` is {what}"
    help = "{hint}"
    text: str
    what: str
    hint: str | None = None


class NotAPlace(Diagnostic):
    """Cards are moved and drawn from one place to another. A place is state that is declared as a bag, list
    or pile.
    """

    code = Code("RW329", "holds-no-cards", ERROR, "something that holds no cards")
    message = "`{text}` is {actual}, and holds no cards"
    help = "{hint}"
    text: str
    actual: str
    hint: str | None = None


class WrongThings(Diagnostic):
    """Cards stay cards of their table: a place for one kind of things cannot take those of another."""

    code = Code("RW330", "wrong-things", ERROR, "things moved to a place for other things")
    message = "`{source}` holds `{held}`, `{target}` holds `{taken}`"
    source: str
    held: str
    target: str
    taken: str


class NotAThing(Diagnostic):
    """What is moved is named: by a name that was picked, by a picked bag, or by its kind."""

    code = Code("RW331", "not-a-thing", ERROR, "something that cannot be moved")
    message = "`{text}` is {actual}; {needed}"
    help = "{hint}"
    text: str
    actual: str
    needed: str
    hint: str | None = None


class MissingMark(Diagnostic):
    """A mark without a start value must be given whenever a card is put where it has that mark:

        move card from hand[p] to trick with by: p
    """

    code = Code("RW332", "missing-mark", ERROR, "a mark that is not given")
    message = "`{target}` holds `{record}`, and nothing says what `{mark}` is"
    help = "add `with {mark}: ...`"
    target: str
    record: str
    mark: str


class NoMarksThere(Diagnostic):
    """Only a place that was declared for a record `on` cards keeps marks."""

    code = Code("RW333", "no-marks-there", ERROR, "marks for cards that have none")
    message = "`{target}` holds plain `{held}`, which have no marks"
    help = "declare it as a place for a `record ... on {held}`"
    target: str
    held: str


class NoOrderThere(Diagnostic):
    """A bag has no order: it is always shuffled. `top of` and `bottom of` belong to lists and piles, and the
    contents of a bag come into a list card by card, by `draw`.
    """

    code = Code("RW334", "no-order-there", ERROR, "order asked of a bag")
    message = "`{text}` is a bag, and a bag has no order"
    help = "{hint}"
    text: str
    hint: str


class MarkTwice(Diagnostic):
    """Behind the dot of a card stand its columns and its marks, so a mark has a name that no column and no
    other mark has.
    """

    code = Code("RW339", "mark-twice", ERROR, "a mark with the name of a column")
    message = "`{table}` or `{record}` already has a `{name}`"
    help = "give the mark another name"
    name: str
    record: str
    table: str
