"""`rulewright check`."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_verify.cli.loading import print_diagnostics, rulebooks_in
from rulewright_verify.cli.options import instance_options, output_options


@click.command()
@click.argument("paths", metavar="RULEBOOK...", nargs=-1, required=True)
@instance_options
@output_options
def check(
    paths: tuple[str, ...], scope: str | None, players: int | None, variants: tuple[str, ...], form: str, color: str
) -> int:
    """Look for mistakes in how a rulebook is written.

    Reads all its files and checks names, types, ranges and the shape of things,
    in the game as it is printed and with each of its variants.
    Nothing is proved here, so it is quick; `verify` asks whether claims are true.

    \b
    Examples:
      rulewright check rules/my_game
      rulewright check rules                    every rulebook in a folder
      rulewright check my_game.rules --format json
    \b
    Exit codes: 0 no error (there may be warnings), 2 errors.
    """
    from rulewright.checker.symbols import Configuration
    from rulewright.diagnostics import ERROR, Diagnostic
    from rulewright.pipeline import AS_PRINTED, check_rulebook, check_with_variants

    found: list[Diagnostic] = []
    fine: list[str] = []
    for path in (one for given in paths for one in rulebooks_in(given)):
        configuration = Configuration(players, scope, variants)
        if configuration == AS_PRINTED:
            book, diagnostics = check_with_variants(Path(path))
        else:
            book, diagnostics = check_rulebook(Path(path), configuration)
        found += diagnostics
        if book is not None and not diagnostics:
            fine.append(f"{book.name}: no mistakes found in {path}")
    print_diagnostics(found, form, color)
    if form == "text":
        click.echo("".join(line + "\n" for line in fine), nl=False)
    return 2 if any(diagnostic.severity is ERROR for diagnostic in found) else 0
