"""The address plan of every reference cluster under Kea, dnsmasq and BIND."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from clusterdesign.definitions import load
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.addresses import addresses_files
from clusterdesign.fabric import Addressing
from clusterdesign.testing.address_strategies import delivered
from tests.addresses.clusters import small

Program = Callable[[str], Path]

STACKS = ("starter-a100", "production-h100", "large-h200", "superpod-h100")


@lru_cache(maxsize=len(STACKS))
def reference(stack: str) -> Design:
    return load(Path(f"stacks/{stack}/design.py"))


@pytest.fixture(params=[(stack, full) for stack in STACKS for full in (False, True)], ids=str)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The files of a cluster, before delivery and after it."""
    stack, full = request.param
    design = delivered(reference(stack)) if full else reference(stack)
    addresses_files(design, "en").write(tmp_path / "out")
    return tmp_path / "out" / "addresses"


def run(*command: str | Path, cwd: Path | None = None) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=cwd)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("version", ["4", "6"])
def test_kea_takes_the_file(program: Program, folder: Path, version: str) -> None:
    code, said = run(program(f"kea-dhcp{version}"), "-t", folder / f"kea-dhcp{version}.conf")
    assert code == 0, said
    assert " ERROR " not in said


def test_kea_would_notice_a_mac_that_is_there_twice(program: Program, tmp_path: Path) -> None:
    files = addresses_files(delivered(reference("starter-a100")), "en")
    config = json.loads(files["addresses/kea-dhcp4.conf"])
    first, second = config["Dhcp4"]["subnet4"][0]["reservations"][:2]
    second["hw-address"] = first["hw-address"]
    (tmp_path / "kea.conf").write_text(json.dumps(config))
    code, said = run(program("kea-dhcp4"), "-t", tmp_path / "kea.conf")
    assert code != 0
    assert "already" in said


def test_dnsmasq_takes_the_file(program: Program, folder: Path) -> None:
    code, said = run(program("dnsmasq"), "--test", "-C", folder / "dnsmasq.conf")
    assert code == 0, said
    assert "syntax check OK" in said


def test_bind_takes_every_zone(program: Program, folder: Path) -> None:
    """Each zone on its own, integrity checked, and all of them as one server would load them."""
    _load(program, folder)


def test_bind_takes_domains_of_which_one_lies_in_the_other(program: Program, tmp_path: Path) -> None:
    services = Addressing().services.with_(domain="services.example.net")
    plan = Addressing(domain="example.net").with_(services=services)
    addresses_files(elaborate(small(addressing=plan)), "en").write(tmp_path / "out")
    _load(program, tmp_path / "out" / "addresses")


def _load(program: Program, folder: Path) -> None:
    for zone in sorted((folder / "zones").glob("*.zone")):
        code, said = run(program("named-checkzone"), "-i", "full-sibling", "-n", "fail", "-m", "fail", zone.stem, zone)
        assert code == 0, said
        assert "warning" not in said.lower(), said
    (folder / "whole.conf").write_text(f'options {{ directory "{folder}"; }};\ninclude "{folder}/named.conf";\n')
    code, said = run(program("named-checkconf"), "-z", folder / "whole.conf")
    assert code == 0, said
    assert said.count("loaded serial") == len(list((folder / "zones").glob("*.zone")))
