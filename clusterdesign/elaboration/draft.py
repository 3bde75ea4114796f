"""What the phases of elaboration share: the declaration, the builder, and the plan so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from clusterdesign.catalog import Catalog
from clusterdesign.design.builder import Builder
from clusterdesign.elaboration.floor import Floor
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.tree_plan import TreePlan
from clusterdesign.intent import Cluster
from clusterdesign.names import matches
from clusterdesign.parts import AnyPart, Hca, Node
from clusterdesign.site import RackRow


@dataclass(slots=True)
class Draft:
    """A cluster half way to a design.

    Attributes:
        trees: the fat-trees by the name of their fabric; each plane is a fabric of its own.
        racks: the policy of the racks with what the library chose; None where nothing was left to it.
        chosen: why so many nodes share a rack, by the number of their group.
        floor: the plan of the racks; None where none are declared.
        core_oob: out-of-band switches of each core rack, by the path of the rack.
        used: exceptions by number, each with the components it matched and changed.
    """

    cluster: Cluster
    catalog: Catalog
    builder: Builder
    seating: Seating
    trees: dict[str, TreePlan] = field(default_factory=dict)
    racks: RackRow | None = None
    chosen: dict[int, str] = field(default_factory=dict)
    floor: Floor | None = None
    core_oob: dict[str, list[str]] = field(default_factory=dict)
    used: dict[int, tuple[list[str], list[str]]] = field(default_factory=dict)

    @property
    def feed_names(self) -> tuple[str, ...]:
        """Names of the feeds: A, B, C ..."""
        power = self.cluster.power
        return tuple(chr(ord("A") + n) for n in range(power.count if power else 0))

    @property
    def network_feeds(self) -> tuple[str, ...]:
        """Feeds of racks that hold only network equipment: two unless more are declared, since supplies are two."""
        power = self.cluster.power
        return self.feed_names[: power.network_feeds if power else 0]

    def part_for(self, path: str, part: AnyPart) -> AnyPart:
        """Return the part of a device, changed by the last override whose glob matches its path."""
        for number, exception in self.cluster.overrides():
            if isinstance(exception.where, str) and matches(exception.where, path):
                matched, changed = self.used.setdefault(number, ([], []))
                matched.append(path)
                if exception.part != part:
                    changed.append(path)
                part = exception.part
        return part

    def adapter_part(self, id_: str) -> Hca:
        """Return the part of an adapter that a node names: the one the designer gave, else the catalogue's."""
        given = (hca for nodes in self.cluster.groups for hca in (nodes.hca, nodes.storage_hca, nodes.inband_hca))
        return next((hca for hca in given if hca is not None and hca.id == id_), None) or self.catalog.hca(id_)

    def node_part(self, path: str) -> Node:
        """Return the part of a node that is in the builder."""
        part = self.builder.parts[self.builder.devices[path].part]
        if not isinstance(part, Node):
            raise TypeError(f"{path} is a {part.kind}, not a node")
        return part
