"""The Sphinx domain `rw`: what can be referred to in a rulebook, where it is described, and where it is mentioned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from rulewright.diagnostics import nearest
from rulewright_sphinx.directives import DIRECTIVES
from rulewright_sphinx.nodes import drawing, mentions

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

Key = tuple[str, str]  # what it is, and `book/name`

LOOKS_AMONG = {
    "rule": ("rule",),
    "procedure": ("rule", "flow"),
    "chapter": ("chapter",),
    "table": ("table",),
    "card": ("card", "term"),
    "term": ("term", "card", "area"),
    "area": ("area",),
    "claim": ("claim",),
    "reading": ("reading",),
    "gap": ("gap",),
    "example": ("example",),
    "variant": ("variant",),
    "passage": ("passage",),
    "number": ("number", "chapter"),
}
"""For each role the types of objects that it can mean, in this order."""


class RuleRole(XRefRole):
    """A role that knows which rulebook a page is about."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Keep the rulebook of the page."""
        refnode["rw:book"] = env.ref_context.get("rw:book", "")
        return title, " ".join(target.split())


class RulewrightDomain(Domain):
    """Rulebooks."""

    name = "rw"
    label = "Rulewright"
    object_types: ClassVar[dict[str, ObjType]] = {
        kind: ObjType(kind, *(role for role, kinds in LOOKS_AMONG.items() if kind in kinds))
        for kind in (
            "rule", "chapter", "table", "card", "term", "claim", "reading", "gap", "example", "variant", "passage",
            "area", "flow", "number",
        )
    }
    roles: ClassVar[dict[str, Any]] = {role: RuleRole(warn_dangling=True) for role in LOOKS_AMONG}
    directives: ClassVar[dict[str, Any]] = DIRECTIVES
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "mentions": {}, "shown": {}}
    data_version = 1

    @property
    def objects(self) -> dict[Key, tuple[str, str, str]]:
        """Where each object is described: the page, the anchor, and how it is called."""
        found: dict[Key, tuple[str, str, str]] = self.data["objects"]
        return found

    @property
    def mentions(self) -> dict[str, list[tuple[str, str, str]]]:
        """For each page what its roles name: the role, the rulebook of the page, the target."""
        found: dict[str, list[tuple[str, str, str]]] = self.data["mentions"]
        return found

    def note_object(self, kind: str, name: str, anchor: str, display: str, location: Any) -> None:
        """An object is described here; a second place is a mistake."""
        key = (kind, name)
        if key in self.objects:
            if kind not in ("number", "card"):
                logger.warning(
                    "duplicate description of rw:%s %s, other instance in %s; use :no-index: for one of them",
                    kind, name, self.env.doc2path(self.objects[key][0], False), location=location,
                )
            return
        self.objects[key] = (self.env.docname, anchor, display)

    def clear_doc(self, docname: str) -> None:
        """Forget what a page described and mentioned."""
        for key in [key for key, (page, _, _) in self.objects.items() if page == docname]:
            del self.objects[key]
        self.mentions.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        for key, found in otherdata["objects"].items():
            if found[0] in docnames:
                self.objects.setdefault(key, found)
        for docname, named in otherdata["mentions"].items():
            if docname in docnames:
                self.mentions[docname] = named

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Keep what the roles of a page name, for the lists of mentions."""
        from sphinx import addnodes

        named = [
            (node["reftype"], node.get("rw:book", ""), node["reftarget"])
            for node in document.findall(addnodes.pending_xref)
            if node.get("refdomain") == self.name and not node.get("rw:quiet")
        ]
        if named:
            self.mentions[docname] = named

    def find(self, role: str, book: str, target: str) -> Key | None:
        """The object that a role means: `book/name`, or a name in the page's rulebook, or in the only one there is.

        Of `Card.altar` the last part is enough if it is the only one.
        """
        for kind in LOOKS_AMONG[role]:
            names = [name for one, name in self.objects if one == kind]
            given = [name for name in names if name == target or (book and name == f"{book}/{target}")]
            here = [name for name in names if not book or name.startswith(f"{book}/")]
            short = [name for name in here if _is_short_for(target, name)]
            for found in (given, short):
                if len(found) == 1:
                    return kind, found[0]
        return None

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str, node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """A link to the object; its own name where no other is given."""
        key = self.find(typ, node.get("rw:book", ""), target)
        if key is None:
            return None
        page, anchor, display = self.objects[key]
        if not node.get("refexplicit"):
            contnode = nodes.inline("", display, classes=["rw-ref", f"rw-ref-{typ}"])
        return make_refnode(builder, fromdocname, page, anchor, contnode, display)

    def resolve_any_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, target: str, node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """What `:any:` may mean here."""
        found = []
        for role in LOOKS_AMONG:
            link = self.resolve_xref(env, fromdocname, builder, role, target, node, contnode)
            if link is not None and role not in ("number", "procedure"):
                found.append((f"rw:{role}", link))
        return found

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """For the inventory and for searching."""
        for (kind, name), (page, anchor, display) in self.objects.items():
            if kind != "number":
                yield name, display, kind, page, anchor, 1

    def mentioned_in(self) -> dict[Key, tuple[str, ...]]:
        """For each object the pages that name it."""
        found: dict[Key, dict[str, None]] = {}
        for docname in sorted(self.mentions):
            for role, book, target in self.mentions[docname]:
                key = self.find(role, book, target)
                if key is not None and self.objects[key][0] != docname:
                    found.setdefault(key, {})[docname] = None
        return {key: tuple(pages) for key, pages in found.items()}


def _is_short_for(target: str, name: str) -> bool:
    rest = name.partition("/")[2]
    return rest == target or rest.endswith(f".{target}")


def missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Say what was probably meant where a role leads nowhere; what we link by ourselves may lead nowhere."""
    if domain is None or domain.name != "rw":
        return None
    assert isinstance(domain, RulewrightDomain)
    role, target = node["reftype"], node["reftarget"]
    names = {name.partition("/")[2]: name for kind, name in domain.objects if kind in LOOKS_AMONG[role]}
    near = nearest(target, list(names))
    hint = f"; did you mean `{near}`?" if near else ""
    logger.warning("no %s `%s` is described on any page%s", role, target, hint, location=node, type="ref", subtype=role)
    return True


