"""`rulewright simulate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, chosen_options, must_be_played, open_system
from rulewright_verify.cli.options import (
    instance_options,
    jobs_option,
    one_rulebook,
    output_options,
    reading_option,
    seed_option,
)
from rulewright_verify.cli.output import ProgressLine, print_json

if TYPE_CHECKING:
    from rulewright.ir.nodes import System
    from rulewright_verify.simulation import Simulation

STOPPED = 3


@click.command()
@one_rulebook
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many games.")
@click.option(
    "--with",
    "policy",
    type=click.Choice(["random", "greedy"]),
    default="random",
    show_default=True,
    help="How everybody plays.",
)
@reading_option
@click.option("--all-readings", is_flag=True, help="Again with each other answer to each open question, one at a time.")
@instance_options
@seed_option
@jobs_option
@output_options
def simulate(
    path: str,
    games: int,
    policy: str,
    readings: dict[str, str],
    all_readings: bool,
    scope: str | None,
    players: int | None,
    seed: int,
    jobs: int | None,
    form: str,
    color: str,
) -> int:
    """Play many games by chance and say what came out.

    Prints how long games were, how often each procedure ran, and who won, with
    intervals that cover 95 of 100 such samples. A sample says what happened, not
    what must happen. Readings that are not given take their first option.

    \b
    Examples:
      rulewright simulate rules/my_game --games 3000 --seed 7
      rulewright simulate rules/my_game --all-readings --format json
      rulewright simulate rules/my_game --with greedy --players 3
    \b
    Exit codes: 0 done, 2 the rulebook or the call is wrong, 3 stopped before the
    end (what was played until then is shown).
    """
    from rulewright.checker.symbols import Configuration
    from rulewright.ir.specialise import specialise
    from rulewright_verify.cli.samples import record, text_lines
    from rulewright_verify.simulation import simulate as play_games

    book = checked(path, Configuration(players=players, scope=scope), color)
    system = open_system(book)
    must_be_played(system)
    asked = dict(settings(system, readings)) if all_readings else {"": chosen_options(system, readings)}
    played: dict[str, Simulation] = {}
    with ProgressLine("games") as line:
        for label, options in asked.items():

            def told(n: int, before: int = games * len(played), label: str = label) -> None:
                line.show(before + n, games * len(asked), label)

            played[label] = play_games(
                specialise(system, options), games=games, seed=seed, policy=policy, jobs=jobs, progress=told
            )
            if played[label].interrupted:
                break
    if form == "json":
        print_json([record(label, one) for label, one in played.items()])
    else:
        click.echo("\n".join(text_lines(played)))
    return STOPPED if any(one.interrupted for one in played.values()) else 0


def settings(system: System, readings: Mapping[str, str]) -> Iterator[tuple[str, dict[str, int]]]:
    """The readings as asked, then one other answer at a time, for those that play hangs on."""
    from rulewright.ir.specialise import readings_used

    base = chosen_options(system, readings)
    yield "as given", base
    for name in readings_used(system):
        if name not in readings:
            for number, option in enumerate(system.readings[name].options):
                if number != base[name]:
                    yield f"{name} = {option}", {**base, name: number}
