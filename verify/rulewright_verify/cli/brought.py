"""The group of commands, with those that other installed packages bring as entry points of `rulewright.commands`.

Packages are asked only when a name is not known here, or when all commands are listed: asking takes time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "rulewright.commands"


class Commands(click.Group):
    """A group whose commands may also stand in other packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the alphabet."""
        return sorted({*self.commands, *_brought().names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, ours first."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        for point in _brought().select(name=cmd_name):
            found = point.load()
            if isinstance(found, click.Command):
                return found
        return None


def _brought() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to load, and mostly not needed

    return entry_points(group=GROUP)
