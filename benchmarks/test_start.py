"""How long the program takes to start, beside an interpreter that does nothing: wall time, as a user feels it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

pytestmark = pytest.mark.benchmark(disable_gc=True)

ROUNDS = 15


def _program() -> str:
    found = shutil.which("clusterdesign", path=Path(sys.executable).parent)
    assert found, "the package is not installed beside this interpreter"
    return found


@pytest.mark.parametrize(
    "command",
    [
        pytest.param((sys.executable, "-c", "pass"), id="python"),
        pytest.param((_program(), "--help"), id="help"),
    ],
)
def test_start(benchmark: BenchmarkFixture, command: tuple[str, ...]) -> None:
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: subprocess.run(command, check=True, capture_output=True),  # noqa: S603  # our own program
        rounds=ROUNDS,
        warmup_rounds=2,
    )
