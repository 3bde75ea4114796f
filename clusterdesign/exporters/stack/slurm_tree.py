"""Slurm's view of the fabric where its nodes are pods: a tree without nodes, and the place of each node in it."""

from __future__ import annotations

from clusterdesign.design import Design, Device
from clusterdesign.exporters.yamlfile import Yaml, to_yaml

TREE = "fabric"
"""Name of the topology."""


def slurm_tree(conf: str) -> str:
    """Return ``topology.yaml`` from the lines of a ``topology.conf``: the same switches, whose nodes come later."""
    switches: list[Yaml] = []
    for line in conf.splitlines():
        if not line.startswith("SwitchName="):
            continue
        fields = dict(field.split("=", 1) for field in line.split())
        switch: dict[str, Yaml] = {"switch": fields["SwitchName"]}
        if "Switches" in fields:
            switch["children"] = fields["Switches"]
        switches.append(switch)
    if not switches:
        return ""
    return to_yaml([{"topology": TREE, "cluster_default": True, "tree": {"switches": switches}}])


def slurm_switch(design: Design, node: Device) -> str:
    """Return the switch of the tree that a node hangs on: its scalable unit; empty without a compute fabric."""
    fabric = next(
        (
            fabric.name
            for fabric in design.fabrics
            if fabric.protocol == "infiniband" and fabric.node_role == "compute" and fabric.levels > 0
        ),
        None,
    )
    return "" if fabric is None else f"{fabric}-su{node.unit or 1}"
