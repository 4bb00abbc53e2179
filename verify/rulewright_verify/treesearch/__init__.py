"""A player who searches. Public: `TreeSearch`; `guessed`, what else a player could be looking at."""

from rulewright_verify.treesearch.guesses import Guesses
from rulewright_verify.treesearch.player import TreeSearch

__all__ = ["Guesses", "TreeSearch"]
