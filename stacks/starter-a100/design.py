"""Starter: four A100 nodes on one Quantum switch, for fine-tuning 7B to 70B models.

The offer says two to four nodes in two or three air-cooled racks of 12 kW, with a shared BeeGFS. A DGX A100 draws up to
6.5 kW, so two of them, 13.0 kW, do not fit 12 kW. This definition follows the 12 kW: one node a rack, the switches
above the first, and a rack for the storage box.

The box shares the one InfiniBand switch with the collectives, which is what a cluster of this size can afford; the
report says that the two must be kept apart by service levels. The switch is managed and runs the subnet manager.
Slurm and what belongs to it runs on two servers beside the storage box.
"""

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.fabric import Management, RailOptimized, StorageSystem
from clusterdesign.site import AirCooled, Feeds, RackRow
from clusterdesign.units import TB


def cluster(nodes: int = 4) -> Cluster:
    """Two to four nodes: eight links each, two for the storage box, and one switch has 40 ports."""
    beegfs = StorageSystem(
        name="scratch", part=catalog.storage("generic/flash-2u-hdr"), count=1, product="beegfs", capacity=TB(200)
    )
    return Cluster(
        name="starter-a100",
        nodes=Nodes(part=catalog.node("nvidia/dgx-a100-640gb"), count=nodes),
        fabrics=(
            RailOptimized(
                name="compute", switch=catalog.switch("nvidia/mqm8700-hs2f"), systems=(beegfs,), switch_manager=True
            ),
            Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        servers=(Servers(part=catalog.node("generic/server-1u"), count=2),),
        management=ManagementPlane(scheduler="slurm"),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=1, network="shared"),
        power=Feeds(count=2, pdu=catalog.pdu("generic/400v-16a-3ph")),
        cooling=AirCooled(),
    )
