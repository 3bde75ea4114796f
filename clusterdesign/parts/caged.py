"""A part with cages in its panel: what nodes, adapters, switches, PDUs and the like have in common."""

from __future__ import annotations

from functools import cached_property
from typing import Self

from pydantic import model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts.base import Part
from clusterdesign.parts.ports import Cage, CageRow, Port, PortRole


class Caged(Part):
    """A part with cages.

    Attributes:
        rows: rows of equal cages; expanded after ``extra_cages`` into :attr:`cages`.
        extra_cages: cages that are listed one by one.
    """

    rows: tuple[CageRow, ...] = ()
    extra_cages: tuple[Cage, ...] = ()

    @cached_property
    def cages(self) -> tuple[Cage, ...]:
        """All cages: those listed one by one, then the rows."""
        return self.extra_cages + tuple(cage for row in self.rows for cage in row.expand())

    @cached_property
    def cage_of(self) -> dict[str, Cage]:
        """Port name, sub-port names included, to the cage that holds it."""
        return {name: cage for cage in self.cages for port in cage.ports for name in port.names}

    @cached_property
    def port_named(self) -> dict[str, Port]:
        """Port name, sub-port names included, to the port."""
        found: dict[str, Port] = {}
        for cage in self.cages:
            for port in cage.ports:
                found[port.name] = port
                if port.splits > 1:
                    found.update((sub.name, sub) for sub in port.split())
        return found

    def ports(self, role: PortRole) -> tuple[Port, ...]:
        """Return the ports of one role, in panel order."""
        return self._by_role.get(role, ())

    @cached_property
    def _by_role(self) -> dict[PortRole, tuple[Port, ...]]:
        found: dict[PortRole, list[Port]] = {}
        for cage in self.cages:
            for port in cage.ports:
                found.setdefault(port.role, []).append(port)
        return {role: tuple(ports) for role, ports in found.items()}

    @model_validator(mode="after")
    def _unique_names(self) -> Self:
        cages = [cage.name for cage in self.cages]
        ports = [port.name for cage in self.cages for port in cage.ports]
        for names, what in ((cages, "cage"), (ports, "port")):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise DesignError(
                    f"{what} {twice[0]!r} is named twice", thing=self.id, fix=f"give each {what} its own name"
                )
        return self
