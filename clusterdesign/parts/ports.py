"""Cages and the ports in them: the hole in the panel, and what the operating system sees behind it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from pydantic import Field

from clusterdesign.names import fill
from clusterdesign.parts.base import Frozen
from clusterdesign.units import Rate

Plug: TypeAlias = Literal[
    "osfp-twin-finned",
    "osfp-twin-flat",
    "osfp-single-flat",
    "qsfp112",
    "qsfp56",
    "qsfp28",
    "sfp28",
    "rj45",
    "mpo12-apc",
    "mpo12-upc",
    "lc-upc",
]
"""Mechanical shape of a cable end or transceiver. Finned and flat-top OSFP are different shapes."""

Protocol: TypeAlias = Literal["infiniband", "ethernet", "any"]

PortRole: TypeAlias = Literal["fabric", "uplink", "compute", "storage", "inband", "oob", "absent"]
"""What a port is for. ``fabric`` and ``uplink`` on switches, the others on nodes and managed devices. ``absent``: the
adapter behind it was left out, while another port of the cage is in use; the plug still has its position."""


class Port(Frozen):
    """A port: one link end.

    Attributes:
        name: as printed on the panel, or as the switch's system names it: ``OSFP4P2``, ``12/1``, ``P7``.
        speed: full rate of the port.
        adapter: name of the adapter behind it, for node ports.
        rail: 1-based rail of a compute adapter, or ordinal among the ports of its role.
        os_name: RDMA device, ``mlx5_0``, where published.
        netdev: network device, ``ibp24s0``, where published.
        gpu: index of the GPU next to it, where published.
        splits: into how many sub-ports the port can be split (2 for NDR400 -> NDR200).
    """

    name: str
    role: PortRole
    speed: Rate
    adapter: str | None = None
    rail: int | None = Field(default=None, ge=1)
    os_name: str | None = None
    netdev: str | None = None
    gpu: int | None = Field(default=None, ge=0)
    splits: int = Field(default=1, ge=1)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The port's name and, where it can be split, those of its sub-ports."""
        return (self.name, *(f"{self.name}/{n}" for n in range(1, self.splits + 1) if self.splits > 1))

    def split(self) -> tuple[Port, ...]:
        """Return the sub-ports of a port that is run split, ``<port>/<n>``, each with its share of the speed."""
        return tuple(
            self.with_(name=f"{self.name}/{n}", speed=self.speed / self.splits, splits=1)
            for n in range(1, self.splits + 1)
        )

    def left_out(self) -> Port:
        """Return the port as it stays in its cage when its adapter is left out."""
        return Port(name=self.name, role="absent", speed=self.speed)


class Cage(Frozen):
    """A hole in a panel that takes one plug and holds one or more ports.

    Attributes:
        name: as printed on the panel.
        accepts: plug shapes that fit, best first.
        ports: the ports that the plug carries, in the order of its links.
    """

    name: str
    accepts: tuple[Plug, ...] = Field(min_length=1)
    protocol: Protocol
    ports: tuple[Port, ...] = Field(min_length=1)

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Position of a port in the cage by its name; sub-ports stand at the position of their port."""
        return {name: position for position, port in enumerate(self.ports) for name in port.names}


class CageRow(Frozen):
    """A row of equal cages, written once in data: expands to :class:`Cage` records.

    Attributes:
        cage: template of the cage name, with ``{n}``.
        ports: templates of the port names, with ``{n}`` for the cage and ``{p}`` for a running port number.
    """

    cage: str
    first: int = Field(default=1, ge=0)
    count: int = Field(ge=1)
    accepts: tuple[Plug, ...]
    protocol: Protocol
    ports: tuple[str, ...] = Field(min_length=1)
    role: PortRole
    speed: Rate
    splits: int = Field(default=1, ge=1)

    def expand(self) -> tuple[Cage, ...]:
        """Return the cages of the row, numbered from ``first``."""
        return tuple(
            Cage(
                name=fill(self.cage, n=n),
                accepts=self.accepts,
                protocol=self.protocol,
                ports=tuple(
                    Port(
                        name=fill(template, n=n, p=(n - self.first) * len(self.ports) + k + 1),
                        role=self.role,
                        speed=self.speed,
                        splits=self.splits,
                    )
                    for k, template in enumerate(self.ports)
                ),
            )
            for n in range(self.first, self.first + self.count)
        )
