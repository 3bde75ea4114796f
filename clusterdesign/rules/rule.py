"""A rule: a plain function from a design to what it found, with a code, a name and a severity.

The function yields :class:`Hit` (a fault at one place) and :class:`Gap` (a value that is unknown, so that the
check could not be made); the rule stamps its own code on both, so that no rule can speak for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.rules.declared import Place, placing
from clusterdesign.rules.docs import read
from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.outcome import Outcome
from clusterdesign.units import Quantity

FAMILIES = MappingProxyType(
    {
        "NET": "network",
        "CBL": "cabling",
        "PWR": "power",
        "CLG": "cooling",
        "RCK": "racks",
        "STO": "storage",
        "ADR": "addresses and hosts",
        "PRC": "procurement",
        "CAT": "catalogue",
        "INT": "intent",
    }
)
"""Families of rules, in the order in which they run."""

THEMES = MappingProxyType({"0": "structure", "1": "capacity", "2": "redundancy", "3": "balance", "9": "hygiene"})
"""First digit of a code to what its rules are about."""

Value: TypeAlias = Quantity | float


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that comes from a standard or from house practice: a default that a project may replace.

    Attributes:
        name: keyword under which the rule's function takes it.
        default: a quantity, or a number such as a share.
        text: what it limits.
        source: where the default comes from.
        minimum, maximum: range of a number; quantities must not be negative.
    """

    name: str
    default: Value
    text: str
    source: str
    minimum: float = 0.0
    maximum: float = 1.0

    def read(self, value: Value | str, *, thing: str) -> Value:
        """Return ``value`` if it can replace the default; text is read as a quantity of the same dimension.

        Raises:
            DesignError: it is of another type or dimension, or out of range.
        """
        if isinstance(self.default, Quantity):
            read = type(self.default).parse(value) if isinstance(value, str) else value
            if isinstance(read, type(self.default)) and read.base >= 0:
                return read
            fix = f"write a {type(self.default).__name__.lower()} that is not negative, such as {self.default}"
        else:
            number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
            if number is not None and self.minimum <= number <= self.maximum:
                return number
            fix = f"write a number from {self.minimum:g} to {self.maximum:g}"
        raise DesignError(f"limit {self.name} cannot be {value!s}", thing=thing, fix=fix)


@dataclass(frozen=True, slots=True)
class Hit:
    """A fault at one place, as a rule's function yields it; the fields are those of a finding.

    Attributes:
        about: the declaration it is about where no path tells: ``exception/0``, as in the origins of the design.
    """

    paths: tuple[str, ...]
    message: str
    fix: str
    measured: str = ""
    limit: str = ""
    margin: str = ""
    source: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A value that a rule needs and nobody knows.

    Attributes:
        part: id of the part without the value; empty where the design itself leaves something out.
        field: dotted field of the part, or what the design leaves out.
        paths: components for which the check is missing.
    """

    part: str
    field: str
    paths: tuple[str, ...]


Function: TypeAlias = Callable[..., Iterator[Hit | Gap]]
"""Takes the design and, by keyword, each limit of the rule; a rule about the check takes its outcome as well."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with its identity. Calling it runs it.

    Attributes:
        code: family and number, ``NET301``; never reused.
        name: kebab-case name of the fault.
        limits: defaults that a project may replace.
        after: whether it is about the check itself: it runs after the others and takes their outcome.
    """

    code: str
    name: str
    severity: Severity
    function: Function
    limits: tuple[Limit, ...] = ()
    after: bool = False

    @property
    def family(self) -> str:
        """Letters of the code."""
        return self.code[:-3]

    @property
    def theme(self) -> str:
        """What the hundreds of the code stand for."""
        return THEMES[self.code[-3]]

    @property
    def source(self) -> str:
        """Where the limit comes from, unless a finding names something more exact; read off the docstring."""
        return read(self.function).sections.get("Source", "").removesuffix(".")

    def __call__(
        self, design: Design, outcome: Outcome | None = None, /, **limits: Value | str
    ) -> Iterator[Finding | NotChecked]:
        """Yield what the rule finds in a design, and what it could not check.

        Args:
            design: what to check.
            outcome: for a rule about the check itself: what became of it.
            limits: replacements for defaults.

        Raises:
            DesignError: the rule has no such limit, or the limit cannot have that value.
        """
        known = {limit.name: limit for limit in self.limits}
        for name in limits:
            if name not in known:
                raise DesignError(
                    f"no limit {name!r}",
                    thing=self.code,
                    fix=f"its limits are {', '.join(known)}" if known else "the rule has no limits",
                )
        values: dict[str, Any] = {
            name: limit.read(limits.get(name, limit.default), thing=self.code) for name, limit in known.items()
        }
        given = (design, outcome or Outcome()) if self.after else (design,)
        place = placing(design)
        return (self._stamp(found, place) for found in self.function(*given, **values))

    def _stamp(self, found: Hit | Gap, place: Place) -> Finding | NotChecked:
        if isinstance(found, Gap):
            return NotChecked(code=self.code, name=self.name, part=found.part, field=found.field, paths=found.paths)
        return Finding(
            code=self.code,
            name=self.name,
            severity=self.severity,
            paths=found.paths,
            message=found.message,
            fix=found.fix,
            measured=found.measured,
            limit=found.limit,
            margin=found.margin,
            source=found.source or self.source,
            declared=place(found.paths, found.about),
        )


def rule(
    code: str, name: str, severity: Severity, *, limits: tuple[Limit, ...] = (), after: bool = False
) -> Callable[[Function], Rule]:
    """Turn a function into a rule. It registers nothing: the registry lists its rules one by one."""

    def declare(function: Function) -> Rule:
        return Rule(code=code, name=name, severity=severity, function=function, limits=limits, after=after)

    return declare