def pages_to_write_again(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """The pages of objects of which the list of mentions has changed."""
    domain = env.get_domain("rw")
    assert isinstance(domain, RulewrightDomain)
    now = domain.mentioned_in()
    before = domain.data["shown"]
    domain.data["shown"] = now
    changed = {key for key in {*now, *before} if now.get(key) != before.get(key)}
    yield from sorted({domain.objects[key][0] for key in changed if key in domain.objects})


def fill_in_mentions(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the pages that mention an object where it is described."""
    from rulewright_sphinx.book.wording import wording_of

    domain = app.env.get_domain("rw")
    assert isinstance(domain, RulewrightDomain)
    for picture in doctree.findall(drawing):
        names: list[str] = picture.get("rw:numbers", [])
        found = {name.partition("/")[2]: _place(app, docname, name) for name in names}
        picture["rw:links"] = {number: place for number, place in found.items() if place}
    for node in list(doctree.findall(mentions)):
        pages = domain.data["shown"].get((node["target"][0], node.get("rw:name", "")), ())
        parent = node.parent
        position = parent.index(node)
        parent.remove(node)
        if not pages:
            continue
        links: list[nodes.Node] = []
        for page in pages:
            if links:
                links.append(nodes.Text(", "))
            title = app.env.titles[page].astext() if page in app.env.titles else page
            links.append(make_refnode(app.builder, docname, page, "", nodes.inline("", title)))
        before, _, after = wording_of(node.get("rw:language", "en")).mentioned.partition("{}")
        parent.insert(position, nodes.paragraph(
            "", "", nodes.Text(before), *links, nodes.Text(after), classes=["rw-mentions"]
        ))


def _place(app: Sphinx, docname: str, name: str) -> str:
    """Where a rule stands, seen from a page; `name` is that of its number. Empty if it is described nowhere."""
    domain = app.env.get_domain("rw")
    assert isinstance(domain, RulewrightDomain)
    if ("number", name) not in domain.objects or app.builder.format != "html":
        return ""
    page, anchor, _ = domain.objects["number", name]
    return f"#{anchor}" if page == docname else f"{app.builder.get_relative_uri(docname, page)}#{anchor}"
