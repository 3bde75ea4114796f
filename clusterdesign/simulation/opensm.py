"""One run of the real OpenSM over a simulated subnet."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clusterdesign.errors import DesignError
from clusterdesign.simulation.processes import Processes, running
from clusterdesign.simulation.programs import PROGRAMS, find_programs
from clusterdesign.simulation.routes import Routes, read_routes
from clusterdesign.subnet import Element, Subnet, netfile
from clusterdesign.subnet.opensm import node_names, opensm_conf, partitions, root_guids

_LIMIT = 900
"""Seconds after which a program is ended; the largest fabric tried, 1024 nodes, takes half a minute."""

_READY = "Network simulator ready"
_ENGINE = re.compile(r"osm_ucast_mgr_process: (\S+) tables configured on all switches")
_COMPLAINT = re.compile(r"(?:ERR AB|not fat-tree|not a fat-tree|ucast_mgr_route|cannot build)")
_HEAD = re.compile(r"^.*? -> ")


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of OpenSM gave.

    Attributes:
        engine: routing engine that configured the switches, as the log has it; empty if none did.
        up: whether the subnet came up.
        complaints: what the log says about engines that gave up.
    """

    engine: str
    up: bool
    complaints: tuple[str, ...]
    routes: Routes
    seconds: float


def run_opensm(subnet: Subnet, host: Element) -> Run:
    """Bring a subnet up once.

    Args:
        subnet: what is plugged together.
        host: the adapter that OpenSM runs behind; only what is connected to it is seen.

    Raises:
        DesignError: a program is missing, or refuses the subnet.
    """
    begin = time.monotonic()
    with simulator(subnet, host) as simulated:
        simulated.opensm()
        log = (simulated.directory / "osm.log").read_text("utf-8", "replace")
        routes = read_routes(simulated.directory)
    engine = _ENGINE.search(log)
    complaints = dict.fromkeys(_HEAD.sub("", line).strip() for line in log.splitlines() if _COMPLAINT.search(line))
    return Run(
        engine=engine[1] if engine else "",
        up="SUBNET UP" in log,
        complaints=tuple(complaints),
        routes=routes,
        seconds=time.monotonic() - begin,
    )


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated subnet that is up and can be talked to."""

    directory: Path
    programs: Mapping[str, str]
    processes: Processes

    def opensm(self) -> None:
        """Let OpenSM sweep once and write its tables.

        Raises:
            DesignError: it did not finish.
        """
        at = self.directory
        # The exit status is 0 even where an engine gave up, so the log is read instead. Without a cache directory
        # of its own OpenSM would take over the LIDs of whatever fabric it saw last.
        command = [self.programs["ibsim-run"], self.programs["opensm"], "-o", "-F", str(at / "opensm.conf")]
        command += ["-f", str(at / "osm.log"), "--dump_files_dir", f"{at}/", "-D", "0x43"]
        status = self.processes.run(command, "opensm.out", limit=_LIMIT)
        if status != 0 or not (at / "osm.log").exists():
            raise DesignError(
                f"OpenSM ended with status {status}: {_last_line(at / 'opensm.out')}",
                fix="run it with --debug, and see whether the fabric is connected at all",
            )

    def ask(self, program: str, *arguments: str) -> str:
        """Run one of the InfiniBand diagnostics on the subnet and return what it prints."""
        place = find_programs((program,))[program]
        self.processes.run([self.programs["ibsim-run"], place, *arguments], f"{program}.out", limit=_LIMIT)
        return (self.directory / f"{program}.out").read_text("utf-8", "replace")


@contextmanager
def simulator(subnet: Subnet, host: Element) -> Iterator[Simulated]:
    """Provide a simulated subnet in a private directory, behind a private socket.

    Raises:
        DesignError: a program is missing, or the simulator refuses the subnet.
    """
    programs = find_programs(PROGRAMS)
    with tempfile.TemporaryDirectory(prefix="clusterdesign-") as name:
        directory = Path(name)
        _write(directory, subnet)
        environment = os.environ | {
            "IBSIM_SOCKNAME": f"clusterdesign-{secrets.token_hex(6)}",
            "SIM_HOST": f"H-{host.guid:016x}",
            "OSM_TMP_DIR": f"{directory}/",
            "OSM_CACHE_DIR": f"{directory}/",
        }
        with running(directory, environment, programs["timeout"]) as processes:
            _start(programs["ibsim"], subnet, directory, processes)
            yield Simulated(directory, programs, processes)


def _write(directory: Path, subnet: Subnet) -> None:
    files = {
        "fabric.net": netfile(subnet),
        "root_guids.txt": root_guids(subnet),
        "partitions.conf": partitions(subnet),
        "node_names.map": node_names(subnet),
        "opensm.conf": opensm_conf(subnet, directory=str(directory)),
    }
    for name, text in files.items():
        (directory / name).write_text(text, "utf-8")


def _start(ibsim: str, subnet: Subnet, directory: Path, processes: Processes) -> None:
    """Start the simulator and wait until it is ready: OpenSM would wait for ever for one that is not."""
    room = 10  # ibsim counts a few of its own
    switches = sum(1 for _ in subnet.switches)
    ports = sum(len(element.port_names) + 1 for element in subnet.elements)
    sizes = ["-N", len(subnet.elements) + room, "-S", switches + room, "-P", ports + room]
    process = processes.start([ibsim, "-s", "-n", *map(str, sizes), "fabric.net"], "ibsim.out", limit=_LIMIT)
    log = directory / "ibsim.out"
    deadline = time.monotonic() + 60
    while _READY not in log.read_text("utf-8", "replace"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise DesignError(
                f"the simulator refuses the fabric: {_last_line(log)}",
                thing=subnet.name,
                fix="check the design first; a port may be used twice",
            )
        time.sleep(0.02)


def _last_line(path: Path) -> str:
    lines = path.read_text("utf-8", "replace").split("\n") if path.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
