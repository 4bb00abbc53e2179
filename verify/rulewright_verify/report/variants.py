"""What variants change, for a terminal: a line for each selection of variants, and under it what differs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from rulewright_verify.report.words import counted, listed
from rulewright_verify.result import Change, Compared, VerificationResult

_TOLD = {
    Change.BROKEN: ("breaks", "red"),
    Change.MEANINGLESS: ("makes meaningless", "magenta"),
    Change.UNDECIDED: ("leaves undecided", "yellow"),
    Change.MENDED: ("makes true", "green"),
    Change.DECIDED: ("decides", "green"),
    Change.OTHER_NUMBER: ("has another number for", "cyan"),
    Change.OWN: ("has claims of its own:", ""),
}


def variant_lines(result: VerificationResult) -> Iterator[Text]:
    """Only where variants were compared."""
    for one in result.compared:
        kept = counted(len(one.having(Change.KEPT)), "claim")
        yield Text(f"with {listed(one.variants)}", "bold").append(f"   keeps {kept}", "default")
        yield from _differences(one)
    if result.compared:
        yield Text()


def _differences(one: Compared) -> Iterator[Text]:
    for change, (word, paint) in _TOLD.items():
        names = one.having(change)
        if names:
            yield Text(f"    {word} {listed(names)}", paint)
