"""Shared storage: what a designer declares about a file system and what is asked of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from clusterdesign.fabric.fields import Name
from clusterdesign.parts import Declared, StorageBox
from clusterdesign.units import Data, Rate

Product: TypeAlias = Literal["lustre", "spectrum-scale", "beegfs", "vast", "weka", "other"]


class StorageSystem(Declared):
    """A parallel file system: equal boxes that join a fabric by all their fabric ports.

    Port j of a box ends on storage leaf j of a pair, so that a box survives the loss of a leaf.

    Attributes:
        name: last segment of its path, ``storage/<name>``; its boxes are ``storage/<name>/1`` ...
        part: the box.
        count: how many boxes.
        product: the file system.
        tier: hot, warm or cold.
        usable: share of the raw capacity left after protection and reserve; 0.8 is an assumption (8+2).
        capacity, read, write: what is asked of the system in all.
        node_read, node_write: what one node is to read and write while all do.
    """

    name: Name
    part: StorageBox
    count: int = Field(ge=1, le=10_000)
    product: Product
    tier: Literal["hot", "warm", "cold"] = "hot"
    usable: float = Field(default=0.8, gt=0, le=1)
    capacity: Data | None = None
    read: Rate | None = None
    write: Rate | None = None
    node_read: Rate | None = None
    node_write: Rate | None = None
