"""Fail when a test below a folder was skipped, or when none of them ran: ``no_skips.py JUNIT_XML FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

# The file was written by pytest a moment ago, on this machine.
from xml.etree import ElementTree


def main(junit: Path, folder: Path) -> int:
    """Return the exit status: 0 if every test below the folder was run, 1 otherwise."""
    prefix = ".".join(folder.parts)
    ran = 0
    skipped: list[str] = []
    for case in ElementTree.parse(junit).iter("testcase"):  # noqa: S314 - see the import
        # A module that is skipped as a whole has its dotted path as its name and no class name.
        test = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        if not test.startswith(f"{prefix}."):
            continue
        skip = case.find("skipped")
        if skip is None:
            ran += 1
        else:
            skipped.append(f"{test}: {skip.get('message', 'no reason given')}")
    if skipped:
        print(f"{len(skipped)} tests below {folder} were skipped:", *skipped, sep="\n  ")
        return 1
    if not ran and any(folder.rglob("test_*.py")):
        print(f"no test below {folder} ran")
        return 1
    print(f"{ran} tests below {folder} ran")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
