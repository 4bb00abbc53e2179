"""Highlighting for editors, made from the words of the grammar, so that it cannot lag behind the language.

python -m rulewright_sphinx.highlighting editors
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from rulewright_sphinx.word_table import word_table

# A word that begins a line is none where it is used like a name: `players: 0..4`, `step.play`, `count becomes 3`.
_NOT_A_NAME = r"(?![ \t]*(?::|becomes\b|chooses\b)|[\[.])"
_PASSAGE = r"\b[A-Z]{2,}-[A-Z]?[0-9]+\b"


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
        "vscode/syntaxes/rulewright.tmLanguage.json": json.dumps(_textmate(), indent=2, ensure_ascii=False) + "\n",
    }


def _longest_first(words: Iterable[str]) -> list[str]:
    """So that `otherwise if` is not taken for `otherwise`."""
    return sorted(words, key=lambda word: (-len(word), word))


# ------------------------------------------------------------------ TextMate


def _textmate() -> dict[str, object]:
    table = word_table()
    declaration = {
        "match": rf"^({_any(table.headings)})[ \t]+(\w+)",
        "captures": {"1": {"name": "keyword.declaration.rulewright"}, "2": {"name": "entity.name.rulewright"}},
    }
    text = {
        "name": "string.quoted.double.rulewright",
        "begin": '"',
        "end": r'"|^[ \t]*$',
        "patterns": [
            {"name": "constant.character.escape.rulewright", "match": r'\\["\\]'},
            {"name": "variable.other.rulewright", "match": r"\{[^{}]*\}"},
        ],
    }
    return {
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["rules"],
        "patterns": [
            _match("comment.line.number-sign", "#.*$"),
            text,
            declaration,
            _match("keyword.declaration", rf"^{_any(table.headings)}{_NOT_A_NAME}"),
            _match("keyword.control", rf"^[ \t]*{_any({*table.headings, *table.line_words})}{_NOT_A_NAME}"),
            _match("constant.other.passage", _PASSAGE),
            _match("constant.numeric", r"\b(?:[0-9]*d[0-9]+|[0-9]+)\b"),
            _match("keyword.other", rf"(?<![.\w]){_any(table.phrases)}"),
            _match("constant.language", rf"(?<![.\w]){_any(table.values)}"),
            _match("support.function", rf"(?<![.\w]){_any(table.functions)}(?=\()"),
            _match("keyword.other", rf"(?<![.\w]){_any(table.inner_words)}{_NOT_A_NAME}"),
            _match("keyword.operator", r"->|\.\.|[<>!]=|[=<>+*/≠≤≥-]"),
        ],
    }


def _match(scope: str, pattern: str) -> dict[str, object]:
    return {"name": f"{scope}.rulewright", "match": pattern}


def _any(words: Iterable[str]) -> str:
    return rf"(?:{'|'.join(_longest_first(words))})\b"


# ------------------------------------------------------------------ Vim

_GROUPS = {
    "Heading": "Statement",
    "Word": "Keyword",
    "Value": "Constant",
    "Function": "Function",
    "Number": "Number",
    "Passage": "Identifier",
    "Text": "String",
    "Remark": "Comment",
}


def _vim() -> str:
    """Of two patterns that match at one place, Vim takes the later one."""
    table = word_table()
    not_a_name = r"\%(\s*\%(:\|becomes\>\|chooses\>\)\|[\[.]\)\@!"
    lines = [
        '" Rulebooks of Rulewright. Made by `make pages`; changes here are lost.',
        'if exists("b:current_syntax")',
        "  finish",
        "endif",
        "syntax case match",
        _vim_match("Word", rf"\<{_vim_any(table.inner_words)}\>{not_a_name}"),
        _vim_match("Word", rf"^\s*\zs{_vim_any({*table.headings, *table.line_words})}\>{not_a_name}"),
        _vim_match("Heading", rf"^{_vim_any(table.headings)}\>{not_a_name}"),
        _vim_match("Value", rf"\<{_vim_any(table.values)}\>"),
        _vim_match("Word", rf"\<{_vim_any(table.phrases)}\>"),
        _vim_match("Function", rf"\<{_vim_any(table.functions)}\ze("),
        _vim_match("Number", r"\<\%(\d*d\d\+\|\d\+\)\>"),
        _vim_match("Passage", r"\<\u\{2,}-\u\=\d\+\>"),
        r'syntax region rulewrightText start=/"/ skip=/\\./ end=/"/ end=/^\s*$/',
        _vim_match("Remark", "#.*$"),
        *(f"highlight default link rulewright{group} {name}" for group, name in _GROUPS.items()),
        'let b:current_syntax = "rulewright"',
    ]
    return "\n".join([*lines, ""])


def _vim_match(group: str, pattern: str) -> str:
    return f"syntax match rulewright{group} /{re.sub('/', '[/]', pattern)}/"


def _vim_any(words: Iterable[str]) -> str:
    return "\\%(" + r"\|".join(_longest_first(words)) + r"\)"


if __name__ == "__main__":
    main(*sys.argv[1:])
