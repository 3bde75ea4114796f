"""The phase that counts small parts: what belongs to racks and loops and is bought with them."""

from __future__ import annotations

from math import ceil

from clusterdesign.catalog import builtin
from clusterdesign.design.records import Fitting, Loop
from clusterdesign.elaboration.draft import Draft
from clusterdesign.parts import FittingPart

_HOSES = 2
"""Hoses of a node: supply and return."""

_HOSE = "generic/hose-1m"
_DISCONNECT = "generic/uqd04"
_MANIFOLD = "generic/manifold-rack"
_PANEL = "generic/blanking-panel-1u"


def fit_small_parts(draft: Draft) -> None:
    """Count hoses, disconnects, manifolds, coolant, rear doors and blanking panels."""
    wet: dict[str, list[str]] = {}
    for path in draft.builder.heat:
        placement = draft.builder.placements.get(path.device)
        if path.sink in draft.builder.loops and placement is not None:
            wet.setdefault(path.sink, []).append(path.device)
            _fit_node(draft, path.device)
    for loop, devices in wet.items():
        _fit_loop(draft, draft.builder.loops[loop], devices)
    if draft.cluster.cooling is not None and draft.cluster.cooling.rear_door is not None:
        _fit_doors(draft, draft.cluster.cooling.rear_door)
    _fit_panels(draft)


def _fit_node(draft: Draft, device: str) -> None:
    hose, disconnect = builtin.fitting(_HOSE), builtin.quick_disconnect(_DISCONNECT)
    draft.builder.fit(Fitting(f"hoses/{device}", hose.id, device, _HOSES, "one for supply, one for return"), hose)
    why = "one at each hose, so that the node comes out wet side closed"
    draft.builder.fit(Fitting(f"disconnects/{device}", disconnect.id, device, _HOSES, why), disconnect)


def _fit_loop(draft: Draft, loop: Loop, devices: list[str]) -> None:
    manifold, hose = builtin.fitting(_MANIFOLD), builtin.fitting(_HOSE)
    coolant = builtin.fitting("generic/pg25-20l" if loop.coolant == "pg25" else "generic/water-20l")
    racks = dict.fromkeys(draft.builder.placements[device].rack for device in devices)
    millilitres = len(devices) * _HOSES * (hose.millilitres or 0)
    for rack in racks:
        here = sum(draft.builder.placements[device].rack == rack for device in devices)
        count = ceil(here / (manifold.ports or here))
        millilitres += count * (manifold.millilitres or 0)
        why = f"{here} nodes on {manifold.ports} places"
        draft.builder.fit(Fitting(f"manifold/{rack.removeprefix('rack/')}", manifold.id, rack, count, why), manifold)
    cans = ceil(millilitres / (coolant.millilitres or millilitres or 1))
    why = f"{millilitres / 1000:.1f} L in hoses and manifolds; CDUs and cold plates come filled or are to be added"
    draft.builder.fit(Fitting(f"coolant/{loop.path}", coolant.id, loop.path, cans, why), coolant)


def _fit_doors(draft: Draft, door: FittingPart) -> None:
    nodes = {node.path for node in draft.builder.devices.values() if node.kind == "node"}
    racks = dict.fromkeys(place.rack for place in draft.builder.placements.values() if place.device in nodes)
    for rack in racks:
        name = rack.removeprefix("rack/")
        draft.builder.fit(Fitting(f"rear-door/{name}", door.id, rack, 1, "one for each rack with nodes"), door)


def _fit_panels(draft: Draft) -> None:
    """Close every free rack unit but those at the top that are kept for cables."""
    racks, panel = draft.cluster.racks, builtin.fitting(_PANEL)
    if racks is None:
        return
    used: dict[str, set[int]] = {}
    for placement in draft.builder.placements.values():
        used.setdefault(placement.rack, set()).update(range(placement.u, placement.u + placement.height_u))
    for path, rack in draft.builder.racks.items():
        height = draft.builder.parts[rack.part].size.height_u
        if height is None:
            continue
        free = set(range(1, height - racks.top_free + 1)) - used.get(path, set())
        why = f"free units of {height}, without {racks.top_free} at the top for cables"
        draft.builder.fit(Fitting(f"panels/{path.removeprefix('rack/')}", panel.id, path, len(free), why), panel)
