"""Decision rules and claims about them, for all inputs.

Each question is one formula over parameters, readings and the situation, asked of Z3 once. A model
is made as small as it can be, and the interpreter has to agree with it before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import z3

from rulewright.interpreter.evaluate import Evaluator
from rulewright.ir import properties as pr
from rulewright.ir.answers import answers
from rulewright.ir.nodes import Expr, Local, Rule, System, ValueType
from rulewright.ir.open_values import with_values
from rulewright.ir.specialise import specialise, specialise_expr
from rulewright.ir.values import printed
from rulewright_verify.smt.budget import Budget, reason_of
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import ModelMismatch, Unsupported
from rulewright_verify.smt.havoc import HavocEncoder, levels_behind
from rulewright_verify.smt.inputs import Input, Inputs, inputs_of, memory_of, open_values_in, shown
from rulewright_verify.smt.levels import EncodedLevel, conflicts, encoded_levels, gap, is_defined
from rulewright_verify.smt.minimise import minimised
from rulewright_verify.smt.prover import Prover
from rulewright_verify.smt.results import Counterexample, NeverApplies, RuleResult, Status
from rulewright_verify.smt.terms import Cond, Num, as_term, both, conjuncts, either, negated, same, some, within


@dataclass(frozen=True)
class _Question:
    """Is there an input with `bad`? `agrees`: what the interpreter has to say of such an input. `told`: the answers
    that disagree there, by who gives them."""

    inputs: Inputs
    bad: Cond
    agrees: Callable[[Mapping[str, int]], bool]
    told: Callable[[Mapping[str, int]], tuple[tuple[str, str], ...]] = lambda values: ()


def rule_gaps(system: System, rule_name: str, budget: Budget) -> RuleResult:
    """Whether some input is left undecided by a rule."""
    rule = system.rules[rule_name]
    inputs, levels = _rule_inputs(system, rule)
    return _asked(_Question(inputs, gap(levels), _undefined(inputs, rule)), budget)


def rule_conflicts(system: System, rule_name: str, budget: Budget) -> RuleResult:
    """Whether two levels of equal rank, or two cases of one, disagree for some input."""
    rule = system.rules[rule_name]
    inputs, levels = _rule_inputs(system, rule)
    found = conflicts(rule, levels)
    # Where nothing applies there is a gap, which is another question.
    bad = both(some(cond for _, _, cond in found), negated(gap(levels)))
    values = {level.level.name: level.value for level in levels}
    return _asked(_Question(inputs, bad, _undefined(inputs, rule)), budget, found, values)


def rule_range(system: System, rule_name: str, budget: Budget) -> RuleResult:
    """Whether a rule answers outside of its declared range where it is defined."""
    rule = system.rules[rule_name]
    inputs, levels = _rule_inputs(system, rule)
    value = inputs.encoder.number(rule.body, inputs.situation, _env(inputs, rule))
    bad = both(is_defined(rule, levels), negated(within(value, rule.lo, rule.hi)))

    def agrees(values: Mapping[str, int]) -> bool:
        return not rule.lo <= _interpreted(inputs, rule.body, values) <= rule.hi

    return _asked(_Question(inputs, bad, agrees), budget)


def never_applying(system: System, rule_name: str, budget: Budget) -> tuple[NeverApplies, ...]:
    """Cases whose guard no input makes true, and levels that another always overrules."""
    rule = system.rules[rule_name]
    inputs, levels = _rule_inputs(system, rule)
    prover = Prover(budget)
    found = []
    for level in levels:
        for case, guard in zip(level.level.cases, level.guards, strict=True):
            if _is_impossible(prover, inputs, guard):
                found.append(NeverApplies(level.level.name, case.span, overruled=False))
            elif _is_impossible(prover, inputs, both(guard, level.wins)):
                found.append(NeverApplies(level.level.name, case.span, overruled=True))
    return tuple(found)


def decide_holds(
    system: System, clause: pr.Holds, budget: Budget, known: Sequence[Expr] = ()
) -> RuleResult:
    """Whether a claim about rules holds for all inputs; `known` are invariants that are already proved."""
    params = list(zip(clause.params, clause.param_types, clause.param_names, strict=True))
    inputs = inputs_of(system, params)
    env = {local.name: one.term for (local, _, _), one in zip(params, inputs.params, strict=True)}
    encoder, at = inputs.encoder, inputs.situation
    inputs.known.extend(encoder.condition(expr, at, {}) for expr in known)
    bad = negated(encoder.condition(clause.cond, at, env))

    def agrees(values: Mapping[str, int]) -> bool:
        return _interpreted(inputs, clause.cond, values, dict(zip(env, inputs.params, strict=True))) == 0

    result = _asked(_Question(inputs, bad, agrees), budget)
    if result.status is not Status.PROVED:
        return result
    prover = Prover(budget)
    vacuous = clause.premise is not None and _is_impossible(
        prover, inputs, encoder.condition(clause.premise, at, env)
    )
    uses = _levels_used(inputs, clause.cond, env, prover)
    return RuleResult(Status.PROVED, None, uses, vacuous, None, result.cost + prover.cost)


def same_for_every(system: System, clause: pr.SameForEvery, budget: Budget) -> RuleResult:
    """Whether a rule answers alike under each two options of some readings."""
    rule = system.rules[clause.rule]
    inputs = inputs_of(system, _params(rule))
    other = {
        reading.name: z3.Int(f"other reading {reading.name}") if reading.name in clause.readings else reading.term
        for reading in inputs.readings
    }
    others = [
        Input(
            f"{one.name}, otherwise", f"other reading {one.name}", other[one.name], one.type, one.lo, one.hi, one.hi
        )
        for one in inputs.readings if one.name in clause.readings
    ]
    inputs.readings.extend(others)
    env, at = _env(inputs, rule), inputs.situation
    other_encoder = Encoder(system, other)
    # A situation remembers rules by name; the other readings need a memory of their own.
    answered = answers(system, rule.name)
    alike = _alike(
        (inputs.encoder.condition(answered, at, env), inputs.encoder.number(rule.body, at, env)),
        (
            other_encoder.condition(answered, at.forgetful(), env),
            other_encoder.number(rule.body, at.forgetful(), env),
        ),
    )

    def agrees(values: Mapping[str, int]) -> bool:
        swapped = dict(values)
        for name in clause.readings:
            swapped[f"reading {name}"] = values.get(f"other reading {name}", 0)
        return _answer(inputs, rule, values) != _answer(inputs, rule, swapped)

    return _asked(_Question(inputs, negated(alike), agrees), budget)


def same_as(system: System, clause: pr.SameAs, budget: Budget) -> RuleResult:
    """Whether two rules answer alike for all inputs."""
    left, right = system.rules[clause.left], system.rules[clause.right]
    if [(p.lo, p.hi) for p in left.params] != [(p.lo, p.hi) for p in right.params]:
        raise Unsupported("rules with different parameters compared")
    inputs = inputs_of(system, _params(left))
    at = inputs.situation
    env = {param.name: one.term for param, one in zip(right.params, inputs.params, strict=True)}
    by_left = _env(inputs, left)
    encoder = inputs.encoder
    alike = _alike(
        (encoder.condition(answers(system, left.name), at, by_left), encoder.number(left.body, at, by_left)),
        (encoder.condition(answers(system, right.name), at, env), encoder.number(right.body, at, env)),
    )

    def agrees(values: Mapping[str, int]) -> bool:
        return _answer(inputs, left, values) != _answer(inputs, right, values, by_right)

    def told(values: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
        return (
            (left.name, _printed(left, _answer(inputs, left, values))),
            (right.name, _printed(right, _answer(inputs, right, values, by_right))),
        )

    by_right = dict(zip(env, inputs.params, strict=True))
    return _asked(_Question(inputs, negated(alike), agrees, told), budget)


def _alike(one: tuple[Cond, Num], other: tuple[Cond, Num]) -> Cond:
    """Whether both have no answer, or both have the same one."""
    (has_one, first), (has_other, second) = one, other
    return either(
        both(negated(has_one), negated(has_other)), both(both(has_one, has_other), same(first, second))
    )


def _printed(rule: Rule, answer: int | None) -> str:
    return "no answer" if answer is None else printed(rule.type, answer)


def _answer(
    inputs: Inputs, rule: Rule, values: Mapping[str, int], by_param: Mapping[str, Input] | None = None
) -> int | None:
    """What the interpreter answers; None where the rule, or one that it asks, has no answer."""
    if not _interpreted(inputs, answers(inputs.system, rule.name), values, by_param):
        return None
    return _interpreted(inputs, rule.body, values, by_param)


# ------------------------------------------------------------------ asking


def _asked(
    question: _Question,
    budget: Budget,
    pairs: Sequence[tuple[str, str, Cond]] = (),
    values_of: Mapping[str, object] | None = None,
) -> RuleResult:
    if question.bad is False:
        return RuleResult(Status.PROVED)
    inputs, prover = question.inputs, Prover(budget)
    solver = z3.Solver()
    solver.set("rlimit", budget.rlimit)
    bad = as_term(question.bad)
    for cond in conjuncts(inputs.conditions(bad)):
        solver.add(cond)
    solver.add(bad)
    result = prover.check(solver)
    if result == z3.unsat:
        return RuleResult(Status.PROVED, cost=prover.cost)
    if result == z3.unknown:
        return RuleResult(Status.UNKNOWN, reason=reason_of(solver.reason_unknown()), cost=prover.cost)
    read = inputs.mentioned(bad)
    model = minimised(solver, read, prover)
    values = {
        one.constant: model.eval(one.term, model_completion=True).as_long()
        for one in inputs.all()
    }
    if not question.agrees(values):
        raise ModelMismatch("the interpreter does not find what the solver found for all inputs")
    disagreeing = _disagreeing(pairs, values_of or {}, model) or question.told(values)
    return RuleResult(
        Status.REFUTED, _counterexample(inputs, read, values, disagreeing), cost=prover.cost
    )


def _disagreeing(
    pairs: Sequence[tuple[str, str, Cond]], values_of: Mapping[str, object], model: z3.ModelRef
) -> tuple[tuple[str, str], ...]:
    for left, right, cond in pairs:
        if cond is True or (cond is not False and z3.is_true(model.eval(as_term(cond), model_completion=True))):
            return tuple((name, _printed_answer(values_of.get(name), model)) for name in (left, right))
    return ()


def _printed_answer(value: object, model: z3.ModelRef) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else str(model.eval(value, model_completion=True))


def _counterexample(
    inputs: Inputs, read: Sequence[Input], values: Mapping[str, int], answers: tuple[tuple[str, str], ...]
) -> Counterexample:
    def of(some_inputs: Iterable[Input]) -> dict[str, str]:
        return {one.name: shown(one, values[one.constant]) for one in some_inputs}

    cells = [
        one for one in inputs.cells
        if one in read and (values[one.constant] != 0 or one.term in _plain_slots(inputs))
    ]
    cells += [one for one in inputs.open if one in read]
    return Counterexample(
        of(inputs.params), of(one for one in inputs.readings if one in read), of(cells), answers,
        {one.name: values[one.constant] for one in inputs.all() if one in read or one in inputs.params},
    )


def _plain_slots(inputs: Inputs) -> list[object]:
    return [cell for cells in inputs.situation.slots.values() for cell in cells if not isinstance(cell, int)]


def _is_impossible(prover: Prover, inputs: Inputs, cond: Cond) -> bool:
    if isinstance(cond, bool):
        return not cond
    solver = z3.Solver()
    solver.set("rlimit", prover.budget.rlimit)
    for known in conjuncts(inputs.conditions(cond)):
        solver.add(known)
    solver.add(cond)
    return bool(prover.check(solver) == z3.unsat)


def _levels_used(inputs: Inputs, cond: Expr, env: Mapping[str, z3.ArithRef], prover: Prover) -> tuple[str, ...]:
    """The rule levels without which the claim would no longer be proved: each made to answer anything."""
    used = []
    for rule, level in levels_behind(inputs.system, [cond]):
        encoder = HavocEncoder(inputs.system, inputs.encoder.settings, rule, level)
        bad = negated(encoder.condition(cond, inputs.situation.forgetful(), env))
        if not _is_impossible(prover, inputs, both(bad, *encoder.ranges)):
            used.append(f"{rule}.{level}")
    return tuple(used)


# ------------------------------------------------------------------ the interpreter's word


def _undefined(inputs: Inputs, rule: Rule) -> Callable[[Mapping[str, int]], bool]:
    return lambda values: _interpreted(inputs, rule.defined, values) == 0


def _interpreted(
    inputs: Inputs, expr: Expr, values: Mapping[str, int], params: Mapping[str, Input] | None = None
) -> int:
    """What the reference interpreter makes of an expression for the values of a model."""
    options = {
        name: values.get(f"reading {name}", 0) for name in inputs.system.readings
    }
    system = with_values(
        specialise(inputs.system, options), open_values_in(inputs.system, inputs.encoder, values)
    )
    memory = memory_of(system, inputs.situation, values)
    if params is None:
        params = {one.constant: one for one in inputs.params}
    env = {name: values[one.constant] for name, one in params.items()}
    return Evaluator(system).value(specialise_expr(inputs.system, expr, options), memory, env)


# ------------------------------------------------------------------ inputs


def _params(rule: Rule) -> list[tuple[Local, ValueType, str]]:
    return [(p, t, p.name.split(".", 1)[-1]) for p, t in zip(rule.params, rule.param_types, strict=True)]


def _rule_inputs(system: System, rule: Rule) -> tuple[Inputs, list[EncodedLevel]]:
    inputs = inputs_of(system, _params(rule))
    return inputs, encoded_levels(inputs.encoder, rule, inputs.situation, _env(inputs, rule))


def _env(inputs: Inputs, rule: Rule) -> dict[str, z3.ArithRef]:
    return {param.name: one.term for param, one in zip(rule.params, inputs.params, strict=True)}
