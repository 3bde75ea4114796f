"""Large: 126 liquid-cooled H200 nodes on a full Quantum-2 fat-tree with UFM, for pre-training 70B to 1T.

The offer says 32 to 128 nodes with UFM. Four units of 32 nodes fill every port of their leaves, and two UFM
appliances need some. NVIDIA's tables take the seat of one node (127), with a splitter beside a straight fibre in one
cage, which the data sheet of the module forbids; here they have a cage of their own, the seats of two nodes, so the
largest cluster of four units has 126. The offer's 30 to 50 kW a rack: four nodes of 10.2 kW, 40.8 kW.

Storage has a fabric of its own: a dual-port 200 Gb/s adapter in each node, two nodes to a port of a leaf that is run
split. VAST is asked for 4 PB. Its managed switches run its subnet manager, so that it stands by on each of them. The
platform is sold with H100 or H200: here it is named.
"""

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.fabric import Management, Managers, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.site import Feeds, LiquidCooled, RackRow, Trays
from clusterdesign.units import TB, GBps, mm


def cluster(nodes: int = 126) -> Cluster:
    """32 to 126 nodes; the spines are there from the first day, so growth moves no cable."""
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    hot = StorageSystem(
        name="hot",
        part=catalog.storage("generic/flash-2u-ndr"),
        count=16,
        product="vast",
        capacity=TB(4000),
        node_read=GBps(8),
        node_write=GBps(4),
    )
    return Cluster(
        name="large-h200",
        nodes=Nodes(
            part=catalog.node("supermicro/sys-421ge-tnhr2-lcc").with_(gpu=("nvidia/h200-sxm-141gb",)),
            hca=catalog.hca("nvidia/mcx75310aas-neat"),
            storage_hca=catalog.hca("nvidia/mcx755106as-heat"),
            count=nodes,
        ),
        fabrics=(
            RailOptimized(
                name="compute",
                switch=switch,
                managers=Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=2),
                grow_to=126,
            ),
            StorageFabric(name="storage", switch=switch, split=2, grow_to=126, systems=(hot,), switch_manager=True),
            Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        servers=(Servers(part=catalog.node("generic/server-1u"), count=4),),
        management=ManagementPlane(scheduler="kubernetes"),
        # All uplinks of three rows pass the piece beside the core rack: 300 mm would be filled by 53 %.
        trays=Trays(width=mm(600)),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4, core_units=16),
        power=Feeds(count=2, pdu=catalog.pdu("generic/400v-63a-3ph")),
        cooling=LiquidCooled(cdu=catalog.cdu("supermicro/lcs-scdu-250l4001")),
    )
