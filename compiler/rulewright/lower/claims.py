"""Claims: from the tree to what the engines decide (`ir.properties`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import assert_never

from rulewright.checker import symbols as sym
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.answers import answered, has_answer
from rulewright.ir.walk import Piece, descendants
from rulewright.lower.constants import assignments, constant_arguments, written
from rulewright.lower.context import Context
from rulewright.lower.counters import FOREVER, LEAST_COUNTED, Counters, counted_to, stop_of_condition, with_counters
from rulewright.lower.expressions import condition, scalar
from rulewright.lower.layout import cites, rests, texts
from rulewright.lower.quantities import (
    EXTREMES,
    POSITIONS,
    is_measured,
    looked_at,
    measured_bound,
    quantity_of,
    runs_in,
)
from rulewright.lower.rules import parameter
from rulewright.lower.system import ENTRY, Lowered, Scene, lower_scene
from rulewright.lower.values import Value
from rulewright.source import Span
from rulewright.syntax import ast


def lower_claims(lowered: Lowered) -> tuple[pr.Claim, ...]:
    """All claims of the rulebook, asked of one lowered system."""
    return tuple(lower_claim(lowered, name) for name in lowered.context.book.claims)


def lower_claim(lowered: Lowered, name: str) -> pr.Claim:
    """One claim; the others cost nothing."""
    return _Claims(lowered).claim(lowered.context.book.claims[name])


def lower_asked(book: sym.CheckedBook, scene: Scene, name: str) -> tuple[ir.System, tuple[pr.Clause, ...]]:
    """The clauses of a claim, asked of a scene that may run other procedures before those that they speak of."""
    lowered = lower_scene(book, scene)
    claims = _Claims(lowered)
    clauses = book.claims[name].clauses
    return lowered.system, tuple(one for each in clauses for one in claims.clause(each, {}, (), (), ()))


@dataclass(frozen=True, eq=False, slots=True)
class _Claims:
    """`known`: names with one value each, of a `for all` around clauses about play, and of a run's arguments."""

    lowered: Lowered
    known: Mapping[sym.LocalSymbol, Value] = field(default_factory=dict)

    def claim(self, node: ast.Claim) -> pr.Claim:
        clauses: list[pr.Clause] = []
        for clause in node.clauses:
            if node.given is not None:
                clauses.extend(self._in_scene(node.given, clause))
            else:
                clauses.extend(self.clause(clause, {}, (), (), ()))
        return pr.Claim(
            node.name.text, node.title, texts(node.notes), cites(node.notes), rests(node.notes),
            tuple((a.reading.text, a.option.text) for a in node.under if isinstance(a, ast.ReadingIs)),
            tuple(a.variant.text for a in node.under if isinstance(a, ast.WithVariant)),
            tuple(name.text for name in node.scopes),
            self._expectations(node.expects),
            tuple(clauses), node.span,
        )

    def _expectations(self, nodes: tuple[ast.Expectation, ...]) -> tuple[pr.Expectation, ...]:
        """Those of this game. What is said of its variants goes before what is said of any."""
        played = set(self.lowered.context.book.configuration.variants)
        named: list[pr.Expectation] = []
        others: list[pr.Expectation] = []
        for node in nodes:
            variants = {each.variant.text for each in node.when if isinstance(each, ast.WithVariant)}
            readings = ((each.reading.text, each.option.text) for each in node.when if isinstance(each, ast.ReadingIs))
            if variants <= played:
                (named if variants else others).append(pr.Expectation(node.verdict.text, tuple(readings)))
        if any(not each.when for each in named):
            others = []
        return (*named, *others)

    # -------------------------------------------------------------- clauses

    def clause(
        self, node: ast.Clause, env: dict[sym.LocalSymbol, Value], params: tuple[ir.Local, ...],
        types: tuple[ir.ValueType, ...], names: tuple[str, ...],
    ) -> Iterator[pr.Clause]:
        """A clause; `for all` may hold several. Clauses about rules leave its names open; clauses about play are
        asked once for each of their values."""
        match node:
            case ast.ForAll(parameters, clauses) if any(self._is_about_play(each) for each in clauses):
                symbols = [self._ctx.book.binders[id(param)] for param in parameters]
                for values in assignments(symbols):
                    inner_claims = replace(self, known={**self.known, **values})
                    for each in clauses:
                        yield from inner_claims.clause(each, env, params, types, names)
            case ast.ForAll(parameters, clauses):
                inner = dict(env)
                for param in parameters:
                    symbol = self._ctx.book.binders[id(param)]
                    what, more, more_types, more_names = parameter(self._ctx, symbol.name, symbol.type)
                    inner[symbol] = what
                    params, types, names = params + more, types + more_types, names + more_names
                for each in clauses:
                    yield from self.clause(each, inner, params, types, names)
            case ast.Holds(test):
                if is_measured(self._ctx, test):
                    yield from self._of_whole_game(test)
                    return
                env = {**self.known, **env}
                cond = condition(self._ctx, env, test)
                yield pr.Holds(
                    params, types, names, answered(self._ctx, cond), self._premise(env, test),
                    self._reads_state(cond), node.span,
                )
            case ast.Alone(procedure, test):
                yield from self._alone(None, procedure, test, node.span)
            case ast.NeverRisesWith() | ast.NeverFallsWith():
                yield from self._ordered(None, node)
            case ast.Ends() | ast.EndsWithChance() | ast.GoesOn() | ast.NeverStuck() if node.procedure.arguments:
                yield from self._in_scene(None, node)
            case ast.AtEnd(procedure, test):
                yield from self._at_end(procedure, test, node.span)
            case _:
                yield self._about_play(node)

    def _is_about_play(self, node: ast.Clause) -> bool:
        match node:
            case ast.ForAll(_, clauses):
                return any(self._is_about_play(each) for each in clauses)
            case ast.Holds(test):
                return is_measured(self._ctx, test)
            case ast.SameForEvery() | ast.SameAs():
                return False
        return True

    def _about_play(self, node: ast.Clause) -> pr.Clause:
        match node:
            case ast.Always(test):
                kinds = self._conserved(test)
                if kinds is not None:
                    return pr.Conserved(kinds, node.span)
                return pr.Always(self._now(test), self._premise(self.known, test), False, node.span)
            case ast.Never(test):
                return pr.Always(self._never(test), None, True, node.span)
            case ast.Possible(test):
                return pr.Possible(self._now(test), node.span)
            case ast.StillPossible(test):
                return pr.StillPossible(self._now(test), node.span)
            case ast.LeadsTo(test, goal):
                return pr.LeadsTo(self._now(test), self._now(goal), node.span)
            case ast.OnceNever(test, afterwards):
                return pr.OnceNever(self._now(test), b.not_(self._never(afterwards)), node.span)
            case ast.AtStep(path, test):
                return self._at(path.text, False, self._regions(path.text), test, node.span)
            case ast.Ends(procedure, measures):
                return self._ends(procedure, measures, node.span)
            case ast.EndsWithChance(procedure, chance):
                fraction = measured_bound(self._ctx, chance, self.known)
                assert isinstance(fraction, Fraction), "the chance to end is a number"
                return pr.EndsWithChance(procedure.path.text, self._ids(procedure), fraction, node.span)
            case ast.GoesOn(procedure):
                return pr.MayGoOn(procedure.path.text, self._ids(procedure), node.span)
            case ast.NeverStuck(procedure):
                return pr.NeverStuck(procedure.path.text, self._ids(procedure), node.span)
            case ast.NeverRises(subject):
                return self._monotone(subject, may_rise=False, span=node.span)
            case ast.NeverFalls(subject):
                return self._monotone(subject, may_rise=True, span=node.span)
            case ast.SameForEvery(path, readings):
                return pr.SameForEvery(path.text, tuple(name.text for name in readings), node.span)
            case ast.SameAs(path, other):
                return pr.SameAs(path.text, other.text, node.span)
            case ast.Simulate(games, players, clauses):
                return self._simulate(games, players, clauses, node.span)
            case ast.Holds() | ast.ForAll() | ast.Alone() | ast.AtEnd() | ast.NeverRisesWith() | ast.NeverFallsWith():
                raise AssertionError("a clause of its own kind")
            case _:
                assert_never(node)

    def _at_end(self, procedure: ast.ProcedureRef, test: ast.Expr, span: Span) -> Iterator[pr.Clause]:
        if procedure.arguments:
            yield from self._alone(None, procedure, test, span)
        elif is_measured(self._ctx, test):
            yield from self._measured(procedure, test)
        else:
            yield self._at(procedure.path.text, True, self._regions(procedure.path.text), test, span)

    def _at(
        self, address: str, end: bool, regions: Sequence[ir.Region], test: ast.Expr, span: Span
    ) -> pr.Clause:
        counted = runs_in(self._ctx, test)
        if counted:
            inside = regions if end else ()
            probe, ghosts = self._counting(counted, inside, FOREVER)
            looks = [look for looks in probe._looks(end, regions, test, ghosts) for look in looks]
            stops = [stop_of_condition(look.value, ghosts, probe.lowered.system) for look in looks]
            inner, ghosts = self._counting(counted, inside, max([LEAST_COUNTED, *stops]))
            places, premise = inner._looks(end, regions, test, ghosts)
            system = inner.lowered.system
            return pr.Alone(system, pr.At(address, end, places, premise, span), span, of_whole_game=True)
        places, premise = self._looks(end, regions, test, {})
        return pr.At(address, end, places, premise, span)

    def _looks(
        self, end: bool, regions: Sequence[ir.Region], test: ast.Expr, ghosts: Counters
    ) -> tuple[tuple[pr.AtPlace, ...], tuple[pr.AtPlace, ...]]:
        places, premises = [], []
        for region in regions:
            with self._inside(region, ghosts):
                scope = self._scope(region)
                cond = answered(self._ctx, condition(self._ctx, scope, test))
                premise = self._premise(scope, test)
            for node in self._gates(region, end):
                places.append(pr.AtPlace(node, cond))
                if premise is not None:
                    premises.append(pr.AtPlace(node, premise))
        return tuple(places), tuple(premises)

    def _of_whole_game(self, test: ast.Expr) -> Iterator[pr.Clause]:
        asked, op, values = quantity_of(self._ctx, test)
        if not isinstance(asked.function, ast.Name) or asked.function.text != POSITIONS:
            yield from self._measured(_whole_game(test), test)
            return
        told_apart = (looked_at(self._ctx, self.known, each.value) for each in asked.arguments)
        bound = self._bound(op, values)
        assert bound is not None, "positions are compared with whole numbers"
        yield pr.Positions(tuple(chain.from_iterable(told_apart)), asked.span.text, bound, test.span)

    def _measured(self, procedure: ast.ProcedureRef, test: ast.Expr) -> Iterator[pr.Measured | pr.At | pr.Alone]:
        """A quantity; and that what is measured has an answer, unless it always has. Runs of which the least or
        greatest number is asked are counted in a system of its own."""
        asked, _, _ = quantity_of(self._ctx, test)
        counted = runs_in(self._ctx, asked)
        regions = self._regions(procedure.path.text)
        if not counted or pr.QuantityKind(asked.function.span.text) not in EXTREMES:
            yield from self._quantity(regions, procedure, test, {})
            return
        probe, ghosts = self._counting(counted, regions, FOREVER)
        told_to, stop = counted_to(probe._quantity(regions, procedure, test, ghosts), ghosts, probe.lowered.system)
        inner, ghosts = self._counting(counted, regions, stop)
        for clause in inner._quantity(regions, procedure, test, ghosts):
            if isinstance(clause, pr.Measured):
                clause = replace(clause, quantity=replace(clause.quantity, counted_to=told_to))
            yield pr.Alone(inner.lowered.system, clause, test.span, of_whole_game=True)

    def _counting(
        self, counted: Sequence[str], regions: Sequence[ir.Region], most: int
    ) -> tuple[_Claims, Counters]:
        """The system with runs counted up to `most`, inside each run of `regions`, or since the game began."""
        inside = tuple(region.id for region in regions if region.address != ENTRY)
        system, ghosts = with_counters(
            self.lowered.system, {name: self._numbers(name) for name in counted}, from_start_of=inside, most=most,
        )
        lowered = replace(self.lowered, system=system, context=self._ctx.copy())
        return _Claims(lowered, self.known), ghosts

    def _quantity(
        self, regions: Sequence[ir.Region], procedure: ast.ProcedureRef, test: ast.Expr, ghosts: Counters
    ) -> Iterator[pr.Measured | pr.At]:
        asked, op, values = quantity_of(self._ctx, test)
        places: list[pr.AtPlace] = []
        answers: list[pr.AtPlace] = []
        runs_of: tuple[int, ...] = ()
        kind = pr.QuantityKind(asked.function.text if isinstance(asked.function, ast.Name) else "")
        inner = asked.arguments[-1].value
        counted = runs_in(self._ctx, inner)
        player = None
        if kind is pr.QuantityKind.SECURED_CHANCE:
            who = scalar(self._ctx, self.known, asked.arguments[0].value)
            assert isinstance(who, ir.Const)
            player = who.value
        if kind is pr.QuantityKind.EXPECTED and counted:
            kind = pr.QuantityKind.EXPECTED_RUNS
            runs_of = tuple(region.id for name in counted for region in self._regions(name))
        for region in regions:
            with self._inside(region, ghosts):
                scope = self._scope(region)
                has_one: ir.Expr = b.ONE
                if kind is pr.QuantityKind.EXPECTED_RUNS:
                    what: ir.Expr = b.ONE
                elif kind is pr.QuantityKind.EXPECTED or kind in EXTREMES:
                    what = scalar(self._ctx, scope, inner)
                    has_one = has_answer(self._ctx, what)
                else:
                    what = answered(self._ctx, condition(self._ctx, scope, inner))
            places += [pr.AtPlace(node, what) for node in self._gates(region, True)]
            answers += [pr.AtPlace(node, has_one) for node in self._gates(region, True)]
        bound = self._bound(op, values)
        if bound is None:
            nowhere = tuple(replace(place, value=b.ZERO) for place in answers)
            yield pr.At(procedure.path.text, True, nowhere, (), test.span, test.span.text)
            return
        text = asked.span.text + written(self._ctx, self.known)
        quantity = pr.Quantity(kind, tuple(places), runs_of, text, player)
        address = procedure.path.text
        yield pr.Measured(address, tuple(region.id for region in regions), quantity, bound, test.span)
        if any(place.value != b.ONE for place in answers):
            yield pr.At(address, True, tuple(answers), (), test.span, inner.span.text)

    def _bound(self, op: str, values: Sequence[ast.Expr]) -> pr.Bound | None:
        """None: a fraction in it divides by 0."""
        found = [measured_bound(self._ctx, value, self.known) for value in values]
        known = tuple(value for value in found if value is not None)
        return pr.Bound(op, known) if len(known) == len(found) else None

    def _ends(self, procedure: ast.ProcedureRef, measures: tuple[ast.Expr, ...], span: Span) -> pr.Ends:
        regions = self._regions(procedure.path.text)
        lowered_measures = []
        for region in regions if measures else ():
            with self._inside(region, {}):
                scope = self._scope(region)
                lowered_measures.append(
                    (region.id, tuple(scalar(self._ctx, scope, measure) for measure in measures))
                )
        return pr.Ends(
            procedure.path.text, tuple(region.id for region in regions), tuple(lowered_measures),
            tuple(measure.span.text for measure in measures), span,
        )

    def _simulate(
        self, games: int, players: ast.Name, clauses: tuple[ast.Clause, ...], span: Span
    ) -> pr.Simulate:
        inner: list[pr.Measured | pr.At] = []
        for clause in clauses:
            for lowered in self.clause(clause, {}, (), (), ()):
                assert isinstance(lowered, pr.Measured | pr.At)
                inner.append(lowered)
        return pr.Simulate(games, players.text, tuple(inner), span)

    def _monotone(self, subject: ast.Expr, *, may_rise: bool, span: Span) -> pr.Monotone:
        if isinstance(subject, ast.Attribute):
            return pr.Monotone(None, subject.name.text, may_rise, span)
        symbol = self._ctx.symbol(subject)
        assert isinstance(symbol, sym.StateSymbol)
        return pr.Monotone(symbol.name, None, may_rise, span)

    # -------------------------------------------------------------- scenes

    def _in_scene(self, given: ast.Block | None, clause: ast.Clause) -> Iterator[pr.Clause]:
        """A claim with `given`, or about a run with arguments: its clause asked of the run of the procedure that it
        names, or of the game."""
        match clause:
            case ast.AtEnd(ref, test) | ast.Alone(ref, test):
                yield from self._alone(given, ref, test, clause.span)
            case ast.NeverRisesWith() | ast.NeverFallsWith():
                yield from self._ordered(given, clause)
            case ast.Ends(ref) | ast.EndsWithChance(ref) | ast.GoesOn(ref) | ast.NeverStuck(ref):
                scene = self._scene(given, ref)
                asked = replace(clause, procedure=_plain(ref))
                yield scene._by_itself(next(scene.clause(asked, {}, (), (), ())), clause.span)
            case _:
                scene = self._scene(given, _whole_game(clause))
                for each in scene.clause(clause, {}, (), (), ()):
                    yield scene._by_itself(each, clause.span)

    def _alone(
        self, given: ast.Block | None, procedure: ast.ProcedureRef, test: ast.Expr, span: Span
    ) -> Iterator[pr.Alone]:
        """One run by itself, for each choice of the arguments that are left out."""
        for values in constant_arguments(self._ctx, self.known, procedure):
            scene = replace(self, known={**self.known, **values})._scene(given, procedure)
            for each in scene._at_end(_plain(procedure), test, span):
                yield scene._by_itself(each, span)

    def _ordered(
        self, given: ast.Block | None, node: ast.NeverRisesWith | ast.NeverFallsWith
    ) -> Iterator[pr.Ordered | pr.Alone]:
        """A quantity of one run for each value of a name, for each choice of the arguments that are left out."""
        symbol = self._ctx.book.binders[id(node.parameter)]
        all_points: list[tuple[pr.Alone, ...]] = []
        printed: list[str] = []
        for values in assignments([symbol]):
            inner = replace(self, known={**self.known, **values})
            found = list(inner._alone(given, node.procedure, node.quantity, node.span))
            all_points.append(tuple(point for point in found if isinstance(point.clause, pr.Measured)))
            yield from (point for point in found if not isinstance(point.clause, pr.Measured))
            printed.append(written(self._ctx, values).removeprefix(f" with {symbol.name} = "))
        text = node.quantity.span.text + written(self._ctx, self.known)
        for points in zip(*all_points, strict=True):
            yield pr.Ordered(
                node.procedure.path.text, symbol.name, tuple(printed), points,
                isinstance(node, ast.NeverRisesWith), text, node.span,
            )

    def _by_itself(self, clause: pr.Clause, span: Span) -> pr.Alone:
        """A clause asked of this scene; if runs are counted in it, of the scene with counters."""
        if isinstance(clause, pr.Alone):
            return pr.Alone(clause.system, clause.clause, span)
        return pr.Alone(self.lowered.system, clause, span)

    def _scene(self, given: ast.Block | None, procedure: ast.ProcedureRef) -> _Claims:
        scene = lower_scene(self._ctx.book, Scene(given, (procedure,)), self.known)
        return _Claims(scene, self.known)

    # -------------------------------------------------------------- pieces

    @property
    def _ctx(self) -> Context:
        return self.lowered.context

    def _now(self, test: ast.Expr) -> ir.Expr:
        return answered(self._ctx, condition(self._ctx, self.known, test))

    def _never(self, test: ast.Expr) -> ir.Expr:
        return answered(self._ctx, b.not_(condition(self._ctx, self.known, test)))

    def _scope(self, region: ir.Region) -> Mapping[sym.LocalSymbol, Value]:
        return {**self.known, **self.lowered.states[region.id]}

    def _premise(self, env: Mapping[sym.LocalSymbol, Value], test: ast.Expr) -> ir.Expr | None:
        return condition(self._ctx, env, test.condition) if isinstance(test, ast.Implies) else None

    def _conserved(self, test: ast.Expr) -> str | None:
        if isinstance(test, ast.Call):
            symbol = self._ctx.symbol(test.function)
            if isinstance(symbol, sym.BuiltinSymbol) and symbol.name == "conserved":
                argument = test.arguments[0].value
                assert isinstance(argument, ast.Name)
                return argument.text
        return None

    def _regions(self, address: str) -> tuple[ir.Region, ...]:
        return tuple(
            region for region in self.lowered.system.regions
            if region.address == address and region.kind is not ir.RegionKind.OPTION
        ) or tuple(region for region in self.lowered.system.regions if region.address == address)

    def _ids(self, procedure: ast.ProcedureRef) -> tuple[int, ...]:
        return self._numbers(procedure.path.text)

    def _numbers(self, address: str) -> tuple[int, ...]:
        return tuple(region.id for region in self._regions(address))

    def _gates(self, region: ir.Region, end: bool) -> list[int]:
        """Where a region is entered or left. The whole game is left wherever it ends."""
        kind = ir.GateKind.LEAVE if end else ir.GateKind.ENTER
        found = [
            node.id for node in self.lowered.system.nodes
            if isinstance(node, ir.Gate) and node.region == region.id and node.kind is kind
        ]
        if end and region.address == ENTRY:
            # Whoever returns from `game` comes to a `Final` right behind it: one look is enough.
            return [node.id for node in self.lowered.system.nodes if isinstance(node, ir.Final)]
        return found

    @contextmanager
    def _inside(self, region: ir.Region, ghosts: Counters) -> Iterator[None]:
        """Names of a procedure's state mean, for a while, those of the run that `region` belongs to."""
        ctx = self._ctx
        saved = dict(ctx.procedure_state)
        ctx.procedure_state.clear()
        ctx.procedure_state.update(self.lowered.state_names.get(region.id, {}))
        saved_ghosts = dict(ctx.counters)
        ctx.counters.update(ghosts)
        try:
            yield
        finally:
            ctx.procedure_state.clear()
            ctx.procedure_state.update(saved)
            ctx.counters.clear()
            ctx.counters.update(saved_ghosts)

    def _reads_state(self, expr: ir.Expr) -> bool:
        return reads_state(self.lowered.system, expr)


def reads_state(system: ir.System, expr: ir.Expr) -> bool:
    """Whether a value hangs on slots or zones, also through the rules that it applies."""
    pending: list[Piece] = [expr]
    seen: set[str] = set()
    while pending:
        for piece in descendants(pending.pop()):
            if isinstance(piece, ir.Read | ir.ZoneRef):
                return True
            if isinstance(piece, ir.Apply) and piece.rule not in seen:
                seen.add(piece.rule)
                pending.append(system.rules[piece.rule].body)
    return False


def _plain(procedure: ast.ProcedureRef) -> ast.ProcedureRef:
    return ast.ProcedureRef(procedure.path, None, span=procedure.span)


def _whole_game(node: ast.Node) -> ast.ProcedureRef:
    name = ast.Name(ENTRY, span=node.span)
    return ast.ProcedureRef(ast.Path((name,), span=node.span), None, span=node.span)
