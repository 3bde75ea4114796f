"""Parts: sources of values, changes, cages and ports, adapters, wiring of cables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clusterdesign import catalog
from clusterdesign.errors import DesignError
from clusterdesign.parts import (
    Adapter,
    Cable,
    CableEnd,
    Cage,
    CageRow,
    Draw,
    Hca,
    Node,
    Port,
    PortRole,
    RackPart,
    Size,
    Source,
    Switch,
    build,
)
from clusterdesign.units import Gbps, kg, kW, m, mm

GUIDE = Source(ref="guide", confidence="high")
GUESS = Source(ref="declared assumption", confidence="assumed")


def row(cage: str = "{n}", *, count: int = 4, ports: tuple[str, ...] = ("{n}/1", "{n}/2"), splits: int = 2) -> CageRow:
    return CageRow(
        cage=cage,
        count=count,
        accepts=("osfp-twin-finned",),
        protocol="infiniband",
        ports=ports,
        role="fabric",
        speed=Gbps(400),
        splits=splits,
    )


def switch(*rows: CageRow) -> Switch:
    return Switch(id="x/switch", name="switch", vendor="x", fabric="infiniband", rows=rows)


def node(rails: int = 4) -> Node:
    """A node with two ports a cage, one adapter each."""
    ports = [
        Port(name=f"P{n}", role="compute", speed=Gbps(400), adapter=f"hca{n}", rail=n) for n in range(1, rails + 1)
    ]
    cages = [
        Cage(name=f"C{k}", accepts=("osfp-twin-flat",), protocol="any", ports=tuple(ports[2 * k : 2 * k + 2]))
        for k in range(rails // 2)
    ]
    return Node(
        id="x/node",
        name="node",
        vendor="x",
        adapters=tuple(Adapter(name=f"hca{n}", role="compute") for n in range(1, rails + 1)),
        extra_cages=tuple(cages),
    )


def hca(cages: int = 1) -> Hca:
    single = CageRow(
        cage="P{n}",
        count=cages,
        accepts=("osfp-single-flat",),
        protocol="any",
        ports=("P{n}",),
        role="compute",
        speed=Gbps(400),
    )
    return Hca(id="x/hca", name="hca", vendor="x", rows=(single,))


class TestSources:
    part = RackPart(
        id="x/rack",
        name="rack",
        vendor="x",
        size=Size(height_u=48, width=mm(800)),
        weight=kg(150),
        sources={"": GUIDE, "size": GUESS, "size.width": GUIDE},
    )

    @pytest.mark.parametrize(
        ("field", "source"),
        [("weight", GUIDE), ("size.height_u", GUESS), ("size.width", GUIDE), ("load_static", GUIDE)],
    )
    def test_the_longest_prefix_with_a_source_counts(self, field: str, source: Source) -> None:
        assert self.part.source(field) == source

    def test_without_a_default_other_fields_have_no_source(self) -> None:
        assert self.part.with_(sources={"size": GUESS}).source("weight") is None

    def test_values_are_the_fields_that_were_given(self) -> None:
        assert [field for field, _ in self.part.values()] == [
            "id",
            "name",
            "vendor",
            "size.height_u",
            "size.width",
            "weight",
        ]

    def test_assumed_values_are_listed_whatever_prefix_says_so(self) -> None:
        assert [(field, value) for field, value, _ in self.part.assumed()] == [("size.height_u", 48)]
        everything = self.part.with_(sources={"": GUESS})
        assert [field for field, _, _ in everything.assumed()] == ["size.height_u", "size.width", "weight"]

    def test_what_rules_need_and_nobody_gave_is_unknown(self) -> None:
        assert self.part.unknown() == ("size.depth", "load_static")

    def test_a_field_below_an_absent_model_is_absent(self) -> None:
        assert node().value("supplies.count") is None
        assert "supplies.count" in node().unknown()


class TestChanges:
    def test_a_change_is_validated_and_leaves_the_part_alone(self) -> None:
        part = node()
        assert part.with_(power=Draw(maximum=kW(1.2))).power.maximum == kW(1.2)
        assert part.power.maximum is None

    def test_a_part_cannot_be_changed_in_place(self) -> None:
        with pytest.raises(ValidationError, match="frozen"):
            node().weight = kg(1)  # type: ignore[misc]  # that is the point

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (
                {"wieght": "1 kg"},
                "RackPart: unknown field 'wieght'\n  way out: the fields are kind, id, name, vendor, part_number, "
                "order_number, description, discontinued, size, weight, sources, notes, load_static, load_rolling, "
                "mounting_depth",
            ),
            (
                {"size": {"hieght_u": 1}},
                "RackPart: unknown field 'size.hieght_u'\n  way out: the fields are height_u, width, depth, height",
            ),
            (
                {"sources": {"weight": {"reff": "x"}}},
                "RackPart: sources.weight.ref is missing\n  way out: give sources.weight.ref=",
            ),
            (
                {"weight": "1 W"},
                "RackPart: weight: unknown unit 'W' for mass\n  way out: write one of kg, g, t",
            ),
            (
                {"size": {"height_u": -1}},
                "RackPart: size.height_u: input should be greater than or equal to 0, got -1\n"
                "  way out: correct size.height_u=",
            ),
        ],
    )
    def test_a_wrong_change_names_field_and_way_out(self, change: dict[str, object], message: str) -> None:
        with pytest.raises(DesignError) as caught:
            RackPart(id="x/rack", name="rack", vendor="x").with_(**change)
        assert str(caught.value) == message

    def test_build_says_where_the_data_stood(self) -> None:
        with pytest.raises(DesignError) as caught:
            build(RackPart, {"id": "x/rack", "vendor": "x"}, thing="x/rack", where="rack.toml")
        assert str(caught.value) == "rack.toml: x/rack: name is missing\n  way out: give name="


class TestCages:
    @given(st.integers(min_value=1, max_value=64), st.integers(min_value=0, max_value=9), st.integers(1, 3))
    def test_a_row_expands_to_equal_cages(self, count: int, first: int, each: int) -> None:
        templates = tuple(f"{{n}}/{k}" for k in range(each))
        cages = row(count=count, ports=templates).with_(first=first).expand()
        assert [cage.name for cage in cages] == [str(n) for n in range(first, first + count)]
        assert [port.name for cage in cages for port in cage.ports] == [
            f"{n}/{k}" for n in range(first, first + count) for k in range(each)
        ]

    def test_ports_can_be_numbered_through(self) -> None:
        cages = row(count=3, ports=("swp{p}", "swp{p}")).expand()
        assert [[port.name for port in cage.ports] for cage in cages] == [
            ["swp1", "swp2"],
            ["swp3", "swp4"],
            ["swp5", "swp6"],
        ]

    def test_a_port_is_found_by_its_name_and_by_those_of_its_sub_ports(self) -> None:
        made = switch(row())
        for cage in made.cages:
            for port in cage.ports:
                for name in port.names:
                    assert made.cage_of[name] == cage
                    assert made.port_named[name].name == name
        assert made.cage_of.keys() == made.port_named.keys()
        assert made.port_named["3/2/1"].speed == Gbps(200)
        assert len(made.port_named) == 4 * 2 * 3

    @given(st.integers(min_value=2, max_value=8))
    def test_sub_ports_share_the_speed(self, splits: int) -> None:
        port = Port(name="1", role="fabric", speed=Gbps(400 * splits), splits=splits)
        subs = port.split()
        assert [sub.name for sub in subs] == list(port.names[1:])
        assert {(sub.speed, sub.splits) for sub in subs} == {(Gbps(400), 1)}

    def test_a_port_that_does_not_split_has_one_name(self) -> None:
        assert Port(name="1", role="fabric", speed=Gbps(400)).names == ("1",)

    def test_names_are_unique(self) -> None:
        with pytest.raises(DesignError) as caught:
            switch(row()).with_(rows=(row(), row("x{n}")))
        assert str(caught.value) == "x/switch: port '1/1' is named twice\n  way out: give each port its own name"

    def test_a_template_with_an_unknown_field_is_refused(self) -> None:
        with pytest.raises(DesignError) as caught:
            switch().with_(rows=(row("{x}"),))
        assert caught.value.what == "name template '{x}' cannot be filled: 'x'"


class TestAdapters:
    @given(st.sets(st.integers(min_value=1, max_value=8), min_size=1))
    def test_without_adapters_exactly_their_ports_go(self, gone: set[int]) -> None:
        whole = node(8)
        less = whole.without(*(f"hca{n}" for n in sorted(gone)))
        kept = [port for port in whole.ports("compute") if port.rail not in gone]
        assert list(less.ports("compute")) == kept
        assert {cage.name for cage in less.cages} == {whole.cage_of[port.name].name for port in kept}
        assert less.id == f"x/node+without-{'-'.join(sorted(f'hca{n}' for n in gone))}"

    def test_a_port_keeps_its_position_in_a_shared_cage_when_its_neighbour_goes(self) -> None:
        less = node(4).without("hca1", "hca3", "hca4")
        assert [[(port.name, port.role) for port in cage.ports] for cage in less.cages] == [
            [("P1", "absent"), ("P2", "compute")]
        ]
        assert less.ports("absent")[0].adapter is None

    def test_without_an_adapter_that_is_not_there(self) -> None:
        with pytest.raises(DesignError) as caught:
            node().without("hca9")
        assert str(caught.value) == "x/node: no adapter 'hca9'\n  way out: the adapters are hca1, hca2, hca3, hca4"

    @given(st.integers(min_value=1, max_value=8), st.integers(min_value=1, max_value=2))
    def test_fitted_adapters_carry_a_rail_each(self, count: int, cages: int) -> None:
        bare = Node(id="x/bare", name="bare", vendor="x", slots=8)
        made = bare.fitted(hca(cages), count)
        assert made.id == f"x/bare+{count}xhca"
        assert [adapter.part for adapter in made.adapters] == ["x/hca"] * count
        assert [port.rail for port in made.ports("compute") if port.rail] == list(range(1, count + 1))
        assert len(made.ports("compute")) == count * cages
        assert {port.adapter for port in made.ports("compute")} == {f"hca{n}" for n in range(1, count + 1)}

    def test_more_adapters_than_slots(self) -> None:
        with pytest.raises(DesignError) as caught:
            Node(id="x/bare", name="bare", vendor="x", slots=4).fitted(hca(), 8)
        assert str(caught.value) == "x/bare: 8 adapters do not fit 4 slots\n  way out: ask for 4 or fewer"

    def test_a_node_that_comes_with_adapters_takes_no_others(self) -> None:
        with pytest.raises(DesignError) as caught:
            node().fitted(hca(), 1)
        assert str(caught.value) == (
            "x/node: the node comes with its compute adapters\n  way out: leave hca= out, or use part.without(...)"
        )


class TestCables:
    @given(st.lists(st.integers(min_value=1, max_value=4), min_size=1, max_size=4))
    def test_the_links_of_the_head_go_in_order_to_the_tails(self, tails: list[int]) -> None:
        made = Cable(
            id="x/cable",
            name="cable",
            vendor="x",
            medium="copper-passive",
            ends=(
                CableEnd(plug="osfp-twin-finned", links=sum(tails)),
                *(CableEnd(plug="qsfp112", links=links) for links in tails),
            ),
            length=m(1),
            rate=Gbps(100),
            signalling="ndr",
        )
        assert made.links == len(made.wiring) == len(set(made.wiring)) == sum(tails)
        assert made.wiring == tuple(sorted(made.wiring))
        assert made.is_splitter == (len(tails) > 1)

    def test_ends_must_balance(self) -> None:
        with pytest.raises(DesignError) as caught:
            build(
                Cable,
                {
                    "id": "x/cable",
                    "name": "cable",
                    "vendor": "x",
                    "medium": "aoc",
                    "ends": [{"plug": "qsfp56", "links": 2}, {"plug": "qsfp56", "links": 1}],
                    "length": "3 m",
                    "rate": "200 Gb/s",
                    "signalling": "hdr",
                },
            )
        assert (
            str(caught.value)
            == "x/cable: the head carries 2 links and the other ends 1\n  way out: make the sums equal"
        )


@pytest.mark.parametrize(("role", "word"), [("storage", "STO"), ("inband", "ETH")])
def test_adapters_beside_the_compute_ones_use_all_their_ports(role: PortRole, word: str) -> None:
    dual = catalog.hca("nvidia/mcx755106as-heat")
    made = catalog.node("supermicro/sys-821ge-tnhr").fitted(dual, 1, role)
    assert [(port.name, port.rail, port.adapter) for port in made.ports(role)] == [
        (f"{word}1P1", 1, f"{word.lower()}1"),
        (f"{word}1P2", 2, f"{word.lower()}1"),
    ]
    with pytest.raises(DesignError, match=f"the node comes with its {role} adapters"):
        made.fitted(dual, 1, role)
