"""The platforms that clusters are proposed on, with what the catalogue says of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from clusterdesign import catalog
from clusterdesign.errors import DesignError
from clusterdesign.parts import Gpu
from clusterdesign.sizing.hardware import Accelerator

Cooling: TypeAlias = Literal["air", "liquid"]

PROXY_RATED = 10_200.0
"""Watts of a node of 8 x H100 or H200 whose vendor gives none: those of DGX H100 and H200 (NVIDIA user guide)."""


@dataclass(frozen=True, slots=True)
class Platform:
    """A node with the fabric that belongs to it.

    Attributes:
        name: what it is called among candidates.
        gpu, node, switch, box, pdu: catalogue ids; ``box`` is a storage box, ``hca`` is fitted where the node comes
            without adapters.
        generation: of InfiniBand.
        nic: bytes/s of an adapter.
        cooling: what the node needs.
        storage_ports: whether the node has ports for a storage fabric; storage joins the compute fabric otherwise.
        widest: nodes of a leaf at 2:1 that give whole uplinks.
        manager: appliance that manages its fabric, where redundancy asks for one.
    """

    name: str
    gpu: str
    node: str
    switch: str
    box: str
    generation: Literal["hdr", "ndr"]
    nic: float
    cooling: Cooling
    storage_ports: bool
    widest: int
    hca: str | None = None
    manager: str | None = None


_HDR = {"switch": "nvidia/mqm8700-hs2f", "box": "generic/flash-2u-hdr"}
_NDR = {"switch": "nvidia/mqm9700-ns2f", "box": "generic/flash-2u-ndr", "manager": "nvidia/ufm-3.1"}


def _hopper(name: str, gpu: str, node: str, *, liquid: bool = False) -> Platform:
    return Platform(
        name=name,
        gpu=gpu,
        node=node,
        generation="ndr",
        nic=50e9,
        cooling="liquid" if liquid else "air",
        storage_ports=not liquid,
        widest=40,
        hca="nvidia/mcx75310aas-neat" if liquid else None,
        **_NDR,
    )


PLATFORMS = (
    Platform(
        name="a100",
        gpu="nvidia/a100-sxm4-80gb",
        node="nvidia/dgx-a100-640gb",
        generation="hdr",
        nic=25e9,
        cooling="air",
        storage_ports=True,
        widest=24,
        **_HDR,
    ),
    _hopper("h100", "nvidia/h100-sxm5-80gb", "nvidia/dgx-h100"),
    _hopper("h200", "nvidia/h200-sxm-141gb", "nvidia/dgx-h200"),
    _hopper("h200-liquid", "nvidia/h200-sxm-141gb", "supermicro/sys-421ge-tnhr2-lcc", liquid=True),
)
"""Every platform, the oldest first."""


@lru_cache(maxsize=len(PLATFORMS))
def accelerator(platform: Platform) -> Accelerator:
    """Return the GPU of a platform.

    Raises:
        DesignError: the catalogue does not know it.
    """
    part = catalog.part(platform.gpu)
    if not isinstance(part, Gpu):
        raise DesignError("is no accelerator", thing=platform.gpu, fix="name a part of kind gpu")
    return Accelerator.of(part)


def rated(platform: Platform) -> tuple[float, bool]:
    """Return the rated watts of a node, and whether they are those of another."""
    maximum = catalog.node(platform.node).power.maximum
    return (PROXY_RATED, True) if maximum is None else (maximum.to("W"), False)


def storage_rate(platform: Platform) -> float:
    """Return the bytes/s that a node's ports toward storage carry in one direction."""
    node = catalog.node(platform.node)
    if not platform.storage_ports:
        return platform.nic * node.gpus
    return sum(port.speed.to("GB/s") * 1e9 for port in node.ports("storage"))


def switch_power(platform: Platform) -> float:
    """Return the largest draw of a switch in watts; 0 where the catalogue does not know it."""
    maximum = catalog.switch(platform.switch).power.maximum
    return 0.0 if maximum is None else maximum.to("W")


def radix(platform: Platform) -> int:
    """Return the ports of a switch."""
    return len(catalog.switch(platform.switch).fabric_ports)
