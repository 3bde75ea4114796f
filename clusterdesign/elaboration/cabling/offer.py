"""What can be bought between cages: an index over the catalogue's cables, transceivers and fibres."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

from clusterdesign.catalog import Catalog
from clusterdesign.parts import Cable, Cage, Fibre, FibreLength, Medium, Transceiver
from clusterdesign.units import Length, Rate, m

Signalling: TypeAlias = str

_RANK: dict[Medium, int] = {
    "twisted-pair": 0,
    "copper-passive": 1,
    "copper-active": 2,
    "aoc": 3,
    "multimode": 4,
    "singlemode": 5,
}

OM3_REACH = m(30)
"""Longest channel over OM3 at NDR; OM4 goes to the limit of the module (NVIDIA, structured cabling for NDR)."""


def signalling(cage: Cage) -> Signalling:
    """Return the signal generation of a cage: parts of different generations do not talk to each other."""
    best = cage.accepts[0]
    if best == "rj45":
        return "1000base-t"
    if best == "qsfp28":
        return "ethernet-100g" if cage.protocol == "ethernet" else "edr"
    if best == "qsfp56":
        return "hdr"
    return "ndr"


def joint_signalling(a: Cage, b: Cage) -> Signalling:
    """Return the generation of a part between two cages: NDR to HDR needs one that converts, ``ndr-hdr``."""
    one, other = signalling(a), signalling(b)
    if one == other:
        return one
    return "ndr-hdr" if {one, other} == {"ndr", "hdr"} else f"{one} to {other}"


class Offer:
    """The parts a cluster may be cabled with.

    Args:
        catalog: where they are from.
        discontinued: whether parts the vendor no longer sells count.
    """

    def __init__(self, catalog: Catalog, *, discontinued: bool) -> None:
        self._catalog = catalog
        self._discontinued = discontinued
        self._direct: dict[tuple[object, ...], tuple[Cable, ...]] = {}
        self._modules: dict[tuple[object, ...], Transceiver | None] = {}
        self._lengths: dict[tuple[str, Length], FibreLength | None] = {}

    @cached_property
    def cables(self) -> tuple[Cable, ...]:
        """Cables with moulded plugs, best medium first, then shortest first."""
        parts = (p for p in self._catalog.parts("cable") if self._sold(p.discontinued))
        return tuple(sorted(parts, key=lambda p: (_RANK[p.medium], p.length, p.id)))

    @cached_property
    def modules(self) -> tuple[Transceiver, ...]:
        """Transceivers, those of least reach first."""
        parts = (p for p in self._catalog.parts("transceiver") if self._sold(p.discontinued))
        return tuple(sorted(parts, key=lambda p: (p.reach or m(1_000_000), p.id)))

    @cached_property
    def fibres(self) -> tuple[Fibre, ...]:
        """Fibre assemblies."""
        return tuple(p for p in self._catalog.parts("fibre") if self._sold(p.discontinued))

    def direct(self, head: Cage, tails: tuple[Cage, ...], links: int, rate: Rate, signal: str) -> tuple[Cable, ...]:
        """Return the cables with one plug for each cage that carry all the links, best first.

        Args:
            head: the cage of end 0.
            tails: the cages of the other ends.
            links: links of the head.
            rate: rate of one link.
            signal: signal generation, ``ndr-hdr`` where the ends differ.
        """
        key = (head.accepts, tuple(tail.accepts for tail in tails), links, rate, signal)
        if key not in self._direct:
            self._direct[key] = tuple(
                part
                for part in self.cables
                if part.signalling == signal
                and part.rate == rate
                and part.links == links
                and len(part.ends) == len(tails) + 1
                and _fits(part, head, tails)
            )
        return self._direct[key]

    def reaches(self, fibre: str) -> tuple[Length, ...]:
        """Return the reaches that transceivers of a fibre kind have, shortest first."""
        return tuple(sorted({part.reach or Length.zero() for part in self.modules if part.fibre == fibre}))

    def module(self, cage: Cage, fibre: str, signal: str, reach: Length) -> Transceiver | None:
        """Return the transceiver for a cage: its plug fits, each port of the cage has its own connector.

        Of those that go as far as ``reach`` the one with the least, else the one that goes farthest.
        """
        key = (cage.accepts, len(cage.ports), cage.ports[0].speed, fibre, signal, reach)
        if key not in self._modules:
            full = max(port.speed for port in cage.ports)
            fitting = [
                part
                for part in self.modules
                if part.fibre == fibre
                and part.plug in cage.accepts
                and part.signalling == signal
                and part.links == part.connectors == len(cage.ports)
                and part.rate >= full
            ]
            far = [part for part in fitting if part.reach is not None and part.reach >= reach]
            best = min(far, key=lambda p: (p.rate, p.reach, p.id), default=None)
            self._modules[key] = best or max(fitting, key=lambda p: (p.reach or Length.zero(), p.id), default=None)
        return self._modules[key]

    def fibre(self, kind: str, connector: str, split: int) -> Fibre | None:
        """Return the fibre assembly for two connectors."""
        return next((f for f in self.fibres if f.fibre == kind and f.connector == connector and f.split == split), None)

    def sold(self, fibre: Fibre, needed: Length) -> FibreLength | None:
        """Return the shortest length of a fibre that is sold and covers what is needed, None where none does."""
        key = (fibre.id, needed)
        if key not in self._lengths:
            enough = (option for option in fibre.lengths if option.length >= needed)
            self._lengths[key] = min(enough, key=lambda option: option.length, default=None)
        return self._lengths[key]

    def _sold(self, discontinued: bool | None) -> bool:
        return self._discontinued or discontinued is not True


def _fits(part: Cable, head: Cage, tails: Iterable[Cage]) -> bool:
    """Tell whether every plug fits its cage. A cable whose ends differ may be laid either way round."""
    cages = (head, *tails)
    return all(end.plug in cage.accepts for end, cage in zip(part.ends, cages, strict=True))
