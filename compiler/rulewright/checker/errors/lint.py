"""What is allowed, and yet is hardly meant (RW5xx)."""

from rulewright.diagnostics import WARNING, Code, Diagnostic


class Unused(Diagnostic):
    """What is declared and used nowhere changes nothing. Either something is missing that should use it, or
    it can go.
    """

    code = Code("RW501", "unused", WARNING, "something that nothing uses")
    message = "nothing uses {what} `{name}`"
    what: str
    name: str


class NeverRead(Diagnostic):
    """State that changes and at which nothing ever looks makes no difference, but it makes a game seem larger
    than it is: two situations that differ in it alone count as two.
    """

    code = Code("RW502", "never-read", WARNING, "state at which nothing looks")
    message = "`{name}` is changed, and nothing ever looks at it"
    name: str


class NeverRun(Diagnostic):
    """A procedure that neither the game nor a claim or example runs is not part of the game."""

    code = Code("RW503", "never-run", WARNING, "a procedure that is never run")
    message = "nothing runs the procedure `{name}`"
    name: str


class UnlistedPassage(Diagnostic):
    """A passage that a rule cites should be listed in the table of one of the sources, so that the report can
    show what it says and which passages no rule covers.
    """

    code = Code("RW505", "unlisted-passage", WARNING, "a passage that no source lists")
    message = "no source lists the passage `{name}`"
    help = ("did you mean `{nearest}`?", "add a row to the table of its `source`")
    name: str
    nearest: str | None = None


class ReadingWithoutEffect(Diagnostic):
    """What a reading means stands in the rules that ask which option was chosen: `when chain = pile_grows`.
    """

    code = Code("RW506", "reading-without-effect", WARNING, "a reading that nothing asks for")
    message = "no rule and no step asks for `{name}`"
    help = "a case `when {name} = {option}` would say what it means"
    name: str
    option: str


class UnusedGap(Diagnostic):
    """A gap is something that the source does not say. Whatever needs the answer says `rests on`, so that the
    report can mark it as resting on an assumption.
    """

    code = Code("RW507", "unused-gap", WARNING, "a gap that nothing rests on")
    message = "`{name}` is declared as a gap, and no rule says that it rests on it"
    help = "add `rests on {name}` to the rule or step that needs the answer"
    name: str


class OptionsAlike(Diagnostic):
    """One option of a reading may go unnamed: it is what holds if no other is chosen. If two are compared
    nowhere, nothing tells them apart.
    """

    code = Code("RW508", "options-alike", WARNING, "options of a reading that mean the same")
    message = "{options} of the reading `{name}` are compared nowhere, so they are the same game"
    name: str
    options: str


class NothingToChoose(Diagnostic):
    """A reading lists the ways in which a sentence of the sources can be understood. Where there is only one, nothing
    is open; where the sources are silent and one answer is assumed, that is a gap.
    """

    code = Code("RW519", "nothing-to-choose", WARNING, "a reading with a single option")
    message = "the reading `{name}` has a single option, so nothing is open"
    help = "add the other ways to understand it, or write a `gap` that says what is assumed"
    name: str


class SpeaksOfNothing(Diagnostic):
    """A condition behind `has` takes everything to its right. A part that does not speak of the name is
    better put first:

        some c in hand[p] has c.cost = 1 and round > 2
        round > 2 and some c in hand[p] has c.cost = 1       says it clearly
    """

    code = Code("RW509", "speaks-of-nothing", WARNING, "a condition that does not speak of its name")
    message = "`{text}` does not speak of `{name}`"
    help = "put it in front of `{quantifier} {name} in ...`"
    text: str
    name: str
    quantifier: str


class WordAsColumn(Diagnostic):
    """A column may be called `roll` or `move`, but its values are then easily taken for a step."""

    code = Code("RW510", "word-as-column", WARNING, "a column with the name of a step")
    message = "`{name}` is also a word for a step"
    help = "another heading reads better, like `{better}`"
    name: str
    better: str


class HiddenGuard(Diagnostic):
    """A player who decides is shown which options there are. If a condition looks into cards that this player
    may not see, the options give them away.
    """

    code = Code("RW511", "hidden-guard", WARNING, "a condition that looks into hidden cards")
    message = "`{text}` is hidden from `{decider}`, and this condition gives it away"
    help = "`others see ...` at its declaration says what everybody may know of it"
    text: str
    decider: str


class MarkForgotten(Diagnostic):
    """A place for plain cards keeps no marks: what lay on a card is gone when it comes there."""

    code = Code("RW512", "mark-forgotten", WARNING, "a mark that is read after it is gone")
    message = "`{mark}` of `{name}` is forgotten when it is moved to `{target}`"
    help = "read it before, or keep it with `let`"
    mark: str
    name: str
    target: str


class AlwaysSo(Diagnostic):
    """The ranges of both sides say that a comparison is always true, or never."""

    code = Code("RW513", "always-so", WARNING, "a comparison with one possible answer")
    message = "`{text}` is {answer}: `{left}` is {range}"
    text: str
    answer: str
    left: str
    range: str


class UnusedName(Diagnostic):
    """A name that is introduced by `let` and used nowhere can go."""

    code = Code("RW514", "unused-name", WARNING, "a name that nothing uses")
    message = "nothing uses `{name}`"
    name: str


class WrongNoun(Diagnostic):
    """What is declared with `cards` is drawn as cards, what is declared with `pieces` as pieces."""

    code = Code("RW515", "wrong-noun", WARNING, "cards that are called pieces, or the other way round")
    message = "`{source}` holds {right}"
    help = "write `{right}`"
    source: str
    right: str


class NoLabel(Diagnostic):
    """A choice without a label has no address, so that no variant can change it and no example can name it.
    """

    code = Code("RW516", "no-label", WARNING, "a choice that cannot be named")
    message = "this choice has no label"
    help = "write `{decider} chooses some_label: ...`, with a verb as the label"
    decider: str


class MixedLogic(Diagnostic):
    """`and` binds more closely than `or`: `a or b and c` is `a or (b and c)`. Brackets say so to everybody.
    """

    code = Code("RW517", "mixed-logic", WARNING, "`and` and `or` without brackets")
    message = "`and` holds together more closely than `or` here"
    help = "write `({text})` with brackets, whichever is meant"
    text: str


class WordsForNothing(Diagnostic):
    """A row of `words` says how a name is printed. A name that stands nowhere else in the rulebook is printed nowhere.
    """

    code = Code("RW518", "words-for-nothing", WARNING, "printed words for a name that is not there")
    message = "`{name}` stands nowhere else in the rulebook"
    help = "did you mean `{nearest}`?"
    name: str
    nearest: str | None = None
