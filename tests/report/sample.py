"""A small made-up result with one of everything that a report can show. No number in it was computed."""

from fractions import Fraction

from rulewright_verify.book import (
    BookText,
    ClaimText,
    Coverage,
    GapText,
    Passage,
    Place,
    ReadingText,
)
from rulewright_verify.evidence import (
    Alternative,
    CaseAnswer,
    Change,
    Conclusion,
    Named,
    Play,
    Situation,
    Step,
)
from rulewright_verify.findings import Finding, Kind, Severity, finding_id, findings_of, in_order
from rulewright_verify.result import ExampleResult, VerificationResult
from rulewright_verify.verdict import (
    Bounded,
    Estimate,
    Exact,
    Exhaustive,
    Infinite,
    Measurement,
    Outcome,
    Part,
    Proved,
    RestsOn,
    Sampled,
    Shown,
    Verdict,
)

RULES = "rules/ferry/ferry.rules"

LOOP = Play(
    setting=("The pool is empty. Ada and Ben hold two coins each.", "Ada begins."),
    steps=(
        Step(
            1,
            {"en": "Ada passes.", "de": "Ada passt."},
            rule="turn.act.pass",
            passages=("FE-004",),
            headings=("Round 1",),
            changes=(Change("passed[Ada]", "no", "yes"), Change("turns", "0", "1")),
        ),
        Step(
            2, {"de": "Ben passt."}, depth=1, rule="turn.act.pass", passages=("FE-004", "FE-005"), heard_by={"": "Ada"},
        ),
        Step(3, {"": "Ada passes <again> & again."}, rule="turn.act.pass", emphasised=True),
    ),
    conclusion=Conclusion("The game always ends", "nobody has to take a coin, so it goes round"),
    decisions=("Ada: pass", "Ben: pass", "Ada: pass"),
    loop_to=2,
    kept_going_by=("Ada", "Ben"),
    alternatives=(
        Alternative("take a coin", True),
        Alternative("cross the river", False, "Ada holds 2 coins, the fare is 3", "turn.act.cross", ("FE-002",)),
    ),
)

CLASH = Situation(
    values=(Named("passenger", "goat"), Named("fare", "2")),
    cases=(CaseAnswer("fare.animal", "1", ("FE-002",)), CaseAnswer("fare.horned", "3", ("FE-003",))),
    conclusion=Conclusion("`fare` gives one answer", "`animal` says 1, `horned` says 3"),
)


def crossings(mean: float, reading: str, outcome: Outcome) -> Verdict:
    values = tuple((float(n), 40 - 3 * abs(n - round(mean))) for n in range(round(mean) - 8, round(mean) + 9))
    return Verdict(
        rulebook="ferry",
        claim="crossings",
        title="A game takes about ten to fifteen crossings",
        outcome=outcome,
        assurance=Sampled(3000),
        method="simulation, random players",
        players=(2,),
        readings={"fare_paid": reading},
        bounds=("3000 games, seed 1998",),
        measurements=(
            Measurement(
                "expected(runs(cross))",
                Estimate(
                    mean,
                    mean - 0.1,
                    mean + 0.1,
                    3000,
                    quantiles=((0.25, mean - 2), (0.75, mean + 2)),
                    counts=values,
                ),
                "in 10..15",
            ),
        ),
        rests_on=RestsOn(rules=("turn", "fare")),
        seconds=4.1,
        story=f"{mean} crossings on average" + ("" if outcome is Outcome.HOLDS else ", which is not in 10..15") + ".",
    )


