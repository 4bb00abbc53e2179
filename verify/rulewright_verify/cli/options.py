"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def one_rulebook(function: F) -> F:
    """The rulebook, as the one argument."""
    return click.argument("path", metavar="RULEBOOK")(function)


def output_options(function: F) -> F:
    """How results are printed."""
    for option in (
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="Colour on a terminal only, always, or never. NO_COLOR is heeded.",
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "json"]),
            default="text",
            help="For people or for programs.",
        ),
    ):
        function = option(function)
    return function


def color_option(function: F) -> F:
    """Colour alone, for commands that only speak to people."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour on a terminal only, always, or never. NO_COLOR is heeded.",
    )(function)


def reading_option(function: F) -> F:
    """Fix readings."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="NAME=OPTION",
        callback=_pairs,
        help="Take this answer to an open question of the sources. May be repeated.",
    )(function)


def all_variants_option(function: F) -> F:
    """Whether all variants are compared, and how much is asked of them."""
    for option in (
        click.option(
            "--play-budget", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
            help="Time for claims about play in the games that --all-variants compares; 120 if left out.",
        ),
        click.option(
            "--rule-claims", is_flag=True, help="Only claims about rules; those about play are passed over."
        ),
        click.option(
            "--all-variants", is_flag=True, help="Each variant and each two of them; told is what differs."
        ),
    ):
        function = option(function)
    return function


def instance_options(function: F) -> F:
    """Which instance of the game."""
    for option in (
        click.option("--players", type=click.IntRange(1, 99), metavar="N", help="How many play."),
        click.option("--scope", metavar="NAME", help="A smaller game that the rulebook declares."),
        click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant; repeatable."),
    ):
        function = option(function)
    return function


def seed_option(function: F) -> F:
    """What chance depends on."""
    return click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same chances.")(
        function
    )


def jobs_option(function: F) -> F:
    """How many processes."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        default=None,
        metavar="N",
        help="Processes at the same time; as many as there are cores if left out.",
    )(function)


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        name, equals, option = value.partition("=")
        if not (equals and name and option):
            raise click.BadParameter(f"`{value}` is not of the form NAME=OPTION")
        if pairs.setdefault(name, option) != option:
            raise click.BadParameter(f"`{name}` is given two answers")
    return pairs
