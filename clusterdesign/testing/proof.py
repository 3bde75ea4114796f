"""Proving a definition over the whole range of its parameters.

``prove(cluster, nodes=range(2, 129))`` builds and checks every size. Where some fail, it says at which sizes and why,
and shows the smallest one as a drawing and as a definition that can be pasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias, overload

from clusterdesign.definitions import load_cluster
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.rules import check
from clusterdesign.testing.drawing import drawing
from clusterdesign.testing.every import EVERY
from clusterdesign.testing.invariants import Invariant
from clusterdesign.testing.invariants_records import what_is_written_is_read_back
from clusterdesign.testing.paste import definition as pasted

Definition: TypeAlias = Callable[..., Cluster] | Path | str
"""A function with parameters that returns a cluster, or the file of a definition."""

_FIRST = 5


class ProofError(AssertionError):
    """A definition that does not hold over its range.

    Attributes:
        breaks: parameters of every size that fails, with the reasons.
    """

    def __init__(self, message: str, breaks: tuple[Break, ...]) -> None:
        super().__init__(message)
        self.breaks = breaks


@dataclass(frozen=True, slots=True)
class Break:
    """A size at which a definition fails.

    Attributes:
        values: its parameters.
        why: what is wrong, one sentence each.
        cluster, design: as far as it came.
    """

    values: Mapping[str, Any]
    why: tuple[str, ...]
    cluster: Cluster | None = None
    design: Design | None = None

    @property
    def name(self) -> str:
        """``nodes=33``."""
        return ", ".join(f"{name}={value!r}" for name, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Demands:
    """What every size has to meet: no error findings, every invariant.

    Attributes:
        bundle: run only the rules of this bundle.
        ignore: codes or names of rules whose findings do not count.
        today: date that the days of waivers are compared with.
        warnings: whether warnings count as well.
        invariants: what holds of every design; reading back what is written takes longer than all others together
            and is left out.
    """

    bundle: str = ""
    ignore: tuple[str, ...] = ()
    today: date | None = None
    warnings: bool = False
    invariants: tuple[Invariant, ...] = tuple(each for each in EVERY if each is not what_is_written_is_read_back)

    def unmet(self, design: Design) -> tuple[str, ...]:
        """Return what a design does not meet, one sentence each."""
        report = check(design, bundle=self.bundle, ignore=self.ignore, today=self.today)
        counting = {"error", "warning"} if self.warnings else {"error"}
        found = [f"{f.severity} {f.code} {f.name}: {f.message}" for f in report.findings if f.severity in counting]
        for invariant in self.invariants:
            found += [f"invariant {invariant.__name__}: {sentence}" for sentence in invariant(design)]
        return tuple(found)


@overload
def prove(definition: Definition, /, *, demands: Demands = ..., **ranges: Iterable[Any]) -> int: ...
@overload
def prove(
    *, demands: Demands = ..., **ranges: Iterable[Any]
) -> Callable[[Callable[..., Cluster]], Callable[[], None]]: ...
def prove(
    definition: Definition | None = None, /, *, demands: Demands | None = None, **ranges: Iterable[Any]
) -> int | Callable[[Callable[..., Cluster]], Callable[[], None]]:
    """Build and check a definition with every combination of its parameters.

    Without a definition it is a decorator: it turns a function with parameters into a test without any.

    Args:
        definition: a function that returns a cluster, or the path of a definition's file.
        demands: what every size has to meet.
        ranges: values of each parameter.

    Returns:
        How many sizes were proved.

    Raises:
        ProofError: some sizes fail.
        DesignError: no values are given, or the file is no definition.
    """
    demands = demands or Demands()
    if definition is None:
        return lambda function: _as_test(function, demands, ranges)
    sizes = list(_combinations(ranges))
    breaks = tuple(found for values in sizes if (found := attempt(definition, values, demands)) is not None)
    if breaks:
        raise ProofError(told(breaks, len(sizes)), breaks)
    return len(sizes)


def attempt(definition: Definition, values: Mapping[str, Any], demands: Demands) -> Break | None:
    """Build and check one size; None where it holds.

    What the definition raises beside :class:`DesignError` is its own fault and passes on, with the size noted.
    """
    try:
        cluster = _cluster(definition, values)
    except DesignError as error:
        return Break(values, (str(error),))
    except Exception as error:
        error.add_note(f"while proving {Break(values, ()).name}")
        raise
    try:
        design = elaborate(cluster)
    except DesignError as error:
        return Break(values, (str(error),), cluster)
    why = demands.unmet(design)
    return Break(values, why, cluster, design) if why else None


def told(breaks: tuple[Break, ...], sizes: int) -> str:
    """Say at which sizes a definition breaks, why at the smallest, and show that one."""
    first = min(breaks, key=_size)
    names = [found.name for found in breaks]
    others = f": {'; '.join(names[:_FIRST])}{f'; and {len(names) - _FIRST} more' if len(names) > _FIRST else ''}"
    lines = [f"breaks at {len(breaks)} of {sizes} sizes{others}", "", f"at {first.name}:"]
    lines += [f"  {line}" for sentence in first.why[:_FIRST] for line in sentence.splitlines()]
    if len(first.why) > _FIRST:
        lines.append(f"  and {len(first.why) - _FIRST} more")
    return "\n".join([*lines, *shown(first.cluster, first.design)])


def shown(cluster: Cluster | None, design: Design | None = None) -> Iterator[str]:
    """Yield a cluster as a drawing and as a definition to paste, as far as there is one."""
    if design is not None:
        yield from ("", "drawing:", *(f"  {line}" for line in drawing(design).splitlines()))
    if cluster is not None:
        yield from ("", "definition to paste:", *(f"  {line}" for line in pasted(cluster).splitlines()))


def _size(found: Break) -> tuple[int, ...]:
    return tuple(value for value in found.values.values() if isinstance(value, int))


def _combinations(ranges: Mapping[str, Iterable[Any]]) -> Iterator[dict[str, Any]]:
    values = {name: list(given) for name, given in ranges.items()}
    for name, given in values.items():
        if not given:
            raise DesignError("no values to prove", thing=name, fix=f"give some, as in {name}=range(2, 129)")
    if not values:
        raise DesignError("no parameters to prove", thing="prove", fix="name one, as in nodes=range(2, 129)")
    return (dict(zip(values, combination, strict=True)) for combination in product(*values.values()))


def _cluster(definition: Definition, values: Mapping[str, Any]) -> Cluster:
    if isinstance(definition, str | Path):
        return load_cluster(Path(definition), {name: str(value) for name, value in values.items()})
    made: object = definition(**values)
    if not isinstance(made, Cluster):
        raise DesignError(
            f"returns {type(made).__name__}, not a Cluster",
            thing=getattr(definition, "__name__", "the definition"),
            fix="return the cluster",
        )
    return made


def _as_test(
    function: Callable[..., Cluster], demands: Demands, ranges: Mapping[str, Iterable[Any]]
) -> Callable[[], None]:
    kept = {name: list(given) for name, given in ranges.items()}

    def test() -> None:
        prove(function, demands=demands, **kept)

    # Not functools.wraps: pytest would follow it and look for fixtures named as the parameters.
    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(test, name, getattr(function, name))
    return test
