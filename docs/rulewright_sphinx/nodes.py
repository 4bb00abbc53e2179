"""Nodes of our own: a drawing, and the list of pages that mention something; and how each builder writes them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes

from rulewright_sphinx.chart import drawing_of, width_of


class drawing(nodes.General, nodes.Element):
    """A picture. `dot`: what Graphviz draws; `spoken`: the same in words. `rw:links`: where the numbers of rules in it
    lead, as far as that is known."""


class mentions(nodes.General, nodes.Element):
    """The pages on which an object is mentioned, filled in when all pages are read. `target`: (type, name)."""


def visit_drawing_html(self: Any, node: drawing) -> None:
    """The drawing itself, so that it takes its colours from the page; in a book a file, since readers want one."""
    svg = drawing_of(node["dot"])
    spoken = escape(node["spoken"], quote=True)
    if self.builder.format == "html" and self.builder.name != "epub":
        wide = " rw-wide" if width_of(svg) > 540 else ""
        links: dict[str, str] = node.get("rw:links", {})
        role = "group" if links else "img"
        picture = linked(svg, links).replace("<svg ", f'<svg role="{role}" aria-label="{spoken}" ', 1)
        self.body.append(f'<div class="rw-chart{wide}" tabindex="0">{picture}</div>\n')
    else:
        self.body.append(f'<img class="rw-chart" src="{_file(self, svg)}" alt="{spoken}" />\n')
    raise nodes.SkipNode


def linked(svg: str, links: Mapping[str, str]) -> str:
    """A drawing in which each number of a rule leads to the rule."""

    def link(match: re.Match[str]) -> str:
        target = links.get(match[2])
        return match[0] if target is None else f'<a href="{escape(target, quote=True)}">{match[0]}</a>'

    return re.sub(r"(<text [^>]*>)([^<]+)</text>", link, svg)


def _file(self: Any, svg: str) -> str:
    name = f"rulewright-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
    folder = Path(self.builder.outdir, self.builder.imagedir)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(svg.replace("currentColor", "#000"), encoding="utf-8")
    return f"{self.builder.imgpath}/{name}"


def visit_drawing_text(self: Any, node: drawing) -> None:
    """Builders without pictures say it in words."""
    text = node["spoken"]
    if hasattr(self, "new_state"):
        self.new_state()
        self.add_text(text)
        self.end_state()
    elif hasattr(self, "encode"):
        self.body.append(f"\n\n{self.encode(text)}\n\n")
    else:
        self.body.append(f"\n{text}\n")
    raise nodes.SkipNode


def skip(self: Any, node: nodes.Element) -> None:
    """Nothing is left of it."""
    raise nodes.SkipNode