VERDICTS = (
    Verdict(
        rulebook="ferry",
        claim="game_ends",
        title="The game always ends",
        outcome=Outcome.VIOLATED,
        assurance=Shown(),
        method="state graph",
        players=(2, 3),
        expected=Outcome.VIOLATED,
        seconds=0.31,
        states=1240,
        transitions=4410,
        rests_on=RestsOn(rules=("turn.act.pass",), passages=("FE-004",), gaps=("who_must_act",)),
        story="Players can pass for ever. Ada and Ben keep it going.",
        counterexample=LOOP,
    ),
    Verdict(
        rulebook="ferry",
        claim="no_coin_lost",
        title="No coin is lost",
        outcome=Outcome.HOLDS,
        assurance=Proved(),
        method="induction",
        players=(2, 3),
        seconds=0.42,
        rests_on=RestsOn(
            rules=("turn",),
            facts=("`pool` and all purses hold 12 coins together",),
            open_demands=("`fare` of nobody",),
        ),
        bounds=("all numbers of players",),
        parts=(
            Part("always conserved(Coin)", Outcome.HOLDS, Proved(), "induction"),
            Part("at end of game: pool is empty", Outcome.HOLDS, Exhaustive("small"), "state graph"),
        ),
        measure="each coin in the pool counts 1; every turn makes the sum smaller",
    ),
    Verdict(
        rulebook="ferry",
        claim="fare_is_one_answer",
        title="A fare is never asked twice",
        outcome=Outcome.VIOLATED,
        assurance=Shown(),
        method="solver, all inputs",
        seconds=0.004,
        rests_on=RestsOn(rules=("fare",), levels=("fare.animal", "fare.horned"), passages=("FE-002", "FE-003")),
        story="A goat is an animal and has horns.",
        counterexample=CLASH,
    ),
    Verdict(
        rulebook="ferry",
        claim="first_seat_chance",
        title="The first seat wins one game in two",
        outcome=Outcome.HOLDS,
        assurance=Exhaustive(None),
        method="exact chances",
        players=(2,),
        seconds=1.25,
        states=1_250_000,
        measurements=(Measurement("chance(winner = Ada)", Exact(Fraction(244, 495)), "= 244/495"),),
    ),
    crossings(12.0, "each_time", Outcome.HOLDS),
    crossings(16.8, "once", Outcome.VIOLATED),
    Verdict(
        rulebook="ferry",
        claim="everyone_can_win",
        title="Everybody can win",
        outcome=Outcome.UNKNOWN,
        assurance=None,
        method="bounded search",
        reason="60 s used up",
        players=(3,),
        seconds=60.2,
        states=2_100_000,
        automatic=True,
    ),
    Verdict(
        rulebook="ferry",
        claim="never_stuck",
        title="Whoever is to act can act",
        outcome=Outcome.HOLDS,
        assurance=Bounded(12),
        method="bounded search",
        seconds=2.0,
        automatic=True,
    ),
    Verdict(
        rulebook="ferry",
        claim="three_goats",
        title="Three goats pay less",
        outcome=Outcome.VACUOUS,
        assurance=Exhaustive("small"),
        method="state graph",
        seconds=0.1,
    ),
    Verdict(
        rulebook="ferry",
        claim="length",
        title="The mean length of a game with players who never take",
        outcome=Outcome.HOLDS,
        assurance=Exhaustive("small"),
        method="exact chances",
        measurements=(Measurement("", Infinite()),),
    ),
)

BOOK = BookText(
    name="ferry",
    title="The Ferry",
    path="rules/ferry",
    player_counts=(2, 3),
    claims=(
        ClaimText(
            "no_coin_lost",
            "No coin is lost",
            'claim no_coin_lost "No coin is lost"\n  always conserved(Coin)\n  at end of game: pool is empty',
            ("FE-001",),
            Place(RULES, 40),
        ),
        ClaimText("game_ends", "The game always ends", "", ("FE-006",), Place(RULES, 44)),
    ),
    readings=(
        ReadingText(
            "fare_paid",
            {"en": "Is the fare paid once or at each crossing?"},
            ("each_time", "once"),
            {"once": {"de": "Nur einmal."}},
            ("FE-002",),
        ),
        ReadingText("who_rows", {}, ("owner", "guest")),
    ),
    gaps=(
        GapText(
            "who_must_act",
            {"en": "Whether a player must act is not said. Assumed: no."},
            ("turn.act",),
            ("FE-004",),
        ),
        GapText("seats", {"de": "Wo man sitzt, steht nirgends."}),
    ),
    sentences={
        "turn": {"en": "On your turn take a coin, cross, or pass."},
        "fare": {"de": "Wer übersetzt, zahlt."},
    },
    coverage=Coverage(
        passages=(
            Passage(
                "letter",
                "FE-001",
                "3",
                "Twelve coins lie in the pool",
                data=("Coin",),
                claims=("no_coin_lost",),
            ),
            Passage("letter", "FE-002", "4", "Each passenger pays a fare", rules=("fare.animal",)),
            Passage("letter", "FE-003", "4", "Horns cost extra", rules=("fare.horned",)),
            Passage("letter", "FE-004", "5", "You may pass", procedures=("turn.act.pass",)),
            Passage("letter", "FE-005", "5", "Nobody rows at night", open_points=("who_rows",)),
            Passage("letter", "FE-006", "6", "The game ends at dawn <sic>"),
        ),
        uncited_rules=("score",),
    ),
)

GAP = Finding(
    kind=Kind.GAP,
    id=finding_id(Kind.GAP, "ferry", "fare"),
    title="`fare` says nothing about a boat that is empty",
    severity=Severity.OPEN,
    place=Place(RULES, 18),
    story="Nobody is aboard: no case says what is paid.",
    suggestion="add `0 otherwise` to `fare`",
    rules=("fare",),
    passages=("FE-002",),
)

SAMPLE = VerificationResult(
    book=BOOK,
    verdicts=VERDICTS,
    findings=in_order([*findings_of(VERDICTS), GAP]),
    examples=(
        ExampleResult("goat_first", "The goat goes first"),
        ExampleResult("at_dawn", "At dawn", failure="step 2: `cross` is not possible here; `pass` is"),
    ),
    seconds=71.4,
    seed=1998,
)
