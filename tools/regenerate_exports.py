"""Write ``exports/`` anew: what a build of each definition in ``stacks/`` writes, to be compared by git.

Run as ``make exports``, or ``python -m tools.regenerate_exports [NAME ...]``.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from clusterdesign.definitions import load
from clusterdesign.exporters import FileSet, build
from clusterdesign.rules import check

ROOT = Path(__file__).resolve().parents[1]
STACKS = ROOT / "stacks"
EXPORTS = ROOT / "exports"


def names() -> Iterator[str]:
    """Yield the names of the reference designs, in order."""
    return (definition.parent.name for definition in sorted(STACKS.glob("*/design.py")))


def exports(name: str) -> FileSet:
    """Build one reference design in memory."""
    design = load(STACKS / name / "design.py")
    return build(design, check(design))


def main(arguments: list[str]) -> int:
    """Write the exports that are named, or all of them, and remove those without a definition."""
    known = list(names())
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"no stacks/{unknown[0]}/design.py; there are {', '.join(known)}", file=sys.stderr)
        return 2
    EXPORTS.mkdir(exist_ok=True)
    for name in arguments or known:
        files = exports(name)
        # Whatever is there, even half of a merge, git has it.
        shutil.rmtree(EXPORTS / name, ignore_errors=True)
        files.write(EXPORTS / name)
        print(f"exports/{name}: {len(files)} files, {files.digest[:12]}")
    for directory in sorted(EXPORTS.iterdir()):
        if directory.is_dir() and directory.name not in known:
            shutil.rmtree(directory)
            print(f"exports/{directory.name}: removed, stacks/{directory.name}/design.py is gone")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
