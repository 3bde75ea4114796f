"""Hosts, their management controllers, the exporters themselves, pairs of the management plane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.address import MANAGEMENT, planned
from clusterdesign.exporters.monitoring.forms import Data, alert, match
from clusterdesign.exporters.monitoring.labels import HOSTS

_PLACE = "(rack {{ $labels.rack }})"


def host_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about hosts: those for kinds of devices that the design does not have are left out."""
    kinds = {device.kind for device in design.devices}
    if "node" in kinds:
        yield alert(
            "NodeDown",
            f"up{match(job='node', kind='node')} == 0",
            wait="3m",
            severity="critical",
            concern="hosts",
            summary=f"Node {{{{ $labels.component }}}} does not answer {_PLACE}",
            why="Its node_exporter is silent. Jobs on it are lost. Other alerts of the node are held back meanwhile.",
        )
    if kinds & (HOSTS - {"node"}) or design.managed_hosts:
        yield alert(
            "HostDown",
            f"up{match(job='node', kind='~server|host')} == 0",
            wait="3m",
            severity="warning",
            concern="hosts",
            summary=f"Host {{{{ $labels.component }}}} does not answer {_PLACE}",
            why="Its node_exporter is silent. What it stands in for is in the design under its role, "
            "{{ $labels.role }}.",
        )
    yield from _groups(design)
    if any(planned(design, device.path, MANAGEMENT) for device in design.devices):
        yield alert(
            "ManagementUnreachable",
            f"probe_success{match(job='ping')} == 0",
            wait="5m",
            severity="warning",
            concern="hosts",
            summary=f"{{{{ $labels.component }}}} does not answer on the out-of-band network {_PLACE}",
            why="The management port of this {{ $labels.kind }} is silent: no power, a pulled cable, or its "
            "out-of-band switch is gone. It cannot be reset or read from afar until it answers.",
        )
    if not design.devices:
        return
    yield alert(
        "ExporterDown",
        f"up{match(job='~dcgm|infiniband|pdu|cdu|ping')} == 0",
        wait="5m",
        severity="warning",
        concern="hosts",
        summary="Job {{ $labels.job }} has no answer from {{ $labels.instance }} "
        "({{ $labels.component }}{{ $labels.watcher }})",
        why="What this exporter would show is not watched meanwhile.",
    )


def _groups(design: Design) -> Iterator[Data]:
    """Yield the rules about hosts that stand in for each other."""
    sizes = Counter(host.group for host in design.managed_hosts if host.group)
    for name in sorted(sizes):
        answering = f"sum by (group) (up{match(job='node', group=name)})"
        members = f"The design has {sizes[name]} hosts in {name}"
        yield alert(
            "HostGroupDown",
            f"{answering} == 0",
            wait="2m",
            severity="critical",
            concern="hosts",
            summary=f"No host of {name} answers",
            why=f"{members}, and nobody is left to stand in.",
            labels={"group": name},
        )
        yield alert(
            "HostGroupDegraded",
            f"0 < {answering} < {sizes[name]}",
            wait="5m",
            severity="warning",
            concern="hosts",
            summary=f"{{{{ $value }}}} of {sizes[name]} hosts of {name} answer",
            why=f"{members}; the next loss may leave the service without one.",
            labels={"group": name},
        )


__all__ = ["host_rules"]
