"""Answers to a question: a table for each number that is asked for, with a row for each value of the ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, nearest
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import Demand, Final, RegionKind, System
from rulewright.ir.open_values import open_tables
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright.ir.values import printed
from rulewright.lower import Lowered, lower
from rulewright.lower.claims import lower_asked, lower_claim
from rulewright.lower.system import Scene
from rulewright.pipeline import Files, check_files, parse_rulebook, parse_sources
from rulewright.source import SourceFile
from rulewright.syntax import ast
from rulewright_verify.explicit import Budget
from rulewright_verify.odds.answers import Question, chance_of_none, lacking, with_answers
from rulewright_verify.odds.asking import (
    ASKED,
    DISPLAY,
    GAME,
    Asking,
    BadQuestion,
    Named,
    WrongText,
    named,
    scope_name,
    text_of,
)
from rulewright_verify.probability import (
    FREE,
    AtRandom,
    Begin,
    Between,
    Numbers,
    Policy,
    can_measure,
    numbers,
)

Progress = Callable[[int, int, str], None]
"""Is told how many games are done, how many there are, and what is being done."""


@dataclass(frozen=True)
class Row:
    """One answer. `found` is None where there is none, for a `reason`. `breaks_down`: the greatest chance that the
    play does not come to its end, because a rule cannot be followed or somebody is stuck."""

    values: tuple[str, ...]
    found: Between | None
    reason: str | None = None
    breaks_down: Fraction = Fraction(0)
    states: int = 0


@dataclass(frozen=True)
class Table:
    """`names` are those of the columns before the number. `left_out`: demands that were not looked at. `may_end`: the
    game may end in the run that is asked about, which then does not come back."""

    asked: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    left_out: tuple[Demand, ...] = field(default=(), repr=False)
    may_end: bool = False


@dataclass(frozen=True, slots=True)
class _Limits:
    """What the answer for a game may take, and who is told what is being done for it."""

    budget: Budget | None
    told: Callable[[str], None]

    def numbers(
        self, system: System, clause: pr.Measured | pr.EndsWithChance, begin: Begin | None = None, *, policy: Policy,
        roughly: bool = False,
    ) -> Numbers:
        return numbers(system, clause, begin, budget=self.budget, policy=policy, roughly=roughly, told=self.told)


def _to_nobody(done: int, total: int, doing: str) -> None:
    """Tell nobody."""


def tables(
    path: Path, asking: Asking, *, budget: Budget | None = None, progress: Progress | None = None
) -> tuple[Table, ...]:
    """Answer a question about the rulebook at a path. Raises `BadQuestion` or `WrongText`."""
    files, wrong = parse_rulebook(path)
    if not files:
        raise WrongText(wrong)
    found = named(asking, [item for _, file in files for item in file.items])
    text = text_of(asking, found)
    if text:
        more, wrong = parse_sources([SourceFile(path / DISPLAY, DISPLAY, text)])
        if any(each.severity is ERROR for each in wrong):
            raise WrongText(wrong)
        files = (*files, *more)
    parts: list[tuple[Table, ...]] = []
    for number, values in enumerate(found.games):
        limits = _Limits(budget, partial(progress or _to_nobody, number, len(found.games)))
        limits.told("")
        book = _checked(files, _configuration(asking, found, files, number))
        parts.append(tuple(_answers(book, asking, found, values, limits)))
    return tuple(
        replace(same[0], rows=tuple(row for one in same for row in one.rows),
                left_out=tuple(dict.fromkeys(demand for one in same for demand in one.left_out)))
        for same in zip(*parts, strict=True)
    )


def _configuration(asking: Asking, found: Named, files: Files, number: int) -> Configuration:
    """A claim brings its variants and its scope with it, unless others are asked for."""
    configuration = asking.configuration
    if found.is_claim:
        claim = _claim(found, files)
        variants = tuple(one.variant.text for one in claim.under if isinstance(one, ast.WithVariant))
        scope = configuration.scope or (claim.scopes[0].text if claim.scopes else None)
        configuration = replace(configuration, variants=configuration.variants or variants, scope=scope)
    return replace(configuration, scope=scope_name(number)) if found.params else configuration


def _claim(found: Named, files: Files) -> ast.Claim:
    return next(
        item for _, file in files for item in file.items
        if isinstance(item, ast.Claim) and item.name.text == found.name
    )


def _checked(files: Files, configuration: Configuration) -> CheckedBook:
    book, wrong = check_files(files, configuration)
    if book is None:
        raise WrongText([each for each in wrong if each.severity is ERROR])
    return book


# ------------------------------------------------------------------ answers


def _answers(
    book: CheckedBook, asking: Asking, found: Named, values: tuple[str, ...], limits: _Limits
) -> Iterator[Table]:
    params = tuple(over.name for over in found.params)
    if found.is_claim:
        yield _of_claim(book, asking, found, params, values, limits)
    elif found.name == GAME and not asking.given:
        for system, clause, answers in _of_game(book, asking):
            row, left_out = _measured(system, clause, answers, asking, limits)
            yield Table(_quantity_text(clause), params, (replace(row, values=values),), left_out)
    else:
        yield from _of_procedure(book, asking, found, params, values, limits)


def _of_claim(
    book: CheckedBook, asking: Asking, found: Named, params: tuple[str, ...], values: tuple[str, ...],
    limits: _Limits,
) -> Table:
    if found.name not in book.claims:
        raise BadQuestion(f"the claim `{found.name}` is about another game: `--players`, `--scope` choose one")
    lowered = _one_game(book)
    claim = lower_claim(lowered, found.name)
    asking = replace(asking, readings={**dict(claim.under), **asking.readings})
    rows: list[Row] = []
    left_out: list[Demand] = []
    for system, inner, answers in with_answers(lowered.system, claim.clauses):
        if can_measure(inner):
            row, more = _measured(system, inner, answers, asking, limits)
            rows.append(replace(row, values=(*values, _quantity_text(inner))))
            left_out += more
    if not rows:
        raise BadQuestion(f"the claim `{found.name}` asks for no chance, no mean and no number of runs")
    return Table(claim.title, (*params, "asked"), tuple(rows), tuple(left_out))


def _quantity_text(clause: pr.Measured | pr.EndsWithChance) -> str:
    return f"{clause.procedure} ends" if isinstance(clause, pr.EndsWithChance) else clause.quantity.text


def _of_game(book: CheckedBook, asking: Asking) -> Iterator[Question]:
    """What was asked about the whole game; if nothing was, who wins."""
    lowered = _one_game(book)
    if not asking.quantities:
        yield from ((lowered.system, clause, None) for clause in _who_wins(lowered.system, book))
        return
    yield from with_answers(lowered.system, lower_claim(lowered, ASKED).clauses)


def _one_game(book: CheckedBook) -> Lowered:
    """The rulebook, lowered."""
    lowered = lower(book)
    _must_be_one_game(lowered.system, book)
    return lowered


def _must_be_one_game(system: System, book: CheckedBook) -> None:
    if open_tables(system):
        scope = book.configuration.scope
        raise BadQuestion(f"`{scope}` leaves values open, and each choice of them has odds of its own")


def _who_wins(system: System, book: CheckedBook) -> Iterator[pr.Measured]:
    ends = [node for node in system.nodes if isinstance(node, Final)]
    regions = tuple(region.id for region in system.regions if region.parent is None)
    if not any(node.winners for node in ends):
        raise BadQuestion("nobody wins this game: say what is asked with `--chance` or `--expected`")
    for seat in range(system.n_players):
        places = tuple(pr.AtPlace(node.id, node.winners[seat] if node.winners else ir.Const(0)) for node in ends)
        text = f"{printed(system.players, system.players.lo + seat)} wins"
        quantity = pr.Quantity(pr.QuantityKind.CHANCE, places, (), text)
        yield pr.Measured(GAME, regions, quantity, pr.Bound(">=", (Fraction(0),)), book.rulebook.span)


def _of_procedure(
    book: CheckedBook, asking: Asking, found: Named, params: tuple[str, ...], values: tuple[str, ...],
    limits: _Limits,
) -> Iterator[Table]:
    if not asking.quantities:
        raise BadQuestion(f"say what is asked about `{found.name}`: `--chance CONDITION` or `--expected NUMBER`")
    claim = book.claims[ASKED]
    run = ast.ProcedureRef(ast.Path((ast.Name(ASKED, span=claim.span),), span=claim.span), None, span=claim.span)
    open_system, clauses = lower_asked(book, Scene(None, (run,)), ASKED)
    _must_be_one_game(open_system, book)
    options = _options(open_system, asking.readings)
    system = specialise(open_system, options)
    outer = next(region.id for region in system.regions if region.address == ASKED)
    region = next(
        region.id for region in system.regions
        if region.parent == outer and region.kind is RegionKind.PROCEDURE and region.procedure == found.name
    )
    names = (*params, *(over.name for over in found.luck))
    combinations = list(product(*(over.values for over in found.luck)))
    begin = Begin(region, tuple(len(over.values) for over in found.luck))
    policy = _policy(system, asking)
    for _, open_clause, open_answers in with_answers(open_system, clauses):
        clause = both_ways(specialise_clause(open_system, open_clause, options))
        answer = limits.numbers(system, clause, begin, policy=policy, roughly=asking.roughly)
        rows = tuple(
            _of_start(_row(answer, one, (*values, *combination)), breaking)
            for combination, one, breaking in zip(
                combinations, answer.each or [None] * len(combinations), answer.breaking or [None] * len(combinations),
                strict=True,
            )
        )
        if open_answers is not None:
            answers = specialise_clause(open_system, open_answers, options)
            missing = limits.numbers(system, chance_of_none(clause, answers), begin, policy=policy)
            rows = tuple(
                _unless(lacking(one, answers), row)
                for row, one in zip(rows, missing.each or [None] * len(rows), strict=True)
            )
        yield Table(_quantity_text(clause), names, rows, answer.left_out, _may_end(system, region))


def _may_end(system: System, region: int) -> bool:
    """Whether the game may end inside of a run."""
    def is_inside(here: int | None) -> bool:
        while here is not None and here != region:
            here = system.regions[here].parent
        return here is not None

    alive = reachable(system)
    return any(isinstance(node, Final) and node.id in alive and is_inside(node.region) for node in system.nodes)


def _of_start(row: Row, breaking: tuple[Fraction, str] | None) -> Row:
    """A row for one way to begin: no number where every play breaks down."""
    if breaking is None:
        return row
    chance, how = breaking
    row = replace(row, breaks_down=chance)
    return replace(row, found=None, reason=f"the play breaks down: {how}") if how else row


def _unless(reason: str | None, row: Row) -> Row:
    """A row without its number, if there is a reason against it."""
    return row if reason is None or row.found is None else replace(row, found=None, reason=reason)


def _measured(
    open_system: System, open_clause: pr.Measured | pr.EndsWithChance, open_answers: pr.At | None, asking: Asking,
    limits: _Limits,
) -> tuple[Row, tuple[Demand, ...]]:
    """One clause from every start that a play reaches."""
    options = _options(open_system, asking.readings)
    system = specialise(open_system, options)
    clause = both_ways(specialise_clause(open_system, open_clause, options))
    answer = limits.numbers(system, clause, policy=_policy(system, asking), roughly=asking.roughly)
    row = _row(answer, answer.found[0] if answer.found else None, ())
    if open_answers is not None:
        answers = specialise_clause(open_system, open_answers, options)
        missing = limits.numbers(system, chance_of_none(clause, answers), policy=_policy(system, asking))
        row = _unless(lacking(missing.found[0] if missing.found else None, answers), row)
    return row, answer.left_out


def _row(answer: Numbers, found: Between | None, values: tuple[str, ...]) -> Row:
    return Row(values, found, answer.reason if found is None else None, answer.breaks_down, answer.states)


def both_ways(clause: pr.Clause) -> pr.Measured | pr.EndsWithChance:
    """The same quantity, looked at from below and from above."""
    assert isinstance(clause, pr.Measured | pr.EndsWithChance)
    if isinstance(clause, pr.EndsWithChance):
        return clause
    kinds = (pr.QuantityKind.LOWEST_CHANCE, pr.QuantityKind.HIGHEST_CHANCE)
    kind = pr.QuantityKind.CHANCE if clause.quantity.kind in kinds else clause.quantity.kind
    return replace(clause, quantity=replace(clause.quantity, kind=kind))


def _policy(system: System, asking: Asking) -> Policy:
    if asking.at_random is None:
        free = {_seat(system, name) for name in asking.free}
        return AtRandom(frozenset(range(system.n_players)) - free) if free else AtRandom()
    seats = [_seat(system, name) for name in asking.at_random]
    return AtRandom(frozenset(seats)) if seats else FREE


def _seat(system: System, name: str) -> int:
    names = [printed(system.players, system.players.lo + seat) for seat in range(system.n_players)]
    if name not in names:
        raise BadQuestion(_unknown("player", name, names))
    return names.index(name)


def _options(system: System, readings: Mapping[str, str]) -> dict[str, int]:
    """An option of every reading: as asked, else the first."""
    for name, option in readings.items():
        if name not in system.readings:
            raise BadQuestion(_unknown("reading", name, list(system.readings)))
        if option not in system.readings[name].options:
            raise BadQuestion(_unknown(f"option of `{name}`", option, system.readings[name].options))
    return {
        name: info.options.index(readings[name]) if name in readings else 0 for name, info in system.readings.items()
    }


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    meant = nearest(name, known)
    hint = f"did you mean `{meant}`?" if meant else f"there are: {', '.join(f'`{one}`' for one in known) or 'none'}"
    return f"the rulebook has no {what} `{name}`; {hint}"
