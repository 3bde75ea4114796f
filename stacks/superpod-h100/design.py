"""The DGX SuperPOD H100 of four scalable units, 127 nodes, as published (NVIDIA RA-11333-001 V11, tables 3 to 8).

It is here to be compared with the published bill line by line, not to be bought: where the published design differs
from what this library would propose, the definition follows the publication.
"""

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, Waiver, catalog
from clusterdesign.fabric import Cabling, InBand, Management, Managers, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.site import AirCooled, Feeds, RackRow

SWITCH = catalog.switch("nvidia/mqm9700-ns2f")
UFM = Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=2, share_cage=True)

cluster = Cluster(
    name="superpod-h100",
    nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=127),
    fabrics=(
        RailOptimized(name="compute", switch=SWITCH, managers=UFM),
        StorageFabric(
            name="storage",
            switch=SWITCH,
            managers=UFM,
            # Ten leaves of 24 uplinks; of the numbers that divide 24 and leave 4:3 toward the nodes, six spines
            # make the published 16 switches and 494 fibres.
            minimum_spines=6,
            systems=(
                StorageSystem(name="scratch", part=catalog.storage("generic/flash-2u-hdr"), count=24, product="other"),
            ),
        ),
        InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")),
        Management(switch=catalog.switch("nvidia/msn2201-cb2fc"), shared="over-units"),
    ),
    servers=(Servers(part=catalog.node("generic/server-1u"), count=4),),
    management=ManagementPlane(scheduler="slurm"),
    racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
    power=Feeds(count=3, pdu=catalog.pdu("raritan/px3-5878i2r"), network_pdu=catalog.pdu("raritan/px3-5747v-v2")),
    cooling=AirCooled(),
    cabling=Cabling(prefer="optics"),
    waivers=(
        Waiver(
            rule="CBL011",
            at="*/leaf/su1-r?",
            because="the published bill puts the splitters of UFM beside the straight fibres of node 31",
        ),
    ),
)
