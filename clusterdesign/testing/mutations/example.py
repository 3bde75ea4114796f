"""A sound design with one of everything, to break."""

from __future__ import annotations

from functools import lru_cache

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.fabric import InBand, Management, Managers, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.site import AirCooled, Feeds, RackRow
from clusterdesign.units import Data, Rate


def cluster() -> Cluster:
    """Two units of four DGX H100, two fabric managers, storage, in-band and out-of-band networks, racks, power."""
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    scratch = StorageSystem(
        name="scratch",
        part=catalog.storage("generic/flash-2u-ndr"),
        count=2,
        product="lustre",
        capacity=Data.of(400, "TB"),
        node_read=Rate.of(10, "GB/s"),
    )
    managers = Managers(part=catalog.appliance("nvidia/ufm-3.1"))
    return Cluster(
        name="example",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=8),
        fabrics=(
            RailOptimized(switch=switch, nodes_per_unit=4, minimum_spines=2, managers=managers),
            StorageFabric(switch=switch, systems=(scratch,), switch_manager=True),
            InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")),
            Management(switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
        power=Feeds(count=3, pdu=catalog.pdu("generic/400v-63a-3ph")),
        cooling=AirCooled(),
    )


@lru_cache(maxsize=1)
def example() -> Design:
    """Return the design of :func:`cluster`; it has no error findings."""
    return elaborate(cluster())
