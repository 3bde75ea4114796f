"""What happens when parts are missing: each case brings the rest of the fabric up again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from clusterdesign.design import Cable, Design, Device, Link
from clusterdesign.errors import DesignError
from clusterdesign.names import matches
from clusterdesign.simulation.result import Simulation, simulate
from clusterdesign.subnet import Subnet

Each: TypeAlias = Literal["spine", "leaf", "cable"]
"""What can be taken away one at a time. ``cable``: those between switches; a node's cable cuts just its links."""

Progress: TypeAlias = Callable[[int, int, str], None]
"""Called with how many cases are done, how many there are, and the name of the one that begins."""


@dataclass(frozen=True)
class Case:
    """A fabric with some parts missing.

    Attributes:
        missing: paths of the parts taken away.
        result: the rest, brought up.
        cut: ports that the missing parts themselves took out of the fabric, or that are no longer connected.
    """

    missing: tuple[str, ...]
    result: Simulation
    cut: tuple[str, ...]

    @property
    def survives(self) -> bool:
        """Whether every port that was there is still connected and reached, without a credit loop."""
        result = self.result
        return not (
            self.cut or result.unreached or result.all_to_all.unrouted or result.all_to_all.credit_loop
        ) and bool(result.run.up)


def has_part(design: Design, subnet: Subnet, glob: str) -> bool:
    """Tell whether a glob matches a device, link or cable of a fabric."""
    return any(matches(glob, path) for path in _parts(design, subnet))


def simulate_without(design: Design, subnet: Subnet, globs: Iterable[str]) -> Case:
    """Bring a fabric up without the components whose path matches a glob: devices, links, cables.

    Raises:
        DesignError: a glob matches nothing that belongs to this fabric, or nothing is left.
    """
    missing: dict[str, None] = {}
    for glob in globs:
        found = [path for path in _parts(design, subnet) if matches(glob, path)]
        if not found:
            raise DesignError(
                f"no device, link or cable of fabric {subnet.name} matches",
                thing=glob,
                fix=f"name one, such as {next(iter(_parts(design, subnet)), 'compute/spine/01')}, or a glob",
            )
        missing.update(dict.fromkeys(found))
    return _case(design, subnet, tuple(missing))


def simulate_cases(
    design: Design, subnet: Subnet, each: Each, progress: Progress = lambda _, __, ___: None
) -> tuple[Case, ...]:
    """Take every part of a kind away in turn.

    Raises:
        DesignError: a program is missing.
    """
    paths = cases(subnet, each)
    found = []
    for done, path in enumerate(paths):
        progress(done, len(paths), path)
        found.append(_case(design, subnet, (path,)))
    return tuple(found)


def cases(subnet: Subnet, each: Each) -> tuple[str, ...]:
    """Return the paths of the parts of a kind, in natural order.

    Raises:
        DesignError: there is no such kind, or the fabric has no such part.
    """
    if each not in get_args(Each):
        raise DesignError(f"cannot take away each {each!r}", fix=f"name one of {', '.join(get_args(Each))}")
    if each == "cable":
        kinds = {element.guid: element.kind for element in subnet.elements}
        between = (wire.cable or wire.link for wire in subnet.wires if kinds[wire.a[0]] == kinds[wire.b[0]])
        found = tuple(dict.fromkeys(between))
    else:
        found = tuple(element.device for element in subnet.switches if element.role == each)
    if not found:
        raise DesignError(
            f"fabric {subnet.name} has no {'cable between switches' if each == 'cable' else each} to take away",
            fix="choose another part, or another fabric with --fabric",
        )
    return found


def _case(design: Design, subnet: Subnet, missing: tuple[str, ...]) -> Case:
    devices, links = [], []
    for path in missing:
        match design.component[path]:
            case Device():
                devices.append(path)
            case Link():
                links.append(path)
            case Cable(links=carried):
                links.extend(carried)
            case _:
                pass
    rest = subnet.without(devices=devices, links=links)
    result = simulate(rest)
    there = {element.guid for element in result.subnet.elements}
    return Case(missing, result, tuple(element.name for element in subnet.adapters if element.guid not in there))


def _parts(design: Design, subnet: Subnet) -> dict[str, None]:
    """Return the paths of everything that can be taken out of a fabric: switches first."""
    devices = (element.device for element in subnet.elements)
    cables = (wire.cable for wire in subnet.wires if wire.cable in design.component)
    links = (wire.link for wire in subnet.wires)
    return dict.fromkeys((*devices, *cables, *links))
