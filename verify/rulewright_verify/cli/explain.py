"""`rulewright explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.output import print_json

if TYPE_CHECKING:
    from rulewright.diagnostics import Code


@click.command()
@click.argument("code", required=False)
@click.option("--list", "every", is_flag=True, help="All codes with their titles.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people or programs.")
def explain(code: str | None, every: bool, form: str) -> int:
    """Say more about the code of a message.

    \b
    Examples:
      rulewright explain RW204
      rulewright explain unknown-name
      rulewright explain --list
    """
    from rulewright.diagnostics import explanation, find_class, nearest

    codes = all_known_codes()
    if every:
        if form == "json":
            print_json(
                [{"code": one.id, "name": one.name, "severity": one.severity, "title": one.title} for one in codes]
            )
        else:
            click.echo("\n".join(f"{one.id}  {one.severity:<8} {one.name:<32} {one.title}" for one in codes))
        return 0
    if code is None:
        raise click.UsageError("which code? `rulewright explain --list` shows them all.")
    found = find_class(code)
    if found is None:
        meant = nearest(code, [name for one in codes for name in (one.id, one.name)])
        raise click.UsageError(f"there is no code `{code}`." + (f" Did you mean `{meant}`?" if meant else ""))
    text = explanation(code) or ""
    if form == "json":
        one = found.code
        print_json({"code": one.id, "name": one.name, "severity": one.severity, "title": one.title, "text": text})
    else:
        click.echo(f"{found.code.id} {found.code.name} ({found.code.severity}): {found.code.title}\n\n{text}")
    return 0


def all_known_codes() -> tuple[Code, ...]:
    """The codes of every part of Rulewright, whether it was used yet or not."""
    from importlib import import_module
    from pkgutil import iter_modules

    from rulewright.diagnostics import all_codes

    for area in ("rulewright.syntax.errors", "rulewright.checker.errors"):
        for module in iter_modules(import_module(area).__path__, f"{area}."):
            import_module(module.name)
    return all_codes()
