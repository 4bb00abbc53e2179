"""A game on the terminal: the table as the player to move sees it, options by number, a few letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import TextIO

from rich.console import Console
from rich.text import Text

from rulewright.interpreter.refusals import Obstacle, Refusal
from rulewright.interpreter.trace import Line, Step
from rulewright.ir.nodes import Choice, ValueType
from rulewright.ir.values import in_language as value_in_language
from rulewright.play import Offer, Position, SeenZone, Session
from rulewright_verify.cli.wording import Wording
from rulewright_verify.evidence import in_language

WIDTH = 80
LUCK = "chance: "
"""How a line of a play begins where luck decides, in every language."""
MOST_REFUSALS = 20
FINE, BROKE_DOWN = 0, 1


class Table:
    """Asks, and tells what happened, until the play is over or somebody stops it."""

    def __init__(self, session: Session, wording: Wording, console: Console, answers: TextIO) -> None:
        self.session = session
        self.wording = wording
        self.language = wording.language
        self.console = console
        self.answers = answers
        self._told: Position = (0, 0)
        """The first line that has not been told to all."""
        self._heard: dict[int, Position] = {}
        """For each player the first line that they have not heard yet if it is for them alone."""
        self._listener = 0
        """Who is asked, and when the play is over, who was asked last."""

    def run(self) -> int:
        """Play; gives the exit code."""
        self.introduce()
        self.tell()
        while (player := self.session.asked) is not None:
            self.draw(player)
            if not self.ask():
                return FINE
        return self.tell_end()

    # -------------------------------------------------------------- asking

    def ask(self) -> bool:
        """Put the question until it is answered; False if the players stop."""
        offers = self.session.options()
        while True:
            self.console.print(Text(f"{self.wording('keys')}  > ", "dim"), end="")
            answer = self.answers.readline()
            if not answer or answer.strip() == "q":
                self.console.print()
                return False
            if self.answered(answer.strip(), offers):
                return True

    def answered(self, answer: str, offers: tuple[Offer, ...]) -> bool:
        """Do what was answered; True if the table is to be drawn anew."""
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(offers):
            self.console.print()
            self.session.choose(int(answer) - 1)
            self.tell()
            return True
        match answer.split(maxsplit=1):
            case ["u"]:
                if self.session.undo():
                    self._told = min(self._told, self.session.told_to_all)
                    self._heard = {player: min(heard, self._told) for player, heard in self._heard.items()}
                    return True
                self.say(self.wording("first question"))
            case ["w"]:
                self.show(self.refusal_lines())
            case ["r"]:
                self.show(self.rule_lines(offers))
            case ["s", *name]:
                self.console.print(Text(self.session.save_as_example(*(name or ["played"]))))
                self.say(self.wording("kept"))
            case _:
                self.say(self.wording("please", len(offers)))
        return False

    # -------------------------------------------------------------- drawing

    def introduce(self) -> None:
        """Which game this is, who plays, and what its first rule says."""
        system = self.session.system
        names = [value_in_language(system.players, seat, self.language) for seat in range(system.n_players)]
        self.console.print(Text(f"{self.wording.title}: {', '.join(names)}", "bold"))
        words = in_language(system.regions[0].texts, self.language)
        self.show(Text(line) for line in wrap(words, WIDTH))

    def draw(self, player: int) -> None:
        """What the player may see, and what may be done."""
        self.console.print()
        self.lay_out(player)
        name = value_in_language(self.session.system.players, player, self.language)
        turn = self.wording("turn" if self.session.told_to_asked is None else "unseen", name)
        question = Text(turn, "bold")
        node = self.session.system.nodes[self.session.state.place]
        if isinstance(node, Choice) and node.texts:
            question.append(f"  {in_language(node.texts, self.language)}", "not bold dim")
        self.console.print(question)
        for offer, words in self.offered(self.session.options(), name):
            self.show(_with_reference(f"{offer.number + 1:>4}  {words}", offer.cites))

    def lay_out(self, player: int) -> None:
        """The table as a player sees it: values, then places in which something lies."""

        def say(value_type: ValueType, value: int) -> str:
            words = value_in_language(value_type, value, self.language)
            return self.wording(words) if value_type.names == ("no", "yes") else words

        view = self.session.view(player, say)
        values = "   ".join(f"{self.wording.cell(name)} {value}" for name, value in view.values)
        self.show(Text(f"  {line}", "dim") for line in wrap(values, WIDTH - 4))
        for zone in view.zones:
            if zone.size:
                self.show(self.zone_lines(zone))

    def zone_lines(self, zone: SeenZone) -> Iterator[Text]:
        known = ", ".join(f"{n} {value}" for _, value, n in zone.known)
        hidden = self.wording("hidden", zone.size) + (f" ({known})" if known else "")
        lines = wrap(hidden if zone.contents is None else zone.contents, WIDTH - 22) or [""]
        name = self.wording.cell(zone.name)
        if len(name) > 18:
            yield Text(f"  {name}", "dim")
            name = ""
        yield Text(f"  {name:<18}  ", "dim").append(lines[0], "default not dim")
        yield from (Text(f"{'':22}{line}") for line in lines[1:])

    def offered(self, offers: Iterable[Offer], name: str) -> Iterator[tuple[Offer, str]]:
        """What each option does, without the player's own name; what would read alike gets its code name."""
        said = [(offer, in_language(offer.words, self.language)) for offer in offers]
        counts = Counter(words for _, words in said)
        for offer, words in said:
            short = words.removeprefix(f"{name}: ").removeprefix(f"{name} ")
            label = offer.decision.label.replace("_", " ")
            if label and short.startswith(label):
                short = self.wording.name(offer.decision.label) + short[len(label) :]
            yield offer, f"{short} [{', '.join(offer.decision.args)}]" if counts[words] > 1 else short

    def tell(self) -> None:
        """What happened, one sentence a line, each with its rule. What is for one player alone is told when that one
        is asked. What others did in an `at once` that is under way is told when it is over; whoever is asked there
        hears of their own round before."""
        now = self.session.told_to_all
        asked = self.session.asked
        self._listener = self._listener if asked is None else asked
        self.tell_in_private()
        self.tell_lines(self._told, now)
        own = self.session.told_to_asked
        if own is not None:
            self.tell_lines(own, (len(self.session.trace.steps), 0))
        self._told = max(self._told, now)
        self._heard[self._listener] = self._told

    def tell_in_private(self) -> None:
        """What the player was told alone while others were asked."""
        player = self._listener
        first = self._heard.get(player, (0, 0))
        for number, step in enumerate(self.session.trace.steps):
            for n, line in enumerate(step.lines):
                if first <= (number, n) < self._told and line.to == player and line.hearer:
                    self.show(self.told_lines(line, line.words))

    def tell_lines(self, first: Position, end: Position) -> None:
        seen_by = self.session.asked
        for number, step in enumerate(self.session.trace.steps):
            for n, line in enumerate(step.lines):
                words = line.heard_by(self._listener)
                if first <= (number, n) < end and words and not (n == 0 and self.is_secret(step, seen_by)):
                    self.show(self.told_lines(line, words))

    def is_secret(self, step: Step, seen_by: int | None) -> bool:
        """Whether luck did something that the player who is asked next may not see, such as dealing."""
        if step.decision is None or step.decision.who != "chance" or seen_by is None:
            return False
        hidden = {zone.name for zone in self.session.view(seen_by).zones if zone.contents is None}
        return any(change.name in hidden for change in step.changed)

    def told_lines(self, line: Line, heard: Mapping[str, str]) -> Iterator[Text]:
        indent = "  " * (1 + min(line.depth, 4))
        words = in_language(heard, self.language)
        if words.startswith(LUCK):
            words = self.wording("chance") + words.removeprefix(LUCK)
        if line.hearer:
            words = self.wording("in private", in_language(line.hearer, self.language), words)
        yield from _with_reference(indent + words, line.cites)

    def tell_end(self) -> int:
        """How it ended, and the table as the last who was asked sees it."""
        state = self.session.state
        if state.failure is not None:
            place = f" ({state.failure.span})" if state.failure.span else ""
            self.say(self.wording("broke down", f"{state.failure.reason.value}, {state.failure.subject}{place}"))
            return BROKE_DOWN
        if self.session.is_stuck:
            self.say(self.wording("stuck"))
            self.show(self.refusal_lines())
            return BROKE_DOWN
        self.console.print()
        self.say(self.wording("table"))
        self.lay_out(self._listener)
        players = self.session.system.players
        winners = [
            value_in_language(players, seat, self.language) for seat, won in enumerate(state.winners or ()) if won
        ]
        self.say(self.wording("won", self.wording("and").join(winners)) if winners else self.wording("nobody won"))
        return FINE

    # -------------------------------------------------------------- answers to letters

    def refusal_lines(self) -> Iterator[Text]:
        refusals = self.session.refusals(self._listener)
        if not refusals:
            yield Text(f"  {self.wording('all allowed')}")
        for refusal in refusals[:MOST_REFUSALS]:
            args = ", ".join(self.said_name(refusal.label, number, arg) for number, arg in enumerate(refusal.args))
            what = self.wording.name(refusal.label) + (f" ({args})" if args else "")
            yield from _with_reference(f"  {self.wording('not', what, self.reason(refusal))}", refusal.cites)
        if len(refusals) > MOST_REFUSALS:
            yield Text(f"  {self.wording('more', len(refusals) - MOST_REFUSALS)}", "dim")

    def reason(self, refusal: Refusal) -> str:
        """The rule in its own words, with its name and place; without words the condition that is not so."""
        place = f" ({refusal.span})" if refusal.span else ""
        match refusal.obstacle:
            case Obstacle.CONDITION:
                rule = f"{refusal.rule}.{refusal.level}" if refusal.rule and refusal.level else refusal.rule
                said = self.wording.of_rule(refusal.rule, refusal.level)
                if said:
                    return f"{said} [{rule}]{place}"
                condition = " ".join(refusal.span.text.split()) if refusal.span else "?"
                return self.wording("not so", condition) + (f" [{rule}]" if rule else "") + place
            case Obstacle.NOT_THERE:
                return self.wording("not there") + place
            case Obstacle.NUMBER:
                return self.wording("number") + place
            case Obstacle.UNSEEN if refusal.passes:
                return self.wording("nothing passes", refusal.place, refusal.passes) + place
            case Obstacle.UNSEEN:
                return self.wording("nothing there", refusal.place) + place
            case Obstacle.UNSEEN_REST:
                return self.wording("others fail", refusal.place, refusal.passes) + place
            case Obstacle.NO_SUCH_OPTION:
                return self.wording("not offered")

    def said_name(self, label: str, number: int, arg: str) -> str:
        """What is picked, as it is printed; the types of names stand in the options of the choice."""
        node = self.session.system.nodes[self.session.state.place]
        for option in node.options if isinstance(node, Choice) else ():
            if option.label == label and number < len(option.binders):
                shown = option.binders[number].shown.type
                if shown.names is not None and arg in shown.names:
                    return value_in_language(shown, shown.lo + shown.names.index(arg), self.language)
        return arg

    def rule_lines(self, offers: tuple[Offer, ...]) -> Iterator[Text]:
        system = self.session.system
        region = system.regions[system.nodes[self.session.state.place].region]
        around = [region]
        while around[-1].parent is not None:
            around.append(system.regions[around[-1].parent])
        said = [(one.address, in_language(one.texts, self.language), one.cites) for one in reversed(around)]
        said += [(offer.address, in_language(offer.rule_text, self.language), offer.cites) for offer in offers]
        for offer in offers:
            for number, arg in enumerate(offer.decision.args):
                name = self.said_name(offer.decision.label, number, arg)
                said += [(name, words, ()) for _, words in self.wording.of_effects((arg,))]
        for address, words, cites in dict.fromkeys(said):
            if words:
                yield Text(f"  {address}", "cyan")
                lines = wrap(words, WIDTH - 6)
                yield from (Text(f"    {line}") for line in lines[:-1])
                yield from _with_reference(f"    {lines[-1]}", cites)

    def show(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.console.print(line)

    def say(self, text: str) -> None:
        self.console.print(Text(text))


def _with_reference(text: str, cites: tuple[str, ...]) -> Iterator[Text]:
    """A sentence with its passages at the right, wrapped."""
    reference = " ".join(cites)
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    lines = wrap(text, WIDTH - 2, subsequent_indent=indent, drop_whitespace=True) or [text]
    lead = text[: len(text) - len(text.lstrip())]
    lines[0] = lead + lines[0].lstrip()
    yield from (Text(line) for line in lines[:-1])
    room = WIDTH - len(lines[-1]) - len(reference)
    if reference and room >= 2:
        yield Text(lines[-1] + " " * room).append(reference, "dim")
    else:
        yield Text(lines[-1])
        if reference:
            yield Text(f"{reference:>{WIDTH}}"[:WIDTH], "dim")
