"""The one root value that a definition binds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.fabric import Addressing, AnyFabric, Cabling, FatTreePolicy, RailOptimized
from clusterdesign.fabric.fields import Name
from clusterdesign.intent.exceptions import Override, Pin
from clusterdesign.intent.house_rules import OwnLimit, Waiver
from clusterdesign.intent.managed import ManagementPlane
from clusterdesign.intent.nodes import Nodes, Servers
from clusterdesign.intent.procurement import Procurement
from clusterdesign.parts import Declared
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, Printing, RackRow, Trays

_RESERVED = frozenset({"rack", "pdu", "feed", "cdu", "cord", "link", "cable", "transceiver", "tray", "route", "air"})
"""First segments of paths that elaboration makes."""


class Cluster(Declared):
    """A GPU training cluster as its designer declares it.

    Attributes:
        name: name of the cluster.
        nodes: the compute nodes, or several groups of them; each group begins a scalable unit of its own.
        fabrics: its networks; the first rail-optimised one lays out the scalable units.
        servers: servers beside the GPU nodes.
        racks: the racks; without them nothing has a place and no cable a length.
        power: the feeds; None leaves power out.
        cooling: air or liquid; None leaves cooling out.
        cabling: how cables are chosen.
        trays: the cable trays of the hall.
        addressing: its IP networks, addresses and names.
        management: the hosts that run it; None leaves them out.
        printing: paper and labels of the printed documents.
        procurement: how it is bought: spares, lots, terms, money.
        exceptions: overrides and pins, each with a reason.
        waivers: findings that are accepted, each with a reason.
        limits: limits of rules that the project sets otherwise, each with a reason.
    """

    name: Name
    nodes: Nodes | Annotated[tuple[Nodes, ...], Field(min_length=1)]
    fabrics: tuple[AnyFabric, ...] = ()
    servers: tuple[Servers, ...] = ()
    racks: RackRow | None = None
    power: Feeds | None = None
    cooling: AirCooled | LiquidCooled | None = None
    cabling: Cabling = Cabling()
    trays: Trays = Trays()
    addressing: Addressing = Addressing()
    management: ManagementPlane | None = None
    printing: Printing = Printing()
    procurement: Procurement = Procurement()
    exceptions: tuple[Override | Pin, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    limits: tuple[OwnLimit, ...] = ()

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [fabric.name for fabric in self.fabrics]
        firsts = set()
        for group in self.groups:
            first, slash, _ = group.path(0).partition("/")
            firsts.add(first)
            if slash and first in _RESERVED:
                raise DesignError(
                    f"nodes cannot be named {group.name!r}, other paths begin so",
                    thing=self.name,
                    fix='give the nodes another name=, such as "gpu/{n:03}"',
                )
        for name in names:
            if names.count(name) > 1:
                raise DesignError(
                    f"two fabrics are named {name!r}", thing=self.name, fix="give each fabric its own name="
                )
            if name in _RESERVED | firsts:
                raise DesignError(
                    f"a fabric cannot be named {name!r}, other paths begin so",
                    thing=self.name,
                    fix="give the fabric another name=",
                )
        return self

    @model_validator(mode="after")
    def _ports_are_shared_out(self) -> Self:
        taken: dict[str, str] = {}
        for fabric in self.fabrics:
            role = fabric.NODE_ROLE
            other = taken.setdefault(role, fabric.name)
            if other != fabric.name:
                raise DesignError(
                    f"fabrics {other!r} and {fabric.name!r} both connect the {role} ports of the nodes",
                    thing=self.name,
                    fix="leave one of them out: a port carries one link",
                )
        return self

    @cached_property
    def groups(self) -> tuple[Nodes, ...]:
        """The groups of nodes, in order."""
        return (self.nodes,) if isinstance(self.nodes, Nodes) else self.nodes

    @property
    def trees(self) -> tuple[FatTreePolicy, ...]:
        """The fat-trees among the fabrics."""
        return tuple(fabric for fabric in self.fabrics if isinstance(fabric, FatTreePolicy))

    @property
    def primary(self) -> FatTreePolicy | None:
        """The fat-tree that lays out the scalable units: the first rail-optimised one, else the first."""
        rails = [tree for tree in self.trees if isinstance(tree, RailOptimized)]
        return next(iter(rails or self.trees), None)

    def pins(self) -> Iterator[tuple[int, Pin]]:
        """Yield the pins with their number among the exceptions."""
        return ((n, exception) for n, exception in enumerate(self.exceptions) if isinstance(exception, Pin))

    def overrides(self) -> Iterator[tuple[int, Override]]:
        """Yield the overrides with their number among the exceptions."""
        return ((n, exception) for n, exception in enumerate(self.exceptions) if isinstance(exception, Override))
