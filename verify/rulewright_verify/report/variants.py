"""What variants change: for a terminal a line for each selection of variants and under it what differs, for a page a
row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A selection of variants, how many claims come out as without it, and those that do not, by what happened."""

    variants: tuple[str, ...]
    kept: int
    differences: tuple[tuple[str, tuple[str, ...]], ...]


def variant_rows(result: VerificationResult) -> tuple[VariantRow, ...]:
    """One row for each selection of variants that was compared."""
    return tuple(
        VariantRow(
            one.variants, len(one.having(Change.KEPT)),
            tuple((word, one.having(change)) for change, (word, _) in _TOLD.items() if one.having(change)),
        )
        for one in result.compared
    )


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
