"""Shared storage along its path, with worked numbers; converged storage; local drives.

A box of 24 x 15.36 TB reads 80 GB/s and writes 40 GB/s, and has two ports of 400 Gb/s = 50 GB/s each.
"""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.design.storage_path import asked, stages, usable_capacity
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import RailOptimized, StorageFabric, StorageSystem
from clusterdesign.rules import Finding, NotChecked, check
from clusterdesign.units import Data, Rate
from tests.elaboration.clusters import ETHERNET, HGX, NDR, cluster, racks

BOX = catalog.storage("generic/flash-2u-ndr")


def gbytes(number: float) -> Rate:
    return Rate.of(number, "GB/s")


def stored(boxes: int, nodes: int = 32, **asked: Any) -> Design:
    system = StorageSystem(name="scratch", part=BOX, count=boxes, product="lustre", **asked)
    fabrics = (RailOptimized(switch=NDR), StorageFabric(switch=NDR, systems=(system,)))
    return elaborate(cluster(nodes, fabrics=fabrics, racks=racks()))


def path(design: Design, direction: str = "read") -> dict[str, float]:
    found = stages(design, design.storage[0], direction)  # type: ignore[arg-type]  # one of the literals
    return {stage.name: stage.rate.to("GB/s") for stage in found if stage.rate is not None}


def findings(design: Design, code: str) -> list[Finding]:
    return [finding for finding in check(design).findings if finding.code == code]


class TestPath:
    """32 nodes with two storage ports; two leaves of 24 uplinks below them, a pair of 24 uplinks for the boxes."""

    def test_every_stage_of_two_boxes(self) -> None:
        assert path(stored(2)) == {
            "media": 2 * 80,
            "ports of the boxes": 2 * 2 * 50,
            "uplinks of the storage leaves": 2 * 24 * 50,
            "uplinks of the node leaves": 2 * 24 * 50,
            "ports of the nodes": 32 * 2 * 50,
        }

    def test_writing_differs_at_the_media_only(self) -> None:
        reading, writing = path(stored(2)), path(stored(2), "write")
        assert writing["media"] == 2 * 40
        assert writing | {"media": 160} == reading

    def test_forty_boxes_make_the_node_leaves_the_narrowest(self) -> None:
        """40 x 80 = 3,200 GB/s of media meet 2,400 GB/s of uplinks."""
        design = stored(40, node_read=gbytes(80))
        (finding,) = findings(design, "STO102")
        assert finding.message == (
            "storage/scratch: 2560 GB/s of read are asked, the narrowest stage is the uplinks of the node leaves "
            "with 2400 GB/s"
        )

    def test_the_published_guideline_of_one_unit(self) -> None:
        """NVIDIA's "best" for one unit: 125 GB/s read and 62 GB/s write, 4 GB/s a node: two boxes serve it."""
        asks: dict[str, Any] = {
            "read": gbytes(125),
            "write": gbytes(62),
            "node_read": gbytes(4),
            "node_write": gbytes(2),
        }
        assert not {"STO101", "STO102", "STO103"} & check(stored(2, **asks)).codes()
        assert [finding.margin for finding in findings(stored(1, **asks), "STO102")] == ["-48 GB/s"]

    def test_what_nodes_ask_together_counts(self) -> None:
        design = stored(2, read=gbytes(100), node_read=gbytes(4))
        assert asked(design, design.storage[0], "read") == gbytes(128)
        assert asked(design, design.storage[0], "write") is None


class TestCapacity:
    def test_protection_and_reserve_are_taken_off(self) -> None:
        """2 x 368.64 TB x 0.8 = 589.824 TB."""
        design = stored(2, capacity=Data.of(600, "TB"))
        assert usable_capacity(design, design.storage[0]) == Data.of(589.824, "TB")
        (finding,) = findings(design, "STO101")
        assert (finding.measured, finding.limit) == ("589.8 TB", "600 TB")

    def test_an_unknown_capacity_is_not_checked(self) -> None:
        system = StorageSystem(
            name="scratch", part=BOX.with_(capacity=None, read=None), count=2, product="weka", capacity=Data.of(1, "PB")
        )
        design = elaborate(cluster(4, tree={"systems": (system,)}))
        assert ("STO101", "capacity") in {(gap.code, gap.field) for gap in check(design).not_checked}


