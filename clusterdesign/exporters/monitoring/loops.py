"""Coolant loops with what the design asks of them. Those of which it asks the same share one label, hence one rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis
from clusterdesign.exporters.monitoring.forms import number

_KEPT = MappingProxyType({True: " spare", False: "", None: " unsure"})
"""Whether a loop runs on with one CDU less, as far as that is known."""


def known(load: LoopLoad) -> bool:
    """Tell whether the heat of a loop, and so its flow, is known."""
    return bool(load.heat) and not load.unknown


def kept(load: LoopLoad) -> bool | None:
    """Tell whether a loop runs on with one CDU less; None where that is unknown."""
    return load.holds(1) if len(load.loop.cdus) > 1 else False


def profile(load: LoopLoad) -> str:
    """Return the label of a loop: flow, rise, what carries it, supply temperature, pressures, coolant."""
    flow = number(round(load.flow, 1)) if known(load) else "?"
    pieces = [f"{flow} L/min {number(load.loop.rise)} K"]
    pieces.append(f"{len(load.loop.cdus)} CDU{_KEPT[kept(load)]} {len(load.devices)} devices")
    pieces += [] if load.loop.supply is None else [load.loop.supply.text("C", 1)]
    pieces += [
        f"{name} {number(round(v, 1))} kPa" for name, v in (("head", load.head), ("drop", load.drop)) if v is not None
    ]
    return " ".join([*pieces, load.loop.coolant])


def loop_profiles(design: Design) -> Mapping[str, str]:
    """Return the profile of the loop of every CDU, by the path of the CDU."""
    loads = cooling_analysis(design).loops.values()
    return {cdu: profile(load) for load in loads for cdu in load.loop.cdus}


__all__ = ["kept", "known", "loop_profiles", "profile"]
