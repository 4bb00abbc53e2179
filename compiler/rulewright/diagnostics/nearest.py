"""The word that somebody may have meant: `did you mean ...?`"""

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate with the fewest slips between it and `word`, or None if all are too far away.

    One slip for every three letters is allowed; capitals count as no slip. Of two equally near the first in
    the alphabet is taken, so that the answer does not depend on the order of the candidates.
    """
    folded = word.casefold()
    limit = max(1, len(word) // 3)
    best = min(
        ((_slips(folded, other.casefold(), limit), other) for other in candidates if other != word),
        default=None,
    )
    return best[1] if best is not None and best[0] <= limit else None


def _slips(a: str, b: str, limit: int) -> int:
    """Letters added, lost, changed or swapped with their neighbour (optimal string alignment distance)."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, start=1):
        row = [i]
        for j, other in enumerate(b, start=1):
            slips = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                slips = min(slips, before[j - 2] + 1)
            row.append(slips)
        before, last = last, row
    return last[-1]
