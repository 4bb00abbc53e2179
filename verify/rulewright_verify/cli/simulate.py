"""`rulewright simulate`."""

from __future__ import annotations

import click

from rulewright_verify.cli.options import (
    instance_options,
    jobs_option,
    one_rulebook,
    output_options,
    reading_option,
    seed_option,
)


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
@click.option("--all-readings", is_flag=True, help="Once for each option of each reading that matters.")
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

    Prints how long games were, who won, and how often each procedure ran, with
    intervals that cover 95 of 100 such samples. A sample says what happened, not
    what must happen.

    \b
    Examples:
      rulewright simulate rules/my_game --games 3000 --seed 7
      rulewright simulate rules/my_game --all-readings --format json
      rulewright simulate rules/my_game --with greedy --players 3
    \b
    Exit codes: 0 done, 2 the rulebook or the call is wrong, 3 stopped before the
    end (what was played until then is shown).
    """
    raise NotImplementedError
