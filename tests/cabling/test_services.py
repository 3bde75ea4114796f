"""Storage and servers of a cluster of one unit: a rack of their own, with its own out-of-band switch."""

from __future__ import annotations

from fractions import Fraction

from clusterdesign import Cluster, Nodes, Servers, catalog, elaborate
from clusterdesign.fabric import InBand, Management, RailOptimized, StorageFabric, StorageSystem
from clusterdesign.rules import check
from clusterdesign.site import RackRow


def test_the_rack_of_services_has_its_own_switch() -> None:
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    system = StorageSystem(name="scratch", part=catalog.storage("generic/flash-2u-ndr"), count=3, product="weka")
    design = elaborate(
        Cluster(
            name="x",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=8),
            fabrics=(
                RailOptimized(switch=switch, nodes_per_unit=8),
                StorageFabric(switch=switch, systems=(system,), taper=Fraction(1)),
                InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")),
                Management(switch=catalog.switch("nvidia/msn2201-cb2fc")),
            ),
            servers=(Servers(part=catalog.node("generic/server-1u"), count=2),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
        )
    )
    rack = {design.placement[path].rack for path in ("storage/scratch/1", "storage/scratch/3", "mgmt/01", "mgmt/02")}
    assert rack == {"rack/A03"}
    assert design.placement["oob/A03"].rack == "rack/A03"
    bmc = {
        link.b.device for link in design.links if link.tier == "oob" and link.a.device.startswith(("storage/", "mgmt/"))
    }
    assert bmc == {"oob/A03", "oob/su1-1"}
    assert {link.b.device for link in design.links if link.a.device == "storage/scratch/2" and link.tier != "oob"} == {
        "storage/leaf/box-1",
        "storage/leaf/box-2",
    }
    assert check(design).count("error") == 0
