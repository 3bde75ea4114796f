"""Tests against other people's programs: what LibreOffice, poppler and the like make of our files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def program() -> Callable[[str], Path]:
    """Find a program: ``program("pdftotext")``. Missing, it fails the test in CI and skips it elsewhere."""

    def find(name: str) -> Path:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
        message = f"{name} is not on PATH; .ci/debian-packages.txt lists the packages that these tests need"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)

    return find
