"""Phases of power: feeds, PDUs, and a cord from every supply to an outlet of its own."""

from __future__ import annotations

from clusterdesign.design.records import Cord, Device, Feed, PduFeed, Placement, Premise, Rack, Reservation, Trouble
from clusterdesign.elaboration.draft import Draft
from clusterdesign.parts import CduPart, PduPart, Socket, SocketType
from clusterdesign.parts import Device as DevicePart
from clusterdesign.site import Feeds

SOCKET: dict[str, SocketType] = {"C14": "C13", "C20": "C19"}
"""Outlet that the cord of an inlet fits, IEC 60320."""


def pdu_path(rack: str, feed: str) -> str:
    """Return the path of the PDU of a feed in a rack: ``pdu/A05-B``."""
    return f"pdu/{rack.removeprefix('rack/')}-{feed}"


def pdus_in(draft: Draft, rack: str) -> list[str]:
    """Return the PDUs of a rack that exist, by feed."""
    paths = (pdu_path(rack, feed) for feed in draft.feed_names)
    return [path for path in paths if path in draft.builder.devices]


def add_pdus(draft: Draft) -> None:
    """Add the feeds, and in each rack a PDU on every feed that something in it hangs on.

    Racks with nodes get all feeds; racks that hold only network equipment, with two supplies each, get two unless
    more are declared, as in the published SuperPOD (96 PDUs in 32 compute racks, 12 in 6 others; NVIDIA
    RA-11333-001, table 7).
    """
    power = draft.cluster.power
    if power is None:
        return
    for index, name in enumerate(draft.feed_names):
        draft.builder.add_feed(_feed(power, index, f"feed/{name}"))
        if "power_factor" not in power.model_fields_set:
            because = "planning value for servers with active power factor correction"
            draft.builder.premises.append(Premise(f"feed/{name}", "power_factor", f"{power.power_factor:g}", because))
    for rack in list(draft.builder.racks.values()):
        network = rack.role == "network"
        part = power.network_pdu or power.pdu if network else power.pdu
        for index, feed in enumerate(draft.network_feeds if network else draft.feed_names):
            path = pdu_path(rack.path, feed)
            draft.builder.add_device(Device(path, "pdu", part.id, "pdu", index=index), part)
            _place(draft, path, rack, part)
            draft.builder.pdu_feeds.append(PduFeed(path, f"feed/{feed}"))


def _place(draft: Draft, path: str, rack: Rack, part: PduPart) -> None:
    """Hang a vertical PDU beside the equipment; put a horizontal one into the lowest free units.

    In racks with nodes those at the bottom are kept for it.
    """
    height = part.size.height_u if part.orientation == "horizontal" else 0
    if not height:
        draft.builder.place(Placement(path, rack.path, 0, 0))
        return
    places: tuple[Placement | Reservation, ...] = (*draft.builder.placements.values(), *draft.builder.reservations)
    taken = {unit for place in places if place.rack == rack.path for unit in range(place.u, place.u + place.height_u)}
    cabinet = draft.builder.parts[rack.part].size.height_u or 0
    free = (u for u in range(1, cabinet - height + 2) if taken.isdisjoint(range(u, u + height)))
    u = next(free, None)
    if u is None:
        name = rack.path.removeprefix("rack/")
        draft.builder.trouble(Trouble("RCK101", path, f"finds no room in rack {name}", "take a vertical PDU"))
    draft.builder.place(Placement(path, rack.path, u or 0, height if u else 0))


def _feed(power: Feeds, index: int, path: str) -> Feed:
    return Feed(
        path,
        practice=power.practice,
        voltage=power.voltage,
        power_factor=power.power_factor,
        breaker=power.breaker,
        capacity=power.capacity,
        upstream=power.upstream[index] if power.upstream else (),
    )


