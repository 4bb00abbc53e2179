"""Rulewright: printed rulebooks."""
