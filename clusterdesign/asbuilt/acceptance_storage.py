"""Steps that test storage: what the design asks of a file system is the limit, a published class where it asks nothing.

A node that reads alone is measured before all nodes read together: the first finds a bad node, the second a system
that is too small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from clusterdesign.asbuilt.acceptance_step import Step
from clusterdesign.design import Design
from clusterdesign.design.records import StorageSystem
from clusterdesign.subnet import Subnet
from clusterdesign.units import Rate

_RA = "NVIDIA RA-11333-001, storage performance guidelines"
_GOOD = {"read": 4, "write": 2}
"""GB/s of one node of class good."""

_OWN = "the design"


def storage_steps(design: Design, fabrics: Iterable[Subnet]) -> Iterator[Step]:
    """Yield the steps for every file system; for a storage fabric without one, those of the published class."""
    systems = design.storage
    if not systems and any(design.fabric[fabric.name].node_role == "storage" for fabric in fabrics):
        yield _node(design, "read", "each node alone", None)
        yield _node(design, "write", "each node alone", None)
    for system in systems:
        name = system.path.partition("/")[2]
        where = f"each node alone, {name}" if len(systems) > 1 else "each node alone"
        yield _node(design, "read", where, system.node_read)
        yield _node(design, "write", where, system.node_write)
        yield from _all(design, system, name)


def _node(design: Design, test: Literal["read", "write"], where: str, asked: Rate | None) -> Step:
    count = sum(1 for _ in design.nodes())
    limit = _GOOD[test] if asked is None else asked.to("GB/s")
    expected = "class good" if asked is None else f"{limit:g} GB/s a node, while all do"
    return Step(
        7, "node", f"storage {test}", where, count, _fio(test), expected, limit, "GB/s", _RA if asked is None else _OWN
    )


def _all(design: Design, system: StorageSystem, name: str) -> Iterator[Step]:
    """Yield what the system is to do for all nodes at once: what is asked of it, or of all nodes together."""
    nodes = sum(1 for _ in design.nodes())
    for test, whole, one in (("read", system.read, system.node_read), ("write", system.write, system.node_write)):
        limits = [rate.to("GB/s") for rate in (whole,) if rate is not None]
        limits += [nodes * rate.to("GB/s") for rate in (one,) if rate is not None]
        if limits:
            limit = max(limits)
            what = f"{nodes} nodes at once, {name}"
            expected = f"{limit:g} GB/s in all"
            yield Step(7, "cluster", f"storage {test}", what, 1, _fio(test), expected, limit, "GB/s", _OWN)


def _fio(test: str) -> str:
    return f"fio --rw={test} --bs=1M --iodepth=32 --numjobs=8 --size=64G --direct=1"