def plug_supplies(draft: Draft) -> None:
    """Plug supply n of every placed device into an outlet of the PDU of feed ``(n - 1) mod feeds`` of its rack.

    Which outlet follows from where the device stands: nodes take outlets from the first on, by their place
    counted from the bottom; the others by their place counted from the top, from the last outlet back. A device
    that goes takes its cords with it and moves no other. Outlets are taken phase by phase, and the phase that
    comes first moves on from rack to rack and from feed to feed, so that the phases of a feed are loaded alike.
    """
    if draft.cluster.power is None:
        return
    by_rack = {rack: pdus_in(draft, rack) for rack in draft.builder.racks}
    outlets = _Outlets(draft)
    for device in list(draft.builder.devices.values()):
        part = draft.builder.parts[device.part]
        placement = draft.builder.placements.get(device.path)
        if placement is None or not isinstance(part, DevicePart | CduPart) or part.supplies is None:
            continue
        pdus = by_rack[placement.rack]
        if device.kind != "node":
            pdus = pdus[: len(draft.network_feeds)]
        socket = SOCKET.get(part.supplies.inlet or "")
        ways = spread(outlets.place(device), part.supplies.count, len(pdus)) if pdus else ()
        for number, (feed, seat) in enumerate(ways, 1):
            outlet = outlets.take(device, pdus[feed], socket, seat) if socket else ""
            draft.builder.add_cord(Cord(f"cord/{device.path}:psu{number}", device.path, number, pdus[feed], outlet))
        if pdus:
            _say_why(draft, device, len(pdus), part)


def spread(place: int, count: int, feeds: int) -> tuple[tuple[int, int], ...]:
    """Return feed and seat on its PDU, both counted from 0, of each supply of the device at a place in the rack.

    Supply n hangs on feed ``(n - 1) mod feeds``. Where there are fewer supplies than feeds the devices go on where
    the one before them ended, so that all feeds are used.
    """
    if count < feeds:
        return tuple(divmod(place * count + number, feeds)[::-1] for number in range(count))
    each = -(-count // feeds)
    return tuple((number % feeds, place * each + number // feeds) for number in range(count))


def first_phase(rack: Rack, pdu: Device) -> int:
    """Return the phase on which the cords of a PDU begin: it moves on from rack to rack and from feed to feed."""
    return (rack.column - 1 + pdu.index) % 3


class _Outlets:
    """Who has which outlet."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._taken: dict[str, set[str]] = {}
        self._turns: dict[tuple[str, SocketType], tuple[Socket, ...]] = {}
        self._orders: dict[tuple[str, SocketType, int], tuple[Socket, ...]] = {}

    def take(self, device: Device, pdu: str, socket: SocketType, seat: int) -> str:
        """Return the outlet of a seat; empty if all are taken. Nodes count from the first one, others from the last.

        Where the outlet of its seat is taken, because devices of different heights share the rack, the next free
        one of the same PDU.
        """
        sockets = self._in_turn(pdu, self._draft.builder.placements[device.path].rack, socket)
        taken = self._taken.setdefault(pdu, set())
        for step in range(len(sockets)):
            number = seat + step
            found = sockets[(number if device.kind == "node" else -1 - number) % len(sockets)]
            if found.name not in taken:
                taken.add(found.name)
                return found.name
        return ""

    def place(self, device: Device) -> int:
        """Return how many devices of its height fit below a node, or above another device."""
        placement = self._draft.builder.placements[device.path]
        height = max(placement.height_u, 1)
        if device.kind == "node":
            return (placement.u - 1) // height
        rack = self._draft.builder.parts[self._draft.builder.racks[placement.rack].part]
        top = (rack.size.height_u or placement.u + height) - (placement.u + height - 1)
        return max(top, 0) // height

    def _in_turn(self, pdu: str, rack: str, socket: SocketType) -> tuple[Socket, ...]:
        found = self._turns.get((pdu, socket))
        if found is None:
            device = self._draft.builder.devices[pdu]
            part = self._draft.builder.parts[device.part]
            start = first_phase(self._draft.builder.racks[rack], device)
            order = (device.part, socket, start)
            if order not in self._orders:
                self._orders[order] = part.in_turn(socket, start) if isinstance(part, PduPart) else ()
            found = self._turns[pdu, socket] = self._orders[order]
        return found


def _say_why(draft: Draft, device: Device, feeds: int, part: DevicePart | CduPart) -> None:
    """Note why the supplies of a device hang as they do."""
    if part.supplies is None:
        return
    count, lost = part.supplies.count, -(-part.supplies.count // feeds)
    needed = "" if part.supplies.needed is None else f", {part.supplies.needed} carry the full load"
    draft.builder.note(
        device.path,
        f"{count} supplies over {feeds} feeds in turn: the loss of any one feed leaves at least {count - lost}"
        f"{needed}; outlets by its place in the rack, one phase after the other",
    )
