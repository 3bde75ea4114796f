"""Scrape targets of every exporter, with the labels of the component that each speaks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clusterdesign.design import Design, Device
from clusterdesign.design.records import ManagedHost
from clusterdesign.exporters.monitoring.address import MANAGEMENT, SERVICES, name_of, planned
from clusterdesign.exporters.monitoring.expected import infiniband
from clusterdesign.exporters.monitoring.forms import Data
from clusterdesign.exporters.monitoring.labels import HOSTS, labels, short
from clusterdesign.exporters.monitoring.loops import loop_profiles
from clusterdesign.exporters.monitoring.pdus import module
from clusterdesign.exporters.monitoring.profiles import profiles, rack_profiles
from clusterdesign.parts import Node

NODE_PORT, DCGM_PORT, IB_PORT = 9100, 9400, 9315
"""Ports that the exporters listen on by default; the fabric exporters of a host follow upward, one for each fabric."""

WATCHERS = 2
"""Hosts that watch a fabric, so that the loss of one does not blind it."""


def targets(design: Design) -> Mapping[str, list[Data]]:
    """Return the targets of each scrape job, as file-based service discovery reads them.

    One target is one device: ``{"targets": ["gpu-001.atlas.internal:9100"], "labels": {...}}``. Jobs without targets
    are left out.
    """
    jobs = {
        "node": [*_nodes(design), *_hosts(design)],
        "dcgm": list(_dcgm(design)),
        "infiniband": list(_watchers(design)),
        "pdu": list(_pdus(design)),
        "cdu": list(_cdus(design)),
        "ping": list(_pings(design)),
    }
    return MappingProxyType({job: found for job, found in jobs.items() if found})


def _target(address: str, labels: Mapping[str, str]) -> Data:
    return {"targets": [address], "labels": dict(labels)}


def _nodes(design: Design) -> Iterator[Data]:
    for device in design.devices:
        if device.kind in HOSTS:
            yield _target(f"{name_of(design, device.path)}:{NODE_PORT}", labels(design, device))


def _hosts(design: Design) -> Iterator[Data]:
    for host in design.managed_hosts:
        yield _target(f"{name_of(design, host.path, SERVICES)}:{NODE_PORT}", host_labels(design, host))


def host_labels(design: Design, host: ManagedHost) -> dict[str, str]:
    """Return the labels of a managed host: those of the place of its server, and the pair it belongs to."""
    server = design.device.get(host.server)
    place = labels(design, server) if server is not None else {}
    return {
        "component": host.path,
        "host": host.name,
        "kind": "host",
        "role": host.role,
        **{name: place[name] for name in ("rack", "row") if name in place},
        **({"server": host.server} if host.server else {}),
        **({"group": host.group} if host.group else {}),
    }


def _dcgm(design: Design) -> Iterator[Data]:
    for device in design.nodes():
        part = design.parts.get(device.part)
        if isinstance(part, Node) and part.gpus:
            yield _target(f"{name_of(design, device.path)}:{DCGM_PORT}", labels(design, device))


def watchers(design: Design, fabric: str) -> tuple[Device, ...]:
    """Return the hosts whose exporter watches a fabric: servers on it before nodes, since nodes are taken down.

    They stand in different racks where they can, and hang on different leaves where there are several units.
    """
    on = {link.a.device for link in design.links if link.fabric == fabric}
    found = [device for device in design.devices if device.path in on and device.kind in HOSTS]
    chosen = sorted(found, key=lambda device: device.kind == "node")[:1]
    for apart in (_apart_by_unit, _apart_by_rack, None):
        for device in found:
            if len(chosen) < WATCHERS and device not in chosen and (not apart or apart(design, chosen, device)):
                chosen.append(device)
    return tuple(chosen)


def _apart_by_unit(_: Design, chosen: list[Device], device: Device) -> bool:
    return device.unit not in {one.unit for one in chosen}


def _apart_by_rack(design: Design, chosen: list[Device], device: Device) -> bool:
    racks = {design.placement[one.path].rack for one in chosen if one.path in design.placement}
    return device.path in design.placement and design.placement[device.path].rack not in racks


def _watchers(design: Design) -> Iterator[Data]:
    for place, fabric in enumerate(infiniband(design)):
        for device in watchers(design, fabric):
            own = labels(design, device)
            # What the exporter sees is not its host: only the fabric, and who looks, are labels.
            yield _target(
                f"{name_of(design, device.path)}:{IB_PORT + place}", {"fabric": fabric, "watcher": own["component"]}
            )


def _pdus(design: Design) -> Iterator[Data]:
    loads, racks = profiles(design), rack_profiles(design)
    names = {short(path): profile.name for path, profile in racks.items()}
    for device in design.devices:
        if device.kind != "pdu":
            continue
        found = labels(design, device)
        if device.path in loads:
            found["profile"] = loads[device.path].name
        if found.get("rack") in names:
            found["rack_profile"] = names[found["rack"]]
        found["__param_module"] = module(design, device)
        yield _target(name_of(design, device.path, MANAGEMENT), found)


def _cdus(design: Design) -> Iterator[Data]:
    loops = loop_profiles(design)
    for device in design.devices:
        if device.kind == "cdu":
            own = {"loop_profile": loops[device.path]} if device.path in loops else {}
            found = labels(design, device) | own | {"__param_module": "cdu"}
            yield _target(name_of(design, device.path, MANAGEMENT), found)


def _pings(design: Design) -> Iterator[Data]:
    """Yield what has an address for management: the ones that the address plan knows, nothing guessed."""
    for device in design.devices:
        address = planned(design, device.path, MANAGEMENT)
        if address:
            yield _target(address, labels(design, device))


__all__ = ["host_labels", "targets", "watchers"]
