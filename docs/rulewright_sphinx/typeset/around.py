"""What stands around the rules: components, variants, open questions, plays, answers, words, aid, sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes

from rulewright_sphinx.book.model import ExamplePlay, Question, Told, VariantText, plain
from rulewright_sphinx.nodes import mentions
from rulewright_sphinx.typeset.chapters import gap_box, reading_box
from rulewright_sphinx.typeset.setting import (
    Setting,
    badge,
    box,
    cites,
    code_block,
    line,
    link,
    numbers,
    sentence,
    span,
    table,
)
from sphinx import addnodes


def cover(setting: Setting) -> list[nodes.Node]:
    """What the game is, in short, with what stands on its box, and whether verdicts are told."""
    document = setting.document
    facts = nodes.definition_list(classes=["rw-facts"])
    for name, value in document.facts:
        facts += nodes.definition_list_item(
            "", nodes.term("", name), nodes.definition("", nodes.paragraph("", value))
        )
    found: list[nodes.Node] = [line(*sentence(setting, document.short), name="short"), facts]
    found += [gap_box(setting, gap) for gap in document.gaps_of_the_whole]
    if document.remark:
        found.append(line(nodes.Text(document.remark), name="remark"))
    return found


def components(setting: Setting) -> list[nodes.Node]:
    """Things in the box, and the places where they lie."""
    document, words = setting.document, setting.words
    found: list[nodes.Node] = []
    if document.components:
        rows: list[list[list[nodes.Node]]] = [
            [[nodes.Text(one.count)], [nodes.Text(one.name)], sentence(setting, one.note)]
            for one in document.components
        ]
        found.append(box("scroll", table(
            (words.count, words.what, words.remark), rows, numeric=(True,), widths=(12, 28, 60)
        )))
    if document.areas:
        places: list[list[list[nodes.Node]]] = []
        for area in document.areas:
            first = setting.anchored(nodes.inline("", area.name), "area", area.name, area.anchor, area.name)
            places.append([[first], [nodes.Text(area.holds)], [nodes.Text(area.seen)], [nodes.Text(area.start)]])
        found.append(nodes.rubric("", words.areas))
        found.append(box("scroll", table((words.area, words.holds, words.seen_by, words.at_start), places)))
        gaps = {gap.name: gap for area in document.areas for gap in area.gaps}
        found += [gap_box(setting, gap) for gap in gaps.values()]
    return found


def readings(setting: Setting, names: Sequence[str] = ()) -> list[nodes.Node]:
    """The questions with several answers."""
    found = []
    for one in setting.document.readings:
        if names and one.name not in names:
            continue
        node = reading_box(setting, one)
        if one.rules or one.cites:
            node += line(*numbers(setting, one.rules), *cites(setting, one.cites), name="where")
        node += mentions(target=("reading", one.name))
        found.append(setting.anchored(node, "reading", one.name, one.anchor, plain(one.question)))
    return list(found)


def gaps(setting: Setting, names: Sequence[str] = ()) -> list[nodes.Node]:
    """What the sources do not say."""
    found = []
    for one in setting.document.gaps:
        if names and one.name not in names:
            continue
        node = gap_box(setting, one)
        if one.rules or one.cites:
            node += line(*numbers(setting, one.rules), *cites(setting, one.cites), name="where")
        node += mentions(target=("gap", one.name))
        found.append(setting.anchored(node, "gap", one.name, one.anchor, plain(one.text)))
    return list(found)


def variant(setting: Setting, one: VariantText) -> nodes.Element:
    """A variant: what it is called, and what it changes."""
    words = setting.words
    found = box("variant", nodes.rubric("", one.title), line(*sentence(setting, one.text)))
    if one.players:
        found += line(nodes.Text(f"{words.players}: {one.players}"), name="where")
    items = nodes.bullet_list(classes=["rw-changes"])
    for change in one.changes:
        where = [nodes.Text(" ("), *numbers(setting, [change.rule]), nodes.Text(")")] if change.rule else []
        first, then = (change.after, change.text) if change.after else (change.text, ())
        item = nodes.list_item("", line(*sentence(setting, first), *where))
        if then:
            item += box("after", line(*sentence(setting, then)))
        items += item
    found += items
    found += [gap_box(setting, gap) for gap in one.gaps]
    setting.anchored(found, "variant", one.name, one.anchor, one.title)
    found += mentions(target=("variant", one.name))
    return found


def difference(setting: Setting, one: VariantText) -> list[nodes.Node]:
    """What a variant changes, side by side, and which claims come out otherwise."""
    words = setting.words
    rows = []
    for change in one.changes:
        if not (change.before or change.after):
            rows.append([sentence(setting, change.text), numbers(setting, filter(None, [change.rule])), [], []])
            continue
        rows.append([
            sentence(setting, change.text),
            numbers(setting, filter(None, [change.rule])),
            sentence(setting, change.before),
            sentence(setting, change.after),
        ])
    found: list[nodes.Node] = [box("scroll", table(
        (one.title, words.rules, words.before, words.after), rows, widths=(28, 8, 32, 32)
    ))]
    if one.differs:
        found.append(nodes.rubric("", words.differs))
        items = nodes.bullet_list()
        for title, how in one.differs:
            items += nodes.list_item("", line(nodes.Text(f"{title}: {how}")))
        found.append(items)
    return found


def play(setting: Setting, one: ExamplePlay) -> nodes.Element:
    """An example, told as it was played."""
    words = setting.words
    found = box("play", nodes.rubric("", "", nodes.Text(one.title), *cites(setting, one.cites)))
    if one.under:
        found += line(nodes.Text(words.under.format("; ".join(one.under))), name="where")
    if one.given:
        found += line(nodes.Text(words.given), name="kind")
        found += plain_list(one.given)
    found += steps(setting, one.steps)
    if one.result:
        found += line(nodes.Text(words.result), name="kind")
        found += plain_list(one.result)
    if one.failure:
        found += line(nodes.inline("", words.outcome["violated"], classes=["rw-outcome", "rw-violated"]),
                      nodes.Text(f": {one.failure}"), name="verdict")
    setting.anchored(found, "example", one.name, one.anchor, one.title)
    found += mentions(target=("example", one.name))
    return found


def plain_list(lines: Sequence[str]) -> nodes.bullet_list:
    """Short lines, one below the other."""
    return nodes.bullet_list("", *(nodes.list_item("", line(nodes.Text(one))) for one in lines), classes=["rw-values"])


def steps(setting: Setting, told: Iterable[Told]) -> nodes.enumerated_list:
    """A play, one sentence a step, the rule behind each at its end."""
    found = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", classes=["rw-steps"])
    for one in told:
        where = [nodes.Text(" "), span("by", *numbers(setting, [one.rule]))] if one.rule else []
        found += nodes.list_item("", line(nodes.Text(one.text), *where))
    return found


def question(setting: Setting, one: Question) -> nodes.Element:
    """A question and its answer."""
    answer: list[nodes.Node] = []
    if one.answer:
        answer = [nodes.strong("", f"{one.answer}."), nodes.Text(" ")]
    found = box("question", line(nodes.strong("", one.asked), name="asked"))
    because = one.because[:1].upper() + one.because[1:]
    where = [nodes.Text(" "), span("by", *numbers(setting, one.rules))] if one.rules else []
    if one.badge is not None:
        found += line(*answer, *where, name="answer")
        found += badge(setting, one.badge, titled=False)
    else:
        example = link(setting, "example", one.play, nodes.inline("", because))
        found += line(*answer, example, nodes.Text("."), *where, name="answer")
    if one.steps:
        found += steps(setting, one.steps)
    if one.values:
        found += plain_list(one.values)
    return setting.anchored(found, "question", one.anchor, one.anchor, one.asked)


def questions(setting: Setting) -> list[nodes.Node]:
    """All questions that were decided."""
    words = setting.words
    found: list[nodes.Node] = [line(nodes.Text(words.questions_intro), name="intro")]
    found += [question(setting, one) for one in setting.document.questions]
    return found if len(found) > 1 else [line(nodes.Text(words.questions_none), name="intro")]


def claims(setting: Setting, names: Sequence[str] = (), *, with_code: bool = False) -> list[nodes.Node]:
    """Claims and what was found about each."""
    found = []
    for one in setting.document.claims:
        if names and one.name not in names:
            continue
        node = box("claim", line(nodes.Text(one.title), *cites(setting, one.cites), name="sentence"))
        if one.badge is not None:
            node += badge(setting, one.badge, titled=False, to_claim=False)
        if one.rules:
            node += line(*numbers(setting, one.rules), name="where")
        if with_code:
            node += code_block(one.code)
        setting.anchored(node, "claim", one.name, one.anchor, one.title)
        node += mentions(target=("claim", one.name))
        found.append(node)
    return list(found)


def glossary(setting: Setting) -> list[nodes.Node]:
    """The words of the game."""
    found = nodes.definition_list(classes=["rw-glossary"])
    for entry in setting.document.glossary:
        term = nodes.term("", entry.term)
        setting.anchored(term, "term", entry.name, entry.anchor, entry.term)
        if setting.register is not None:
            term += addnodes.index(entries=[("single", entry.term, entry.anchor, "main", None)])
        where = [nodes.Text(" "), span("by", *numbers(setting, entry.rules))] if entry.rules else []
        definition = nodes.definition("", line(*sentence(setting, entry.meaning), *where))
        definition += mentions(target=("term", entry.name))
        found += nodes.definition_list_item("", term, definition)
    return [found] if len(found) else []


def aid(setting: Setting) -> list[nodes.Node]:
    """One page for the table."""
    boxes = []
    for one in setting.document.aid:
        items = nodes.bullet_list()
        for text in one.lines:
            items += nodes.list_item("", line(*sentence(setting, text)))
        boxes.append(box("aid-box", nodes.rubric("", one.title), items))
    return [box("aid", *boxes)] if boxes else []


def coverage(setting: Setting) -> list[nodes.Node]:
    """Every passage of the sources, and where it went."""
    words = setting.words
    rows: list[list[list[nodes.Node]]] = []
    for one in setting.document.passages:
        first = setting.anchored(
            nodes.inline("", one.number), "passage", one.number, f"passage-{one.number.lower()}", one.number
        )
        sign = nodes.inline("", words.source_sign[one.sign], classes=["rw-passage", f"rw-{one.sign}"])
        rows.append([[first], [nodes.Text(one.where)], [nodes.Text(one.says)], numbers(setting, one.rules), [sign]])
    if not rows:
        return []
    columns = (words.passage, words.where, words.says, words.rules, "")
    return [
        line(nodes.Text(words.sources_intro), name="intro"),
        box("scroll", table(columns, rows, widths=(12, 8, 44, 16, 20))),
    ]
