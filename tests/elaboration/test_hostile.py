"""Input that nobody would write on purpose: it is answered, quickly, by a design or by one clear error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.design.manifest import dump, load
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Management, Managers, RailOptimized, StorageFabric
from clusterdesign.intent import Cables, Cluster, Nodes, Override, Pin
from clusterdesign.site import Feeds, RackRow
from clusterdesign.testing.invariants import violations
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from tests.elaboration.clusters import (
    A100,
    ETHERNET,
    H100,
    HDR,
    NDR,
    PDU,
    RACK,
    UFM,
    cluster,
    complete,
    racks,
)

HUGE = 10**9


def uncabled(design: Design) -> set[str]:
    return set(design.link) - set(design.cable_of)


class TestNames:
    @given(st.text(max_size=12))
    def test_a_name_is_a_path_segment_or_refused(self, name: str) -> None:
        try:
            made = cluster(1, name=name)
        except DesignError as error:
            outcome = error.what
        else:
            outcome = made.name
        assert outcome in {name, f"name: {name!r} cannot be a name"}

    @given(st.text(alphabet="abz/{}n:03.!,-_ЖЫ ", max_size=14))
    def test_a_template_gives_every_node_its_own_path_or_is_refused(self, template: str) -> None:
        try:
            nodes = Nodes(part=H100, count=2000, name=template)
        except DesignError as error:
            assert error.fix  # noqa: PT017  # either outcome is right
            return
        paths = [nodes.path(index) for index in (0, 8, 9, 99, 999, 1999)]
        assert len(set(paths)) == len(paths)
        assert all(segment.isascii() and segment for path in paths for segment in path.split("/"))

    @pytest.mark.parametrize("template", ["{n}", "n{n}", "hall-1/row-2/{n:04}", "gpu/{n:09}"])
    def test_templates_of_any_depth_work(self, template: str) -> None:
        nodes = Nodes(part=H100, count=2, name=template)
        design = elaborate(cluster().with_(nodes=nodes))
        assert [node.path for node in design.nodes()] == [template.format(n=1), template.format(n=2)]
        assert violations(design) == []

    def test_numbers_may_begin_anywhere(self) -> None:
        design = elaborate(cluster().with_(nodes=Nodes(part=H100, count=2, first=99_999)))
        assert [node.path for node in design.nodes()] == ["gpu/99999", "gpu/100000"]


class TestCounts:
    """Each of these once had no end, or built something else than it said."""

    @pytest.mark.parametrize(
        "fields",
        [
            {"count": HUGE},
            {"count": HUGE, "fabrics": ()},
            {"count": HUGE, "fabrics": (Management(switch=ETHERNET),)},
            {"count": 100_000},
            {"count": 10_000},
            {"tree": {"grow_to": HUGE}},
            {"tree": {"grow_to": 100_000}},
            {"tree": {"nodes_per_unit": HUGE}},
            {"tree": {"minimum_spines": HUGE}, "count": 9},
            {"tree": {"planes": HUGE}},
            {"tree": {"taper": "9999:1"}, "count": 9},
        ],
        ids=str,
    )
    def test_too_much_is_an_error(self, fields: dict[str, Any]) -> None:
        with pytest.raises(DesignError) as caught:
            elaborate(cluster(**fields))
        assert caught.value.fix

    def test_ten_thousand_nodes_without_a_fabric_are_a_design(self) -> None:
        design = elaborate(cluster(10_000, fabrics=()))
        assert len(design.devices) == 10_000
        assert design.links == ()

    @pytest.mark.parametrize("count", [0, -1, 1.5, None, "many"])
    def test_no_number_of_nodes(self, count: object) -> None:
        with pytest.raises(DesignError, match=r"^Nodes: count: "):
            Nodes(part=H100, count=count)  # type: ignore[arg-type]  # that is the point

    def test_a_rack_may_be_declared_fuller_than_it_is(self) -> None:
        """The rules see the nodes above the top; elaboration does as it was told."""
        design = elaborate(cluster(12, racks=racks(HUGE)))
        assert len({design.placement[node.path].rack for node in design.nodes()}) == 1

    # Not what `clusters` draws: anything, whether it can be built or not.
    @settings(max_examples=max(settings().max_examples // 2, 20))
    @given(
        radix=st.integers(2, 80),
        rails=st.integers(1, 12),
        count=st.integers(1, 30),
        fields=st.fixed_dictionaries(
            {},
            optional={
                "taper": st.sampled_from(("1:1", "2:1", "7:5", "63:1", "1:1")),
                "split": st.sampled_from((1, 2)),
                "nodes_per_unit": st.integers(1, 40),
                "grow_to": st.integers(1, 60),
                "minimum_spines": st.integers(1, 40),
                "levels": st.sampled_from((2, 3)),
                "planes": st.integers(1, 4),
                "spine_taper": st.sampled_from(("1:1", "3:1")),
            },
        ),
        managers=st.integers(0, 12),
    )
    def test_any_fabric_is_built_soundly_or_refused(
        self, radix: int, rails: int, count: int, fields: dict[str, Any], managers: int
    ) -> None:
        tree = fields | ({"managers": Managers(part=UFM, count=managers)} if managers else {})
        declared = cluster(count, part=made_up_node(rails), switch=made_up_switch(radix), tree=tree)
        try:
            design = elaborate(declared)
        except DesignError as error:
            assert error.fix  # noqa: PT017  # either outcome is right
            return
        assert violations(design) == []


class TestUnknowns:
    def test_nodes_of_unknown_height_are_counted_and_not_placed(self) -> None:
        node = made_up_node(2, height_u=None)
        design = elaborate(cluster(3, part=node, switch=made_up_switch(16), racks=racks()))
        assert design.placement.keys().isdisjoint(node.path for node in design.nodes())
        assert len(design.links) == 6
        assert design.cables == ()
        assert design.note["gpu/001"][0].startswith("not placed: the height of made-up/node-2-unknown is unknown; ")
        assert {trouble.code for trouble in design.troubles} == {"CBL103"}

    def test_without_racks_every_link_waits_for_its_cable(self) -> None:
        design = elaborate(cluster(9))
        assert uncabled(design) == set(design.link)
        assert [trouble.code for trouble in design.troubles] == ["CBL103"]

    def test_pdus_without_known_outlets_still_take_cords(self) -> None:
        pdu = catalog.pdu("raritan/px3-5747v-v2")
        assert pdu.outlets == ()
        design = elaborate(cluster(2, racks=racks(), power=Feeds(count=2, pdu=pdu)))
        assert sum(cord.device == "gpu/001" for cord in design.cords) == 6

    def test_power_without_racks_has_feeds_and_no_pdus(self) -> None:
        design = elaborate(cluster(2, power=Feeds(count=3, pdu=PDU)))
        assert [feed.path for feed in design.feeds] == ["feed/A", "feed/B", "feed/C"]
        assert (design.pdu_feeds, design.cords) == ((), ())

    @pytest.mark.parametrize("node", catalog.ids("node"))
    def test_every_platform_of_the_catalogue_can_be_declared(self, node: str) -> None:
        design = elaborate(complete(2, part=catalog.node(node), fabrics=(Management(switch=ETHERNET),)))
        assert [device.part for device in design.nodes()] == [node] * 2
        assert load(dump(design)) == design


class TestMisfits:
    """What does not go together is built as declared, with every port once; the rules say what is wrong."""

    def test_a_leaf_with_too_few_ports_gets_names_past_its_panel(self) -> None:
        override = Override(where="compute/leaf/su1-r3", part=HDR, because="on loan")
        design = elaborate(cluster(20, racks=racks(), exceptions=(override,)))
        missing = {ref.port for link in design.links for ref in (link.a, link.b) if design.port(ref) is None}
        assert missing == {f"port-{slot}" for slot in range(41, 65)}
        assert len(design.links) == 20 * 8 + 256
        assert {trouble.code for trouble in design.troubles} <= {"CBL101", "CBL102"}

    def test_two_generations_are_joined_where_a_cable_converts(self) -> None:
        design = elaborate(cluster(20, part=A100, racks=racks()))
        assert design.troubles == ()
        assert {str(link.speed) for link in design.links if link.tier == "node-leaf"} == {"200 Gb/s"}

    def test_and_reported_where_none_does(self) -> None:
        design = elaborate(cluster(20, switch=HDR, racks=racks()))
        assert {trouble.code for trouble in design.troubles} == {"CBL102"}
        assert uncabled(design) == {trouble.path for trouble in design.troubles}

    @pytest.mark.parametrize("glob", ["**a" * 30, "[", "(", "\\", "*?" * 20, "", "gpu/001\n"])
    def test_any_text_is_a_glob(self, glob: str) -> None:
        override = Override(where=glob, part=H100, because="a test")
        design = elaborate(cluster(2, exceptions=(override,)))
        assert [deviation.matched for deviation in design.deviations] == [0]

    def test_a_pin_far_above_the_rack_is_kept_for_the_rules(self) -> None:
        pin = Pin(where="gpu/001", rack="A01", u=HUGE, because="a slip of the finger")
        design = elaborate(cluster(1, racks=racks(network="shared"), exceptions=(pin,)))
        assert design.placement["gpu/001"].u == HUGE
        assert {trouble.code for trouble in design.troubles} == {"CBL101"}

    def test_a_pin_without_racks_has_no_effect_and_says_so(self) -> None:
        pin = Pin(where="gpu/001", rack="A01", u=1, because="a test")
        (deviation,) = elaborate(cluster(1, exceptions=(pin,))).deviations
        assert (deviation.kind, deviation.what, deviation.matched, deviation.changed) == ("pin", "A01 U1", 0, ())


class TestExceptions:
    def test_the_last_override_of_a_path_counts(self) -> None:
        overrides = (
            Override(where="gpu/*", part=H100.without("hca1"), because="first"),
            Override(where="gpu/002", part=H100.without("hca2"), because="second"),
        )
        design = elaborate(cluster(2, exceptions=overrides))
        assert [node.part for node in design.nodes()] == [
            "nvidia/dgx-h100+without-hca1",
            "nvidia/dgx-h100+without-hca2",
        ]
        assert [(item.matched, item.changed) for item in design.deviations] == [
            (2, ("gpu/001", "gpu/002")),
            (1, ("gpu/002",)),
        ]

    def test_an_override_to_the_same_part_changes_nothing(self) -> None:
        design = elaborate(cluster(2, exceptions=(Override(where="gpu/001", part=H100, because="a test"),)))
        assert [(item.matched, item.changed) for item in design.deviations] == [(1, ())]

    def test_a_cable_override_reaches_the_links_that_it_selects(self) -> None:
        cable = catalog.cable("nvidia/mcp4y10-n002")
        where = Cables(tier="leaf-spine", rail=3)
        design = elaborate(cluster(9, racks=racks(), exceptions=(Override(where=where, part=cable, because="stock"),)))
        chosen = {c.path for c in design.cables if c.why == "override: stock"}
        assert chosen == {c.path for c in design.cables if c.tier == "leaf-spine" and "su1-r3" in c.path}
        (deviation,) = design.deviations
        assert (deviation.where, deviation.what) == ("Cables(tier='leaf-spine', rail=3)", f"part {cable.id}")
        assert (deviation.matched, len(deviation.changed)) == (32, 32)
        assert violations(design) == []

    def test_a_pin_moves_a_node_and_nothing_else(self) -> None:
        pin = Pin(where="gpu/002", rack="A02", u=30, because="the floor is weak at A01")
        plain, pinned = elaborate(complete(9)), elaborate(complete(9, exceptions=(pin,)))
        moved = set(pinned.placements) - set(plain.placements)
        assert [(place.device, place.rack, place.u) for place in moved] == [("gpu/002", "rack/A02", 30)]
        assert "pinned to A02 U30: the floor is weak at A01" in pinned.note["gpu/002"]

    def test_a_node_part_without_an_adapter_leaves_out_its_rail_and_no_other(self) -> None:
        """All nodes without hca6: seven leaves, and rail eight is still rail eight."""
        design = elaborate(cluster(20, part=H100.without("hca6")))
        assert {leaf.rail for leaf in design.switches() if leaf.role == "leaf"} == {1, 2, 3, 4, 5, 7, 8}
        assert sum(link.tier == "node-leaf" for link in design.links) == 20 * 7
        assert violations(design) == []


def test_storage_beside_one_switch_has_its_own_leaves() -> None:
    declared = Cluster(
        name="small",
        nodes=Nodes(part=H100, count=4),
        fabrics=(RailOptimized(switch=NDR), StorageFabric(switch=NDR)),
        racks=RackRow(part=RACK, nodes_per_rack=2),
    )
    design = elaborate(declared)
    assert [fabric.levels for fabric in design.fabrics] == [1, 2]
    assert violations(design) == []
