"""Steps, headings and choices in a form that the language does not have."""

from rulewright.diagnostics import Diagnostic
from rulewright.syntax.diagnose.trouble import Trouble
from rulewright.syntax.errors import (
    AfterHeading,
    ConditionWord,
    ForeignWord,
    MisspeltWord,
    NoAnswerType,
    NotBecomes,
    OpenRow,
    RepeatedChoice,
    RollForm,
    TextWithoutQuotes,
    TwoLines,
    Unlabelled,
    ValueByCondition,
)
from rulewright.syntax.lines import Kind

_HEADINGS = {
    "if": "a condition",
    "while": "a condition",
    "repeat": "`repeat` and its condition",
    "otherwise": "`otherwise`",
    "for": "`for each` and what it visits",
    "procedure": "the name of a procedure and its parameters",
    "step": "the name of a step",
    "rule": "the kind of answer of a rule",
    "default": "a default and its name",
}


def not_becomes(t: Trouble) -> Diagnostic | None:
    """`pot = 0`, `pot += 1`, `set pot to 0`, `increase pot by 1`."""
    in_claim = bool(t.heads) and t.heads[-1].first == "claim"
    if not t.wants("BECOMES") or (in_claim and t.here in ("is", "==")):
        return None
    target, rest = t.words(0, t.at), t.words(t.at + 1)
    if t.here in ("=", ":=", "==", "<-", "to", "is", "gets"):
        here = "here stands `=`, which compares two values" if t.here == "=" else f"here stands `{t.here}`"
        return NotBecomes(here=here, instead=f"{target} becomes {rest or '...'}", span=t.span_here())
    if t.here in ("+=", "-=", "*=", "++", "--"):
        instead = f"{target} becomes {target} {t.here[0]} {rest or '1'}"
        return NotBecomes(here=f"here stands `{t.here}`", instead=instead, span=t.span_here())
    if t.here == "<" and t.word(t.at + 1) == "-":
        instead = f"{target} becomes {t.words(t.at + 2)}"
        return NotBecomes(here="here stands `<-`", instead=instead, span=t.span(t.at, t.at + 2))
    if t.at == 1 and t.is_word(1) and t.word(2) == "becomes":
        here = "two names stand before `becomes`; an entry has square brackets"
        return NotBecomes(here=here, instead=f"{t.first}[{t.here}] {t.words(2)}", span=t.span(0, 2))
    if t.at != 1:
        return None
    return _by_word(t)


def _by_word(t: Trouble) -> Diagnostic | None:
    """`set x to 3`, `increase x by 1`, `add 1 to x`, `subtract 1 from x`."""
    word = t.first.lower()
    middle = next((i for i in range(2, len(t.pieces)) if t.word(i) in ("to", "by", "from")), None)
    if middle is None:
        return None
    first, second = t.words(1, middle), t.words(middle + 1)
    match word, t.word(middle):
        case "set" | "change" | "put", "to":
            instead = f"{first} becomes {second}"
        case "increase" | "raise" | "increment", "by":
            instead = f"{first} becomes {first} + {second}"
        case "decrease" | "lower" | "reduce" | "decrement", "by":
            instead = f"{first} becomes {first} - {second}"
        case "add", "to":
            instead = f"{second} becomes {second} + {first}"
        case "subtract" | "take" | "remove", "from":
            instead = f"{second} becomes {second} - {first}"
        case _:
            return None
    return NotBecomes(here=f"`{t.first}` is no step", instead=instead, span=t.span(0))


def after_heading(t: Trouble) -> Diagnostic | None:
    """`if x then`, `if x:`, `procedure x:`, `pass:`."""
    offset = 1 if t.first in ("adds", "replaces") else 0
    what = _HEADINGS.get(t.word(offset))
    if what is not None and t.wants("_NL") and t.here in (":", "then", "do", "{", ","):
        return AfterHeading(what=what, found=t.here, span=t.span_here())
    if t.here == ")" and t.word(t.at - 1) == "(" and t.wants("NAME") and not t.wants("INT"):
        return AfterHeading(what="a name without parameters", found="()", span=t.span(t.at - 1, t.at + 1))
    if t.at_end and len(t.pieces) == 2 and t.word(1) == ":" and t.is_word(0) and t.wants("NAME"):
        return AfterHeading(what="an option that picks nothing", found=":", span=t.span(1))
    return None


def behind_on_the_line(t: Trouble) -> Diagnostic | None:
    """`otherwise end game`, `if bust end game`: the block begins on the line of its heading."""
    if t.first in ("if", "while", "repeat", "otherwise", "for", "step") and t.wants("_NL") and t.is_word(t.at):
        return AfterHeading(what=_HEADINGS[t.first], found=t.words(t.at), span=t.span(t.at, len(t.pieces)))
    return None


def so_many_times(t: Trouble) -> Diagnostic | None:
    """`repeat 3 times`."""
    if t.first == "repeat" and t.at == 1 and len(t.pieces) <= 3 and t.wants("_NL"):
        instead = f"write `for each i in 1..{t.here}`"
        return ForeignWord(found=t.words(0), instead=instead, span=t.span(0, len(t.pieces)))
    return None


