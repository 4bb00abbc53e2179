"""The directives of the domain `rw`. Each shows a part of a rulebook that `conf.py` names.

The rulebook is the one of the option `:book:`, else the one that `rw:book` named on the page, else the only one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from rulewright_sphinx.book.model import Chapter, FlowChart, NumberedRule, Table
from rulewright_sphinx.describing import NotThere, RulebookDirective, one_of
from rulewright_sphinx.library import Shelved
from rulewright_sphinx.typeset import around, chapters
from rulewright_sphinx.typeset.setting import Setting, titled

logger = logging.getLogger(__name__)


class Book(SphinxDirective):
    """`rw:book:: NAME`: the rulebook of what follows on the page. Shows nothing."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Remember the name."""
        self.env.ref_context["rw:book"] = self.arguments[0]
        return []


class Whole(RulebookDirective):
    """`rw:rulebook::`: all of it, a section for each part."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The argument names the rulebook, too."""
        if self.arguments:
            self.options.setdefault("book", self.arguments[0])
            self.env.ref_context["rw:book"] = self.options["book"]
        return super().run()

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """A section with sections in it."""
        whole = titled(book.document.title, "rulebook", *around.cover(setting), classes=["rw-rulebook"])
        parts = part_sections(setting)
        for name in PARTS:
            if name == "chapters":
                whole += [chapters.chapter_section(setting, chapter) for chapter in book.document.chapters]
            elif name in parts:
                whole += parts[name]
        return [whole]


class Beginning(RulebookDirective):
    """`rw:beginning::`: the title of the rulebook as a section, with the game in short."""

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The section."""
        return [titled(book.document.title, "rulebook", *around.cover(setting), classes=["rw-rulebook"])]


class Section(RulebookDirective):
    """`rw:section:: 3`: a chapter, by its number or its title, or one of the parts around the rules by its name."""

    required_arguments = 1
    final_argument_whitespace = True

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The section."""
        name = self.arguments[0]
        for chapter in book.document.chapters:
            if name in (chapter.number, chapter.title):
                return [chapters.chapter_section(setting, chapter)]
        parts = part_sections(setting, only=name)
        if name in parts:
            return [parts[name]]
        raise NotThere("section", name, [*(one.title for one in book.document.chapters), *PARTS])


PARTS = (
    "components", "chapters", "questions", "plays", "variants", "open", "claims", "glossary", "aid", "sources",
)


def part_sections(setting: Setting, only: str = "") -> dict[str, nodes.section]:
    """The parts around the rules that have something in them, by name; objects of the others are not registered."""
    words = setting.words
    made: dict[str, tuple[str, Callable[[], list[nodes.Node]]]] = {
        "components": (words.components, lambda: around.components(setting)),
        "questions": (words.questions, lambda: around.questions(setting)),
        "plays": (words.plays, lambda: [around.play(setting, one) for one in setting.document.plays]),
        "variants": (words.variants, lambda: [around.variant(setting, one) for one in setting.document.variants]),
        "open": (words.open_questions, lambda: [*around.readings(setting), *around.gaps(setting)]),
        "claims": (words.claims, lambda: around.claims(setting)),
        "glossary": (words.glossary, lambda: around.glossary(setting)),
        "aid": (words.aid, lambda: around.aid(setting)),
        "sources": (words.sources, lambda: around.coverage(setting)),
    }
    introductions = {"plays": words.plays_intro, "open": words.open_intro, "claims": words.claims_intro}
    found = {}
    for name, (title, make) in made.items():
        if only and name != only:
            continue
        content = make()
        if content:
            section = titled(title, f"part-{name}", classes=[f"rw-part-{name}"])
            if name in introductions:
                section += nodes.paragraph("", introductions[name], classes=["rw-intro"])
            section += content
            found[name] = section
    return found


def _blocks(book: Shelved, kind: type) -> dict[str, Any]:
    return {
        block.name: block
        for chapter in book.document.chapters
        for block in chapter.blocks
        if isinstance(block, kind) and not isinstance(block, Chapter)
    }


class Rule(RulebookDirective):
    """`rw:rule:: takes_over`: one numbered rule; a procedure or a step by its address."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The rule."""
        return [chapters.rule_node(setting, one_of("rule", self.arguments[0], _blocks(book, NumberedRule)))]


