"""What variants change: for a terminal a table of variants and claims that shows only what differs from the game
without them, for a page a row for each selection of variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from rulewright_verify.report.words import counted, listed
from rulewright_verify.result import Change, Compared, VerificationResult

WIDTH = 80
NAMES, NUMBER, MARK = 42, 7, 3
MOST_COLUMNS = 8

_TOLD = {
    Change.BROKEN: ("breaks", "x", "red"),
    Change.MEANINGLESS: ("makes meaningless", "o", "magenta"),
    Change.UNDECIDED: ("leaves undecided", "?", "yellow"),
    Change.MENDED: ("makes true", "+", "green"),
    Change.DECIDED: ("decides", "!", "green"),
    Change.OTHER_NUMBER: ("has another number for", "#", "cyan"),
}
_OWN = "has claims of its own:"


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A selection of variants, how many claims come out as without it, and those that do not, by what happened.
    `as_before` of those that are kept put the same question; `left_out` claims were not looked at."""

    variants: tuple[str, ...]
    kept: int
    differences: tuple[tuple[str, tuple[str, ...]], ...]
    as_before: int = 0
    left_out: int = 0


def variant_rows(result: VerificationResult) -> tuple[VariantRow, ...]:
    """One row for each selection of variants that was compared."""
    told = {**{change: word for change, (word, _, _) in _TOLD.items()}, Change.OWN: _OWN}
    return tuple(
        VariantRow(
            one.variants, len(one.having(Change.KEPT)),
            tuple((word, one.having(change)) for change, word in told.items() if one.having(change)),
            len(one.as_before), len(one.having(Change.LEFT_OUT)),
        )
        for one in result.compared
    )


def left_out_lines(result: VerificationResult) -> tuple[str, ...]:
    """What was not compared, and why."""
    lines = []
    reasons: dict[str, list[str]] = {}
    for one in result.no_games:
        reasons.setdefault(one.reason, []).append(" + ".join(one.variants))
    lines += [f"Not compared: {listed(pairs)}, which {reason}." for reason, pairs in reasons.items()]
    if result.passed_over:
        n = counted(len(result.passed_over), "claim")
        lines.append(f"Only claims about rules were asked; {n} about play: {listed(result.passed_over)}.")
    late: dict[str, list[Compared]] = {}
    for each in result.compared:
        if each.reason:
            late.setdefault(each.reason, []).append(each)
    for reason, found in late.items():
        names = dict.fromkeys(name for each in found for name in each.having(Change.LEFT_OUT))
        games = counted(len(found), "game")
        lines.append(f"Not looked at in {games} with variants, for {reason}: {listed([*names])}.")
    return tuple(lines)


def variant_lines(result: VerificationResult) -> Iterator[Text]:
    """Nothing where no variants were compared and nothing was passed over."""
    if result.compared:
        yield from _table(result.compared)
    for line in left_out_lines(result):
        yield from (Text(part, "yellow") for part in wrap(line, WIDTH, subsequent_indent="  "))
        yield Text()


def _table(compared: Sequence[Compared]) -> Iterator[Text]:
    """A row for each game in which a claim differs, and of single variants for all; a column for each such claim."""
    claims = list(dict.fromkeys(name for one in compared for name in one.claims if one.claims[name] in _TOLD))
    shown = [one for one in compared if _differs(one) or len(one.variants) == 1]
    for start in range(0, max(1, len(claims)), MOST_COLUMNS):
        columns = claims[start : start + MOST_COLUMNS]
        numbers = "".join(f"{start + i + 1:>{MARK}}" for i in range(len(columns)))
        yield Text(f"{'with':<{NAMES}}{'before':>{NUMBER}}{'anew':>{NUMBER}}{numbers}", "bold")
        for one in shown:
            yield from _row(one, columns)
        yield Text()
        for i, name in enumerate(columns):
            yield Text(f"{start + i + 1:>{MARK}}  {name}")
    alike = len(compared) - len(shown)
    if alike:
        yield Text(f"{counted(alike, 'other game')} with two variants: no claim differs.")
    yield from _legend(compared)
    yield Text()


def _differs(one: Compared) -> bool:
    return any(change in _TOLD for change in one.claims.values())


def _row(one: Compared, columns: Sequence[str]) -> Iterator[Text]:
    *lines, last = wrap(" + ".join(one.variants), NAMES - 1, subsequent_indent="  ", break_long_words=False)
    yield from (Text(line) for line in lines)
    anew = len(one.claims) - len(one.as_before) - len(one.having(Change.LEFT_OUT))
    row = Text(f"{last:<{NAMES}}{len(one.as_before):>{NUMBER}}{anew:>{NUMBER}}")
    for name in columns:
        change = one.claims.get(name)
        if change in _TOLD:
            _, sign, paint = _TOLD[change]
            row.append(f"{sign:>{MARK}}", paint)
        else:
            row.append(f"{'' if change is None else '.' if change is not Change.LEFT_OUT else '-':>{MARK}}")
    row.rstrip()
    yield row


def _legend(compared: Sequence[Compared]) -> Iterator[Text]:
    met = {change for one in compared for change in one.claims.values()}
    signs = [f"{sign} {word}" for change, (word, sign, _) in _TOLD.items() if change in met]
    if Change.LEFT_OUT in met:
        signs.append("- not looked at")
    if signs:
        yield Text("   ".join(signs), "dim")
    text = "before: claims that ask the same as without the variants, with its answer; anew: all others"
    yield from (Text(line, "dim") for line in wrap(text, WIDTH))
