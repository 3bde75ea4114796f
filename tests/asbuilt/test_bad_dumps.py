"""Dumps that are cut short, of two subnets, with GUIDs twice, of another tool, or far too large."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest

from clusterdesign.asbuilt import read_lines, verify
from clusterdesign.asbuilt.infer import infer
from clusterdesign.errors import DesignError
from clusterdesign.subnet import netfile, subnets
from tests.subnet.fabrics import compute, design

TEXT = netfile(compute(5, "hdr"))
MEGABYTE = 1 << 20


def endless(megabytes: int) -> Iterator[str]:
    """Yield the lines of a dump of so many megabytes, every node and port of it another one."""
    left = megabytes * MEGABYTE
    switch = 1
    while left > 0:
        switch += 1
        lines = [f'Switch\t65 "S-{switch << 20:016x}"\t\t# "leaf-{switch}" enhanced port 0 lid 1 lmc 0']
        for port in range(1, 65):
            guid = (switch << 20) + port
            lines.append(f'[{port}]\t"H-{guid:016x}"[1]({guid:x}) \t\t# "gpu-{guid} mlx5_0" lid 9 4xNDR')
        left -= sum(map(len, lines))
        yield from lines


def peak(megabytes: int) -> int:
    tracemalloc.start()
    try:
        read_lines(endless(megabytes))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_what_is_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clusterdesign.asbuilt.dump.MOST", 10_000)
    one, four = peak(1), peak(4)
    assert four < 1.2 * one


@pytest.mark.parametrize("line", ['Ca\t1 "H-{n:x}"\t\t# "gpu-{n} mlx5_0"', "garbage {n}"])
def test_neither_nodes_nor_garbage_fill_memory(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clusterdesign.asbuilt.dump.MOST", 100)
    dump = read_lines(['Switch\t4 "S-1"', *(line.format(n=n) for n in range(2, 1000))])
    assert len(dump.nodes) <= 50
    assert dump.skipped_count == (998 if line.startswith("garbage") else 0)
    if not dump.skipped_count:
        assert dump.conflicts == ["it holds more than 50 nodes; the rest was left out"]


def test_a_dump_cut_short_tells_what_is_missing_and_nothing_else() -> None:
    fabric = compute(5, "hdr")
    lines = TEXT.splitlines()
    result = verify(design(5, "hdr"), [fabric], read_lines(lines[: len(lines) // 2]))
    # The record of the switch comes first and names every adapter: nothing is lost with the adapters' own.
    assert {difference.kind for difference in result.differences} <= {"missing-cable", "absent-device"}


def test_two_dumps_in_one_file_are_both_read() -> None:
    made = design(5, "hdr", storage=True)
    fabrics = subnets(made)
    assert len(fabrics) == 2
    dump = read_lines("".join(netfile(fabric) for fabric in fabrics).splitlines())
    result = verify(made, fabrics, dump)
    assert result.differences == ()
    assert result.wires == sum(len(fabric.wires) for fabric in fabrics)


def test_a_guid_of_two_nodes_is_told_in_the_report() -> None:
    adapter = next(compute(5, "hdr").adapters)
    more = f'\nCa\t1 "H-{adapter.guid:016x}"\t\t# "stranger mlx5_0"\n'
    dump = read_lines((TEXT + more).splitlines())
    result = verify(design(5, "hdr"), [compute(5, "hdr")], dump)
    assert any("stranger" in note for note in result.notes)
    assert any("stranger" in note for note in infer(dump).result.notes)


@pytest.mark.parametrize(
    "text",
    [
        "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n",
        '{"lldp": {"interface": []}}',
        "<?xml version='1.0'?><fabric/>",
        "Switch Lid 0x1: port 1\n",
        "digraph G { a -> b }",
        "",
    ],
    ids=["ibstat", "lldp", "xml", "saquery", "dot", "empty"],
)
def test_the_format_of_another_tool_is_refused_with_a_way_out(text: str) -> None:
    with pytest.raises(DesignError, match=r"is no dump|is empty") as raised:
        read_lines(text.splitlines())
    assert "ibnetdiscover" in raised.value.fix
