"""``topology.conf``: which nodes are near each other.

Slurm wants a tree, and a rail-optimised fabric is none: a node hangs on eight leaves. A scalable unit is what is
near, so each is written as one switch; above it stand the spines, pods where there are cores, and one root, without
which Slurm would place a job across parts that it takes for unconnected. Only the compute fabric counts: storage
adapters share leaves differently and would distort the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from clusterdesign.design import Design
from clusterdesign.exporters.slurm.hostlist import hostlist
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.subnet import Subnet, host_name, subnet

_THREE = 3


def topology_conf(design: Design) -> str:
    """Return the switch lines, empty where no InfiniBand fabric joins compute ports."""
    name = next(
        (
            fabric.name
            for fabric in design.fabrics
            if fabric.protocol == "infiniband" and fabric.node_role == "compute" and fabric.levels > 0
        ),
        None,
    )
    if name is None:
        return ""
    fabric = subnet(design, name)
    units = _units(fabric)
    if not units:
        return ""
    head = f"# Nodes of one scalable unit share the leaves of fabric {name}."
    return "\n".join((head, *_lines(fabric, units), ""))


def _units(fabric: Subnet) -> dict[str, list[str]]:
    """Return the nodes of each unit by its switch name, read off the leaf that the first wire of a node ends on."""
    nodes: dict[str, str] = {}
    for wire in fabric.wires:
        near, far = fabric.by_guid[wire.a[0]], fabric.by_guid[wire.b[0]]
        if near.role == "node" and near.device not in nodes:
            unit = far.unit if near.unit is None else near.unit
            nodes[near.device] = f"{fabric.name}-su{unit or 1}"
    units: dict[str, list[str]] = {}
    for device in sorted(nodes, key=natural_key):
        units.setdefault(nodes[device], []).append(host_name(device))
    return {name: units[name] for name in natural_sorted(units)}


def _lines(fabric: Subnet, units: dict[str, list[str]]) -> Iterator[str]:
    for name, hosts in units.items():
        yield f"SwitchName={name} Nodes={hostlist(hosts)}"
    if fabric.levels < _THREE:
        # With one unit the spine stands there too: when a second one comes, only lines are added.
        if fabric.roots or len(units) > 1:
            yield f"SwitchName={fabric.name}-spine Switches={hostlist(units)}"
        return
    pods = _pods(fabric, units)
    for number, members in enumerate(pods, 1):
        yield f"SwitchName={fabric.name}-pod{number} Switches={hostlist(members)}"
    yield f"SwitchName={fabric.name}-core Switches={hostlist(f'{fabric.name}-pod{n + 1}' for n in range(len(pods)))}"


def _pods(fabric: Subnet, units: dict[str, list[str]]) -> list[list[str]]:
    """Return the units that are joined without passing a core."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(units)
    for wire in fabric.wires:
        near, far = fabric.by_guid[wire.a[0]], fabric.by_guid[wire.b[0]]
        if near.role == "leaf" and far.role == "spine":
            graph.add_edge(f"{fabric.name}-su{near.unit or 1}", far.name)
    found = ([name for name in natural_sorted(piece) if name in units] for piece in nx.connected_components(graph))
    return sorted((piece for piece in found if piece), key=lambda piece: natural_key(piece[0]))
