"""Drawings of small state graphs. Public: `drawing_of`, `picture_of`, `dot_text`, `svg_of`, `TooLarge`."""

from rulewright_verify.drawing.dot import dot_text
from rulewright_verify.drawing.picture import MOST_STATES, TooLarge, picture_of
from rulewright_verify.drawing.svg import svg_of
from rulewright_verify.explicit import Exploration

__all__ = ["MOST_STATES", "TooLarge", "dot_text", "drawing_of", "picture_of", "svg_of"]


def drawing_of(found: Exploration, form: str) -> bytes:
    """The bytes of a file with the picture of an exploration: `form` is `dot` or `svg`."""
    dot = dot_text(picture_of(found))
    return svg_of(dot) if form == "svg" else dot.encode()
