"""What every part of the document needs: the rulebook, the language, printed names, sentences with their terms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.checker.symbols import CheckedBook, DieSymbol, EnumSymbol, KindsSymbol
from rulewright.syntax import ast
from rulewright_sphinx.book.model import Piece, Sentence
from rulewright_sphinx.book.phrases import phrases_of
from rulewright_sphinx.book.wording import Wording, wording_of

ENDINGS = {"de": "(?:s|es|n|en|e|er|em)?", "en": "(?:s|es|'s|’s)?"}
"""What may hang on a word where it stands in a sentence."""

SHORTEST_TERM = 3


def words_of(name: str) -> str:
    """A name as words: `takes_over` is "takes over"."""
    return name.replace("_", " ").replace(".", ": ")


def anchor_of(*parts: str) -> str:
    """An id of ASCII letters, digits and hyphens; the same for the same parts, and readable where letters allow it."""
    text = "-".join(parts)
    for letter, ascii_letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        text = text.replace(letter, ascii_letters).replace(letter.upper(), ascii_letters.capitalize())
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower() or "part"


@dataclass(frozen=True, eq=False)
class Reader:
    """`printed[(owner, member)]`: the printed name of a value. `terms`: words by their glossary's entry. `words`: how
    the rulebook says that names are printed. `phrases`: the small words between names. `apart`: how names are told that
    stand side by side in the sentence that is being read, None outside of one."""

    book: CheckedBook
    language: str
    wording: Wording
    printed: Mapping[tuple[str, str], str]
    terms: Mapping[str, str]
    pattern: re.Pattern[str] | None
    words: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, str] | None = None

    def choose(self, texts: Mapping[str, str]) -> str:
        """The text in this language, else in English, else the first there is."""
        for language in (self.language, "en", ""):
            if texts.get(language):
                return texts[language]
        return next(iter(texts.values()), "")

    def text(self, texts: tuple[ast.Text, ...]) -> str:
        """What some notes say."""
        return self.choose({one.language or "en": one.string for one in texts})

    def sentence(self, texts: tuple[ast.Text, ...]) -> Sentence:
        """What some notes say, with the terms of the game in it."""
        return self.marked(self.text(texts))

    def marked(self, text: str) -> Sentence:
        """A text in which each term is marked where it stands first."""
        if self.pattern is None or not text:
            return (Piece(text),) if text else ()
        pieces: list[Piece] = []
        seen: set[str] = set()
        at = 0
        for match in self.pattern.finditer(text):
            term = self.terms[match[1].casefold()]
            if term in seen:
                continue
            seen.add(term)
            if match.start() > at:
                pieces.append(Piece(text[at : match.start()]))
            pieces.append(Piece(match[0], term=term))
            at = match.end()
        if at < len(text):
            pieces.append(Piece(text[at:]))
        return tuple(pieces)

    def named(self, name: str) -> str:
        """A name of any kind as it is printed; of an address its last name."""
        last = name.rpartition(".")[2]
        return self.words.get(last) or words_of(last)

    def value(self, owner: str, member: str) -> str:
        """A value as it is printed: `sun` of `Cult`."""
        return self.printed.get((owner, member)) or words_of(member)


def reader_of(book: CheckedBook, language: str) -> Reader:
    """A reader of a rulebook in a language."""
    named = _words(book, language)
    printed = _printed(book, language, named)
    # Where a card and a class of cards have one name, the card is what is meant.
    by_weight = sorted(printed.items(), key=lambda item: isinstance(book.symbols.get(item[0][0]), KindsSymbol))
    terms: dict[str, str] = {}
    for (owner, member), word in reversed(by_weight):
        is_word = len(word) >= SHORTEST_TERM and any(letter.isalpha() for letter in word)
        if is_word and owner in book.symbols and owner != "Player":  # seats are called by common words: first
            terms.setdefault(word.casefold(), f"{owner}.{member}")
    words = sorted(terms, key=lambda word: (-len(word), word))
    ending = ENDINGS.get(language, "")
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, words))}){ending}\b", re.IGNORECASE) if words else None
    return Reader(book, language, wording_of(language), printed, terms, pattern, named, phrases_of(language))


def _words(book: CheckedBook, language: str) -> dict[str, str]:
    """How names are printed; a name with words in other languages alone is printed as it is."""
    found: dict[str, str] = {}
    for item in book.items:
        if not isinstance(item, ast.Words):
            continue
        for row in item.table.rows:
            name = row.cells[0].items[0]
            texts = {
                column.name.text: cell.items[0].string
                for column, cell in zip(item.table.columns[1:], row.cells[1:], strict=True)
                if cell.items and isinstance(cell.items[0], ast.Quoted)
            }
            found[name.span.text] = texts.get(language) or words_of(name.span.text)
    return found


def _texts_of_die(book: CheckedBook, die: DieSymbol) -> dict[str, tuple[str | None, ...]]:
    """The printed names of faces, by language; the faces of a row with several stay without one."""
    grid = next(item.table for item in book.items if isinstance(item, ast.Die) and item.name.text == die.name)
    found: dict[str, tuple[str | None, ...]] = {}
    for number, column in enumerate(grid.columns):
        names: dict[str, str] = {}
        for row in grid.rows:
            if number < len(row.cells) and len(row.cells[0].items) == 1 and row.cells[number].items:
                text = row.cells[number].items[0]
                if isinstance(text, ast.Quoted):
                    names[row.cells[0].items[0].span.text] = text.string
        if names and number:
            found[column.name.text] = tuple(names.get(member) for member in die.type.members)
    return found


def _printed(book: CheckedBook, language: str, named: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The printed names of all values that have one, or that are words by themselves."""
    found: dict[tuple[str, str], str] = {}
    for symbol in book.symbols.values():
        match symbol:
            case EnumSymbol(type=kind, texts=texts):
                members = kind.members
            case KindsSymbol(rows=members, texts=texts):
                pass
            case DieSymbol(type=faces):
                members, texts = faces.members, _texts_of_die(book, symbol)
            case _:
                continue
        columns = [texts[one] for one in (language, "en", "de") if one in texts] or list(texts.values())
        for number, member in enumerate(members):
            names = (column[number] for column in columns if number < len(column))
            name = next((name for name in names if name), named.get(member) or words_of(member))
            found.setdefault((symbol.name, member), name)
    return found
