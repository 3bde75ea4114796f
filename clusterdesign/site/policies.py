"""Where the cluster stands, what feeds it and what cools it: what a designer declares about the site."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts import CduPart, Declared, Distance, FittingPart, PduPart, RackPart
from clusterdesign.units import Current, Flow, Power, Pressure, Temperature, Voltage, m

PerRack: TypeAlias = Annotated[int, Field(ge=1)]
"""Nodes that share a rack."""


class RackRow(Declared):
    """Rows of racks: a row for each scalable unit or for several, the network rack of each unit among its racks.

    Racks are named by their place, row letter and column number (``A05``), so that growth renames none. Nodes
    fill a rack from the bottom, network equipment from the top.

    Attributes:
        part: the cabinet.
        nodes_per_rack: nodes that share a rack; one number, or one for each group of nodes; ``auto`` for as many as
            space, power after a failure, cooling and weight all allow.
        network: ``own-rack`` for a network rack in each row, ``shared`` to put the switches above the nodes of
            the middle rack.
        pitch: distance between the fronts of neighbouring rows; rack depth, one cold and half a hot aisle by
            default (3.6 m for racks 1.2 m deep; a planning default).
        top_free: rack units left free at the top for cables coming down from the tray.
        power_limit: what may be drawn in a rack with nodes; one value, or one for each group of nodes.
        floor_limit: what the floor below a rack bears.
        core_units: rack units of a core rack that may be filled; all by default. Fewer spread its power and heat.
        placement: ``short`` to stand the network and core racks where the links run least metres, ``row-end`` to
            stand them behind their row.
        units_per_row: scalable units that share a row. In-row CDUs are counted for each row.
        rows, racks_per_row: rows of the hall and rack places in each; without them the hall is taken to be large
            enough. A row of units that is longer goes on in the row behind it.
        aisles: whether the aisles between the rows are open at both ends, or dead ends.
    """

    part: RackPart
    nodes_per_rack: PerRack | Annotated[tuple[PerRack, ...], Field(min_length=1)] | Literal["auto"]
    network: Literal["own-rack", "shared"] = "own-rack"
    pitch: Distance = m(3.6)
    top_free: int = Field(default=2, ge=0)
    core_units: int | None = Field(default=None, ge=1)
    power_limit: Power | Annotated[tuple[Power, ...], Field(min_length=1)] | None = None
    floor_limit: Pressure | None = None
    placement: Literal["short", "row-end"] = "short"
    units_per_row: int = Field(default=1, ge=1, le=32)
    rows: int | None = Field(default=None, ge=1)
    racks_per_row: int | None = Field(default=None, ge=1)
    aisles: Literal["open", "dead-end"] | None = None

    @property
    def _numbers(self) -> tuple[int, ...]:
        """Nodes per rack, group by group. Elaboration chooses them before it asks."""
        if isinstance(self.nodes_per_rack, str):
            raise TypeError("the nodes per rack are still to be chosen")
        return (self.nodes_per_rack,) if isinstance(self.nodes_per_rack, int) else self.nodes_per_rack

    def per_rack(self, group: int) -> int:
        """Return the nodes that share a rack of a group; the last number holds for the groups that follow."""
        return self._numbers[min(group, len(self._numbers) - 1)]

    @property
    def fewest(self) -> int:
        """Nodes in the emptiest racks: rows are planned as long as those need."""
        return min(self._numbers)

    def limit(self, group: int) -> Power | None:
        """Return what may be drawn in a rack of a group."""
        if self.power_limit is None or isinstance(self.power_limit, Power):
            return self.power_limit
        return self.power_limit[min(group, len(self.power_limit) - 1)]

    @model_validator(mode="after")
    def _room_is_left(self) -> Self:
        height = self.part.size.height_u
        if height is not None and self.top_free >= height:
            raise DesignError(
                f"top_free={self.top_free} leaves no rack unit of {height}",
                thing=self.part.id,
                fix=f"leave {max(height - 1, 0)} free or fewer, or take a taller rack",
            )
        return self


class Feeds(Declared):
    """Supply paths A, B, C ... and one PDU on each in every rack that needs it.

    Supply n of a device hangs on feed ``(n - 1) mod count``, so that six supplies on three feeds leave four when
    a feed is lost.

    Attributes:
        count: number of feeds.
        pdu: the rack PDU.
        practice: NEC loads a breaker continuously to 80 % of its rating, IEC to its rating.
        voltage: between two phases; what the PDU is made for by default.
        power_factor: of all devices together (planning value).
        breaker: of the circuit of each PDU, per phase; the rating of the PDU by default.
        capacity: what one whole feed carries; without it the load of feeds is not checked.
        upstream: for each feed what it comes from, the nearest first: ``(("board-1", "ups-1"), ("board-2",))``;
            without it nobody can say that the feeds fail one at a time.
        network_pdu: the PDU of racks that hold only network equipment; the same by default.
        network_feeds: how many of the feeds have a PDU in racks that hold only network equipment. With more than
            two the supplies of neighbouring devices begin on different feeds, so that all of them are used.
    """

    count: int = Field(ge=1, le=26)
    pdu: PduPart
    network_pdu: PduPart | None = None
    practice: Literal["NEC", "IEC"] = "IEC"
    voltage: Voltage | None = None
    power_factor: float = Field(default=0.95, gt=0, le=1)
    breaker: Current | None = None
    capacity: Power | None = None
    upstream: tuple[tuple[str, ...], ...] = ()
    network_feeds: int = Field(default=2, ge=1)

    @model_validator(mode="after")
    def _every_feed_has_its_upstream(self) -> Self:
        if self.upstream and len(self.upstream) != self.count:
            raise DesignError(
                f"upstream= says where {len(self.upstream)} feeds come from, and there are {self.count}",
                thing="feeds",
                fix="give one tuple for each feed, empty where it is not known",
            )
        return self


class Air(Declared):
    """The air that the cluster stands in; what is not declared is a default, and printed as one.

    Attributes:
        inlet: temperature at the inlets of the devices.
        humidity: relative, 0 to 1.
        altitude: above sea level.
        containment: whether cold and hot aisles are closed off; None where nobody said.
        rack_limit: heat that the air may take from one rack, as the site allows it.
        rear_door: heat exchanger in the rear door of every rack with nodes.
        aisle_supply: air that tiles or cooling units give to each cold aisle; one value, or one for each aisle. Rows
            face each other across it in pairs, the first and the second.
    """

    inlet: Temperature = Temperature.of(24, "°C")
    humidity: float = Field(default=0.5, gt=0, le=1)
    altitude: Distance = m(0)
    containment: bool | None = None
    rack_limit: Power | None = None
    rear_door: FittingPart | None = None
    aisle_supply: Flow | Annotated[tuple[Flow, ...], Field(min_length=1)] | None = None


class AirCooled(Air):
    """All heat goes into the air of the hall."""

    kind: Literal["air"] = "air"


class LiquidCooled(Air):
    """Direct liquid cooling for the nodes that have it; the rest of the heat goes into the air.

    Attributes:
        cdu: the coolant distribution unit. In-rack units stand at the bottom of every rack with such nodes and have
            a loop each; in-row units share the loop of their row.
        per_row: in-row units for each row.
        spare: how many units of a loop may fail; one of several in-row units by default, none of a single one.
        facility: supply temperature of the facility water.
        supply: supply temperature of the loop; facility water plus the approach of the unit by default.
        rise: temperature rise of the coolant at full load, K.
        coolant: ``pg25``, water with 25 % propylene glycol, or ``water``.
    """

    kind: Literal["liquid"] = "liquid"
    cdu: CduPart
    per_row: int = Field(default=2, ge=1, le=26)
    spare: int | None = Field(default=None, ge=0)
    facility: Temperature | None = None
    supply: Temperature | None = None
    rise: float = Field(default=10.0, gt=0, le=40)
    coolant: Literal["pg25", "water"] = "pg25"


Cooling: TypeAlias = AirCooled | LiquidCooled
