"""The InfiniBand fabrics as a stack configures them: OpenSM on hosts of its own, or UFM on appliances.

One OpenSM runs for each port of a subnet manager's adapter, and all of them read one configuration. So the files of
several fabrics are joined; names of another fabric mean nothing in the one that is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clusterdesign.design import Design, ManagedHost
from clusterdesign.design.subnets import DEFAULT, managers
from clusterdesign.design.subnets import partitions as members
from clusterdesign.exporters.fabric_files.ndt import ndt_csv
from clusterdesign.exporters.stack.cloudinit import HostFile, HostSetup
from clusterdesign.exporters.stack.hosts import of_role
from clusterdesign.exporters.stack.share import FILES
from clusterdesign.subnet import Subnet, subnets
from clusterdesign.subnet.opensm import MASTER, node_names, opensm_conf, partitions, root_guids

_MTU = re.compile(r"mtu=(\d+)")


def fabric_share(design: Design) -> dict[str, str]:
    """Return the files of the fabrics that list nodes, by name."""
    files: dict[str, str] = {}
    ours = _with_opensm(design)
    if ours:
        files["partitions.conf"] = _partitions(design, ours)
        files["node_names.map"] = "".join(node_names(subnet) for subnet in ours)
        roots = "".join(root_guids(subnet) for subnet in ours)
        if roots:
            files["root_guids.txt"] = roots
    for subnet in subnets(design):
        if managers(design, subnet.name):
            files[f"{subnet.name}-ndt.csv"] = ndt_csv(design, subnet)
            declared = _declared(design, subnet)
            if declared:
                files[f"{subnet.name}-partitions.conf.user-ext"] = declared
    return files


def opensm_setup(design: Design, host: ManagedHost) -> HostSetup:
    """Return what a subnet manager runs with; the first of them is the master."""
    ours = _with_opensm(design)
    if not ours:
        return HostSetup()
    place = [one.path for one in of_role(design, "subnet-manager")].index(host.path)
    fabric = next((subnet for subnet in ours if subnet.roots), ours[0])
    text = opensm_conf(fabric, directory=FILES, priority=max(MASTER - place, 1))
    title = f"# OpenSM for {', '.join(subnet.name for subnet in ours)}; what is not said here keeps its default."
    unit = f"[Unit]\nRequiresMountsFor={FILES}\n"
    return HostSetup(
        ("opensm", "infiniband-diags"),
        (
            HostFile("/etc/opensm/opensm.conf", "\n".join((title, *text.splitlines()[1:], ""))),
            HostFile("/etc/systemd/system/opensm@.service.d/share.conf", unit),
        ),
    )


def stand_ins(design: Design) -> int:
    """Return how many adapters and switches are known to a subnet manager by a GUID that only stands in for theirs."""
    return sum(subnet.stand_ins for subnet in subnets(design))


def _with_opensm(design: Design) -> tuple[Subnet, ...]:
    """Return the fabrics that have neither managers of their own nor a switch for it; none without hosts to run on."""
    if not of_role(design, "subnet-manager"):
        return ()
    return tuple(
        subnet
        for subnet in subnets(design)
        if not managers(design, subnet.name) and not design.fabric[subnet.name].switch_manager
    )


def _partitions(design: Design, ours: Sequence[Subnet]) -> str:
    texts = [partitions(subnet, [one for one in members(design, subnet.name) if one[0] != DEFAULT]) for subnet in ours]
    lines = [line for text in texts for line in text.splitlines() if not line.startswith("#")]
    # The default partition of all of them has the MTU that each of them carries.
    whole = min((line for line in lines if line.startswith("Default=")), key=_mtu)
    title = f"# Partitions of {', '.join(subnet.name for subnet in ours)}."
    return "\n".join((title, whole, *(line for line in lines if not line.startswith("Default=")), ""))


def _mtu(line: str) -> int:
    found = _MTU.search(line)
    return int(found[1]) if found else 0


def _declared(design: Design, subnet: Subnet) -> str:
    own = [one for one in members(design, subnet.name) if one[0] != DEFAULT]
    lines = partitions(subnet, own).splitlines()
    return "".join(f"{line}\n" for line in lines if not line.startswith(("#", "Default=")))
