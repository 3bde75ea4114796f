"""Which node of a dump is which element of the design: by GUID, by name, and by what it is plugged into."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from clusterdesign.asbuilt.dump import Dump, Seen
from clusterdesign.names import natural_key
from clusterdesign.subnet import Element, Subnet

_PORT_BITS = 0xFF
_FACTORY = re.compile(r"MF0;([^:]*):", re.ASCII)


@dataclass(slots=True)
class Identities:
    """The result.

    Attributes:
        element: element by GUID of the dump.
        seen: GUID of the dump by GUID of the element.
        guessed: elements that were known by their neighbours only.
        simulated: whether GUIDs are the stand-ins of the design, as in a simulated fabric.
    """

    element: dict[int, Element] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    guessed: list[tuple[int, Element]] = field(default_factory=list)
    simulated: bool = False

    def put(self, node: Seen, element: Element) -> bool:
        """Record a pair, unless either of the two has a partner already or they are of different kinds."""
        if node.guid in self.element or element.guid in self.seen or node.kind != element.kind:
            return False
        self.element[node.guid] = element
        self.seen[element.guid] = node.guid
        return True


def identify(dump: Dump, subnets: Iterable[Subnet]) -> Identities:
    """Match the nodes of a dump with the elements of some fabrics."""
    fabrics = tuple(subnets)
    found = Identities()
    nodes = [node for node in dump.nodes.values() if not node.aggregation]
    _by_guid(found, nodes, fabrics)
    _by_name(found, nodes, fabrics)
    _by_host(found, dump, nodes, fabrics)
    while _by_neighbours(found, dump, nodes, fabrics):
        pass
    _leftovers(found, nodes, fabrics)
    return found


def plain(name: str) -> str:
    """Return a name as it is compared: lower case, without blanks at its ends, slashes as hyphens."""
    text = name.strip()
    factory = _FACTORY.match(text)
    text = factory[1] if factory else text
    return " ".join(text.casefold().replace("/", "-").split())


def _by_guid(found: Identities, nodes: list[Seen], fabrics: tuple[Subnet, ...]) -> None:
    for node in nodes:
        for fabric in fabrics:
            # Some tools name an adapter by the GUID of its port, which lies above a stand-in.
            known = fabric.by_guid.get(node.guid)
            if known is None:
                below = fabric.by_guid.get(node.guid & ~_PORT_BITS)
                known = below if below is not None and not below.delivered else None
            if known is not None and found.put(node, known):
                found.simulated |= not known.delivered


def _by_name(found: Identities, nodes: list[Seen], fabrics: tuple[Subnet, ...]) -> None:
    names: dict[str, Element] = {}
    for fabric in fabrics:
        for element in fabric.elements:
            names[plain(element.name)] = element
            host, _, device = plain(element.name).rpartition(" ")
            if device.startswith("mlx5_") and device[5:].isdecimal():
                # The description that drivers set before the host is configured counts from 1.
                names[f"{host} hca-{int(device[5:]) + 1}"] = element
    counts = Counter(plain(node.name) for node in nodes)
    for node in nodes:
        name = plain(node.name)
        # Two nodes of one name, "localhost mlx5_0", are nobody by their name.
        if counts[name] == 1 and name in names:
            found.put(node, names[name])


def _by_host(found: Identities, dump: Dump, nodes: list[Seen], fabrics: tuple[Subnet, ...]) -> None:
    """Match adapters of a known host that is plugged in exactly as designed: RDMA names are not always published."""
    for node in nodes:
        if node.guid in found.element or node.kind != "adapter":
            continue
        host = _host(node)
        for fabric in fabrics:
            planned = _planned_at(found, dump, node, fabric)
            if planned is not None and plain(planned.device) == host:
                found.put(node, planned)


def _leftovers(found: Identities, nodes: list[Seen], fabrics: tuple[Subnet, ...]) -> None:
    """Match what is left of a host in natural order: adapter names are unknown, but the host is not."""
    missing: dict[str, list[Element]] = {}
    for fabric in fabrics:
        for element in fabric.adapters:
            if element.guid not in found.seen:
                missing.setdefault(plain(element.device), []).append(element)
    for node in sorted(nodes, key=lambda node: natural_key(node.name)):
        waiting = missing.get(_host(node))
        if node.kind == "adapter" and node.guid not in found.element and waiting:
            found.put(node, waiting.pop(0))


def _by_neighbours(found: Identities, dump: Dump, nodes: list[Seen], fabrics: tuple[Subnet, ...]) -> bool:
    """Match a node that has no usable name with the element that its known neighbours expect. True for progress."""
    hosts = {plain(element.device) for fabric in fabrics for element in fabric.adapters}
    progress = False
    for node in nodes:
        # An adapter of a host of the design is somewhere, rightly or wrongly; its place names nobody.
        if node.guid in found.element or (node.kind == "adapter" and _host(node) in hosts):
            continue
        votes: Counter[int] = Counter()
        elements: dict[int, Element] = {}
        for candidate in _expected(found, dump, node, fabrics):
            votes[candidate.guid] += 1
            elements[candidate.guid] = candidate
        if not votes:
            continue
        (best, count), *others = votes.most_common(2)
        if (not others or count > others[0][1]) and found.put(node, elements[best]):
            found.guessed.append((node.guid, elements[best]))
            progress = True
    return progress


def _expected(found: Identities, dump: Dump, node: Seen, fabrics: tuple[Subnet, ...]) -> Iterator[Element]:
    """Yield the element that each known neighbour of a node has at that port by design."""
    for number in range(1, _ports(node) + 1):
        far = dump.far.get((node.guid, number))
        neighbour = found.element.get(far[0]) if far is not None else None
        if far is None or neighbour is None:
            continue
        for fabric in fabrics:
            planned = fabric.far((neighbour.guid, far[1]))
            if planned is not None:
                yield fabric.by_guid[planned[0]]


def _planned_at(found: Identities, dump: Dump, node: Seen, fabric: Subnet) -> Element | None:
    far = dump.far.get((node.guid, 1))
    neighbour = found.element.get(far[0]) if far is not None else None
    if far is None or neighbour is None:
        return None
    planned = fabric.far((neighbour.guid, far[1]))
    return fabric.by_guid[planned[0]] if planned is not None else None


def _ports(node: Seen) -> int:
    return node.ports or 256


def _host(node: Seen) -> str:
    """Return the host part of an adapter's description, ``gpu-017 mlx5_4``."""
    return plain(node.name).rpartition(" ")[0] or plain(node.name)


def absent(found: Identities, elements: Iterable[Element]) -> Mapping[str, list[Element]]:
    """Return the elements that the dump does not have, by device."""
    missing: dict[str, list[Element]] = {}
    for element in elements:
        if element.guid not in found.seen:
            missing.setdefault(element.device, []).append(element)
    return missing
