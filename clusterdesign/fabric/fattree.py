"""Counting a fat-tree: the leaf's shape, units, spines, pods and cores. Pure arithmetic, no records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from clusterdesign.errors import DesignError


@dataclass(frozen=True, slots=True)
class LeafShape:
    """How the ports of a leaf are shared.

    Attributes:
        positions: node positions, one for each node of the unit.
        down: ports that they take.
        up: uplinks.
    """

    positions: int
    down: int
    up: int


@dataclass(frozen=True, slots=True)
class Tiers:
    """What stands above the leaves.

    Attributes:
        levels: 2 for leaves and spines, 3 with cores.
        pods: groups of units with spines of their own that are built; 1 on two levels.
        units_per_pod: units of a full pod.
        spines: spines of one pod.
        leaf_lanes: links of every leaf-spine pair in a pod.
        spine_up: uplinks of a spine; 0 on two levels.
        cores: cores that spine k of every pod shares; 0 on two levels.
        spine_lanes: links of every spine-core pair.
        why: how the number of spines follows.
        why_cores: how the number of cores follows.
    """

    levels: int
    pods: int
    units_per_pod: int
    spines: int
    leaf_lanes: int
    spine_up: int = 0
    cores: int = 0
    spine_lanes: int = 0
    why: str = ""
    why_cores: str = ""


def divisors(number: int) -> tuple[int, ...]:
    """Return the divisors of a positive whole number, smallest first."""
    return tuple(d for d in range(1, number + 1) if number % d == 0)


def ratio_text(taper: Fraction) -> str:
    """Print a taper as ``4:3``."""
    return f"{taper.numerator}:{taper.denominator}"


def leaf_shape(radix: int, taper: Fraction, *, positions: int | None = None, split: int = 1) -> LeafShape:
    """Share the ports of a leaf between node positions and uplinks, in the exact ratio of the taper.

    Args:
        radix: ports of the leaf.
        taper: down capacity divided by up capacity, 1 for non-blocking.
        positions: node positions wanted; None for the most there can be.
        split: node links that one down port carries, 2 where ports are run split.

    Raises:
        DesignError: the taper asks for a broken number of uplinks, or for more ports than there are.
    """
    groups = radix // (taper.numerator + taper.denominator)
    most = groups * taper.numerator * split
    if positions is None:
        shape = LeafShape(most, groups * taper.numerator, groups * taper.denominator)
    else:
        up = Fraction(positions, split) / taper
        if up.denominator != 1:
            whole = taper.numerator * split
            raise DesignError(
                f"{positions} nodes per unit at {ratio_text(taper)} ask for {float(up):g} uplinks, "
                "which is no whole number",
                thing="nodes_per_unit",
                fix=f"take a multiple of {whole // gcd(whole, taper.denominator)} nodes per unit, or another taper",
            )
        shape = LeafShape(positions, -(-positions // split), up.numerator)
    if shape.down + shape.up > radix or shape.up == 0:
        raise DesignError(
            f"{shape.positions} nodes per unit take {shape.down} ports down and {shape.up} up, a leaf has {radix}",
            thing="nodes_per_unit",
            fix=f"take at most {most} nodes per unit at {ratio_text(taper)}",
        )
    return shape


def even_count(groups: int, up: int, radix: int, minimum: int = 1) -> int:
    """Return how many switches take the uplinks of some switches below.

    The smallest divisor of the uplinks that offers a port for each of them: every pair then has the same whole
    number of links, which OpenSM's fat-tree engine needs. Three SuperPOD units have 24 leaves with 32 uplinks: 12
    spines offer enough ports, but 12 does not divide 32, so 16 it is (NVIDIA RA-11333-001, table 4).

    Args:
        groups: switches below.
        up: uplinks of each.
        radix: ports of a switch above.
        minimum: fewest switches wanted.

    Returns:
        The number; 0 where no divisor offers enough ports.
    """
    least = max(minimum, -(-groups * up // radix))
    return next((count for count in divisors(up) if count >= least), 0)


def why_count(words: tuple[str, str], count: int, groups: int, up: int, radix: int) -> str:
    """Say how a number of switches follows, in one line; ``words`` name the switches above and below."""
    above, below = words
    bare = -(-groups * up // radix)
    text = f"{count} {above}: {groups} {below} x {up} uplinks = {groups * up} ports, {bare} switches of {radix} ports"
    if count == bare:
        return text
    if up % bare:
        return f"{text}; {bare} does not divide {up} uplinks"
    return f"{text}; more are declared"


def tiers(
    unit_leaves: Sequence[int],
    built: int,
    shape: LeafShape,
    radix: int,
    *,
    minimum_spines: int = 1,
    levels: int | None = None,
    spine_taper: Fraction = Fraction(1),
) -> Tiers:
    """Count spines, pods and cores.

    Two levels serve while every leaf can have a link to every spine. Beyond that, units form pods: each leaf of a
    pod has one link to each of the pod's spines, and spine k of every pod shares its cores with the spines k of
    the other pods. Sixteen SuperPOD units make 4 pods of 32 spines and 64 cores (NVIDIA RA-11333-001, table 3).

    Args:
        unit_leaves: leaves of each unit that is reserved for.
        built: how many of the units are built now.
        shape: the leaf.
        radix: ports of a spine and of a core.
        minimum_spines: fewest spines wanted.
        levels: 2 or 3 to insist; None for the fewest that serve.
        spine_taper: down capacity divided by up capacity of a spine on three levels.

    Raises:
        DesignError: neither serves; the message says what would.
    """
    leaves = sum(unit_leaves)
    if levels != 3:  # noqa: PLR2004  # three levels, as the argument says
        spines = even_count(leaves, shape.up, radix, minimum_spines)
        if spines:
            why = why_count(("spines", "leaves"), spines, leaves, shape.up, radix)
            return Tiers(2, 1, len(unit_leaves), spines, shape.up // spines, why=why)
        if minimum_spines > shape.up:
            raise DesignError(
                f"{minimum_spines} spines do not go with {shape.up} uplinks per leaf",
                thing="minimum_spines",
                fix=f"ask for {shape.up} spines or fewer",
            )
        if levels == 2:  # noqa: PLR2004  # two levels, as the argument says
            raise _too_large(unit_leaves, shape, radix, radix // max(unit_leaves), "two")
    return _three_levels(unit_leaves, built, shape, radix, spine_taper)


def _three_levels(unit_leaves: Sequence[int], built: int, shape: LeafShape, radix: int, spine_taper: Fraction) -> Tiers:
    widest = max(unit_leaves)
    down = radix // (spine_taper.numerator + spine_taper.denominator) * spine_taper.numerator
    units_per_pod = down // widest
    used = units_per_pod * widest
    up = Fraction(used) / spine_taper
    if units_per_pod == 0 or up.denominator != 1:
        raise DesignError(
            f"a spine of {radix} ports cannot take {widest} leaves per unit at {ratio_text(spine_taper)}",
            thing="spine_taper",
            fix="take another taper, fewer rails per plane, or switches with more ports",
        )
    pods = -(-len(unit_leaves) // units_per_pod)
    cores = even_count(pods, up.numerator, radix)
    if not cores:
        raise _too_large(unit_leaves, shape, radix, radix * units_per_pod, "three")
    return Tiers(
        levels=3,
        pods=-(-built // units_per_pod),
        units_per_pod=units_per_pod,
        spines=shape.up,
        leaf_lanes=1,
        spine_up=up.numerator,
        cores=cores,
        spine_lanes=up.numerator // cores,
        why=f"{shape.up} spines per pod of {units_per_pod} units: one for each uplink of a leaf",
        why_cores=why_count(("cores per group", "pods"), cores, pods, up.numerator, radix),
    )


def _too_large(unit_leaves: Sequence[int], shape: LeafShape, radix: int, units: int, levels: str) -> DesignError:
    """Say how many nodes so many levels carry, and what carries more."""
    more = "three levels, " if levels == "two" else ""
    return DesignError(
        f"{len(unit_leaves)} units of {shape.positions} nodes do not fit {levels} levels of {radix} ports",
        thing="nodes",
        fix=f"{levels} levels carry at most {units * shape.positions} nodes with {max(unit_leaves)} rails "
        f"({units} units); take {more}several planes (planes=2), or switches with more ports",
    )
