from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.simulation.cases import cases, has_part
from clusterdesign.simulation.paths import Walker, all_to_all, rail_shifts, switch_links
from clusterdesign.simulation.programs import find_programs
from clusterdesign.simulation.result import connected
from clusterdesign.simulation.routes import NONE, Routes, read_routes
from clusterdesign.subnet import Element, Subnet, Wire
from tests.subnet.fabrics import compute, design


def shortest_routes(fabric: Subnet) -> Routes:
    """Route by hand: down where the destination is below, else up by its number: what a fat-tree engine does."""
    lid = {element.guid: number for number, element in enumerate(fabric.elements, 1)}
    ports: dict[int, dict[int, list[int]]] = {}
    for wire in fabric.wires:
        for here, there in ((wire.a, wire.b), (wire.b, wire.a)):
            ports.setdefault(here[0], {}).setdefault(there[0], []).append(here[1])
    tables = {switch.guid: array("H", [NONE]) * (len(lid) + 1) for switch in fabric.switches}
    order = {adapter.guid: adapter.index for adapter in fabric.adapters}
    for adapter in fabric.adapters:
        leaf = next(iter(ports[adapter.guid]))
        spines = [guid for guid in ports[leaf] if guid in tables]
        spine = spines[order[adapter.guid] % len(spines)] if spines else 0
        for switch, table in tables.items():
            if switch == leaf:
                hop = adapter.guid
            elif leaf in ports.get(switch, {}):
                hop = leaf
            else:
                hop = spine
            if hop in ports.get(switch, {}):
                choices = ports[switch][hop]
                table[lid[adapter.guid]] = choices[order[adapter.guid] // max(len(spines), 1) % len(choices)]
    return Routes(lid, tables)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from((1, 5, 31, 33, 64)))
def test_every_pair_is_walked_and_every_step_counted(nodes: int) -> None:
    fabric = compute(nodes)
    result = all_to_all(Walker(fabric, shortest_routes(fabric)))
    adapters = sum(1 for _ in fabric.adapters)
    assert result.pairs == adapters * (adapters - 1)
    assert result.unrouted == 0
    assert sum(result.hops.values()) == result.pairs
    # A path through k switches passes k - 1 links between switches.
    assert sum(result.load.values()) == sum((hops - 1) * count for hops, count in result.hops.items())
    assert set(result.load) == set(switch_links(fabric))
    assert result.credit_loop == ()


def test_loads_equal_those_of_walking_each_pair_alone() -> None:
    fabric = compute(33)
    walker = Walker(fabric, shortest_routes(fabric))
    load = dict.fromkeys(switch_links(fabric), 0)
    some = [adapter for adapter in fabric.adapters if adapter.index % 8 == 0]
    for source in fabric.adapters:
        for destination in some:
            if source != destination:
                seat = walker.seat(source)
                assert seat is not None
                path = walker.path(seat, destination)
                assert path is not None
                for hop in path[:-1]:
                    load[hop] += 1
    only = {adapter.guid for adapter in some}
    routes = shortest_routes(fabric)
    there = Routes({guid: lid for guid, lid in routes.lid.items() if guid in only}, routes.tables)
    assert all_to_all(Walker(fabric, there)).load == load


def test_a_destination_without_an_entry_is_unrouted() -> None:
    fabric = compute(4, "hdr")
    routes = shortest_routes(fabric)
    victim = next(fabric.adapters)
    for table in routes.tables.values():
        table[routes.lid[victim.guid]] = NONE
    result = all_to_all(Walker(fabric, routes))
    assert result.unrouted == sum(1 for _ in fabric.adapters) - 1


def test_a_ring_of_switches_is_a_credit_loop() -> None:
    switches = [
        Element(f"s{n}", "switch", (n + 1) << 8, f"s{n}", "test/switch", "leaf", ("1", "2", "3")) for n in range(5)
    ]
    hosts = [Element(f"h{n} P1", "adapter", (n + 11) << 8, f"h{n}", "test/node", "node", ("P1",)) for n in range(5)]
    wires = [Wire((hosts[n].guid, 1), (switches[n].guid, 1), f"h{n}", "", 200) for n in range(5)]
    wires += [Wire((switches[n].guid, 2), (switches[(n + 1) % 5].guid, 3), f"s{n}", "", 200) for n in range(5)]
    fabric = Subnet("ring", 1, (*switches, *hosts), tuple(wires))
    lid = {element.guid: n for n, element in enumerate(fabric.elements, 1)}
    # Everything goes round to the right, as far as it takes.
    tables = {
        switch.guid: array("H", [NONE, *(1 if e.guid == hosts[n].guid else 2 for e in fabric.elements)])
        for n, switch in enumerate(switches)
    }
    result = all_to_all(Walker(fabric, Routes(lid, tables)))
    assert result.unrouted == 0
    assert len(result.credit_loop) >= 5


