"""What the lowering relies on: types after coercion, codes of constants, and which binding a name means."""

from collections.abc import Iterator

from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import (
    BuiltinSymbol,
    CheckedBook,
    LocalKind,
    LocalSymbol,
    MemberSymbol,
    ParamSymbol,
    RuleSymbol,
    StateSymbol,
)
from rulewright.checker.types import (
    BagType,
    BoolType,
    FaceType,
    KindType,
    NumberType,
    OptionalType,
    PlayerType,
    SetType,
    ThingType,
)
from rulewright.syntax import ast
from tests.checker.checking import checked, messages

DATA = """
enum Suit: red, blue

cards Card
  | name  | suit      | cost | copies |
  | coin  | red, blue |    1 |      2 |
  | crown | red       |    3 |      1 |

die Orn
  | face  | count |
  | -2..2 |     1 |
  | hit   |     1 |

record Kept on Card
  damage[Suit]: 0..3 = 0

state
  deck: bag of Card, starts full
  table: bag of Kept at most 4
  thrown: Orn or none = none
  leader: Player or none = none
  pot: 0..9 = 0

"""


def texts(book: CheckedBook, words: str) -> Iterator[ast.Node]:
    """The nodes of a book that are written so."""
    return (node for item in book.items for node in nodes_of(item) if node.span.text == words)


def types_of(book: CheckedBook, words: str) -> list[object]:
    return [book.types[id(node)] for node in texts(book, words) if id(node) in book.types]


def test_a_number_becomes_the_face_that_is_expected() -> None:
    book = checked(DATA + "procedure game\n  thrown becomes -2\n  if thrown = 1\n    end game\n")
    (minus_two,) = [node for node in texts(book, "-2") if isinstance(book.types.get(id(node)), FaceType)]
    assert book.constants[id(minus_two)] == 0
    (one,) = [node for node in texts(book, "1") if isinstance(book.types.get(id(node)), FaceType)]
    assert book.constants[id(one)] == 3


def test_none_has_the_type_that_may_be_none() -> None:
    book = checked(DATA + "procedure game\n  leader becomes none\n  if thrown = none\n    end game\n")
    found = [book.types[id(node)] for node in texts(book, "none") if isinstance(node, ast.NoneValue)]
    assert all(isinstance(each, OptionalType) for each in found)
    assert {type(each.inner) for each in found if isinstance(each, OptionalType)} == {PlayerType, FaceType}


def test_a_card_with_marks_stands_for_its_kind_where_a_kind_is_asked() -> None:
    text = DATA + (
        "rule dear(card: Card) -> yes or no\n  default\n    card.cost > 2\n\n"
        "procedure game\n  for each thing in table where dear(thing)\n    thing.damage[red] becomes 1\n"
    )
    book = checked(text)
    (argument,) = [node.value for item in book.items for node in nodes_of(item) if isinstance(node, ast.Argument)]
    assert isinstance(book.types[id(argument)], KindType)
    symbol = book.refs[id(argument)]
    assert isinstance(symbol, LocalSymbol) and isinstance(symbol.type, ThingType)


def test_kinds_are_named_by_what_tells_them_apart() -> None:
    book = checked(DATA + "procedure game\n  move coin[blue], crown from deck to table\n")
    (coin,) = [node for node in texts(book, "coin[blue]") if id(node) in book.refs]
    (crown,) = [node for node in texts(book, "crown") if id(node) in book.refs]
    assert book.refs[id(coin)].code == 1  # type: ignore[union-attr]
    assert book.refs[id(crown)].code == 2  # type: ignore[union-attr]
    assert isinstance(book.refs[id(coin)], MemberSymbol)


def test_every_binding_is_a_symbol_of_its_own() -> None:
    text = DATA + (
        "procedure game\n  for each p in Player\n    leader becomes p\n  for each p in Player\n    leader becomes p\n"
    )
    book = checked(text)
    uses = [book.refs[id(node)] for node in texts(book, "p") if id(node) in book.refs]
    assert len(uses) == 2 and uses[0] is not uses[1]
    assert all(isinstance(each, LocalSymbol) and each.kind is LocalKind.BINDER for each in uses)


