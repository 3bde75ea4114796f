"""What can be bought: frozen, closed, sourced. Datasheet facts belong here; identity and place do not."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from clusterdesign.parts.base import (
    Airflow,
    Confidence,
    Declared,
    Distance,
    Draw,
    Frozen,
    Inlet,
    Part,
    Size,
    Source,
    Supplies,
    build,
)
from clusterdesign.parts.cabling import Cable, CableEnd, Fibre, FibreLength, Medium, Transceiver
from clusterdesign.parts.caged import Caged
from clusterdesign.parts.devices import Adapter, Appliance, Device, Gpu, Hca, Liquid, Node, StorageBox, Switch
from clusterdesign.parts.ports import Cage, CageRow, Plug, Port, PortRole, Protocol
from clusterdesign.parts.site import (
    PHASES,
    CduPart,
    FittingPart,
    OutletGroup,
    PduPart,
    Phase,
    QuickDisconnectPart,
    RackPart,
    Socket,
    SocketType,
)

AnyPart: TypeAlias = Annotated[
    Node
    | Hca
    | Switch
    | Appliance
    | StorageBox
    | Gpu
    | Cable
    | Transceiver
    | Fibre
    | RackPart
    | PduPart
    | CduPart
    | QuickDisconnectPart
    | FittingPart,
    Field(discriminator="kind"),
]
"""Every kind of part, told apart by ``kind``."""

__all__ = [
    "PHASES",
    "Adapter",
    "Airflow",
    "AnyPart",
    "Appliance",
    "Cable",
    "CableEnd",
    "Cage",
    "CageRow",
    "Caged",
    "CduPart",
    "Confidence",
    "Declared",
    "Device",
    "Distance",
    "Draw",
    "Fibre",
    "FibreLength",
    "FittingPart",
    "Frozen",
    "Gpu",
    "Hca",
    "Inlet",
    "Liquid",
    "Medium",
    "Node",
    "OutletGroup",
    "Part",
    "PduPart",
    "Phase",
    "Plug",
    "Port",
    "PortRole",
    "Protocol",
    "QuickDisconnectPart",
    "RackPart",
    "Size",
    "Socket",
    "SocketType",
    "Source",
    "StorageBox",
    "Supplies",
    "Switch",
    "Transceiver",
    "build",
]
