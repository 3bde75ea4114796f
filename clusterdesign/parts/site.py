"""Parts of the site: racks, PDUs, coolant distribution units, quick disconnects, manifolds."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from clusterdesign.parts.base import Draw, Frozen, Part
from clusterdesign.parts.caged import Caged
from clusterdesign.units import ApparentPower, Current, Flow, Length, Mass, Power, Pressure, Temperature, Voltage


class RackPart(Part):
    """A cabinet.

    Attributes:
        load_static, load_rolling: permitted load standing still, and on casters.
        mounting_depth: depth that equipment and its cables can use, where published.
    """

    kind: Literal["rack"] = "rack"
    load_static: Mass | None = None
    load_rolling: Mass | None = None
    mounting_depth: Length | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("size.height_u", "size.width", "size.depth", "weight", "load_static")


class OutletGroup(Frozen):
    """Equal outlets of a PDU on one breaker.

    Attributes:
        type: socket.
        count: how many.
        bank: breaker they hang on, ``B1`` ...; None where the layout is not published.
        phase: phase of the bank.
    """

    type: Literal["C13", "C19"]
    count: int = Field(ge=1)
    bank: str | None = None
    phase: Literal["L1", "L2", "L3"] | None = None


class PduPart(Caged):
    """A rack power distribution unit.

    Attributes:
        rated_current: per phase, as the plug or breaker is rated, before any derating.
        rated_power: what the datasheet states.
        already_derated: the stated power holds the 80 % of continuous-load practice: do not derate again.
        bank_current: rating of one bank breaker.
    """

    kind: Literal["pdu"] = "pdu"
    orientation: Literal["vertical", "horizontal"] = "vertical"
    input_plug: str | None = None
    phases: Literal[1, 3] | None = None
    rated_current: Current | None = None
    voltage: Voltage | None = None
    rated_power: ApparentPower | None = None
    already_derated: bool = False
    banks: int | None = None
    bank_current: Current | None = None
    outlets: tuple[OutletGroup, ...] = ()
    power: Draw = Draw()

    NEEDED: ClassVar[tuple[str, ...]] = ("rated_current", "voltage", "rated_power", "weight")


class CduPart(Caged):
    """A coolant distribution unit.

    Attributes:
        capacity: heat it moves at its stated approach.
        approach: temperature difference between facility and technology loop at that capacity.
        flow: flow of the technology loop.
        head: external pressure available.
    """

    kind: Literal["cdu"] = "cdu"
    form: Literal["in-rack", "in-row"] = "in-row"
    rejects_to: Literal["liquid", "air"] = "liquid"
    capacity: Power | None = None
    approach_k: float | None = None
    flow: Flow | None = None
    flow_per_kw: Flow | None = None
    head: Pressure | None = None
    pumps: str | None = None
    pump_power: Power | None = None
    facility_inlet_max: Temperature | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("capacity", "approach_k", "flow", "head")


class QuickDisconnectPart(Part):
    """A coolant quick disconnect.

    Attributes:
        flow: rated flow.
        pressure_drop: at the rated flow.
        pressure_max: maximum allowable working pressure.
        heat_per_pair: heat one pair carries at 10 K.
    """

    kind: Literal["quick-disconnect"] = "quick-disconnect"
    flow: Flow | None = None
    pressure_drop: Pressure | None = None
    pressure_max: Pressure | None = None
    heat_per_pair: Power | None = None
    fluid_max: Temperature | None = None
