"""Parts of the site: racks, PDUs, coolant distribution units, quick disconnects, manifolds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts.base import Draw, Frozen, Inlet, Part, Supplies
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


SocketType: TypeAlias = Literal["C13", "C19"]
"""Shape of an outlet, IEC 60320."""

Phase: TypeAlias = Literal["L1", "L2", "L3"]

PHASES: tuple[Phase, ...] = ("L1", "L2", "L3")


@dataclass(frozen=True, slots=True)
class Socket:
    """One outlet of a PDU.

    Attributes:
        name: ``B1-C19-2``, or ``C19-2`` where the banks are not published.
        number: 1-based among its equals on the bank.
        bank, phase: empty and None where they are not published.
    """

    name: str
    type: SocketType
    number: int
    bank: str = ""
    phase: Phase | None = None


class OutletGroup(Frozen):
    """Equal outlets of a PDU on one breaker.

    Attributes:
        type: socket.
        count: how many.
        bank: breaker they hang on, ``B1`` ...; None where the layout is not published.
        phase: phase of the bank.
    """

    type: SocketType
    count: int = Field(ge=1)
    bank: str | None = None
    phase: Phase | None = None


class PduPart(Caged):
    """A rack power distribution unit.

    Attributes:
        rated_current: per phase, as the plug or breaker is rated, before any derating.
        rated_power: what the datasheet states.
        already_derated: the stated power holds the 80 % of continuous-load practice: do not derate again.
        bank_current: rating of one bank breaker.
        outlet_heights: height of outlets above the lowest rack unit, by name, where they are known; all others are
            taken to be spread evenly over the PDU.
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
    outlet_heights: Mapping[str, Length] = {}
    power: Draw = Draw()

    NEEDED: ClassVar[tuple[str, ...]] = ("rated_current", "voltage", "rated_power", "weight")

    @model_validator(mode="after")
    def _heights_are_of_outlets(self) -> Self:
        for name, height in self.outlet_heights.items():
            if name not in self.sockets:
                raise DesignError(
                    f"outlet_heights names {name}, which is no outlet",
                    thing=self.id,
                    fix=f"its outlets are {', '.join(list(self.sockets)[:3]) or 'not given'} ...",
                )
            if height.base < 0:
                raise DesignError(
                    f"outlet {name} cannot be {height} high", thing=self.id, fix="count from the lowest rack unit"
                )
        return self

    @cached_property
    def sockets(self) -> dict[str, Socket]:
        """Every outlet by name, in the order of the groups; equal groups on one bank are counted on."""
        counted: Counter[str] = Counter()
        found: dict[str, Socket] = {}
        for group in self.outlets:
            stem = f"{group.bank}-{group.type}" if group.bank else group.type
            for _ in range(group.count):
                counted[stem] += 1
                name = f"{stem}-{counted[stem]}"
                found[name] = Socket(name, group.type, counted[stem], group.bank or "", group.phase)
        return found

    @cached_property
    def outlet_places(self) -> dict[str, tuple[int, int]]:
        """0-based place of each outlet among those of its type, one phase after the other, and how many there are."""
        found = {}
        for type_ in dict.fromkeys(socket.type for socket in self.sockets.values()):
            equals = self.in_turn(type_)
            found.update({socket.name: (n, len(equals)) for n, socket in enumerate(equals)})
        return found

    def in_turn(self, type_: SocketType, start: int = 0) -> tuple[Socket, ...]:
        """Return the outlets of one type in the order in which cords take them.

        Neighbours in the order are on different phases, then on different banks, so that the first cords spread
        over both; ``start`` turns the phases: 0 begins with L1, 1 with L2. Without published phases it is the
        printed order.
        """
        sockets = [socket for socket in self.sockets.values() if socket.type == type_]
        banks: dict[Phase | None, list[str]] = {}
        for socket in sockets:
            if socket.bank not in banks.setdefault(socket.phase, []):
                banks[socket.phase].append(socket.bank)

        def turn(socket: Socket) -> tuple[int, int, int]:
            phase = 0 if socket.phase is None else (PHASES.index(socket.phase) - start) % len(PHASES)
            return socket.number, banks[socket.phase].index(socket.bank), phase

        return tuple(sorted(sockets, key=turn))


class CduPart(Caged):
    """A coolant distribution unit.

    Attributes:
        capacity: heat it moves at its stated approach.
        approach: temperature difference between facility and technology loop at that capacity.
        flow: flow of the technology loop.
        head: external pressure available.
        pumps: as the datasheet states them, ``1+1 hot-swap``.
        pump_power: what the unit draws at most.
        supplies: its power inlets.
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
    supplies: Supplies | None = None
    facility_inlet_max: Temperature | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("capacity", "approach_k", "flow", "head")

    @property
    def spare_pumps(self) -> int | None:
        """Pumps that may fail: one of ``1+1``; None where the statement does not say."""
        found = re.match(r"(?:N|\d+)\s*\+\s*(\d+)", self.pumps or "")
        return int(found[1]) if found else None


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


class FittingPart(Part):
    """A small part of racks, coolant loops and supplies.

    Attributes:
        form: what it is.
        ports: places on a manifold for nodes.
        length: of a hose or cord.
        inlet: that a cord fits.
        millilitres: coolant in a hose or manifold, or in one can of coolant.
        capacity: heat that a rear door takes out of the air.
        power: what the fans of a rear door draw at most; 0 for a passive one.
        supplies: power inlets of a rear door.
        flow: flow at which the pressure drop holds.
        pressure_drop: over one of it, at that flow.
    """

    kind: Literal["fitting"] = "fitting"
    form: Literal["hose", "manifold", "coolant", "rear-door", "blanking-panel", "power-cord"]
    ports: int | None = Field(default=None, ge=1)
    length: Length | None = None
    inlet: Inlet | None = None
    millilitres: int | None = Field(default=None, ge=0)
    capacity: Power | None = None
    power: Power | None = None
    supplies: Supplies | None = None
    flow: Flow | None = None
    pressure_drop: Pressure | None = None
