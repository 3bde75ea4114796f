"""The cluster that is measured: DGX H100 nodes with everything that a definition can declare so far.

256 nodes are the largest two-level fat-tree of 64-port switches with eight rails.
"""

from __future__ import annotations

from functools import lru_cache

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.fabric import Management, RailOptimized, StorageFabric
from clusterdesign.site import AirCooled, Feeds, RackRow

SIZES = (32, 128, 256)
"""Numbers of nodes."""


@lru_cache
def cluster(nodes: int) -> Cluster:
    """Return the declaration."""
    return Cluster(
        name=f"bench-{nodes}",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
        fabrics=(
            RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),
            StorageFabric(name="storage", switch=catalog.switch("nvidia/mqm9700-ns2f")),
            Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
        power=Feeds(count=3, pdu=catalog.pdu("generic/400v-32a-3ph")),
        cooling=AirCooled(),
    )


@lru_cache
def design(nodes: int) -> Design:
    """Return the elaborated declaration, once for all benchmarks that only read it."""
    return elaborate(cluster(nodes))
