"""Building the control-flow graph: nodes are added in any order and numbered at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rulewright.ir import nodes as ir
from rulewright.ir.walk import successors


@dataclass(eq=False, slots=True)
class GraphBuilder:
    """One place is open at a time: statements go to its end. `sinks` holds the bodies of structured statements
    (`If`, `Loop`) that are being filled."""

    nodes: dict[int, ir.Node] = field(default_factory=dict)
    autos: dict[int, list[ir.Stmt]] = field(default_factory=dict)
    regions: list[ir.Region] = field(default_factory=list)
    region: int = 0
    here: int | None = None
    sinks: list[list[ir.Stmt]] = field(default_factory=list)
    n_loops: int = 0
    _next: int = 0

    def label(self) -> int:
        """A new place, to be filled later with `start` or `put`."""
        self._next += 1
        return self._next - 1

    def start(self, place: int) -> None:
        """Go on at `place`."""
        self.autos[place] = []
        self.here = place

    def emit(self, stmt: ir.Stmt) -> None:
        if self.sinks:
            self.sinks[-1].append(stmt)
        elif self.here is not None:
            self.autos[self.here].append(stmt)

    def goto(self, target: int) -> None:
        """Close the open place: the play goes on at `target`."""
        if self.here is None:
            return
        self.nodes[self.here] = ir.Auto(self.here, self.region, tuple(self.autos.pop(self.here)), target)
        self.here = None

    def put(self, make: Callable[[int, int], ir.Node]) -> None:
        """Close the open place with a node that is not automatic: `make(id, region)`."""
        place = self.label()
        self.goto(place)
        self.nodes[place] = make(place, self.region)

    def loop(self) -> int:
        self.n_loops += 1
        return self.n_loops - 1

    def open_region(self, region: ir.Region) -> int:
        """Enter a region: a gate is passed. Gives the region that was open before."""
        before = self.region
        self.regions.append(region)
        self.region = region.id
        self.gate(ir.GateKind.ENTER)
        return before

    def close_region(self, before: int) -> None:
        self.gate(ir.GateKind.LEAVE)
        self.region = before

    def gate(self, kind: ir.GateKind) -> None:
        """A gate of the open region, if the play comes here at all."""
        if self.here is None:
            return
        after = self.label()
        self.put(lambda place, region: ir.Gate(place, region, kind, after))
        self.start(after)

    def finish(self, entry: int) -> tuple[tuple[ir.Node, ...], int]:
        """All nodes that can be reached, numbered from 0 in the order of a walk; empty places are skipped."""
        assert self.here is None and not self.sinks
        return renumbered(self.nodes, entry)


def renumbered(nodes: Mapping[int, ir.Node], entry: int) -> tuple[tuple[ir.Node, ...], int]:
    forward: dict[int, int] = {}

    def target(place: int) -> int:
        seen = []
        while place not in forward:
            node = nodes[place]
            if isinstance(node, ir.Auto) and not node.stmts and node.next not in seen and node.next != place:
                seen.append(place)
                place = node.next
            else:
                forward[place] = place
        for each in seen:
            forward[each] = forward[place]
        return forward[place]

    numbers: dict[int, int] = {}
    order: list[int] = []
    pending = [target(entry)]
    while pending:
        place = pending.pop()
        if place in numbers:
            continue
        numbers[place] = len(order)
        order.append(place)
        pending.extend(target(each) for each in reversed(successors(nodes[place])))
    return tuple(_renamed(nodes[place], lambda p: numbers[target(p)], numbers[place]) for place in order), 0


def _renamed(node: ir.Node, new: Callable[[int], int], place: int) -> ir.Node:
    match node:
        case ir.Auto() | ir.Gate() | ir.Chance() | ir.Deal():
            return replace(node, id=place, next=new(node.next))
        case ir.Branch():
            return replace(node, id=place, then=new(node.then), otherwise=new(node.otherwise))
        case ir.Choice():
            options = tuple(replace(option, target=new(option.target)) for option in node.options)
            return replace(node, id=place, options=options)
        case ir.Final():
            return replace(node, id=place)
