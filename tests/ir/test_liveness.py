"""Which frame slots still matter at a rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.graph import automatic_cycles, is_rest, reachable
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import System
from rulewright.ir.walk import successors
from tests.systems import craps, endless, pig, responses, skirmish, twilight
from tests.systems.builder import Builder, less, plus


def live_at(system: System, label: str, *, told: bool = False) -> frozenset[str]:
    """What is live at the choice that offers `label`."""
    live = live_at_nodes(system, told=told)
    return next(
        live[node.id]
        for node in system.nodes
        if isinstance(node, ir.Choice) and label in {option.label for option in node.options}
    )


def test_a_parameter_lives_until_its_last_reader() -> None:
    assert live_at(pig(), "throw_again") == {"p"}
    assert live_at(twilight(), "play_own") == {"turn"}
    assert live_at(twilight(), "give") == {"turn", "other"}


def test_sentences_count_only_where_they_are_told() -> None:
    b = Builder("told", "Ada", "Ben")
    b.frame("p", 0, 1, type_=b.players)
    b.frame("n", 0, 1)
    b.auto("start", b.store("p", 1), to="ask")
    b.choice("ask", 0, b.option("go", to="say"))
    b.auto("say", b.tell(en=("It was ", ir.Shown(b.read("p"), b.players))), to="over")
    b.final("over")
    system = b.build("start")
    assert live_at(system, "go") == set()
    assert live_at(system, "go", told=True) == {"p"}
    assert Reference(system).initial().slots["p"] == (0,)
    assert Reference(system, told=True).initial().slots["p"] == (1,)


def test_probes_keep_what_they_read() -> None:
    system = pig()
    leave = next(n.id for n in system.nodes if isinstance(n, ir.Gate) and n.kind is ir.GateKind.LEAVE)
    face = ir.Read("face", (), 1, 6)
    choice = next(n.id for n in system.nodes if isinstance(n, ir.Choice))
    assert "face" not in live_at_nodes(system)[choice]
    assert "face" in live_at_nodes(system, probes={leave: [face]})[choice]


def test_a_name_needs_its_zone_to_be_followed() -> None:
    """Where the thing lies is never asked for, but it must be known when the bag is sorted."""
    assert live_at(skirmish(), "attack_with") == {"p"}
    assert live_at(skirmish(), "strike") == {"p", "attacker.where", "attacker.place"}
    assert live_at(skirmish(), "protect_with") == {
        "p",
        "attacker.where",
        "attacker.place",
        "victim.where",
        "victim.place",
        "victim.kind",
    }


def test_writing_one_cell_of_many_ends_no_life() -> None:
    b = Builder("cells", "Ada")
    b.frame("cell", 0, 1, dims=(2,))
    b.choice("ask", 0, b.option("go", to="write"))
    b.auto("write", b.store("cell", 1, 0), to="again")
    b.branch("again", less(plus(b.read("cell", 0), b.read("cell", 1)), 2), "ask", "over", loop=0)
    b.final("over")
    assert live_at(b.build("ask"), "go") == {"cell"}


def test_runs_that_may_come_back_to_themselves() -> None:
    system = endless()
    cyclic = automatic_cycles(system)
    assert all(not is_rest(system.nodes[node]) for node in cyclic)
    assert len(cyclic) == 4
    assert automatic_cycles(craps()) == frozenset()
    # A choice that is passed without asking belongs to the run.
    asked = {node.id for node in responses().nodes if isinstance(node, ir.Choice)}
    assert asked <= automatic_cycles(responses())


@given(st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=6, max_size=6))
def test_nodes_on_automatic_cycles_are_those_that_lead_back_to_themselves(targets: list[list[int]]) -> None:
    b = Builder("any_graph", "Ada")
    for number, (follows, name) in enumerate(zip(targets, "abcdef", strict=True)):
        match ["abcdef"[target] for target in follows]:
            case [] if number % 2:
                b.final(name)
            case []:
                b.choice(name, 0, b.option("on", to="a"))
            case [one]:
                b.auto(name, to=one)
            case [one, other, *_]:
                b.branch(name, ir.Const(1), one, other)
    system = b.build("a")
    found = set()
    for node in system.nodes:
        pending, reached = ([] if is_rest(node) else list(successors(node))), set[int]()
        while pending:
            here = pending.pop()
            if here not in reached:
                reached.add(here)
                pending += [] if is_rest(system.nodes[here]) else successors(system.nodes[here])
        found |= {node.id} & reached
    assert automatic_cycles(system) == found


def test_reachable_nodes() -> None:
    assert reachable(craps()) == frozenset(range(len(craps().nodes)))
