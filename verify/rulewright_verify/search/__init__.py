"""Plays found by guided search and at random. Public: `find_play`, `random_refutation` and what they give back."""

from rulewright_verify.search.find import find_play, find_target
from rulewright_verify.search.random_plays import RandomPlays, random_refutation
from rulewright_verify.search.targets import FoundPlay, Target, compared, refutation, witness

__all__ = [
    "FoundPlay",
    "RandomPlays",
    "Target",
    "compared",
    "find_play",
    "find_target",
    "random_refutation",
    "refutation",
    "witness",
]
