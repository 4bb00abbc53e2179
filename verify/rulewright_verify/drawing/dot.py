"""A picture as DOT text, which Graphviz and many other tools draw."""

from __future__ import annotations

from rulewright_verify.drawing.picture import Kind, Picture

SHAPES = {
    Kind.CHOICE: 'shape=box, style="rounded"',
    Kind.CHANCE: "shape=hexagon",
    Kind.END: "shape=box, peripheries=2",
    Kind.DEAD_END: 'shape=octagon, style="bold"',
    Kind.BREAKDOWN: 'shape=tripleoctagon, style="bold"',
    Kind.UNFOLLOWED: 'shape=box, style="dotted"',
}
"""Shapes, not colours, tell states apart; the word stands in the first line of each."""


def dot_text(picture: Picture) -> str:
    """The text, the same for the same picture."""
    lines = [
        f"digraph {_quoted([picture.title])} {{",
        '  node [fontname="sans-serif", fontsize=10, margin="0.12,0.06"]',
        '  edge [fontname="sans-serif", fontsize=9]',
        "  start [shape=point]",
        "  start -> s0",
    ]
    lines += [
        f"  s{state.number} [{SHAPES[state.kind]}, label={_quoted(state.lines)}]" for state in picture.states
    ]
    lines += [
        f"  s{arrow.source} -> s{arrow.target} [label={_quoted(arrow.labels)}]" for arrow in picture.arrows
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(lines: list[str] | tuple[str, ...]) -> str:
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'
