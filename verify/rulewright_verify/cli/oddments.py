"""What `odds` found, as lines and as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulewright_verify.explicit import Ended
from rulewright_verify.odds import Asking, Row, Table
from rulewright_verify.probability import Between
from rulewright_verify.report.words import counted

WIDTH = 80
DIGITS = 6
LONGEST = 26
"""Signs of a fraction that is printed beside its decimals."""
CELL = 9
TOO_LARGE = Ended.STATES.value
RANDOMLY = "By chance: each option with each binding is equally likely."


def text_lines(asking: Asking, found: Sequence[Table]) -> Iterator[str]:
    """A table for each number that was asked for."""
    yield _heading(asking)
    names = found[0].names if found else ()
    if not names and all(len(table.rows) == 1 for table in found):
        yield from ["", *_list([""], [((table.asked,), table.rows[0]) for table in found])]
    else:
        for table in found:
            yield from ["", f"  {table.asked}"]
            if len(table.names) == 2 and all(_is_plain(row) for row in table.rows) and len(table.rows) > 3:
                yield from _matrix(table)
            else:
                yield from _list(list(table.names), [(row.values, row) for row in table.rows])
    yield from _remarks(asking, found)


def record(asking: Asking, found: Sequence[Table]) -> dict[str, object]:
    """The same for programs, with whole fractions."""
    return {
        "question": asking.what,
        "given": list(asking.given),
        "readings": dict(asking.readings),
        "by_chance": "everybody" if asking.at_random is None else list(asking.at_random),
        "free": list(asking.free),
        "tables": [
            {
                "asked": table.asked,
                "names": list(table.names),
                "rows": [_row_record(row) for row in table.rows],
                "game_may_end": table.may_end,
                "not_looked_at": sorted({f"{one.reason.value}: {one.subject}" for one in table.left_out}),
            }
            for table in found
        ],
    }


def _row_record(row: Row) -> dict[str, object]:
    found = row.found
    return {
        "values": list(row.values),
        "least": None if found is None else _fraction(found.least),
        "greatest": None if found is None else _fraction(found.greatest),
        "error": None if found is None else float(found.error),
        "decimal": None if found is None or found.value is None else float(found.value),
        "breaks_down": str(row.breaks_down),
        "states": row.states,
        "reason": row.reason,
    }


def _fraction(number: Fraction | None) -> str:
    return "infinite" if number is None else str(number)


# ------------------------------------------------------------------ tables


def _heading(asking: Asking) -> str:
    given = f", given {'; '.join(asking.given)}" if asking.given else ""
    if asking.at_random is None:
        but = f" but {', '.join(asking.free)}" if asking.free else ""
        return f"{asking.what}{given}: everybody{but} decides by chance"
    if asking.at_random:
        return f"{asking.what}{given}: by chance {', '.join(asking.at_random)}"
    return f"{asking.what}{given}"


def _list(names: list[str], rows: Sequence[tuple[tuple[str, ...], Row]]) -> Iterator[str]:
    """A line for each row: the values, decimals, and the fraction if it is short."""
    two = any(row.found is not None and row.found.value is None and not _is_infinite(row.found) for _, row in rows)
    widths = [max(len(name), *(len(values[i]) for values, _ in rows)) for i, name in enumerate(names)]
    widths = [min(width, 40) for width in widths]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    if any(names) or two:
        yield f"  {head}  {'least':>12}  {'greatest':>12}" if two else f"  {head}"
    for values, row in rows:
        line = "  ".join(f"{value:>{width}}" for value, width in zip(values, widths, strict=True))
        yield f"  {line}  {_numbers(row, two)}".rstrip()


def _numbers(row: Row, two: bool) -> str:
    found = row.found
    if found is None:
        return "unknown"
    if _is_infinite(found):
        return "infinite: some choice avoids the end"
    ends = [one for one in (found.least, found.greatest) if one is not None and one.denominator > 1]
    fractions = list(dict.fromkeys(map(_short, ends)))
    exact = "  ".join(fractions) if not found.error and all(fractions) else ""
    if two:
        return f"{_decimal(found.least):>12}  {_decimal(found.greatest):>12}  {exact}"
    return f"{_decimal(found.least):>12}  {exact}"


def _matrix(table: Table) -> Iterator[str]:
    """One name down, one across, in blocks that fit the line."""
    down = list(dict.fromkeys(row.values[0] for row in table.rows))
    across = list(dict.fromkeys(row.values[1] for row in table.rows))
    cells = {row.values: row.found for row in table.rows}
    first = max(len(value) for value in (*down, table.names[0]))
    n_fit = max(1, (WIDTH - first - 2) // CELL)
    named = all(len(f"{table.names[1]} {value}") < CELL for value in across)
    for begin in range(0, len(across), n_fit):
        block = across[begin : begin + n_fit]
        if begin:
            yield ""
        if not named:
            yield f"  {'':>{first}}  {table.names[1]}"
        heads = [f"{table.names[1]} {value}" if named and value == block[0] else value for value in block]
        yield f"  {table.names[0]:>{first}}" + "".join(f"{head:>{CELL}}" for head in heads)
        for value in down:
            yield f"  {value:>{first}}" + "".join(f"{_cell(cells[value, other]):>{CELL}}" for other in block)


def _cell(found: Between | None) -> str:
    if found is None:
        return "?"
    if found.least is None:
        return "infinite"
    number = float(found.least)
    if not 0 < number < 1:
        return f"{number:.4g}"
    return f"{number:.1e}" if number < 0.0001 else "~1" if number > 0.99995 else f"{number:.4f}"


def _is_plain(row: Row) -> bool:
    """Whether one number says all."""
    return row.found is not None and (row.found.value is not None or _is_infinite(row.found))


def _is_infinite(found: Between) -> bool:
    return found.greatest is None


def _decimal(number: Fraction | None) -> str:
    return "infinite" if number is None else f"{float(number):.{DIGITS}g}"


def _short(number: Fraction | None) -> str:
    """A fraction that is worth reading; whole numbers are read already."""
    if number is None or number.denominator == 1 or len(str(number)) > LONGEST:
        return ""
    return str(number)


# ------------------------------------------------------------------ remarks


def _remarks(asking: Asking, found: Sequence[Table]) -> Iterator[str]:
    rows = [row for table in found for row in table.rows]
    known = [row.found for row in rows if row.found is not None]
    lines = [] if asking.at_random == () else [RANDOMLY]
    if any(table.may_end and table.asked.startswith("chance") for table in found):
        lines.append("Where the run ends the game it does not come back: that counts as no.")
    error = max((one.error for one in known), default=Fraction(0))
    if error:
        lines.append(f"In floating point: each number is off by at most {float(error):.1g}.")
    elif any(one.value is not None and one.value.denominator > 10**LONGEST for one in known):
        lines.append("All numbers are exact; --format json has the long fractions.")
    reasons = list(dict.fromkeys(row.reason for row in rows if row.reason))
    lines += [f"Unknown: {reason}." for reason in reasons]
    if TOO_LARGE in reasons:
        lines.append("Ask about a smaller game (`--scope`, `--over`), or `rulewright simulate` it.")
    if breaks := max((row.breaks_down for row in rows), default=Fraction(0)):
        lines.append(f"With a chance of up to {_decimal(breaks)} the play breaks down or somebody is stuck.")
    if n := len(dict.fromkeys(demand for table in found for demand in table.left_out)):
        lines.append(f"The game is large: {counted(n, 'demand')} of its rules were not looked at.")
    if states := max((row.states for row in rows), default=0):
        lines.append(f"The largest graph has {counted(states, 'state')}.")
    yield from ["", *(f"  {line}" for line in lines)]
