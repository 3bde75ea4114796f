"""Fuzz the readers of dumps with atheris: nothing may come out of them but a dump or the one error type.

Run it from a checkout, with as much time as there is, and a directory for inputs that reached new code::

    pip install atheris
    python -m tools.fuzz_readers -max_total_time=600 corpus/

Whatever it finds belongs as an example into ``tests/asbuilt/test_readers.py``. The arguments are those of libFuzzer.
"""

from __future__ import annotations

import sys
from importlib import import_module


def one(data: bytes) -> None:
    """Give an input to every reader, and what they read to what follows them."""
    from clusterdesign.asbuilt import read_lines  # noqa: PLC0415
    from clusterdesign.asbuilt.infer.shape import shape  # noqa: PLC0415
    from clusterdesign.asbuilt.lldp import neighbours  # noqa: PLC0415
    from clusterdesign.errors import DesignError  # noqa: PLC0415

    lines = data.decode("utf-8", "replace").splitlines()
    # Without a first line that a tool is known by, nearly every input would be refused at once.
    for start in ([], ['Switch\t4 "S-1"\t\t# "leaf"'], ["CA: host mlx5_0:"]):
        try:
            shape(read_lines([*start, *lines]))
        except DesignError:
            continue
    try:
        neighbours(data, "host")
    except DesignError:
        return


def main() -> int:
    """Run the fuzzer; it ends by its own rules."""
    try:
        atheris = import_module("atheris")
    except ImportError:
        sys.stderr.write("atheris is not installed: pip install atheris\n")
        return 2
    with atheris.instrument_imports(include=["clusterdesign.asbuilt"]):
        for name in ("reading", "infer.shape", "lldp"):
            import_module(f"clusterdesign.asbuilt.{name}")
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
