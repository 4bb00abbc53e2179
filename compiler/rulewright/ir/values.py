"""How numbers are shown: as the code names by which plays are replayed, and in a reader's language."""

from __future__ import annotations

from rulewright.ir.nodes import ValueType


def printed(value_type: ValueType, value: int) -> str:
    """The code name of a value; the number itself where it has none."""
    names = value_type.names
    place = value - value_type.lo
    return names[place] if names is not None and 0 <= place < len(names) else str(value)


def in_language(value_type: ValueType, value: int, language: str) -> str:
    """The name that a reader of `language` knows; else the code name with its `_` as spaces."""
    texts = value_type.texts.get(language, ())
    place = value - value_type.lo
    text = texts[place] if 0 <= place < len(texts) else None
    return text if text is not None else printed(value_type, value).replace("_", " ")
