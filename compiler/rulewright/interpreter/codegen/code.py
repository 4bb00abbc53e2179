"""Pieces of Python text that compute whole numbers, with what is known of their value.

A `Code` knows the least and greatest value that it may have, so arithmetic on codes folds what is
decided already: a condition that cannot fail is the constant 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Code:
    """`atom`: it needs no brackets. `test` is shorter text that is as true as the value, for conditions."""

    text: str
    lo: int
    hi: int
    atom: bool = False
    test: str = field(default="", compare=False)

    @property
    def constant(self) -> int | None:
        """The value, if only one is possible."""
        return self.lo if self.lo == self.hi else None

    @property
    def inner(self) -> str:
        """The text as an operand."""
        return self.text if self.atom else f"({self.text})"

    @property
    def truth(self) -> str:
        """Text for the place behind `if`."""
        return self.test or self.text

    @property
    def is_name(self) -> bool:
        return self.text.isidentifier()

    def within(self, lo: int, hi: int) -> bool:
        return lo <= self.lo and self.hi <= hi


def const(value: int) -> Code:
    return Code(str(value) if value >= 0 else f"({value})", value, value, True)


def name(text: str, lo: int, hi: int) -> Code:
    """A Python local."""
    return const(lo) if lo == hi else Code(text, lo, hi, True)


def op(template: str, lo: int, hi: int, *parts: Code, atom: bool = False) -> Code:
    """`template` with `{}` for each part; a constant if only one value is possible."""
    if lo == hi:
        return const(lo)
    return Code(template.format(*(part.inner for part in parts)), lo, hi, atom)


def add(left: Code, right: Code) -> Code:
    if left.constant == 0:
        return right
    if right.constant == 0:
        return left
    if right.constant is not None and right.lo < 0:
        return op("{} - {}", left.lo + right.lo, left.hi + right.lo, left, const(-right.lo))
    return op("{} + {}", left.lo + right.lo, left.hi + right.hi, left, right)


def sub(left: Code, right: Code) -> Code:
    if left == right:
        return const(0)
    if right.constant is not None:
        return add(left, const(-right.lo))
    return op("{} - {}", left.lo - right.hi, left.hi - right.lo, left, right)


def mul(left: Code, right: Code) -> Code:
    if left.constant == 1:
        return right
    if right.constant == 1:
        return left
    ends = [a * b for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
    return op("{} * {}", min(ends), max(ends), left, right)


def shifted(value: Code, bits: int) -> Code:
    if bits == 0:
        return value
    return op(f"{{}} << {bits}", value.lo << bits, value.hi << bits, value)


def field_of(holder: Code, offset: Code, mask: int) -> Code:
    """`mask` of the bits of `holder` that begin at `offset`."""
    if holder.constant is not None and offset.constant is not None:
        return const(holder.constant >> offset.constant & mask)
    if offset.constant == 0:
        return op(f"{{}} & {mask}", 0, mask, holder)
    return op(f"{{}} >> {{}} & {mask}", 0, mask, holder, offset)


def bits_of(greatest: int) -> int:
    """The number of bits that a field for 0..greatest needs."""
    return greatest.bit_length()


def eq(left: Code, right: Code) -> Code:
    if left.hi < right.lo or right.hi < left.lo:
        return const(0)
    if (left.constant is not None and left.constant == right.constant) or left == right:
        return const(1)
    return op("{} == {}", 0, 1, left, right)


def lt(left: Code, right: Code) -> Code:
    if left.hi < right.lo:
        return const(1)
    if left.lo >= right.hi:
        return const(0)
    return op("{} < {}", 0, 1, left, right)


def le(left: Code, right: Code) -> Code:
    if left.hi <= right.lo:
        return const(1)
    if left.lo > right.hi:
        return const(0)
    return op("{} <= {}", 0, 1, left, right)


def any_of(number: Code) -> Code:
    """Whether a number is not 0."""
    if number.constant is not None:
        return const(int(number.constant != 0))
    return Code(f"{number.inner} != 0", 0, 1, False, number.text)


def not_(operand: Code) -> Code:
    if operand.constant is not None:
        return const(int(not operand.constant))
    return Code(f"not {_operand(operand)}", 0, 1)


def and_(left: Code, right: Callable[[], Code]) -> Code:
    if left.constant is not None:
        return right() if left.constant else const(0)
    second = right()
    if second.constant is not None:
        return left if second.constant else const(0)
    return _joined("and", left, second)


def or_(left: Code, right: Callable[[], Code]) -> Code:
    if left.constant is not None:
        return const(1) if left.constant else right()
    second = right()
    if second.constant is not None:
        return const(1) if second.constant else left
    return _joined("or", left, second)


def _joined(word: str, left: Code, right: Code) -> Code:
    test = f"{_operand(left)} {word} {_operand(right)}"
    return Code(f"{left.inner} {word} {right.inner}", 0, 1, False, test)


def _operand(code: Code) -> str:
    return code.inner if not code.test else f"({code.test})"


def ite(cond: Code, then: Callable[[], Code], otherwise: Callable[[], Code]) -> Code:
    if cond.constant is not None:
        return then() if cond.constant else otherwise()
    yes, no = then(), otherwise()
    if yes == no:
        return yes
    lo, hi = min(yes.lo, no.lo), max(yes.hi, no.hi)
    return Code(f"{yes.inner} if {_operand(cond)} else {no.inner}", lo, hi)


def both(left: Code, right: Code) -> Code:
    return and_(left, lambda: right)


def either(left: Code, right: Code) -> Code:
    return or_(left, lambda: right)


def chosen(cond: Code, yes: Code, no: Code) -> Code:
    """One of two codes that are there already."""
    return ite(cond, lambda: yes, lambda: no)


def called(function: str, lo: int, hi: int, *args: str) -> Code:
    return Code(f"{function}({', '.join(args)})", lo, hi, True)


def indexed(table: str, lo: int, hi: int, *index: Code) -> Code:
    """An entry of nested constant tuples, or of a memo."""
    if lo == hi:
        return const(lo)
    return Code(table + "".join(f"[{i.text}]" for i in index), lo, hi, True)


def narrowed(value: Code, lo: int, hi: int) -> Code:
    """The same value, known to lie in a smaller range."""
    lo, hi = max(lo, value.lo), min(hi, value.hi)
    if lo == hi:
        return const(lo)
    return Code(value.text, lo, hi, value.atom, value.test) if lo < hi else value
