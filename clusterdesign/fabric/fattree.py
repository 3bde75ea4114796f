"""Counting a fat-tree: units, leaves, uplinks, spines. Pure arithmetic, no records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from clusterdesign.errors import DesignError


@dataclass(frozen=True, slots=True)
class FatTree:
    """The counts of a rail-optimised fat-tree.

    Attributes:
        levels: 1 for one switch, 2 for leaves and spines.
        units: scalable units that are built now.
        units_reserved: units that the spines have ports for.
        nodes_per_unit: node positions of a unit.
        leaves_per_unit: one for each rail.
        down: leaf ports that node positions take.
        up: uplinks of a leaf.
        spines: spine switches.
        links_per_pair: links of every leaf-spine pair.
        why: how the number of spines follows, one line.
    """

    levels: int
    units: int
    units_reserved: int
    nodes_per_unit: int
    leaves_per_unit: int
    down: int
    up: int
    spines: int
    links_per_pair: int
    why: str

    @property
    def leaves(self) -> int:
        """Number of leaf switches."""
        return self.units * self.leaves_per_unit if self.levels > 1 else self.levels


def divisors(number: int) -> tuple[int, ...]:
    """Return the divisors of a positive whole number, smallest first."""
    return tuple(d for d in range(1, number + 1) if number % d == 0)


def leaf_split(radix: int, taper: Fraction, split: int = 1) -> tuple[int, int]:
    """Share the ports of a leaf between nodes and spines.

    Args:
        radix: ports of the leaf.
        taper: down capacity divided by up capacity, 1 for non-blocking.
        split: node links that one down port carries, 2 where ports are run split.

    Returns:
        The largest number of node positions, and the uplinks, in the exact ratio.
    """
    down, up = taper.numerator, taper.denominator
    groups = radix // (down + up)
    return groups * down * split, groups * up


def uplinks(nodes_per_unit: int, taper: Fraction, split: int) -> int:
    """Return the uplinks of a leaf with that many node positions.

    Raises:
        DesignError: the taper asks for a broken number of uplinks.
    """
    exact = Fraction(nodes_per_unit, split) / taper
    if exact.denominator != 1:
        step = (taper.numerator * split) // gcd(taper.numerator * split, taper.denominator)
        raise DesignError(
            f"{nodes_per_unit} nodes per unit at {taper.numerator}:{taper.denominator} ask for {float(exact):g} "
            "uplinks, which is no whole number",
            thing="nodes_per_unit",
            fix=f"take a multiple of {step} nodes per unit, or another taper",
        )
    return exact.numerator


def spine_count(leaves: int, up: int, radix: int, minimum: int = 1) -> tuple[int, str]:
    """Return the number of spines and how it follows.

    The smallest divisor of the uplinks per leaf that offers a port for every uplink: every leaf-spine pair then
    has the same whole number of links, which OpenSM's fat-tree engine needs. Three SuperPOD units have 24 leaves
    with 32 uplinks: 12 spines offer enough ports, 12 does not divide 32, so 16 it is (NVIDIA RA-11333-001,
    table 4).

    Returns:
        The number, 0 where no divisor offers enough ports, and the reason.
    """
    needed = leaves * up
    least = max(minimum, -(-needed // radix))
    for count in divisors(up):
        if count >= least:
            enough = f"{leaves} leaves x {up} uplinks = {needed} ports, {-(-needed // radix)} switches of {radix} ports"
            if count == least == -(-needed // radix):
                return count, f"{count} spines: {enough}"
            if count > least:
                return count, f"{count} spines: {enough}; {least} does not divide {up} uplinks"
            return count, f"{count} spines: {enough}; at least {minimum} declared"
    return 0, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What a fat-tree is asked for.

    Attributes:
        nodes: nodes built now.
        reserve_for: nodes it can grow to without touching a cable.
        rails: adapters per node, one leaf each.
        radix: ports of a leaf.
        spine_radix: ports of a spine.
        nodes_per_unit: node positions of a unit; None for as many as the taper leaves.
        taper: down capacity divided by up capacity.
        split: node links per down port.
        extra_ports: ports that fabric managers need on a fabric of one switch.
        minimum_spines: fewest spines wanted.
        displaced: node positions of the first unit that managers take.
        one_switch: whether a fabric that fits one switch may be one switch.
    """

    nodes: int
    rails: int
    radix: int
    spine_radix: int
    reserve_for: int = 0
    nodes_per_unit: int | None = None
    taper: Fraction = Fraction(1)
    split: int = 1
    extra_ports: int = 0
    minimum_spines: int = 1
    displaced: int = 0
    one_switch: bool = True


def fat_tree(demand: Demand) -> FatTree:
    """Count a rail-optimised fat-tree of one switch or two levels.

    Raises:
        DesignError: the fabric cannot be built; the message says what can.
    """
    final = max(demand.nodes, demand.reserve_for)
    if demand.one_switch and -(-final * demand.rails // demand.split) + demand.extra_ports <= demand.radix:
        return _one_switch(demand, final)
    taper = demand.taper
    most, up = leaf_split(demand.radix, taper, demand.split)
    per_unit = most
    if demand.nodes_per_unit is not None:
        per_unit, up = demand.nodes_per_unit, uplinks(demand.nodes_per_unit, taper, demand.split)
    down = -(-per_unit // demand.split)
    if down + up > demand.radix or up == 0:
        raise DesignError(
            f"{per_unit} nodes per unit take {down} ports down and {up} up, a leaf has {demand.radix}",
            thing="nodes_per_unit",
            fix=f"take at most {most} nodes per unit at {taper.numerator}:{taper.denominator}",
        )
    units = -(-(demand.nodes + demand.displaced) // per_unit)
    reserved = -(-(final + demand.displaced) // per_unit)
    spines, why = spine_count(reserved * demand.rails, up, demand.spine_radix, demand.minimum_spines)
    if not spines:
        raise _too_large(demand, final, per_unit, up)
    return FatTree(2, units, reserved, per_unit, demand.rails, down, up, spines, up // spines, why)


def _one_switch(demand: Demand, final: int) -> FatTree:
    down = demand.radix - demand.extra_ports
    split = f" / {demand.split}" if demand.split > 1 else ""
    why = f"one switch of {demand.radix} ports: {final} nodes x {demand.rails} links{split}"
    return FatTree(1, 1, 1, down * demand.split // demand.rails, 0, down, 0, 0, 0, why)


def _too_large(demand: Demand, final: int, per_unit: int, up: int) -> DesignError:
    """Say what two levels carry: every leaf needs at least one link to every spine."""
    units = demand.spine_radix // demand.rails
    if demand.minimum_spines > up:
        return DesignError(
            f"{demand.minimum_spines} spines do not go with {up} uplinks per leaf",
            thing="minimum_spines",
            fix=f"ask for {up} spines or fewer",
        )
    return DesignError(
        f"{final} nodes with {demand.rails} rails do not fit two levels of {demand.spine_radix} ports",
        thing="nodes",
        fix=f"two levels carry at most {units * per_unit - demand.displaced} nodes here ({units} units of {per_unit}); "
        "build fewer, or take switches with more ports",
    )
