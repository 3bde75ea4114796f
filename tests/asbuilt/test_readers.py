from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clusterdesign.asbuilt import read_dump, read_lines, verify
from clusterdesign.asbuilt.dump import KEPT, lane_name
from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.subnet import netfile, subnets
from tests.subnet.fabrics import compute, design, designs

DISCOVERED = """\
#
# Topology file: generated on Mon Jan  5 10:00:00 2026
#
vendid=0x2c9
devid=0xd2f2
sysimgguid=0xfc6a1c0300000000
switchguid=0xfc6a1c0300000000(fc6a1c0300000000)
Switch	65 "S-fc6a1c0300000000"		# "MF0;leaf-1:MQM9700/U1" enhanced port 0 lid 1 lmc 0
[1]	"H-b8cef60300000000"[1](b8cef60300000000) 		# "gpu-1 mlx5_0 " lid 9 4xNDR
[33][ext 17]	"S-fc6a1c0300000100"[2]		# "spine" lid 3 2xHDR
[65]	"H-fc6a1c0300000008"[1](fc6a1c0300000008) 		# "Mellanox Technologies Aggregation Node" lid 20 4xNDR

vendid=0x2c9
caguid=0xb8cef60300000000
Ca	1 "H-b8cef60300000000"		# "gpu-1 mlx5_0 "
[1](b8cef60300000000) 	"S-fc6a1c0300000000"[1]		# lid 9 lmc 0 "MF0;leaf-1:MQM9700/U1" lid 1 4xNDR
"""

LINKED = """\
CA: gpu-1 mlx5_0:
      0xb8cef60300000000      9    1[  ] ==( 4X       106.25 Gbps Active/  LinkUp)==>       1    1[  ] "leaf-1" ( )
Switch: 0xfc6a1c0300000000 leaf-1:
           1    1[  ] ==( 4X       106.25 Gbps Active/  LinkUp)==>       9    1[  ] "gpu-1 mlx5_0" ( )
           1    2[  ] ==(                Down/ Polling)==>             [  ] "" ( )
           1   33[  ] ==( 2X        53.125 Gbps Active/  LinkUp)==>       3    2[  ] "spine" ( )
"""


def test_ibnetdiscover_is_read_with_names_speeds_and_aggregation_nodes() -> None:
    dump = read_lines(DISCOVERED.splitlines())
    assert dump.tool == "ibnetdiscover"
    assert dump.skipped_count == 0
    leaf, spine, node = 0xFC6A1C0300000000, 0xFC6A1C0300000100, 0xB8CEF60300000000
    assert dump.name(node) == "gpu-1 mlx5_0"
    assert dump.far[leaf, 33] == (spine, 2)
    assert str(dump.speed[leaf, 1]) == "4xNDR"
    assert str(dump.speed[leaf, 33]) == "2xHDR"
    assert sorted(dump.links()) == [((node, 1), (leaf, 1)), ((leaf, 33), (spine, 2))]


def test_iblinkinfo_is_read_with_far_ends_by_lid() -> None:
    dump = read_lines(LINKED.splitlines())
    assert dump.tool == "iblinkinfo"
    leaf, node = 0xFC6A1C0300000000, 0xB8CEF60300000000
    assert dump.far[leaf, 1] == (node, 1)
    assert str(dump.speed[leaf, 1]) == "4xNDR"
    # The spine has no record of its own: its LID stands for it.
    assert dump.far[leaf, 33] == (3, 2)
    assert dump.name(3) == "spine"


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        (2.5, "SDR"),
        (10.0, "QDR"),
        (14.0625, "FDR"),
        (25.78125, "EDR"),
        (53.125, "HDR"),
        (106.25, "NDR"),
        (212.5, "XDR"),
    ],
)
def test_a_lane_speed_has_its_name(printed: float, name: str) -> None:
    assert lane_name(printed) == name


@settings(max_examples=15, deadline=None)
@given(designs)
def test_the_network_file_of_a_design_verifies_without_a_difference(sound: Design) -> None:
    for fabric in subnets(sound):
        dump = read_lines(netfile(fabric).splitlines())
        assert dump.skipped_count == 0
        assert dump.conflicts == []
        assert len(list(dump.links())) == len(fabric.wires)
        result = verify(sound, [fabric], dump)
        assert result.differences == ()
        assert result.right == result.wires == len(fabric.wires)


LINES = st.one_of(
    st.sampled_from((DISCOVERED + LINKED).splitlines()),
    st.text(max_size=60),
    st.builds(
        lambda line, at, text: line[:at] + text + line[at:],
        st.sampled_from((DISCOVERED + LINKED).splitlines()),
        st.integers(0, 90),
        st.text(max_size=4),
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(LINES, max_size=30))
@example(['Switch\t4 "S-0"', '[1]\t"S-0"[1]'])
@example(["CA: x:", '  0x0 1 1[  ] ==( 4X 1.2.3 Gbps Active)==> 1 1[  ] "x" ( )'])
def test_no_text_raises_anything_but_the_one_error(lines: list[str]) -> None:
    sound = design(4, "hdr")
    try:
        dump = read_lines(lines)
    except DesignError:
        return
    verify(sound, subnets(sound), dump)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 20000), st.integers(0, 20000))
def test_a_dump_that_is_cut_is_read_as_far_as_it_goes(first: int, second: int) -> None:
    fabric = compute(31, "hdr")
    text = netfile(fabric)
    a, b = sorted((first % len(text), second % len(text)))
    try:
        dump = read_lines(text[a:b].splitlines())
    except DesignError:
        return
    verify(design(31, "hdr"), [fabric], dump)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_the_one_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("dump") / "dump.txt"
    path.write_bytes(data)
    with pytest.raises(DesignError, match=r"is no dump|is empty"):
        read_dump(path)


def test_lines_that_cannot_be_read_are_told_with_their_numbers_and_counted() -> None:
    lines = [*DISCOVERED.splitlines(), *("garbage" for _ in range(100))]
    dump = read_lines(lines)
    assert dump.skipped_count == 100
    assert len(dump.skipped) == KEPT
    assert dump.skipped[0] == f"line {len(DISCOVERED.splitlines()) + 1}: garbage"


def test_a_guid_that_stands_for_two_nodes_is_told() -> None:
    dump = read_lines([*DISCOVERED.splitlines(), "", 'Ca\t1 "H-b8cef60300000000"\t\t# "gpu-2 mlx5_0"'])
    assert dump.conflicts == ["GUID 0xb8cef60300000000 is adapter 'gpu-1 mlx5_0' and adapter 'gpu-2 mlx5_0'"]


def test_a_dump_without_end_does_not_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clusterdesign.asbuilt.dump.MOST", 100)
    dump = read_lines(netfile(compute(31, "hdr")).splitlines())
    assert len(dump.far) <= 101
    assert "it holds more than 100 ports; the rest was left out" in dump.conflicts


def test_a_file_that_is_not_there_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(DesignError, match="cannot be read: No such file"):
        read_dump(tmp_path / "none")
