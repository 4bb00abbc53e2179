"""The table of what variants change, on the page of a report."""

from dataclasses import replace

from rulewright_verify.report.html import render_html
from rulewright_verify.result import Change, Compared
from tests.report.sample import SAMPLE

COMPARED = (
    Compared(("long",), {"ends": Change.BROKEN, "fair": Change.KEPT, "full": Change.KEPT}),
    Compared(("long", "double"), {"ends": Change.KEPT, "fair": Change.KEPT, "full": Change.KEPT}),
)


def test_a_page_shows_what_each_selection_of_variants_changes() -> None:
    page = render_html([replace(SAMPLE, compared=COMPARED)], "0")
    assert '<code>long</code></th><td data-l="Keeps">2 claims</td>' in page
    assert '<td data-l="Changes">breaks <code>ends</code></td>' in page
    assert '<code>long</code> + <code>double</code></th><td data-l="Keeps">3 claims</td>' in page
    assert page.count('<td data-l="Changes">nothing</td>') == 1


def test_without_variants_there_is_no_table() -> None:
    assert "-variants" not in render_html([SAMPLE], "0")