def test_routes_in_circles_end() -> None:
    fabric = compute(33)
    routes = shortest_routes(fabric)
    leaf = next(fabric.switches)
    victim = next(a for a in fabric.adapters if Walker(fabric, routes).seat(a) != leaf.guid)
    up = next(port for guid, port in switch_links(fabric) if guid == leaf.guid)
    spine = fabric.far((leaf.guid, up))
    assert spine is not None
    routes.tables[leaf.guid][routes.lid[victim.guid]] = up
    routes.tables[spine[0]][routes.lid[victim.guid]] = spine[1]
    assert Walker(fabric, routes).path(leaf.guid, victim) is None


def test_shifts_within_a_unit_use_no_link_between_switches() -> None:
    fabric = compute(32)
    shifts = rail_shifts(Walker(fabric, shortest_routes(fabric)))
    assert [(shift.rail, shift.nodes, shift.tried, shift.worst) for shift in shifts] == [
        (rail, 32, 31, 0) for rail in range(1, 9)
    ]


def test_of_many_shifts_some_are_tried() -> None:
    fabric = compute(64)
    shifts = rail_shifts(Walker(fabric, shortest_routes(fabric)), most=10)
    assert all(0 < shift.tried <= 10 for shift in shifts)


def test_dumps_of_opensm_are_read(tmp_path: Path) -> None:
    (tmp_path / "guid2lid").write_text("0x0200000000000a00 0x0001 0x0001\n\n0x0200000000000b01 0x0002 0x0002\n")
    (tmp_path / "opensm.fdbs").write_text(
        "dump_ucast_routes: Switch 0x0200000000000a00\nLID    : Port : Hops : Optimal\n"
        "0x0001 : 000  : 00   : yes\n0x0002 : 041  : 01   : yes\n0x0003 : UNREACHABLE\n"
    )
    routes = read_routes(tmp_path)
    assert routes.lid == {0x0200000000000A00: 1, 0x0200000000000B00: 2}
    assert routes.port(0x0200000000000A00, 2) == 41
    assert routes.port(0x0200000000000A00, 3) == NONE
    assert routes.port(0x1, 2) == NONE


def test_a_run_that_left_nothing_reads_as_no_routes(tmp_path: Path) -> None:
    assert read_routes(tmp_path) == Routes({}, {})


def test_programs_that_are_missing_are_one_error_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(DesignError) as error:
        find_programs(("surely-not-there",))
    assert str(error.value) == (
        "a simulation needs surely-not-there, which this machine does not have\n"
        "  way out: on Debian or Ubuntu: apt-get install --no-install-recommends opensm ibsim-utils infiniband-diags"
    )


def test_what_is_cut_off_is_told_by_name() -> None:
    fabric = compute(33)
    spines = [root.device for root in fabric.roots]
    piece, cut = connected(fabric.without(devices=spines))
    assert len(list(piece.adapters)) == 32
    assert len(cut) == 33 * 8 - 32


def test_what_can_be_taken_away_one_at_a_time() -> None:
    fabric = compute(33)
    assert len(cases(fabric, "leaf")) == 16
    assert cases(fabric, "spine")[0] == "compute/spine/01"
    assert len(cases(fabric, "cable")) == len([w for w in fabric.wires if fabric.by_guid[w.a[0]].kind == "switch"])
    with pytest.raises(DesignError, match="has no spine to take away"):
        cases(compute(4, "hdr"), "spine")
    with pytest.raises(DesignError, match="name one of spine, leaf, cable"):
        cases(fabric, "node")  # type: ignore[arg-type]  # that is the test
    assert has_part(design(33), fabric, "compute/spine/*")
    assert not has_part(design(33), fabric, "storage/**")
