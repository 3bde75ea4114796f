"""How the networks are to be built: what a designer declares about each fabric."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.fabric.fields import Name, Taper
from clusterdesign.fabric.storage import StorageSystem
from clusterdesign.parts import Appliance, Declared, Node, PortRole, Switch

MOST_NODES = 100_000
"""More nodes than three levels of any switch on sale carry; a larger count is a slip of the keyboard."""


class Managers(Declared):
    """Fabric managers that take ports of the fabric.

    Where the leaves of a unit have a port beyond their node positions, managers use it; else they displace the
    last node positions of the first unit. NVIDIA's tables displace one (31, 63, 95, 127 nodes; RA-11333-001,
    table 4), which puts a splitter beside a straight fibre: see ``share_cage``.
    A manager whose ports run at half the leaf's speed is attached through a splitter, both its ports to one leaf,
    each manager to another leaf.

    Attributes:
        part: what they are; its fabric ports are all connected.
        count: how many; two for redundancy.
        share_cage: whether a splitter may sit beside a node's straight fibre in one twin cage. NVIDIA's bill for
            127 nodes does so, while the data sheet of the module forbids it; without it a whole cage is displaced.
    """

    part: Appliance | Node
    count: int = Field(default=2, ge=1, le=64)
    share_cage: bool = False


class Partition(Declared):
    """A partition of an InfiniBand fabric, beside the default one that everybody is a member of.

    Attributes:
        name: its name in the partition file.
        key: 15 bits of the partition key.
        members: globs over paths (``gpu/*``, ``storage/*/*``); who matches is a full member.
    """

    name: Name
    key: int = Field(ge=1, le=0x7FFE)
    members: tuple[str, ...] = Field(min_length=1)


class FatTreePolicy(Declared):
    """What fat-trees have in common.

    Attributes:
        name: first segment of its switches' paths.
        switch: leaf switch.
        spine: spine switch, the leaf's part where it is left out.
        grow_to: nodes that the fabric reserves ports for, so that growth moves no cable.
        nodes_per_unit: node positions of a scalable unit; by default as many as the taper leaves on a leaf.
        taper: down to up capacity of a leaf.
        split: 2 where the leaf ports toward nodes are run split (NDR200, HDR100).
        managers: fabric managers, where they are to take ports.
        systems: shared storage that joins the fabric, on leaves of its own.
        minimum_spines: fewest spines, for redundancy.
        levels: 2 or 3 to insist; by default the fewest that serve.
        spine_taper: down to up capacity of a spine, on three levels.
        planes: independent copies of the fabric; the rails are dealt over them, rail r to plane ``(r - 1) mod planes``.
        mtu: MTU that the subnet manager is told to use, in bytes.
        switch_manager: whether the subnet manager is to run on managed switches, so that none takes ports.
        partitions: partitions beside the default one.
    """

    NODE_ROLE: ClassVar[PortRole] = "compute"
    ONE_SWITCH: ClassVar[bool] = True
    BY_RAIL: ClassVar[bool] = True

    name: Name
    switch: Switch
    spine: Switch | None = None
    grow_to: int | None = Field(default=None, ge=1, le=MOST_NODES)
    nodes_per_unit: int | None = Field(default=None, ge=1)
    taper: Taper = Fraction(1)
    split: Literal[1, 2] = 1
    managers: Managers | None = None
    systems: tuple[StorageSystem, ...] = ()
    minimum_spines: int = Field(default=1, ge=1)
    levels: Literal[2, 3] | None = None
    spine_taper: Taper = Fraction(1)
    planes: int = Field(default=1, ge=1)
    mtu: int = Field(default=4096, ge=256)
    switch_manager: bool = False
    partitions: tuple[Partition, ...] = ()

    @model_validator(mode="after")
    def _one_kind_of_manager(self) -> Self:
        if self.switch_manager and self.managers is not None:
            raise DesignError(
                "the subnet manager is declared twice, on switches and on managers",
                thing=self.name,
                fix="leave switch_manager=True or managers= out",
            )
        return self

    @model_validator(mode="after")
    def _partitions_differ(self) -> Self:
        for what, values in (
            ("name", [partition.name for partition in self.partitions]),
            ("key", [partition.key for partition in self.partitions]),
        ):
            if len(set(values)) < len(values):
                raise DesignError(
                    f"two partitions have the same {what}",
                    thing=self.name,
                    fix=f"give each partition a {what} of its own",
                )
        if self.partitions and self.switch.fabric != "infiniband":
            raise DesignError(
                "partitions are declared on an Ethernet fabric", thing=self.name, fix="leave partitions= out"
            )
        return self


class RailOptimized(FatTreePolicy):
    """A fat-tree whose leaves are rails: adapter r of every node of a unit ends on leaf r of that unit.

    Node k of a unit takes down-port k of each of its leaves. One switch serves where every port fits on it.
    """

    name: Name = "compute"


class PlainFatTree(FatTreePolicy):
    """A fat-tree without rails, for comparison: all adapters of a node end on one leaf.

    A unit has as many leaves as a node has adapters and so as many switches as the rail-optimised one; adapter
    ``a`` of the node at position ``k`` takes down-port ``k x adapters + a``, counted through the leaves.
    """

    BY_RAIL: ClassVar[bool] = False

    name: Name = "compute"


class StorageFabric(FatTreePolicy):
    """A fat-tree of its own for storage: storage port s of every node ends on storage leaf s of its unit.

    The default taper is that of NVIDIA's reference (about 4:3 toward the nodes; RA-11333-001, storage fabric).
    """

    NODE_ROLE: ClassVar[PortRole] = "storage"
    ONE_SWITCH: ClassVar[bool] = False

    name: Name = "storage"
    taper: Taper = Fraction(4, 3)
    minimum_spines: int = Field(default=2, ge=1)


class InBand(Declared):
    """The in-band Ethernet: in each unit one switch for each in-band port of a node, two where ports are bonded.

    In-band port b of the node at position k takes port k of switch b. Out-of-band switches hang on the positions
    beyond, servers on the last ports. The pairs of different units meet in the network of the site.

    Attributes:
        name: first segment of its switches' paths.
        switch: the switch.
    """

    NODE_ROLE: ClassVar[PortRole] = "inband"

    name: Name = "inband"
    switch: Switch


class Management(Declared):
    """The out-of-band network: copper to every management port of nodes, switches, appliances and PDUs.

    Each unit has its own switches, and each unit reserves their ports by position, so that adding a node moves
    nothing; so has each core rack.

    Attributes:
        name: first segment of its switches' paths.
        switch: access switch.
        uplinks: links of each of its switches to the in-band switches of its unit, one to each in turn.
        shared: where the devices of the core racks are linked: ``own-switches`` for a switch in each core rack,
            ``over-units`` to deal them over the switches of the units, which saves switches and moves links when
            the cluster grows.
    """

    NODE_ROLE: ClassVar[PortRole] = "oob"

    name: Name = "oob"
    switch: Switch
    uplinks: int = Field(default=2, ge=0, le=4)
    shared: Literal["own-switches", "over-units"] = "own-switches"


AnyFabric: TypeAlias = RailOptimized | PlainFatTree | StorageFabric | InBand | Management
