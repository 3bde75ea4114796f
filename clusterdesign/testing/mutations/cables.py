"""Faults of cables: where they go, what they are, how long they are, what they lie in."""

from __future__ import annotations

from dataclasses import replace
from math import pi

from clusterdesign.design import Cable, Design, End, Trouble
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre
from clusterdesign.testing.mutations.base import (
    drop,
    far,
    longest_fibre,
    moved,
    mutation,
    node_link,
    put,
    variant,
    with_part,
)
from clusterdesign.units import Length, m


def _fibre(design: Design) -> tuple[Cable, Fibre]:
    cable = longest_fibre(design)
    part = design.parts[cable.part]
    assert isinstance(part, Fibre)  # noqa: S101  # chosen so; for the type checker
    return cable, part


def _copper(design: Design) -> Cable:
    return next(cable for cable in design.cables if cable.tier == "leaf-spine" and cable.ends[0].connector is None)


@mutation("CBL001")
def a_cable_goes_into_a_cage_beyond_the_panel(design: Design) -> Design:
    """A cable end is in cage 99, though its link is not."""
    link = node_link(design, 0, 1)
    cable = design.cable_of[link.path]
    return put(design, moved(cable, link, replace(far(cable, link), cage="99")))


@mutation("CBL003", also={"CBL002": "the second one fills the same cages"})
def a_cable_is_laid_twice(design: Design) -> Design:
    """The same cable is there under a second path."""
    return put(design, replace(design.cable_of[node_link(design, 0, 1).path], path="cable/twice"))


@mutation("CBL002")
def a_parked_cable_sits_in_a_used_connector(design: Design) -> Design:
    """A cable without links is plugged where another one is."""
    cable = design.cable_of[node_link(design, 0, 1).path]
    ends = (replace(cable.ends[0], ports=()), End("", "", None, ()))
    return put(design, replace(cable, path="cable/parked", ends=ends, links=()))


@mutation("CBL005")
def a_straight_cable_has_a_third_end(design: Design) -> Design:
    """A straight copper cable has one end more than its part."""
    cable = _copper(design)
    return put(design, replace(cable, ends=(*cable.ends, End("", "", None, ()))))


@mutation("CBL010")
def a_cable_is_made_for_the_other_protocol(design: Design) -> Design:
    """A copper cable between leaf and spine is an Ethernet one."""
    cable = _copper(design)
    design, part = variant(design, cable.part, "eth", signalling="ethernet-100g")
    return put(design, replace(cable, part=part.id))


@mutation("CBL109")
def a_cable_is_made_for_half_the_rate(design: Design) -> Design:
    """A copper cable between leaf and spine carries 200 Gb/s."""
    cable = _copper(design)
    design, part = variant(design, cable.part, "slow", rate="200 Gb/s")
    return put(design, replace(cable, part=part.id))


@mutation("CBL104")
def a_cable_is_ordered_a_size_too_short(design: Design) -> Design:
    """The next length below the run is ordered."""
    cable, part = _fibre(design)
    shorter = max((offer for offer in part.lengths if offer.length < cable.run), key=lambda offer: offer.length)
    return put(design, replace(cable, length=shorter.length, part_number=shorter.part_number))


@mutation("CBL105")
def a_run_grows_into_the_slack(design: Design) -> Design:
    """The cable reaches with 10 cm to spare."""
    cable, _ = _fibre(design)
    return put(design, replace(cable, run=cable.length - m(0.1)))


@mutation("CBL106")
def a_length_is_invented(design: Design) -> Design:
    """A fibre is ordered in a length that nobody sells."""
    cable, _ = _fibre(design)
    return put(design, replace(cable, length=cable.length + m(0.3)))


@mutation("CBL107", also={"CBL302": "51 m for a short run is also far too much"})
def a_fibre_is_longer_than_its_channel(design: Design) -> Design:
    """A fibre is ordered a metre longer than the channel it may be part of."""
    cable, part = _fibre(design)
    offer = part.lengths[-1].with_(length=part.channel_maximum + m(1), part_number="TOO-LONG", published=True)
    design = with_part(design, part.with_(lengths=(*part.lengths, offer)))
    return put(design, replace(cable, length=offer.length, part_number=offer.part_number))


