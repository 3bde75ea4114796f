"""What the design says must be there, for each device: its links by fabric and speed, summed up in one label.

Devices of equal wiring share their thresholds, so that the rules grow with the kinds of devices and not with their
number, and a node that is added changes no rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clusterdesign.design import Design, Link, PortRef
from clusterdesign.names import natural_key
from clusterdesign.units import Rate

_KEY = "_monitoring_wiring"

# What the kernel calls adapters; anything else is no such name, and would have to be quoted in templates.
_RDMA = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Bundle:
    """The links that a device has in one fabric.

    Attributes:
        to: ``hosts`` or ``switches``; a node has links to switches only.
        count: how many.
        speeds: each speed with its number of links, the slowest first.
        rails: rails of the links in order, for nodes.
        rdma: RDMA name of the adapter behind each link, by rail; empty where one of them is not published.
    """

    fabric: str
    to: str
    count: int
    speeds: tuple[tuple[Rate, int], ...]
    rails: tuple[int, ...] = ()
    rdma: tuple[str, ...] = ()

    @property
    def slowest(self) -> Rate:
        """The speed below which a link is slower than every designed one."""
        return self.speeds[0][0]

    @property
    def text(self) -> str:
        """``8x400``: number and speed in Gb/s."""
        return "+".join(f"{count}x{rate.to('Gb/s'):g}" for rate, count in self.speeds)


def bundles(design: Design) -> Mapping[str, tuple[Bundle, ...]]:
    """Return the bundles of every device that has links, by path; fabrics in natural order. Kept with the design."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, Mapping):
        return kept
    links: dict[str, dict[tuple[str, str], list[tuple[Link, PortRef]]]] = {}
    for link in design.links:
        if link.fabric not in design.fabric or not {link.a.device, link.b.device} <= design.device.keys():
            continue  # rules of structure report it
        for own, far in ((link.a, link.b), (link.b, link.a)):
            to = "switches" if design.device[far.device].kind == "switch" else "hosts"
            links.setdefault(own.device, {}).setdefault((link.fabric, to), []).append((link, own))
    made = MappingProxyType({path: tuple(_bundles(design, found)) for path, found in links.items()})
    vars(design)[_KEY] = made
    return made


def _bundles(design: Design, found: Mapping[tuple[str, str], list[tuple[Link, PortRef]]]) -> Iterator[Bundle]:
    for (fabric, to), links in sorted(found.items()):
        speeds = Counter(link.speed for link, _ in links)
        ports = [(link.rail or 0, design.port(own)) for link, own in links]
        by_rail = sorted((rail, port.os_name or "" if port is not None else "") for rail, port in ports)
        names = tuple(name for _, name in by_rail)
        yield Bundle(
            fabric=fabric,
            to=to,
            count=len(links),
            speeds=tuple(sorted(speeds.items(), key=lambda pair: pair[0].base)),
            rails=tuple(rail for rail, _ in by_rail),
            rdma=names if all(map(_RDMA.fullmatch, names)) and len(set(names)) == len(names) else (),
        )


def wiring(design: Design, path: str) -> str:
    """Return the label of a device's wiring: ``compute:8x400 storage:2x400``; of a switch: ``hosts:32x400 ...``.

    Management ports are left out: their loss is seen by asking the device.
    """
    own = design.device[path]
    if own.kind == "switch":
        found = (bundle for bundle in bundles(design).get(path, ()) if bundle.fabric == own.fabric)
        return " ".join(f"{bundle.to}:{bundle.text}" for bundle in found)
    joined = (bundle for bundle in bundles(design).get(path, ()) if design.fabric[bundle.fabric].node_role != "oob")
    return " ".join(f"{bundle.fabric}:{bundle.text}" for bundle in joined)


def wired(design: Design, kinds: frozenset[str], fabric: str) -> Mapping[str, tuple[Bundle, ...]]:
    """Return the kinds of wiring that devices of some kinds have in a fabric: label to the bundles of one of them."""
    found: dict[str, tuple[Bundle, ...]] = {}
    for device in design.devices:
        if device.kind in kinds:
            own = tuple(bundle for bundle in bundles(design).get(device.path, ()) if bundle.fabric == fabric)
            if own:
                found.setdefault(wiring(design, device.path), own)
    return MappingProxyType({label: found[label] for label in sorted(found, key=natural_key)})


def infiniband(design: Design) -> tuple[str, ...]:
    """Return the names of the InfiniBand fabrics, in the order of declaration."""
    return tuple(fabric.name for fabric in design.fabrics if fabric.protocol == "infiniband")


__all__ = ["Bundle", "bundles", "infiniband", "wired", "wiring"]
