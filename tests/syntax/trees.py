"""Random syntax trees of files, as the parser could have built them."""

import unicodedata
from pathlib import Path

from hypothesis import strategies as st

from rulewright.source import SourceFile, Span
from rulewright.syntax import ast

SPAN = Span(SourceFile(Path("made_up.rules"), "made_up.rules", ""), 0, 0)
Tree = st.SearchStrategy

# Words of the language that may be names are among them, and letters of several scripts.
NAMES = [
    "p",
    "card",
    "hand",
    "Wächter",
    "naïve_2",
    "札",
    "title",
    "players",
    "end",
    "order",
    "value",
    "one",
    "deck",
    "ab",
]
EXPR_NAMES = [name for name in NAMES if name not in ("title", "players")]
LANGUAGES = st.sampled_from([None, "en", "de"])


def made(cls: type, *parts: Tree, **named: Tree) -> Tree:
    return st.builds(cls, *parts, **named, span=st.just(SPAN))


def some(tree: Tree, least: int = 1, most: int = 2) -> Tree:
    return st.lists(tree, min_size=least, max_size=most).map(tuple)


def maybe(tree: Tree) -> Tree:
    return st.none() | tree


name = made(ast.Name, st.sampled_from(EXPR_NAMES))
label = name
address = made(ast.Name, st.sampled_from(NAMES))
path = made(ast.Path, some(address))
string = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
text = made(ast.Text, LANGUAGES, string)
passage = made(ast.Cite, st.sampled_from(["TW-001", "IT-C14"]), st.just(False))
cite = passage | made(ast.Cite, string, st.just(True))


def told(most_before: int) -> Tree:
    return made(ast.Told, LANGUAGES, string, st.integers(0, most_before), maybe(st.deferred(lambda: small)))


def notes_of(tolds: Tree) -> Tree:
    in_order = some(tolds, 0, 2).map(lambda found: tuple(sorted(found, key=lambda each: each.after)))
    few = st.builds(ast.Notes, some(text, 0, 2), in_order, some(cite, 0, 2), some(name, 0, 2))
    return st.just(ast.NO_NOTES) | few


notes = notes_of(told(0))

# ---------------------------------------------------------------- expressions
number = made(ast.Number, st.integers(0, 10**9))
leaf = name | number | made(ast.Truth, st.booleans()) | made(ast.NoneValue)
turn_order = st.one_of(
    made(ast.TurnOrder, st.just(ast.Turns.ALL), st.none()),
    made(ast.TurnOrder, st.sampled_from([ast.Turns.FROM, ast.Turns.AFTER, ast.Turns.OTHERS_AFTER]), name),
)


def domain_of(inner: Tree) -> Tree:
    return inner | made(ast.Range, inner, inner) | turn_order


def binder_of(inner: Tree) -> Tree:
    return made(ast.Binder, name, domain_of(inner), maybe(inner))


def larger(inner: Tree) -> Tree:
    argument = made(ast.Argument, maybe(name), inner)
    kinds = st.sampled_from(list(ast.FoldKind))
    return st.one_of(
        made(ast.Items, some(domain_of(inner), 0)),
        made(ast.Attribute, inner, address),
        made(ast.Index, inner, some(inner)),
        made(ast.Call, name | inner, some(argument, 0)),
        made(ast.Negative, inner),
        made(ast.Arithmetic, st.sampled_from(list(ast.ArithmeticOp)), inner, inner),
        made(ast.Compare, st.sampled_from(list(ast.CompareOp)), inner, inner),
        made(ast.Member, inner, domain_of(inner)),
        made(ast.IsEmpty, inner, st.booleans()),
        made(ast.Not, inner),
        made(ast.And, inner, inner),
        made(ast.Or, inner, inner),
        made(ast.Implies, inner, inner),
        made(ast.Quantified, st.sampled_from(list(ast.Quantifier)), name, domain_of(inner), inner),
        made(ast.Fold, kinds, maybe(inner), binder_of(inner)),
        made(ast.FoldValues, kinds, some(inner, 2)),
    )


expr = st.recursive(leaf, larger, max_leaves=6)
small = st.recursive(leaf, larger, max_leaves=3)
domain = domain_of(small)
binder = binder_of(small)
argument = made(ast.Argument, maybe(name), small)
place = name | made(ast.Attribute, small, address) | made(ast.Index, small, some(small))
procedure_ref = made(ast.ProcedureRef, made(ast.Path, some(name)), maybe(some(argument, 0)))

