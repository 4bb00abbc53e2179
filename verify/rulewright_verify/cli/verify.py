"""`rulewright verify`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import option_number, print_diagnostics, rulebooks_in, wrong_name
from rulewright_verify.cli.options import (
    all_variants_option,
    instance_options,
    jobs_option,
    one_rulebook,
    output_options,
    reading_option,
    seed_option,
)
from rulewright_verify.cli.output import ProgressLine, print_json, print_lines, remark, shows_utf8

if TYPE_CHECKING:
    from rulewright.checker.symbols import CheckedBook
    from rulewright_verify.result import VerificationResult, VerifyOptions


@click.command()
@one_rulebook
@click.option("--claim", "claims", multiple=True, metavar="NAME", help="Only this claim. May be repeated.")
@reading_option
@all_variants_option
@instance_options
@seed_option
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Time for all claims.")
@click.option("--all", "every", is_flag=True, help="A line for each claim that holds, too.")
@jobs_option
@output_options
def verify(
    path: str,
    claims: tuple[str, ...],
    readings: dict[str, str],
    variants: tuple[str, ...],
    all_variants: bool,
    rule_claims: bool,
    play_budget: float | None,
    scope: str | None,
    players: int | None,
    seed: int,
    budget: float | None,
    every: bool,
    jobs: int | None,
    form: str,
    color: str,
) -> int:
    """Ask whether the claims of a rulebook are true.

    Each claim goes to the engines that can decide it: proof for every size, every
    play of the game or of a smaller scope, bounded search, sampling. A verdict says
    how far it looked, and a violated claim is shown by a round of play. Open
    readings are tried in every combination that matters, and every number of players
    that the rulebook allows. Claims about a variant are decided in the game with it.

    \b
    Examples:
      rulewright verify rules/my_game
      rulewright verify rules/my_game --claim game_ends --claim no_card_lost
      rulewright verify rules/my_game --reading empty_deck=reshuffle
      rulewright verify rules/my_game --scope small --budget 60 --all
      rulewright verify rules/my_game --variant long_game --variant no_trumps
      rulewright verify rules/my_game --all-variants
      rulewright verify rules/my_game --all-variants --rule-claims
      rulewright verify rules                    every rulebook in a folder
    \b
    Exit codes: 0 all as expected, 1 something departs from it, 2 the rulebook or
    the call is wrong, 3 something is unknown. Ctrl-C keeps what was decided (3).
    """
    from rulewright_verify.report.record import report_record
    from rulewright_verify.report.summary import exit_code_of
    from rulewright_verify.report.terminal import closing_lines, result_lines
    from rulewright_verify.report.variants import variant_lines
    from rulewright_verify.result import PLAY_SECONDS, VerifyOptions

    started = time.monotonic()
    options = VerifyOptions(
        claims=claims, readings=readings, scope=scope, players=players, seed=seed, budget=budget, jobs=jobs or cores(),
        variants=tuple(dict.fromkeys(variants)), all_variants=all_variants,
        rule_claims=rule_claims, play_seconds=play_budget or PLAY_SECONDS,
    )
    results: list[VerificationResult] = []
    for book in rulebooks_in(path):
        result = verified(book, options)
        results.append(result)
        if form == "text" and result.diagnostics:
            print_diagnostics(result.diagnostics, "text", color)
        if form == "text" and not result.is_wrong:
            print_lines([*result_lines(result, every=every, utf8=shows_utf8()), *variant_lines(result)], color)
        if result.interrupted:
            break
    code = exit_code_of(results)
    code = 3 if code == 0 and any(result.is_unfinished for result in results) else code
    if form == "json":
        print_json(report_record(results, version()))
    elif not all(result.is_wrong for result in results):
        print_lines(closing_lines(results, time.monotonic() - started, code), color)
    return code


def verified(path: str, options: VerifyOptions) -> VerificationResult:
    """Ask the planner, with a progress line."""
    from rulewright_verify.planner import verify as decide
    from rulewright_verify.result import Progress

    if options.claims or options.readings:
        names_exist(path, options)
    with ProgressLine("claims") as line:

        def told(progress: Progress) -> None:
            line.show(progress.done, progress.total, progress.doing, progress.seconds_left)

        result = decide(path, options, told)
    if result.interrupted:
        decided = sum(verdict.outcome != "unknown" for verdict in result.verdicts)
        remark(f"Stopped after {decided} of {len(result.verdicts)} verdicts; they are kept. The rest is unknown.")
    return result


def names_exist(path: str, options: VerifyOptions) -> None:
    """End the command if a claim or a reading is asked for that the rulebook does not have."""
    from rulewright.checker.symbols import Configuration, ReadingSymbol
    from rulewright.pipeline import check_rulebook

    game = Configuration(players=options.players, scope=options.scope, variants=options.variants)
    book, _ = check_rulebook(Path(path), game)
    if book is None:
        return  # the planner says what is wrong
    from rulewright_verify.planner.built_in import built_in

    known = (*claims_anywhere(book), *built_in(book))
    for name in options.claims:
        if name not in known:
            wrong_name("claim", name, known)
    readings = {one.name: one.type.members for one in book.symbols.values() if isinstance(one, ReadingSymbol)}
    for name, option in options.readings.items():
        if name not in readings:
            wrong_name("reading", name, readings)
        option_number(name, option, readings[name])


def claims_anywhere(book: CheckedBook) -> tuple[str, ...]:
    """The claims of the game and of all of its variants."""
    from rulewright.syntax import ast

    added = [
        change.declaration for variant in book.variants.values() for change in variant.changes
        if isinstance(change, ast.Adds)
    ]
    return tuple(dict.fromkeys(one.name.text for one in (*book.items, *added) if isinstance(one, ast.Claim)))


def cores() -> int:
    """How many processes can work at the same time here."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import version

    return version("rulewright")
