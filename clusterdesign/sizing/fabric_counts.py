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


def fat_tree(nodes: int, radix: int, taper: Fraction = Fraction(1), rails: int = 8) -> Switches:
    """Return the switches of a rail-optimised fat-tree.

    ``down = k r/(1+r)``, ``up = k/(1+r)``, ``leaves = rails x ceil(nodes/down)``, ``spines = ceil(leaves x up / k)``;
    beyond ``k^2/2`` ports three levels, spines as many as leaves and cores half of them. One switch where every port
    fits on it.

    Args:
        nodes: nodes.
        radix: k, ports of a switch.
        taper: r, down to up capacity.
        rails: adapters of a node.

    Raises:
        DesignError: the taper leaves no port up or down.

    Source: NVIDIA RA-11333-001 V11, tables 3 and 4. Limits: whole leaf groups; NVIDIA takes 16 spines for three units
    where the rule gives 12, for symmetry.
    """
    if nodes * rails <= radix:
        return Switches(1, 0, 0, nodes, nodes * rails, 0)
    down = int(radix * taper / (1 + taper))
    up = min(radix - down, -(-down * taper.denominator // taper.numerator))
    if not down or not up:
        raise DesignError(f"a taper of {taper} leaves no ports", thing="taper", fix='write "1:1" or "2:1"')
    groups = -(-nodes // down)
    leaves = rails * groups
    if nodes * rails <= radix * radix // 2:
        return Switches(leaves, -(-leaves * up // radix), 0, down, nodes * rails, leaves * up)
    return Switches(leaves, leaves, -(-leaves // 2), down, nodes * rails, leaves * up)
