"""Rulewright for Sphinx: the domain `rw` for rulebooks, rulebooks in colour, and pages that are made from the code."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Colour fenced blocks marked `rules`; show what `rulewright_rulebooks` names."""
    from rulewright_sphinx import domain, nodes
    from rulewright_sphinx.lexer import RulesLexer

    app.add_lexer("rules", RulesLexer)
    app.add_config_value("rulewright_rulebooks", {}, "env", types=frozenset({dict}))
    app.add_config_value("rulewright_language", "", "env", types=frozenset({str}))
    app.add_config_value("rulewright_report", "", "env", types=frozenset({str}))
    app.add_config_value("rulewright_report_url", "", "env", types=frozenset({str}))
    app.add_config_value("rulewright_folder", "", "", types=frozenset({str}))
    app.add_domain(domain.RulewrightDomain)
    text = (nodes.visit_drawing_text, None)
    app.add_node(
        nodes.drawing, html=(nodes.visit_drawing_html, None), latex=text, text=text, man=text, texinfo=text
    )
    gone = (nodes.skip, None)
    app.add_node(nodes.mentions, html=gone, latex=gone, text=gone, man=gone, texinfo=gone)
    app.add_css_file("rulewright.css")
    app.connect("config-inited", _remember_folder)
    app.connect("builder-inited", _add_static)
    app.connect("env-updated", domain.pages_to_write_again)
    app.connect("doctree-resolved", domain.fill_in_mentions)
    app.connect("warn-missing-reference", domain.missing)
    return {
        "version": version("rulewright"),
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _remember_folder(app: Sphinx, config: Config) -> None:
    """Paths in `conf.py` are relative to its folder, which may be another than that of the pages."""
    if app.confdir and not config.rulewright_folder:
        config.rulewright_folder = str(app.confdir)


def _add_static(app: Sphinx) -> None:
    if app.builder.format == "html" and app.builder.name != "epub":
        app.add_css_file("rulewright-pages.css")
    if str(STATIC) not in app.config.html_static_path:
        app.config.html_static_path = [*app.config.html_static_path, str(STATIC)]
