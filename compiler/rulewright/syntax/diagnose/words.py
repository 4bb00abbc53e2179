"""Words that are misspelt, borrowed from elsewhere or used as names; names in more than one word."""

from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import SourceFile, Span
from rulewright.syntax.diagnose.trouble import Trouble
from rulewright.syntax.errors import (
    Article,
    BrokenName,
    DanglingWord,
    ForeignWord,
    ImportLine,
    MisspeltWord,
    RemarkSign,
    UnknownHeading,
    WordAsName,
)
from rulewright.syntax.foreign import instead_of
from rulewright.syntax.lines import Kind, Line
from rulewright.syntax.words import OTHER_NAMES, words

# What begins with a name of its own, and may be followed by brackets, a colon or nothing.
_NAMED = frozenset(
    [
        "rulebook",
        "source",
        "enum",
        "param",
        "cards",
        "pieces",
        "die",
        "table",
        "record",
        "rule",
        "default",
        "exception",
        "modifier",
        "let",
        "procedure",
        "step",
        "reading",
        "option",
        "gap",
        "claim",
        "scope",
        "example",
        "variant",
    ]
)
_BETWEEN_NAMES = frozenset(("becomes", "chooses", "ends", "from", "to", "in", "with", "as", "when", "where"))
_WHICH_CARD = ("top", "bottom", "first", "last", "next", "random", "another", "one")
_AFTER_FOR = ("each", "all", "every")
_FIELDS = frozenset(("state", "record"))


def import_line(t: Trouble) -> Diagnostic | None:
    if t.line.indent == 0 and t.first.lower() in ("import", "include", "require", "use", "load") and t.at <= 1:
        return ImportLine(span=t.span(0, len(t.pieces)))
    return None


def remark_sign(t: Trouble) -> Diagnostic | None:
    """`// ...`, `/* ... */`; two dashes are two signs of a number, unless nothing follows."""
    if t.here in ("//", "--"):
        return RemarkSign(found=t.here, span=t.span_here())
    if t.here == "*" and t.word(t.at - 1) == "/":
        return RemarkSign(found="/*", span=t.span(t.at - 1, t.at + 1))
    return None


def dangling_word(t: Trouble) -> Diagnostic | None:
    if t.at_end and t.word(t.at - 1) in ("and", "or"):
        return DanglingWord(word=t.word(t.at - 1), span=t.span(t.at - 1))
    return None


def article(t: Trouble) -> Diagnostic | None:
    """`p chooses a card in hand[p]`, `draw the card from deck`."""
    found = t.word(t.at - 1)
    if found in ("a", "an", "the") and t.is_word(t.at) and t.at > 1 and t.first != "roll":
        return Article(found=found, instead=f"{t.words(0, t.at - 1)} {t.words(t.at)}", span=t.span(t.at - 1))
    return None


def word_as_name(t: Trouble) -> Diagnostic | None:
    """A word of the language where a name is given: `let step = 3`."""
    if t.here in words().keywords and t.wants("NAME") and not t.wants("INT", "BECOMES"):
        suggestion = OTHER_NAMES.get(t.here, f"{t.here}_")
        return WordAsName(word=t.here, suggestion=suggestion, span=t.span_here())
    return None


def foreign(t: Trouble) -> Diagnostic | None:
    """A word of another language at the beginning of the line, or where the parser stopped."""
    if t.at <= 1:
        found = foreign_word(t.file, t.line)
        if found is not None:
            return found
    if t.here in ("else", "elif", "elseif", "foreach", "unless"):
        return ForeignWord(found=t.here, instead=f"write {instead_of(t.here)}", span=t.span_here())
    return None


def foreign_word(file: SourceFile, line: Line) -> Diagnostic | None:
    """Whether the line begins in the manner of another language."""
    texts = _texts(line)[:3]
    word, n_words = texts[0].lower(), 1
    if texts[:2] == ["else", "if"]:
        word, n_words = "elseif", 2
    elif texts[:2] in (["for", "all"], ["for", "every"]):
        word, n_words = "foreach", 2
    elif texts[:1] == ["for"] and len(texts) > 1 and texts[1] not in _AFTER_FOR and not nearest(texts[1], _AFTER_FOR):
        word = "foreach"
    elif texts[:2] in (["end", "if"], ["end", "for"], ["end", "while"], ["end", "procedure"]) or texts == ["end"]:
        word, n_words = "endif", len(texts[:2])
    instead = instead_of(word)
    if instead is None or (len(line.pieces) > 1 and texts[1] in ("becomes", "chooses", ":", "[", ".", "(")):
        return None
    span = Span(file, line.pieces[0].start, line.pieces[n_words - 1].end)
    return ForeignWord(found=span.text, instead=f"write {instead}", span=span)


