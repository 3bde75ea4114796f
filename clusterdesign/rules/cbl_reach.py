"""Cabling rules about what a cable carries over its length: reach, shortest distance, rate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clusterdesign.design.design import Design
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre
from clusterdesign.parts import Transceiver as TransceiverPart
from clusterdesign.rules.index import Assembly, index
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import margin
from clusterdesign.units import Length, Rate, m

_CHANNEL = "NVIDIA 400G/NDR cabling guide, structured cabling and MPO requirements"
_OVERVIEW = "NVIDIA LinkX 100G-PAM4 cables and transceivers, product line overview"


_REACH = (
    Limit("passive_copper", m(3), "passive copper of InfiniBand", _OVERVIEW),
    Limit("ethernet_copper", m(5), "passive copper of Ethernet", "NVIDIA cable management guide, cable FAQ"),
    Limit("active_copper", m(5), "active copper", _OVERVIEW),
    Limit("aoc", m(100), "active optical cable", "NVIDIA cable management guide, cable FAQ"),
    Limit("twisted_pair", m(100), "twisted pair", "IEEE 802.3 clause 40, 1000BASE-T"),
    Limit("om3", m(30), "multimode grade OM3 at 100 Gb/s per lane", _CHANNEL),
    Limit("om4", m(50), "multimode grade OM4 at 100 Gb/s per lane", _CHANNEL),
)


def _reach(bought: Assembly, reach: Mapping[str, Length]) -> Iterator[tuple[Length, str]]:
    """Yield every limit on the length of a cable: the length and what sets it."""
    part, modules, offer = bought.part, bought.modules, bought.offer
    if isinstance(part, CablePart):
        ethernet = part.signalling in ("ethernet-100g", "1000base-t")
        key = {
            "copper-passive": "ethernet_copper" if ethernet else "passive_copper",
            "copper-active": "active_copper",
            "aoc": "aoc",
            "twisted-pair": "twisted_pair",
        }.get(part.medium)
        if key is not None:
            yield reach[key], part.medium
    if isinstance(part, Fibre):
        yield part.channel_maximum, f"channel of {part.id}"
        yield from ((module.reach, module.id) for module in modules if module.reach is not None)
        if offer is not None and offer.grade == "OM3":
            yield from ((module.reach_om3, f"{module.id} on OM3") for module in modules if module.reach_om3)
        if offer is not None and offer.grade in ("OM3", "OM4") and any(x.signalling == "ndr" for x in modules):
            yield reach[offer.grade.lower()], f"grade {offer.grade}"


@rule("CBL107", "reach-exceeded", "error", limits=_REACH)
def reach_exceeded(design: Design, **reach: Length) -> Iterator[Hit | Gap]:
    """A cable is longer than its medium, its fibre grade or its transceivers carry the signal.

    For optics the limit is that of the whole channel, patch panels included, and the shortest of all limits
    counts: fibre assembly, grade, and both transceivers.

    Why: The link comes up with errors, or does not come up, after everything has been pulled.
    Example: 40 m of OM3 between NDR transceivers, whose limit is 30 m.
    Fix: Move the racks closer, or use a medium that reaches.
    Source: NVIDIA 400G/NDR cabling guide; the reach in the catalogue entries.
    """
    unknown: dict[str, list[str]] = {}
    for bought, cables in index(design).laid.items():
        for module in bought.modules:
            if module.reach is None:
                unknown.setdefault(module.id, []).extend(cable.path for cable in cables)
        limit, reason = min(_reach(bought, reach), key=lambda pair: pair[0], default=(bought.length, ""))
        for cable in cables if bought.length > limit else ():
            yield Hit(
                paths=(cable.path,),
                message=f"{cable.path} is {cable.length} long, {reason} reaches {limit}",
                fix="move the racks closer, or use a medium that reaches",
                measured=str(cable.length),
                limit=str(limit),
                margin=margin(cable.length, limit),
            )
    for part, paths in unknown.items():
        yield Gap(part=part, field="reach", paths=tuple(dict.fromkeys(paths)))


@rule(
    "CBL108",
    "optic-too-close",
    "error",
    limits=(Limit("ndr_minimum", m(2), "shortest fibre between NDR transceivers", "NVIDIA MMS4X00-NS specifications"),),
)
def optic_too_close(design: Design, *, ndr_minimum: Length) -> Iterator[Hit]:
    """A fibre is shorter than the shortest distance at which its transceivers work.

    Where a transceiver's own minimum is not published, the default for NDR counts.

    Why: Too much light overloads the receiver; errors come and go.
    Example: 1 m of fibre between two NDR transceivers in one rack.
    Fix: Order a longer fibre, or use copper.
    Source: NVIDIA MMS4X00-NS specifications.
    """
    for bought, cables in index(design).laid.items():
        short = next(_too_close_for(bought, ndr_minimum), None)
        if short is None:
            continue
        module, minimum = short
        for cable in cables:
            yield Hit(
                paths=(cable.path,),
                message=f"{cable.path} is {cable.length} long, {module.id} needs at least {minimum}",
                fix="order a longer fibre, or use copper",
                measured=str(cable.length),
                limit=str(minimum),
                margin=(cable.length - minimum).text(digits=2),
            )


def _too_close_for(bought: Assembly, ndr_minimum: Length) -> Iterator[tuple[TransceiverPart, Length]]:
    """Yield the transceivers that work from a greater length on, with that."""
    for module in bought.modules:
        minimum = module.reach_minimum or (ndr_minimum if module.signalling == "ndr" else None)
        if minimum is not None and bought.length < minimum:
            yield module, minimum


def _rates(bought: Assembly) -> Iterator[tuple[Rate, str]]:
    """Yield the rate of every part that a signal passes."""
    yield from ((module.rate, module.id) for module in bought.modules)
    if isinstance(bought.part, CablePart):
        yield bought.part.rate, bought.part.id


@rule("CBL109", "cable-too-slow", "error")
def cable_too_slow(design: Design) -> Iterator[Hit]:
    """A cable or transceiver is made for a lower rate than the link that runs over it.

    Why: The link comes up at the lower rate, and the fabric is slower than every figure in the offer.
    Example: An EDR cable between two HDR ports: the same plug, half the rate.
    Fix: Use a part made for the speed of the link.
    Source: the rate in the catalogue entries.
    """
    fastest = max([link.speed.base for link in design.links], default=0)
    for bought, cables in index(design).laid.items():
        found = min(_rates(bought), default=None)
        if found is None or found[0].base >= fastest:
            continue
        rate, slowest = found
        for cable in cables:
            speeds = [link.speed for path in cable.links if (link := design.link.get(path)) is not None]
            if speeds and max(speeds) > rate:
                yield Hit(
                    paths=(cable.path,),
                    message=f"{cable.path} carries links of {max(speeds)}, {slowest} is made for {rate}",
                    fix="use a part made for the speed of the link",
                    measured=str(rate),
                    limit=str(max(speeds)),
                )


CBL_REACH = (reach_exceeded, optic_too_close, cable_too_slow)
