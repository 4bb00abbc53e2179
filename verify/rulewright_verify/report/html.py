"""The report as one page: self-contained, readable on a phone, on paper, and without a script.

The view (`view.py`) decides what is shown; the templates only lay it out. Everything that comes from a
rulebook is escaped by the templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from rulewright_verify.report import view as views
from rulewright_verify.report import words
from rulewright_verify.report.moves import moves_of
from rulewright_verify.report.numbers import quartiles
from rulewright_verify.report.rows import rows_of
from rulewright_verify.report.summary import title_sentence
from rulewright_verify.report.variants import left_out_lines, variant_rows
from rulewright_verify.result import VerificationResult


def render_html(results: Sequence[VerificationResult], version: str) -> str:
    """The page for some rulebooks, in the order given."""
    books = [views.book_view(result) for result in results]
    page = _environment().get_template("page.html")
    return page.render(title=title_sentence(results), state=views.page_state(results), books=books, version=version)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("rulewright_verify.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "anchor": views.anchor_of,
        "assurance_name": words.assurance_name,
        "assurance_words": words.assurance_words,
        "combined_words": words.combined_words,
        "grouped": words.grouped,
        "kind_word": words.kind_word,
        "long_form": words.long_form,
        "marked_code": views.marked_code,
        "moves_of": moves_of,
        "passage_sign": views.passage_sign,
        "procedures": words.procedures,
        "quartiles": quartiles,
        "readings_words": words.readings_words,
        "seconds_words": words.seconds_words,
        "spoken": views.spoken,
        "value_words": words.value_words,
    }
    environment.globals["rests_on_word"] = words.RESTS_ON_WORD
    environment.globals["counted"] = words.counted
    environment.globals["rows_of"] = rows_of
    environment.globals["variant_rows"] = variant_rows
    environment.globals["left_out_lines"] = left_out_lines
    environment.globals["weakest"] = views.weakest
    return environment
