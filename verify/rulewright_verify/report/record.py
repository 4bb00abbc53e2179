"""The report as plain data: `report.json`.

The shape is fixed by `docs/reference/report.schema.json`; exact numbers are fractions as text (`"244/495"`),
estimates are numbers with an interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nextafter
from typing import assert_never

from rulewright.diagnostics import to_json
from rulewright_verify.book import BookText, Coverage, Place
from rulewright_verify.evidence import Counterexample, Play, Situation, Step
from rulewright_verify.findings import Finding
from rulewright_verify.report.summary import exit_code_of, summary_of
from rulewright_verify.report.words import assurance_name, long_form
from rulewright_verify.result import ExampleResult, GamesAtRandom, VerificationResult
from rulewright_verify.verdict import (
    Bounded,
    Estimate,
    Exact,
    Exhaustive,
    Infinite,
    Measurement,
    Near,
    Part,
    Proved,
    Sampled,
    Value,
    Verdict,
)

SCHEMA_VERSION = 1
Record = dict[str, object]


def report_record(results: Sequence[VerificationResult], version: str) -> Record:
    """Everything that was found out about some rulebooks."""
    return {
        "schema": SCHEMA_VERSION,
        "rulewright": version,
        "exit_code": exit_code_of(results),
        "summary": summary_of(results).counts(),
        "rulebooks": [_rulebook(result) for result in results],
        "verdicts": [verdict_record(verdict) for result in results for verdict in result.verdicts],
        "findings": [finding_record(finding) for result in results for finding in result.findings],
    }


def verdict_record(verdict: Verdict) -> Record:
    """One verdict; the keys that a reader needs first come first."""
    return {
        "rulebook": verdict.rulebook,
        "variant": "+".join(verdict.variants) or None,
        "players": list(verdict.players),
        "readings": dict(verdict.readings),
        "claim": verdict.claim,
        "title": verdict.title,
        "automatic": verdict.automatic,
        "outcome": str(verdict.outcome),
        "assurance": assurance_name(verdict.assurance),
        "reach": _reach(verdict),
        "words": long_form(verdict),
        "method": verdict.method,
        "bounds": list(verdict.bounds),
        "value": _value(verdict.value),
        "measurements": [_measurement(one) for one in verdict.measurements],
        "expected": str(verdict.expected),
        "as_expected": verdict.as_expected,
        "seconds": round(verdict.seconds, 3),
        "states": verdict.states,
        "transitions": verdict.transitions,
        "parts": [_part(part) for part in verdict.parts],
        "rests_on": {name: list(values) for name, values in verdict.rests_on.items()},
        "measure": verdict.measure,
        "reason": verdict.reason,
        "story": verdict.story,
        "counterexample": _evidence(verdict.counterexample),
        "witness": _evidence(verdict.witness),
    }


def finding_record(finding: Finding) -> Record:
    """One finding; the verdicts behind it are named, not repeated."""
    return {
        "id": finding.id,
        "kind": str(finding.kind),
        "title": finding.title,
        "severity": str(finding.severity),
        "expected": finding.expected,
        "place": _place(finding.place),
        "story": finding.story,
        "suggestion": finding.suggestion or None,
        "rules": list(finding.rules),
        "passages": list(finding.passages),
        "claims": list(dict.fromkeys(verdict.claim for verdict in finding.verdicts)),
        "counterexample": _evidence(finding.counterexample),
    }


def _rulebook(result: VerificationResult) -> Record:
    book = result.book
    games: Record = {} if result.games is None else {"games_by_chance": _games(result.games)}
    return games | {
        "name": book.name,
        "title": book.title,
        "path": book.path,
        "digest": book.digest,
        "players": list(book.player_counts),
        "variants": list(book.variants),
        "compared": [
            {
                "variant": "+".join(one.variants),
                "claims": {name: str(change) for name, change in one.claims.items()},
                "as_before": list(one.as_before),
                "reason": one.reason or None,
            }
            for one in result.compared
        ],
        "no_games": [{"variant": "+".join(one.variants), "reason": one.reason} for one in result.no_games],
        "passed_over": list(result.passed_over),
        "claims": [
            {
                "name": claim.name,
                "title": claim.title,
                "text": claim.source_text,
                "passages": list(claim.passages),
                "place": _place(claim.place),
            }
            for claim in book.claims
        ],
        "readings": _readings(book),
        "gaps": [
            {
                "name": gap.name,
                "text": dict(gap.text),
                "rests_on_it": list(gap.rests_on_it),
                "passages": list(gap.passages),
                "place": _place(gap.place),
            }
            for gap in book.gaps
        ],
        "examples": [_example(example) for example in result.examples],
        "coverage": _coverage(book.coverage),
        "diagnostics": [to_json(diagnostic) for diagnostic in result.diagnostics],
        "seed": result.seed,
        "seconds": round(result.seconds, 3),
        "interrupted": result.interrupted,
    }


def _readings(book: BookText) -> list[Record]:
    return [
        {
            "name": reading.name,
            "question": dict(reading.question),
            "options": [
                {"name": option, "text": dict(reading.option_texts.get(option, {}))} for option in reading.options
            ],
            "passages": list(reading.passages),
            "place": _place(reading.place),
        }
        for reading in book.readings
    ]


def _example(example: ExampleResult) -> Record:
    return {
        "name": example.name,
        "title": example.title,
        "as_told": example.failure is None,
        "failure": example.failure,
        "passages": list(example.passages),
        "place": _place(example.place),
    }


def _coverage(coverage: Coverage) -> Record:
    return {
        "passages": [
            {
                "source": passage.source,
                "number": passage.number,
                "where": passage.where,
                "says": passage.says,
                "rules": list(passage.rules),
                "procedures": list(passage.procedures),
                "data": list(passage.data),
                "open_points": list(passage.open_points),
                "claims": list(passage.claims),
            }
            for passage in coverage.passages
        ],
        "uncited_rules": list(coverage.uncited_rules),
    }


def _reach(verdict: Verdict) -> Record:
    match verdict.assurance:
        case Exhaustive(scope):
            return {"scope": scope}
        case Proved(str(scope)):
            return {"scope": scope}
        case Bounded(depth):
            return {"depth": depth}
        case Sampled(n):
            return {"plays": n}
        case _:
            return {}


def _part(part: Part) -> Record:
    return {
        "text": part.text,
        "outcome": str(part.outcome),
        "assurance": assurance_name(part.assurance),
        "method": part.method,
    }


def _games(games: GamesAtRandom) -> Record:
    return {
        "games": games.n_games,
        "unfinished": games.unfinished,
        "seed": games.seed,
        "length": None if games.lengths is None else _estimate(games.lengths),
        "won": {name: _estimate(share) for name, share in games.shares},
    }


def _estimate(one: Estimate) -> Record:
    return {"value": one.mean, "interval": [one.low, one.high], "confidence": one.confidence}


def _measurement(measurement: Measurement) -> Record:
    record: Record = {
        "text": measurement.text,
        "bound": measurement.bound,
        "value": _value(measurement.value),
    }
    if isinstance(measurement.value, Estimate):
        estimate = measurement.value
        record |= {
            "interval": [estimate.low, estimate.high],
            "confidence": estimate.confidence,
            "plays": estimate.n,
            "quantiles": [list(pair) for pair in estimate.quantiles],
        }
    if isinstance(measurement.value, Near):
        near, error = measurement.value.value, measurement.value.error
        record["interval"] = [nextafter(float(near - error), -inf), nextafter(float(near + error), inf)]
    return record


def _value(value: Value | None) -> str | float | None:
    match value:
        case None:
            return None
        case Exact(number):
            return str(number)
        case Estimate(mean=mean):
            return mean
        case Near(value=near):
            return float(near)
        case Infinite():
            return "infinite"
        case _:
            assert_never(value)


def _evidence(evidence: Counterexample | None) -> Record | None:
    match evidence:
        case None:
            return None
        case Play():
            return _play(evidence)
        case Situation():
            return {
                "kind": "situation",
                "values": {value.name: value.value for value in evidence.values},
                "cases": [
                    {"case": one.case, "answer": one.answer, "passages": list(one.passages)} for one in evidence.cases
                ],
                "asked": evidence.conclusion.asked,
                "found": evidence.conclusion.found,
            }
        case _:
            assert_never(evidence)


def _play(play: Play) -> Record:
    return {
        "kind": "play",
        "setting": list(play.setting),
        "steps": [_step(step) for step in play.steps],
        "loop_to": play.loop_to,
        "kept_going_by": list(play.kept_going_by),
        "decisions": list(play.decisions),
        "alternatives": [
            {
                "text": one.text, "allowed": one.allowed, "reason": one.reason, "rule": one.rule,
                "says": dict(one.says), "passages": list(one.passages),
            }
            for one in play.alternatives
        ],
        "more_alternatives": play.more_alternatives,
        "asked": play.conclusion.asked,
        "found": play.conclusion.found,
    }


def _step(step: Step) -> Record:
    return {
        "number": step.number,
        "text": dict(step.text),
        "depth": step.depth,
        "rule": step.rule,
        "passages": list(step.passages),
        "headings": list(step.headings),
        "changes": [{"name": one.name, "before": one.before, "after": one.after} for one in step.changes],
        "emphasised": step.emphasised,
        "heard_by": dict(step.heard_by),
    }


def _place(place: Place | None) -> Record | None:
    return None if place is None else {"file": place.file, "line": place.line, "column": place.column}
