"""Growing a cluster within its seats renames and moves nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import catalog
from clusterdesign.design import Cable, Design
from clusterdesign.elaboration import elaborate
from clusterdesign.fabric import Cabling, RailOptimized
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.site import RackRow
from clusterdesign.testing.invariants import lost_by_growth
from clusterdesign.testing.strategies import PLATFORMS, clusters, made_up_node, made_up_switch

# Two elaborations an example: a quarter of the examples does.
FEW = settings(max_examples=max(settings().max_examples // 4, 10))
WHOLE = tuple(platform for platform in PLATFORMS if platform not in {"hgx-ndr200", "hgx-hdr100"})


def with_count(cluster: Cluster, count: int) -> Cluster:
    return cluster.with_(nodes=cluster.groups[0].with_(count=count))


def first_of_last_unit(design: Design) -> int:
    """Index of the first node of the last unit."""
    last = max(node.unit or 0 for node in design.nodes())
    return min(node.index for node in design.nodes() if node.unit == last)


@FEW
@given(
    clusters(
        platforms=WHOLE,
        counts=st.integers(1, 48),
        whole_units=st.just(False),
        racked=st.just(True),
        removals=st.just(0),
    ),
    st.data(),
)
def test_growth_within_a_unit_of_a_fat_tree(cluster: Cluster, data: st.DataObject) -> None:
    after = elaborate(cluster)
    fewer = data.draw(st.integers(first_of_last_unit(after) + 1, len(list(after.nodes()))), label="nodes before")
    assert lost_by_growth(elaborate(with_count(cluster, fewer)), after) == []


@FEW
@given(
    clusters(
        platforms=("dgx-h100", "dgx-a100", "hgx-osfp"),
        counts=st.integers(1, 5),
        whole_units=st.just(True),
        grows=st.just(False),
        managers=st.just(0),
        storage=st.just(False),
        racked=st.just(True),
        removals=st.just(0),
    ),
    st.data(),
)
def test_growth_on_one_switch(cluster: Cluster, data: st.DataObject) -> None:
    after = elaborate(cluster)
    fewer = data.draw(st.integers(1, cluster.groups[0].count), label="nodes before")
    assert after.fabrics[0].levels == 1
    assert lost_by_growth(elaborate(with_count(cluster, fewer)), after) == []


def splitters(count: int, **cabling: object) -> Design:
    """HGX nodes near their leaves: copper splitters, one plug for the same rail of two nodes."""
    return elaborate(
        Cluster(
            name="splitters",
            nodes=Nodes(
                part=catalog.node("supermicro/sys-821ge-tnhr"),
                hca=catalog.hca("nvidia/mcx75310aas-neat"),
                count=count,
            ),
            fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), nodes_per_unit=4),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4, network="shared"),
            cabling=Cabling(**{"loop": "0.2 m"} | cabling),  # type: ignore[arg-type]  # fields of the policy
        )
    )


def down(design: Design) -> list[Cable]:
    return [cable for cable in design.cables if cable.tier == "node-leaf"]


class TestSplitters:
    """A splitter serves one rail of two neighbouring nodes; its free tail waits for the second."""

    def test_an_odd_node_parks_one_tail_of_each_rail(self) -> None:
        three = down(splitters(3))
        parked = [cable for cable in three if not cable.ends[-1].device]
        assert [len(cable.ends) for cable in three] == [3] * 16
        assert [cable.path for cable in parked] == [f"cable/compute/leaf/su1-r{rail}:2" for rail in range(1, 9)]
        assert all(cable.why.endswith("; one tail is parked for the next node") for cable in parked)

    def test_the_next_node_takes_the_parked_tail_and_nothing_else_changes(self) -> None:
        three, four = splitters(3), splitters(4)
        assert lost_by_growth(three, four) == []
        assert [cable.path for cable in down(three)] == [cable.path for cable in down(four)]
        for before, after in zip(down(three), down(four), strict=True):
            assert (before.part, before.length, before.run) == (after.part, after.length, after.run)
            taken = [now.device for then, now in zip(before.ends, after.ends, strict=True) if not then.device]
            assert taken in ([], ["gpu/004"])

    def test_the_splitter_is_long_enough_for_the_seat_to_come(self) -> None:
        """The bought length already covers the farther of the two seats, filled or not."""
        one, two = down(splitters(1)), down(splitters(2))
        assert [cable.length for cable in one] == [cable.length for cable in two]
        assert [cable.run for cable in one] == [cable.run for cable in two]

    def test_a_cable_that_changes_otherwise_is_a_loss(self) -> None:
        short, long = splitters(3), splitters(4, end="3 m", loop="2 m")
        assert any(sentence.startswith("cables: ") for sentence in lost_by_growth(short, long))


def test_a_splitter_fibre_is_long_enough_for_the_seat_to_come() -> None:
    """NDR200: one port of a leaf, split, serves two nodes; the fibre of the first waits for the second."""

    def built(count: int) -> Design:
        adapter = catalog.hca("nvidia/mcx75310aas-heat")
        return elaborate(
            Cluster(
                name="split",
                nodes=Nodes(part=catalog.node("supermicro/sys-821ge-tnhr"), hca=adapter, count=count),
                fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), split=2, nodes_per_unit=64),),
                racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=1),
            )
        )

    assert lost_by_growth(built(33), built(34)) == []


def test_growth_that_adds_spines_is_not_silent() -> None:
    """Beyond the unit, without grow_to: what moves is what lost_by_growth lists."""
    part, switch = made_up_node(2), made_up_switch(8)

    def built(count: int) -> Design:
        return elaborate(
            Cluster(name="x", nodes=Nodes(part=part, count=count), fabrics=(RailOptimized(switch=switch),))
        )

    assert lost_by_growth(built(5), built(8)) == []
    assert any(sentence.startswith("links: ") for sentence in lost_by_growth(built(5), built(9)))
