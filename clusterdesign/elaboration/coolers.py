"""The phase that feeds what cools: units in the row by wires of their own, rear doors with fans from their rack."""

from __future__ import annotations

from clusterdesign.design.records import Cord, Device, Fitting
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.power import SOCKET, first_phase, pdus_in, spread
from clusterdesign.parts import CduPart, FittingPart, PduPart, Supplies


def feed_coolers(draft: Draft) -> None:
    """Wire the supplies of units that stand in no rack to the feeds, and plug those of rear doors into their rack.

    Supply n of a unit hangs on the feed after that of supply n - 1, and the units of a loop go on where the one before
    ended, so that the loss of a feed hits as few of them as it can. Units in a rack are plugged in as devices are.
    """
    if draft.cluster.power is None:
        return
    for device in list(draft.builder.devices.values()):
        part = draft.builder.parts[device.part]
        if isinstance(part, CduPart) and part.supplies is not None and device.path not in draft.builder.placements:
            _wire(draft, device, part.supplies)
    doors = [fitting for fitting in draft.builder.fittings.values() if _supplies(draft, fitting) is not None]
    taken: dict[str, set[str]] = {}
    for cord in draft.builder.cords.values() if doors else ():
        taken.setdefault(cord.pdu, set()).add(cord.outlet)
    for fitting in doors:
        _plug_door(draft, fitting, taken)


def _supplies(draft: Draft, fitting: Fitting) -> Supplies | None:
    part = draft.builder.parts[fitting.part]
    return part.supplies if isinstance(part, FittingPart) else None


def _wire(draft: Draft, device: Device, supplies: Supplies) -> None:
    names = draft.feed_names
    for number, (feed, _) in enumerate(spread(device.index, supplies.count, len(names)), 1):
        path = f"cord/{device.path}:psu{number}"
        draft.builder.add_cord(Cord(path, device.path, number, f"feed/{names[feed]}"))
    draft.builder.note(device.path, f"{supplies.count} supplies wired to the feeds themselves, one after the other")


def _plug_door(draft: Draft, fitting: Fitting, taken: dict[str, set[str]]) -> None:
    """Plug a rear door into the last free outlets of the PDUs of its rack, which nodes never reach."""
    pdus, supplies = pdus_in(draft, fitting.at), _supplies(draft, fitting)
    for number in range(1, supplies.count + 1 if pdus and supplies is not None else 1):
        pdu = pdus[(number - 1) % len(pdus)]
        outlet = _last_free(draft, pdu, supplies.inlet if supplies else None, taken.setdefault(pdu, set()))
        taken[pdu].add(outlet)
        draft.builder.add_cord(Cord(f"cord/{fitting.path}:psu{number}", fitting.path, number, pdu, outlet))


def _last_free(draft: Draft, pdu: str, inlet: str | None, taken: set[str]) -> str:
    """Return the last outlet that is free, in the order in which devices of the rack take them; empty if none is."""
    device, socket = draft.builder.devices[pdu], SOCKET.get(inlet or "")
    part, rack = draft.builder.parts[device.part], draft.builder.racks[draft.builder.placements[pdu].rack]
    if not isinstance(part, PduPart) or socket is None:
        return ""
    order = part.in_turn(socket, first_phase(rack, device))
    return next((found.name for found in reversed(order) if found.name not in taken), "")
