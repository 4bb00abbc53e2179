"""Flow charts as DOT text and as SVG that takes its colours from the page around it.

Graphviz draws; what it writes is cut down to shapes and text, so that several drawings fit on one page and nothing in
them looks for anything outside.
"""

from __future__ import annotations

import re

from rulewright_sphinx.book.model import FlowChart, Node
from rulewright_verify.drawing.svg import svg_of

SHAPES = {
    "step": 'shape=box, style="rounded"',
    "call": "shape=box, peripheries=2",
    "choice": "shape=hexagon",
    "branch": "shape=diamond",
    "loop": "shape=box, style=dashed",
    "end": "shape=ellipse",
}
"""Shapes tell boxes apart, not colours."""

MARGINS = {"branch": "0.02,0.02", "choice": "0.05,0.05"}
FONT = "Times-Roman"
"""The font whose widths Graphviz knows without looking for any."""


def dot_of(chart: FlowChart) -> str:
    """The text that Graphviz draws; the same for the same chart."""
    lines = [
        f"digraph {_quoted((chart.name,))} {{",
        "  graph [nodesep=0.3, ranksep=0.26]",
        f'  node [fontname="{FONT}", fontsize=11, margin="0.16,0.07", height=0.3]',
        f'  edge [fontname="{FONT}", fontsize=10, arrowsize=0.6]',
    ]
    lines += [f"  {node.id} [{_look(node)}, label={_quoted(_lines(node))}]" for node in chart.nodes]
    lines += [
        f"  {one.source} -> {one.target} [label={_quoted((f' {one.label} ' if one.label else '',))}]"
        for one in chart.arrows
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _look(node: Node) -> str:
    margin = MARGINS.get(node.shape)
    return SHAPES[node.shape] + (f', margin="{margin}"' if margin else "")


def _lines(node: Node) -> tuple[str, ...]:
    return (*node.lines, node.number) if node.number else node.lines


def _quoted(lines: tuple[str, ...]) -> str:
    """A label. An ampersand is written as an entity, since Graphviz reads entities."""
    escaped = (
        line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("<", "&lt;").replace(">", "&gt;")
        for line in lines
    )
    return '"' + "\\n".join(escaped) + '"'


def drawing_of(dot: str) -> str:
    """SVG without a prologue, ids, tooltips, links and a background; its ink is the colour of the text around it."""
    return cleaned(svg_of(dot).decode("utf-8"))


def cleaned(svg: str) -> str:
    """What is left of a drawing when all is gone that a page could trip over."""
    text = svg[svg.index("<svg") :]
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    text = re.sub(r"<title>.*?</title>\n?", "", text, flags=re.DOTALL)
    text = re.sub(r'<polygon fill="white" stroke="(?:none|transparent)"[^>]*/>\n?', "", text, count=1)
    text = re.sub(r' (?:id|class|xlink:href|xmlns:xlink)="[^"]*"', "", text)
    text = re.sub(r'(fill|stroke)="(?:black|#000000)"', r'\1="currentColor"', text)
    text = re.sub(r'(<text [^>]*?)font-family="[^"]*"', r"\1", text)
    text = re.sub(r"(<text )(?![^>]*fill=)", r'\1fill="currentColor" ', text)
    return text.strip() + "\n"


def width_of(svg: str) -> float:
    """How wide a drawing is, in points."""
    found = re.search(r'<svg[^>]*\bwidth="([\d.]+)pt"', svg)
    return float(found[1]) if found else 0.0


def height_of(svg: str) -> float:
    """How high a drawing is, in points."""
    found = re.search(r'<svg[^>]*\bheight="([\d.]+)pt"', svg)
    return float(found[1]) if found else 0.0
