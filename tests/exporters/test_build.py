from __future__ import annotations

import os
import subprocess
import sys

import pytest

from clusterdesign.design.manifest import load
from clusterdesign.errors import DesignError
from clusterdesign.exporters import EXPORTERS, build
from clusterdesign.rules import Report
from tests.tables.small import small_design

REPORT = Report(design="small", findings=(), not_checked=(), ran=())

CABLING = {f"cabling/{name}" for name in ("cabling.xlsx", "cabling.csv", "cabling.pdf", "labels.csv", "labels.pdf")}
CABLING |= {"cabling/cord-labels.csv", "cabling/cord-labels.pdf"}
SHEETS = CABLING | {"bom/bom.xlsx", "bom/bom.csv", "bom/erp.csv"}


def test_every_exporter_writes_into_its_own_place() -> None:
    files = build(small_design(), REPORT)

    assert files.keys() >= {"design.json", "findings.json", "findings.txt", *SHEETS}
    assert {path.partition("/")[0] for path in files if "/" in path} <= EXPORTERS.keys()
    assert load(files["design.json"]) == small_design()


def test_only_what_is_asked_for_is_built() -> None:
    assert set(build(small_design(), REPORT, only=("bom", "cabling"))) == SHEETS


def test_an_unknown_exporter_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(DesignError) as error:
        build(small_design(), REPORT, only=("cables",))

    assert str(error.value) == (
        f"no exporter 'cables'\n  way out: did you mean cabling? the exporters are {', '.join(EXPORTERS)}"
    )


def test_an_unknown_language_is_refused_whatever_is_built() -> None:
    with pytest.raises(DesignError, match="unknown language 'de'"):
        build(small_design(), REPORT, only=("design",), lang="de")


def test_the_exporters_are_not_to_be_changed() -> None:
    with pytest.raises(TypeError):
        EXPORTERS["more"] = EXPORTERS["bom"]  # type: ignore[index]  # that is the test


PROGRAM = """
from clusterdesign.exporters import build
from tests.exporters.test_build import REPORT
from tests.tables.small import small_design
for lang in ("en", "ru"):
    print(build(small_design(), REPORT, only=("design", "findings", "cabling", "bom"), lang=lang).digest)
"""


def test_same_bytes_whatever_the_hash_seed_the_time_zone_and_the_locale() -> None:
    digests = set()
    for seed, zone, locale in (("0", "UTC", "C"), ("1", "Asia/Kamchatka", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)

    assert len(digests) == 1
    assert len(digests.pop().split()) == 2


def test_the_sheets_load_openpyxl_only_when_they_are_written() -> None:
    program = "import sys, clusterdesign.exporters; sys.exit('openpyxl' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
