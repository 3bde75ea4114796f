"""The same declaration gives the same bytes on every machine: hash seed, time zone and locale do not count."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clusterdesign.design.manifest import dump
from clusterdesign.elaboration import elaborate
from tests.elaboration.clusters import complete

ROOT = Path(__file__).parents[2]
PROGRAM = """
import locale, sys
from clusterdesign.design.manifest import dump
from clusterdesign.elaboration import elaborate
from tests.elaboration.clusters import complete
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    pass
sys.stdout.buffer.write(dump(elaborate(complete(9))))
"""
HERE = hashlib.sha256(dump(elaborate(complete(9)))).hexdigest()


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "4711", "TZ": "America/Adak", "LC_ALL": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "ru_RU.KOI8-R", "PYTHONUTF8": "0"},
    ],
    ids=lambda surroundings: surroundings["LC_ALL"],
)
def test_surroundings_do_not_count(surroundings: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=os.environ | surroundings, cwd=ROOT, capture_output=True, check=True
    )
    assert hashlib.sha256(done.stdout).hexdigest() == HERE
