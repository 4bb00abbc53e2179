"""What the directives have in common: to find the rulebook, and to say where its objects are described."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from rulewright.diagnostics import nearest
from rulewright_sphinx.library import NoSuchRulebook, Shelved, shelved
from rulewright_sphinx.nodes import mentions
from rulewright_sphinx.typeset.setting import Setting, setting_of

logger = logging.getLogger(__name__)


class RulebookDirective(SphinxDirective):
    """What all have in common: to find the rulebook, and to say where its objects are described."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "book": directives.unchanged_required,
        "no-index": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes, or nothing and a warning."""
        key = self.options.get("book") or self.env.ref_context.get("rw:book", "")
        try:
            book = shelved(self.env, key)
            found = self.shown(book, self.setting(book))
        except NoSuchRulebook as wrong:
            logger.warning("%s", wrong, location=self.get_location())
            return []
        except NotThere as wrong:
            near = nearest(wrong.name, wrong.names)
            hint = f"; did you mean `{near}`?" if near else ""
            text = f"the rulebook `{book.key}` has no {wrong.what} `{wrong.name}`{hint}"
            logger.warning("%s", text, location=self.get_location())
            return []
        for node in (inner for one in found for inner in one.findall(mentions)):
            node["rw:name"] = f"{book.key}/{node['target'][1]}"
            node["rw:language"] = book.document.language
        return found

    def setting(self, book: Shelved) -> Setting:
        """Where it is set; with `no-index` nothing can be referred to here."""
        domain = self.env.get_domain("rw")
        location = self.get_location()

        def register(kind: str, name: str, anchor: str, display: str) -> None:
            domain.note_object(kind, f"{book.key}/{name}", anchor, display, location)  # type: ignore[attr-defined]

        has_index = "no-index" not in self.options
        return setting_of(book.document, book.key, book.report_url, register if has_index else None)

    def shown(self, book: Shelved, setting: Setting) -> list[nodes.Node]:
        """The nodes of this directive."""
        raise NotImplementedError


class NotThere(LookupError):
    """A name that the rulebook does not have."""

    def __init__(self, what: str, name: str, names: list[str]) -> None:
        super().__init__(name)
        self.what, self.name, self.names = what, name, names


def one_of(what: str, name: str, things: dict[str, Any]) -> Any:
    """The thing of a name; `NotThere` if there is none."""
    if name not in things:
        raise NotThere(what, name, list(things))
    return things[name]