class TestAttachment:
    def test_the_two_ports_of_a_box_hang_on_two_leaves(self) -> None:
        links = [link for link in stored(3).links if link.tier == "storage-leaf"]
        ends = {(link.a.device, link.a.port): link.b.device for link in links}
        assert ends["storage/scratch/3", "IB1"] == "storage/leaf/box-1"
        assert ends["storage/scratch/3", "IB2"] == "storage/leaf/box-2"
        assert "STO202" not in check(stored(3)).codes()

    def test_more_boxes_than_a_leaf_has_positions_take_another_pair(self) -> None:
        leaves = {link.b.device for link in stored(33).links if link.tier == "storage-leaf"}
        assert leaves == {f"storage/leaf/box-{n}" for n in range(1, 5)}

    def test_they_stand_in_racks_and_have_cables(self) -> None:
        design = stored(3)
        assert design.troubles == ()
        assert all(box in design.placement for box in design.storage[0].boxes)

    def test_converged_storage_is_a_finding(self) -> None:
        system = StorageSystem(name="scratch", part=BOX, count=1, product="beegfs")
        design = elaborate(cluster(2, tree={"systems": (system,)}))
        (finding,) = findings(design, "STO201")
        assert "service levels (QoS)" in finding.fix
        assert findings(stored(1), "STO201") == []

    @pytest.mark.parametrize("product", ["lustre", "spectrum-scale", "beegfs", "vast", "weka", "other"])
    def test_every_product_and_tier_has_a_name(self, product: str) -> None:
        tiers = [
            StorageSystem(name=tier, part=BOX, count=1, product=product, tier=tier)  # type: ignore[arg-type]
            for tier in ("hot", "warm", "cold")
        ]
        fabrics = (RailOptimized(switch=NDR), StorageFabric(switch=NDR, systems=tuple(tiers)))
        design = elaborate(cluster(4, fabrics=fabrics))
        assert [(system.path, system.product, system.tier) for system in design.storage] == [
            (f"storage/{tier}", product, tier) for tier in ("cold", "hot", "warm")
        ]

    def test_a_box_without_fabric_ports_is_refused(self) -> None:
        bare = BOX.with_(id="test/bare", rows=tuple(row for row in BOX.rows if row.role != "fabric"))
        system = StorageSystem(name="scratch", part=bare, count=1, product="other")
        with pytest.raises(DesignError, match="the storage box has no fabric port"):
            elaborate(cluster(4, tree={"systems": (system,)}))

    def test_half_a_box_is_refused(self) -> None:
        with pytest.raises((DesignError, ValidationError)):
            StorageSystem(name="scratch", part=BOX, count=0, product="other")


class TestLocal:
    def test_known_drives_say_nothing(self) -> None:
        assert "STO104" not in check(elaborate(cluster(2))).codes()

    def test_unknown_drives_are_not_checked(self) -> None:
        part = HGX.with_(nvme_bays=None, nvme_data=None)
        design = elaborate(cluster(2, part=part, hca=catalog.hca("nvidia/mcx75310aas-neat")))
        gaps: list[NotChecked] = [gap for gap in check(design).not_checked if gap.code == "STO104"]
        assert [(gap.field, gap.paths) for gap in gaps] == [("nvme_data", ("gpu/001", "gpu/002"))]


def test_a_storage_fabric_may_be_ethernet() -> None:
    """Ports that speak either protocol join a fabric of Ethernet switches."""
    spine = catalog.switch("nvidia/sn5600")
    design = elaborate(cluster(4, fabrics=(RailOptimized(switch=NDR), StorageFabric(switch=spine))))
    assert design.fabric["storage"].protocol == "ethernet"
    assert "NET206" not in {finding.code for finding in check(design).findings if "storage" in finding.paths}
    assert ETHERNET.fabric == "ethernet"
