"""Questions about chances that no claim asks. Public: `Asking`, `Over`, `tables`, `Table`, `Row`, and what is wrong."""

from rulewright_verify.odds.asking import Asking, BadQuestion, Over, WrongText, cut_at_commas
from rulewright_verify.odds.tables import Row, Table, tables

__all__ = ["Asking", "BadQuestion", "Over", "Row", "Table", "WrongText", "cut_at_commas", "tables"]
