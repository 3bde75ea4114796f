"""Small clusters for the tests of power."""

from __future__ import annotations

from typing import Any

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.fabric import RailOptimized
from clusterdesign.site import Feeds, RackRow
from clusterdesign.units import Power


def powered(
    nodes: int,
    *,
    per_rack: int,
    feeds: int = 3,
    pdu: str = "generic/400v-32a-3ph",
    limit: Power | None = None,
    **power: Any,
) -> Design:
    """Return DGX H100 nodes on feeds, with the leaves and spines of their fabric."""
    return elaborate(
        Cluster(
            name="powered",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
            fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f"), nodes_per_unit=16),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=per_rack, power_limit=limit),
            power=Feeds(count=feeds, pdu=catalog.pdu(pdu), **power),
        )
    )
