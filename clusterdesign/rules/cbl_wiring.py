"""Cabling rules about what is plugged where, and which links a cable carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Transceiver
from clusterdesign.parts import Fibre
from clusterdesign.rules.index import Index, index, judged
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.words import count, listed


@rule("CBL001", "no-such-cage", "error")
def no_such_cage(design: Design) -> Iterator[Hit]:
    """A cable or transceiver goes into a cage that the device does not have, or that does not hold its ports.

    Why: The cabling sheet sends the installer to a hole that is not there.
    Example: A cable end in cage ``33`` of a switch with 32 cages.
    Fix: Use the cage that holds the port.
    Source: the cage names in the part's catalogue entry.
    """
    found = index(design)
    yield from judged(found.module_kinds, partial(_strange_cage, found))
    yield from judged(found.kinds, partial(_strange_cages, found))


def _strange_cage(found: Index, module: Transceiver) -> Iterator[Hit]:
    if module.cage not in found.cages(module.device) and not found.partless(module.device):
        yield Hit(
            paths=(module.path, module.device),
            message=f"{module.path} is in cage {module.cage}, which {module.device} does not have",
            fix="use a cage of the device",
        )


def _strange_cages(found: Index, cable: Cable) -> Iterator[Hit]:
    for end in cable.ends:
        if not end.cage or found.partless(end.device):
            continue
        cage = found.cages(end.device).get(end.cage)
        strange = [port for port in end.ports if cage is None or port not in cage.position]
        if cage is None or strange:
            what = "which it does not have" if cage is None else f"which does not hold port {listed(strange)}"
            yield Hit(
                paths=(cable.path, end.device),
                message=f"{cable.path} ends in cage {end.cage} of {end.device}, {what}",
                fix="end it in the cage that holds its ports",
            )


@rule("CBL002", "cage-used-twice", "error")
def cage_used_twice(design: Design) -> Iterator[Hit]:
    """A cage holds two plugs, or a connector of a transceiver holds two fibres.

    Why: One of the two cables has nowhere to go.
    Example: Two copper cables in one cage, one for each of its ports.
    Fix: Carry the ports of a cage with one cable, or with fibres that part at a transceiver.
    Source: a cage takes one plug.
    """
    found = index(design)
    for (device, cage), ends in found.shared_cages.items():
        modules = [module.path for module in found.modules_in.get((device, cage), ())]
        plugs = modules + [cable.path for cable, end in ends if end.connector is None]
        if len(plugs) > 1:
            yield Hit(
                paths=(device, *plugs),
                message=f"cage {cage} of {device} takes {len(plugs)} plugs: {listed(plugs)}",
                fix="carry the ports of a cage with one cable, or with fibres that part at a transceiver",
                measured=str(len(plugs)),
                limit="1",
            )
        for connector, number in Counter(end.connector for _, end in ends).items():
            if connector is not None and number > 1:
                fibres = [cable.path for cable, end in ends if end.connector == connector]
                yield Hit(
                    paths=(device, *fibres),
                    message=f"connector {connector} of the transceiver in cage {cage} of {device} "
                    f"takes {number} fibres: {listed(fibres)}",
                    fix="give each fibre a connector of its own",
                    measured=str(number),
                    limit="1",
                )


@rule("CBL003", "link-cabled-twice", "error")
def link_cabled_twice(design: Design) -> Iterator[Hit]:
    """Two cables claim to carry the same link, or a cable lists it twice.

    Why: A cable is bought and pulled that connects nothing.
    Example: A splitter and a straight cable for the same port.
    Fix: Keep one of the cables.
    Source: every link is carried by exactly one cable.
    """
    found = index(design)
    for link, parts in found.carriers.items():
        if len(parts) > 1:
            paths = tuple(dict.fromkeys(cable.path for cable in found.cables_of[link]))
            yield Hit(
                paths=(link, *paths),
                message=f"{link} is carried {len(parts)} times, by {listed(paths)}",
                fix="keep one of the cables",
                measured=str(len(parts)),
                limit="1",
            )


def _wrong_links(found: Index, cable: Cable) -> Iterator[str]:
    """Yield what is wrong between a cable and the links that it claims to carry."""
    at = {(end.device, port): end for end in cable.ends for port in end.ports}
    served: set[tuple[str, str]] = set()
    wrong = False
    for path in cable.links:
        link = found.design.link.get(path)
        if link is None:
            yield f"it claims {path}, which is not in the design"
            continue
        near, far = (link.a.device, link.a.port), (link.b.device, link.b.port)
        served.update((near, far))
        ends = at.get(near), at.get(far)
        if ends[0] is None or ends[1] is None or ends[0] is ends[1]:
            wrong = True
            yield f"it does not run from {link.a} to {link.b}, the ends of {path}"
            continue
        straight = len(cable.ends) == 2  # noqa: PLR2004  # a head and one tail
        if straight and ends[0].ports.index(link.a.port) != ends[1].ports.index(link.b.port):
            yield f"the ports of {path} are not at the same place of its two plugs"
    idle = [f"{end.device}:{port}" for end in cable.ends for port in end.ports if (end.device, port) not in served]
    if idle and not wrong:
        yield f"it ends at {listed(idle)}, which no link of it uses"


def _is_plain(design: Design, cable: Cable) -> bool:
    """Tell at a glance that a cable with one link and two ends runs between its two ports, as most do."""
    if len(cable.links) != 1 or len(cable.ends) != 2:  # noqa: PLR2004  # two ends
        return False
    link = design.link.get(cable.links[0])
    if link is None:
        return False
    ends = [((end.device, end.ports[0]) if len(end.ports) == 1 else None) for end in cable.ends]
    return link.a != link.b and ends in ([link.a, link.b], [link.b, link.a])


@rule("CBL004", "cable-link-mismatch", "error")
def cable_link_mismatch(design: Design) -> Iterator[Hit]:
    """A cable does not run between the ports of the links that it carries.

    Both ports of each of its links must be at two different ends of the cable, at the same place in both plugs
    of a straight cable, and its ends must name no port besides.

    Why: The sheet that the installer follows and the fabric that the rules judge are two different things.
    Example: The tails of a splitter exchanged on the sheet but not in the links.
    Fix: End the cable at the ports of its links.
    Source: every link is carried by exactly one cable.
    """
    found = index(design)
    for cable in design.cables:
        if _is_plain(design, cable):
            continue
        for what in dict.fromkeys(_wrong_links(found, cable)):
            yield Hit(
                paths=(cable.path, *cable.links),
                message=f"{cable.path} does not match its links: {what}",
                fix="end the cable at the ports of its links",
            )


@rule("CBL005", "ends-do-not-match-part", "error")
def ends_do_not_match_part(design: Design) -> Iterator[Hit]:
    """A cable has more or fewer ends than its part, or an end carries more links than its plug.

    Why: The plan counts on tails or lanes that the ordered assembly does not have.
    Example: Three ends of a straight cable; two links on a plug that carries one.
    Fix: Choose the part with these ends, a splitter where one end parts into several.
    Source: the ends of the cable in its catalogue entry.
    """
    found = index(design)
    yield from judged(found.kinds, partial(_wrong_ends, found))


def _wrong_ends(found: Index, cable: Cable) -> Iterator[Hit]:
    part = found.cable_part(cable)
    if part is None:
        return
    wanted = part.split + 1 if isinstance(part, Fibre) else len(part.ends)
    if len(cable.ends) != wanted:
        yield Hit(
            paths=(cable.path,),
            message=f"{cable.path} has {count(len(cable.ends), 'end')}, {part.id} has {wanted}",
            fix="choose the part with these ends",
            measured=str(len(cable.ends)),
            limit=str(wanted),
        )
    elif not isinstance(part, Fibre):
        for end, plug in zip(cable.ends, part.ends, strict=True):
            if len(end.ports) > plug.links:
                yield Hit(
                    paths=(cable.path, end.device),
                    message=f"{cable.path} serves {count(len(end.ports), 'port')} at {end.device}, "
                    f"the plug of {part.id} carries {count(plug.links, 'link')}",
                    fix="choose a part whose plug carries the links",
                    measured=str(len(end.ports)),
                    limit=str(plug.links),
                )


CBL_WIRING = (no_such_cage, cage_used_twice, link_cabled_twice, cable_link_mismatch, ends_do_not_match_part)
