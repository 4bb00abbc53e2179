"""Parse one part of a file, and go on after a mistake to find the next.

Takes the lines of a part: a heading at the left margin and what is indented below it. Where a line cannot be
parsed, it is explained and replaced by the simplest line that can stand in its place, and the part is parsed
again. A tree is given only for a part as it was written; one with replacements serves to find more mistakes.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import SourceFile, Span
from rulewright.syntax.build import Context, item
from rulewright.syntax.diagnose import Trouble, explain
from rulewright.syntax.lines import Line
from rulewright.syntax.parser import ParseError, Token, Tree, parse_text

# Lines that are right wherever lines with these words are, tried before those that fit in many places.
_SIMPLEST = {
    "rulebook": ("rulebook x",),
    "chapter": ('chapter ""',),
    "title": ('title ""',),
    "players": ("players 2",),
    "text": ('text ""',),
    "told": ('told ""',),
    "source": ('source ""', 'source x ""'),
    "rests": ("rests on x",),
    "words": ("words",),
    "enum": ("enum x", "enum x: y"),
    "param": ("param x: yes or no = yes",),
    "cards": ("cards x",),
    "pieces": ("pieces x",),
    "die": ("die x",),
    "table": ("table x",),
    "record": ("record x",),
    "state": ("state",),
    "rule": ("rule x -> yes or no",),
    "default": ("default",),
    "exception": ("exception x over y", "exception x to y over z"),
    "modifier": ("modifier x", "modifier x to y"),
    "procedure": ("procedure x",),
    "function": ("procedure x", "rule x -> yes or no"),
    "step": ("step x",),
    "if": ("if yes",),
    "unless": ("if yes",),
    "otherwise": ("otherwise", "otherwise if yes"),
    "else": ("otherwise", "otherwise if yes"),
    "elseif": ("otherwise if yes",),
    "elif": ("otherwise if yes",),
    "while": ("while yes",),
    "repeat": ("repeat",),
    "for": ("for each x in y", "for all x: y"),
    "foreach": ("for each x in y",),
    "responses": ("responses by x in y",),
    "reading": ("reading x",),
    "option": ("option x",),
    "gap": ("gap x",),
    "precedence": ("precedence x over y",),
    "variant": ("variant x of y",),
    "instead": ("instead of x",),
    "forbids": ("forbids x",),
    "claim": ('claim x ""',),
    "scope": ("scope x",),
    "example": ("example x",),
    "given": ("given",),
    "do": ("do x",),
    "expect": ("expect", "expect x"),
    "simulate": ("simulate 1 games with x players",),
}
_WITH_BLOCK = ("x chooses y in z", "x chooses one of", "x: y in z", "step x", "if yes", "x")
_WITHOUT_BLOCK = ("x", "x: yes", "x: yes or no", 'text ""')
_BLOCKS = ("x", "x: yes", "x: yes or no", "| x |", "default\n{indent} x")
_UNREADABLE = "\x00"


@dataclass
class Budget:
    """How much may still be parsed, in characters, before a file with many mistakes is given up."""

    characters: int = 600_000


@dataclass(frozen=True)
class Stop:
    """The parser stopped in a line, at a place of the file."""

    line: int
    offset: int
    kind: str | None
    expected: frozenset[str]


@dataclass
class Part:
    """The lines of a part, and each as it is read now: perhaps replaced, moved to the left, or left out."""

    file: SourceFile
    text: str
    lines: list[Line]
    budget: Budget
    now: list[str] = field(init=False)
    shift: list[int] = field(init=False)
    replaced: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.now = [_UNREADABLE if line.broken else self.text[line.pieces[0].start : line.end] for line in self.lines]
        self.shift = [0] * len(self.lines)

    def assembled(self) -> tuple[str, list[int]]:
        """The text as it is read now, and where each line begins in it."""
        pieces, starts, position = [], [], 0
        for line, now, shift in zip(self.lines, self.now, self.shift, strict=True):
            starts.append(position)
            piece = " " * (line.indent - shift) + now + "\n" if now else ""
            pieces.append(piece)
            position += len(piece)
        return "".join(pieces), starts

    def end_of_block(self, index: int) -> int:
        """The first line behind those that are indented more than a line."""
        indent = self.lines[index].indent
        below = range(index + 1, len(self.lines))
        return next((inner for inner in below if self.lines[inner].indent <= indent), len(self.lines))


def parse_part(
    file: SourceFile, text: str, lines: list[Line], budget: Budget
) -> tuple[Tree[Token] | None, list[Diagnostic]]:
    """The tree of a part, its places counted from the start of its first line, or what is wrong with it."""
    part = Part(file, text, lines, budget)
    if not any(line.broken for line in lines) and _begin_as_written(lines):
        stop = _try_as_written(part)
        if not isinstance(stop, Stop):
            return stop, []
    else:
        stop = _try(part)
    found: list[Diagnostic] = []
    while isinstance(stop, Stop):
        if stop.line in part.replaced:
            return None, found
        is_short = stop.kind in ("_DEDENT", "$END") or stop.expected == {"_INDENT"}
        if not part.lines[stop.line].broken and not (is_short and "" in part.now):
            found.append(_explained(part, stop))
        if stop.kind in ("_DEDENT", "$END") or lines[-1].end - lines[0].start > budget.characters:
            return None, found
        stop = _mend(part, stop)
    return None, found + _found_by_building(part, stop)


def _begin_as_written(lines: list[Line]) -> bool:
    return all(line.pieces[0].start - line.start == line.indent for line in lines)


def _try_as_written(part: Part) -> Stop | Tree[Token]:
    """The tree of the part, with places that count from its start, or where the parser stops."""
    start = part.lines[0].start
    try:
        return parse_text(part.text[start : part.lines[-1].end])
    except ParseError as error:
        return _located(part, [line.start - start for line in part.lines], error)


def _try(part: Part) -> Stop | Tree[Token]:
    """The tree of the part as it is now, or where the parser stops."""
    text, starts = part.assembled()
    part.budget.characters -= len(text)
    try:
        return parse_text(text)
    except ParseError as error:
        return _located(part, starts, error)


def _located(part: Part, starts: list[int], error: ParseError) -> Stop:
    """The line to blame: of a block that nothing begins the first one, for a missing block the heading."""
    index = _line_at(part, starts, error.start)
    if error.kind == "_INDENT" and index + 1 < len(part.lines):
        index += 1
        return Stop(index, part.lines[index].pieces[0].start, error.kind, error.expected)
    if error.expected == {"_INDENT"}:
        index = index if error.kind in ("_DEDENT", "$END") else max(index - 1, 0)
        return Stop(index, part.lines[index].end, None, error.expected)
    offset = _original(part, starts, error.start)
    return Stop(index, offset, error.kind, error.expected)


def _line_at(part: Part, starts: list[int], offset: int) -> int:
    index = min(bisect_right(starts, offset), len(starts)) - 1
    while index > 0 and not part.now[index]:
        index -= 1
    return index


def _original(part: Part, starts: list[int], offset: int) -> int:
    """The place in the file of a place in the assembled text."""
    index = _line_at(part, starts, offset)
    line = part.lines[index]
    written = line.pieces[0].start + offset - starts[index] - (line.indent - part.shift[index])
    return min(max(written, line.pieces[0].start), line.end)


def _explained(part: Part, stop: Stop) -> Diagnostic:
    line = part.lines[stop.line]
    at = next((i for i, piece in enumerate(line.pieces) if piece.end > stop.offset), len(line.pieces))
    heads: list[Line] = []
    for other in reversed(part.lines[: stop.line]):
        if other.indent < (heads[-1] if heads else line).indent:
            heads.append(other)
    before = part.lines[stop.line - 1] if stop.line else None
    following = part.lines[stop.line + 1] if stop.line + 1 < len(part.lines) else None
    return explain(Trouble(part.file, line, at, stop.kind, stop.expected, before, tuple(heads)), following)


# ---------------------------------------------------------------- going on
def _mend(part: Part, stop: Stop) -> Stop | Tree[Token]:
    """Changes the part so that the parser gets past the line; gives where it stops next, or the tree."""
    if stop.kind == "_INDENT":
        return _mend_block_of_nothing(part, stop)
    part.replaced.add(stop.line)
    return _furthest(part, stop.line, _candidates(part, stop), stop) or _leave_out(part, stop.line)


def _mend_block_of_nothing(part: Part, stop: Stop) -> Stop | Tree[Token]:
    """Makes the line before a heading if it was meant to be one, or moves the block to the left."""
    before = stop.line - 1
    candidates = [*_known(part.lines[before].first)]
    if candidates and before not in part.replaced:
        written = part.now[before]
        result = _furthest(part, before, iter(candidates), stop)
        if result is not None:
            part.replaced.add(before)
            return result
        part.now[before] = written
    if stop.line in part.moved:
        part.replaced.add(stop.line)
        return _leave_out(part, stop.line)
    part.moved.add(stop.line)
    columns = part.lines[stop.line].indent - part.lines[before].indent
    for inner in range(stop.line, part.end_of_block(before)):
        part.shift[inner] += columns
    return _try(part)


def _furthest(part: Part, index: int, candidates: Iterator[str], stop: Stop) -> Stop | Tree[Token] | None:
    """Puts the candidate in the place of a line with which the parser gets furthest; None if none gets past it."""
    best: tuple[int, str, Stop | Tree[Token]] | None = None
    for candidate in candidates:
        part.now[index] = candidate
        result = _try(part)
        if not isinstance(result, Stop):
            return result
        reached = result.line if result.kind != "_INDENT" else result.line - 1
        if reached > max(index, stop.line - 1) and (best is None or reached > best[0]):
            best = (reached, candidate, result)
        if part.budget.characters <= 0:
            break
    if best is None:
        return None
    part.now[index] = best[1]
    return best[2]


def _candidates(part: Part, stop: Stop) -> Iterator[str]:
    line = part.lines[stop.line]
    if stop.expected == {"_INDENT"}:
        indent = " " * (line.indent + 1)
        written = part.now[stop.line]
        yield from (f"{written}\n{indent}{block.format(indent=indent)}" for block in _BLOCKS)
        return
    words = [piece.text for piece in line.pieces[:2]]
    prefix = f"{words[0]} " if words[0] in ("adds", "replaces") and len(words) > 1 else ""
    yield from (prefix + simplest for simplest in _known(words[-1] if prefix else words[0]))
    if "one of" in part.text[line.start : line.end]:
        yield "x chooses one of"
    deeper = part.end_of_block(stop.line) > stop.line + 1
    yield from _WITH_BLOCK if deeper else _WITHOUT_BLOCK


def _known(word: str) -> tuple[str, ...]:
    meant = word if word in _SIMPLEST else nearest(word, _SIMPLEST)
    return _SIMPLEST.get(meant or "", ())


def _leave_out(part: Part, index: int) -> Stop | Tree[Token]:
    """Reads the part without a line and without the lines below it."""
    for inner in range(index, part.end_of_block(index)):
        part.now[inner] = ""
        part.replaced.add(inner)
    return _try(part)


def _found_by_building(part: Part, tree: Tree[Token]) -> list[Diagnostic]:
    """What the builder finds in the lines that are read as they were written."""
    text, starts = part.assembled()
    ctx = Context(SourceFile(part.file.path, part.file.display, text))
    for node in tree.children:
        if isinstance(node, Tree):
            item(ctx, node)

    def written(span: Span) -> Span | None:
        if _line_at(part, starts, span.start) in part.replaced:
            return None
        return Span(part.file, _original(part, starts, span.start), _original(part, starts, span.end))

    found = []
    for diagnostic in ctx.found:
        span = written(diagnostic.span)
        also = [(written(place), remark) for place, remark in diagnostic.also]
        if span is not None and all(place is not None for place, _ in also):
            kept = tuple((place, remark) for place, remark in also if place is not None)
            found.append(type(diagnostic)(**{**vars(diagnostic), "span": span, "also": kept}))
    return found
