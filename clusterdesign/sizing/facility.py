"""What the supply temperature of the facility water allows: liquid, air, or neither."""

from __future__ import annotations

import math
from collections.abc import Iterator

from clusterdesign import catalog
from clusterdesign.engineering.cooling.dew import dew_point
from clusterdesign.site import AirCooled
from clusterdesign.sizing.candidate import Candidate, Problem
from clusterdesign.sizing.platforms import Platform
from clusterdesign.sizing.understood import Understood

APPROACH = 5.0
"""K between facility water and coolant: 3 to 5 K are usual, 5 K is the convention of OCP for CDUs."""

AIR_APPROACH = 5.0
"""K between facility water and the air that it cools: a planning value."""

A2_INLET = 35.0
"""°C at the inlet that ordinary servers take: ASHRAE class A2."""

MARGIN = 2.0
"""K that the coolant stays above the dew point of the hall."""

CDU, WARM_CDU = "supermicro/lcs-scdu-250l4001", "supermicro/cdu-100-4u"
"""In-rack units: the usual one, and the one whose highest facility temperature is published, where water is given."""

_CLASSES = (17, 27, 32, 40, 45)
"""ASHRAE classes of facility water, the highest supply temperature of each in °C."""


def water_class(celsius: float) -> str:
    """Return the ASHRAE class of facility water: ``W32`` up to 32 °C, ``W+`` beyond 45 °C."""
    return next((f"W{highest}" for highest in _CLASSES if celsius <= highest), "W+")


def cdu(understood: Understood) -> str:
    """Return the CDU of liquid candidates."""
    return CDU if understood.water is None else WARM_CDU


def loop_supply(water: float) -> float:
    """Return the supply temperature of the coolant in °C: above the facility water and above the dew point of the hall.

    Args:
        water: °C of the facility water.
    """
    air = AirCooled()
    return max(water + APPROACH, math.ceil(dew_point(air.inlet.to("°C"), air.humidity) + MARGIN))


def warmest(platform: Platform) -> float | None:
    """Return the warmest facility water in °C that a platform can be cooled with; None where no limit is published.

    Where the highest inlet temperature of a node is not published, that of class A2 is taken.
    """
    if platform.cooling == "liquid":
        highest = catalog.cdu(WARM_CDU).facility_inlet_max
        return None if highest is None else highest.to("°C")
    inlet = catalog.node(platform.node).inlet_max
    return (A2_INLET if inlet is None else inlet.to("°C")) - AIR_APPROACH


def water_problems(understood: Understood, candidate: Candidate) -> Iterator[Problem]:
    """Yield a problem where the facility water of the site is too warm for a candidate."""
    platform, water = candidate.option.platform, understood.water
    limit = warmest(platform)
    if water is None or limit is None or water <= limit:
        return
    if platform.cooling == "liquid":
        what = f"facility water of {water:g} °C, the CDU takes {limit:g} °C at most"
        other = "a CDU and nodes that are made for it"
    else:
        inlet = limit + AIR_APPROACH
        what = f"air cooled by facility water of {water:g} °C is {water + AIR_APPROACH:g} °C, a node takes {inlet:g} °C"
        other = "direct liquid cooling, or another source of cold air"
    yield Problem(what, water / limit, f"facility water of {limit:g} °C or colder, or {other}", "water")


__all__ = ["APPROACH", "cdu", "loop_supply", "warmest", "water_class", "water_problems"]
