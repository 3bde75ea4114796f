"""Phases of cooling: the hall, CDUs and their loops, and the heat path of every device that draws power."""

from __future__ import annotations

from clusterdesign.design.records import Device, Hall, HeatPath, Loop, Placement, Premise
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.racks import pdu_height
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts import Node
from clusterdesign.site import AirCooled, LiquidCooled
from clusterdesign.units import Temperature

AIR = "air"
"""The sink of heat that goes into the hall."""

_DEFAULTS = {
    "inlet": "a usual setting within the recommended 18 to 27 °C",
    "humidity": "a usual setting",
    "altitude": "sea level",
}


def add_cooling(draft: Draft) -> None:
    """Add the hall, CDUs with their loops, and the heat path of every device that draws power."""
    cooling = draft.cluster.cooling
    if cooling is None:
        return
    _add_hall(draft, cooling)
    loops = _add_loops(draft, cooling) if isinstance(cooling, LiquidCooled) else {}
    for device in draft.builder.devices.values():
        part = draft.builder.parts[device.part]
        if not isinstance(part, DevicePart):
            continue
        placement = draft.builder.placements.get(device.path)
        sink = loops.get(placement.rack) if placement else None
        if not isinstance(part, Node) or part.liquid is None or sink is None:
            draft.builder.heat.append(HeatPath(device.path, AIR, 1.0))
            continue
        captured = part.liquid.captured
        draft.builder.heat.append(HeatPath(device.path, sink, captured))
        draft.builder.heat.append(HeatPath(device.path, AIR, None if captured is None else 1 - captured))


def _add_hall(draft: Draft, cooling: AirCooled | LiquidCooled) -> None:
    supply = cooling.aisle_supply
    hall = Hall(
        "hall/1",
        inlet=cooling.inlet,
        humidity=cooling.humidity,
        altitude=cooling.altitude,
        containment=cooling.containment,
        rack_limit=cooling.rack_limit,
        aisle_supply=() if supply is None else supply if isinstance(supply, tuple) else (supply,),
    )
    draft.builder.halls.append(hall)
    for field, because in _DEFAULTS.items():
        if field not in cooling.model_fields_set:
            draft.builder.premises.append(Premise(hall.path, field, str(getattr(hall, field)), because))


def _add_loops(draft: Draft, cooling: LiquidCooled) -> dict[str, str]:
    """Add the CDUs with their loops and return the loop of each rack that has nodes with liquid cooling."""
    wet = [rack for rack in draft.builder.racks.values() if _is_wet(draft, rack.path)]
    serves: dict[str, str] = {}
    for rack in wet if cooling.cdu.form == "in-rack" else ():
        label = rack.path.removeprefix("rack/")
        path = f"cdu/{label}"
        draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=rack.row), cooling.cdu)
        if cooling.cdu.size.height_u is not None:
            draft.builder.place(Placement(path, rack.path, pdu_height(draft) + 1, cooling.cdu.size.height_u))
        serves[rack.path] = _add_loop(draft, cooling, f"loop/{label}", (path,))
    for row in dict.fromkeys(rack.row for rack in wet) if cooling.cdu.form == "in-row" else ():
        paths = tuple(f"cdu/row{row}-{index + 1}" for index in range(cooling.per_row))
        for index, path in enumerate(paths):
            draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=row, index=index), cooling.cdu)
        loop = _add_loop(draft, cooling, f"loop/row{row}", paths)
        serves |= {rack.path: loop for rack in wet if rack.row == row}
    return serves


def _is_wet(draft: Draft, rack: str) -> bool:
    """Tell whether a rack holds a node with liquid cooling."""
    for placement in draft.builder.placements.values():
        if placement.rack == rack:
            part = draft.builder.parts[draft.builder.devices[placement.device].part]
            if isinstance(part, Node) and part.liquid is not None:
                return True
    return False


def _add_loop(draft: Draft, cooling: LiquidCooled, path: str, cdus: tuple[str, ...]) -> str:
    spare = cooling.spare if cooling.spare is not None else (1 if len(cdus) > 1 else 0)
    loop = draft.builder.add_loop(
        Loop(
            path,
            cdus=cdus,
            spare=spare,
            coolant=cooling.coolant,
            rise=cooling.rise,
            facility=cooling.facility,
            supply=cooling.supply or _after_approach(cooling),
        )
    )
    if "rise" not in cooling.model_fields_set:
        because = "usual design rise of cold-plate loops; OCP gives 1.5 L/min a kW"
        draft.builder.premises.append(Premise(path, "rise", f"{cooling.rise:g} K", because))
    return loop.path


def _after_approach(cooling: LiquidCooled) -> Temperature | None:
    """Return facility water plus the approach of the CDU."""
    if cooling.facility is None or cooling.cdu.approach_k is None:
        return None
    return Temperature.of(cooling.facility.to("°C") + cooling.cdu.approach_k, "°C")
