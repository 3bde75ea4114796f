"""Faults of cooling: heat without a way, halls and loops that do not carry it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterdesign.design import Cord, Design, Device, HeatPath, Loop
from clusterdesign.design.records import Premise
from clusterdesign.parts import CduPart, Liquid, Node, Supplies
from clusterdesign.testing.mutations.base import mutation, put, with_part
from clusterdesign.units import Flow, Pressure, Temperature, kW

_PATHS = ("cdu/1", "cdu/2")


def _hall(design: Design, **changes: Any) -> Design:
    return replace(design, halls=tuple(replace(hall, **changes) for hall in design.halls))


def _wet(design: Design, *, loop: dict[str, Any] | None = None, **cdu: Any) -> Design:
    """Return the design with cold plates in all nodes and a loop of two CDUs that carries them."""
    part = CduPart(
        id="test/cdu",
        name="CDU",
        vendor="Test",
        part_number="CDU",
        **{
            "capacity": kW(100),
            "approach_k": 4,
            "flow": Flow.of(150, "L/min"),
            "head": Pressure.of(500, "kPa"),
            "pumps": "1+1",
            "pump_power": kW(0),
            **cdu,
        },
    )
    design = with_part(design, part)
    nodes = [node.path for node in design.nodes()]
    for id_ in {design.device[path].part for path in nodes}:
        node = design.parts[id_]
        liquid = Liquid(
            captured=0.7,
            supply_max=Temperature.of(40, "°C"),
            flow=Flow.of(15, "L/min"),
            pressure_drop=Pressure.of(100, "kPa"),
        )
        design = with_part(design, node.with_(liquid=liquid) if isinstance(node, Node) else node)
    wet = tuple(HeatPath(path, sink, share) for path in nodes for sink, share in (("air", 0.3), ("loop/1", 0.7)))
    dry = tuple(path for path in design.heat if path.device not in set(nodes))
    values: dict[str, Any] = {
        "facility": Temperature.of(30, "°C"),
        "supply": Temperature.of(34, "°C"),
        "spare": 1,
        **(loop or {}),
    }
    return replace(
        design,
        devices=(*design.devices, *(Device(path, "cdu", part.id, "cdu") for path in _PATHS)),
        heat=wet + dry,
        loops=(Loop("loop/1", _PATHS, coolant="pg25", rise=10.0, **values),),
    )


@mutation("CLG001")
def the_heat_of_a_node_goes_nowhere(design: Design) -> Design:
    """A node has no heat path."""
    node = next(design.nodes()).path
    return replace(design, heat=tuple(path for path in design.heat if path.device != node))


@mutation("CLG101")
def the_hall_takes_less(design: Design) -> Design:
    """The air may take 12 kW from a rack."""
    return _hall(design, rack_limit=kW(12))


@mutation("CLG102")
def the_aisles_are_open(design: Design) -> Design:
    """45 kW a rack in a hall without containment."""
    return _hall(design, containment=False)


@mutation("CLG103", also={"CLG202": "none is spare"})
def the_cdus_are_small(design: Design) -> Design:
    """Two CDUs of 20 kW for 63 kW, none spare."""
    return _wet(design, loop={"spare": 0}, capacity=kW(20))


@mutation("CLG104", also={"CLG201": "what all pumps do not give, fewer do not either"})
def the_pumps_are_small(design: Design) -> Design:
    """Two pumps of 40 L/min for 95 L/min."""
    return _wet(design, flow=Flow.of(40, "L/min"))


@mutation("CLG105")
def the_pumps_are_weak(design: Design) -> Design:
    """A CDU with 50 kPa for a branch that drops more."""
    return _wet(design, head=Pressure.of(50, "kPa"))


@mutation("CLG106")
def the_facility_water_is_warm(design: Design) -> Design:
    """Facility water of 40 °C."""
    return _wet(design, loop={"facility": Temperature.of(40, "°C"), "supply": Temperature.of(44, "°C")})


@mutation("CLG107")
def the_loop_is_cold(design: Design) -> Design:
    """A loop of 10 °C in a hall with a dew point of 13 °C."""
    return _wet(design, loop={"supply": Temperature.of(10, "°C")})


@mutation("CLG108")
def the_hall_is_warm(design: Design) -> Design:
    """35 °C at the inlets of nodes that take 30 °C."""
    return _hall(design, inlet=Temperature.of(35, "°C"))


@mutation("CLG109")
def the_aisles_get_little_air(design: Design) -> Design:
    """3,000 m3/h for racks of 7,500 m3/h."""
    return _hall(design, aisle_supply=(Flow.of(3000, "m3/h"),))


@mutation("CLG201")
def the_spare_cdu_is_needed(design: Design) -> Design:
    """Two CDUs of 40 kW for 63 kW, one of them spare."""
    return _wet(design, capacity=kW(40))


@mutation("CLG202")
def no_cdu_is_spare(design: Design) -> Design:
    """A loop without a spare CDU."""
    return _wet(design, loop={"spare": 0})


@mutation("CLG203", also={"CLG202": "nor is a CDU"})
def no_pump_is_spare(design: Design) -> Design:
    """A loop without a spare CDU, whose CDUs need all their pumps."""
    return _wet(design, loop={"spare": 0}, pumps="2+0")


@mutation("PWR109")
def the_pumps_are_not_fed(design: Design) -> Design:
    """Two CDUs with pumps of 3 kW that hang on no feed."""
    return _wet(design, pump_power=kW(3))


@mutation("PWR205")
def the_cdus_hang_on_one_feed(design: Design) -> Design:
    """Two CDUs, one of them spare, each with one supply, both wired to feed A."""
    design = _wet(design, pump_power=kW(1), supplies=Supplies(count=1, needed=1, inlet="hardwired"))
    return put(design, *(Cord(f"cord/{path}:psu1", path, 1, design.feeds[0].path) for path in _PATHS))


@mutation("CLG901")
def a_temperature_is_not_declared(design: Design) -> Design:
    """The rise of a loop is a default."""
    return replace(design, premises=(*design.premises, Premise("loop/1", "rise", "10 K", "usual")))


COOLING = (
    the_heat_of_a_node_goes_nowhere,
    the_hall_takes_less,
    the_aisles_are_open,
    the_cdus_are_small,
    the_pumps_are_small,
    the_pumps_are_weak,
    the_facility_water_is_warm,
    the_loop_is_cold,
    the_hall_is_warm,
    the_aisles_get_little_air,
    the_spare_cdu_is_needed,
    no_cdu_is_spare,
    no_pump_is_spare,
    the_pumps_are_not_fed,
    the_cdus_hang_on_one_feed,
    a_temperature_is_not_declared,
)
