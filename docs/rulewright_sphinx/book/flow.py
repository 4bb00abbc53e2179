"""A procedure as a flow chart: boxes and arrows, still without a form.

Questions that only ask how the sources are read are answered as the game is played here, so that the chart shows one
game; the margin of the rules shows what is open.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from rulewright.syntax import ast
from rulewright_sphinx.book.deeds import LUCK, deeds, each_words, procedure_words
from rulewright_sphinx.book.model import Arrow, FlowChart, Node, plain
from rulewright_sphinx.book.openness import as_played
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.saying import capital, said, turned

WIDEST = 26
MOST_LINES = 3
ASKING = ("branch", "loop", "choice")
"""Boxes that are never cut: half a condition would be another rule."""
FEWEST_NODES = 5
MOST_NODES = 24
MOST_ALONE = 3
"""So many options without anything after them have boxes of their own; more share one, and the chart stays narrow."""

Ends = list[tuple[str, str]]
"""Where the next box hangs on: boxes, and the word on the arrow."""


def flow_chart(reader: Reader, outline: Outline, procedure: ast.Procedure) -> FlowChart | None:
    """The chart of a procedure: with what happens inside its steps if that can still be read, else without; None where
    it would show nothing."""
    for deep in (True, False):
        drawing = _drawn(reader, outline, procedure, deep=deep)
        if FEWEST_NODES <= sum(node.shape != "end" for node in drawing.nodes) <= MOST_NODES:
            return _finished(reader, procedure, drawing)
    return None


def _drawn(reader: Reader, outline: Outline, procedure: ast.Procedure, *, deep: bool) -> _Drawing:
    name = procedure.name.text
    drawing = _Drawing(reader, outline, deep)
    start = drawing.node("end", reader.wording.start)
    ends = drawing.block(procedure.block, [(start, "")], name)
    if ends:
        drawing.join(ends, drawing.node("end", reader.wording.end))
    return drawing


def _finished(reader: Reader, procedure: ast.Procedure, drawing: _Drawing) -> FlowChart:
    name = procedure.name.text
    title = plain(reader.sentence(procedure.block.notes.texts)) or reader.named(name)
    told = "; ".join(" ".join(node.lines) for node in drawing.nodes)
    return FlowChart(
        name,
        anchor_of("flow", name),
        reader.wording.flow_of.format(title.rstrip(".")),
        reader.wording.flow_spoken.format(told),
        tuple(drawing.nodes),
        tuple(drawing.arrows),
    )


@dataclass
class _Drawing:
    reader: Reader
    outline: Outline
    deep: bool
    nodes: list[Node] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)

    def node(self, shape: str, text: str, number: str = "") -> str:
        lines = _wrapped(text, None if shape in ASKING else MOST_LINES)
        found = Node(f"n{len(self.nodes)}", shape, lines, number)
        self.nodes.append(found)
        return found.id

    def join(self, ends: Ends, target: str) -> None:
        self.arrows += [Arrow(source, target, label) for source, label in ends]

    def box(self, ends: Ends, shape: str, text: str, number: str = "") -> Ends:
        found = self.node(shape, text, number)
        self.join(ends, found)
        return [(found, "")]

    def block(self, block: ast.Block | None, ends: Ends, address: str) -> Ends:
        for statement in block.statements if block is not None else ():
            if not ends:
                break
            ends = self.statement(statement, ends, address)
        return ends

    def statement(self, node: ast.Stmt, ends: Ends, address: str) -> Ends:
        match node:
            case ast.Step(name=name, block=block):
                return self._step(f"{address}.{name.text}", block, ends)
            case ast.Run(procedure=name):
                text = capital(procedure_words(self.reader, name.text))
                return self.box(ends, "call", text, self.outline.number_of(name.text))
            case ast.If():
                return self._branches(node, ends, address)
            case ast.While(condition=condition, block=block):
                asked = capital(self.reader.wording.while_.format(said(self.reader, condition)))
                return self._loop(asked, block, ends, address, leave=False)
            case ast.Repeat(until=until, block=block):
                return self._repeat(until, block, ends, address)
            case ast.ForEach(binder=binder, at_once=at_once, block=block):
                asked = capital(each_words(self.reader, binder, at_once=at_once))
                return self._loop(asked, block, ends, address, leave=None)
            case ast.Choose() | ast.ChooseOneOf() | ast.Responses():
                return self._choice(node, ends, address)
            case ast.EndGame(winner=winner):
                words = self.reader.wording
                self.box(ends, "end", words.no_winner if winner is None else words.won)
                return []
            case ast.Roll():
                told = deeds(self.reader, ast.Block((node,), span=node.span))
                return self.box(ends, "step", capital("; ".join(told)))
            case _:
                return ends

    def _step(self, address: str, block: ast.Block, ends: Ends) -> Ends:
        text = self.reader.text(block.notes.texts) or capital(self.reader.named(address))
        ends = self.box(ends, "step", text, self.outline.number_of(address))
        if not self._goes_on(block):
            return ends
        return self.block(block, ends, address)

    def _branches(self, node: ast.If, ends: Ends, address: str) -> Ends:
        found: Ends = []
        for branch in node.branches:
            played = as_played(self.reader, branch.condition)
            if played is True:
                return [*found, *self.block(branch.block, ends, address)]
            if not isinstance(played, bool):
                question, is_turned = turned(played)
                answers = (self.reader.wording.yes, self.reader.wording.no)
                go, skip = reversed(answers) if is_turned else answers
                before = len(self.nodes)
                asked = self.node("branch", f"{capital(said(self.reader, question))}?")
                self.join(ends, asked)
                inside = self.block(branch.block, [(asked, go)], address)
                if len(self.nodes) == before + 1 and inside:
                    self._drop(asked, ends)
                    continue
                found += inside
                ends = [(asked, skip)]
        return [*found, *self.block(node.otherwise, ends, address)]

    def _drop(self, asked: str, ends: Ends) -> None:
        """A question of which the answer changes nothing that is drawn."""
        self.nodes.pop()
        del self.arrows[len(self.arrows) - len(ends) :]

    def _repeat(self, until: ast.Expr | None, block: ast.Block, ends: Ends, address: str) -> Ends:
        if until is not None:
            asked = capital(self.reader.wording.until.format(said(self.reader, until)))
            return self._loop(asked, block, ends, address, leave=True)
        first = len(self.nodes)
        inside = self.block(block, ends, address)
        if len(self.nodes) > first:
            self.join([(source, self.reader.wording.again) for source, _ in inside], self.nodes[first].id)
        return []

    def _loop(self, text: str, block: ast.Block, ends: Ends, address: str, *, leave: bool | None) -> Ends:
        """`leave`: the answer with which the loop is left; None: when everything was gone through."""
        words = self.reader.wording
        before = (len(self.nodes), len(self.arrows))
        head = self.node("loop", text)
        self.join(ends, head)
        go, out = {True: (words.no, words.yes), False: (words.yes, words.no), None: ("", words.further)}[leave]
        inside = self.block(block, [(head, go)], address)
        if len(self.nodes) == before[0] + 1:
            del self.nodes[before[0] :], self.arrows[before[1] :]
            return ends
        self.join(inside, head)
        return [(head, out)]

    def _choice(self, node: ast.Choose | ast.ChooseOneOf | ast.Responses, ends: Ends, address: str) -> Ends:
        words = self.reader.wording
        if isinstance(node, ast.Responses):
            text = capital(words.answers.format(each_words(self.reader, node.binder)))
        elif isinstance(node.decider, ast.Name) and node.decider.text == LUCK:
            text = words.luck_chooses
        elif isinstance(node.decider, ast.Name):
            text = words.may_choose if node.may else words.choose
        else:
            text = capital((words.may if node.may else words.chooses).format(said(self.reader, node.decider)))
        head = self.node("choice", text)
        self.join(ends, head)
        again = isinstance(node, ast.Responses) or (isinstance(node, ast.ChooseOneOf) and node.until_done)
        found: Ends = [(head, words.further)] if again or getattr(node, "may", False) else []
        options = [(node.label, node.block)] if isinstance(node, ast.Choose) else [
            (option.label, option.block) for option in node.options
        ]
        alone = [(label, block) for label, block in options if not self._goes_on(block)]
        if len(alone) > MOST_ALONE:
            options = [one for one in options if one not in alone]
            inside = self._together(alone, head)
            if again:
                self.join(inside, head)
            else:
                found += inside
        for label, block in options:
            inside = self._option(label, block, head, address)
            if again:
                self.join(inside, head)
            else:
                found += inside
        return found

    def _goes_on(self, block: ast.Block | None) -> bool:
        return self.deep and (_has_steps(block) or _ends_game(block))

    def _together(self, options: list[tuple[ast.Name | None, ast.Block | None]], head: str) -> Ends:
        """Options after which nothing more is drawn, in one box."""
        lines: list[str] = []
        for label, block in options:
            text = self.reader.text(block.notes.texts) if block is not None else ""
            lines += _wrapped(f"· {text or capital(self.reader.named(label.text if label is not None else ''))}", 2)
        node = Node(f"n{len(self.nodes)}", "step", tuple(lines))
        self.nodes.append(node)
        self.join([(head, "")], node.id)
        return [(node.id, "")]

    def _option(self, label: ast.Name | None, block: ast.Block | None, head: str, address: str) -> Ends:
        name = label.text if label is not None else ""
        text = self.reader.text(block.notes.texts) if block is not None else ""
        ends: Ends = [(head, "")]
        if text or name:
            ends = self.box(ends, "step", text or capital(self.reader.named(name)))
        if self._goes_on(block):
            return self.block(block, ends, f"{address}.{name}" if name else address)
        return ends


def _has_steps(block: ast.Block | None) -> bool:
    """Whether more than what its own sentence says happens inside: other steps, procedures, choices."""
    return block is not None and any(_is_drawn(one) for one in block.statements)


def _is_drawn(node: object) -> bool:
    match node:
        case ast.Step() | ast.Run() | ast.Choose() | ast.ChooseOneOf() | ast.Responses():
            return True
        case ast.If(branches=branches, otherwise=otherwise):
            return any(_has_steps(branch.block) for branch in branches) or _has_steps(otherwise)
        case ast.While(block=block) | ast.Repeat(block=block) | ast.ForEach(block=block):
            return _has_steps(block)
        case _:
            return False


def _ends_game(block: ast.Block | None) -> bool:
    from rulewright_sphinx.book.walk import descendants

    return any(isinstance(inner, ast.EndGame) for inner in descendants(block))


def _wrapped(text: str, most: int | None = MOST_LINES) -> tuple[str, ...]:
    """A text as the lines of a box; with `most`, what is longer ends in an ellipsis."""
    lines = textwrap.wrap(text, WIDEST, break_on_hyphens=False) or [""]
    if most is None or len(lines) <= most:
        return tuple(lines)
    return (*lines[: most - 1], f"{lines[most - 1].rstrip('.,;: ')} …")
