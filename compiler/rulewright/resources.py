"""Where the grammar and the rulebooks that come with Rulewright are.

In an installed package they lie in `rulewright/_data`, in a checkout beside `compiler/`. The checkout wins,
because an editable install leaves copies that grow stale.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def grammar_text() -> str:
    """The grammar of the rule language, `rulewright.lark`."""
    return (_folder("grammar") / "rulewright.lark").read_text(encoding="utf-8")


def _folder(name: str) -> Path:
    in_checkout = _CHECKOUT / name
    if _PACKAGE.parent.name == "compiler" and in_checkout.is_dir():
        return in_checkout
    return _PACKAGE / "_data" / name
