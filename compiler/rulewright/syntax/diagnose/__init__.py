"""Why a line cannot be parsed, in words that help whoever wrote it.

Takes the place at which the parser stopped (`Trouble`); gives the one diagnostic that fits best. The checks are
tried from the most telling to the least; the last one lists what could have stood there.
"""

from collections.abc import Callable

from rulewright.diagnostics import Diagnostic
from rulewright.syntax.diagnose import conditions, layout, steps, words
from rulewright.syntax.diagnose.trouble import Trouble
from rulewright.syntax.errors import Unexpected, Unfinished
from rulewright.syntax.lines import Line
from rulewright.syntax.words import in_words

__all__ = ["Trouble", "explain"]

Check = Callable[[Trouble], Diagnostic | None]
_CHECKS: tuple[Check, ...] = (
    words.import_line,
    words.remark_sign,
    steps.two_lines,
    words.word_as_name,
    words.dangling_word,
    words.article,
    steps.told_to,
    conditions.text_as_value,
    conditions.in_after_name,
    steps.text_without_quotes,
    steps.open_row,
    steps.repeated_choice,
    conditions.yes_or_no_form,
    conditions.range_form,
    conditions.decimal_number,
    steps.value_by_condition,
    words.foreign,
    words.unknown_heading,
    words.misspelt_phrase,
    steps.not_becomes,
    steps.roll_form,
    conditions.chained_comparison,
    conditions.wrong_comparison,
    steps.condition_word,
    conditions.needs_has,
    steps.after_heading,
    steps.no_answer_type,
    steps.unlabelled,
    conditions.needs_name,
    words.misspelt,
    words.broken_name,
    steps.so_many_times,
    steps.behind_on_the_line,
)
_VALUE = frozenset(("NAME", "INT", "LPAR", "LSQB", "MINUS", "YES", "NO", "NONE", "FOLD"))
_CONDITION = frozenset(("NOT", "_SOME", "EVERY", "IF"))
_GOING_ON = frozenset(
    [
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "DOT",
        "LSQB",
        "LPAR",
        "COMPARE",
        "EQUAL",
        "IN",
        "AND",
        "OR",
        "RANGE",
        "_IS_EMPTY",
        "_IS_NOT_EMPTY",
    ]
)
_BEFORE_CONDITION = frozenset(
    ("if", "while", "until", "when", "where", "has", "then", "and", "or", "not", "always", "never", "possible")
)
_MOST_LISTED = 6


def explain(trouble: Trouble, following: Line | None) -> Diagnostic:
    """What is wrong with the line of `trouble`; `following` is the line after it."""
    if trouble.kind == "_INDENT":
        return layout.indented_too_far(trouble)
    if trouble.expected == {"_INDENT"}:
        return layout.missing_block(trouble, following)
    for check in _CHECKS:
        found = check(trouble)
        if found is not None:
            return found
    if trouble.kind in ("_DEDENT", "$END"):
        return layout.ends_too_early(trouble)
    expected = _in_words(trouble)
    if trouble.at_end:
        return Unfinished(expected=expected, span=trouble.span_here())
    return Unexpected(found=trouble.here, expected=expected, span=trouble.span_here())


def _in_words(trouble: Trouble) -> str | None:
    """`here belongs ...`, unless so much could stand here that a list would not help."""
    expected = trouble.expected
    rest = expected - _GOING_ON or expected & {"IN", "RANGE"} or expected
    names = []
    if expected >= _VALUE:
        rest -= _VALUE | _CONDITION
        names.append("a condition" if trouble.word(trouble.at - 1) in _BEFORE_CONDITION else "a value")
    names += sorted({name for terminal in rest for name in in_words(terminal)})
    if not names or len(names) > _MOST_LISTED:
        return None
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