@mutation("CBL108")
def a_fibre_is_shorter_than_its_optics_bear(design: Design) -> Design:
    """A fibre of half a metre joins two transceivers."""
    cable, part = _fibre(design)
    offer = part.lengths[0].with_(length=m(0.5), part_number="TOO-SHORT", published=True)
    design = with_part(design, part.with_(lengths=(offer, *part.lengths)))
    return put(design, replace(cable, length=offer.length, run=m(0.3), part_number=offer.part_number))


@mutation("CBL302")
def a_cable_is_ordered_three_sizes_too_long(design: Design) -> Design:
    """A fibre is ordered in 30 m."""
    cable, part = _fibre(design)
    longer = next(offer for offer in part.lengths if offer.length == m(30))
    return put(design, replace(cable, length=longer.length, part_number=longer.part_number))


@mutation("CBL901")
def a_length_is_not_confirmed(design: Design) -> Design:
    """Nobody has seen the longest ordered length on sale."""
    cable, part = _fibre(design)
    lengths = tuple(o.with_(published=False) if o.length == cable.length else o for o in part.lengths)
    return with_part(design, part.with_(lengths=lengths))


@mutation("CBL101")
def no_length_covers_a_run(design: Design) -> Design:
    """Elaboration found no cable that is long enough."""
    return _not_cabled(design, "CBL101", "no multimode fibre covers the run")


@mutation("CBL102")
def no_cable_fits_two_cages(design: Design) -> Design:
    """Elaboration found no cable with these plugs."""
    return _not_cabled(design, "CBL102", "no cable joins the cages")


@mutation("CBL103")
def a_run_cannot_be_computed(design: Design) -> Design:
    """Elaboration did not know where a device stands."""
    return _not_cabled(design, "CBL103", "1 link has no cable")


def _not_cabled(design: Design, code: str, what: str) -> Design:
    link = node_link(design, 0, 1)
    trouble = Trouble(code, link.path, what, "choose other parts or places")
    return replace(drop(design, design.cable_of[link.path].path), troubles=(*design.troubles, trouble))


@mutation("CBL112")
def a_cable_hardly_bends(design: Design) -> Design:
    """The copper between leaf and spine needs half a metre to turn round."""
    cable = _copper(design)
    design, part = variant(design, cable.part, "stiff", bend_radius=m(0.5))
    return put(design, replace(cable, part=part.id))


def _narrowed(design: Design, share: float) -> Design:
    """Make the fullest tray narrower, so that it is filled by a share."""
    load: dict[str, float] = {}
    for cable in design.cables:
        part = design.parts[cable.part]
        diameter = part.value("diameter") if isinstance(part, CablePart | Fibre) else None
        area = pi / 4 * diameter.base**2 if diameter is not None else 0.0
        for tray in design.route[cable.route].trays if cable.route else ():
            load[tray] = load.get(tray, 0.0) + area
    path = max(load, key=lambda tray: load[tray])
    fullest = next(tray for tray in design.trays if tray.path == path)
    width = Length(round(load[path] / share / fullest.depth.base))
    return put(design, replace(fullest, width=width))


@mutation("CBL110")
def a_tray_is_too_narrow(design: Design) -> Design:
    """A tray is filled by three quarters."""
    return _narrowed(design, 0.75)


@mutation("CBL111")
def a_tray_is_rather_narrow(design: Design) -> Design:
    """A tray is filled by 45 %."""
    return _narrowed(design, 0.45)


CABLES = (
    a_cable_goes_into_a_cage_beyond_the_panel,
    a_cable_is_laid_twice,
    a_parked_cable_sits_in_a_used_connector,
    a_straight_cable_has_a_third_end,
    a_cable_is_made_for_the_other_protocol,
    a_cable_is_made_for_half_the_rate,
    no_length_covers_a_run,
    no_cable_fits_two_cages,
    a_run_cannot_be_computed,
    a_cable_is_ordered_a_size_too_short,
    a_run_grows_into_the_slack,
    a_length_is_invented,
    a_fibre_is_longer_than_its_channel,
    a_fibre_is_shorter_than_its_optics_bear,
    a_tray_is_too_narrow,
    a_tray_is_rather_narrow,
    a_cable_hardly_bends,
    a_cable_is_ordered_three_sizes_too_long,
    a_length_is_not_confirmed,
)
