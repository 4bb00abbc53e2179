"""Small pieces of a page: sentences, numbers, passages, badges; and what all of them need to know.

Everything is text in nodes, so the writers escape it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from docutils import nodes

from rulewright_sphinx.book.model import Badge, Document, Sentence
from rulewright_sphinx.book.wording import Wording, wording_of
from sphinx import addnodes


class Register(Protocol):
    """Who is told of an object that gets a place on the page: its type, its name, its anchor, and how it is called."""

    def __call__(self, kind: str, name: str, anchor: str, display: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """Where something is set. `prefix` makes anchors differ where a page shows several rulebooks; `register` None: it
    gets no anchor and cannot be referred to."""

    document: Document
    book: str
    report_url: str = ""
    register: Register | None = None
    words: Wording = field(default_factory=lambda: wording_of("en"))

    def anchored(self, node: nodes.Element, kind: str, name: str, anchor: str, display: str) -> nodes.Element:
        """The node, as the place of an object."""
        if self.register is not None:
            node["ids"].append(anchor)
            self.register(kind, name, anchor, display)
        return node


def setting_of(document: Document, book: str, report_url: str, register: Register | None) -> Setting:
    """A setting in the document's own language."""
    return Setting(document, book, report_url, register, wording_of(document.language))


def box(name: str, *children: nodes.Node) -> nodes.container:
    """A container of a class."""
    return nodes.container("", *children, classes=[f"rw-{name}"])


def span(name: str, *children: nodes.Node) -> nodes.inline:
    """A piece of a line, of a class."""
    return nodes.inline("", "", *children, classes=[f"rw-{name}"])


def line(*children: nodes.Node, name: str = "") -> nodes.paragraph:
    """A paragraph."""
    return nodes.paragraph("", "", *children, classes=[f"rw-{name}"] if name else [])


def sentence(setting: Setting, pieces: Sentence) -> list[nodes.Node]:
    """The words of a sentence; a term leads to the glossary if the project has one."""
    found: list[nodes.Node] = []
    for piece in pieces:
        if piece.term:
            found.append(link(setting, "term", piece.term, span("term", nodes.Text(piece.text))))
        else:
            found.append(nodes.Text(piece.text))
    return found


def code_block(text: str) -> nodes.literal_block:
    """Something as the rulebook has it."""
    return nodes.literal_block(text, text, language="rules", classes=["rw-code"])


def link(setting: Setting, kind: str, name: str, content: nodes.Element) -> addnodes.pending_xref:
    """A link to an object of the same rulebook; without that object on any page it is no link, and no complaint."""
    return addnodes.pending_xref(
        "", content, refdomain="rw", reftype=kind, reftarget=name, refexplicit=True, refwarn=False,
        **{"rw:book": setting.book, "rw:quiet": True},
    )


def number(setting: Setting, text: str) -> addnodes.pending_xref:
    """The number of a rule, which leads to it."""
    return link(setting, "number", text, span("number", nodes.Text(text)))


def numbers(setting: Setting, texts: Iterable[str]) -> list[nodes.Node]:
    """Numbers with commas between them."""
    found: list[nodes.Node] = []
    for text in texts:
        if found:
            found.append(nodes.Text(", "))
        found.append(number(setting, text))
    return found


def cites(setting: Setting, passages: Sequence[str]) -> list[nodes.Node]:
    """The passages from which something comes, behind it."""
    if not passages:
        return []
    found: list[nodes.Node] = [nodes.Text(" ")]
    inner: list[nodes.Node] = []
    for passage in passages:
        if inner:
            inner.append(nodes.Text(", "))
        inner.append(link(setting, "passage", passage, nodes.inline("", passage)))
    return [*found, span("cite", *inner)]


def badge(setting: Setting, one: Badge, *, titled: bool = True, to_claim: bool = True) -> nodes.container:
    """What was found out: a sign and a word, a bar and how far it reaches, and the sentence; it leads to the report,
    and where there is none to the chapter that lists what was checked."""
    outcome = nodes.inline("", one.word, classes=["rw-outcome", f"rw-{one.sign}"])
    reach = nodes.inline("", one.words, classes=["rw-reach", f"rw-reach-{one.reach or 'none'}"])
    content: list[nodes.Node] = [outcome, nodes.Text(" "), reach]
    if setting.report_url:
        target = f"{setting.report_url}#{one.link}"
        content = [nodes.reference("", "", *content, refuri=target, internal=False, classes=["rw-report"])]
    elif to_claim:
        content = [link(setting, "claim", one.claim, nodes.inline("", "", *content))]
    paragraphs = [line(*content, name="verdict")]
    if titled:
        title = link(setting, "claim", one.claim, nodes.inline("", one.title))
        paragraphs.append(line(title, name="claimed"))
    return box("badge", *paragraphs)


def table(
    columns: Sequence[str], rows: Sequence[Sequence[Sequence[nodes.Node]]], *, name: str = "plain",
    numeric: Sequence[bool] = (), widths: Sequence[int] = (),
) -> nodes.table:
    """A table. Cells are paragraphs; numbers stand to the right."""
    found = nodes.table(classes=[f"rw-{name}", "rw-table"])
    group = nodes.tgroup(cols=len(columns))
    found += group
    for number_ in range(len(columns)):
        group += nodes.colspec(colwidth=widths[number_] if widths else 1)
    if any(columns):
        head = nodes.thead()
        group += head
        head += _row([[nodes.Text(column)] for column in columns], numeric)
    body = nodes.tbody()
    group += body
    for cells in rows:
        body += _row(cells, numeric)
    return found


def _row(cells: Sequence[Sequence[nodes.Node]], numeric: Sequence[bool]) -> nodes.row:
    row = nodes.row()
    for number_, cell in enumerate(cells):
        is_number = number_ < len(numeric) and numeric[number_]
        blocks = [node for node in cell if isinstance(node, nodes.Body) and not isinstance(node, nodes.Inline)]
        content = list(cell) if blocks else [nodes.paragraph("", "", *cell)]
        row += nodes.entry("", *content, classes=["rw-num"] if is_number else [])
    return row


def titled(title: str, anchor: str, *children: nodes.Node, classes: Sequence[str] = ()) -> nodes.section:
    """A section with its heading."""
    return nodes.section("", nodes.title("", title), *children, ids=[anchor], classes=list(classes))
