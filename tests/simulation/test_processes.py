"""Processes of a simulation end with it, whenever the request to stop comes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clusterdesign.simulation.processes import running

STOPS = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: SystemExit, signal.SIGHUP: SystemExit}


@pytest.fixture
def timeout() -> str:
    found = shutil.which("timeout")
    assert found is not None
    return found


@pytest.mark.parametrize("number", STOPS, ids=lambda number: number.name)
def test_a_stop_while_a_program_starts_ends_it_too(
    number: signal.Signals, timeout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def interrupted(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(real(*arguments, **options))
        os.kill(os.getpid(), number)
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(STOPS[number]), running(tmp_path, os.environ, timeout) as processes:
        processes.start(["sleep", "60"], "log", limit=60)
    assert started[0].returncode not in {None, 0}


@pytest.mark.parametrize("number", STOPS, ids=lambda number: number.name)
def test_a_stop_between_programs_ends_those_that_run(number: signal.Signals, timeout: str, tmp_path: Path) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def simulate() -> None:
        with running(tmp_path, os.environ, timeout) as processes:
            started.append(processes.start(["sleep", "60"], "log", limit=60))
            os.kill(os.getpid(), number)

    with pytest.raises(STOPS[number]):
        simulate()
    assert started[0].returncode not in {None, 0}


def test_a_signal_that_was_ignored_stays_ignored(timeout: str, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with running(tmp_path, os.environ, timeout) as processes:
            os.kill(os.getpid(), signal.SIGHUP)
            assert processes.run(["true"], "log", limit=60) == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_handlers_from_before_come_back(timeout: str, tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in STOPS]
    with running(tmp_path, os.environ, timeout):
        pass
    assert [signal.getsignal(number) for number in STOPS] == before
