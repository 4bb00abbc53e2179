"""Answers to verdicts: the clauses of a claim put together, and held against what the rulebook expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from rulewright.ir import properties as pr
from rulewright.ir.nodes import ReadingInfo
from rulewright_verify.planner.answers import Answer, Cell, Options, merged, refined
from rulewright_verify.verdict import Assurance, Outcome, Part, Proved, RestsOn, Verdict, conjunction


def verdicts_of(
    claim: pr.Claim,
    texts: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    *,
    rulebook: str,
    players: tuple[int, ...],
    scope: str | None,
    fixed: Options,
    readings: Mapping[str, ReadingInfo],
    seconds: float,
) -> tuple[Verdict, ...]:
    """One verdict for each combination of readings that matters."""
    split = _expectation_readings(claim, readings)
    simpler = [one if any(cell.alone for cell in one) else merged(one, readings, split) for one in cells]
    rows = [
        (options, answers)
        for options, answers in refined([*simpler, _free(split, readings)])
    ]
    return tuple(
        _verdict(claim, texts, options, answers[: len(texts)], rulebook, players, scope, fixed, readings,
                 seconds / max(1, len(rows)))
        for options, answers in rows
    )


def _expectation_readings(claim: pr.Claim, readings: Mapping[str, ReadingInfo]) -> tuple[str, ...]:
    names = dict.fromkeys(name for expectation in claim.expects for name, _ in expectation.when)
    return tuple(name for name in names if name in readings)


def _free(names: Sequence[str], readings: Mapping[str, ReadingInfo]) -> list[Cell]:
    """Cells that only tell apart the readings on which the rulebook's own expectation hangs."""
    from rulewright_verify.planner.answers import all_options

    filler = Answer(Outcome.HOLDS, None, "")
    return [Cell(options, filler) for options in all_options(readings, names)]


def expected_outcome(claim: pr.Claim, options: Options, readings: Mapping[str, ReadingInfo]) -> Outcome:
    """The first expectation whose readings are chosen so; an unconditional one is for all others."""
    default = Outcome.HOLDS
    for expectation in claim.expects:
        if not expectation.when:
            default = Outcome(expectation.outcome)
            continue
        if all(
            name in readings and options.get(name) == readings[name].options.index(option)
            for name, option in expectation.when
        ):
            return Outcome(expectation.outcome)
    return default


def _verdict(
    claim: pr.Claim,
    texts: Sequence[str],
    options: Options,
    answers: Sequence[Answer],
    rulebook: str,
    players: tuple[int, ...],
    scope: str | None,
    fixed: Options,
    readings: Mapping[str, ReadingInfo],
    seconds: float,
) -> Verdict:
    parts = tuple(
        Part(text, answer.outcome, _within(answer.assurance, scope), answer.method)
        for text, answer in zip(texts, answers, strict=True)
    )
    outcome, assurance = conjunction(parts)
    speaking = next(answer for answer in answers if answer.outcome is outcome)
    rests = _all_rests(answers)
    own = RestsOn(
        passages=claim.cites, gaps=claim.rests_on,
        readings=tuple(f"{name} = {readings[name].options[number]}" for name, number in fixed.items()
                       if name in readings),
        scope=(scope,) if scope else (),
    )
    return Verdict(
        rulebook=rulebook,
        claim=claim.name,
        title=claim.title,
        outcome=outcome,
        assurance=assurance,
        method=", ".join(dict.fromkeys(answer.method for answer in answers if answer.outcome is outcome)),
        variants=claim.variants,
        players=players,
        readings={name: readings[name].options[number] for name, number in options.items()},
        expected=expected_outcome(claim, {**fixed, **options}, readings),
        bounds=tuple(dict.fromkeys(bound for answer in answers for bound in answer.bounds)),
        measurements=tuple(one for answer in answers for one in answer.measurements),
        parts=parts if len(parts) > 1 else (),
        seconds=seconds,
        states=_most([answer.states for answer in answers]),
        transitions=_most([answer.transitions for answer in answers]),
        rests_on=joined(own, rests),
        measure=next((answer.measure for answer in answers if answer.measure), None),
        reason=speaking.reason,
        story=speaking.story,
        counterexample=next((a.counterexample for a in answers if a.counterexample is not None), None),
        witness=next((a.witness for a in answers if a.witness is not None), None),
    )


def _within(assurance: Assurance | None, scope: str | None) -> Assurance | None:
    """What is proved in a scope is proved of that only."""
    return Proved(scope) if isinstance(assurance, Proved) else assurance


def _most(numbers: Sequence[int | None]) -> int | None:
    return max((number for number in numbers if number is not None), default=None)


def _all_rests(answers: Sequence[Answer]) -> RestsOn:
    result = RestsOn()
    for answer in answers:
        result = joined(result, answer.rests_on)
    return result


def joined(left: RestsOn, right: RestsOn) -> RestsOn:
    """Everything that either rests on, once each."""
    return RestsOn(**{
        field.name: tuple(dict.fromkeys((*getattr(left, field.name), *getattr(right, field.name))))
        for field in fields(RestsOn)
    })
