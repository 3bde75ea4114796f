"""Cabling rules about shapes and signals: plug and cage, fibre and transceiver, transceiver and transceiver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Transceiver
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Cage, Fibre
from clusterdesign.parts import Transceiver as TransceiverPart
from clusterdesign.rules.index import Index, index, judged
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.words import listed

_ETHERNET_ONLY = frozenset({"ethernet-100g", "1000base-t"})
_INFINIBAND_ONLY = frozenset({"edr", "ndr-hdr"})


_Seated: TypeAlias = tuple[str, str, Cage, CablePart | TransceiverPart, str]
"""What sits in a cage with its own plug: path, device, cage, part, plug."""


def _inserted(found: Index, module: Transceiver) -> Iterator[_Seated]:
    cage = found.cages(module.device).get(module.cage)
    part = found.part(module.path, TransceiverPart)
    if cage is not None and part is not None:
        yield module.path, module.device, cage, part, part.plug


def _plugged(found: Index, cable: Cable) -> Iterator[_Seated]:
    part = found.part(cable.path, CablePart)
    if part is None:
        return
    for end, plug in zip(cable.ends, part.ends, strict=False):
        cage = found.cages(end.device).get(end.cage)
        if cage is not None and end.connector is None:
            yield cable.path, end.device, cage, part, plug.plug


def _every_seated(design: Design, judge: Callable[[_Seated], Iterator[Hit]]) -> Iterator[Hit]:
    """Judge whatever sits in a cage with its own plug."""
    found = index(design)
    yield from judged(found.module_kinds, lambda module: (hit for it in _inserted(found, module) for hit in judge(it)))
    yield from judged(found.kinds, lambda cable: (hit for it in _plugged(found, cable) for hit in judge(it)))


@rule("CBL006", "plug-does-not-fit", "error")
def plug_does_not_fit(design: Design) -> Iterator[Hit]:
    """The plug of a cable or transceiver has a shape that its cage does not accept.

    Why: Twin-port OSFP comes finned for air-cooled switches and flat for adapters and DGX; they look alike in an
    order list and do not go into each other's cages.
    Example: A finned transceiver ordered for a DGX H100.
    Fix: Order the part with a plug that the cage accepts.
    Source: NVIDIA LinkX 100G-PAM4 cables and transceivers, product line overview.
    """
    return _every_seated(design, _wrong_shape)


def _wrong_shape(seated: _Seated) -> Iterator[Hit]:
    path, device, cage, part, plug = seated
    if plug not in cage.accepts:
        yield Hit(
            paths=(path, device),
            message=f"{plug} of {part.id} does not fit cage {cage.name} of {device}, "
            f"which accepts {' or '.join(cage.accepts)}",
            fix=f"use a part with the plug {cage.accepts[0]} at {device}",
            measured=plug,
            limit=" or ".join(cage.accepts),
        )


def _misfit(part: CablePart | Fibre, module: TransceiverPart, connector: int) -> tuple[str, str] | None:
    """Return what a cable has and what the transceiver needs instead; None where they fit."""
    if not isinstance(part, Fibre):
        return f"{part.medium} with plugs of its own", f"{module.connector}, {module.fibre}"
    if part.connector != module.connector or part.fibre != module.fibre:
        return f"{part.connector}, {part.fibre}", f"{module.connector}, {module.fibre}"
    if connector >= module.connectors:
        return f"connector {connector + 1}", f"{module.connectors} connectors"
    return None


@rule("CBL007", "fibre-does-not-fit", "error")
def fibre_does_not_fit(design: Design) -> Iterator[Hit]:
    """A cable is plugged into a transceiver that it does not fit: connector, kind of fibre, or number of connectors.

    Why: An APC ferrule on a UPC one, or multimode glass on a single-mode module, passes no light worth having
    and scratches both.
    Example: A UPC fibre on an NDR transceiver, which is APC.
    Fix: Use fibre with the connector and the glass of the transceiver.
    Source: NVIDIA 400G/NDR cabling guide, MPO and LC cable requirements.
    """
    found = index(design)
    return judged(found.kinds, partial(_misfits, found))


def _misfits(found: Index, cable: Cable) -> Iterator[Hit]:
    part = found.cable_part(cable)
    for end in cable.ends:
        modules = found.modules_in.get((end.device, end.cage), [])
        module = found.part(modules[0].path, TransceiverPart) if modules else None
        if part is None or module is None or end.connector is None:
            continue
        if misfit := _misfit(part, module, end.connector):
            has, needs = misfit
            yield Hit(
                paths=(cable.path, modules[0].path, end.device),
                message=f"{part.id} ({has}) does not fit {module.id} ({needs}) in cage {end.cage} of {end.device}",
                fix="use fibre with the connector and the glass of the transceiver",
                measured=has,
                limit=needs,
            )


@rule("CBL008", "fibre-without-transceiver", "error")
def fibre_without_transceiver(design: Design) -> Iterator[Hit]:
    """A passive fibre ends at a cage in which no transceiver sits.

    Why: The fibre has nothing to be plugged into; a transceiver is missing in the order.
    Example: A fibre to a cage whose transceiver was removed from the design.
    Fix: Put a transceiver into the cage, or use a cable with plugs of its own.
    Source: a passive fibre has no plug that fits a cage.
    """
    found = index(design)
    return judged(found.kinds, partial(_bare_ends, found))


def _bare_ends(found: Index, cable: Cable) -> Iterator[Hit]:
    part = found.cable_part(cable)
    if part is None:
        return
    for end in cable.ends:
        cage = found.cages(end.device).get(end.cage)
        if cage is None or (end.device, end.cage) in found.modules_in:
            continue
        if end.connector is not None or (isinstance(part, Fibre) and part.connector not in cage.accepts):
            yield Hit(
                paths=(cable.path, end.device),
                message=f"{cable.path} ends at cage {end.cage} of {end.device}, which holds no transceiver",
                fix="put a transceiver into the cage, or use a cable with plugs of its own",
            )


@rule("CBL009", "transceivers-do-not-match", "error")
def transceivers_do_not_match(design: Design) -> Iterator[Hit]:
    """The transceivers at both ends of a link differ in signalling or in the kind of fibre they are made for.

    Why: HDR modulates at 50 Gb/s per lane and NDR at 100 Gb/s: the link never comes up, whatever the firmware.
    Example: An HDR module in an adapter that is linked to an NDR module in a switch.
    Fix: Use transceivers of one signalling and one kind of fibre at both ends.
    Source: NVIDIA LinkX 100G-PAM4 cables and transceivers, product line overview.
    """
    found = index(design)
    for bought, cables in found.laid.items():
        if len({(module.signalling, module.fibre) for module in bought.modules}) > 1:
            for cable in cables:
                yield from _strangers(found, cable)


def _strangers(found: Index, cable: Cable) -> Iterator[Hit]:
    for path in cable.links:
        link = found.design.link.get(path)
        if link is None:
            continue
        a, b = found.module_at(cable, link.a), found.module_at(cable, link.b)
        if a is None or b is None or (a.signalling, a.fibre) == (b.signalling, b.fibre):
            continue
        has = f"{a.signalling}, {a.fibre}", f"{b.signalling}, {b.fibre}"
        yield Hit(
            paths=(cable.path, link.a.device, link.b.device),
            message=f"{a.id} ({has[0]}) in {link.a.device} does not talk to {b.id} ({has[1]}) in {link.b.device}",
            fix="use transceivers of one signalling and one kind of fibre at both ends",
            measured=has[0],
            limit=has[1],
        )


@rule("CBL010", "wrong-signalling", "error")
def wrong_signalling(design: Design) -> Iterator[Hit]:
    """A cable or transceiver made for one protocol sits in a cage of the other.

    Parts for 100 Gb/s per lane (NDR, 400G Ethernet) serve both protocols and are not questioned; nor are 200G QSFP56
    cables, which the published SuperPOD lays to its in-band Ethernet switches (RA-11333-001, table 8).

    Why: The port reads the module's memory and refuses it.
    Example: A 100G Ethernet optical cable in an InfiniBand switch.
    Fix: Use a part made for the protocol of the cage.
    Source: NVIDIA LinkX 100G-PAM4 cables and transceivers, product line overview.
    """
    return _every_seated(design, _wrong_protocol)


def _wrong_protocol(seated: _Seated) -> Iterator[Hit]:
    path, device, cage, part, _ = seated
    refused = {"infiniband": _ETHERNET_ONLY, "ethernet": _INFINIBAND_ONLY}.get(cage.protocol, frozenset())
    if part.signalling in refused:
        yield Hit(
            paths=(path, device),
            message=f"{part.id} ({part.signalling}) sits in cage {cage.name} of {device}, which speaks {cage.protocol}",
            fix=f"use a part made for {cage.protocol}",
            measured=part.signalling,
            limit=cage.protocol,
        )


@rule("CBL011", "straight-and-splitter-mixed", "error")
def straight_and_splitter_mixed(design: Design) -> Iterator[Hit]:
    """One transceiver has a straight fibre at one connector and a splitter at the other.

    Why: A twin-port module runs both of its ports whole or both split; one of the two links stays down.
    Example: A fabric manager on a splitter beside a node's straight fibre in one cage.
    Fix: Move the splitter to a cage in which both fibres are splitters.
    Source: NVIDIA MMS4X00-NM application overview: both straight or both splitters, never mixed.
    """
    found = index(design)
    for (device, cage), ends in found.shared_cages.items():
        fibres = [
            (cable.path, part.split)
            for cable, end in ends
            if end.connector is not None and isinstance(part := found.cable_part(cable), Fibre)
        ]
        if len({split for _, split in fibres}) > 1:
            straight = [path for path, split in fibres if split == 1]
            splitters = [path for path, split in fibres if split > 1]
            yield Hit(
                paths=(device, *straight, *splitters),
                message=f"cage {cage} of {device} mixes straight fibre ({listed(straight)}) "
                f"and splitters ({listed(splitters)})",
                fix="move the splitter to a cage in which both fibres are splitters",
            )


CBL_FIT = (
    plug_does_not_fit,
    fibre_does_not_fit,
    fibre_without_transceiver,
    transceivers_do_not_match,
    wrong_signalling,
    straight_and_splitter_mixed,
)
