"""What holds of every cluster that can be drawn."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.design import views
from clusterdesign.design.manifest import dump, load
from clusterdesign.elaboration import elaborate
from clusterdesign.intent import Cluster
from clusterdesign.testing.invariants import violations
from clusterdesign.testing.strategies import Platform, clusters

# Two elaborations an example, or a view of everything: a quarter of the examples does.
FEW = settings(max_examples=max(settings().max_examples // 4, 10))
SMALL = st.integers(1, 24)
SOLD: tuple[Platform, ...] = ("dgx-h100", "dgx-h200", "dgx-a100", "hgx-osfp", "hgx-qsfp112")


@given(clusters())
def test_every_design_keeps_every_invariant(cluster: Cluster) -> None:
    assert violations(elaborate(cluster)) == []


@FEW
@given(clusters(counts=SMALL))
def test_what_is_written_is_read_back(cluster: Cluster) -> None:
    design = elaborate(cluster)
    written = dump(design)
    assert load(written) == design
    assert dump(load(written)) == written


@FEW
@given(clusters(counts=SMALL))
def test_the_same_declaration_gives_the_same_bytes(cluster: Cluster) -> None:
    assert dump(elaborate(deepcopy(cluster))) == dump(elaborate(cluster))


@given(
    clusters(
        platforms=SOLD,
        counts=SMALL,
        racked=st.just(True),
        storage=st.just(False),
        managers=st.just(0),
        removals=st.just(0),
        prefer=st.just("copper"),
    )
)
def test_parts_of_one_generation_can_always_be_cabled(cluster: Cluster) -> None:
    """With the default preference and a floor of a few racks, no link stays without a cable."""
    design = elaborate(cluster)
    assert [trouble.what for trouble in design.troubles] == []
    assert {path for cable in design.cables for path in cable.links} == set(design.link)


@FEW
@given(clusters(counts=SMALL))
def test_the_views_agree_with_the_records(cluster: Cluster) -> None:
    design = elaborate(cluster)
    links, cables, power = views.links(design), views.cables(design), views.power(design)
    assert set(links) == set(design.device)
    assert links.number_of_edges() == len(design.links)
    assert cables.number_of_nodes() == len(design.devices) + len(design.cables)
    assert cables.number_of_edges() == sum(bool(end.device) for cable in design.cables for end in cable.ends)
    assert power.number_of_edges() == len(design.cords) + len(design.pdu_feeds)
    assert views.cooling(design).number_of_edges() == len(design.heat)
    contained = len(design.placements) + len(design.transceivers)
    assert views.containment(design).number_of_edges() == contained


@FEW
@given(clusters(counts=SMALL))
def test_the_links_of_a_fabric_are_the_view_of_that_fabric(cluster: Cluster) -> None:
    design = elaborate(cluster)
    sizes = {fabric.name: views.links(design, fabric.name).number_of_edges() for fabric in design.fabrics}
    assert sizes == {name: sum(link.fabric == name for link in design.links) for name in sizes}
    assert sum(sizes.values()) == len(design.links)


@FEW
@given(clusters(counts=SMALL))
def test_find_finds_every_component_by_its_own_path(cluster: Cluster) -> None:
    design = elaborate(cluster)
    assert all(design.find(path) == (component,) for path, component in list(design.component.items())[:40])
    assert len(design.find("**")) == len(design.component)
