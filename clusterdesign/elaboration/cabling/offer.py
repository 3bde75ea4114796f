"""What can be bought between cages: an index over the catalogue's cables, transceivers and fibres."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TypeAlias

from clusterdesign.catalog import Catalog
from clusterdesign.parts import Cable, Cage, Fibre, FibreLength, Medium, Plug, Transceiver
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


_GENERATIONS: dict[Plug, tuple[Signalling, ...]] = {
    "osfp-twin-finned": ("ndr",),
    "osfp-twin-flat": ("ndr",),
    "osfp-single-flat": ("ndr",),
    "qsfp112": ("ndr",),
    "qsfp56": ("hdr",),
    "qsfp28": ("edr", "ethernet-100g"),
    "rj45": ("1000base-t",),
}
"""Generations of signal that go through a plug of each shape."""


@lru_cache(maxsize=4096)
def _generations(plugs: tuple[Plug, ...]) -> frozenset[Signalling]:
    return frozenset(signal for plug in plugs for signal in _GENERATIONS.get(plug, ()))


@lru_cache(maxsize=4096)
def _joint(a: tuple[Plug, ...], b: tuple[Plug, ...]) -> frozenset[Signalling]:
    one, other = _generations(a), _generations(b)
    if one & other:
        return one & other
    return frozenset({"ndr-hdr"}) if {"ndr", "hdr"} <= one | other else frozenset()


def joint(a: Cage, b: Cage) -> frozenset[Signalling]:
    """Return the signal generations that two cages share, by the plugs they accept.

    Parts of different generations do not talk to each other; between NDR and HDR there are cables that convert,
    ``ndr-hdr``.
    """
    return _joint(a.accepts, b.accepts)


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
        self._fibres: dict[tuple[str, str, int], Fibre | None] = {}
        self._modules: dict[tuple[object, ...], Transceiver | None] = {}
        self._reaches: dict[str, tuple[Length, ...]] = {}
        self._lengths: dict[tuple[str, int], FibreLength | None] = {}

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

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Every length that a cable or fibre is sold in, in base units, shortest first."""
        found = {part.length.base for part in self.cables}
        return tuple(sorted(found | {option.length.base for part in self.fibres for option in part.lengths}))

    def direct(self, head: Cage, tails: tuple[Cage, ...], links: int, rate: Rate) -> tuple[Cable, ...]:
        """Return the cables with one plug for each cage that carry all the links, best first.

        Args:
            head: the cage of end 0.
            tails: the cages of the other ends.
            links: links of the head.
            rate: rate of one link.
        """
        key = (head.accepts, tuple(tail.accepts for tail in tails), links, rate.base)
        if key not in self._direct:
            signals = joint(head, tails[0])
            self._direct[key] = tuple(
                part
                for part in self.cables
                if part.signalling in signals
                and part.rate == rate
                and part.links == links
                and len(part.ends) == len(tails) + 1
                and _fits(part, head, tails)
            )
        return self._direct[key]

    def reaches(self, fibre: str) -> tuple[Length, ...]:
        """Return the reaches that transceivers of a fibre kind have, shortest first."""
        if fibre not in self._reaches:
            found = {part.reach or Length.zero() for part in self.modules if part.fibre == fibre}
            self._reaches[fibre] = tuple(sorted(found))
        return self._reaches[fibre]

    def module(self, cage: Cage, fibre: str, signals: frozenset[str], rate: Rate, reach: Length) -> Transceiver | None:
        """Return the transceiver for a cage: its plug fits, each port of the cage has its own connector.

        Of those that go as far as ``reach`` the one with the least, else the one that goes farthest.
        """
        key = (cage.accepts, len(cage.ports), fibre, signals, rate.base, reach.base)
        if key not in self._modules:
            fitting = [
                part
                for part in self.modules
                if part.fibre == fibre
                and part.plug in cage.accepts
                and part.signalling in signals
                and part.links == part.connectors == len(cage.ports)
                and part.rate >= rate
            ]
            far = [part for part in fitting if part.reach is not None and part.reach >= reach]
            best = min(far, key=lambda p: (p.rate, p.reach, p.id), default=None)
            self._modules[key] = best or max(fitting, key=lambda p: (p.reach or Length.zero(), p.id), default=None)
        return self._modules[key]

    def fibre(self, kind: str, connector: str, split: int) -> Fibre | None:
        """Return the fibre assembly for two connectors."""
        key = (kind, connector, split)
        if key not in self._fibres:
            fitting = (f for f in self.fibres if (f.fibre, f.connector, f.split) == key)
            self._fibres[key] = next(fitting, None)
        return self._fibres[key]

    def sold(self, fibre: Fibre, needed: Length) -> FibreLength | None:
        """Return the shortest length of a fibre that is sold and covers what is needed, None where none does."""
        key = (fibre.id, needed.base)
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
