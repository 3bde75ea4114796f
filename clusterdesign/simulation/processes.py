"""Processes that never outlive the simulation they belong to."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

_GRACE = 2.0
"""Seconds between asking a process to end and ending it."""


class Processes:
    """Starts programs in one directory, each in a process group of its own, and ends them all.

    Every program runs under ``timeout``, so that it ends by itself even where this process is killed outright:
    OpenSM without a simulator waits for ever and ignores a polite request.
    """

    def __init__(self, directory: Path, environment: Mapping[str, str], timeout: str) -> None:
        self._directory = directory
        self._environment = dict(environment)
        self._timeout = timeout
        self._running: list[subprocess.Popen[bytes]] = []
        self._starting = False
        self._interrupt: BaseException | None = None

    def start(self, command: Sequence[str], log: str, *, limit: int) -> subprocess.Popen[bytes]:
        """Start a program; its output goes to a file of the directory."""
        self._starting = True
        try:
            with (self._directory / log).open("wb") as out:
                process = subprocess.Popen(  # noqa: S603 - programs found by name, arguments of our own
                    [self._timeout, "-k", "2", str(limit), *command],
                    cwd=self._directory,
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            self._running.append(process)
        finally:
            self._starting = False
        if self._interrupt is not None:
            raise self._interrupt
        return process

    def interrupt(self, exception: BaseException) -> None:
        """Raise an exception: at once, or when the program that is being started can be ended with the others."""
        if not self._starting:
            raise exception
        self._interrupt = exception

    def run(self, command: Sequence[str], log: str, *, limit: int) -> int:
        """Run a program to its end and return its exit status; 124 or 137 where it took too long."""
        return self.start(command, log, limit=limit).wait()

    def stop(self) -> None:
        """End every process with all of its children."""
        for process in self._running:
            _signal(process, signal.SIGTERM)
        for process in self._running:
            try:
                process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                _signal(process, signal.SIGKILL)
                process.wait()
        self._running.clear()


@contextlib.contextmanager
def running(directory: Path, environment: Mapping[str, str], timeout: str) -> Iterator[Processes]:
    """Provide :class:`Processes` and end them whatever happens, an interrupt or a request to terminate included."""
    processes = Processes(directory, environment, timeout)
    with _terminable(processes):
        try:
            yield processes
        finally:
            processes.stop()


@contextlib.contextmanager
def _terminable(processes: Processes) -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGHUP into an exception, so that what has been started is ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, _: FrameType | None) -> None:
        processes.interrupt(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))

    asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    # What is ignored stays so: nohup, and jobs in the background of a shell, count on it.
    before = {
        number: signal.signal(number, leave) for number in asked if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Signal the group of a process; the group is its own, since it was started as a session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
