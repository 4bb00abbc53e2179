"""DOT text as SVG. Graphviz is loaded here and nowhere else, and only when something is drawn."""

from __future__ import annotations


def svg_of(dot: str) -> bytes:
    """The picture, laid out from top to bottom."""
    import pygraphviz

    drawn: bytes = pygraphviz.AGraph(string=dot).draw(format="svg", prog="dot")
    return drawn
