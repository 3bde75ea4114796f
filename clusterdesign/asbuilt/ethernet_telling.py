"""Differences of Ethernet links in the installer's words."""

from __future__ import annotations

from collections.abc import Sequence

from clusterdesign.asbuilt.findings import Difference, Kind
from clusterdesign.design import Design, Link, PortRef
from clusterdesign.names import natural_sorted

_PAIR = 2


class Teller:
    """Words for the differences of the Ethernet fabrics of a design."""

    def __init__(self, design: Design) -> None:
        self._design = design

    def missing(self, link: Link) -> Difference:
        """Tell that nobody is seen at a port."""
        return Difference(
            "missing-cable",
            self._cables([link]),
            link.a.device,
            f"no link between {self._end(link.a)} and {self._end(link.b)}",
            f"plug in cable {self._name(link)}, or replace it if it is plugged in; see that both ends speak LLDP",
        )

    def exchanged(self, ring: Sequence[Link]) -> Difference:
        """Tell that plugs were exchanged."""
        kind: Kind = "swapped" if len(ring) == _PAIR else "rotated"
        return Difference(
            kind,
            self._cables(ring),
            ring[0].b.device,
            f"the plugs of {len(ring)} links are exchanged: "
            + "; ".join(f"{self._name(link)} belongs from {self._end(link.a)} to {self._end(link.b)}" for link in ring),
            f"exchange the plugs at {' and '.join(self._end(link.b) for link in ring)}",
        )

    def misplaced(self, link: Link, port: PortRef) -> Difference:
        """Tell that a plug is in the wrong port."""
        kind: Kind = "wrong-port" if port.device == link.b.device else "wrong-device"
        return Difference(
            kind,
            self._cables([link]),
            link.b.device,
            f"cable {self._name(link)} leads from {self._end(link.a)} to {self._end(port)}, not to {self._end(link.b)}",
            f"move its plug from {self._end(port)} to {self._end(link.b)}",
        )

    def unplanned(self, port: PortRef, who: str, link: Link | None) -> Difference:
        """Tell that a port holds somebody whom the design does not have there."""
        kind: Kind = "extra-cable" if who in self._design.device else "unknown-device"
        belongs = f"; {self._end(link.a)} belongs there" if link else ", which the design does not have"
        return Difference(
            kind,
            self._cables([link] if link else []),
            port.device,
            f"{self._end(port)} leads to {who or 'a device without a name'}{belongs}",
            f"unplug it, and plug in cable {self._name(link)}" if link else "unplug it, or enter it in the design",
        )

    def _end(self, end: PortRef) -> str:
        placement = self._design.placement.get(end.device)
        place = f" ({placement.rack.removeprefix('rack/')} U{placement.u})" if placement else ""
        return f"{end.device}{place} port {end.port}"

    def _name(self, link: Link) -> str:
        return self._cables([link])[0].partition("/")[2]

    def _cables(self, links: Sequence[Link]) -> tuple[str, ...]:
        cables = self._design.cable_of
        found = {cable.path if (cable := cables.get(link.path)) else link.path for link in links}
        return tuple(natural_sorted(found))
