"""Small clusters with shared storage, elaborated: what a rule about storage reads."""

from __future__ import annotations

from typing import Any

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design.design import Design
from clusterdesign.fabric import RailOptimized, StorageFabric, StorageSystem
from clusterdesign.site import RackRow

RACKS = RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4)


def stored(**asked: Any) -> Design:
    """Return four DGX H100 with a storage fabric and two boxes of 368.64 TB, 80 GB/s read and 40 GB/s write."""
    system = StorageSystem(
        name="scratch", part=catalog.storage("generic/flash-2u-ndr"), count=2, product="lustre", **asked
    )
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    return elaborate(
        Cluster(
            name="stored",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=4),
            fabrics=(
                RailOptimized(switch=switch),
                StorageFabric(switch=switch, systems=(system,), switch_manager=True),
            ),
            racks=RACKS,
        )
    )


def converged(*, apart: bool) -> Design:
    """Return two DGX A100 with a BeeGFS box on their switch, or without it."""
    system = StorageSystem(name="scratch", part=catalog.storage("generic/flash-2u-hdr"), count=1, product="beegfs")
    return elaborate(
        Cluster(
            name="converged",
            nodes=Nodes(part=catalog.node("nvidia/dgx-a100-640gb"), count=2),
            fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm8700-hs2f"), systems=() if apart else (system,)),),
            racks=RACKS,
        )
    )
