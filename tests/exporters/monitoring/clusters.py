"""Small clusters that have one of everything that is watched."""

from __future__ import annotations

from functools import lru_cache

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.fabric import InBand, Management, Managers, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.parts import Liquid, Source
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, RackRow
from clusterdesign.units import TB, Power, Temperature

SWITCH = catalog.switch("nvidia/mqm9700-ns2f")


@lru_cache(maxsize=4)
def air(nodes: int = 4) -> Design:
    """Return an air-cooled cluster of DGX H100: two InfiniBand fabrics, in-band bonds, managers, three feeds, Slurm."""
    ufm = Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=2)
    box = StorageSystem(
        name="scratch", part=catalog.storage("generic/flash-2u-ndr"), count=2, product="lustre", capacity=TB(500)
    )
    return elaborate(
        Cluster(
            name="air",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
            fabrics=(
                RailOptimized(name="compute", switch=SWITCH, managers=ufm, levels=2),
                StorageFabric(name="storage", switch=SWITCH, taper="1:1", systems=(box,)),  # type: ignore[arg-type]  # read as text
                InBand(name="inband", switch=catalog.switch("nvidia/msn4600-vs2fc")),
                Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
            ),
            servers=(Servers(part=catalog.node("generic/server-1u"), count=3),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
            power=Feeds(
                count=3,
                pdu=catalog.pdu("generic/400v-32a-3ph"),
                network_pdu=catalog.pdu("generic/400v-63a-3ph"),
            ),
            cooling=AirCooled(),
            management=ManagementPlane(scheduler="slurm"),
        )
    )


@lru_cache(maxsize=2)
def liquid(nodes: int = 4) -> Design:
    """Return a liquid-cooled cluster whose nodes have every number that loops need."""
    part = catalog.node("nvidia/dgx-h100")
    node = part.with_(
        liquid=Liquid(captured=0.8, supply_max=Temperature.of(45, "°C")),
        sources=dict(part.sources) | {"liquid": Source(ref="a test", confidence="assumed")},
    )
    return elaborate(
        Cluster(
            name="liquid",
            nodes=Nodes(part=node, count=nodes),
            fabrics=(RailOptimized(name="compute", switch=SWITCH),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2, power_limit=Power.of(30, "kW")),
            cooling=LiquidCooled(
                cdu=catalog.cdu("coolit/chx80"), facility=Temperature.of(30, "°C"), supply=Temperature.of(36, "°C")
            ),
        )
    )


@lru_cache(maxsize=2)
def bare(nodes: int = 2) -> Design:
    """Return nodes on one Ethernet management switch: no racks, power, cooling or InfiniBand."""
    return elaborate(
        Cluster(
            name="bare",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
            fabrics=(Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),),
        )
    )
