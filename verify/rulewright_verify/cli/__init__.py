"""The command `rulewright`. Here alone is where arguments, files, clocks and the terminal are known.

Modules import only click and the standard library at their top: what a command does not need it does not load.
"""

from rulewright_verify.cli.application import main

__all__ = ["main"]
