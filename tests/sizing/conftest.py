"""The hardware that the tests of sizing share."""

from __future__ import annotations

import pytest

from clusterdesign import catalog
from clusterdesign.parts import Gpu
from clusterdesign.sizing.hardware import Accelerator, Network


def _accelerator(part: str) -> Accelerator:
    gpu = catalog.part(part)
    assert isinstance(gpu, Gpu)
    return Accelerator.of(gpu)


@pytest.fixture(scope="session")
def h100() -> Accelerator:
    return _accelerator("nvidia/h100-sxm5-80gb")


@pytest.fixture(scope="session")
def h200() -> Accelerator:
    return _accelerator("nvidia/h200-sxm-141gb")


@pytest.fixture
def ndr() -> Network:
    """Eight adapters of 400 Gb/s a node, non-blocking, on rails."""
    return Network(nodes=32, nic=50e9)
