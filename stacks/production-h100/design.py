"""Production: 32 H100 nodes on a non-blocking two-level Quantum-2 fabric, for models of 30B to 70B.

The offer says 8 to 32 nodes in 4 to 8 racks of 20 to 30 kW. 32 nodes of 10.2 kW draw 326 kW, which eight racks of
30 kW do not carry. This definition follows the power of a rack: two nodes, 20.4 kW, in each of 16 racks.

Storage is Lustre from 500 TB, on a fabric of its own; each node is to read 4 GB/s and write 2 GB/s while all do, the
figures of NVIDIA's reference for ordinary work. Two in-band switches carry the bonded ports of the nodes and of three
servers, which run the management plane: Slurm for training and Kubernetes for inference and services.
The subnet managers run on the managed switches: the servers have no port in either InfiniBand fabric.

The network rack has PDUs of 63 A: 16 Quantum-2 switches with optics draw up to 27.5 kW, and when one of its two feeds
is lost the other carries 47 A on a phase, which 32 A would not hold.

How it is bought: spares of what is pulled and plugged, a software licence for each GPU, and the services of the offer
(assembly, acceptance tests, training). Prices, taxes and part numbers of licences are the seller's to say.
"""

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.fabric import InBand, Management, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.procurement import Licence, Procurement, Service, Spares, Terms
from clusterdesign.site import AirCooled, Feeds, RackRow
from clusterdesign.units import TB, GBps


def cluster(nodes: int = 32) -> Cluster:
    """Up to 32 nodes, as offered: one scalable unit. More ask for more storage and another core rack."""
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    lustre = StorageSystem(
        name="scratch",
        part=catalog.storage("generic/flash-2u-ndr"),
        count=2,
        product="lustre",
        capacity=TB(500),
        node_read=GBps(4),
        node_write=GBps(2),
    )
    return Cluster(
        name="production-h100",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
        fabrics=(
            RailOptimized(name="compute", switch=switch, switch_manager=True),
            StorageFabric(name="storage", switch=switch, systems=(lustre,), switch_manager=True),
            InBand(name="inband", switch=catalog.switch("nvidia/msn4600-vs2fc")),
            Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        servers=(Servers(part=catalog.node("generic/server-1u"), count=3),),
        management=ManagementPlane(scheduler="hybrid"),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
        power=Feeds(
            count=3,
            pdu=catalog.pdu("generic/400v-32a-3ph"),
            network_pdu=catalog.pdu("generic/400v-63a-3ph"),
        ),
        cooling=AirCooled(),
        procurement=Procurement(
            spares=(
                Spares(of="Cables", percent=3, because="house practice: one in 33, at least one of each length"),
                Spares(of="Fibre", percent=3, because="house practice: one in 33, at least one of each length"),
                Spares(of="Transceivers", percent=2, because="house practice: one in 50"),
                Spares(of="PDUs", at_least=1, because="one of each kind on the shelf"),
            ),
            terms=(
                Terms(of="**", lead_time_weeks=13, source="the offer: components in 45 to 90 days"),
                Terms(of="Software", lead_time_weeks=0, source="delivered as a key"),
                Terms(of="Services", lead_time_weeks=0, source="begin when the components are there"),
            ),
            licences=(
                Licence(
                    name="gpu-software",
                    description="NVIDIA AI Enterprise, for one GPU",
                    manufacturer="NVIDIA",
                    per="gpu",
                    because="the software stack of the offer; the part number depends on the term",
                ),
            ),
            services=(
                Service(name="assembly", description="Assembly and cabling of a rack", per="rack", because="the offer"),
                Service(name="acceptance", description="Acceptance tests", per="cluster", because="the offer"),
                Service(name="training", description="Training of operators", per="cluster", because="the offer"),
            ),
        ),
    )
