"""Words of programming languages and of rules in prose, and what stands for them here."""

_ENDS_ITSELF = "nothing: a block ends where its indentation ends"
_LOOP = "a condition on the loop: `repeat until ...`, `while ...`"
_FOREIGN = {
    "else": "`otherwise`",
    "elif": "`otherwise if`",
    "elseif": "`otherwise if`",
    "elsif": "`otherwise if`",
    "unless": "`if not`",
    "endif": _ENDS_ITSELF,
    "endfor": _ENDS_ITSELF,
    "endwhile": _ENDS_ITSELF,
    "fi": _ENDS_ITSELF,
    "foreach": "`for each`",
    "function": "`rule` for an answer, `procedure` for steps",
    "def": "`rule` for an answer, `procedure` for steps",
    "func": "`rule` for an answer, `procedure` for steps",
    "define": "`rule` for an answer, `procedure` for steps",
    "class": "`record` for things with fields, `enum` for a list of names",
    "struct": "`record`",
    "type": "`enum` for a list of names, `record` for things with fields",
    "const": "`param`",
    "constant": "`param`",
    "var": "a line in a `state` block",
    "variable": "a line in a `state` block",
    "return": "a `rule` for an answer; steps give none",
    "break": _LOOP,
    "continue": _LOOP,
    "stop": _LOOP,
    "shuffle": "nothing: a bag is always shuffled",
    "print": "`told` and a text",
    "say": "`told` and a text",
    "show": "`told` and a text",
    "loop": "`repeat`",
    "forever": "`repeat`",
    "assert": "a `claim`",
    "test": "an `example`",
    "extends": "`variant NAME of RULEBOOK`",
    "swap": "three steps: `move all from A to C`, `move all from B to A`, `move all from C to B`",
    "exchange": "three steps: `move all from A to C`, `move all from B to A`, `move all from C to B`",
    "reveal": "`move` into a zone `seen by all`, or `told` and a text",
    "discard": "`move card from ... to ...`",
    "deal": "`draw 5 cards from ... to ...` below `for each p in Player`",
    "pay": "two steps: `cash[p] becomes cash[p] - n`, and the same with `+` for who is paid",
}


def instead_of(word: str) -> str | None:
    """What this language writes where another, or a rulebook in prose, has such a word."""
    return _FOREIGN.get(word.lower())
