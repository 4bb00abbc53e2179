"""A question as it was put, and the rulebook text that it becomes.

Questions are in the words of the rule language. They are read, checked and lowered as if they stood at the end of
the rulebook: a procedure that luck begins with each value in turn, and a claim about the end of what it runs.
So every mistake in a question is told as a mistake in a rulebook is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from rulewright.checker.symbols import Configuration
from rulewright.diagnostics import Diagnostic, nearest
from rulewright.syntax import ast

ASKED = "the_question"
DISPLAY = "the question"
GAME = "game"
MOST_ROWS = 10_000
MOST_GAMES = 200
"""Values of params: for each of them the rulebook is lowered again."""


AS_PRINTED = Configuration()


class BadQuestion(Exception):
    """A question that makes no sense for this rulebook."""


class WrongText(Exception):
    """The rulebook, or the question in it, has errors."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("errors")
        self.diagnostics = tuple(diagnostics)


@dataclass(frozen=True, slots=True)
class Over:
    """`n=1..20`, `unit=Army,Knight`: a name, and the values that it goes through."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Asking:
    """What is asked of a procedure (`fight(n, 3)`) or of a claim; nothing else is known about it yet.

    `at_random`: these players decide by chance; all of them if it is None, but for those who are `free`. Those who do
    not decide by chance decide as they like, and the answer goes from the least to the greatest number.
    """

    what: str = GAME
    chances: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    overs: tuple[Over, ...] = ()
    configuration: Configuration = AS_PRINTED
    readings: Mapping[str, str] = field(default_factory=dict)
    at_random: tuple[str, ...] | None = ()
    roughly: bool = False
    free: tuple[str, ...] = ()

    @property
    def quantities(self) -> tuple[str, ...]:
        return (*(f"chance({one})" for one in self.chances), *(f"expected({one})" for one in self.means))


@dataclass(frozen=True)
class Named:
    """What a question speaks of: a claim, or a procedure with its arguments as written."""

    name: str
    arguments: tuple[str, ...]
    is_claim: bool
    params: tuple[Over, ...]
    """The ranges over params of the rulebook."""
    luck: tuple[Over, ...]
    """The ranges over names that luck chooses before the procedure begins."""

    @property
    def games(self) -> tuple[tuple[str, ...], ...]:
        return tuple(product(*(over.values for over in self.params)))

    @property
    def call(self) -> str:
        return f"{self.name}({', '.join(self.arguments)})" if self.arguments else self.name


def named(asking: Asking, items: Sequence[ast.Item]) -> Named:
    """Find out what is asked of, in the trees of a rulebook."""
    found = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", asking.what)
    if found is None:
        raise BadQuestion(f"`{asking.what}` is neither a procedure, like `battle(3, n)`, nor a claim")
    name, written = found[1], found[2]
    procedures = {item.name.text: item for item in items if isinstance(item, ast.Procedure)}
    claims = {item.name.text for item in items if isinstance(item, ast.Claim)}
    known_params = {item.name.text for item in items if isinstance(item, ast.Param)}
    twice = [over.name for over in asking.overs if [one.name for one in asking.overs].count(over.name) > 1]
    if twice:
        raise BadQuestion(f"`{twice[0]}` is given two ranges")
    params = tuple(over for over in asking.overs if over.name in known_params)
    rest = tuple(over for over in asking.overs if over.name not in known_params)
    if len(params) and asking.configuration.scope is not None:
        raise BadQuestion(f"a scope and a range over the param `{params[0].name}` do not go together")
    if name in procedures:
        procedure = procedures[name]
        return _within(Named(name, *_arguments(procedure, written, rest), params, rest))
    if name not in claims:
        known = [*procedures, *claims]
        meant = nearest(name, known)
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise BadQuestion(f"the rulebook has no procedure and no claim `{name}`{hint}")
    if written is not None or asking.quantities or asking.given:
        raise BadQuestion(f"`{name}` is a claim: it says itself what is asked, and from where")
    if rest:
        raise BadQuestion(f"`{rest[0].name}` is no param of the rulebook, and a claim has no arguments")
    return _within(Named(name, (), True, params, ()))


def _arguments(
    procedure: ast.Procedure, written: str | None, overs: Sequence[Over]
) -> tuple[tuple[str, ...], bool]:
    """The arguments of the run; a parameter that is left out takes the values of the range with its name."""
    given = [one.strip() for one in cut_at_commas(written)] if written is not None else []
    by_name = {found[1] for one in given if (found := re.match(r"(\w+)\s*:", one))}
    free = [p.name.text for p in procedure.parameters if p.name.text not in by_name]
    left_out = free[len(given) - len(by_name) :]
    ranges = [over.name for over in overs]
    missing = [name for name in left_out if name not in ranges]
    strange = [name for name in ranges if name not in free]
    if missing and strange and (meant := nearest(strange[0], missing)):
        raise BadQuestion(f"`{procedure.name.text}` has no argument `{strange[0]}`; did you mean `{meant}`?")
    if missing:
        raise BadQuestion(
            f"`{procedure.name.text}` needs a value for `{missing[0]}`: write it in brackets, "
            f"or give a range with `--over {missing[0]}=..`"
        )
    arguments = (*given, *(f"{name}: {name}" for name in left_out))
    used = set(re.findall(r"\w+", " ".join(arguments)))
    idle = [name for name in ranges if name not in used]
    if idle:
        raise BadQuestion(
            f"`{idle[0]}` is no param of the rulebook, and no argument of `{procedure.name.text}` speaks of it"
        )
    return arguments, False


def cut_at_commas(written: str) -> list[str]:
    """Arguments or values, cut at commas outside of brackets."""
    parts, depth = [""], 0
    for sign in written:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts if written.strip() else []


def _within(found: Named) -> Named:
    n_rows = 1
    for over in (*found.params, *found.luck):
        n_rows *= len(over.values)
    if n_rows > MOST_ROWS:
        raise BadQuestion(f"the ranges have {n_rows} values together; the most is {MOST_ROWS}")
    if len(found.games) > MOST_GAMES:
        raise BadQuestion(f"the ranges over params make {len(found.games)} games; the most is {MOST_GAMES}")
    return found


def text_of(asking: Asking, found: Named) -> str:
    """The lines that stand at the end of the rulebook while the question is answered."""
    lines = []
    if not found.is_claim:
        lines += [f"procedure {ASKED}"]
        lines += [f"  chance chooses {over.name} in {_domain(over)}" for over in found.luck]
        lines += [f"  {line}" for line in asking.given]
        lines += [f"  {found.call}", ""]
        if asking.quantities:
            lines += [f'claim {ASKED} "What is asked"']
            if scopes := _scopes(asking, found):  # what does not fit a scope that it does not name is passed over
                lines += [f"  scope {', '.join(scopes)}"]
            lines += [f"  at end of {found.name}: {one} >= 0" for one in asking.quantities]
            lines += [""]
    for number, values in enumerate(found.games if found.params else ()):
        lines += [f"scope {scope_name(number)}"]
        lines += [f"  sets {over.name} to {value}" for over, value in zip(found.params, values, strict=True)]
        lines += [""]
    return "\n".join(lines)


def _scopes(asking: Asking, found: Named) -> tuple[str, ...]:
    if found.params:
        return tuple(scope_name(number) for number in range(len(found.games)))
    return () if asking.configuration.scope is None else (asking.configuration.scope,)


def scope_name(number: int) -> str:
    return f"{ASKED}_{number + 1}"


def _domain(over: Over) -> str:
    return f"[{', '.join(over.values)}]"