# ---------------------------------------------------------------- data
named_type = made(ast.NamedType, name)
bound = st.recursive(
    name | number,
    lambda inner: (
        made(ast.Negative, inner) | made(ast.Arithmetic, st.sampled_from(list(ast.ArithmeticOp)[:3]), inner, inner)
    ),
    max_leaves=3,
)
range_type = made(ast.RangeType, bound, bound)
element = named_type | range_type
plain_type = st.one_of(
    named_type,
    range_type,
    made(ast.YesOrNo),
    made(ast.NumberType),
    made(ast.BagOf, element, maybe(bound)),
    made(ast.PileOf, element),
    made(ast.SetOf, element),
    made(ast.ListOf, element, bound),
)
type_ = plain_type | made(ast.OrNone, plain_type)
parameters = some(made(ast.Parameter, name, type_), 0)
dice = made(ast.Dice, st.integers(1, 9), st.integers(1, 100))
players = made(ast.Players, bound, maybe(bound), some(name, 0))
visibility = made(ast.SeenBy, name) | made(ast.OthersSee, address) | made(ast.StartsFull)
field = made(ast.Field, address, some(type_, 0, 2), type_, maybe(small), some(visibility, 0, 2), notes)
state = made(ast.State, some(field), notes)
cell = made(ast.Cell, some(domain | made(ast.Quoted, string) | passage | made(ast.Nothing), 0, 2))
column = made(ast.Column, address, maybe(type_))


@st.composite
def grid(draw: st.DrawFn) -> ast.Grid:
    columns = draw(some(column))
    row = made(ast.Row, some(cell, len(columns), len(columns)))
    return ast.Grid(columns, draw(some(row, 0)), span=SPAN)


# ---------------------------------------------------------------- statements
mark = made(ast.Mark, address, small)
end = st.sampled_from([None, *ast.End])
noun = st.sampled_from(list(ast.Noun))
pick = made(ast.PickEach, some(binder)) | made(ast.PickSeveral, domain, binder, name)
simple = st.one_of(
    made(ast.Let, name, expr),
    state,
    made(ast.Assign, place, expr),
    made(ast.Run, name, some(argument, 0)),
    made(ast.Move, maybe(some(small)), small, small, end, some(mark, 0)),
    made(ast.DrawOne, name, small, small, end, some(mark, 0)),
    made(ast.DrawSome, small, st.booleans(), noun, small, small, end),
    made(ast.Roll, dice | name, name),
    made(ast.LookUp, small, name, some(argument, 0)),
    made(ast.ReverseTurnOrder),
    made(ast.DoNothing),
    made(ast.Choose, small, st.just(False), maybe(label), pick, st.none()),
    made(ast.EndGame, maybe(small)),
)


def block_of(statement: Tree) -> Tree:
    return st.integers(1, 3).flatmap(lambda n: made(ast.Block, some(statement, n, n), notes_of(told(n))))


def options_of(block: Tree) -> Tree:
    option = st.one_of(
        made(ast.Option, label, maybe(small), st.just(()), maybe(block)),
        made(ast.Option, label, st.none(), some(binder), maybe(block)),
    )
    return some(option)


def with_blocks(inner: Tree) -> Tree:
    block = block_of(inner)
    branch = made(ast.Branch, expr, block)
    no, yes = st.just(False), st.just(True)
    return st.one_of(
        made(ast.Step, address, block),
        made(ast.If, some(branch), maybe(block)),
        made(ast.While, expr, block),
        made(ast.Repeat, maybe(expr), block),
        made(ast.ForEach, binder, st.booleans(), block),
        made(ast.Choose, small, st.booleans(), maybe(label), pick, block),
        made(ast.ChooseOneOf, small, no, st.booleans(), options_of(block), notes),
        made(ast.ChooseOneOf, small, yes, no, options_of(block), notes),
        made(ast.Responses, binder, options_of(block), notes),
    )


statement = st.recursive(simple, with_blocks, max_leaves=4)
block = block_of(statement)

# ---------------------------------------------------------------- rules, claims
case = st.one_of(
    made(ast.Case, expr, maybe(expr), st.just(False)),
    made(ast.Case, expr, st.none(), st.just(True)),
)
lets = some(made(ast.Let, name, small), 0, 1)


def level(kind: ast.LevelKind, named: Tree, over: Tree) -> Tree:
    return made(ast.Level, st.just(kind), named, over, lets, some(case), notes)


default_name = name | made(ast.Name, st.just("default"))
nothing_over = st.just(())
default = level(ast.LevelKind.DEFAULT, default_name, nothing_over)
exception = level(ast.LevelKind.EXCEPTION, name, some(default_name))
modifier = level(ast.LevelKind.MODIFIER, name, nothing_over)

