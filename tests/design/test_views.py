"""A design cannot be changed, its look-ups and views agree with its records, and it is found by glob."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import networkx as nx
import pytest

from clusterdesign.design import Design, PortRef, views
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from tests.elaboration.clusters import complete

DESIGN = elaborate(complete(9))
VIEWS = [views.links, views.cables, views.power, views.cooling, views.containment]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_a_view_cannot_be_changed(view: Any) -> None:
    graph = view(DESIGN)
    with pytest.raises(nx.NetworkXError, match="Frozen graph can't be modified"):
        graph.add_node("gpu/999")
    with pytest.raises(nx.NetworkXError, match="Frozen graph can't be modified"):
        graph.remove_nodes_from(list(graph))


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        DESIGN.links[0].fabric = "x"  # type: ignore[misc]  # that is the point
    with pytest.raises(FrozenInstanceError):
        DESIGN.name = "x"  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    "lookup", ["device", "rack", "placement", "link", "link_at", "cable_of", "transceiver_in", "fabric", "component"]
)
def test_a_lookup_cannot_be_changed(lookup: str) -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        getattr(DESIGN, lookup)["x"] = None


def test_parallel_links_are_parallel_edges() -> None:
    graph = views.links(DESIGN, "compute")
    assert graph.number_of_edges("compute/leaf/su1-r1", "compute/spine/01") == 8
    assert graph.degree("gpu/001") == 8
    assert "storage/leaf/su1-r1" not in graph


def test_edges_carry_their_records() -> None:
    graph = views.links(DESIGN)
    assert {data["link"] for _, _, data in graph.edges(data=True)} == set(DESIGN.links)
    assert graph.nodes["gpu/001"]["device"] is DESIGN.device["gpu/001"]


def test_power_runs_from_feed_to_device() -> None:
    graph = views.power(DESIGN)
    assert graph.is_directed()
    assert nx.has_path(graph, "feed/A", "gpu/001")
    assert not nx.has_path(graph, "gpu/001", "feed/A")


def test_racks_contain_devices_and_devices_transceivers() -> None:
    edges = set(views.containment(DESIGN).edges)
    assert {a for a, b in edges if b == "gpu/001"} == {DESIGN.placement["gpu/001"].rack}
    assert {b for a, b in edges if a == "gpu/001"} == {m.path for m in DESIGN.transceivers if m.device == "gpu/001"}


def test_both_ports_lead_to_a_link() -> None:
    for link in DESIGN.links:
        assert DESIGN.link_at[link.a] is DESIGN.link_at[link.b] is link


def test_ports_and_cages_are_those_of_the_part() -> None:
    port, cage = DESIGN.port(PortRef("gpu/001", "OSFP4P2")), DESIGN.cage(PortRef("gpu/001", "OSFP4P2"))
    assert port is not None
    assert cage is not None
    assert (port.rail, port.os_name, cage.name) == (1, "mlx5_0", "OSFP4")
    assert DESIGN.port(PortRef("gpu/001", "OSFP9P9")) is None
    assert DESIGN.cage(PortRef("gpu/001", "OSFP9P9")) is None


@pytest.mark.parametrize(
    ("glob", "paths"),
    [
        ("gpu/00?", [f"gpu/00{n}" for n in range(1, 10)]),
        ("gpu/009", ["gpu/009"]),
        ("compute/spine/*", [f"compute/spine/0{n}" for n in range(1, 5)]),
        ("compute/leaf/su1-r[12]", []),
        ("*", []),
        ("feed/*", ["feed/A", "feed/B", "feed/C"]),
        ("**/su1-r8", ["compute/leaf/su1-r8"]),
    ],
)
def test_find(glob: str, paths: list[str]) -> None:
    assert [component.path for component in DESIGN.find(glob)] == paths


def test_what_is_found_comes_in_natural_order() -> None:
    found = [component.path for component in DESIGN.find("link/compute/leaf/su1-r1:*/*")]
    assert found == [f"link/compute/leaf/su1-r1:{cage}/{port}" for cage in range(17, 33) for port in (1, 2)]


def test_switches_are_told_apart_by_fabric() -> None:
    assert {switch.fabric for switch in DESIGN.switches()} == {"compute", "storage", "oob"}
    assert len(list(DESIGN.switches("compute"))) == 12
    assert len(list(DESIGN.nodes())) == 9


def test_designs_are_equal_by_their_records() -> None:
    assert elaborate(complete(9)) == DESIGN
    assert elaborate(complete(10)) != DESIGN
    assert DESIGN != "a design"


def test_a_cable_of_another_part_is_refused() -> None:
    cable = replace(DESIGN.cables[0], part="nvidia/dgx-h100")
    with pytest.raises(DesignError) as caught:
        DESIGN.cable_part(cable)
    assert str(caught.value) == (
        f"{cable.path}: nvidia/dgx-h100 is not a cable\n  way out: give it a cable or fibre part"
    )


def test_an_empty_design_is_a_design() -> None:
    empty = Design(name="empty", parts={})
    assert empty.find("**") == ()
    assert all(view(empty).number_of_nodes() == 0 for view in VIEWS)
