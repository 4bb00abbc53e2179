"""The group of commands, and what happens when one of them breaks down."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence

import click

from rulewright_verify.cli.brought import Commands
from rulewright_verify.cli.check import check
from rulewright_verify.cli.explain import explain
from rulewright_verify.cli.explore import explore
from rulewright_verify.cli.new import new
from rulewright_verify.cli.odds import odds
from rulewright_verify.cli.play import play
from rulewright_verify.cli.report import report
from rulewright_verify.cli.show import show
from rulewright_verify.cli.simulate import simulate
from rulewright_verify.cli.verify import verify
from rulewright_verify.machine import limit_memory, memory_of_the_machine

MEMORY_MB = memory_of_the_machine() * 3 // 4
FINE, CALL_WRONG, STOPPED, BROKEN = 0, 2, 3, 70


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="rulewright", prog_name="rulewright")
@click.option("--traceback", is_flag=True, help="Show where Rulewright itself broke, if it does.")
def commands(traceback: bool) -> None:
    """Write the rules of a tabletop game once; play, check and prove them.

    A rulebook is a file that ends in .rules, or a folder of such files.

    \b
    Begin with:
      rulewright new my_game          a small rulebook to start from
      rulewright check my_game        is it well written?
      rulewright verify my_game       are its claims true?
      rulewright play my_game         play it here
    \b
    Exit codes: 0 all as expected, 1 something departs from what the rulebook
    expects, 2 the rulebook or the call is wrong, 3 something is unknown or was
    stopped, 70 Rulewright broke. 2 goes before 1, and 1 before 3.
    """


for command in (new, check, verify, report, explore, odds, play, simulate, show, explain):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point of the installed command. It keeps to the memory that the machine has, and leaves on SIGTERM as
    on Ctrl-C: with the results so far."""
    limit_memory(MEMORY_MB)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; give back the exit code."""
    try:
        code = commands.main(list(arguments), prog_name="rulewright", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as wrong:
        wrong.show()
        return CALL_WRONG
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return STOPPED
    except MemoryError:
        click.echo(f"Stopped: the memory limit of {MEMORY_MB} MB is used up.", err=True)
        return STOPPED
    except BrokenPipeError:
        # Whoever read the output has gone, as `head` does; nothing is left to be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as refused:
        if refused.filename is None:
            return _broken(refused, arguments)
        click.echo(f"Error: {os.fspath(refused.filename)} cannot be used: {refused.strerror}", err=True)
        return CALL_WRONG
    except Exception as broken:  # the last resort: a mistake in Rulewright, told in one line
        return _broken(broken, arguments)
    return code if isinstance(code, int) else FINE


def _broken(broken: Exception, arguments: Sequence[str]) -> int:
    if "--traceback" in arguments:
        traceback.print_exception(broken)
    what = " ".join(f"{type(broken).__name__}: {broken}".split())
    click.echo(f"Rulewright broke: {what}", err=True)
    click.echo(
        "This is a mistake in Rulewright, not in the rulebook. Please report it with the rulebook and what\n"
        f"`rulewright --traceback {' '.join(one for one in arguments if one != '--traceback')}` prints.",
        err=True,
    )
    return BROKEN
