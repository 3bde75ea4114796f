"""What a user waits for before the purchase and after it: simulate, verify and infer, at 128 nodes and at 1,000.

Both are measured on a cluster of nodes and one fabric, so that elaboration does not hide them: 128 nodes on two
levels, 1,000 on three.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.asbuilt import read_lines, verify
from clusterdesign.asbuilt.infer import infer
from clusterdesign.design import Design
from clusterdesign.fabric import RailOptimized
from clusterdesign.simulation import simulate
from clusterdesign.subnet import Subnet, netfile, subnet, subnets

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

SIZES = pytest.mark.parametrize("size", [128, 1000])


@lru_cache
def fabric_design(size: int) -> Design:
    fabric = RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"))
    return elaborate(
        Cluster(name="bench", nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=size), fabrics=(fabric,))
    )


@lru_cache
def compute(size: int) -> Subnet:
    return subnet(fabric_design(size), "compute")


@SIZES
def test_subnet(benchmark: BenchmarkFixture, size: int) -> None:
    made = benchmark.pedantic(subnets, args=(fabric_design(size),), rounds=3)  # type: ignore[no-untyped-call]
    assert len(made) == 1


@SIZES
def test_verify(benchmark: BenchmarkFixture, size: int) -> None:
    text = netfile(compute(size))

    def run() -> bool:
        return verify(fabric_design(size), [compute(size)], read_lines(text.splitlines())).ok

    assert benchmark.pedantic(run, rounds=3)  # type: ignore[no-untyped-call]


@SIZES
def test_infer(benchmark: BenchmarkFixture, size: int) -> None:
    text = netfile(compute(size))

    def run() -> bool:
        return infer(read_lines(text.splitlines())).result.ok

    assert benchmark.pedantic(run, rounds=1)  # type: ignore[no-untyped-call]


LARGE = 100_000_000
"""Octets of a dump that nobody means: a hundred thousand hosts a dozen times over."""

MOST_MEMORY = 400 << 20
"""Octets that a reader of it may take, the interpreter included."""

_READ = """
import resource, sys
from pathlib import Path
from clusterdesign.asbuilt import read_dump
dump = read_dump(Path(sys.argv[1]))
assert "the rest was left out" in dump.conflicts[0]
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def test_large_dump(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    path = tmp_path / "dump.txt"
    with path.open("w") as file:
        switch = 0
        while file.tell() < LARGE:
            switch += 1
            file.write(f'Switch\t65 "S-{switch << 20:016x}"\t\t# "leaf-{switch}" enhanced port 0 lid 1 lmc 0\n')
            for port in range(1, 65):
                guid = (switch << 20) + port
                file.write(f'[{port}]\t"H-{guid:016x}"[1]({guid:x}) \t\t# "gpu-{guid} mlx5_0" lid 9 4xNDR\n')

    def run() -> int:
        # A process of its own: its peak is that of the reader alone.
        command = [sys.executable, "-c", _READ, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # our own text
        return int(done.stdout)

    peak = benchmark.pedantic(run, rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["peak_bytes"] = peak
    assert peak < MOST_MEMORY


@SIZES
@pytest.mark.skipif(shutil.which("ibsim") is None, reason="needs OpenSM and its simulator")
def test_simulate(benchmark: BenchmarkFixture, size: int) -> None:
    assert benchmark.pedantic(simulate, args=(compute(size),), rounds=1).ok  # type: ignore[no-untyped-call]
