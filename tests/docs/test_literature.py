"""What the explanation cites stands in its list of literature, and the list has nothing that is cited nowhere."""

import re

from tests.docs.blocks import DOCS

PAGES = sorted((DOCS / "explanation").glob("*.md"))
LIST = "## Literature"
CITED = re.compile(r"(?:de )?([A-ZÖ][\w-]+)(?:(?:,? et al\.|, [A-ZÖ][\w., -]*?)?)(?:'s \w+ \w+ \()?,? (\d{4})\b")


def test_every_citation_stands_in_the_list_and_the_other_way_round() -> None:
    deciding = (DOCS / "explanation" / "deciding.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \|$", deciding.split(LIST)[1], re.MULTILINE)
    listed = {
        (re.sub(r"^de ", "", who).split(",")[0], years[-1])
        for who, _, where in rows if (years := re.findall(r"\d{4}", where))
    }
    text = "\n".join(page.read_text(encoding="utf-8").split(LIST)[0] for page in PAGES)
    cited = {
        (found[1], found[2])
        for inside in re.findall(r"\(([^()]*\b\d{4})\)", text)
        for piece in re.split(r"; ", inside)
        if (found := CITED.search(piece)) is not None
    }
    assert len(cited) > 25
    assert cited - listed == set()
    named = {who for who, _ in listed - cited}
    assert [who for who in named if not re.search(rf"\b{who}\b", text)] == []