def condition_word(t: Trouble) -> Diagnostic | None:
    """`when`, `where`, `if` and `only if` in each other's places."""
    if t.word(t.at - 2) == "no" and t.word(t.at - 1) in ("if", "where") and t.at == 2:
        # `no if bust`: the parser takes `no if` for the beginning of `no if in ... has`.
        return ConditionWord(found=t.word(t.at - 1), wanted="when", span=t.span(t.at - 1))
    if t.here not in ("when", "where", "if", "only", "unless"):
        return None
    for terminal, wanted in (("WHEN", "when"), ("WHERE", "where"), ("_WHEN_OR_WHERE", "when"), ("_ONLY_IF", "only if")):
        if t.wants(terminal) and t.here != wanted:
            found = "only if" if t.here == "only" else t.here
            return ConditionWord(found=found, wanted=wanted, span=t.span_here())
    return None


def text_without_quotes(t: Trouble) -> Diagnostic | None:
    """`title Pig`, `title en Pig`, `claim odds Fair`."""
    if not t.wants("STRING") or t.wants("INT") or not t.is_word(t.at):
        return None
    if t.wants("PASSAGE") and t.word(t.at + 1) == "-" and t.touching(t.at):
        found = t.words(t.at, t.at + 3)
        return MisspeltWord(found=found, nearest=found.upper(), span=t.span(t.at, t.at + 3))
    start = t.at
    has_language = t.wants("LANG") and len(t.here) == 2 and t.here.islower() and start + 1 < len(t.pieces)
    if has_language:
        start += 1
    instead = f'{t.words(0, start)} "{t.words(start)}"'
    return TextWithoutQuotes(instead=instead, span=t.span(start, len(t.pieces)))


def told_to(t: Trouble) -> Diagnostic | None:
    """`told Anna "x"`, `told only to Anna en "x"`, `told to "x"`: somebody whom a sentence is for."""
    if t.first != "told" or t.pieces[-1].kind is not Kind.TEXT or not (t.wants("STRING") or t.wants("INT")):
        return None
    words = [t.word(i) for i in range(1, len(t.pieces) - 1)]
    language = next((word for word in words[-1:] + words[:1] if len(word) == 2 and word.islower() and word != "to"), "")
    who = "".join(word for word in words if word not in ("to", "for", "only", language))
    instead = " ".join(["told to", who or "p", *([language] if language else []), t.pieces[-1].text])
    end = len(t.pieces) - 1
    return ForeignWord(found=t.words(0, end), instead=f"write `{instead}`", span=t.span(0, end))


def roll_form(t: Trouble) -> Diagnostic | None:
    """`roll d6`, `roll a die`, `roll 2 d6 as total`, `x becomes roll d6`."""
    roll = next((i for i, piece in enumerate(t.pieces) if piece.text == "roll"), None)
    if roll is None or t.at <= roll:
        return None
    following = t.pieces[roll + 1 :]
    in_becomes = t.word(roll - 1) in ("becomes", "=")
    if roll > 0 and not in_becomes:
        return None
    name = t.word(0) if in_becomes and roll == 2 else "face"
    named = [i for i in range(roll, len(t.pieces)) if t.word(i) == "as" and t.is_word(i + 1)]
    if named:
        name = t.word(named[0] + 1)
    dice = next((piece.text for piece in following if piece.kind is Kind.DIE), None)
    counted = following[0].text if following and following[0].kind is Kind.NUMBER else ""
    if dice is not None and counted and dice.startswith("d"):
        dice = counted + dice
    if dice is None and not counted:
        plain = [piece.text for piece in following if piece.text not in ("a", "an", "the", "one", "as", name)]
        dice = plain[0] if plain and plain[0] not in ("die", "dice") else None
    return RollForm(instead=f"roll {dice or counted + 'd6'} as {name}", span=t.span(roll, len(t.pieces)))


def no_answer_type(t: Trouble) -> Diagnostic | None:
    if "rule" in (t.first, t.word(1)) and t.wants("ARROW"):
        return NoAnswerType(span=t.span(0, len(t.pieces)))
    return None


def repeated_choice(t: Trouble) -> Diagnostic | None:
    """`p may repeatedly choose one of`, `p chooses one of until done`."""
    if t.here in ("may", "repeatedly") and "repeatedly" in (t.here, t.word(t.at + 1)):
        who = t.words(0, t.at)
    elif t.here == "until" and t.wants("UNTIL_DONE"):
        who = t.words(0, next(i for i, piece in enumerate(t.pieces) if piece.text == "chooses"))
    else:
        return None
    return RepeatedChoice(instead=f"{who} chooses one of, until done", span=t.span(t.at, len(t.pieces)))


def value_by_condition(t: Trouble) -> Diagnostic | None:
    """`x becomes if a then b otherwise c`."""
    before = [piece.text for piece in t.pieces[: t.at]]
    if t.here == "if" and "becomes" in before:
        return ValueByCondition(span=t.span(t.at, len(t.pieces)))
    if t.here in ("otherwise", "else") and "if" in before[1:]:
        start = before.index("if", 1)
        return ValueByCondition(span=t.span(start, len(t.pieces)))
    return None


def unlabelled(t: Trouble) -> Diagnostic | None:
    """`other in others after p` as an option."""
    if t.here == "in" and t.at == 1 and t.wants("_WHEN_OR_WHERE"):
        return Unlabelled(instead=f"pick: {t.words(0)}", span=t.span(0, len(t.pieces)))
    return None


def open_row(t: Trouble) -> Diagnostic | None:
    if t.first == "|" and t.at_end and t.wants("BAR"):
        return OpenRow(span=t.span_here())
    return None


def two_lines(t: Trouble) -> Diagnostic | None:
    if t.here == ";":
        return TwoLines(span=t.span_here())
    return None
