"""Labels of components, read off the design: what Prometheus, Alertmanager and Grafana group by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clusterdesign.design import Design, Device
from clusterdesign.exporters.monitoring.expected import wiring
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name

_KEY = "_monitoring_labels"

HOSTS = frozenset({"node", "server"})
"""Kinds of devices that run an operating system of ours."""


def short(path: str) -> str:
    """Return the last segment of a path: ``A05`` of ``rack/A05``."""
    return path.rpartition("/")[2]


def labels(design: Design, device: Device) -> dict[str, str]:
    """Return the labels of a device; what it does not have is left out.

    ``component`` is its path in the design, the key to everything that the other documents say about it.
    """
    places = _places(design)
    found = {
        "component": device.path,
        "host": host_name(device.path),
        "kind": device.kind,
        "role": device.role,
        "part": device.part,
        "fabric": device.fabric,
        **places.racks.get(device.path, {}),
        "unit": _text(device.unit),
        "rail": _text(device.rail),
        "pod": _text(device.pod),
        "feed": places.feeds.get(device.path, ""),
        "loop": places.loops.get(device.path, ""),
    }
    part = design.parts.get(device.part)
    if device.kind == "node" and isinstance(part, Node) and part.gpus:
        found["gpus"] = str(part.gpus)
    if device.kind in {"node", "server", "storage", "switch", "appliance"}:
        found["wiring"] = wiring(design, device.path)
    return {name: value for name, value in found.items() if value}


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


class _Places:
    """Where things are, by path of a device."""

    def __init__(self, design: Design) -> None:
        self.racks: Mapping[str, dict[str, str]] = {
            placement.device: {"rack": short(placement.rack), "row": str(design.rack[placement.rack].row)}
            for placement in design.placements
            if placement.rack in design.rack
        }
        self.feeds: Mapping[str, str] = {pair.pdu: short(pair.feed) for pair in design.pdu_feeds}
        names = {loop.path: short(loop.path) for loop in design.loops}
        loops = {path.device: names[path.sink] for path in design.heat if path.sink in names}
        loops.update({cdu: names[loop.path] for loop in design.loops for cdu in loop.cdus})
        self.loops: Mapping[str, str] = MappingProxyType(loops)


def _places(design: Design) -> _Places:
    kept = vars(design).get(_KEY)
    if isinstance(kept, _Places):
        return kept
    made = _Places(design)
    vars(design)[_KEY] = made
    return made


__all__ = ["HOSTS", "labels", "short"]
