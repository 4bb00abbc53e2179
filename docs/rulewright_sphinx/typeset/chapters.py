"""Chapters: numbered rules with what stands beside them, tables, flow charts."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from rulewright_sphinx.book.model import (
    Block,
    Chapter,
    FlowChart,
    Line,
    NumberedRule,
    OpenGap,
    OpenReading,
    Table,
    plain,
)
from rulewright_sphinx.book.saying import capital
from rulewright_sphinx.chart import dot_of
from rulewright_sphinx.nodes import drawing, mentions
from rulewright_sphinx.typeset.setting import (
    Setting,
    badge,
    box,
    cites,
    line,
    link,
    number,
    sentence,
    span,
    table,
    titled,
)
from sphinx import addnodes


def chapter_section(setting: Setting, chapter: Chapter) -> nodes.section:
    """A chapter with all that is in it."""
    section = titled(f"{chapter.number} {chapter.title}", chapter.anchor, classes=["rw-chapter"])
    if setting.register is not None:
        setting.register("chapter", chapter.number, chapter.anchor, f"{chapter.number} {chapter.title}")
    for block in chapter.blocks:
        section += block_nodes(setting, block)
    return section


def block_nodes(setting: Setting, block: Block) -> list[nodes.Node]:
    """One block of a chapter."""
    match block:
        case NumberedRule():
            return [rule_node(setting, block)]
        case Table():
            return [table_node(setting, block)]
        case FlowChart():
            return [chart_node(setting, block)]


def rule_node(setting: Setting, rule: NumberedRule) -> nodes.Element:
    """Number and sentence, beside it what changes it, and in the margin what is known about it."""
    text = box("text", line(*_sentence_of(setting, rule)))
    if rule.parts:
        text += _lines(setting, rule.number, rule.parts)
    found = box("rule", text)
    if rule.buts:
        found["classes"].append("rw-has-but")
        defaults = tuple(one for one in rule.buts if one.kind == "default")
        changes = tuple(one for one in rule.buts if one.kind != "default")
        if defaults:
            text += _lines(setting, rule.number, defaults)
        if changes:
            only_modifiers = all(one.kind == "modifier" for one in changes)
            word = setting.words.modifier if only_modifiers else setting.words.but
            found += box("but", line(nodes.emphasis("", word), name="but-word"), _lines(setting, rule.number, changes))
    margin = box("margin", *_margin(setting, rule))
    found += margin
    title = plain(rule.text) or rule.words
    setting.anchored(found, "rule", rule.name, rule.anchor, f"{rule.number} {rule.words}")
    if setting.register is not None:
        setting.register("number", rule.number, rule.anchor, rule.number)
        entry = ("single", f"{rule.words} ({rule.number})", rule.anchor, "", None)
        found.insert(0, addnodes.index(entries=[entry]))
        margin += mentions(target=("rule", rule.name))
    found["names"] = []
    found["rw-title"] = title
    return found


def _sentence_of(setting: Setting, rule: NumberedRule) -> Iterator[nodes.Node]:
    yield span("no", nodes.Text(rule.number))
    yield nodes.Text(" ")
    yield from sentence(setting, rule.text) or [nodes.emphasis("", capital(rule.words))]
    if rule.value:
        yield nodes.Text(" ")
        yield span("value", nodes.Text(setting.words.set_value.format(rule.value)))
    yield from cites(setting, rule.cites)


def _lines(setting: Setting, rule: str, lines: tuple[Line, ...]) -> nodes.bullet_list:
    items = nodes.bullet_list(classes=["rw-lines"])
    for one in lines:
        content: list[nodes.Node] = [span("letter", nodes.Text(f"{rule} {one.letter}")), nodes.Text(" ")]
        content += sentence(setting, one.text)
        content += cites(setting, one.cites)
        item = nodes.list_item("", line(*content), classes=[f"rw-depth-{min(one.depth, 3)}", f"rw-{one.kind}"])
        if one.only_if:
            answers = "; ".join(option.rstrip(".") for _, option in one.only_if)
            reading = link(
                setting, "reading", one.only_if[0][0], nodes.inline("", setting.words.only_if.format(answers))
            )
            item += line(reading, nodes.Text(f" ({setting.words.not_in_play})"), name="only-if")
        items += item
    return items


def _margin(setting: Setting, rule: NumberedRule) -> Iterator[nodes.Node]:
    for one in rule.badges:
        yield badge(setting, one)
    for reading in rule.readings:
        yield reading_box(setting, reading)
    for gap in rule.gaps:
        yield gap_box(setting, gap)


def reading_box(setting: Setting, reading: OpenReading) -> nodes.container:
    """An open question and its answers, the one in play marked; told before: the question alone."""
    head = link(setting, "reading", reading.name, nodes.inline("", setting.words.open_reading))
    found = box("reading", line(head, name="kind"), line(*sentence(setting, reading.question)))
    if reading.options:
        items = nodes.bullet_list(classes=["rw-options"])
        for option in reading.options:
            played = [nodes.Text(f" ({setting.words.in_play})")] if option.in_play else []
            paragraph = line(*sentence(setting, option.text), *played)
            items += nodes.list_item("", paragraph, classes=["rw-in-play"] if option.in_play else [])
        found += items
    return found


def gap_box(setting: Setting, gap: OpenGap) -> nodes.container:
    """What the source does not say, and what is assumed."""
    head = link(setting, "gap", gap.name, nodes.inline("", setting.words.gap))
    if not gap.text:
        return box("gap", line(head, *_told_at(setting, gap.rules), name="kind"))
    return box("gap", line(head, name="kind"), line(*sentence(setting, gap.text)))


def _told_at(setting: Setting, rules: tuple[str, ...]) -> list[nodes.Node]:
    """Where something was told before."""
    if not rules:
        return []
    before, _, after = setting.words.see.partition("{}")
    return [nodes.Text(f" ({before}"), number(setting, rules[0]), nodes.Text(f"{after})")]


def table_node(setting: Setting, one: Table) -> nodes.Element:
    """A table of cards, a die, a roll table; what rests on a gap says so below."""
    rows = []
    for position, cells in enumerate(one.rows):
        shown: list[list[nodes.Node]] = [sentence(setting, cell) for cell in cells]
        if one.row_names and shown:
            first = nodes.inline("", "", *shown[0])
            title = plain(cells[0]) if cells else one.row_names[position]
            setting.anchored(first, "card", one.row_names[position], one.row_anchors[position], title)
            shown[0] = [first]
        rows.append(shown)
    caption = sentence(setting, one.caption) or [nodes.Text(capital(one.words))]
    found = table(one.columns, rows, name=one.kind, numeric=one.numeric)
    above = line(*caption, *cites(setting, one.cites), name="caption")
    holder = box("sheet", above, box("scroll", found), *(badge(setting, each) for each in one.badges))
    holder += [gap_box(setting, gap) for gap in one.gaps]
    setting.anchored(holder, "table", one.name, one.anchor, one.words)
    if setting.register is not None:
        entries = [("single", one.words, one.anchor, "", None)]
        entries += [
            ("single", plain(cells[0]), anchor, "", None)
            for cells, anchor in zip(one.rows, one.row_anchors, strict=False)
            if cells and plain(cells[0])
        ]
        holder.insert(0, addnodes.index(entries=entries))
        holder += mentions(target=("table", one.name))
    return holder


def chart_node(setting: Setting, chart: FlowChart) -> nodes.Element:
    """The flow chart of a procedure."""
    picture = drawing(dot=dot_of(chart), spoken=chart.spoken)
    picture["rw:numbers"] = [f"{setting.book}/{node.number}" for node in chart.nodes if node.number]
    found = nodes.figure("", picture, nodes.caption("", chart.title), classes=["rw-flow"])
    return setting.anchored(found, "flow", chart.name, chart.anchor, chart.title)
