"""Diagnostics: what they are, all codes there are, how they are shown.

Read in this order: `types`, `registry`, `nearest`, `render`.
The texts of an area stand in its own `errors.py`.
"""

from rulewright.diagnostics.nearest import nearest
from rulewright.diagnostics.registry import all_codes, explanation, find_class
from rulewright.diagnostics.render import render_text, to_json
from rulewright.diagnostics.types import ERROR, NOTE, WARNING, Code, Diagnostic, Severity

__all__ = [
    "ERROR",
    "NOTE",
    "WARNING",
    "Code",
    "Diagnostic",
    "Severity",
    "all_codes",
    "explanation",
    "find_class",
    "nearest",
    "render_text",
    "to_json",
]
