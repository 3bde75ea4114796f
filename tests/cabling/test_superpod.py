"""The compute fabric of the published SuperPOD of 127 nodes, counted on its graph (RA-11333-001, tables 7 and 8)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clusterdesign.definitions import load
from clusterdesign.design import Design


@pytest.fixture(scope="module")
def superpod() -> Design:
    return load(Path("stacks/superpod-h100/design.py"))


def test_fibres_and_splitters(superpod: Design) -> None:
    fibres = Counter(cable.part for cable in superpod.cables if cable.fabric == "compute")
    assert fibres == {"nvidia/mfp7e10": 2040, "nvidia/mfp7e20": 2}


def test_transceivers(superpod: Design) -> None:
    """Every cage of 48 switches, four for each node, two for each of two managers."""
    compute = {device.path for device in superpod.devices if device.fabric == "compute"}
    modules = Counter(
        (module.part, superpod.device[module.device].role)
        for module in superpod.transceivers
        if module.device in compute or (module.device.startswith("gpu/") and module.cage.startswith("OSFP"))
    )
    assert modules == {
        ("nvidia/mma4z00-ns", "leaf"): 1024,
        ("nvidia/mma4z00-ns", "spine"): 512,
        ("nvidia/mma4z00-ns-flt", "node"): 508,
        ("nvidia/mma4z00-ns400", "manager"): 4,
    }


def test_two_fibres_for_each_twin_module_or_one_where_a_seat_is_free(superpod: Design) -> None:
    """A twin module holds two fibres; on the leaves of unit 1 that lost a seat, the last holds one."""
    held = Counter(
        (end.device, end.cage) for cable in superpod.cables for end in cable.ends if end.connector is not None
    )
    twin = {
        (m.device, m.cage) for m in superpod.transceivers if m.part == "nvidia/mma4z00-ns" and "compute" in m.device
    }
    assert Counter(held[cage] for cage in twin) == {2: 1530, 1: 6}
