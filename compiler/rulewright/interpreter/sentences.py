"""Sentences of a play, in every language that a rulebook speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.evaluate import Env, Table
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Shown, System, Tell, ValueType
from rulewright.ir.values import in_language
from rulewright.ir.walk import descendants

UNNAMED = ""
"""The language of a rulebook that names none."""


class Speaker:
    """Puts decisions and told sentences into words."""

    def __init__(self, system: System, languages: tuple[str, ...] | None = None) -> None:
        self.system = system
        self.languages = languages or tuple(dict.fromkeys(_languages(system))) or (UNNAMED,)

    def decision(self, way: Alternative, state: State) -> Mapping[str, str]:
        """`North: play own (Purgatory (sun))`; for luck `chance: 5`."""
        types = _binding_types(way, self.system, state)
        return {language: self._decision_in(language, way, types) for language in self.languages}

    def player(self, number: int) -> Mapping[str, str]:
        return {language: in_language(self.system.players, number, language) for language in self.languages}

    def decision_alone(self, way: Alternative) -> Mapping[str, str]:
        """`North: play own`, whatever it is."""
        return {language: self._decision_in(language, replace(way, bindings=()), []) for language in self.languages}

    def _decision_in(self, language: str, way: Alternative, types: list[ValueType | None]) -> str:
        shown = [
            text if type_ is None else _translated(type_, text, language)
            for (_, _, text), type_ in zip(way.bindings, types, strict=True)
        ]
        what = ", ".join(shown)
        if way.who is None:
            return f"chance: {what}"
        who = in_language(self.system.players, way.who, language)
        label = way.label.replace("_", " ")
        if not label:
            return f"{who}: {what}"
        return f"{who}: {label} ({what})" if what else f"{who}: {label}"

    def told(self, tell: Tell, reference: Reference, at: Table, env: Env) -> Mapping[str, str]:
        """A `told` sentence with its values; a language that it does not have gets the first one."""
        found = {}
        for language in self.languages:
            parts = tell.texts.get(language) or next(iter(tell.texts.values()), ())
            found[language] = "".join(
                part if isinstance(part, str)
                else in_language(part.type, reference.evaluate(part.value, at, env), language)
                for part in parts
            )
        return found


def _languages(system: System) -> Iterator[str]:
    for node in system.nodes:
        for piece in descendants(node):
            if isinstance(piece, Tell):
                yield from piece.texts
    for region in system.regions:
        yield from region.texts
    for type_ in (system.players, *(kinds.type for kinds in system.kinds.values())):
        yield from type_.texts


def _binding_types(way: Alternative, system: System, state: State) -> list[ValueType | None]:
    """How each binding of `way` is shown, in the order of its bindings."""
    node = system.nodes[state.place]
    shown: list[Shown] = []
    if way.option is not None:
        shown = [binder.shown for binder in way.option.binders]
        if way.option.pick is not None:
            shown += [way.option.pick.shown] * (len(way.bindings) - len(shown))
    elif isinstance(node, ir.Chance):
        shown = [node.binder.shown]
    if len(shown) == len(way.bindings):
        return [each.type for each in shown]
    if isinstance(node, ir.Deal):
        kinds = system.kinds[system.zones[node.source.zone].kinds]
        return [kinds.type] * len(way.bindings)
    return [None] * len(way.bindings)


def _translated(value_type: ValueType, name: str, language: str) -> str:
    """A printed code name in a reader's language."""
    if value_type.names is None or name not in value_type.names:
        return name
    return in_language(value_type, value_type.lo + value_type.names.index(name), language)
