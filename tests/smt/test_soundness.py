"""Facts are true of plays that nobody sampled, and names for terms exclude no step."""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.equations import add_conservation, add_equations
from rulewright_verify.smt.features import features_of
from rulewright_verify.smt.graph import cut_graph
from rulewright_verify.smt.invariants import Invariants, live_features, second_views
from rulewright_verify.smt.prover import Answer, Prover
from rulewright_verify.smt.sampling import Samples, sampled
from tests.smt import clauses as c
from tests.systems import craps, pig
from tests.systems.builder import Builder, less, lift, minus


def facts_from(system: System, samples: Samples) -> Invariants:
    graph = cut_graph(Encoder(system, {}))
    features = features_of(system)
    invariants = Invariants(graph, Prover(Budget(rlimit=10_000_000)), second_views(graph, features))
    add_conservation(invariants)
    add_equations(invariants, samples, live_features(graph, features, live_at_nodes(system)))
    return invariants


def check_against_plays(system: System, invariants: Invariants) -> int:
    graph = invariants.graph
    seen = sampled(system, graph.at, n_plays=6, most_rests=(30,), seed=11, probes={})
    n_checked = 0
    for location, situations in seen.at.items():
        for fact in invariants.facts[location]:
            for situation in situations:
                assert fact.cond_of(graph.encoder, situation) is True, f"{fact.text} at {location}"
                n_checked += 1
    return n_checked


def test_without_any_sample_the_equations_are_still_true() -> None:
    """Every place is then first taken to be unreachable, and Z3 has to find the way to it."""
    for system in (craps(), pig(), c.small_twilight()):
        assert check_against_plays(system, facts_from(system, Samples())) > 0


def test_one_sampled_play_does_not_make_its_accidents_into_facts() -> None:
    system = c.small_twilight()
    graph = cut_graph(Encoder(system, {}))
    one = sampled(system, graph.at, n_plays=1, most_rests=(30,), seed=2, probes={})
    assert check_against_plays(system, facts_from(system, one)) > 0


def counting_down() -> System:
    """Each step takes one away if there is one, for two piles in a loop without a rest."""
    b = Builder("counting", "Anna")
    b.slot("pile", 0, 3, dims=(2,), start=(3, 1))
    here = ir.Local("here", 0, 1)
    pile = b.read("pile", here)
    take = ir.If(less(0, pile), (b.store("pile", minus(ir.Ite(less(pile, 9), pile, lift(0)), 1), here),), ())
    b.choice("ask", 0, b.option("take", to="take"))
    b.auto("take", ir.Loop(here, ir.Range(lift(0), lift(1)), lift(1), (take,)), to="ask")
    return b.build("ask")


def test_a_name_for_a_term_excludes_no_step_on_which_its_branch_is_left_out() -> None:
    system = counting_down()
    invariants = facts_from(system, Samples())
    check_against_plays(system, invariants)
    graph = invariants.graph
    ask = next(location for location in graph.at)
    step = graph.edges_from(ask)[0]
    # From an empty pile the step is still possible: the branch is not taken.
    empty = [graph.at[ask].slots["pile"][0] == 0, graph.at[ask].slots["pile"][1] == 0]
    outcome = Prover(Budget()).implied([*empty, *step.conds], False, ranges=graph.ranges[ask])
    assert outcome.answer is Answer.REFUTED
