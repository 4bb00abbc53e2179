"""`rulewright play`."""

from __future__ import annotations

import click

from rulewright_verify.cli.options import color_option, instance_options, one_rulebook, reading_option, seed_option


@click.command()
@one_rulebook
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME[=WHO]",
    help="Who sits there: human (if left out), random or greedy. May be repeated.",
)
@reading_option
@instance_options
@seed_option
@color_option
def play(
    path: str,
    seats: tuple[str, ...],
    readings: dict[str, str],
    scope: str | None,
    players: int | None,
    seed: int,
    color: str,
) -> int:
    """Play a game here.

    Choices are listed by their rule; answer with a number. Seats that are not named
    are played at random, or all by people if none is named. Hidden cards are
    hidden.

    \b
    number  do this            w  why is something not allowed here?
    u       take back          r  what do the rules say here?
    s       save as example    q  stop
    \b
    Examples:
      rulewright play rules/my_game
      rulewright play rules/my_game --seat Ada --seat Ben=greedy --seed 7
      rulewright play rules/my_game --scope small --reading empty_deck=reshuffle
    """
    raise NotImplementedError
