"""Cables, transceivers and fibre: what runs between cages.

A cable is bought as one item with two or more ends. Each end has a plug and carries one or more links. End 0 of
a splitter is its head; the links of the head go, in order, to the links of ends 1, 2, ...
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts.base import Frozen, Part
from clusterdesign.parts.ports import Plug
from clusterdesign.units import Length, Power, Rate

Medium: TypeAlias = Literal["copper-passive", "copper-active", "aoc", "multimode", "singlemode", "twisted-pair"]


class CableEnd(Frozen):
    """One end of a bought cable.

    Attributes:
        plug: its shape.
        links: how many links it carries.
    """

    plug: Plug
    links: int = Field(ge=1)


class Cable(Part):
    """A cable of one fixed length, with its plugs moulded on: copper or active optical.

    Attributes:
        ends: the head first; on straight cables both ends carry the same links.
        rate: rate of one link.
        signalling: generation of the signal; parts of different generations do not talk to each other unless
            the part itself converts (``ndr-hdr``).
        end_power: draw of one end, by position in ``ends``.
        diameter, grams_per_metre: for tray fill and weight.
        bend_radius: smallest bend radius in use, repeated bending included.
    """

    kind: Literal["cable"] = "cable"
    medium: Medium
    ends: tuple[CableEnd, ...] = Field(min_length=2)
    length: Length
    rate: Rate
    signalling: Literal["ndr", "hdr", "ndr-hdr", "edr", "ethernet-100g", "1000base-t"]
    end_power: tuple[Power, ...] = ()
    diameter: Length | None = None
    bend_radius: Length | None = None
    grams_per_metre: float | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("part_number",)

    @property
    def links(self) -> int:
        """Number of links the cable carries."""
        return self.ends[0].links

    @property
    def is_splitter(self) -> bool:
        """True for one head and several tails."""
        return len(self.ends[1:]) > 1

    @cached_property
    def wiring(self) -> tuple[tuple[int, int], ...]:
        """For each link of the head, in order: the other end and the position of the link in that end."""
        return tuple((e, p) for e, end in enumerate(self.ends[1:], 1) for p in range(end.links))

    @model_validator(mode="after")
    def _links_balance(self) -> Self:
        tails = sum(end.links for end in self.ends[1:])
        if tails != self.ends[0].links:
            raise DesignError(
                f"the head carries {self.ends[0].links} links and the other ends {tails}",
                thing=self.id,
                fix="make the sums equal",
            )
        return self


class Transceiver(Part):
    """A pluggable module between a cage and passive fibre.

    Attributes:
        plug: its shape toward the cage.
        connector: connector toward the fibre.
        connectors: number of fibre connectors; each carries ``links / connectors`` links of the cage.
        links: links of the cage it carries.
        reach: longest channel, patch panels included.
        reach_om3: the same over OM3 where that is shorter.
        signalling: modules talk only to modules of the same signalling.
    """

    kind: Literal["transceiver"] = "transceiver"
    plug: Plug
    links: int = Field(ge=1)
    connectors: int = Field(ge=1)
    connector: Literal["mpo12-apc", "mpo12-upc", "lc-upc"]
    fibre: Literal["multimode", "singlemode"]
    rate: Rate
    signalling: Literal["ndr", "hdr", "fr4", "edr", "ethernet-100g"]
    reach: Length | None = None
    reach_om3: Length | None = None
    reach_minimum: Length | None = None
    power_typical: Power | None = None
    power_maximum: Power | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("part_number", "reach", "power_maximum")


class FibreLength(Frozen):
    """One length that a fibre is sold in.

    Attributes:
        part_number: as the vendor prints it, length included.
        grade: OM3, OM4 or OS2; decides the reach.
        published: False where no source was seen that this length is sold: ask before ordering.
    """

    length: Length
    part_number: str
    order_number: str | None = None
    grade: Literal["OM3", "OM4", "OS2"]
    published: bool = True


class Fibre(Part):
    """Passive fibre assembly, sold in several lengths.

    Attributes:
        connector: connector of every end.
        split: 1 for straight, 2 for a head with two tails that carry half the lanes each.
        channel_maximum: longest permitted channel with this assembly.
        lengths: what is sold, shortest first.
    """

    kind: Literal["fibre"] = "fibre"
    fibre: Literal["multimode", "singlemode"]
    connector: Literal["mpo12-apc", "mpo12-upc", "lc-upc"]
    split: Literal[1, 2] = 1
    polarity: str = ""
    channel_maximum: Length
    lengths: tuple[FibreLength, ...] = Field(min_length=1)
    diameter: Length | None = None
    bend_radius: Length | None = None
    grams_per_metre: float | None = None
    colour: str | None = None
