"""Lines that are indented too far or not far enough, and parts that end too early."""

from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import Span
from rulewright.syntax.diagnose.trouble import Trouble
from rulewright.syntax.diagnose.words import foreign_word
from rulewright.syntax.errors import EndsTooEarly, MissingBlock, MisspeltWord, NoBlockHere, UnevenIndent
from rulewright.syntax.lines import Line
from rulewright.syntax.words import words


def indented_too_far(trouble: Trouble) -> Diagnostic:
    """The line begins a block that the line before it cannot have, perhaps because that one is misspelt."""
    before = trouble.before
    assert before is not None, "the first line of a part is not indented"
    foreign = foreign_word(trouble.file, before)
    if foreign is not None:
        return foreign
    span = Span(trouble.file, before.pieces[0].start, before.pieces[0].end)
    meant = nearest(before.first, words().keywords)
    if len(before.pieces) == 1 and meant is not None and len(meant) > 3:
        return MisspeltWord(found=before.first, nearest=meant, span=span)
    line = trouble.line
    margin = Span(trouble.file, line.start, line.pieces[0].start)
    if line.indent - before.indent == 1:
        return UnevenIndent(line=margin.line, found=line.indent, wanted=before.indent, span=margin)
    return NoBlockHere(before=span.line, span=margin)


def missing_block(trouble: Trouble, following: Line | None) -> Diagnostic:
    """`trouble.line` is a heading, and what follows is not indented."""
    below = None
    if following is not None and following.indent == trouble.line.indent:
        below = trouble.file.line_of(following.pieces[0].start)
    return MissingBlock(below=below, span=trouble.span(0, len(trouble.pieces)))


def ends_too_early(trouble: Trouble) -> Diagnostic:
    """The block ends although something must still come."""
    heads = trouble.heads or (trouble.line,)
    head = heads[-1] if "EXPECT" in trouble.expected else heads[0]
    last = trouble.file.line_of(trouble.line.end - 1)
    span = Span(trouble.file, head.pieces[0].start, head.end)
    return EndsTooEarly(line=last, expected=_most_likely(trouble), span=span)


def _most_likely(trouble: Trouble) -> str | None:
    """An example lacks its `expect`; of a table, a choice or a reading the rows or options are missing."""
    for terminal, name in (("EXPECT", "`expect`"), ("BAR", "a row between bars"), ("OPTION", "`option`")):
        if terminal in trouble.expected:
            return name
    return "an option" if "NAME" in trouble.expected else None
