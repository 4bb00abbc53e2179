"""Classes whose methods are made late are dataclasses like any other."""

import copy
import dataclasses
import pickle

import pytest

from rulewright.checker.types import NumberType
from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class Base:
    place: int = dataclasses.field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Leaf(Base):
    name: str
    note: str | None = None
    kept: list[int] = dataclasses.field(default_factory=list, hash=False)


@dataclass(frozen=True, eq=False, slots=True)
class Single:
    """Each is itself alone."""

    name: str


def test_it_is_made_and_shown() -> None:
    leaf = Leaf("a", place=3)
    assert (leaf.name, leaf.note, leaf.kept, leaf.place) == ("a", None, [], 3)
    assert leaf.kept is not Leaf("a", place=3).kept
    assert repr(leaf) == "Leaf(name='a', note=None, kept=[])"
    assert Leaf("a", "b", [1], place=1).note == "b"
    for wrong in ({}, {"name": "a"}, {"name": "a", "place": 1, "more": 2}):
        with pytest.raises(TypeError):
            Leaf(**wrong)


def test_it_is_compared_by_what_counts() -> None:
    assert Leaf("a", place=3) == Leaf("a", place=4)
    assert hash(Leaf("a", place=3)) == hash(Leaf("a", place=4, kept=[1]))
    assert Leaf("a", place=3) != Leaf("b", place=3)
    assert Leaf("a", place=3) != Leaf("a", place=3, kept=[1])
    assert Single("a") != Single("a")
    assert len({Single("a"), Single("a"), NumberType(0, 1), NumberType(0, 1)}) == 3


def test_it_never_changes_and_has_no_room_for_more() -> None:
    leaf = Leaf("a", place=3)
    for name in ("name", "place", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(leaf, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del leaf.name
    assert not hasattr(leaf, "__dict__")


def test_what_works_with_dataclasses_works_with_it() -> None:
    leaf = Leaf("a", place=3)
    assert dataclasses.replace(leaf, name="b", place=4) == Leaf("b", place=5)
    assert [one.name for one in dataclasses.fields(leaf)] == ["place", "name", "note", "kept"]
    for again in (copy.copy(leaf), copy.deepcopy(leaf), pickle.loads(pickle.dumps(leaf))):
        assert (again, again.place) == (leaf, 3)
    match leaf:
        case Leaf(name, note):
            assert (name, note) == ("a", None)


def test_other_forms_are_refused() -> None:
    with pytest.raises(TypeError):
        dataclass(frozen=False, slots=True)(Base)
