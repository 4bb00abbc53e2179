"""What a simulation tells, as lines and as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from statistics import median

from rulewright.ir.values import printed
from rulewright_verify.report.words import counted, seconds_words
from rulewright_verify.result import GamesAtRandom, VerifyOptions
from rulewright_verify.simulation import Interval, Sample, Simulation, simulate
from rulewright_verify.verdict import Estimate

LABEL, STRIP = 34, 12
REPORTED_GAMES, REPORTED_MOVES, REPORTED_SECONDS = 400, 5000, 5.0
SHADES = " .:=+*#"


def text_lines(played: Mapping[str, Simulation]) -> Iterator[str]:
    """A table for each thing that was counted, a row for each setting of the readings."""
    first = next(iter(played.values()))
    n = sum(one.n_games for one in played.values())
    yield f"{counted(n, 'game')}, {_who(first)}, seed {first.seed}"
    yield from _table("decisions and chances in a game", {label: one.lengths for label, one in played.items()})
    shown: dict[tuple[object, ...], str] = {}
    for name in first.runs:
        samples = {label: one.runs[name] for label, one in played.items()}
        alike = shown.setdefault(tuple(tuple(sample.counts.items()) for sample in samples.values()), name)
        if alike == name:
            yield from _table(f"runs of {name}", samples)
        else:
            yield from ["", f"  runs of {name}: as {alike}"]
    yield from _wins(played)
    for label, one in played.items():
        yield from _troubles(label, one)
    yield ""
    time = sum(one.seconds for one in played.values())
    yield f"A sample says what happened, not what must happen.{seconds_words(time):>30}"


def _who(played: Simulation) -> str:
    """`random players`, `Ada uct, Ben random`."""
    if len(set(played.sorts)) == 1:
        return f"{played.sorts[0]} players"
    players = played.system.players
    named = (f"{printed(players, players.lo + seat)} {sort}" for seat, sort in enumerate(played.sorts))
    return ", ".join(named) + (" at first, then by turns" if played.swapped else "")


def record(label: str, played: Simulation) -> dict[str, object]:
    """One simulation, for programs."""
    nobody = played.won_by_nobody
    return {
        "readings": label,
        "asked": played.asked,
        "games": played.n_games,
        "finished": played.finished,
        "interrupted": played.interrupted,
        "seed": played.seed,
        "players": played.policy,
        "sorts": list(played.sorts),
        "swapped": played.swapped,
        "lengths": _sample(played.lengths),
        "runs": {name: _sample(sample) for name, sample in played.runs.items()},
        "wins": {name: asdict(share) for name, share in played.wins.items()},
        "wins_by_sort": {name: asdict(share) for name, share in played.wins_by_sort.items()} if played.swapped else {},
        "won_by_nobody": None if nobody is None else asdict(nobody),
        "stuck": dict(played.stuck),
        "broke_down": [
            {"reason": failure.reason.value, "subject": failure.subject, "place": str(failure.span), "games": n}
            for failure, n in played.failures.items()
        ],
        "seconds": round(played.seconds, 3),
    }


def drawn(played: Mapping[str, Simulation], title: str) -> str:
    """How long games were and who won them, as a picture."""
    from rulewright_verify.report.plots import lengths_chart, shares_chart, standing_alone

    first = next(iter(played.values()))
    n = sum(one.n_games for one in played.values())
    about = f"{counted(n, 'game')}, {_who(first)}"
    charts = []
    lengths = [(label, _estimate(one.lengths)) for label, one in played.items()]
    long = [(label, estimate) for label, estimate in lengths if estimate is not None]
    if long:
        heading = "Decisions and chances in a game"
        charts.append((heading, lengths_chart(heading, long)))
    for label, one in played.items():
        shares = {name: _share(share) for name, share in _shares(one).items()}
        if shares:
            heading = f"Games won, {label}" if label else "Games won"
            fair = 1 / one.system.n_players if one.system.n_players > 1 else None
            charts.append((heading, shares_chart(heading, shares, fair)))
    return standing_alone(title, about, charts)


def games_at_random(path: str, options: VerifyOptions) -> GamesAtRandom | None:
    """What a report shows of play; None if there is no game, or it is over before anybody decides."""
    from rulewright.checker.symbols import Configuration
    from rulewright.pipeline import check_rulebook
    from rulewright_verify.cli.loading import is_played, system_of

    book, _ = check_rulebook(Path(path), Configuration(options.players, options.scope, options.variants))
    if book is None:
        return None
    system = system_of(book, options.readings)
    if not is_played(system):
        return None
    played = simulate(
        system, games=REPORTED_GAMES, seed=options.seed, jobs=1, max_moves=REPORTED_MOVES, seconds=REPORTED_SECONDS
    )
    shares = {name: _share(share) for name, share in _shares(played).items()}
    return GamesAtRandom(
        played.n_games, played.seed, _estimate(played.lengths), tuple(shares.items()), played.n_games - played.finished
    )


def _estimate(sample: Sample) -> Estimate | None:
    from rulewright_verify.report.plots import binned

    mean = sample.mean
    if mean is None:
        return None
    low, high = (mean.low, mean.high) if sample.n_games > 1 else (mean.value, mean.value)
    return Estimate(mean.value, low, high, mean.n, mean.confidence, (), binned(sample.counts))


def _share(share: Interval) -> Estimate:
    return Estimate(share.value, share.low, share.high, share.n, share.confidence)


def _sample(sample: Sample) -> dict[str, object]:
    return {
        "mean": None if sample.mean is None else asdict(sample.mean),
        "quantiles": [list(pair) for pair in sample.quantiles],
        "counts": {str(value): sample.counts[value] for value in sorted(sample.counts)},
    }


def _table(title: str, samples: Mapping[str, Sample]) -> Iterator[str]:
    some = [sample for sample in samples.values() if sample.n_seen]
    if not some:
        return
    yield ""
    heads = f"{'mean':>7} {'95 %':>15} {'least':>6} {'half':>5} {'most':>5}  how often"
    yield f"  {title:<{LABEL - 2}}{heads}"
    # One setting with very long games shall not press all others into the first cell.
    usual = median(dict(sample.quantiles)[0.95] for sample in some)
    axis = (min(min(sample.counts) for sample in some), min(max(max(s.counts) for s in some), int(2 * usual) + 1))
    for label, sample in samples.items():
        if sample.mean is not None:
            yield _row(label, sample, sample.mean, *axis)


def _row(label: str, sample: Sample, mean: Interval, least: int, most: int) -> str:
    interval = f"{mean.low:.4g} to {mean.high:.4g}"
    half = dict(sample.quantiles)[0.5]
    numbers = f"{mean.value:>7.4g} {interval:>15} {min(sample.counts):>6} {half:>5} {max(sample.counts):>5}"
    return f"  {label[: LABEL - 3]:<{LABEL - 2}}{numbers}  {_strip(sample, least, most)}".rstrip()


def _strip(sample: Sample, least: int, most: int) -> str:
    """The distribution in a few signs, darker where more games fell; all rows of a table on one axis."""
    cells = [0] * STRIP
    for value, n in sample.counts.items():
        cells[min(STRIP - 1, (value - least) * STRIP // max(1, most - least + 1))] += n
    top = max(cells)
    return "".join(SHADES[-(-n * (len(SHADES) - 1) // top)] for n in cells).rstrip()


def _wins(played: Mapping[str, Simulation]) -> Iterator[str]:
    shares = {label: _shares(one) for label, one in played.items()}
    names = dict.fromkeys(name for one in shares.values() for name in one)
    if not names:
        return
    if len(played) == 1:
        yield from ["", f"  {'games won':<{LABEL - 2}}{'share':>7} {'95 %':>18}"]
        for name, share in next(iter(shares.values())).items():
            yield f"  {name:<{LABEL - 2}}{share.value:>7.1%} {f'{share.low:.1%} to {share.high:.1%}':>18}"
        return
    yield from ["", f"  {'games won':<{LABEL - 2}}{''.join(f'{name[:8]:>9}' for name in names)}"]
    for label, one in shares.items():
        cells = "".join(f"{one[name].value:>9.1%}" if name in one else f"{'':>9}" for name in names)
        yield f"  {label[: LABEL - 3]:<{LABEL - 2}}{cells}".rstrip()


def _shares(played: Simulation) -> dict[str, Interval]:
    shares = dict(played.wins)
    if played.swapped:
        shares |= played.wins_by_sort
    if played.won_by_nobody is not None and played.won_by_nobody.value:
        shares["nobody"] = played.won_by_nobody
    return shares


def _troubles(label: str, played: Simulation) -> Iterator[str]:
    """Games that did not come to an end of the game."""
    where = f" ({label})" if label else ""
    for address, n in played.stuck.items():
        yield f"  {counted(n, 'game')} stuck at {address}{where}: somebody must choose and cannot"
    for failure, n in played.failures.items():
        yield f"  {counted(n, 'game')} broke down{where}: {failure.reason.value}, {failure.subject} ({failure.span})"
    cut = played.n_games - played.finished - sum(played.stuck.values()) - sum(played.failures.values())
    if cut:
        yield f"  {counted(cut, 'game')} did not end in time{where}"
    if played.interrupted:
        yield f"  stopped after {played.n_games} of {counted(played.asked, 'game')}{where}"
