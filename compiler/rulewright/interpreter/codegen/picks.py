"""Code for choices of several things at once."""

from __future__ import annotations

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.runtime import picks
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Pick


def write_picks(expressions: Expressions, pick: Pick, memory: Memory) -> None:
    """Open a loop over everything that may be picked; inside, `pick.into` holds it.

    First things that are alike are put into groups, each thing as the number that it adds to
    `pick.into`; then every way to take some of each group is gone through.
    """
    groups = memory.function.fresh("groups")
    memory.block.line(f"{groups} = {{}}")
    inner = memory.copy(memory.block)
    expressions.elements.each(pick.local, pick.domain, pick.where, inner, once_each=True)
    x = inner.locals[pick.local.name]
    match pick.domain:
        case ir.Kinds(zone):
            bags = expressions.bags
            counts = bags.shape(zone.zone).packing
            units = tuple(counts.unit(kind) for kind in range(len(counts.widths)))
            unit = f"{expressions.module.constant(units, 'unit')}[{x.text}]"
            count = bags.count(inner, expressions.entry(zone, inner), x)
            inner.block.line(f"{groups}[{x.text}] = ({unit},) * {count.inner}")
        case ir.Places(zone) if expressions.system.zones[zone.zone].form is ir.Form.MARKED:
            thing = expressions.lists.thing(inner, zone.zone, expressions.number(zone, inner), x)
            inner.block.line(f"{groups}.setdefault({thing.text}, []).append(1 << {x.text})")
        case _:
            inner.block.line(f"{groups}[{x.text}] = (1 << {x.text},)")
    least, most = expressions.of(pick.least, memory), expressions.of(pick.most, memory)
    picked = memory.function.fresh("picked")
    name = expressions.module.shared(("picks",), "picks", lambda: picks)
    header = f"for {picked} in {name}(list({groups}.values()), {least.text}, {most.text})"
    memory.block = memory.block.nested(header)
    memory.write(pick.into, c.name(picked, 0, EVERYTHING))
