"""The sound design with an address plan, a pair of controllers on two servers, and a host that serves names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterdesign.design import Design, Interface, ManagedHost, Network, Trouble
from clusterdesign.units import Data
from tests.rules.designs import NODE, NODES, sound

OOB = Network("oob", "oob", 10, "10.10.0.0/24", "fd00:1::/64", "10.10.0.1", "fd00:1::1", 1500, "sound.internal")
INBAND = Network("inband", "inband", 20, "10.20.0.0/24", "", "10.20.0.1", "", 1500, "sound.internal")
PORTS = tuple(
    Interface(node, "bmc", "oob", f"10.10.0.1{n}", f"fd00:1::1{n}", f"gpu-{n + 1}-bmc.sound.internal")
    for n, node in enumerate(NODES)
)
CONTROLLERS = tuple(
    ManagedHost(f"host/slurm-{n}", f"slurm-{n}", "slurm", NODES[n], "slurm", 4, Data.of(16, "GiB"), Data.of(100, "GiB"))
    for n in (1, 2)
)
NAMES = ManagedHost("host/dns-1", "dns-1", "dns", NODES[0], "dns", 2, Data.of(4, "GiB"), Data.of(20, "GiB"))
HOSTS = (*CONTROLLERS, NAMES)


def addressed(**changes: Any) -> Design:
    """Return the design, some of its collections changed; its nodes carry the hosts, and their size is known."""
    design = sound()
    part = NODE.with_(memory=Data.of(64, "GiB"), threads=8)
    plan = {"networks": (OOB, INBAND), "interfaces": PORTS, "managed_hosts": HOSTS, "scheduler": "slurm"}
    return replace(design, parts={**design.parts, part.id: part}, **(plan | changes))


def ports(*changes: dict[str, Any]) -> tuple[Interface, ...]:
    """Return the interfaces, the first ones changed."""
    changed = [replace(port, **change) for port, change in zip(PORTS, changes, strict=False)]
    return (*changed, *PORTS[len(changed) :])


def hosts(*changes: dict[str, Any]) -> tuple[ManagedHost, ...]:
    """Return the hosts, the first ones changed."""
    changed = [replace(host, **change) for host, change in zip(HOSTS, changes, strict=False)]
    return (*changed, *HOSTS[len(changed) :])


def troubled(code: str, path: str, what: str, fix: str, *, measured: str, limit: str) -> Design:
    """Return the design with something that elaboration could not do."""
    return addressed(troubles=(Trouble(code, path, what, fix, measured, limit),))
