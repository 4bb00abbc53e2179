"""Conditions, numbers and ranges in a form that the language does not have."""

from fractions import Fraction

from rulewright.diagnostics import Diagnostic
from rulewright.syntax.diagnose.trouble import COMPARISONS, Trouble
from rulewright.syntax.errors import (
    ChainedComparison,
    DecimalNumber,
    NeedsHas,
    NeedsName,
    RangeForm,
    TextAsValue,
    Unexpected,
    WrongComparison,
    YesOrNoForm,
)
from rulewright.syntax.lines import Kind

_SIGNS = {
    "==": "=",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not",
    "is": "=",
    "equals": "=",
    "are": "=",
}
_FOLDS = frozenset(("count", "sum", "product", "min", "max", "first", "all"))
_QUANTIFIERS = frozenset(("some", "every", "no"))


def text_as_value(t: Trouble) -> Diagnostic | None:
    if not t.at_end and t.pieces[t.at].kind is Kind.TEXT and t.wants("INT"):
        return TextAsValue(span=t.span_here())
    return None


def in_after_name(t: Trouble) -> Diagnostic | None:
    """`for each card of hand[p]`, `p chooses card from hand[p]`."""
    if t.here in ("of", "from") and t.wants("IN"):
        return Unexpected(found=t.here, expected="`in`", span=t.span_here())
    return None


def wrong_comparison(t: Trouble) -> Diagnostic | None:
    if t.here == "empty" and t.wants("_IS_EMPTY"):
        instead = f"{t.words(t.operand_start(t.at), t.at)} is empty"
        return WrongComparison(found="empty", instead=instead, span=t.span_here())
    if t.here not in _SIGNS:
        return None
    found, instead, end = t.here, _SIGNS[t.here], t.at + 1
    if t.here in ("is", "are") and t.word(t.at + 1) == "not":
        found, instead, end = f"{t.here} not", "!=", t.at + 2
    left, right = t.operand_start(t.at), t.operand_end(end)
    if instead in ("and", "or"):
        shown = instead
    elif instead == "not":
        shown = f"not {t.words(end, right)}"
    else:
        shown = f"{t.words(left, t.at)} {instead} {t.words(end, right) or '...'}"
    return WrongComparison(found=found, instead=shown, span=t.span(t.at, end))


def chained_comparison(t: Trouble) -> Diagnostic | None:
    """`a < b <= c`."""
    if t.here not in COMPARISONS:
        return None
    left, right = t.operand_start(t.at), t.operand_end(t.at + 1)
    first = next((i for i in range(left, t.at) if t.word(i) in COMPARISONS), None)
    if first is None:
        return None
    middle = t.words(first + 1, t.at)
    instead = f"{t.words(left, t.at)} and {middle} {t.here} {t.words(t.at + 1, right)}"
    return ChainedComparison(instead=instead, span=t.span_here())


def decimal_number(t: Trouble) -> Diagnostic | None:
    """`16%`, `0.1667`, `0,5` is a list and not caught here."""
    if t.here == "%" and t.is_number(t.at - 1):
        start = t.at - 3 if t.word(t.at - 2) == "." and t.is_number(t.at - 3) else t.at - 1
        value = Fraction(t.words(start, t.at).replace(" ", "")) / 100
        return DecimalNumber(instead=_fraction(value), span=t.span(start, t.at + 1))
    point = t.at if t.here == "." else t.at - 1
    if t.word(point) == "." and t.is_number(point - 1) and t.is_number(point + 1):
        digits = t.word(point + 1)
        value = Fraction(t.word(point - 1) + "." + digits)
        near = value.limit_denominator(60)
        if round(float(near), len(digits)) == round(float(value), len(digits)):
            value = near
        end = point + 2
        if t.word(end) == "%":
            value, end = value / 100, end + 1
        return DecimalNumber(instead=_fraction(value), span=t.span(point - 1, end))
    return None


def _fraction(value: Fraction) -> str | None:
    return str(value) if value.denominator < 10**6 else None


def range_form(t: Trouble) -> Diagnostic | None:
    """`10-100`, `10 to 100`, `10...100` where a range is expected."""
    if t.here == "." and t.word(t.at - 1) == ".." and t.is_number(t.at + 1):
        start = t.operand_start(t.at - 1)
        instead = f"{t.words(start, t.at - 1)}..{t.word(t.at + 1)}"
        return RangeForm(instead=instead, span=t.span(start, t.at + 2))
    if not t.wants("RANGE"):
        return None
    if t.here in ("to", "until", "-"):
        start, end = t.operand_start(t.at), t.operand_end(t.at + 1)
        instead = f"{t.words(start, t.at)}..{t.words(t.at + 1, end)}"
        return RangeForm(instead=instead, span=t.span(start, end))
    if t.word(t.at - 2) == "-" and t.is_number(t.at - 1) and t.is_number(t.at - 3):
        instead = f"{t.word(t.at - 3)}..{t.word(t.at - 1)}"
        return RangeForm(instead=instead, span=t.span(t.at - 3, t.at))
    return None


def yes_or_no_form(t: Trouble) -> Diagnostic | None:
    """`yes/no`, `yes, no` where a type is expected."""
    for index in (t.at - 3, t.at - 1, t.at):
        if t.word(index) == "yes" and t.word(index + 1) in ("/", ",", "|") and t.word(index + 2) == "no":
            if not t.wants("RANGE", "_YES_OR_NO"):
                continue
            return YesOrNoForm(span=t.span(index, index + 3))
    return None


def needs_name(t: Trouble) -> Diagnostic | None:
    """`count(hand[p])`."""
    if t.here != ")" or not t.wants("_FOR", "IN"):
        return None
    start = t.operand_start(t.at)
    fold = t.word(start - 2)
    if fold not in _FOLDS:
        return None
    inner, name = t.words(start, t.at), "x"
    instead = f"{fold}({name} in {inner})"
    if fold in ("sum", "product", "min", "max") and t.word(t.at - 2) == ".":
        instead = f"{fold}({name}.{t.word(t.at - 1)} for {name} in {t.words(start, t.at - 2)})"
    return NeedsName(fold=fold, instead=instead, span=t.span(start, t.at))


def needs_has(t: Trouble) -> Diagnostic | None:
    """`no other in trick where ...`, `every r in Region: ...`, `no bust`, `no hand[p]`."""
    if not t.wants("HAS", "IN"):
        return None
    quantifier = next((i for i in range(t.at - 1, -1, -1) if t.word(i) in _QUANTIFIERS), None)
    if quantifier is None:
        return None
    word = t.word(quantifier)
    instead = None
    if t.wants("HAS") and t.here in ("where", "with", "when", ":", ",", "that", "is", "such"):
        instead = f"{t.words(quantifier, t.at)} has {t.words(t.at + 1)}"
    elif t.wants("HAS"):
        pass
    elif t.at == quantifier + 2 and word == "no":
        end = t.operand_end(quantifier + 1)
        value = t.words(quantifier + 1, end)
        instead = f"{value} is empty" if t.here == "[" else f"not {value}"
    return NeedsHas(quantifier=word, instead=instead, span=t.span(quantifier, max(t.at, quantifier + 1)))