def unknown_heading(t: Trouble) -> Diagnostic | None:
    if t.line.indent == 0 and t.at == 0:
        return UnknownHeading(found=t.first, nearest=t.nearest_expected(t.first), span=t.span(0))
    return None


def misspelt(t: Trouble) -> Diagnostic | None:
    """A phrase or a word that looks like one that could stand here."""
    if t.first == "game" and t.at == 1 and t.is_word(1) and t.word(2) in ("ends", "stuck"):
        # `game always ends`, `game not stuck`
        meant = "game ends" if t.word(2) == "ends" else "game never stuck"
        return MisspeltWord(found=t.words(0, 3), nearest=meant, span=t.span(0, 3))
    if t.first == "end" and t.word(1) != "game" and t.word(2) == "game":
        return MisspeltWord(found=t.words(0, 3), nearest="end game", span=t.span(0, 3))
    return misspelt_phrase(t) or _misspelt_word(t)


def misspelt_phrase(t: Trouble) -> Diagnostic | None:
    """`repeat untill`, `seen bye`: two to five words that contain the one at which the parser stopped."""
    for start in (t.at - 1, t.at, t.at - 2):
        for n_words in (4, 3, 2):
            end = start + n_words
            if not (0 <= start <= t.at < end <= len(t.pieces)):
                continue
            if not all(t.is_word(index) for index in range(start, end)):
                continue
            found = " ".join(t.word(index) for index in range(start, end))
            same_length = [phrase for phrase in words().phrases if phrase.count(" ") == n_words - 1]
            meant = nearest(found, same_length)
            if meant is not None and _each_is_near(found, meant):
                return MisspeltWord(found=found, nearest=meant, span=t.span(start, end))
    return None


def _each_is_near(found: str, meant: str) -> bool:
    """Two phrases word by word, so that `at least` is not taken for `at most`."""
    pairs = zip(found.split(), meant.split(), strict=True)
    if found.split()[0] == meant.split()[0] and found.endswith(meant.split()[-1]):
        return True
    return all(a == b or (len(a + b) > 4 and nearest(a, [b]) is not None) for a, b in pairs)


def _misspelt_word(t: Trouble) -> Diagnostic | None:
    if not t.is_word(t.at) or (t.first == "draw" and t.word(1) in _WHICH_CARD):
        return None
    meant = t.nearest_expected(t.here)
    if meant is None or " " in meant:
        return None
    return MisspeltWord(found=t.here, nearest=meant, span=t.span_here())


def broken_name(t: Trouble) -> Diagnostic | None:
    """`throw-die`, `step first throw`, `3cards`."""
    hyphened = _hyphened(t)
    if hyphened is not None:
        return hyphened
    if t.is_number(t.at) and t.touching(t.at) and t.is_word(t.at + 1) and t.wants("NAME"):
        found = t.words(t.at, t.at + 2)
        return BrokenName(found=found, joined=t.word(t.at + 1) + "_" + t.here, span=t.span(t.at, t.at + 2))
    start = _name_start(t)
    if start is None or not t.is_word(t.at) or t.here in _BETWEEN_NAMES:
        return None
    end = t.at
    while (t.is_word(end) or t.is_number(end)) and t.word(end) not in _BETWEEN_NAMES:
        end += 1
    joined = "_".join(t.word(index) for index in range(start, end))
    return BrokenName(found=t.words(start, end), joined=joined, span=t.span(start, end))


def _hyphened(t: Trouble) -> Diagnostic | None:
    dash = t.at
    if t.here != "-" or not (t.is_word(dash - 1) and t.touching(dash - 1) and t.touching(dash)):
        return None
    end = dash + 2
    while t.word(end) == "-" and t.touching(end - 1) and t.touching(end):
        end += 2
    found = t.words(dash - 1, end)
    return BrokenName(found=found, joined=found.replace("-", "_"), span=t.span(dash - 1, end))


def _name_start(t: Trouble) -> int | None:
    """The first word of a name that should end where the parser stopped."""
    offset = 1 if t.first in ("adds", "replaces") else 0
    if t.word(offset) in _NAMED and t.at == offset + 2 and t.is_word(t.at - 1):
        return t.at - 1
    if t.first == "draw" and t.at == 2 and t.is_word(1):
        return 1
    rest = t.pieces[t.at :]
    all_words = all(piece.kind in (Kind.WORD, Kind.NUMBER) for piece in rest)
    if t.at == 1 and t.is_word(0) and len(t.pieces) <= 3 and all_words and t.first not in words().keywords:
        return 0
    in_fields = bool(t.heads) and t.heads[0].first in _FIELDS
    if t.at == 1 and in_fields and any(piece.text == ":" for piece in rest):
        return 0
    return None


def _texts(line: Line) -> list[str]:
    return [piece.text for piece in line.pieces]