def test_domains_have_the_type_of_what_they_hold() -> None:
    text = DATA + (
        "procedure game\n  for each i in 1..pot\n    pot becomes i\n  for each p in others after Anna\n"
        "    leader becomes p\n  if every s in Suit has some t in table has t.suit = s\n    end game\n"
    )
    book = checked(text)
    assert types_of(book, "1..pot") == [SetType(NumberType(1, 9))]
    assert types_of(book, "others after Anna") == [SetType(book.players)]
    assert isinstance(types_of(book, "table")[-1], BagType)


def test_names_mean_state_params_rules_and_words() -> None:
    text = DATA + (
        "param goal: 1..9 = 4\n\nrule winner -> Player\n  default\n    other(Anna)\n\n"
        "procedure game\n  pot becomes goal\n  end game won by winner\n"
    )
    book = checked(text)

    def meaning(words: str) -> object:
        return next(book.refs[id(node)] for node in texts(book, words) if id(node) in book.refs)

    assert isinstance(meaning("goal"), ParamSymbol)
    assert isinstance(meaning("pot"), StateSymbol)
    assert isinstance(meaning("winner"), RuleSymbol)
    assert isinstance(meaning("other"), BuiltinSymbol)
    assert next(book.constants[id(node)] for node in texts(book, "goal") if id(node) in book.constants) == 4


def test_sentences_are_kept_in_parts() -> None:
    book = checked(DATA + 'procedure game\n  told en "{pot + 1} and {leader}"\n  pot becomes 1\n')
    (parts,) = book.told.values()
    assert [type(part) for part in parts] == [ast.Arithmetic, str, ast.Name]
    assert isinstance(parts[2], ast.Name) and parts[2].span.text == "leader"


def test_the_range_of_a_rule_is_worked_out() -> None:
    text = DATA + (
        "rule worth -> number\n  default\n    sum(card.cost for card in deck)\n  modifier more\n    2 when pot > 3\n"
    )
    worth = checked(text).symbols["worth"]
    assert isinstance(worth, RuleSymbol)
    assert worth.result == NumberType(0, 9)  # four coins, a crown, and two more


def test_a_rule_of_yes_or_no_may_be_a_condition() -> None:
    worth = checked(DATA + "rule over -> yes or no\n  default\n    pot > 3\n").symbols["over"]
    assert isinstance(worth, RuleSymbol) and worth.result == BoolType()


def test_what_a_condition_excludes_ends_with_it() -> None:
    text = DATA + (
        "procedure game\n  if leader != none\n    pay(leader)\n  otherwise\n    pay(leader)\n  pay(leader)\n\n"
        "procedure pay(p: Player)\n  leader becomes p\n"
    )
    assert [each[:5] for each in messages(text)] == ["RW304", "RW304"]


def test_a_change_makes_known_things_unknown() -> None:
    text = DATA + (
        "procedure game\n  if leader != none\n    pay(leader)\n    leader becomes none\n    pay(leader)\n\n"
        "procedure pay(p: Player)\n  pot becomes 1\n  if p = Anna\n    end game\n  if pot = 1\n    nothing\n"
    )
    assert [each[:5] for each in messages(text)] == ["RW304"]


def test_mistakes_in_declarations_do_not_spread() -> None:
    text = DATA + (
        "state\n  wrong: Sut = red\n\nrule cost(w: Sut) -> 0..9\n  default\n    w.price\n\n"
        "procedure game\n  wrong becomes blue\n  pot becomes cost(wrong)\n"
        "  for each x in wrong\n    pot becomes x.cost\n"
    )
    assert messages(text) == ["RW207 `Sut` is no type: nothing of that name is declared"] * 2
