"""Cabling rules about lengths: sold, long enough, with slack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from clusterdesign.design.design import Design
from clusterdesign.names import natural_ordered
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre
from clusterdesign.rules.index import index
from clusterdesign.rules.rule import Hit, Limit, rule
from clusterdesign.rules.troubles import NO_CABLE_FITS, NO_SUCH_LENGTH, RUN_UNKNOWN, troubles
from clusterdesign.rules.words import count, percent
from clusterdesign.units import Length


@rule("CBL101", "no-such-length", "error")
def no_such_length(design: Design) -> Iterator[Hit]:
    """No length that the chosen cable is sold in covers the run.

    Why: A cable that does not reach stops the installation; a longer one has to be ordered, with its lead time.
    Example: A run of 3.6 m and a copper cable that is sold up to 3 m.
    Fix: Move the racks closer, or allow another medium.
    Source: the lengths in the cable's catalogue entry.
    """
    return troubles(design, NO_SUCH_LENGTH)


@rule("CBL102", "no-cable-fits", "error")
def no_cable_fits(design: Design) -> Iterator[Hit]:
    """No cable or set of transceivers in the catalogue fits the cages at both ends of a link.

    Why: The link cannot be built with what can be bought.
    Example: An adapter with a single-port cage on a switch for which no splitter is in the catalogue.
    Fix: Use another switch or adapter, or add the missing part to the catalogue.
    Source: the cages and plugs in the catalogue entries.
    """
    return troubles(design, NO_CABLE_FITS)


@rule("CBL103", "run-unknown", "error")
def run_unknown(design: Design) -> Iterator[Hit]:
    """Links have no cable, because a device at their end has no place and the run cannot be computed.

    Why: The cabling sheet and the bill of materials are incomplete, and nothing in them shows it.
    Example: A node whose height is unknown, so that it could not be placed.
    Fix: Declare racks, and give the height of the part.
    Source: run length from the positions of both ends.
    """
    return troubles(design, RUN_UNKNOWN)


@rule("CBL104", "cable-too-short", "error")
def cable_too_short(design: Design) -> Iterator[Hit]:
    """The bought length is shorter than the path that the cable must cover.

    Why: The installer finds out at the far rack, after the order.
    Example: A 3 m cable for a run of 3.2 m.
    Fix: Order the next longer length.
    Source: run length from the positions of both ends.
    """
    for cable in design.cables:
        if cable.length < cable.run:
            yield Hit(
                paths=(cable.path,),
                message=f"{cable.path} is {cable.length} long, its run is {cable.run.text(digits=2)}",
                fix="order the next longer length",
                measured=str(cable.length),
                limit=cable.run.text(digits=2),
                margin=(cable.length - cable.run).text(digits=2),
            )


@rule(
    "CBL105",
    "cable-slack-low",
    "warning",
    limits=(
        Limit(
            name="slack_share",
            default=0.1,
            text="least share of the run by which a bought cable is longer",
            source="house practice of cabling installers, 10 %",
        ),
    ),
)
def cable_slack_low(design: Design, *, slack_share: float) -> Iterator[Hit]:
    """A cable reaches, but with less slack than the declared share of its run.

    Why: Without slack the cable hangs across its neighbours, and nothing slides out for service.
    Example: A 3 m cable for a run of 2.9 m.
    Fix: Order the next longer length, or declare a smaller share for this project.
    Source: house practice; a default that a project may replace.
    """
    general = Fraction(repr(float(slack_share)))
    shares = {fabric.name: min(general, Fraction(repr(float(fabric.slack)))) for fabric in design.fabrics}
    enough: dict[tuple[int, str], Length] = {}
    for cable in design.cables:
        share = shares.get(cable.fabric, general)
        # Thousands of cables share a few hundred runs.
        asked = (cable.run.base, cable.fabric)
        wanted = enough.get(asked)
        if wanted is None:
            wanted = enough[asked] = cable.run * (1 + share)
        if cable.run.base <= cable.length.base < wanted.base:
            slack = cable.length - cable.run
            yield Hit(
                paths=(cable.path,),
                message=f"{cable.path} has {slack.text(digits=2)} slack on a run of {cable.run.text(digits=2)}, "
                f"{percent(share)} would be {(wanted - cable.run).text(digits=2)}",
                fix="order the next longer length, or declare a smaller share",
                measured=slack.text(digits=2),
                limit=(wanted - cable.run).text(digits=2),
                margin=(cable.length - wanted).text(digits=2),
            )


def _offers(part: CablePart | Fibre) -> set[tuple[Length, str]]:
    """Return the lengths in which a part is sold, each with its part number."""
    if isinstance(part, Fibre):
        return {(offer.length, offer.part_number) for offer in part.lengths}
    return {(part.length, part.part_number or "")}


@rule("CBL106", "length-not-sold", "error")
def length_not_sold(design: Design) -> Iterator[Hit]:
    """A cable is ordered in a length, or under a part number, in which its part is not sold.

    Why: The order comes back, or comes with another length.
    Example: 2.75 m of a cable that is sold in 2, 3 and 5 m.
    Fix: Order a length that is sold.
    Source: the lengths in the cable's catalogue entry.
    """
    for bought, cables in index(design).laid.items():
        part, own = bought.part, bought.length
        sold = _offers(part) if part is not None else set()
        if part is None or (own, bought.part_number) in sold:
            continue
        lengths = sorted({length for length, _ in sold})
        offered = ", ".join(str(length) for length in lengths)
        wrong_number = own in lengths
        what = (
            f"{part.id} of {own} is not sold as {bought.part_number or 'nothing'}"
            if wrong_number
            else f"{part.id} is not sold in {own}, only in {offered}"
        )
        numbers = ", ".join(number for length, number in sorted(sold) if length == own)
        for cable in cables:
            yield Hit(
                paths=(cable.path,),
                message=f"{cable.path}: {what}",
                fix="order it under the number of this length" if wrong_number else "order a length that is sold",
                measured=bought.part_number if wrong_number else str(own),
                limit=numbers if wrong_number else offered,
            )


@rule("CBL901", "length-unconfirmed", "warning")
def length_unconfirmed(design: Design) -> Iterator[Hit]:
    """A fibre is ordered in a length for which no source was seen that it is sold.

    Why: Lengths between the published ones are often made to order, with a lead time of weeks.
    Example: 25 m of a fibre whose vendor publishes only the pattern of the part number.
    Fix: Ask the supplier before ordering, and enter the answer in the catalogue.
    Source: the lengths in the fibre's catalogue entry.
    """
    paths: dict[tuple[str, Length, str], list[str]] = {}
    for bought, alike in index(design).laid.items():
        part, offer = bought.part, bought.offer
        if part is not None and offer is not None and not offer.published:
            own = paths.setdefault((part.id, offer.length, offer.part_number), [])
            own.extend(cable.path for cable in alike)
    for (part_id, length, number), cables in paths.items():
        yield Hit(
            paths=tuple(natural_ordered(cables, str)),
            message=f"{number} ({part_id}, {length}) is used {count(len(cables), 'time')}; "
            "no source says that this length is sold",
            fix="ask the supplier before ordering, and enter the answer in the catalogue",
            measured=str(length),
        )


CBL_LENGTH = (
    no_such_length,
    no_cable_fits,
    run_unknown,
    cable_too_short,
    cable_slack_low,
    length_not_sold,
)

CBL_HYGIENE = (length_unconfirmed,)
