"""Rulewright."""
