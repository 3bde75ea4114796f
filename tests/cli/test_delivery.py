"""``build --delivery``: MACs and GUIDs of a list go into what is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.cli import main

DEFINITION = """\
from clusterdesign import Cluster, Nodes, catalog

cluster = Cluster(name="two", nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=2))
"""
MAC = "b8:3f:d2:00:00:01"


@pytest.fixture(autouse=True)
def _with_a_definition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.py").write_text(DEFINITION, encoding="utf-8")


def build(*more: str) -> int:
    return main(("build", "two.py", "--out", "out", "--only", "addresses,design", *more))


def test_a_list_fills_every_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert build() == 0
    before = {
        path.name: path.read_text("utf-8")
        for path in Path("out/addresses").iterdir()
        if path.suffix != ".xlsx" and path.is_file()
    }
    assert not any(MAC in text for text in before.values())

    text = Path("out/addresses/addresses.csv").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("gpu/001,bmc,"))
    Path("delivery.csv").write_text(text.replace(row, row.replace(",,,", f",{MAC},,")), encoding="utf-8")
    assert build("--delivery", "delivery.csv") == 0
    assert "findings: 0 errors" in capsys.readouterr().out
    for name in ("addresses/kea-dhcp4.conf", "addresses/kea-dhcp6.conf", "addresses/dnsmasq.conf", "design.json"):
        assert Path("out", name).read_text("utf-8").count(MAC) == 1
    assert "gpu/001\tbmc" in before["unreserved.txt"]
    assert "gpu/001\tbmc" not in Path("out/addresses/unreserved.txt").read_text("utf-8")


def test_a_fault_in_the_list_leaves_what_was_built(capsys: pytest.CaptureFixture[str]) -> None:
    assert build() == 0
    before = Path("out/addresses/addresses.csv").read_bytes()
    Path("delivery.csv").write_text(f"Device,Interface,MAC\ngpu/003,bmc,{MAC}\n", encoding="utf-8")
    assert build("--delivery", "delivery.csv") == 2
    assert capsys.readouterr().err.splitlines() == [
        "error: delivery.csv: cell A2: 'gpu/003' is no device of two",
        "  way out: did you mean gpu/002 or gpu/001?",
    ]
    assert Path("out/addresses/addresses.csv").read_bytes() == before