reading_is = made(ast.ReadingIs, name, name)
under = some(reading_is | made(ast.WithVariant, name), 0)
clause_line = st.one_of(
    made(ast.Holds, expr),
    made(ast.Always, expr),
    made(ast.Never, expr),
    made(ast.Possible, expr),
    made(ast.StillPossible, expr),
    made(ast.LeadsTo, expr, expr),
    made(ast.OnceNever, expr, expr),
    made(ast.AtEnd, procedure_ref, expr),
    made(ast.AtStep, path, expr),
    made(ast.Alone, procedure_ref, expr),
    made(ast.Ends, procedure_ref, some(small, 0)),
    made(ast.EndsWithChance, procedure_ref, small),
    made(ast.GoesOn, procedure_ref),
    made(ast.NeverStuck, procedure_ref),
    made(ast.NeverRises, small),
    made(ast.NeverFalls, small),
    made(ast.NeverRisesWith, procedure_ref, expr, made(ast.Parameter, name, type_)),
    made(ast.NeverFallsWith, procedure_ref, expr, made(ast.Parameter, name, type_)),
    made(ast.SameForEvery, path, some(name)),
    made(ast.SameAs, path, path),
)
clause = clause_line | st.one_of(
    made(ast.ForAll, some(made(ast.Parameter, name, type_)), some(clause_line)),
    made(ast.Simulate, st.integers(0, 10**9), name, some(clause_line)),
)
sets = made(ast.Sets, name, maybe(small), expr)
keeps = made(ast.Keeps, some(name), name)
varies = made(ast.Varies, name, maybe(small), maybe(domain))
scope = st.one_of(
    made(ast.Scope, name, players, some(sets, 0), some(varies, 0), some(keeps, 0), notes),
    made(ast.Scope, name, maybe(players), some(sets), some(varies, 0), some(keeps, 0), notes),
    made(ast.Scope, name, maybe(players), some(sets, 0), some(varies), some(keeps, 0), notes),
)
expectation = made(ast.Expectation, name, some(reading_is | made(ast.WithVariant, name), 0))
claim = made(ast.Claim, name, string, under, some(name, 0), some(expectation, 0), maybe(block), some(clause), notes)
run = made(ast.Do, procedure_ref, some(made(ast.Decision, name, small), 0))
example = made(ast.Example, name, maybe(string), under, maybe(block), some(run, 0), some(expr), notes)

declaration = st.one_of(
    made(ast.Source, name, string, maybe(grid())),
    made(ast.Words, grid()),
    made(ast.Enum, name, some(name), st.none(), notes),
    made(ast.Enum, name, st.just(()), grid(), notes),
    made(ast.Param, name, some(type_, 0, 2), type_, expr, notes),
    made(ast.Cards, name, noun, grid(), notes),
    made(ast.Die, name, grid(), notes),
    made(ast.Table, name, parameters, maybe(type_), maybe(dice | name), grid(), notes),
    made(ast.Record, name, maybe(name), some(field), notes),
    state,
    made(ast.Rule, name, parameters, type_, lets, some(default | exception | modifier), notes),
    made(ast.OutsideLevel, name, exception | modifier),
    made(ast.Procedure, name, parameters, block),
    made(ast.Reading, name, some(made(ast.ReadingOption, name, notes)), notes),
    made(ast.Gap, name, notes),
    made(ast.Precedence, some(name, 2)),
    claim,
    scope,
    example,
)

# ---------------------------------------------------------------- variants, files
replaceable = st.one_of(
    made(ast.Rule, name, parameters, type_, lets, some(default), notes),
    made(ast.Procedure, name, parameters, block),
    made(ast.Table, name, parameters, maybe(type_), maybe(dice), grid(), notes),
)
row = made(ast.Row, some(cell))
none_of = st.just(())
change = st.one_of(
    made(ast.Excludes, some(name)),
    made(ast.Needs, some(name)),
    sets,
    made(ast.Replaces, replaceable),
    made(ast.ReplacesLevel, name, default | level(ast.LevelKind.EXCEPTION, name, nothing_over)),
    made(ast.ReplacesStep, path, block),
    made(ast.Adds, declaration),
    made(ast.AddsTo, path, options_of(block), none_of, none_of, notes),
    made(ast.AddsTo, path, none_of, some(row), none_of, notes),
    made(ast.AddsTo, path, none_of, none_of, some(field), notes),
    made(ast.AddsStep, address, st.booleans(), path, block),
    made(ast.Forbids, path, maybe(expr), notes),
    made(ast.Limits, path, small, maybe(path), notes),
    made(ast.Allows, path, expr, notes),
    made(ast.InsteadOf, path, some(name, 0), maybe(expr), block),
    made(ast.LeavesAlone, some(path), notes),
)
item = st.one_of(
    made(ast.Rulebook, name, some(text, 0), maybe(players), notes),
    made(ast.Chapter, some(text)),
    made(ast.Variant, name, name, some(text, 0), maybe(players), some(change), notes),
    declaration,
)
file = made(ast.File, some(item))
