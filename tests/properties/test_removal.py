"""Leaving an adapter out removes what it needed, and moves nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.intent import Cluster, Override
from clusterdesign.testing.strategies import PLATFORMS, clusters
from tests.elaboration.clusters import CX7, HGX, cluster, racks


def without(cluster: Cluster, index: int, adapter: str) -> Cluster:
    """The cluster with one adapter of one node on back order."""
    nodes = cluster.groups[0]
    override = Override(where=nodes.path(index), part=nodes.fitted.without(adapter), because="on back order")
    return cluster.with_(exceptions=(override,))


def bare(design: Design) -> dict[str, object]:
    """Cables by path, without the sentence that explains them."""
    return {cable.path: replace(cable, why="") for cable in design.cables}


# Two elaborations an example: a quarter of the examples does.
@settings(max_examples=max(settings().max_examples // 4, 10))
@given(
    clusters(
        counts=st.integers(1, 48),
        platforms=PLATFORMS,
        racked=st.just(True),
        prefer=st.sampled_from(("optics", "singlemode")),
        removals=st.just(0),
        whole_units=st.just(False),
    ),
    st.data(),
)
def test_an_adapter_takes_its_link_and_cable_with_it_and_nothing_else(cluster: Cluster, data: st.DataObject) -> None:
    nodes = cluster.groups[0]
    index = data.draw(st.integers(0, nodes.count - 1), label="node")
    names = [adapter.name for adapter in nodes.fitted.adapters if adapter.role == "compute"]
    adapter = data.draw(st.sampled_from(names), label="adapter")
    whole, less = elaborate(cluster), elaborate(without(cluster, index, adapter))
    ports = {port.name for port in nodes.fitted.ports("compute") if port.adapter == adapter}
    gone = {link for link in whole.links if link.a.device == nodes.path(index) and link.a.port in ports}
    assert set(whole.links) - set(less.links) == gone
    assert set(less.links) <= set(whole.links)
    assert less.placements == whole.placements
    assert [device.path for device in less.devices] == [device.path for device in whole.devices]
    kept = {path: cable for path, cable in bare(whole).items() if path not in _cables_of(whole, gone)}
    assert {path: cable for path, cable in bare(less).items() if path in kept} == kept
    assert set(less.transceivers) <= set(whole.transceivers)


def _cables_of(design: Design, links: object) -> set[str]:
    """Paths of the cables that carry some links."""
    paths = {link.path for link in links}  # type: ignore[attr-defined]  # a set of links
    return {cable.path for cable in design.cables if paths.intersection(cable.links)}


class TestTwinCages:
    """A DGX cage serves two rails: leaving one adapter out leaves the module and the other fibre where they are."""

    whole = elaborate(cluster(20, racks=racks()))
    less = elaborate(without(cluster(20, racks=racks()), 4, "hca6"))

    def test_one_link_and_one_fibre_go(self) -> None:
        assert set(self.whole.link) - set(self.less.link) == {"link/gpu/005:OSFP2P2"}
        assert set(bare(self.whole)) - set(bare(self.less)) == {"cable/gpu/005:OSFP2P2"}

    def test_nothing_else_changes(self) -> None:
        assert bare(self.less) == {
            path: cable for path, cable in bare(self.whole).items() if path != "cable/gpu/005:OSFP2P2"
        }
        assert self.less.transceivers == self.whole.transceivers
        assert self.less.troubles == self.whole.troubles == ()

    def test_the_other_fibre_stays_in_its_connector(self) -> None:
        cable = self.less.cable_of["link/gpu/005:OSFP2P1"]
        assert [(end.device, end.cage, end.connector) for end in cable.ends] == [
            ("gpu/005", "OSFP2", 0),
            ("compute/leaf/su1-r7", "3", 0),
        ]

    def test_it_is_declared_as_a_deviation(self) -> None:
        (deviation,) = self.less.deviations
        assert (deviation.where, deviation.matched, deviation.changed) == ("gpu/005", 1, ("gpu/005",))


class TestSplitters:
    """With copper splitters two nodes share a plug at the leaf: the tail of the missing adapter is parked."""

    base = cluster(4, part=HGX, hca=CX7, tree={"nodes_per_unit": 4}, racks=racks(network="shared"))
    whole = elaborate(base)
    less = elaborate(without(base, 2, "hca6"))

    def test_the_number_of_cables_stays(self) -> None:
        assert set(bare(self.less)) == set(bare(self.whole))
        assert set(self.whole.link) - set(self.less.link) == {"link/gpu/003:HCA6P1"}

    def test_one_cable_carries_one_link_less_on_a_parked_tail(self) -> None:
        changed = [path for path, cable in bare(self.less).items() if cable != bare(self.whole)[path]]
        assert changed == ["cable/compute/leaf/su1-r6:2"]
        cable = next(cable for cable in self.less.cables if cable.path == changed[0])
        assert [end.device for end in cable.ends] == ["compute/leaf/su1-r6", "", "gpu/004"]
        assert cable.links == ("link/gpu/004:HCA6P1",)
        assert cable.why.endswith("; one tail is parked for the next node")
