"""The pages of the reference that are made from the code: the command line and the messages.

python -m rulewright_sphinx.pages docs/reference
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from rulewright.diagnostics import Code, explanation
from rulewright_verify.cli.application import commands
from rulewright_verify.cli.explain import all_known_codes

BANDS = {
    "1": "Syntax",
    "2": "Names",
    "3": "Types",
    "4": "Well-formedness",
    "5": "Remarks",
    "6": "Verification",
    "7": "Verification",
    "8": "Verification",
    "9": "Rulewright itself",
}


def main(folder: str) -> None:
    """Write the pages."""
    for name, text in pages().items():
        Path(folder, name).write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """The generated pages, by file name."""
    return {
        "command-line.md": "\n".join([*_command_line(), ""]),
        "diagnostics.md": "\n".join([*_diagnostics(), ""]),
    }


# ------------------------------------------------------------------ the command line


def _command_line() -> Iterator[str]:
    yield "# Command line"
    yield ""
    yield from _help(commands)
    for name, command in _all_commands():
        yield ""
        yield f"## `rulewright {name}`"
        yield ""
        yield from _usage(name, command)
        yield from _help(command)
        yield from _options(command)


def _all_commands() -> Iterator[tuple[str, click.Command]]:
    """Those of the group in its order, then those that other packages bring."""
    context = click.Context(commands)
    for name in dict.fromkeys([*commands.commands, *commands.list_commands(context)]):
        command = commands.get_command(context, name)
        if command is not None:
            yield name, command


def _usage(name: str, command: click.Command) -> Iterator[str]:
    arguments = [one.metavar or one.name or "" for one in command.params if isinstance(one, click.Argument)]
    yield "```text"
    yield " ".join(["rulewright", name, *arguments, "[OPTIONS]"])
    yield "```"
    yield ""


def _help(command: click.Command) -> Iterator[str]:
    """The help text; what click shall leave as it stands (behind a backspace) becomes a block."""
    for number, paragraph in enumerate(cleandoc(command.help or "").split("\n\n")):
        if number:
            yield ""
        for part, text in enumerate(re.split(r"^\x08\n", paragraph, flags=re.MULTILINE)):
            if not text.strip():
                continue
            if part:
                yield "```text"
                yield text.rstrip()
                yield "```"
            else:
                yield text.rstrip()


def _options(command: click.Command) -> Iterator[str]:
    options = [one for one in command.params if isinstance(one, click.Option)]
    if not options:
        return
    yield ""
    yield "| option | meaning |"
    yield "|---|---|"
    for option in options:
        names = ", ".join(option.opts)
        value = _value(option)
        yield f"| `{names}{f' {value}' if value else ''}` | {_meaning(option)} |"


def _value(option: click.Option) -> str:
    if option.is_flag:
        return ""
    if isinstance(option.type, click.Choice):
        return "\\|".join(str(one) for one in option.type.choices)
    return option.metavar or option.type.name.upper()


def _meaning(option: click.Option) -> str:
    text = option.help or ""
    if option.show_default and option.default is not None:
        text += f" Without it: `{option.default}`."
    return text


# ------------------------------------------------------------------ diagnostics


def _diagnostics() -> Iterator[str]:
    yield "# Messages"
    yield ""
    yield "What Rulewright says about a rulebook, by number."
    yield "`rulewright explain RW204` prints the same in the terminal."
    band = ""
    for code in all_known_codes():
        if BANDS[code.id[2]] != band:
            band = BANDS[code.id[2]]
            yield ""
            yield f"## {band}"
        yield ""
        yield from _code(code)


def _code(code: Code) -> Iterator[str]:
    yield f"({code.id.lower()})="
    yield f"### {code.id} `{code.name}`"
    yield ""
    yield f"*{code.severity.capitalize()}: {code.title}.*"
    yield ""
    yield explanation(code.id) or ""


if __name__ == "__main__":
    main(*sys.argv[1:])
