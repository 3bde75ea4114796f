"""Files for OpenSM: its configuration, root switches, names, partitions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clusterdesign.design import Partition
from clusterdesign.errors import DesignError
from clusterdesign.subnet.model import Element, Subnet
from clusterdesign.subnet.naming import guid_text

MASTER, STANDBY = 14, 13
"""Priorities of the two managers; 15 is left free to take over by hand."""

# Codes of the MTU, and of the multicast rate: 17 is 200 Gb/s, 16 is 100 Gb/s. OpenSM 3.3 knows the codes
# of faster rates, but members that do not know them could not join, so 200 Gb/s is the highest written here.
_MTUS = {256: 1, 512: 2, 1024: 3, 2048: 4, 4096: 5}
_RATES = ((200, 17), (100, 16))


def root_guids(subnet: Subnet) -> str:
    """Return the GUIDs of the switches of the highest tier, one a line."""
    lines = (f"{guid_text(element.guid)}\n" for element in subnet.roots)
    return "".join((_stand_ins(subnet.roots), *lines))


def node_names(subnet: Subnet) -> str:
    """Return the name map that OpenSM and the diagnostics read: GUID and name of every switch and adapter."""
    lines = (f'{guid_text(element.guid)} "{element.name}"\n' for element in subnet.elements)
    return "".join((_stand_ins(subnet.elements), *lines))


def _stand_ins(elements: Sequence[Element]) -> str:
    """Return a comment that says how many GUIDs are not those of the hardware; empty where all are.

    OpenSM and the diagnostics read both lists alike, and pass over lines that begin with ``#``.
    """
    count = sum(not element.delivered for element in elements)
    if not count:
        return ""
    return f"# {count} of {len(elements)} GUIDs stand in for those of the hardware: build with a delivery list.\n"


def partitions(subnet: Subnet, declared: Iterable[tuple[Partition, Iterable[str]]] = ()) -> str:
    """Return the partition file: one partition that everybody is a full member of, with the declared MTU.

    Args:
        subnet: the fabric.
        declared: further partitions, each with the paths of its members; all ports of a member are in it.

    Raises:
        DesignError: InfiniBand has no such MTU.
    """
    if subnet.mtu not in _MTUS:
        raise DesignError(
            f"InfiniBand has no MTU of {subnet.mtu} bytes",
            thing=subnet.name,
            fix=f"declare one of {', '.join(map(str, _MTUS))}",
        )
    slowest = min((wire.rate for wire in subnet.wires), default=0)
    rate = next((f", rate={code}" for least, code in _RATES if slowest >= least), "")
    return (
        f"# Partitions of InfiniBand fabric {subnet.name}. mtu={_MTUS[subnet.mtu]} is {subnet.mtu} bytes.\n"
        f"Default=0x7fff, ipoib, mtu={_MTUS[subnet.mtu]}{rate}: ALL=full, SELF=full;\n"
    ) + "".join(_partition(subnet, partition, members) for partition, members in declared)


def _partition(subnet: Subnet, partition: Partition, members: Iterable[str]) -> str:
    inside = frozenset(members)
    guids = (guid_text(element.port_guid) for element in subnet.adapters if element.device in inside)
    return f"{partition.name}={partition.key:#06x}: {', '.join(f'{guid}=full' for guid in guids)};\n"


def opensm_conf(subnet: Subnet, *, directory: str = "/etc/opensm", priority: int = MASTER) -> str:
    """Return the configuration of one of the managers.

    The fat-tree engine is asked for first, and told its roots: without them one missing uplink makes it give up,
    with them it bears a hole. Where it does give up (a node on a spine), the default would be min-hop, which does
    not rule out credit loops; up/down does.

    Args:
        subnet: the fabric.
        directory: where the other files stand on the manager.
        priority: of this manager; the highest one that is alive is the master.
    """
    lines = [
        f"# OpenSM for InfiniBand fabric {subnet.name}; what is not said here keeps its default.",
        f"sm_priority {priority}",
        f"partition_config_file {directory}/partitions.conf",
        f"node_name_map_name {directory}/node_names.map",
        "# LIDs survive a change of the master.",
        "honor_guid2lid_file TRUE",
    ]
    if subnet.roots:
        lines += [
            "# Fat-tree; up/down where the tree is none, since min-hop could close a credit loop.",
            "routing_engine ftree,updn",
            f"root_guid_file {directory}/root_guids.txt",
        ]
    return "\n".join((*lines, ""))
