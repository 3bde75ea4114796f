"""How many switches a rail-optimised fat-tree has, before it is designed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from clusterdesign.errors import DesignError


@dataclass(frozen=True, slots=True)
class Switches:
    """Switches of a fat-tree.

    Attributes:
        leaves, spines, cores: by level.
        unit: nodes of a leaf group.
        node_links, uplinks: links from nodes to leaves, and from leaves to spines.
    """

    leaves: int
    spines: int
    cores: int
    unit: int
    node_links: int
    uplinks: int

    @property
    def total(self) -> int:
        """All switches."""
        return self.leaves + self.spines + self.cores


PAIR = 2
"""Ports of a storage box, and leaves that they end on."""

CAGE = 2
"""Node positions that a pair of managers displaces where a unit has none left: the ports of a cage, which a splitter
does not share with a straight fibre."""


def fat_tree(
    nodes: int,
    radix: int,
    taper: Fraction = Fraction(1),
    rails: int = 8,
    *,
    managers: int = 0,
    widest: int | None = None,
    later: int = 0,
    boxes: int = 0,
) -> Switches:
    """Return the switches of a rail-optimised fat-tree.

    ``down = k r/(1+r)``, ``up = k/(1+r)``, ``leaves = rails x ceil(nodes/down)``, ``spines = ceil(leaves x up / k)``
    or the next divisor of up, so that every leaf has as many links to each spine; beyond k leaves three levels:
    pods of as many whole groups as half a spine carries, up spines in each; cores as many as the uplinks of all pods
    fill, alike again. One switch where every port fits on it.

    Args:
        nodes: nodes.
        radix: k, ports of a switch.
        taper: r, down to up capacity.
        rails: adapters of a node.
        managers: ports that fabric managers take.
        widest: nodes of a leaf group, where fewer than its down-ports are used.
        later: nodes that ports are reserved for; the spines are there from the first day.
        boxes: storage boxes that join the fabric, each with two ports, on a pair of leaves of their own.

    Raises:
        DesignError: the taper leaves no port up or down.

    Source: NVIDIA RA-11333-001 V11, tables 3 and 4. Limits: whole leaf groups.
    """
    reserved = max(nodes, later)
    if reserved * rails + managers + PAIR * boxes <= radix:
        return Switches(1, 0, 0, nodes, nodes * rails, 0)
    down = int(radix * taper / (1 + taper))
    up = min(radix - down, -(-down * taper.denominator // taper.numerator))
    if not down or not up:
        raise DesignError(f"a taper of {taper} leaves no ports", thing="taper", fix='write "1:1" or "2:1"')
    unit = min(down, widest or down)
    if unit < down:
        up = -(-unit * taper.denominator // taper.numerator)
    displaced = CAGE if managers and unit == down else 0
    shared = PAIR * -(-boxes // down)
    leaves, planned = (shared + rails * -(-(count + displaced) // unit) for count in (nodes, reserved))
    if planned <= radix:
        return Switches(leaves, _alike(-(-planned * up // radix), up), 0, unit, nodes * rails, leaves * up)
    half = radix // 2
    pod = rails * max(1, half // rails)
    cores = up * _alike(-(-planned // pod * half // radix), half)
    return Switches(leaves, up * -(-leaves // pod), cores, unit, nodes * rails, leaves * up)


def _alike(spines: int, up: int) -> int:
    """Return so many spines or more that the uplinks of a leaf divide among them."""
    return next(count for count in range(spines, up + 1) if up % count == 0)
