"""The state graph of a small game as a drawing on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulewright.checker.symbols import Configuration
from rulewright.diagnostics import render_text
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_rulebook
from rulewright_sphinx.library import Shelved, listed_in
from rulewright_sphinx.nodes import drawing
from rulewright_sphinx.typeset.setting import Setting
from rulewright_verify.drawing import MOST_STATES, TooLarge, dot_text, picture_of
from rulewright_verify.explicit import explore

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class NotDrawn(ValueError):
    """There is no such game, or it is too large; the message says which."""


def graph_of(env: BuildEnvironment, book: Shelved, scope: str | None, setting: Setting) -> nodes.Element:
    """Every play, under the first options of all readings."""
    configuration = Configuration(scope=scope)
    checked, found = check_rulebook(listed_in(env)[book.key].path, configuration)
    if checked is None:
        raise NotDrawn(f"the game cannot be drawn:\n{render_text(found, color=False)}")
    system = lower(checked).system
    played = explore(specialise(system, dict.fromkeys(system.readings, 0)), max_states=MOST_STATES + 1)
    try:
        picture = picture_of(played)
    except TooLarge as wrong:
        raise NotDrawn(f"the state graph is not drawn: {wrong}") from wrong
    told = "; ".join(" ".join(state.lines) for state in picture.states[:40])
    node = drawing(dot=dot_text(picture), spoken=setting.words.flow_spoken.format(told))
    return nodes.figure("", node, nodes.caption("", picture.title), classes=["rw-flow"])
