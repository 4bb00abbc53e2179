"""`rulewright simulate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, chosen_options, must_be_played, open_system, wrong_name
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
    from rulewright.checker.symbols import CheckedBook
    from rulewright.ir.nodes import System
    from rulewright_verify.simulation import Simulation

STOPPED = 3
SORTS = ("random", "greedy", "uct")


@click.command()
@one_rulebook
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many games.")
@click.option(
    "--with",
    "policy",
    type=click.Choice(SORTS),
    default=SORTS[0],
    show_default=True,
    help="How everybody plays: by chance, one move ahead with open cards, or by tree search.",
)
@click.option("--player", "seats", multiple=True, metavar="SEAT=HOW", help="How this player plays. Repeatable.")
@click.option("--swap-seats", "swap", is_flag=True, help="Everybody moves on by one seat after each game.")
@click.option("--looks", type=click.IntRange(1), default=200, show_default=True, metavar="N",
              help="How often tree search looks ahead for each decision.")
@reading_option
@click.option("--all-readings", is_flag=True, help="Again with each other answer to each open question, one at a time.")
@instance_options
@seed_option
@jobs_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Draw how long games were and who won into FILE, which ends in .svg.")
@output_options
def simulate(
    path: str,
    games: int,
    policy: str,
    seats: tuple[str, ...],
    swap: bool,
    looks: int,
    readings: dict[str, str],
    all_readings: bool,
    scope: str | None,
    players: int | None,
    variants: tuple[str, ...],
    seed: int,
    jobs: int | None,
    svg: Path | None,
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
      rulewright simulate rules/my_game --player Ada=uct --swap-seats --games 200
      rulewright simulate rules/my_game --svg build/games.svg
    \b
    Exit codes: 0 done, 2 the rulebook or the call is wrong, 3 stopped before the
    end (what was played until then is shown).
    """
    from rulewright.checker.symbols import Configuration
    from rulewright.ir.specialise import specialise
    from rulewright_verify.cli.samples import record, text_lines
    from rulewright_verify.simulation import simulate as play_games

    if svg is not None and svg.suffix != ".svg":
        raise click.UsageError(f"{svg} does not end in .svg")
    book = checked(path, Configuration(players, scope, variants), color)
    system = open_system(book)
    must_be_played(system)
    sorts = sorts_of(system, seats)
    if swap and not sorts:
        raise click.UsageError("--swap-seats changes nothing if all play alike; say who differs with --player")
    asked = dict(settings(system, readings)) if all_readings else {"": chosen_options(system, readings)}
    played: dict[str, Simulation] = {}
    with ProgressLine("games") as line:
        for label, options in asked.items():

            def told(n: int, before: int = games * len(played), label: str = label) -> None:
                line.show(before + n, games * len(asked), label)

            played[label] = play_games(
                specialise(system, options), games=games, seed=seed, policy=policy, seats=sorts, swap=swap,
                n_looks=looks, jobs=jobs, progress=told,
            )
            if played[label].interrupted:
                break
    if svg is not None:
        from rulewright_verify.cli.samples import drawn

        svg.parent.mkdir(parents=True, exist_ok=True)
        svg.write_text(drawn(played, title_of(book)), encoding="utf-8")
    if form == "json":
        print_json([record(label, one) for label, one in played.items()])
    else:
        click.echo("\n".join(text_lines(played)))
    return STOPPED if any(one.interrupted for one in played.values()) else 0


def sorts_of(system: System, seats: Sequence[str]) -> dict[int, str]:
    """Who plays differently from all others."""
    names = system.players.names or tuple(str(seat) for seat in range(system.n_players))
    found: dict[int, str] = {}
    for seat in seats:
        name, _, sort = seat.partition("=")
        if name not in names:
            wrong_name("player", name, names)
        if sort not in SORTS:
            raise click.UsageError(f"`{seat}`: a player is {', '.join(SORTS[:-1])} or {SORTS[-1]}")
        found[names.index(name)] = sort
    return found


def title_of(book: CheckedBook) -> str:
    """The title in the first of its languages."""
    return next(iter(book.title.values()), book.name)


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
