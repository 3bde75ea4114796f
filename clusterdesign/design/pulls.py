"""In which order cables are pulled: groups that run together, and the tightest of a group first.

A pull group is what one crew pulls at once: cables of one part and length between the same racks. Names of groups
come from racks and part, so a cluster that grows renames none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class PullGroup:
    """Cables that are pulled together.

    Attributes:
        name: ``A01-A09 MFP7E10-N015``, unique in the design.
        racks: names of the racks they join, in natural order; one for cables that stay in a rack, none where
            nothing is placed.
        part: id of their part.
        length: bought length.
        cables: paths, in the order of pulling.
        tightest: the least slack among them.
        routes: paths of the routes they take, as a rule one; none within a rack.
    """

    name: str
    racks: tuple[str, ...]
    part: str
    length: Length
    cables: tuple[str, ...]
    tightest: Length
    routes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pull:
    """The turn of one cable: its group and its 1-based place in it."""

    group: str
    sequence: int


def pull_groups(design: Design) -> tuple[PullGroup, ...]:
    """Return the pull groups, by racks and then by part. Every cable of the design is in exactly one.

    Within a group the cable with the least slack comes first: what does not reach is found before the others are
    in its way.
    """
    found: dict[tuple[tuple[str, ...], str, str, Length], list[Cable]] = {}
    for cable in design.cables:
        key = (racks_of(design, cable), cable.part, cable.part_number, cable.length)
        found.setdefault(key, []).append(cable)
    ordered = sorted(found, key=lambda key: (natural_key(" ".join(key[0])), natural_key(_article(*key[1:]))))
    taken: set[str] = set()
    return tuple(_group(key, found[key], taken) for key in ordered)


def pulls(groups: tuple[PullGroup, ...]) -> Mapping[str, Pull]:
    """Return the turn of every cable, by its path."""
    return {path: Pull(group.name, n) for group in groups for n, path in enumerate(group.cables, 1)}


def racks_of(design: Design, cable: Cable) -> tuple[str, ...]:
    """Return the names of the racks that a cable ends in, each once, in natural order."""
    return tuple(natural_sorted({rack for end in cable.ends if (rack := _rack(design, end.device))}))


def _group(key: tuple[tuple[str, ...], str, str, Length], cables: list[Cable], taken: set[str]) -> PullGroup:
    racks, part, number, length = key
    cables.sort(key=lambda cable: (cable.length - cable.run, natural_key(cable.path)))
    return PullGroup(
        name=_unique(" ".join(filter(None, ("-".join(racks), _article(part, number, length)))), part, taken),
        racks=racks,
        part=part,
        length=length,
        cables=tuple(cable.path for cable in cables),
        tightest=cables[0].length - cables[0].run,
        routes=tuple(natural_sorted({cable.route for cable in cables if cable.route})),
    )


def _unique(name: str, part: str, taken: set[str]) -> str:
    """Return a name that no other group has: two parts may share a number, and one number two lengths."""
    candidates = iter(_candidates(name, part))
    found = next(candidate for candidate in candidates if candidate not in taken)
    taken.add(found)
    return found


def _candidates(name: str, part: str) -> Iterator[str]:
    yield name
    yield f"{name} {part}"
    n = 2
    while True:
        yield f"{name} {part} #{n}"
        n += 1


def _article(part: str, number: str, length: Length) -> str:
    """Name what is pulled: by its number, or by part and length where that is not known."""
    return number or f"{part.rpartition('/')[2]} {length}"


def _rack(design: Design, device: str) -> str:
    placement = design.placement.get(device)
    return placement.rack.removeprefix("rack/") if placement else ""


__all__ = ["Pull", "PullGroup", "pull_groups", "pulls", "racks_of"]
