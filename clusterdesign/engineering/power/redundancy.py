"""What is left of a device when some of its supplies are gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from clusterdesign.parts import CduPart, FittingPart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.units import Power

State: TypeAlias = Literal["full", "degraded", "down", "unknown"]
"""``degraded``: it runs and throttles. ``unknown``: nobody published how many supplies it needs."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a device asks of its supplies.

    Attributes:
        load: its maximum draw, W; None where unknown.
        rating: output of one supply, W; None where unknown.
        declared: supplies that carry the maximum load, as the vendor says; None where unknown.
        minimum: supplies with which it runs at all; None where unknown, and then one is taken to be enough.
    """

    load: float | None
    rating: float | None
    declared: int | None
    minimum: int | None = None

    @property
    def required(self) -> int | None:
        """``max(declared, ceil(maximum / rating))``: the stricter of the two, as far as they are known."""
        bounds = [] if self.declared is None else [self.declared]
        if self.load is not None and self.rating:
            bounds.append(int(-(-self.load // self.rating)))
        return max(bounds, default=None)

    def state(self, left: int) -> State:
        """Return the state of the device with ``left`` supplies under power."""
        if self._down(left):
            return "down"
        required = self.required
        if required is None:
            return "unknown"
        return "full" if left >= required else "degraded"

    def _down(self, left: int) -> bool:
        return left <= 0 or (self.minimum is not None and left < self.minimum)

    def guessed(self, left: int) -> bool:
        """Tell whether ``degraded`` rests on a minimum that nobody published."""
        return self.minimum is None and self.state(left) == "degraded"

    def share(self, left: int) -> float | None:
        """Return what each of ``left`` supplies draws, W: the load over them, at most the rating of one.

        A device that is down draws nothing. None where the load is unknown.
        """
        if self.load is None:
            return None
        if self._down(left):
            return 0.0
        each = self.load / left
        return each if self.rating is None else min(each, self.rating)


DRAW: Mapping[type, str] = MappingProxyType({DevicePart: "power.maximum", CduPart: "pump_power", FittingPart: "power"})
"""Field that says what a part draws at most."""


def has_supplies(part: DevicePart | CduPart | FittingPart) -> bool:
    """Tell whether a part may draw power: every device and CDU, and small parts with supplies, as doors with fans."""
    return not isinstance(part, FittingPart) or part.supplies is not None


def maximum(part: DevicePart | CduPart | FittingPart) -> Power | None:
    """Return what a part draws at most; None where it is unknown."""
    if isinstance(part, DevicePart):
        return part.power.maximum
    return part.pump_power if isinstance(part, CduPart) else part.power


def need_of(part: DevicePart | CduPart | FittingPart) -> Need:
    """Return the need of a part, from its supplies and its maximum draw."""
    supplies, load = part.supplies, maximum(part)
    return Need(
        load=None if load is None else load.to("W"),
        rating=None if supplies is None or supplies.rating is None else supplies.rating.to("W"),
        declared=None if supplies is None else supplies.needed,
        minimum=None if supplies is None else supplies.minimum,
    )
