"""What is bought and is no component: label stock, licences, services. Their number follows from the design."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.design.printing import LABELS_ON_SHEET
from clusterdesign.design.procurement import Extra, Per, Section
from clusterdesign.names import summary
from clusterdesign.parts import Node
from clusterdesign.rules.words import count

LABEL_STOCK = "label-stock"
"""First segment of the id of a sheet of labels: ``label-stock/avery-l7651``."""


@dataclass(frozen=True, slots=True)
class ExtraItem:
    """A line of the bill that no part stands for.

    Attributes:
        id: what selectors name it by.
        origin: from which components its quantity follows.
    """

    section: Section
    id: str
    manufacturer: str
    part_number: str
    description: str
    quantity: int
    unit: str
    origin: str
    why: str
    source: str


def extra_items(design: Design) -> Iterator[ExtraItem]:
    """Yield label stock, licences and services. One that nothing in the design asks for is left out."""
    ends = sum(len(cable.ends) for cable in design.cables)
    if ends:
        yield _labels(design, ends)
    for extra in design.procurement.extras:
        counted = COUNTS[extra.per](design)
        if counted:
            yield _declared(extra, counted, origin=_origin(design, extra.per))


def unneeded(design: Design) -> tuple[Extra, ...]:
    """Return the declared licences and services that nothing in the design asks for."""
    return tuple(extra for extra in design.procurement.extras if not COUNTS[extra.per](design))


def _labels(design: Design, ends: int) -> ExtraItem:
    stock = design.printing.stock
    each = LABELS_ON_SHEET[stock]
    maker, _, number = stock.partition("-")
    return ExtraItem(
        section="Labels",
        id=f"{LABEL_STOCK}/{stock}",
        manufacturer=maker.capitalize(),
        part_number=number.upper(),
        description=f"Sheet of {each} labels",
        quantity=ceil(ends / each),
        unit="sheets",
        origin=summary(cable.path for cable in design.cables),
        why=f"one label at each of {ends} cable ends, {each} on a sheet",
        source="declared as printing.stock",
    )


def _declared(extra: Extra, counted: int, *, origin: str) -> ExtraItem:
    every = f"{extra.each} for each" if extra.each > 1 else "one for each"
    why = f"{every} of {count(counted, *_NAMES[extra.per])}"
    if (extra.per, extra.each) == ("cluster", 1):
        why = "one for the cluster"
    term = f", {extra.months} months" if extra.months is not None else ""
    return ExtraItem(
        section="Software" if extra.kind == "licence" else "Services",
        id=extra.id,
        manufacturer=extra.manufacturer,
        part_number=extra.part_number,
        description=f"{extra.description}{term}",
        quantity=counted * extra.each,
        unit=extra.unit,
        origin=origin,
        why=why,
        source=extra.because,
    )


def _devices(*kinds: str) -> Callable[[Design], int]:
    return lambda design: sum(device.kind in kinds for device in design.devices)


def gpus(design: Design) -> int:
    """Return the number of GPUs in the nodes of a design."""
    parts = (design.part_of(device) for device in design.nodes())
    return sum(part.gpus for part in parts if isinstance(part, Node))


def _infiniband(design: Design) -> int:
    fabrics = {fabric.name for fabric in design.fabrics if fabric.protocol == "infiniband"}
    return sum(device.kind == "switch" and device.fabric in fabrics for device in design.devices)


COUNTS: Mapping[Per, Callable[[Design], int]] = MappingProxyType(
    {
        "cluster": lambda _: 1,
        "node": _devices("node"),
        "gpu": gpus,
        "server": _devices("server"),
        "switch": _devices("switch"),
        "infiniband-switch": _infiniband,
        "appliance": _devices("appliance"),
        "storage-box": _devices("storage"),
        "rack": lambda design: len(design.racks),
        "cable": lambda design: len(design.cables),
    }
)
"""How many of each thing a design has."""

_NAMES: Mapping[Per, tuple[str, str]] = MappingProxyType(
    {
        "cluster": ("cluster", "clusters"),
        "node": ("node", "nodes"),
        "gpu": ("GPU", "GPUs"),
        "server": ("server", "servers"),
        "switch": ("switch", "switches"),
        "infiniband-switch": ("InfiniBand switch", "InfiniBand switches"),
        "appliance": ("appliance", "appliances"),
        "storage-box": ("storage box", "storage boxes"),
        "rack": ("rack", "racks"),
        "cable": ("cable", "cables"),
    }
)


def _origin(design: Design, per: Per) -> str:
    kinds = {"node": "node", "gpu": "node", "server": "server", "appliance": "appliance", "storage-box": "storage"}
    if per in kinds:
        return summary(device.path for device in design.devices if device.kind == kinds[per])
    if per in {"switch", "infiniband-switch"}:
        wanted = {fabric.name for fabric in design.fabrics if per == "switch" or fabric.protocol == "infiniband"}
        return summary(device.path for device in design.switches() if device.fabric in wanted)
    if per in {"rack", "cable"}:
        return summary(record.path for record in (design.racks if per == "rack" else design.cables))
    return "the cluster"


__all__ = ["COUNTS", "LABEL_STOCK", "ExtraItem", "extra_items", "gpus", "unneeded"]
