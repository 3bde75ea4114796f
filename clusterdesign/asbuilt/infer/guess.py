"""Guesses of the counts, the likely first, and the definition of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from clusterdesign.asbuilt.identify import plain
from clusterdesign.asbuilt.infer.naming import fabric_name, numbered
from clusterdesign.asbuilt.infer.parts import Parts
from clusterdesign.asbuilt.infer.shape import Shape
from clusterdesign.fabric.fattree import divisors, even_count

_CORES = 3


@dataclass(frozen=True, slots=True)
class Guess:
    """The counts of a fabric.

    Attributes:
        fabric: its name.
        name: name pattern of the nodes.
        nodes: how many nodes, those that are missing in the dump included.
        per_unit: node positions of a unit; 0 where there is one switch.
        uplinks: uplinks of a leaf.
        spines: spines, of one pod on three levels.
        cores: cores behind spine k of every pod.
        spine_uplinks: uplinks of a spine.
    """

    fabric: str
    name: str
    first: int
    nodes: int
    rails: int
    units: int
    levels: int
    per_unit: int
    uplinks: int = 0
    spines: int = 0
    cores: int = 0
    spine_uplinks: int = 0
    managers: int = 0

    @property
    def lanes(self) -> int:
        """Links of each pair of leaf and spine."""
        return self.uplinks // self.spines if self.spines else 0

    def taper(self, split: int) -> Fraction:
        """Return down to up capacity of a leaf."""
        return Fraction(self.per_unit, split * self.uplinks) if self.uplinks else Fraction(1)


def guesses(shape: Shape, parts: Parts) -> Iterator[Guess]:
    """Yield guesses that could have led to a dump, the plainest first."""
    dump = shape.graph.dump
    fabric = fabric_name(dump.name(guid) for guid in (*shape.leaves, *shape.spines, *shape.cores))
    names = shape.names
    name, first = (names.template, names.first) if names else ("node-{n:04}", 1)
    nodes = names.last - names.first + 1 if names else len(shape.hosts)
    managers = len(shape.managers)
    if shape.single:
        yield Guess(fabric, name, first, nodes, shape.rails, 1, 1, 0, managers=managers)
        return
    seen = set()
    for (spines, uplinks), per_unit in product(_spines(shape), _per_unit(shape, parts)):
        # Capacity grows toward the nodes, never away from them.
        size = per_unit or parts.split * (parts.radix - uplinks)
        if size < parts.split * uplinks or -(-size // parts.split) + uplinks > parts.radix:
            continue
        levels, cores, above = _above(shape, uplinks)
        guess = Guess(
            fabric,
            name,
            first,
            nodes,
            shape.rails,
            shape.units,
            levels,
            size,
            uplinks,
            uplinks if levels == _CORES else spines,
            cores,
            above,
            managers,
        )
        if guess not in seen:
            seen.add(guess)
            yield guess


def _per_unit(shape: Shape, parts: Parts) -> list[int]:
    """Return node positions of a unit: those of the fullest, or 0 for all ports that no uplink takes.

    Managers tell more: they take the ports behind the node positions, or the last of them.
    """
    full = max(Counter(host.unit for host in shape.hosts).values())
    found = [full, 0] if shape.units > 1 else [0, full]
    slots = _manager_slots(shape, parts)
    if slots:
        low, high = parts.split * min(slots), parts.split * (max(slots) + 1)
        found += [high, low, high + parts.split, *(low - n for n in range(1, 2 * parts.split))]
    return [size for size in dict.fromkeys(found) if size == 0 or size >= full]


def _manager_slots(shape: Shape, parts: Parts) -> set[int]:
    """Return the 0-based panel ports that managers take."""
    dump = shape.graph.dump
    ends = [dump.far.get((guid, 1)) for guids in shape.managers for guid in guids]
    doubled = {leaf: dump.nodes[leaf].ports > parts.radix + 1 for leaf in shape.leaves}
    return {(end[1] - 1) // (2 if doubled[end[0]] else 1) for end in ends if end is not None and end[0] in doubled}


def _spines(shape: Shape) -> list[tuple[int, int]]:
    """Return spines and uplinks as they are seen, and as they were where a spine is missing from the dump."""
    graph = shape.graph
    up = Counter(graph.links[leaf].total() for leaf in shape.leaves).most_common(1)[0][0]
    count = len(shape.spines)
    lanes = Counter(n for leaf in shape.leaves for far, n in graph.links[leaf].items() if far in shape.spines)
    lane = lanes.most_common(1)[0][0] if lanes else 1
    found = [(count, up)]
    names = numbered(plain(graph.dump.name(spine)) for spine in shape.spines)
    if names is not None and names.last > count:
        found.insert(0, (names.last, names.last * lane))
    # One spine too few: no even share of the uplinks, or a port before the others dark.
    found += [(more, more * lane) for more in range(count + 1, count + 3)]
    found += [(spines, up) for spines in divisors(up) if spines > count][:1]
    return found


def _above(shape: Shape, uplinks: int) -> tuple[int, int, int]:
    """Return levels, cores behind each spine, and uplinks of a spine."""
    if not shape.cores:
        return 2, 0, 0
    above = set(shape.cores)
    links = Counter(sum(n for far, n in shape.graph.links[spine].items() if far in above) for spine in shape.spines)
    return _CORES, max(len(shape.cores) // uplinks, 1), links.most_common(1)[0][0]


def reserved(guess: Guess, radix: int) -> int:
    """Return to how many nodes a fabric of three levels must grow for its cores to be as many as seen; 0 for none."""
    if guess.levels < _CORES:
        return 0
    per_pod = radix // 2 // guess.rails
    pods = -(-guess.units // per_pod) if per_pod else 1
    for count in range(pods, radix + 1):
        if even_count(count, guess.spine_uplinks, radix) == guess.cores:
            return 0 if count == pods else count * per_pod * guess.per_unit
    return 0
