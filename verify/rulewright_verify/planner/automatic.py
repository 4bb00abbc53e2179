"""What is asked of every rulebook, claim or no claim: gaps and conflicts of rules, cases that never apply."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import build as b
from rulewright.ir.nodes import Rule, System
from rulewright_verify import evidence as ev
from rulewright_verify.book import place_of
from rulewright_verify.findings import Finding, Kind, Severity, finding_id


def rule_findings(system: System, rulebook: str, seconds: float) -> tuple[Finding, ...]:
    """Gaps, conflicts and dead cases of all decision rules, for all inputs and readings."""
    return tuple(found for rule in system.rules.values() for found in _of_rule(system, rule, rulebook, seconds))


def _of_rule(system: System, rule: Rule, rulebook: str, seconds: float) -> Iterator[Finding]:
    from rulewright_verify.smt.budget import Budget
    from rulewright_verify.smt.errors import Unsupported
    from rulewright_verify.smt.rules import never_applying, rule_conflicts, rule_gaps

    budget = Budget(seconds=seconds)
    try:
        if rule.defined != b.ONE:
            yield from _undecided(rule, rule_gaps(system, rule.name, budget), rulebook)
            yield from _disagreeing(rule, rule_conflicts(system, rule.name, budget), rulebook)
        for dead in never_applying(system, rule.name, budget):
            why = "another level always overrules it" if dead.overruled else "its condition can never be true"
            yield Finding(
                Kind.WITHOUT_EFFECT, finding_id(Kind.WITHOUT_EFFECT, rulebook, f"{rule.name}.{dead.level}"),
                f"A case of `{rule.name}` never applies: {why}", Severity.REMARK, place_of(dead.span),
                rules=(rule.name,), passages=rule.cites,
            )
    except Unsupported as refusal:
        yield Finding(
            Kind.UNKNOWN, finding_id(Kind.UNKNOWN, rulebook, rule.name),
            f"Whether `{rule.name}` always has one answer is not decided", Severity.REMARK, place_of(rule.span),
            story=str(refusal), rules=(rule.name,),
        )


def _undecided(rule: Rule, result: object, rulebook: str) -> Iterator[Finding]:
    situation = _situation(rule, result, "no case fits")
    if situation is not None:
        yield Finding(
            Kind.GAP, finding_id(Kind.GAP, rulebook, rule.name), f"`{rule.name}` has no answer in some situation",
            Severity.WRONG, place_of(rule.span), rules=(rule.name,), passages=rule.cites, counterexample=situation,
            suggestion="add a case for it, or `otherwise`",
        )


def _disagreeing(rule: Rule, result: object, rulebook: str) -> Iterator[Finding]:
    situation = _situation(rule, result, "two answers of equal rank disagree")
    if situation is not None:
        yield Finding(
            Kind.CONFLICT, finding_id(Kind.CONFLICT, rulebook, rule.name),
            f"`{rule.name}` has two answers in some situation", Severity.WRONG, place_of(rule.span),
            rules=(rule.name,), passages=rule.cites, counterexample=situation,
            suggestion="say with `over` which of them counts, or with `precedence` which source does",
        )


def _situation(rule: Rule, result: object, found: str) -> ev.Situation | None:
    from rulewright_verify.smt.results import RuleResult, Status

    assert isinstance(result, RuleResult)
    if result.status is not Status.REFUTED or result.counterexample is None:
        return None
    example = result.counterexample
    named = [*example.params.items(), *example.cells.items(), *example.readings.items()]
    return ev.Situation(
        tuple(ev.Named(name, value) for name, value in named),
        ev.Conclusion(f"`{rule.name}` answers every question once", found),
        tuple(ev.CaseAnswer(case, answer) for case, answer in example.answers),
    )
