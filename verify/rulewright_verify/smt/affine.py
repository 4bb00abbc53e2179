"""The affine equations that hold in all of a set of points, exactly.

`Hull` takes points one by one and gives the equations of the smallest affine space around them:
elimination modulo a large prime, rational coefficients recovered at the end. Equations with large
numbers are left out: they come from too few points, and no reader wants them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, isqrt

PRIME = (1 << 61) - 1
LARGEST_COEFFICIENT = 1000


@dataclass(frozen=True)
class Equation:
    """sum of coefficient * feature = constant; features by their numbers, the first coefficient positive."""

    terms: tuple[tuple[int, int], ...]
    constant: int


@dataclass
class Hull:
    """The affine space that the points seen so far span; a point is a tuple of numbers."""

    n_features: int
    _rows: list[list[int]] = field(default_factory=list)  # reduced, each with a leading 1
    _pivots: list[int] = field(default_factory=list)
    _seen: set[tuple[int, ...]] = field(default_factory=set)

    @property
    def is_empty(self) -> bool:
        return not self._rows

    def add(self, point: Sequence[int]) -> bool:
        """Whether the point made the space larger."""
        key = tuple(point)
        if key in self._seen:
            return False
        self._seen.add(key)
        # Columns from the last feature to the first: pivots of the points are then late features,
        # and equations express early features by late ones.
        row = [1, *(value % PRIME for value in reversed(key))]
        for pivot, basis in zip(self._pivots, self._rows, strict=True):
            factor = row[pivot]
            if factor:
                row = [(a - factor * b) % PRIME for a, b in zip(row, basis, strict=True)]
        lead = next((i for i, value in enumerate(row) if value), None)
        if lead is None:
            return False
        inverse = pow(row[lead], PRIME - 2, PRIME)
        row = [value * inverse % PRIME for value in row]
        for i, basis in enumerate(self._rows):
            factor = basis[lead]
            if factor:
                self._rows[i] = [(a - factor * b) % PRIME for a, b in zip(basis, row, strict=True)]
        self._rows.append(row)
        self._pivots.append(lead)
        return True

    def equations(self) -> list[Equation]:
        """A basis of the equations; each writes one feature by later ones."""
        if self.is_empty:
            return []
        found = []
        free = [i for i in range(self.n_features + 1) if i not in self._pivots]
        for column in free:
            equation = self._equation(column)
            if equation is not None:
                found.append(equation)
        return found

    def _equation(self, column: int) -> Equation | None:
        """column = sum over pivots of row[column] * pivot, in reversed numbering with 1 at 0."""
        coefficients: dict[int, Fraction] = {column: Fraction(1)}
        for pivot, row in zip(self._pivots, self._rows, strict=True):
            if row[column]:
                value = _rational(row[column])
                if value is None:
                    return None
                coefficients[pivot] = -value
        scale = 1
        for value in coefficients.values():
            scale = scale * value.denominator // gcd(scale, value.denominator)
        whole = {i: int(value * scale) for i, value in coefficients.items()}
        if max(map(abs, whole.values())) > LARGEST_COEFFICIENT:
            return None
        constant = -whole.pop(0, 0)
        terms = sorted((self.n_features - i, value) for i, value in whole.items())
        if not terms:
            return None
        if terms[0][1] < 0:
            terms, constant = [(i, -value) for i, value in terms], -constant
        return Equation(tuple(terms), constant)


def _rational(residue: int) -> Fraction | None:
    """The fraction with small numerator and denominator that leaves this residue modulo the prime."""
    bound = isqrt(PRIME // 2)
    r0, r1, t0, t1 = PRIME, residue, 0, 1
    while r1 > bound:
        quotient = r0 // r1
        r0, r1 = r1, r0 - quotient * r1
        t0, t1 = t1, t0 - quotient * t1
    if t1 == 0 or abs(t1) > bound:
        return None
    return Fraction(r1, t1)
