"""All cords in a lot of their own, which need not be there before the nodes; and the same, declared."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.procurement import Lot, Procurement
from tests.rules.designs import sound

CORDS = Lot("cords", ("Cords",))
NODES = Lot("nodes", ("Nodes", "Servers", "Adapters"))


def _bought(lots: tuple[Lot, ...]) -> Design:
    design = sound()
    cords = tuple(replace(cord, part="generic/c19-c20-2m") for cord in design.cords)
    return replace(design, cords=cords, procurement=Procurement(lots=lots))


def triggering() -> Design:
    return _bought((CORDS, NODES))


def clean() -> Design:
    after = ("cords",)
    network = Lot("network", ("Switches", "Appliances"), after=after)
    infrastructure = Lot("infrastructure", ("Racks", "PDUs", "CDUs", "Fittings"), after=after)
    return _bought((CORDS, replace(NODES, after=after), network, infrastructure))
