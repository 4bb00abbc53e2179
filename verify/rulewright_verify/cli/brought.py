"""The group of commands, with those that other installed packages bring as entry points of `rulewright.commands`.

Packages are asked only when a name is not known here, or when all commands are listed: asking takes time.
"""

from __future__ import annotations

from importlib.metadata import entry_points

import click

GROUP = "rulewright.commands"


class Commands(click.Group):
    """A group whose commands may also stand in other packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the alphabet."""
        return sorted({*self.commands, *entry_points(group=GROUP).names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, ours first."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        for point in entry_points(group=GROUP, name=cmd_name):
            found = point.load()
            if isinstance(found, click.Command):
                return found
        return None
