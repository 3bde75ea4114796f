"""Declarations: what defaults say, what changes, what selectors select."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clusterdesign import catalog
from clusterdesign.design import Link, PortRef
from clusterdesign.errors import DesignError
from clusterdesign.fabric import RailOptimized, StorageFabric
from clusterdesign.intent import Cables, Cluster, Nodes, Override, Pin
from clusterdesign.units import Gbps

H100 = catalog.node("nvidia/dgx-h100")
NDR = catalog.switch("nvidia/mqm9700-ns2f")
HGX = catalog.node("supermicro/sys-821ge-tnhr")
CX7 = catalog.hca("nvidia/mcx75310aas-neat")

LINK = Link(
    "link/gpu/001:OSFP4P2",
    "compute",
    "node-leaf",
    PortRef("gpu/001", "OSFP4P2"),
    PortRef("compute/leaf/su1-r1", "1/1"),
    Gbps(400),
    1,
)


class TestNodes:
    @given(st.integers(1, 5000), st.integers(0, 5000))
    def test_paths_follow_from_the_index_alone(self, count: int, index: int) -> None:
        """A node's name does not know how many there are."""
        assert Nodes(part=H100, count=count).path(index) == Nodes(part=H100, count=1).path(index)

    def test_padding_comes_from_the_template(self) -> None:
        nodes = Nodes(part=H100, count=1, name="node-{n:02}", first=99)
        assert [nodes.path(0), nodes.path(1)] == ["node-99", "node-100"]

    def test_an_adapter_for_every_gpu_unless_told_otherwise(self) -> None:
        assert len(Nodes(part=HGX, hca=CX7, count=1).fitted.ports("compute")) == 8
        assert len(Nodes(part=HGX, hca=CX7, hcas=4, count=1).fitted.ports("compute")) == 4
        assert Nodes(part=H100, count=1).fitted is H100


class TestCluster:
    def test_the_first_rail_optimised_fabric_lays_out_the_units(self) -> None:
        fabrics = (StorageFabric(switch=NDR), RailOptimized(switch=NDR))
        declared = Cluster(name="x", nodes=Nodes(part=H100, count=1), fabrics=fabrics)
        assert declared.primary is fabrics[1]
        assert declared.with_(fabrics=fabrics[:1]).primary is fabrics[0]
        assert declared.with_(fabrics=()).primary is None

    def test_a_change_is_a_new_declaration(self) -> None:
        declared = Cluster(name="x", nodes=Nodes(part=H100, count=1))
        assert declared.with_(name="y").name == "y"
        assert declared.name == "x"

    def test_a_declaration_cannot_be_changed_in_place(self) -> None:
        declared = Cluster(name="x", nodes=Nodes(part=H100, count=1))
        with pytest.raises(ValidationError, match="frozen"):
            declared.name = "y"  # type: ignore[misc]  # that is the point

    def test_exceptions_keep_their_number(self) -> None:
        pin = Pin(where="gpu/001", rack="A01", u=1, because="a")
        override = Override(where="gpu/001", part=H100, because="b")
        declared = Cluster(name="x", nodes=Nodes(part=H100, count=1), exceptions=(pin, override, pin))
        assert [number for number, _ in declared.pins()] == [0, 2]
        assert list(declared.overrides()) == [(1, override)]

    def test_a_change_is_checked_as_a_whole(self) -> None:
        declared = Cluster(name="x", nodes=Nodes(part=H100, count=1), fabrics=(RailOptimized(switch=NDR),))
        with pytest.raises(DesignError, match="a fabric cannot be named 'compute', other paths begin so"):
            declared.with_(nodes=Nodes(part=H100, count=1, name="compute/{n}"))


class TestCables:
    @pytest.mark.parametrize(
        ("cables", "selected"),
        [
            (Cables(), True),
            (Cables(fabric="compute"), True),
            (Cables(fabric="storage"), False),
            (Cables(tier="node-leaf", rail=1), True),
            (Cables(tier="node-leaf", rail=2), False),
            (Cables(tier="leaf-spine"), False),
            (Cables(path="gpu/*"), True),
            (Cables(path="compute/leaf/*-r1"), True),
            (Cables(path="gpu"), False),
        ],
        ids=str,
    )
    def test_every_field_that_is_given_must_match(self, cables: Cables, selected: bool) -> None:
        assert cables.selects(LINK) is selected

    def test_it_is_printed_as_it_is_written(self) -> None:
        assert str(Cables(tier="leaf-spine", rail=3)) == "Cables(tier='leaf-spine', rail=3)"
        assert str(Cables()) == "Cables()"
