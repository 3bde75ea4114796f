"""The phase of cooling: CDUs and the heat path of every device that draws power."""

from __future__ import annotations

from clusterdesign.design.records import Device, HeatPath, Placement
from clusterdesign.elaboration.draft import Draft
from clusterdesign.parts import Node
from clusterdesign.site import LiquidCooled

AIR = "air"
"""The sink of heat that goes into the hall."""


def add_cooling(draft: Draft) -> None:
    """Add CDUs and the heat path of every device that draws power."""
    cooling = draft.cluster.cooling
    if cooling is None:
        return
    cdus = _add_cdus(draft, cooling) if isinstance(cooling, LiquidCooled) else {}
    for device in draft.builder.devices.values():
        if device.kind in {"pdu", "cdu"}:
            continue
        part = draft.builder.parts[device.part]
        placement = draft.builder.placements.get(device.path)
        sink = cdus.get(placement.rack) if placement else None
        if not isinstance(part, Node) or part.liquid is None or sink is None:
            draft.builder.heat.append(HeatPath(device.path, AIR, 1.0))
            continue
        captured = part.liquid.captured
        draft.builder.heat.append(HeatPath(device.path, sink, captured))
        draft.builder.heat.append(HeatPath(device.path, AIR, None if captured is None else 1 - captured))


def _add_cdus(draft: Draft, cooling: LiquidCooled) -> dict[str, str]:
    """Add the CDUs and return, by rack, the one that serves it."""
    serves: dict[str, str] = {}
    rows: dict[int, list[str]] = {}
    for rack in list(draft.builder.racks.values()):
        if rack.role == "network":
            continue
        if cooling.cdu.form == "in-row":
            rows.setdefault(rack.row, []).append(rack.path)
            continue
        path = f"cdu/{rack.path.removeprefix('rack/')}"
        draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=rack.row), cooling.cdu)
        if cooling.cdu.size.height_u is not None:
            draft.builder.place(Placement(path, rack.path, 1, cooling.cdu.size.height_u))
        serves[rack.path] = path
    for row, racks in sorted(rows.items()):
        for index in range(cooling.per_row):
            path = f"cdu/row{row}-{index + 1}"
            draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=row, index=index), cooling.cdu)
        serves.update((rack, f"cdu/row{row}-{position % cooling.per_row + 1}") for position, rack in enumerate(racks))
    return serves
