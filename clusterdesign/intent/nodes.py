"""Groups of servers: the GPU nodes, and the servers beside them."""

from __future__ import annotations

import re
from functools import cached_property

from pydantic import Field, field_validator

from clusterdesign.errors import DesignError
from clusterdesign.fabric.policies import MOST_NODES
from clusterdesign.names import check_name, fill, template_fields
from clusterdesign.parts import Declared, Hca, Node
from clusterdesign.parts.base import shorten

_NUMBER = re.compile(r"\{n(?::0[1-9])?\}")


def numbered(name: str, example: str) -> str:
    """Check a name template that numbers things, and return it.

    Raises:
        DesignError: it does not number them in plain digits, or cannot be a path.
    """
    if template_fields(name) != {"n"}:
        raise DesignError(
            f"name template {name!r} does not number the nodes", fix=f"use one field, {{n}}, as in {example!r}"
        )
    if len(_NUMBER.findall(name)) != 1 or name.count("{") != 1:
        raise DesignError(
            f"name template {shorten(name)!r} does not write the number in plain digits",
            fix=f"use {{n}} once, padded with up to nine zeros where you like, as in {example!r}",
        )
    for segment in fill(name, n=0).split("/"):
        check_name(segment)
    return name


class Nodes(Declared):
    """The compute nodes.

    Attributes:
        part: the server.
        count: how many.
        hca: adapter to fit into platforms that are sold without.
        hcas: how many of it; one per GPU by default.
        storage_hca: adapter to fit for storage, one to a node, all its ports used.
        inband_hca: adapter to fit for the in-band network, one to a node, all its ports used.
        name: name template with ``{n}``, counted from ``first``; padding comes from it, not from the count.
        first: number of the first node.
    """

    part: Node
    count: int = Field(ge=1, le=MOST_NODES)
    hca: Hca | None = None
    hcas: int | None = Field(default=None, ge=1)
    storage_hca: Hca | None = None
    inband_hca: Hca | None = None
    name: str = "gpu/{n:03}"
    first: int = Field(default=1, ge=0)

    @field_validator("name")
    @classmethod
    def _template(cls, name: str) -> str:
        return numbered(name, "gpu/{n:03}")

    @cached_property
    def fitted(self) -> Node:
        """The server with its adapters."""
        node = self.part
        if self.hca is not None:
            node = node.fitted(self.hca, self.hcas or node.gpus or 8)
        if self.storage_hca is not None:
            node = node.fitted(self.storage_hca, 1, "storage")
        if self.inband_hca is not None:
            node = node.fitted(self.inband_hca, 1, "inband")
        return node

    def path(self, index: int) -> str:
        """Return the path of the node at a 0-based index."""
        return fill(self.name, n=self.first + index)


class Servers(Declared):
    """Servers beside the GPU nodes: management, login, scheduler, monitoring.

    They stand in the core racks, join the in-band network by their in-band ports and the out-of-band network by
    their management port.

    Attributes:
        part: the server.
        count: how many.
        name: name template with ``{n}``, counted from 1.
        purpose: what they do; printed on the sheets.
    """

    part: Node
    count: int = Field(ge=1, le=1000)
    name: str = "mgmt/{n:02}"
    purpose: str = "management"

    @field_validator("name")
    @classmethod
    def _template(cls, name: str) -> str:
        return numbered(name, "mgmt/{n:02}")

    def paths(self) -> list[str]:
        """Return the path of every server."""
        return [fill(self.name, n=n + 1) for n in range(self.count)]
