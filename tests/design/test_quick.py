from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import cast

import pytest

from clusterdesign.design.quick import quick
from clusterdesign.design.records import Cable, End


@quick
@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int
    name: str = "origin"


def test_a_quick_record_is_the_dataclass_that_it_was() -> None:
    point = Point(1, y=2)

    assert (point.x, point.y, point.name) == (1, 2, "origin")
    assert type(point) is Point
    assert repr(point).endswith("Point(x=1, y=2, name='origin')")
    assert point == Point(1, 2)
    assert hash(point) == hash(Point(1, 2))
    assert replace(point, y=3) == Point(1, 3)
    assert copy.deepcopy(point) == point


def test_a_quick_record_stays_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1, 2).x = 3  # type: ignore[misc]  # that is the test
    with pytest.raises(AttributeError):
        del Point(1, 2).x


def test_a_record_of_the_design_can_be_pickled() -> None:
    end = End("gpu/001", "OSFP1", None, ("OSFP1P1",))
    assert pickle.loads(pickle.dumps(end)) == end  # noqa: S301  # our own bytes


@pytest.mark.parametrize("arguments", [(1,), (1, 2, "a", "b")])
def test_a_quick_record_takes_the_arguments_of_its_fields(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Point(*arguments)  # type: ignore[arg-type]  # that is the test


def test_the_records_of_the_design_keep_their_annotations() -> None:
    assert list(cast("dict[str, object]", vars(Cable)["__init__"].__annotations__))[:2] == ["path", "part"]


def test_what_cannot_be_quick_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Listed:
        items: list[int] = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class Checked:
        x: int

        def __post_init__(self) -> None:
            """Check nothing."""

    with pytest.raises(TypeError, match=r"Listed\.items has a default factory"):
        quick(Listed)
    with pytest.raises(TypeError, match="Checked has a __post_init__"):
        quick(Checked)
