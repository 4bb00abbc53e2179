"""The page about the grammar, made from the grammar.

    python -m rulewright_sphinx.grammar_page docs/reference
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.checker.calls import NEIGHBOURS
from rulewright.checker.claim_words import WORDS as CLAIM_WORDS
from rulewright.syntax.words import OTHER_NAMES, words
from rulewright_sphinx.word_table import Section, sections, word_table

FILE = "grammar.md"


def main(folder: str) -> None:
    """Write the page."""
    Path(folder, FILE).write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page."""
    return "\n".join([*_head(), *_words(), *_grammar(), ""])


def _head() -> Iterator[str]:
    yield "<!-- Made from grammar/rulewright.lark by rulewright_sphinx.grammar_page; do not edit. -->"
    yield "# Grammar"
    yield ""
    yield "The grammar of the rule language is one file, `grammar/rulewright.lark`, and this page is made from it."
    yield "It is LALR(1): one word ahead is enough to know what a line is, and no line can be read in two ways."
    yield "What the constructs mean is said in the [language reference](language/index.md)."


def _words() -> Iterator[str]:
    table = word_table()
    yield ""
    yield "## Words"
    yield ""
    yield "Each word stands where the grammar uses it first."
    yield "Words of the language are words by their place only: nearly all of them may be names elsewhere."
    yield ""
    yield "| part of the grammar | words | phrases |"
    yield "|---|---|---|"
    for section in sections():
        if section.keywords or section.phrases:
            yield f"| {section.title} | {_listed(section.keywords)} | {_listed(section.phrases)} |"
    yield ""
    yield f"A part of a rulebook begins at the left margin with one of {_listed(table.headings)}."
    yield f"A line inside a part may begin with one of {_listed(table.line_words)}, with a phrase, or with a name."
    yield f"Values of the language are {_listed(table.values)}."
    yield f"Signs are {_listed(words().signs)}."
    yield ""
    yield "### Names that are known everywhere"
    yield ""
    yield "These are no words: a rulebook may use such a name for something of its own, which is then meant."
    yield "The only one that it may not use so is `chance`."
    yield ""
    yield f"- asked with brackets, in any expression: {_listed(NEIGHBOURS)}"
    yield f"- asked with brackets, in claims only: {_listed(CLAIM_WORDS)}"
    yield ""
    yield "### Words that cannot be names"
    yield ""
    yield "A line or a condition that begins with one of these could not be understood if it were a name, too."
    yield "A message about such a name suggests another one."
    yield ""
    yield "| word | suggested |"
    yield "|---|---|"
    for word in sorted(OTHER_NAMES):
        yield f"| `{word}` | `{OTHER_NAMES[word]}` |"


def _grammar() -> Iterator[str]:
    yield ""
    yield "## The grammar"
    yield ""
    yield "Rules in lower case name what the words build; words in upper case are defined at the end."
    yield "`?` before a rule hides it where it has one part, `->` gives an alternative a name, `[..]` may be left out."
    for section in sections():
        yield ""
        yield f"### {section.title[0].upper()}{section.title[1:]}"
        yield ""
        yield from _lark(section)


def _lark(section: Section) -> Iterator[str]:
    yield "```text"
    yield section.text
    yield "```"


def _listed(found: Iterable[str]) -> str:
    return " ".join(f"`{word}`".replace("|", "\\|") for word in found)


if __name__ == "__main__":
    main(*sys.argv[1:])
