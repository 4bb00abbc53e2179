"""Numbers of which it is known which value they have.

A chosen card is a number 0..27. As one integer term, "its cult is sun" is a disjunction of
fourteen equations and "one of it less" a case split for each kind. *One-hot*, with an indicator
0..1 for each value of which exactly one is 1, both are linear sums, and the simplex core of Z3
sees through them. Terms that are not one-hot are compared value by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import z3

from rulewright_verify.smt.terms import Cond, Num, at_most, choose, key_of, number_of, same, scaled, total


@dataclass
class OneHots:
    """The one-hot terms of one encoder, found again by the identity of the Z3 term."""

    _indicators: dict[int, tuple[z3.ArithRef, dict[int, z3.ArithRef]]] = field(default_factory=dict)

    def fresh(self, name: str, values: Sequence[int]) -> tuple[Num, list[Cond]]:
        """A new number with one of `values`, and the conditions that make it so."""
        if len(values) == 1:
            return values[0], []
        bits = {value: z3.Int(f"{name}={value}") for value in values}
        term = total(scaled(value, bit) for value, bit in bits.items())
        conds: list[Cond] = [bit >= 0 for bit in bits.values()]
        conds.append(same(total(bits.values()), 1))
        self._indicators[term.get_id()] = (term, bits)  # type: ignore[union-attr]
        return term, conds

    def indicators(self, value: Num) -> dict[int, z3.ArithRef] | None:
        """The indicator of each possible value, if the term is one-hot."""
        if isinstance(value, int):
            return None
        found = self._indicators.get(value.get_id())
        return found[1] if found else None

    def hit(self, value: Num, wanted: int) -> Cond:
        """Whether `value` is `wanted`."""
        bits = self.indicators(value)
        if bits is None:
            return same(value, wanted)
        return at_most(1, bits[wanted]) if wanted in bits else False

    def hit_number(self, value: Num, wanted: int) -> Num:
        """1 if `value` is `wanted`, else 0."""
        bits = self.indicators(value)
        if bits is None:
            return number_of(same(value, wanted))
        return bits.get(wanted, 0)

    def hits(self, value: Num, values: range) -> Iterator[tuple[Cond, int]]:
        """Each of `values` that the number can have, with the condition that it has it."""
        if isinstance(value, int):
            if value in values:
                yield True, value
            return
        for wanted in values:
            cond = self.hit(value, wanted)
            if cond is not False:
                yield cond, wanted

    def looked_up(self, value: Num, entries: dict[int, Num], default: int) -> Num:
        """A table at `value`; `default` outside."""
        if isinstance(value, int):
            return entries.get(value, default)
        bits = self.indicators(value)
        if bits is not None:
            return total(_if_hit(bit, entries.get(wanted, default)) for wanted, bit in bits.items())
        groups: dict[object, tuple[Num, list[int]]] = {}
        for index, entry in entries.items():
            if isinstance(entry, int) and entry == default:
                continue
            groups.setdefault(key_of(entry), (entry, []))[1].append(index)
        result: Num = default
        for entry, indexes in groups.values():
            result = choose(_one_of(value, indexes), entry, result)
        return result


def _if_hit(bit: z3.ArithRef, entry: Num) -> Num:
    """The entry if its indicator is 1, else 0: a product only where the entry is a number."""
    return scaled(entry, bit) if isinstance(entry, int) else choose(at_most(1, bit), entry, 0)


def _one_of(value: z3.ArithRef, wanted: list[int]) -> z3.BoolRef:
    """`value` is one of the numbers, told as few intervals."""
    parts, start = [], wanted[0]
    for here, after in zip(wanted, [*wanted[1:], None], strict=True):
        if after is None or after != here + 1:
            parts.append(value == start if start == here else z3.And(value >= start, value <= here))
            if after is not None:
                start = after
    return parts[0] if len(parts) == 1 else z3.Or(parts)
