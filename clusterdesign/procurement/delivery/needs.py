"""Which lots must be there before a rack can be built, a device mounted, a cable laid, a link tested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from clusterdesign.design import Cable, Design
from clusterdesign.procurement.bill import groups

Need = frozenset[str]
"""Names of lots."""

_NOTHING: Need = frozenset()


@dataclass(frozen=True)
class Needs:
    """The lots that each component waits for, by its path.

    Attributes:
        racks: to be built: the rack, its PDUs and what is fitted to it.
        devices: to be mounted and powered: the device, its adapters and cords, its rack.
        cables: to be laid: the cable and the racks at all of its ends.
        links: to be tested: its cable laid, both devices mounted and cooled, the transceivers in them.
    """

    racks: Mapping[str, Need]
    devices: Mapping[str, Need]
    cables: Mapping[str, Need]
    links: Mapping[str, Need]


def needs(design: Design) -> Needs:
    """Return what waits for which lots."""
    return _Needs(design).all()


class _Needs:
    def __init__(self, design: Design) -> None:
        self._design = design
        self._own: dict[str, set[str]] = {}
        for lot, _, items in groups(design):
            for item in items:
                fitting = self._fittings.get(item.path)
                # What is bought for a device or a rack is needed with it.
                self._own.setdefault(item.owner or fitting or item.path, set()).add(lot)

    @cached_property
    def _fittings(self) -> Mapping[str, str]:
        return {fitting.path: fitting.at for fitting in self._design.fittings}

    def all(self) -> Needs:
        racks = self._racks()
        devices = self._devices(racks)
        cables = {cable.path: self._laid(cable, racks) for cable in self._design.cables}
        return Needs(
            MappingProxyType(racks),
            MappingProxyType(devices),
            MappingProxyType(cables),
            MappingProxyType(self._links(devices, cables)),
        )

    def _of(self, path: str) -> Need:
        return frozenset(self._own.get(path, ()))

    def _racks(self) -> dict[str, Need]:
        found = {rack.path: self._of(rack.path) for rack in self._design.racks}
        for device in self._design.devices:
            placement = self._design.placement.get(device.path)
            if device.kind == "pdu" and placement is not None and placement.rack in found:
                found[placement.rack] |= self._of(device.path)
        return found

    def _devices(self, racks: Mapping[str, Need]) -> dict[str, Need]:
        return {device.path: self._of(device.path) | self._rack(device.path, racks) for device in self._design.devices}

    def _rack(self, device: str, racks: Mapping[str, Need]) -> Need:
        placement = self._design.placement.get(device)
        return racks.get(placement.rack, _NOTHING) if placement is not None else _NOTHING

    def _laid(self, cable: Cable, racks: Mapping[str, Need]) -> Need:
        return self._of(cable.path).union(*(self._rack(end.device, racks) for end in cable.ends if end.device))

    def _links(self, devices: Mapping[str, Need], cables: Mapping[str, Need]) -> dict[str, Need]:
        cooled = self._cooled()
        plugged: dict[tuple[str, str], Need] = {
            (module.device, module.cage): self._of(module.path) for module in self._design.transceivers
        }
        found: dict[str, Need] = {}
        for link in self._design.links:
            cable = self._design.cable_of.get(link.path)
            pair = (link.a.device, link.b.device)
            need = _NOTHING.union(*(devices.get(path, _NOTHING) | cooled.get(path, _NOTHING) for path in pair))
            if cable is not None:
                ends = (plugged.get((end.device, end.cage), _NOTHING) for end in cable.ends if end.device in pair)
                need = need.union(cables[cable.path], *ends)
            found[link.path] = need
        return found

    def _cooled(self) -> dict[str, Need]:
        """Return the lots of the loops that cool devices: CDUs, hoses, coolant."""
        loops = {
            loop.path: self._of(loop.path).union(*(self._of(cdu) for cdu in loop.cdus)) for loop in self._design.loops
        }
        found: dict[str, Need] = {}
        for heat in self._design.heat:
            found[heat.device] = found.get(heat.device, _NOTHING) | loops.get(heat.sink, _NOTHING)
        return found


def ready(need: Iterable[str], arrived: Iterable[str]) -> bool:
    """Tell whether all that something waits for is there."""
    return set(need) <= set(arrived)


__all__ = ["Need", "Needs", "needs", "ready"]
