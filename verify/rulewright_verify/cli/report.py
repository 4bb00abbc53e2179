"""`rulewright report`."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from rulewright_verify.cli.loading import print_diagnostics, rulebooks_in
from rulewright_verify.cli.options import (
    all_variants_option,
    color_option,
    instance_options,
    jobs_option,
    reading_option,
    seed_option,
)
from rulewright_verify.cli.output import print_lines, shows_utf8
from rulewright_verify.cli.verify import cores, verified


@click.command()
@click.argument("paths", metavar="RULEBOOK...", nargs=-1, required=True)
@click.option(
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/report"),
    show_default=True,
    help="Where the report goes.",
)
@reading_option
@all_variants_option
@instance_options
@seed_option
@click.option(
    "--budget", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Time for each rulebook."
)
@jobs_option
@color_option
def report(
    paths: tuple[str, ...],
    folder: Path,
    readings: dict[str, str],
    variants: tuple[str, ...],
    all_variants: bool,
    rule_claims: bool,
    play_budget: float | None,
    scope: str | None,
    players: int | None,
    seed: int,
    budget: float | None,
    jobs: int | None,
    color: str,
) -> int:
    """Verify rulebooks and write a report.

    Writes index.html (one page, no script, for screens of any size and for paper)
    and report.json (the same for programs; its format is documented), and nothing
    else. Prints a summary.

    \b
    Examples:
      rulewright report rules/my_game
      rulewright report rules                    every rulebook in a folder
      rulewright report rules/a rules/b --output build/report
      rulewright report rules/my_game --all-variants
    \b
    Exit codes: as `verify`.
    """
    from rulewright_verify.cli.samples import games_at_random
    from rulewright_verify.report.summary import exit_code_of
    from rulewright_verify.report.terminal import closing_lines, result_lines
    from rulewright_verify.report.variants import variant_lines
    from rulewright_verify.report.write import write_report
    from rulewright_verify.result import PLAY_SECONDS, VerifyOptions

    started = time.monotonic()
    options = VerifyOptions(
        readings=readings, scope=scope, players=players, seed=seed, budget=budget, jobs=jobs or cores(),
        variants=tuple(dict.fromkeys(variants)), all_variants=all_variants,
        rule_claims=rule_claims, play_seconds=play_budget or PLAY_SECONDS,
    )
    results = []
    for path in (one for given in paths for one in rulebooks_in(given)):
        result = verified(path, options)
        if not (result.is_wrong or result.interrupted):
            result = replace(result, games=games_at_random(path, options))
        results.append(result)
        if result.diagnostics:
            print_diagnostics(result.diagnostics, "text", color)
        if not result.is_wrong:
            print_lines([*result_lines(result, utf8=shows_utf8()), *variant_lines(result)], color)
        if result.interrupted:
            break
    page, _ = write_report(results, folder)
    code = exit_code_of(results)
    code = 3 if code == 0 and any(result.is_unfinished for result in results) else code
    print_lines(closing_lines(results, time.monotonic() - started, code, str(page)), color)
    return code
