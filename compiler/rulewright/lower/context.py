"""The system under construction: everything that the lowering has made so far, and fresh names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.checker.printednames import names_by_language
from rulewright.checker.symbols import CheckedBook, LocalSymbol, StateSymbol, Symbol
from rulewright.checker.types import Type
from rulewright.ir import nodes as ir
from rulewright.ir.answers import Need
from rulewright.ir.intervals import interval as interval_of
from rulewright.lower.values import Value

Env = Mapping[LocalSymbol, Value]


@dataclass(eq=False, slots=True)
class Context:
    """`procedure_state[symbol]` names the slot or zone of a procedure's state in the run that is being lowered.
    `words[language][name]` is what the table of words says of a name.
    """

    book: CheckedBook
    tables: dict[str, ir.Table] = field(default_factory=dict)
    kinds: dict[str, ir.KindSet] = field(default_factory=dict)
    slots: dict[str, ir.Slot] = field(default_factory=dict)
    zones: dict[str, ir.Zone] = field(default_factory=dict)
    rules: dict[str, ir.Rule] = field(default_factory=dict)
    rule_needs: dict[str, tuple[Need, ...]] = field(default_factory=dict)
    readings: dict[str, ir.ReadingInfo] = field(default_factory=dict)
    handles: list[ir.Handle] = field(default_factory=list)
    procedure_state: dict[StateSymbol, str] = field(default_factory=dict)
    counters: dict[str, ir.Read] = field(default_factory=dict)  # procedure -> how often it was run
    names: dict[str, int] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.words = names_by_language(self.book.items)

    def copy(self) -> Context:
        """One to go on from, which leaves this one as it is."""
        return Context(
            self.book, dict(self.tables), dict(self.kinds), dict(self.slots), dict(self.zones), dict(self.rules),
            dict(self.rule_needs), dict(self.readings), list(self.handles), dict(self.procedure_state),
            dict(self.counters), dict(self.names),
        )

    def fresh(self, base: str) -> str:
        """`base`, or `base'2`, `base'3` ..: no two things of a system share a name."""
        n = self.names.get(base, 0) + 1
        self.names[base] = n
        return base if n == 1 else f"{base}'{n}"

    def local(self, base: str, lo: int, hi: int) -> ir.Local:
        return ir.Local(self.fresh(base), lo, hi)

    def frame(self, base: str, value_type: ir.ValueType, dims: tuple[int, ...] = ()) -> ir.Slot:
        """A new frame slot; its start value is the least one."""
        size = 1
        for dim in dims:
            size *= dim
        name = self.fresh(base)
        slot = ir.Slot(name, ir.Life.FRAME, dims, value_type.lo, value_type.hi, (value_type.lo,) * size, value_type)
        self.slots[name] = slot
        return slot

    def read(self, slot: str, index: tuple[ir.Expr, ...] = ()) -> ir.Read:
        target = self.slots[slot]
        return ir.Read(slot, index, target.lo, target.hi)

    def symbol(self, node: object) -> Symbol | None:
        return self.book.refs.get(id(node))

    def type_of(self, node: object) -> Type:
        return self.book.types[id(node)]


def interval(ctx: Context, expr: ir.Expr) -> tuple[int, int]:
    """Between which numbers a value lies, by what is declared so far."""
    return interval_of(expr, ctx)
