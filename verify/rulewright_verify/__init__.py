"""Rulewright: engines and verdicts."""
