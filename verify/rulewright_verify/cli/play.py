"""`rulewright play`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, must_be_played, system_of, wrong_name
from rulewright_verify.cli.options import color_option, instance_options, one_rulebook, reading_option, seed_option
from rulewright_verify.cli.output import console

if TYPE_CHECKING:
    from rulewright.interpreter.players import Policy
    from rulewright.ir.nodes import System

HUMAN, RANDOM, GREEDY, UCT = "human", "random", "greedy", "uct"


@click.command()
@one_rulebook
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME[=WHO]",
    help="Who sits there: human (if left out), random, greedy or uct. May be repeated.",
)
@reading_option
@instance_options
@seed_option
@click.option("--language", default="en", show_default=True, metavar="CODE",
              help="The language of texts, names and questions.")
@color_option
def play(
    path: str,
    seats: tuple[str, ...],
    readings: dict[str, str],
    scope: str | None,
    players: int | None,
    variants: tuple[str, ...],
    seed: int,
    language: str,
    color: str,
) -> int:
    """Play a game here.

    Choices are listed by their rule; answer with a number. If a person is named,
    seats that are not named are played at random; else people play them. What is
    hidden from who is to decide is hidden, and so is what others decide at the
    same time. A greedy player looks one move ahead, with open cards; uct searches,
    and knows nothing that is hidden from it. Both decide by chance where all
    decide at once.

    \b
    number  do this            w  what is not allowed here, and why?
    u       take back          r  what do the rules say here?
    s       save as example    q  stop
    \b
    Examples:
      rulewright play rules/my_game
      rulewright play rules/my_game --seat Ada --seed 7
      rulewright play rules/my_game --seat Ada --seat Ben=uct
      rulewright play rules/my_game --seat Ada=random --seat Ben=greedy
      rulewright play rules/my_game --scope small --reading empty_deck=reshuffle
    \b
    Exit codes: 0 played or stopped, 1 the play broke down or somebody was stuck,
    2 the rulebook or the call is wrong.
    """
    from rulewright.checker.symbols import Configuration
    from rulewright.play import Session
    from rulewright_verify.cli.table import Table
    from rulewright_verify.cli.wording import wording_of

    book = checked(path, Configuration(players, scope, variants), color)
    system = system_of(book, readings)
    must_be_played(system)
    session = Session(system, policies_for(system, seats), seed)
    return Table(session, wording_of(book, language), console(color), sys.stdin).run()


def policies_for(system: System, seats: Sequence[str]) -> Mapping[int, Policy]:
    """Who plays the seats in which no person sits."""
    from rulewright.interpreter.players import ByRollouts, Greedy, RandomPlayer

    names = system.players.names or tuple(str(seat) for seat in range(system.n_players))
    who: dict[str, str] = {}
    for seat in seats:
        name, _, policy = seat.partition("=")
        if name not in names:
            wrong_name("player", name, names)
        who[name] = policy or HUMAN
        if who[name] not in (HUMAN, RANDOM, GREEDY, UCT):
            raise click.UsageError(f"`{seat}`: a seat is {HUMAN}, {RANDOM}, {GREEDY} or {UCT}")
    rest = RANDOM if HUMAN in who.values() else HUMAN
    made: dict[str, Policy] = {RANDOM: RandomPlayer(), GREEDY: Greedy(ByRollouts())}
    if UCT in who.values():
        from rulewright_verify.treesearch import TreeSearch

        made[UCT] = TreeSearch(system)
    chosen = {seat: who.get(name, rest) for seat, name in enumerate(names)}
    return {seat: made[policy] for seat, policy in chosen.items() if policy != HUMAN}
