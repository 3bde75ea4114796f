"""What no rule watches, and why: a design that leaves something out, or a value that nobody published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.design.storage_path import usable_capacity
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.exporters.monitoring.address import MANAGEMENT, SYSTEM, planned
from clusterdesign.exporters.monitoring.expected import bundles
from clusterdesign.exporters.monitoring.labels import HOSTS
from clusterdesign.exporters.monitoring.profiles import profiles, rack_profiles
from clusterdesign.exporters.monitoring.rules.storage import FSTYPE, by_type
from clusterdesign.names import natural_sorted

_SHOWN = 3
"""Names that a line gives as examples."""


def unwatched(design: Design) -> Iterator[str]:
    """Yield a line for each thing that is not watched."""
    yield from _addresses(design)
    yield from _fabrics(design)
    yield from _power(design)
    yield from _cooling(design)
    yield from _storage(design)
    if design.halls:
        yield "Air of the hall: the design has its temperature and humidity, no sensor of it."


def _some(paths: Iterator[str] | list[str] | tuple[str, ...]) -> str:
    found = natural_sorted(paths)
    more = len(found) - _SHOWN
    return ", ".join(found[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _addresses(design: Design) -> Iterator[str]:
    bare = [d.path for d in design.devices if d.kind in HOSTS and not planned(design, d.path, SYSTEM)]
    if bare:
        yield (
            f"Nothing is missed, but names must resolve: {_some(bare)} have no in-band address in the design and are "
            "asked by their bare host name."
        )
    kinds = Counter(d.kind for d in design.devices if not planned(design, d.path, MANAGEMENT))
    for kind in sorted(kinds):
        yield f"Reachability of {kinds[kind]} of kind {kind}: the address plan has no management address for them."


def _fabrics(design: Design) -> Iterator[str]:
    if not any(fabric.protocol == "infiniband" for fabric in design.fabrics):
        yield "InfiniBand: the design has no such fabric."
    for fabric in design.fabrics:
        if fabric.node_role in {"oob", "inband"}:
            yield f"Ports of the switches of {fabric.name}: only whether each switch answers."
            continue
        if fabric.protocol == "ethernet":
            parts = {
                node.part
                for node in design.nodes()
                for bundle in bundles(design).get(node.path, ())
                if bundle.fabric == fabric.name and not bundle.rdma
            }
            yield f"Switches and uplinks of {fabric.name}: it is Ethernet, and nobody is asked about its ports."
            if parts:
                yield f"Rails of {_some(list(parts))} on {fabric.name}: its RDMA names are not published."
            continue
        yield f"Width and speed of links of {fabric.name} each by itself: the exporters give their product."
        managers = any(d.role == "manager" and d.fabric == fabric.name for d in design.devices)
        hosts = any(host.role == "subnet-manager" for host in design.managed_hosts)
        if fabric.switch_manager:
            yield f"The subnet manager of {fabric.name}: it runs on managed switches, which are not asked about it."
        elif not managers and not hosts:
            yield f"The subnet manager of {fabric.name}: the design does not say where it runs."


def _power(design: Design) -> Iterator[str]:
    if not design.feeds:
        yield "Power: the design has no feeds."
        return
    loads = profiles(design)
    loose = [path for path, profile in loads.items() if not profile.phases]
    if loose:
        yield (
            f"Load of each phase of {_some(loose)}: phases of the outlets, voltage or the draw of what hangs on them "
            "are not published. The limit of the circuit is watched where it is known."
        )
    boundless = [path for path, profile in loads.items() if profile.limit is None]
    if boundless:
        yield f"Limit of {_some(boundless)}: neither the breaker nor the rating of the plug is known."
    silent = {path for profile in rack_profiles(design).values() for path in profile.silent}
    if silent:
        yield (
            f"Power above the designed one where {_some(list(silent))} hang: nobody published their draw. Limits of "
            "circuits, and of racks where they are declared, are watched."
        )


def _cooling(design: Design) -> Iterator[str]:
    loads = cooling_analysis(design).loops
    if not loads:
        yield "Coolant: the design has no loops."
        return
    for what, lacking in (
        ("Flow", [p for p, load in loads.items() if load.unknown or not load.heat]),
        ("Highest pressure", [p for p, load in loads.items() if load.head is None]),
        ("Lowest pressure", [p for p, load in loads.items() if load.drop is None]),
        ("Supply temperature by design", [p for p, load in loads.items() if load.loop.supply is None]),
    ):
        if lacking:
            yield f"{what} of {_some(lacking)}: a data sheet or the definition lacks the number."


def _storage(design: Design) -> Iterator[str]:
    if not design.storage:
        yield "Shared storage: the design has none."
    for name, systems in by_type(design).items():
        if len(systems) > 1:
            paths = _some([system.path for system in systems])
            yield f"Size of {paths} against the design: nodes see several file systems of type {name}."
    for system in design.storage:
        if system.product not in FSTYPE:
            yield f"Space of {system.path}: nodes cannot tell a file system of product {system.product} by its type."
        elif usable_capacity(design, system) is None:
            yield f"Size of {system.path} against the design: the capacity of its boxes is not known."


__all__ = ["unwatched"]
