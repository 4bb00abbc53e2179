"""`rulewright odds`."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import RulebookWrong, print_diagnostics
from rulewright_verify.cli.options import instance_options, one_rulebook, output_options, reading_option
from rulewright_verify.cli.output import ProgressLine, print_json

if TYPE_CHECKING:
    from rulewright_verify.odds import Over

UNKNOWN = 3
WIDTH = 79
FREE, RANDOM = "free", "random"


def _ranges(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[Over, ...]:
    from rulewright_verify.odds import Over

    return tuple(Over(name, _values(value, listed)) for value in values for name, listed in [_pair(value)])


def _pair(value: str) -> tuple[str, str]:
    name, equals, listed = value.partition("=")
    if not (equals and re.fullmatch(r"\w+", name) and listed.strip()):
        raise click.BadParameter(f"`{value}` is no NAME=1..20 and no NAME=one,other")
    return name, listed


def _values(value: str, listed: str) -> tuple[str, ...]:
    if ends := re.fullmatch(r"\s*(-?\d{1,9})\.\.(-?\d{1,9})\s*", listed):
        low, high = int(ends[1]), int(ends[2])
        if low > high:
            raise click.BadParameter(f"`{value}`: {low} is above {high}")
        if high - low > 100_000:
            raise click.BadParameter(f"`{value}`: so many values are never asked for")
        return tuple(str(number) for number in range(low, high + 1))
    from rulewright_verify.odds import cut_at_commas

    values = [one.strip() for one in cut_at_commas(listed)]
    if not all(values):
        raise click.BadParameter(f"`{value}`: between two commas stands nothing")
    return tuple(dict.fromkeys(values))


def _seats(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """How each player decides who was named."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, how = value.partition("=")
        if not (equals and name and how in (FREE, RANDOM)):
            raise click.BadParameter(f"`{value}` is no SEAT={RANDOM}|{FREE}")
        if found.setdefault(name, how) != how:
            raise click.BadParameter(f"`{name}` decides either freely or by chance")
    return found


@click.command()
@one_rulebook
@click.argument("what", metavar="[WHAT]", default="game")
@click.option("--chance", "chances", multiple=True, metavar="CONDITION",
              help="The chance that this is so when it is over. Repeatable.")
@click.option("--expected", "means", multiple=True, metavar="NUMBER",
              help="The mean of a number then, or of how often something runs: `runs(turn)`. Repeatable.")
@click.option("--over", "overs", multiple=True, metavar="NAME=RANGE", callback=_ranges,
              help="For each value of an argument or of a param: 1..20, or red,blue. Repeatable.")
@click.option("--given", multiple=True, metavar="STEP",
              help="A step that is taken before it begins: `left becomes 3`. Repeatable, in order.")
@click.option("--with", "how", type=click.Choice([FREE, RANDOM]), default=FREE, show_default=True,
              help="Everybody decides freely, or by chance.")
@click.option("--player", "seats", multiple=True, metavar="SEAT=random", callback=_seats,
              help="This player decides by chance, the others as `--with` says; or `SEAT=free`. Repeatable.")
@reading_option
@instance_options
@click.option("--approximate", is_flag=True, help="In floating point with a stated error, for large games.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
              help="Time for each graph; after half of it fractions give way to floating point.")
@click.option("--max-states", type=click.IntRange(1), default=5_000_000, show_default=True, metavar="N",
              help="Stop when so many are exceeded.")
@output_options
def odds(
    path: str,
    what: str,
    chances: tuple[str, ...],
    means: tuple[str, ...],
    overs: tuple[Over, ...],
    given: tuple[str, ...],
    how: str,
    seats: dict[str, str],
    readings: dict[str, str],
    scope: str | None,
    players: int | None,
    variants: tuple[str, ...],
    approximate: bool,
    budget: float | None,
    max_states: int,
    form: str,
    color: str,
) -> int:
    """Work out chances and means, exactly.

    WHAT is a procedure, run once from the start values (`fight(n, 3)`), or a claim
    about chances; without it the whole game, and who wins. Conditions and numbers
    are written as in a claim `at end of` that procedure. Where players have a
    choice the answer goes from the least to the greatest number that they can
    bring about all together, seeing all cards, unless they decide by chance.
    The chance of A where B is so is that of `A and B`, divided by that of `B`.

    \b
    Examples:
      rulewright odds rules/my_game
      rulewright odds rules/my_game --with random --expected "runs(turn)"
      rulewright odds rules/war "fight(n, 3)" --chance "lost = 0" --over n=1..20
      rulewright odds rules/war fight --chance won --over n=1..9 --over m=1..9
      rulewright odds rules/war "fight(3, 2)" --given "tired becomes yes"
      rulewright odds rules/war --expected "runs(turn)" --over hand_size=2..6
      rulewright odds rules/war --player Ann=random
      rulewright odds rules/war even_fight --format json
    \b
    Exit codes: 0 answered, 2 the question, the rulebook or the call is wrong,
    3 something is unknown: too large, stopped, or without a value.
    """
    from rulewright.checker.symbols import Configuration
    from rulewright_verify.cli.oddments import record, text_lines
    from rulewright_verify.explicit import Budget
    from rulewright_verify.odds import Asking, BadQuestion, WrongText, tables

    asking = Asking(
        what, chances, means, given, overs, Configuration(players, scope, variants), readings,
        None if how == RANDOM else tuple(name for name, way in seats.items() if way == RANDOM), approximate,
        tuple(name for name, way in seats.items() if way == FREE) if how == RANDOM else (),
    )
    try:
        with ProgressLine("games") as line:
            found = tables(Path(path), asking, budget=Budget(max_states, None, budget), progress=line.show)
    except BadQuestion as wrong:
        raise click.UsageError("\n".join(wrap(f"Error: {wrong}", WIDTH)).removeprefix("Error: ")) from None
    except WrongText as wrong:
        print_diagnostics(wrong.diagnostics, form, color)
        raise RulebookWrong("") from None
    if form == "json":
        print_json(record(asking, found))
    else:
        click.echo("\n".join(text_lines(asking, found)))
    return UNKNOWN if any(row.found is None for table in found for row in table.rows) else 0
