"""The exported Slurm files under the real controller."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clusterdesign.exporters.slurm import slurm_files
from tests.subnet.fabrics import design

Program = Callable[[str], Path]

# What a site adds, reduced to what lets a controller run as root without any other service. Nodes in the cloud need
# no daemon of their own to be planned on.
SITE = """
SlurmctldPort={port}
SlurmUser=root
AuthType=auth/none
CryptoType=crypto/none
CredType=cred/none
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool
SlurmctldPidFile={directory}/ctld.pid
SlurmctldLogFile={directory}/ctld.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
SuspendProgram=/bin/true
ResumeProgram=/bin/true
SuspendTime=600
ResumeTimeout=600
SlurmctldParameters=cloud_dns
"""


@contextmanager
def controller(files: dict[str, str], directory: Path, program: Program) -> Iterator[Callable[..., str]]:
    """Run slurmctld on some files and provide a function that runs a client program."""
    (directory / "state").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for name, text in files.items():
        content = text
        if name == "slurm.conf":
            content = text.replace("SlurmctldHost=slurmctld", f"SlurmctldHost={socket.gethostname()}(127.0.0.1)")
            content = re.sub(
                r"^(NodeName=.*) State=UNKNOWN$", r"\1 NodeAddr=127.0.0.1 State=CLOUD", content, flags=re.M
            )
            content += SITE.format(port=port, directory=directory)
        (directory / name).write_text(content)
    environment = os.environ | {"SLURM_CONF": str(directory / "slurm.conf")}
    with (directory / "out").open("w") as out:
        daemon = subprocess.Popen(
            [program("slurmctld"), "-D", "-c", "-f", directory / "slurm.conf"], stdout=out, stderr=out
        )

    def client(name: str, *arguments: str) -> str:
        done = subprocess.run(
            [program(name), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
            cwd=directory,
        )
        return done.stdout + done.stderr

    try:
        deadline = time.monotonic() + 30
        while " UP" not in client("scontrol", "ping"):
            assert daemon.poll() is None, (directory / "out").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield client
    finally:
        daemon.terminate()
        daemon.wait(20)


@pytest.mark.skipif(os.geteuid() != 0, reason="a controller without accounts and keys must run as root")
def test_the_controller_takes_the_files_and_places_a_unit_under_one_switch(program: Program, tmp_path: Path) -> None:
    program("slurmctld")
    files = {path.removeprefix("slurm/"): content.decode() for path, content in slurm_files(design(64)).items()}
    files = {name: text for name, text in files.items() if name in {"slurm.conf", "topology.conf", "gres.conf"}}
    with controller(files, tmp_path, program) as client:
        topology = client("scontrol", "show", "topology")
        assert "SwitchName=compute-su1 Level=0 LinkSpeed=1 Nodes=gpu-[001-032]" in topology
        assert "SwitchName=compute-spine Level=1 LinkSpeed=1 Nodes=gpu-[001-064]" in topology
        test = ("--test-only", "--wrap", "hostname")
        assert "gpu-[001-064]" in client("sbatch", "-N", "64", "--gres=gpu:8", *test)
        placed = client("sbatch", "-N", "32", "--gres=gpu:h100:8", "--switches=1", *test)
        assert re.search(r"gpu-\[(001-032|033-064)\]", placed), placed
        assert "not available" in client("sbatch", "-N", "65", *test)
        assert "not available" in client("sbatch", "-N", "1", "--gres=gpu:9", *test)
    log = (tmp_path / "ctld.log").read_text() + (tmp_path / "out").read_text()
    told = [line for line in log.splitlines() if re.search(r"error|fatal|warning", line, re.IGNORECASE)]
    # A controller that starts for the first time has no state to recover, Debian's knows no PMIx, and on a machine that
    # is busy it complains of the clock.
    foreign = re.compile(r"state|lost|pmix|calls to gettimeofday", re.IGNORECASE)
    assert [line for line in told if not foreign.search(line)] == []
