"""Highlighting for editors, made from the words of the grammar, so that it cannot lag behind the language.

python -m rulewright_sphinx.highlighting editors
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from rulewright.syntax.words import words

DECLARED = (
    *("rule", "procedure", "claim", "reading", "gap", "scope", "example", "variant", "enum", "cards", "pieces"),
    *("die", "table", "record", "param", "step", "source"),
)
DECLARATIONS = rf"^\s*({'|'.join(DECLARED)})\s+(\w+)"
CONSTANTS = ("yes", "no", "none", "nothing")


def main(folder: str) -> None:
    """Write the files."""
    for name, text in files().items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """The generated files, by their place in `editors/`."""
    return {
        "vim/syntax/rulewright.vim": _vim(),
        "textmate/rulewright.tmLanguage.json": json.dumps(_textmate(), indent=2) + "\n",
    }


def _phrases() -> str:
    """Every word and phrase of the language as one pattern, longer ones first."""
    spellings = {*words().keywords, *words().phrases} - set(CONSTANTS)
    return "|".join(re.escape(one).replace(r"\ ", " ") for one in sorted(spellings, key=lambda one: (-len(one), one)))


def _textmate() -> dict[str, object]:
    patterns = [
        ("comment.line.number-sign", "#.*$"),
        ("string.quoted.double", r'"[^"]*"'),
        ("constant.other.passage", r"\b[A-Z]{2,}-[0-9]+\b"),
        ("constant.numeric", r"\b(?:[0-9]*d[0-9]+|[0-9]+)\b"),
        ("constant.language", rf"\b(?:{'|'.join(CONSTANTS)})\b"),
        ("keyword.control", rf"\b(?:{_phrases()})\b"),
        ("keyword.operator", r"->|\.\.|[<>!]=|[=<>+*/≠≤≥-]"),
    ]
    declaration = {
        "match": DECLARATIONS,
        "captures": {"1": {"name": "keyword.declaration.rulewright"}, "2": {"name": "entity.name.rulewright"}},
    }
    rest = [{"name": f"{name}.rulewright", "match": pattern} for name, pattern in patterns]
    return {
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["rules"],
        "patterns": [*rest[:2], declaration, *rest[2:]],
    }


def _vim() -> str:
    keywords = [word for word in words().keywords if word not in CONSTANTS]
    lines = [
        '" Rulebooks of Rulewright. Made by `make pages`; changes here are lost.',
        'if exists("b:current_syntax")',
        "  finish",
        "endif",
        "syntax case match",
        f"syntax keyword rulewrightConstant {' '.join(CONSTANTS)}",
        f"syntax keyword rulewrightKeyword {' '.join(keywords)}",
        *(rf"syntax match rulewrightKeyword /\<{phrase}\>/" for phrase in words().phrases),
        r"syntax match rulewrightNumber /\<\d*d\d\+\>\|\<\d\+\>/",
        r"syntax match rulewrightPassage /\<\u\{2,}-\d\+\>/",
        'syntax region rulewrightString start=/"/ end=/"/ oneline',
        "syntax match rulewrightComment /#.*$/",
        "highlight default link rulewrightConstant Constant",
        "highlight default link rulewrightKeyword Keyword",
        "highlight default link rulewrightNumber Number",
        "highlight default link rulewrightPassage Identifier",
        "highlight default link rulewrightString String",
        "highlight default link rulewrightComment Comment",
        'let b:current_syntax = "rulewright"',
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main(*sys.argv[1:])
