"""Rack rules about the site: direction of air, power, floor, and what stands high."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.racks import RACK_UNIT, RackLoad, rack_loads
from clusterdesign.parts import Device as DevicePart
from clusterdesign.rules.index import index
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, listed

_LEAST = 1e-6

_EXHAUST = {"front-to-rear": "rear", "rear-to-front": "front"}
"""Face at which air leaves; with P2C it is that of the connectors, with C2P the other one."""


def _exhaust(airflow: str, face: str) -> str:
    if airflow in _EXHAUST:
        return _EXHAUST[airflow]
    other = "front" if face == "rear" else "rear"
    return face if airflow == "P2C" else other


@rule("RCK006", "airflow-reversed", "error")
def airflow_reversed(design: Design) -> Iterator[Hit | Gap]:
    """A device blows its air into the cold aisle. The rear of a rack is its hot side.

    A P2C switch exhausts at its connectors, a C2P switch takes air in there.

    Why: It heats the inlets of its neighbours, and is itself fed with the hot air of the aisle behind.
    Example: A C2P switch whose ports are at the rear, beside the network adapters of the nodes.
    Fix: Order the other direction of air, or turn the device round.
    Source: the airflow in the device's catalogue entry.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    unknown: Unknown = []
    wrong: dict[str, list[str]] = {}
    for placements in index(design).placed_in.values():
        for placement in placements:
            part = design.parts.get(design.device[placement.device].part)
            if not isinstance(part, DevicePart) or part.airflow == "passive":
                continue
            if part.airflow is None:
                unknown.append(((part.id, "airflow"), placement.device))
            elif _exhaust(part.airflow, placement.face) != "rear":
                wrong.setdefault(part.id, []).append(placement.device)
    for part_id, devices in wrong.items():
        yield Hit(
            paths=tuple(devices),
            message=f"{part_id} blows its air to the front ({count(len(devices), 'device')}: {listed(devices)})",
            fix="order the other direction of air, or turn the device round",
            measured="front",
            limit="rear",
        )
    yield from gaps(unknown)


@rule("RCK103", "rack-power-exceeded", "error")
def rack_power_exceeded(design: Design) -> Iterator[Hit | Gap]:
    """The devices in a rack draw more than is declared for it.

    Why: The rack was planned, cooled and paid for at its limit; the nodes that do not fit need another one.
    Example: Two A100 nodes of 6.5 kW in a rack of 12 kW, or 32 nodes of 10.2 kW in eight racks of 30 kW.
    Fix: Put fewer nodes in a rack, or ask for more power; the finding says how many fit and how many racks they need.
    Source: the limit declared for the racks; maximum draw in the catalogue entries.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    unknown: Unknown = []
    total = sum(1 for _ in design.nodes())
    hits: dict[str, list[tuple[RackLoad, float]]] = {}
    for load in rack_loads(design).values():
        limit = load.rack.power_limit
        if limit is None:
            if load.nodes:
                unknown.append((("", "power limit of the racks"), load.rack.path))
            continue
        unknown += [((design.device[path].part, "power.maximum"), path) for path in load.silent]
        if load.watts > limit.to("W") + _LEAST:
            fits = max(load.fits.get("power", 0), 0)
            what = f"{fits} of its {count(load.nodes, 'node')} fit" if fits else "none of its nodes fits"
            need = f"; {total} nodes need {-(-total // fits)} racks" if fits else ""
            hits.setdefault(f"{what}{need}", []).append((load, limit.to("kW")))
    for what, loads in hits.items():
        load, limit_kw = loads[0]
        yield Hit(
            paths=tuple(each.rack.path for each, _ in loads),
            message=f"{load.rack.path} draws {load.watts / 1000:.1f} kW, {limit_kw:.1f} kW are declared for it: "
            f"{what} ({count(len(loads), 'rack')})",
            fix="put fewer nodes in a rack, or ask for more power",
            measured=f"{load.watts / 1000:.1f} kW",
            limit=f"{limit_kw:.1f} kW",
            margin=f"{limit_kw - load.watts / 1000:.1f} kW",
        )
    yield from gaps(unknown)


@rule("RCK104", "floor-overloaded", "error")
def floor_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """A rack weighs more on its footprint than the floor bears.

    Where some weights are unknown, the known ones are still compared.

    Why: Raised floors give way at the tile that was cut for the cables.
    Example: 1360 kg on 0.6 x 1.2 m are 18.5 kPa, where the floor bears 12 kPa.
    Fix: Spread the devices over more racks, use wider racks, or have the floor reinforced.
    Source: the limit declared for the floor; m g / (w d) over the footprint of the rack.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    unknown: Unknown = []
    for load in rack_loads(design).values():
        if load.rack.floor_limit is None:
            unknown.append((("", "load that the floor bears"), load.rack.path))
            continue
        for path in load.weightless:
            record = design.device.get(path) or load.rack
            unknown.append(((record.part, "weight"), path))
        limit, floor = load.rack.floor_limit.to("kPa"), load.floor
        if floor is None:
            unknown.append(((load.rack.part, "size.width"), load.rack.path))
        elif floor > limit + _LEAST:
            yield Hit(
                paths=(load.rack.path,),
                message=f"{load.rack.path} weighs {load.mass:.0f} kg, {floor:.2f} kPa on its footprint; the floor "
                f"bears {limit:.2f} kPa",
                fix="spread the devices over more racks, use wider racks, or have the floor reinforced",
                measured=f"{floor:.2f} kPa",
                limit=f"{limit:.2f} kPa",
                margin=f"{limit - floor:.2f} kPa",
            )
    yield from gaps(unknown)


@rule(
    "RCK301",
    "rack-top-heavy",
    "warning",
    limits=(
        Limit(
            name="share",
            default=0.5,
            text="height of the centre of gravity of the devices, as a share of the height of the rack",
            source="house practice: heavy devices at the bottom",
        ),
        Limit(
            name="light",
            default=300.0,
            text="mass of the devices in kg below which the rule does not look",
            source="house practice",
            maximum=5000.0,
        ),
    ),
)
def rack_top_heavy(design: Design, *, share: float, light: float) -> Iterator[Hit]:
    """The devices of a rack have their centre of gravity in its upper half.

    Why: The rack tips when a node is pulled out on its rails, or while it is moved.
    Example: Four nodes of 130 kg at U17 to U48: 1.42 m of 2.13 m.
    Fix: Move heavy devices to the bottom.
    Source: z = sum(m z) / sum(m) over the devices whose weight is known.
    """
    for load in rack_loads(design).values():
        if load.height is None or load.content < light:
            continue
        limit = load.height * RACK_UNIT * share
        if load.gravity > limit:
            yield Hit(
                paths=(load.rack.path,),
                message=f"the devices in {load.rack.path} have their centre of gravity at {load.gravity:.2f} m of "
                f"{load.height * RACK_UNIT:.2f} m",
                fix="move heavy devices to the bottom",
                measured=f"{load.gravity:.2f} m",
                limit=f"{limit:.2f} m",
                margin=f"{limit - load.gravity:.2f} m",
            )


RCK_AIR = (airflow_reversed,)

RCK_LIMITS = (rack_power_exceeded, floor_overloaded)

RCK_BALANCE = (rack_top_heavy,)
