"""The programs a simulation needs, and what to install where they are missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from clusterdesign.errors import DesignError

PROGRAMS = ("opensm", "ibsim", "ibsim-run", "timeout")
PACKAGES = "opensm ibsim-utils infiniband-diags"

# Debian puts daemons where the PATH of an ordinary user does not look.
_ALSO = ("/usr/sbin", "/sbin")


def find_programs(names: tuple[str, ...] = PROGRAMS) -> Mapping[str, str]:
    """Return the path of every program.

    Raises:
        DesignError: some are missing; the message holds the line that installs them.
    """
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_ALSO))
    found = {name: shutil.which(name, path=path) for name in names}
    missing = [name for name, place in found.items() if place is None]
    if missing:
        raise DesignError(
            f"a simulation needs {', '.join(missing)}, which this machine does not have",
            fix=f"on Debian or Ubuntu: apt-get install --no-install-recommends {PACKAGES}",
        )
    return {name: place for name, place in found.items() if place is not None}
