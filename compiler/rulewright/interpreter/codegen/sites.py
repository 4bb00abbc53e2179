"""The places where a play may break down, numbered."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.state import Failure
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Demand, Reason, System
from rulewright.ir.walk import descendants


class Sites:
    """Every demand of the nodes that can be reached, and every node at which a run may go in circles."""

    def __init__(self, system: System, reachable: Iterable[int], on_cycle: Iterable[int]) -> None:
        found: dict[Failure, None] = {}
        for number in sorted(reachable):
            node = system.nodes[number]
            for part in descendants(node) if isinstance(node, ir.Auto) else ():
                if isinstance(part, Demand):
                    found[Failure(part.reason, part.subject, number, part.span)] = None
        for number in sorted(on_cycle):
            address = system.regions[system.nodes[number].region].address
            found[Failure(Reason.ENDLESS, address, number)] = None
        self.failures = tuple(found)
        self._numbers = {failure: i for i, failure in enumerate(self.failures)}
        self.endless = {f.node: i for i, f in enumerate(self.failures) if f.reason is Reason.ENDLESS}
        """The number of the breakdown for each node at which a run may go in circles."""

    def number(self, node: int, demand: Demand) -> int:
        return self.of(Failure(demand.reason, demand.subject, node))

    def of(self, failure: Failure) -> int:
        return self._numbers[failure]