class DataTable(RulebookDirective):
    """`rw:table:: Card`: cards, pieces, a die, a roll table or a lookup."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The table."""
        return [chapters.table_node(setting, one_of("table", self.arguments[0], _blocks(book, Table)))]


class Procedure(RulebookDirective):
    """`rw:procedure:: deal`: a procedure as a flow chart."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The chart."""
        return [chapters.chart_node(setting, one_of("flow chart of", self.arguments[0], _blocks(book, FlowChart)))]


class Claim(RulebookDirective):
    """`rw:claim:: never_stuck`: a claim as it is written, and what was found."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The claim."""
        name = self.arguments[0]
        one_of("claim", name, {one.name: one for one in book.document.claims})
        return around.claims(setting, [name], with_code=True)


class Example(RulebookDirective):
    """`rw:example:: last_trick`: an example, played."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The play."""
        plays = {one.name: one for one in book.document.plays}
        return [around.play(setting, one_of("example", self.arguments[0], plays))]


class Difference(RulebookDirective):
    """`rw:difference:: VARIANT`: what a variant changes, side by side."""

    required_arguments = 1

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """Two columns."""
        variants = {one.name: one for one in book.document.variants}
        return around.difference(setting, one_of("variant", self.arguments[0], variants))


class Selected(RulebookDirective):
    """Readings, gaps or variants: all, or those that are named."""

    optional_arguments = 99
    what: ClassVar[str]

    def chosen(self, setting: Setting) -> list[nodes.Node]:
        """Those that the arguments name."""
        raise NotImplementedError

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """Those asked for."""
        known = [one.name for one in getattr(book.document, f"{self.what}s")]
        for name in self.arguments:
            if name not in known:
                raise NotThere(self.what, name, known)
        return self.chosen(setting)


class Readings(Selected):
    """`rw:readings::`."""

    what = "reading"

    def chosen(self, setting: Setting) -> list[nodes.Node]:
        """Questions with several answers."""
        return around.readings(setting, self.arguments)


class Gaps(Selected):
    """`rw:gaps::`."""

    what = "gap"

    def chosen(self, setting: Setting) -> list[nodes.Node]:
        """What the sources do not say."""
        return around.gaps(setting, self.arguments)


class Variants(Selected):
    """`rw:variants::`."""

    what = "variant"

    def chosen(self, setting: Setting) -> list[nodes.Node]:
        """What each changes."""
        named = self.arguments
        return [around.variant(setting, one) for one in setting.document.variants if not named or one.name in named]


def _part(function: Callable[[Setting], list[nodes.Node]], about: str) -> type[RulebookDirective]:
    """A directive without an argument."""

    class Part(RulebookDirective):
        __doc__ = about

        def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
            return function(setting)

    return Part


class Graph(RulebookDirective):
    """`rw:graph::`: every play of a small game, drawn. `:scope:` names a smaller game of the rulebook."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        **RulebookDirective.option_spec,
        "scope": directives.unchanged_required,
    }

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The drawing, or a warning if it would be too large."""
        from rulewright_sphinx.graph import NotDrawn, graph_of

        try:
            return [graph_of(self.env, book, self.options.get("scope"), setting)]
        except NotDrawn as wrong:
            logger.warning("%s", wrong, location=self.get_location())
            return []


DIRECTIVES: dict[str, type[SphinxDirective]] = {
    "book": Book,
    "rulebook": Whole,
    "beginning": Beginning,
    "section": Section,
    "rule": Rule,
    "table": DataTable,
    "procedure": Procedure,
    "claim": Claim,
    "example": Example,
    "graph": Graph,
    "difference": Difference,
    "readings": Readings,
    "gaps": Gaps,
    "variants": Variants,
    "overview": _part(around.cover, "`rw:overview::`: the game in short."),
    "components": _part(around.components, "`rw:components::`: what belongs to the game."),
    "questions": _part(around.questions, "`rw:questions::`: frequently asked."),
    "claims": _part(around.claims, "`rw:claims::`: all claims and what was found."),
    "glossary": _part(around.glossary, "`rw:glossary::`: the words of the game."),
    "aid": _part(around.aid, "`rw:aid::`: the player aid."),
    "coverage": _part(around.coverage, "`rw:coverage::`: the passages of the sources."),
}
