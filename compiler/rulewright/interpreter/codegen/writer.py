"""Where generated code is put together: blocks of lines, functions, and the constants they use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from rulewright.interpreter.codegen.code import Code, name

WORD = re.compile(r"[A-Za-z_]\w*")


class Block:
    """Lines at one level of indentation; lines may be added in the middle through `gap`."""

    def __init__(self) -> None:
        self._parts: list[str | tuple[str, Block] | Block] = []

    def line(self, text: str) -> None:
        self._parts.append(text)

    def nested(self, header: str) -> Block:
        """`header:` and an indented block, which is returned."""
        inner = Block()
        self._parts.append((header, inner))
        return inner

    def gap(self) -> Block:
        """A place in this block, at this level, that can be filled later."""
        inner = Block()
        self._parts.append(inner)
        return inner

    def attach(self, other: Block) -> None:
        """Append the lines of another block."""
        self._parts.append(other)

    @property
    def is_empty(self) -> bool:
        return not any(True for _ in self.lines(0))

    def lines(self, depth: int) -> Iterator[str]:
        for part in self._parts:
            if isinstance(part, str):
                yield " " * depth + part
            elif isinstance(part, Block):
                yield from part.lines(depth)
            else:
                header, inner = part
                yield " " * depth + header + ":"
                yield from inner.lines(depth + 1) if not inner.is_empty else (" " * (depth + 1) + "pass",)


class Function:
    """A function in the making. Its locals have names of their own."""

    def __init__(self, title: str, params: tuple[str, ...]) -> None:
        self.title = title
        self.params = params
        self.body = Block()
        self.changing: set[str] = set()
        """Locals that get new values in each round of a loop: the same text is not the same value."""
        self._names = dict.fromkeys(params, 0)
        self._outer: Function | None = None
        self._numbers = count(1)

    def inside(self, title: str) -> Function:
        """A function that may use the locals of this one; `close_over` makes them its parameters."""
        inner = Function(title, ())
        inner._outer = self
        inner._numbers = self._numbers
        return inner

    def close_over(self) -> None:
        """Make parameters of those locals of functions outside that the body mentions."""
        mentioned = set(WORD.findall("\n".join(self.body.lines(0))))
        outside = self._outer._visible if self._outer is not None else set()
        self.params = tuple(sorted(mentioned & outside))

    def newest(self, text: str) -> int:
        """When the last of this function's locals in a text was made; 0 if there is none, or only parameters."""
        return max((self._names.get(word, 0) for word in WORD.findall(text)), default=0)

    def owns_any(self, text: str) -> bool:
        """Whether a text mentions locals of this function, not only of those outside."""
        return any(word in self._names for word in WORD.findall(text))

    def mentions_changing(self, text: str) -> bool:
        """Whether the value of a text may change while the function runs."""
        return any(word in self.changing for word in WORD.findall(text))

    @property
    def now(self) -> int:
        """A number above those of all names made so far."""
        return next(self._numbers)

    @property
    def _visible(self) -> set[str]:
        return self._names.keys() | (self._outer._visible if self._outer is not None else set())

    def declare(self, names: Iterable[str]) -> None:
        """Locals that are there from the start."""
        self._names.update(dict.fromkeys(names, 0))

    def fresh(self, hint: str) -> str:
        """A new Python name that reminds of `hint`."""
        number = next(self._numbers)
        fresh = f"{identifier(hint)}_{number}"
        self._names[fresh] = number
        return fresh

    def named(self, code: Code, hint: str, block: Block) -> Code:
        """A local that holds the value of `code`, or `code` itself if that is as short."""
        if code.is_name or code.constant is not None:
            return code
        local = name(self.fresh(hint), code.lo, code.hi)
        block.line(f"{local.text} = {code.text}")
        return local

    @property
    def text(self) -> str:
        head = f"def {self.title}({', '.join(self.params)}):"
        return "\n".join((head, *self.body.lines(1))) + "\n"


class Module:
    """The names that generated functions see: constants, and each other."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self.texts: list[str] = []
        self.tables: dict[object, Any] = {}
        self._constants: dict[object, str] = {}
        self._n_names = 0

    def fresh(self, hint: str) -> str:
        self._n_names += 1
        return f"{identifier(hint).upper()}_{self._n_names}"

    def constant(self, value: object, hint: str) -> str:
        """The name of a constant; equal ones share it."""
        return self.shared(value, hint, lambda: value)

    def shared(self, key: object, hint: str, make: Callable[[], object]) -> str:
        """The name of an object that is made once for each key."""
        known = self._constants.get((type(key), key))
        if known is None:
            known = self._constants[type(key), key] = self.bind(make(), hint)
        return known

    def bind(self, value: object, hint: str) -> str:
        """A new name for an object that generated code uses."""
        label = self.fresh(hint)
        self.namespace[label] = value
        return label

    def define(self, function: Function) -> Callable[..., Any]:
        """Compile a finished function; others may call it by its title."""
        text = function.text
        self.texts.append(text)
        exec(compile(text, f"<rules {function.title}>", "exec"), self.namespace)
        return self.namespace[function.title]  # type: ignore[no-any-return]


def identifier(text: str) -> str:
    """`text` as a part of a Python name."""
    ascii_only = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower()
    return f"x{ascii_only}" if not ascii_only or ascii_only[0].isdigit() else ascii_only
