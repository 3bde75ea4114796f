"""Records of a subnet: elements, wires and the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from clusterdesign.design.records import Role
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key
from clusterdesign.subnet.naming import host_name

Socket: TypeAlias = tuple[int, int]
"""GUID of an element and the number of its port."""


@dataclass(frozen=True, slots=True)
class Element:
    """A switch, or one port of an adapter: what has a GUID and a description.

    Each port of a current adapter is a device of its own with one port, hence an element of its own.

    Attributes:
        name: node description: ``compute-leaf-su1-r3``, ``gpu-017 mlx5_4``.
        device: path of the device it is or sits in.
        port_names: front-panel name of each port, by port number from 1.
        split: whether the switch runs split, with twice the port numbers.
        rail: rail of a leaf or of a node's port.
        index: 0-based position of the node among the nodes.
        delivered: whether the GUID is that of the hardware, from a delivery list, and no stand-in.
    """

    name: str
    kind: Literal["switch", "adapter"]
    guid: int
    device: str
    part: str
    role: Role
    port_names: tuple[str, ...]
    split: bool = False
    unit: int | None = None
    rail: int | None = None
    index: int = 0
    delivered: bool = False

    @property
    def port_guid(self) -> int:
        """GUID of the port of an adapter: that of the adapter with one port, above a stand-in by one."""
        return self.guid if self.delivered else self.guid + 1

    def number(self, port: str) -> int | None:
        """Return the number of a port by its front-panel name."""
        try:
            return self.port_names.index(port) + 1
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Wire:
    """A link between two ports, lower tier first.

    Attributes:
        link: path of the link in the design.
        cable: path of the cable that carries it; empty where none is laid.
        rate: Gb/s.
    """

    a: Socket
    b: Socket
    link: str
    cable: str
    rate: int


@dataclass(frozen=True)
class Subnet:
    """An InfiniBand fabric.

    Attributes:
        name: name of the fabric.
        elements: switches, then adapters, each in natural order.
        left_out: links that a faulty design gives to ports that do not exist, each with the reason.
        mtu: MTU that the subnet manager is told to use, in octets.
    """

    name: str
    levels: int
    elements: tuple[Element, ...]
    wires: tuple[Wire, ...]
    left_out: tuple[str, ...] = ()
    mtu: int = 4096

    @cached_property
    def by_guid(self) -> Mapping[int, Element]:
        """Elements by GUID."""
        return MappingProxyType({element.guid: element for element in self.elements})

    @cached_property
    def wire_at(self) -> Mapping[Socket, Wire]:
        """Wire by either of its sockets."""
        return MappingProxyType({end: wire for wire in self.wires for end in (wire.a, wire.b)})

    @property
    def switches(self) -> Iterator[Element]:
        """The switches."""
        return (element for element in self.elements if element.kind == "switch")

    @property
    def adapters(self) -> Iterator[Element]:
        """The ports of adapters."""
        return (element for element in self.elements if element.kind == "adapter")

    @property
    def stand_ins(self) -> int:
        """How many elements have a GUID that only stands in for that of the hardware."""
        return sum(not element.delivered for element in self.elements)

    @cached_property
    def roots(self) -> tuple[Element, ...]:
        """Switches of the highest tier; none where there is only one tier."""
        for role in ("core", "spine"):
            found = tuple(element for element in self.switches if element.role == role)
            if found:
                return found
        return ()

    def far(self, end: Socket) -> Socket | None:
        """Return the other end of the wire in a socket."""
        wire = self.wire_at.get(end)
        if wire is None:
            return None
        return wire.b if wire.a == end else wire.a

    def port_name(self, end: Socket) -> str:
        """Return ``<name> port <front-panel name>`` of a socket."""
        element = self.by_guid[end[0]]
        return f"{element.name} port {element.port_names[end[1] - 1]}"

    def without(self, *, devices: Iterable[str] = (), links: Iterable[str] = ()) -> Subnet:
        """Return the subnet without some devices and links, and without ports of adapters left in the air."""
        gone, cut = frozenset(devices), frozenset(links)
        kept = {element.guid for element in self.elements if element.device not in gone}
        wires = tuple(wire for wire in self.wires if wire.link not in cut and wire.a[0] in kept and wire.b[0] in kept)
        plugged = {end[0] for wire in wires for end in (wire.a, wire.b)}
        elements = tuple(
            element
            for element in self.elements
            if element.guid in kept and (element.kind == "switch" or element.guid in plugged)
        )
        return replace(self, elements=elements, wires=wires)


def host_names(paths: Iterable[str]) -> Mapping[str, str]:
    """Return the host name of every path.

    Raises:
        DesignError: two paths have the same host name.
    """
    found: dict[str, str] = {}
    owner: dict[str, str] = {}
    for path in sorted(paths, key=natural_key):
        name = host_name(path)
        if name in owner:
            raise DesignError(
                f"{owner[name]} and {path} have the same host name {name}",
                thing=path,
                fix="rename one of them so that the names differ by more than '/' and '-'",
            )
        owner[name] = path
        found[path] = name
    return MappingProxyType(found)
