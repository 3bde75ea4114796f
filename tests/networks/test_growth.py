"""Growth by stages: what each adds and what it touches again; and the commands that print it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.cli import main
from clusterdesign.elaboration import elaborate
from clusterdesign.elaboration.growth import DOWNLINKS, UPLINKS, at_size, growth
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.rules import check
from clusterdesign.testing.invariants import violations
from clusterdesign.units import kW
from tests.elaboration.clusters import H100, NDR, cluster, complete

DEFINITION = """\
from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import RailOptimized
from clusterdesign.site import RackRow


def cluster(grow_to: int = 0) -> Cluster:
    return Cluster(
        name="atlas",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=32),
        fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), grow_to=grow_to or None),),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
    )
"""


def with_reserve(count: int, reserve: int) -> Cluster:
    plain = complete(count)
    return plain.with_(fabrics=(plain.trees[0].with_(grow_to=reserve), *plain.fabrics[1:]))


class TestOneUnitToTwo:
    """IB-06: the pairs go from eight links to four, which moves 32 / 2 uplinks of eight leaves."""

    def test_half_of_the_uplinks_are_cabled_again(self) -> None:
        first, second = growth(cluster(32), [64])
        assert (first.before, first.recabled, first.discarded) == (None, (), 0)
        assert second.share(UPLINKS) == (128, 256)
        assert second.share(DOWNLINKS) == (0, 256)
        assert (second.added("node"), second.added("leaf"), second.added("spine")) == (32, 8, 4)

    def test_with_sixteen_spines_from_the_first_day_none(self) -> None:
        _, *steps = growth(cluster(32, tree={"minimum_spines": 16}), [64, 96, 128])
        assert [step.share(UPLINKS) for step in steps] == [(0, 256), (0, 512), (0, 768)]
        assert all(step.recabled == () and step.gone == () for step in steps)

    def test_three_units_need_sixteen_spines_and_move_half_again(self) -> None:
        _, _, third, fourth = growth(cluster(32), [64, 96, 128])
        assert third.share(UPLINKS) == (256, 512)
        assert fourth.share(UPLINKS) == (0, 768)

    def test_a_fabric_of_one_switch_is_cabled_anew(self) -> None:
        _, step = growth(cluster(8), [32])
        assert step.share(DOWNLINKS) == (64, 64)
        assert step.gone == ("compute/switch/1",)


class TestReserve:
    def test_no_cable_is_discarded_and_no_device_moves(self) -> None:
        _, *steps = growth(with_reserve(32, 128), [64, 96, 128])
        assert [(step.discarded, len(step.recabled), step.moved, step.gone) for step in steps] == [(0, 0, (), ())] * 3

    def test_without_it_cables_are_discarded_and_devices_move(self) -> None:
        _, step = growth(complete(32), [64])
        assert step.discarded > 128
        assert step.moved

    @pytest.mark.parametrize("reserve", [None, 64])
    def test_every_stage_is_a_design_without_errors_in_its_fabrics(self, reserve: int | None) -> None:
        start = complete(32) if reserve is None else with_reserve(32, reserve)
        for step in growth(start.with_(power=None), [33, 64]):
            assert violations(step.design) == []
            errors = [finding.message for finding in check(step.design).findings if finding.severity == "error"]
            assert errors == []

    def test_power_is_that_of_the_data_sheets(self) -> None:
        first, _ = growth(cluster(32), [64])
        switch = NDR.power.maximum
        assert switch is not None
        assert first.power == kW(10.2) * 32 + switch * 12


class TestSizes:
    def test_the_last_group_grows(self) -> None:
        groups = (Nodes(part=H100, count=4), Nodes(part=H100, count=2, name="new/{n}"))
        grown = at_size(cluster().with_(nodes=groups), 10)
        assert [group.count for group in grown.groups] == [4, 6]
        with pytest.raises(DesignError, match="4 nodes leave none for the last group"):
            at_size(cluster().with_(nodes=groups), 4)

    def test_sizes_rise(self) -> None:
        with pytest.raises(DesignError, match="32 nodes do not follow 32"):
            growth(cluster(32), [32])
        with pytest.raises(DesignError, match="48 nodes do not follow 64"):
            growth(cluster(32), [64, 48])

    def test_each_stage_is_what_that_size_would_be(self) -> None:
        assert growth(cluster(32), [40])[1].design == elaborate(cluster(40))


class TestCommands:
    @pytest.fixture(autouse=True)
    def _definition(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("atlas.py").write_text(DEFINITION, encoding="utf-8")

    def test_grow_prints_a_line_for_each_stage(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["grow", "atlas.py", "--to", "64,96"]) == 0
        heads, *lines = capsys.readouterr().out.splitlines()
        assert "uplinks re-cabled" in heads
        assert [line.split()[0] for line in lines] == ["32", "64", "96"]
        assert "128 of 256" in lines[1]
        assert "256 of 512" in lines[2]

    def test_a_parameter_of_the_definition_compares(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["grow", "atlas.py", "--to", "64", "--set", "grow_to=64"]) == 0
        assert "0 of 256" in capsys.readouterr().out.splitlines()[2]

    @pytest.mark.parametrize("sizes", ["many", "64,", "0", "32"])
    def test_what_is_no_size_is_bad_input(self, sizes: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["grow", "atlas.py", "--to", sizes]) == 2
        assert capsys.readouterr().err.startswith("error: ")

    def test_placement_prints_both_side_by_side(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["placement", "atlas.py"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split() == ["short", "row-end"]
        rows = {line.rsplit(maxsplit=2)[0].strip(): line.split()[-2:] for line in lines[1:]}
        short, plain = (int(metres) for metres in rows["runs, m"])
        assert short < plain
        assert rows["cables"][0] == rows["cables"][1]
