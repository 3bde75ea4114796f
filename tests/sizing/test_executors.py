"""Wide searches: a Dask cluster, the bar of progress, and an interrupt from the keyboard, each as it really is."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from clusterdesign import DesignError
from clusterdesign.sizing import report
from clusterdesign.sizing.chain import compare
from clusterdesign.sizing.propose import options, propose
from clusterdesign.sizing.task import Growth, TrainingTask

TASK = TrainingTask(name="atlas", model="llama-3-8b", tokens=10**11, growth=Growth(now=8))  # type: ignore[arg-type]

TOML = 'name = "atlas"\nmodel = "llama-3-70b"\ntokens = "200B"\n'


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_dask_cluster_of_processes_gives_the_same_proposal() -> None:
    from distributed import Client, LocalCluster  # noqa: PLC0415  # heavy

    told: list[tuple[int, int]] = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers,  # type: ignore[no-untyped-call]
        Client(workers) as client,  # type: ignore[no-untyped-call]
    ):
        found = propose(TASK, executor=client.get_executor(), progress=lambda *now: told.append(now))
    with ProcessPoolExecutor(2) as processes:
        assert found == propose(TASK, executor=processes)
    assert report.as_json(found) == report.as_json(propose(TASK))
    assert told[-1] == (len(options(TASK)),) * 2


def on_a_terminal(directory: Path, *arguments: str, press: Callable[[bytes], bool]) -> tuple[int, str]:
    """Run ``size`` on a terminal, press Ctrl-C when ``press`` says so, and return exit status and what was shown."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(directory)
        code = "import sys; from clusterdesign.cli import main; sys.exit(main(tuple(sys.argv[1:])))"
        os.execv(sys.executable, [sys.executable, "-c", code, "size", *arguments])  # noqa: S606  # our own program
    shown, pressed, latest = b"", False, time.monotonic() + 120
    while time.monotonic() < latest:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            read = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so when the other end is closed
            break
        if not read:
            break
        shown += read
        if not pressed and press(shown):
            os.write(terminal, b"\x03")
            pressed = True
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_was_found(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "task.toml").write_text(TOML, encoding="utf-8")
    status, shown = on_a_terminal(tmp_path, "task.toml", "--jobs", jobs, press=lambda text: b" 9 of" in text)
    assert status == 1
    assert "] 9 of " in shown
    assert "interrupted: what follows is only what was evaluated by then" in shown
    assert "the three nearest:" in shown
    assert "Traceback" not in shown


def test_the_bar_reaches_the_end_and_goes_away(tmp_path: Path) -> None:
    (tmp_path / "task.toml").write_text(f"{TOML}[growth]\nnow = 8\ngpu = 'h100'\n", encoding="utf-8")
    status, shown = on_a_terminal(tmp_path, "task.toml", "--jobs", "1", press=lambda _: False)
    assert status == 0
    bar, rest = shown.split("\r[" + "#" * 30 + "] 1 of 1")
    assert bar == ""
    assert rest.startswith("\r" + " " * 50 + "\ratlas: pre-training")


def test_an_interrupt_before_anything_was_found() -> None:
    def at_once(*_: int) -> None:
        raise KeyboardInterrupt

    small = TASK.with_(model="llama-3-405b", growth=Growth(gpu="h100"))
    nothing = propose(small, progress=at_once)
    assert not nothing.complete
    assert nothing.nearest == ()
    assert "nothing that fits was evaluated" in report.text(nothing)
    with pytest.raises(DesignError) as caught:
        compare(nothing, nothing)
    assert str(caught.value) == (
        "atlas: the search was interrupted before anything was found\n  way out: let it run to its end"
    )
