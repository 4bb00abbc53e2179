"""Upper confidence bounds on trees: looking ahead again and again, most where it seemed best so far.

Every player in the tree wants what is best for them. Where things are hidden each look ahead begins in another guess,
and an option counts against others only as often as it was there (Cowling, Powley and Whitehouse, "Information set
Monte Carlo tree search", 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from rulewright_verify.treesearch.steps import Steps, Values

CURIOSITY = 0.7
MOST_STEPS = 400
"""Of one way through the tree, against games that go in circles."""


@dataclass(slots=True)
class Node:
    """What is known behind a decision of `who`, or behind an outcome of luck."""

    who: int | None
    n_seen: int = 0
    n_there: int = 0
    total: float = 0.0
    children: dict[Hashable, Node] = field(default_factory=dict)


def search(
    steps: Steps, start: Callable[[], int], rng: Random, *, n_looks: int, max_rollout: int
) -> Mapping[Hashable, int]:
    """How often each decision at the root was looked into. `start` gives the state in which a look begins."""
    root = Node(None)
    for _ in range(n_looks):
        _look(steps, root, start(), rng, max_rollout)
    return {key: child.n_seen for key, child in root.children.items()}


def _look(steps: Steps, root: Node, state: int, rng: Random, max_rollout: int) -> None:
    node, path = root, [root]
    values: Values | None = None
    for _ in range(MOST_STEPS):
        rest = steps.rest(state)
        if rest.values is not None:
            values = rest.values
            break
        if rest.who is None:
            key, state = steps.luck(state, rest, rng)
            if key is not None:
                node = node.children.setdefault(key, Node(None))
                path.append(node)
            continue
        number, is_new = _chosen(node, rest.keys, rest.who, rng)
        node = node.children[rest.keys[number]]
        path.append(node)
        state = rest.targets[number]
        if is_new:
            break
    if values is None:
        values = steps.rollout(state, rng, max_rollout)
    for node in path:
        node.n_seen += 1
        if node.who is not None:
            node.total += values[node.who]


def _chosen(node: Node, keys: tuple[Hashable, ...], who: int, rng: Random) -> tuple[int, bool]:
    """Which decision to look into, and whether that is the first time."""
    untried = []
    best, found = -1.0, 0
    for number, key in enumerate(keys):
        child = node.children.get(key)
        if child is None:
            untried.append(number)
            continue
        child.n_there += 1
        worth = child.total / child.n_seen + CURIOSITY * sqrt(log(child.n_there) / child.n_seen)
        if worth > best:
            best, found = worth, number
    if untried:
        number = rng.choice(untried)
        node.children[keys[number]] = Node(who, n_there=1)
        return number, True
    return found, False
