"""What `play` says besides the rulebook's own sentences, in English and German, and how a rulebook prints its names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.checker.printednames import printed_names
from rulewright.checker.symbols import CheckedBook, ProcedureSymbol, RuleSymbol, TableSymbol
from rulewright.checker.types import EnumType, KindType
from rulewright.syntax import ast

ENGLISH: Mapping[str, str] = {
    "keys": "number, u undo, w why not, r rules, s save as example, q quit",
    "turn": "{}, your turn.",
    "unseen": "{}, your turn, unseen by the others.",
    "first question": "This is the first question; nothing can be taken back.",
    "kept": "Put these lines into a .rules file of the rulebook, and every `verify` plays them again.",
    "please": "Please answer with a number from 1 to {}, or with u, w, r, s or q.",
    "hidden": "{} hidden",
    "yes": "yes",
    "no": "no",
    "broke down": "The play broke down: {}",
    "stuck": "Somebody must choose here, and nothing is allowed. The play is stuck.",
    "won": "The game is over. {} won.",
    "nobody won": "The game is over. Nobody won.",
    "and": " and ",
    "table": "The table at the end:",
    "all allowed": "Nothing that the rules speak of is forbidden here.",
    "not": "not {}: {}",
    "more": "and {} more",
    "not so": "`{}` is not so",
    "not there": "it is not there",
    "nothing passes": "nothing in {} passes `{}`",
    "nothing there": "nothing in {} may be picked",
    "others fail": "what lies in {} and does not pass `{}`",
    "number": "too few or too many",
    "not offered": "nobody is offered that here",
    "chance": "chance: ",
    "in private": "only {} is told: {}",
}
GERMAN: Mapping[str, str] = {
    "keys": "Zahl, u zurück, w warum nicht, r Regeln, s als Beispiel, q Ende",
    "turn": "{} ist am Zug.",
    "unseen": "{} ist am Zug, verdeckt vor den anderen.",
    "first question": "Das ist die erste Frage; es gibt nichts zurückzunehmen.",
    "kept": "In einer .rules-Datei des Regelwerks spielt jedes `verify` diese Zeilen nach.",
    "please": "Bitte mit einer Zahl von 1 bis {} antworten, oder mit u, w, r, s oder q.",
    "hidden": "{} verdeckt",
    "yes": "ja",
    "no": "nein",
    "broke down": "Das Spiel bricht ab: {}",
    "stuck": "Hier muss jemand wählen, und nichts ist erlaubt. Das Spiel steckt fest.",
    "won": "Das Spiel ist aus. Gewonnen: {}.",
    "nobody won": "Das Spiel ist aus. Niemand hat gewonnen.",
    "and": " und ",
    "table": "Der Tisch am Ende:",
    "all allowed": "Nichts, wovon die Regeln sprechen, ist hier verboten.",
    "not": "nicht {}: {}",
    "more": "und {} mehr",
    "not so": "`{}` gilt nicht",
    "not there": "ist nicht da",
    "nothing passes": "nichts in {} erfüllt `{}`",
    "nothing there": "aus {} geht nichts",
    "others fail": "was in {} liegt und `{}` nicht erfüllt",
    "number": "zu wenige oder zu viele",
    "not offered": "das wird hier nicht angeboten",
    "chance": "Zufall: ",
    "in private": "nur für {}: {}",
}


@dataclass(frozen=True)
class Wording:
    """One rulebook in one language. A language without words of its own here is spoken to in English."""

    book: CheckedBook
    language: str
    names: Mapping[str, str]

    def __call__(self, what: str, *values: object) -> str:
        return (GERMAN if self.language == "de" else ENGLISH)[what].format(*values)

    @property
    def title(self) -> str:
        titles = self.book.title
        return titles.get(self.language) or next(iter(titles.values()), self.book.name)

    def name(self, code: str) -> str:
        """`open_aside` as the rulebook prints it, else as words."""
        return self.names.get(code) or code.replace("_", " ")

    def cell(self, code: str) -> str:
        """`open_aside[Ann]`, whose index is in words already."""
        head, bracket, index = code.partition("[")
        return ".".join(self.name(part) for part in head.split(".")) + bracket + index

    def of_rule(self, rule: str | None, level: str | None) -> str:
        """What the rulebook says at a level of a rule, else at the rule; empty if it says nothing in words."""
        symbol = self.book.symbols.get(rule or "")
        if not isinstance(symbol, RuleSymbol):
            return ""
        levels = [each.notes for each in symbol.levels if each.name.text == level]
        return next(filter(None, map(self.text, (*levels, symbol.node.notes))), "")

    def of_effects(self, members: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """What tables of effects say of cards and other things, by the name of their row: `guard`, `Name a card`."""
        for table in self.book.symbols.values():
            if not isinstance(table, TableSymbol) or not table.effects or not table.keys:
                continue
            key = table.keys[0]
            for member in members:
                if not isinstance(key, KindType | EnumType) or member not in key.members:
                    continue
                code = key.members.index(member)
                said = table.results.get(code) or self._of_call(table.effects.get(code))
                if said:
                    yield member, said

    def text(self, notes: ast.Notes) -> str:
        texts = {each.language or "en": each.string for each in notes.texts}
        return texts.get(self.language) or next(iter(texts.values()), "")

    def _of_call(self, effect: ast.Expr | None) -> str:
        function = effect.function if isinstance(effect, ast.Call) else effect
        symbol = self.book.symbols.get(function.text) if isinstance(function, ast.Name) else None
        return self.text(symbol.node.block.notes) if isinstance(symbol, ProcedureSymbol) else ""


def wording_of(book: CheckedBook, language: str) -> Wording:
    return Wording(book, language, printed_names(book.items, language))
