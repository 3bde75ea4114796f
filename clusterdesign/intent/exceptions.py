"""Declared exceptions to the pattern. Each has a reason and is printed on the Deviations sheet."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from clusterdesign.design.records import Link, Tier
from clusterdesign.errors import DesignError
from clusterdesign.names import matches
from clusterdesign.parts import AnyPart, Declared


class Cables(Declared):
    """Selects links, and by them the cables that carry them; every field that is given must match.

    Attributes:
        path: glob over the path of either end's device.
    """

    fabric: str | None = None
    tier: Tier | None = None
    rail: int | None = Field(default=None, ge=1)
    path: str | None = None

    def selects(self, link: Link) -> bool:
        """Tell whether a link is selected."""
        return (
            (self.fabric is None or link.fabric == self.fabric)
            and (self.tier is None or link.tier == self.tier)
            and (self.rail is None or link.rail == self.rail)
            and (self.path is None or matches(self.path, link.a.device) or matches(self.path, link.b.device))
        )

    def __str__(self) -> str:
        given = {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}
        return f"Cables({', '.join(f'{name}={value!r}' for name, value in given.items())})"


class Override(Declared):
    """Another part for some components.

    Attributes:
        where: a glob over device paths (``gpu/005``), or :class:`Cables`.
        part: the part to use instead: a node, switch, appliance or storage box for devices, a cable or fibre for
            links.
        because: the reason.
    """

    where: str | Cables
    part: AnyPart
    because: str = Field(min_length=1)

    @model_validator(mode="after")
    def _part_suits(self) -> Self:
        kind = self.part.kind
        if isinstance(self.where, Cables) and kind not in {"cable", "fibre"}:
            raise DesignError(
                f"{self.part.id} is of kind {kind}, links are carried by a cable or a fibre",
                thing=str(self.where),
                fix='give a cable or fibre, or the path of a device as where="..."',
            )
        if isinstance(self.where, str) and kind not in {"node", "switch", "appliance", "storage"}:
            raise DesignError(
                f"{self.part.id} is of kind {kind}, a path stands for nodes, switches, appliances or storage boxes",
                thing=self.where,
                fix="give a part of one of these kinds, or select links with where=Cables(...)",
            )
        return self


class Pin(Declared):
    """A fixed place for one device.

    Attributes:
        where: path of the device, or a glob that matches exactly one.
        rack: name of the rack, ``A05``.
        u: lowest rack unit.
        because: the reason.
    """

    where: str
    rack: str
    u: int = Field(ge=1)
    because: str = Field(min_length=1)

    def selects(self, path: str) -> bool:
        """Tell whether a device path is meant."""
        return matches(self.where, path)
