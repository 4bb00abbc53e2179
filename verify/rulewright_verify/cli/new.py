"""`rulewright new`."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click


@click.command()
@click.argument("path", metavar="NAME", type=click.Path(path_type=Path))
def new(path: Path) -> int:
    """Make a small rulebook to start from: a folder with one file of rules.

    It is a whole game with rules, claims and an example; all its claims hold.

    \b
    Example:
      rulewright new my_game
      rulewright verify my_game
      rulewright play my_game
    """
    name = path.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise click.UsageError(f"`{name}` cannot name a rulebook: small letters, digits and _ only, a letter first.")
    target = path / f"{name}.rules"
    if path.exists():
        raise click.UsageError(f"{path} is there already; nothing was changed.")
    title = name.replace("_", " ").capitalize()
    starter = files("rulewright_verify.cli").joinpath("starter.rules").read_text(encoding="utf-8")
    path.mkdir(parents=True)
    target.write_text(starter.replace("NAME", name).replace("TITLE", title), encoding="utf-8")
    click.echo(f"Wrote {target}. Look at it, then: rulewright verify {path}")
    return 0
