"""The group of commands, and what happens when one of them breaks down."""

from __future__ import annotations

import errno
import os
import shlex
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
DEEPEST = 6000
"""Calls inside each other: fewer than a stack of 8 MB holds, and many more than what the checks let through needs."""
FINE, CALL_WRONG, STOPPED, BROKEN = 0, 2, 3, 70
TOO_DEEP = "Error: too many things in this rulebook are inside each other, or use each other in a row."
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What says of a write, without a file's name, that it is the printing that failed."""


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
    _open_streams()
    sys.setrecursionlimit(DEEPEST)
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
    except RecursionError:
        click.echo(TOO_DEEP, err=True)
        return CALL_WRONG
    except MemoryError:
        click.echo(f"Stopped: the memory limit of {MEMORY_MB} MB is used up.", err=True)
        return STOPPED
    except (BrokenPipeError, SystemExit):  # click makes the one of the other
        _say_no_more()  # whoever read the output has gone, as `head` does
        return FINE
    except OSError as refused:
        if refused.filename is None and refused.errno not in UNWRITABLE:
            return _broken(refused, arguments)
        if refused.filename is None:
            _say_no_more()
            click.echo(f"Error: what is printed cannot be written: {refused.strerror}", err=True)
            return CALL_WRONG
        click.echo(f"Error: {os.fspath(refused.filename)} cannot be used: {refused.strerror}", err=True)
        return CALL_WRONG
    except Exception as broken:  # the last resort: a mistake in Rulewright, told in one line
        return _broken(broken, arguments)
    return code if isinstance(code, int) else FINE


def _open_streams() -> None:
    """Whoever calls may have closed what is read and printed; then nothing comes, and what is said is lost."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _say_no_more() -> None:
    """What is still to be printed goes nowhere, so that nothing fails again when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _broken(broken: Exception, arguments: Sequence[str]) -> int:
    if "--traceback" in arguments:
        traceback.print_exception(broken)
    what = " ".join(f"{type(broken).__name__}: {broken}".split())
    click.echo(f"Rulewright broke: {what}", err=True)
    click.echo(
        "This is a mistake in Rulewright, not in the rulebook. Please report it with the rulebook and what\n"
        f"`rulewright --traceback {shlex.join(one for one in arguments if one != '--traceback')}` prints.",
        err=True,
    )
    return BROKEN
