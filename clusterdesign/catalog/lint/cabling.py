"""Cables, transceivers and fibre: plugs that fit a cage, reaches, lengths, heat of modules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.lint.finding import LintFinding, Severity
from clusterdesign.parts import Caged, Part, Transceiver


def plugs(catalog: Catalog) -> Iterator[LintFinding]:
    """Every plug goes into some cage of the catalogue."""
    holes = {plug for part in _with_cages(catalog) for cage in part.cages for plug in cage.accepts}
    for cable in catalog.parts("cable"):
        for plug in sorted({end.plug for end in cable.ends} - holes):
            yield _finding("plug-without-cage", cable, "ends", f"no cage in the catalogue takes {plug}")
    for module in catalog.parts("transceiver"):
        if module.plug not in holes:
            text = f"no cage in the catalogue takes {module.plug}"
            yield _finding("plug-without-cage", module, "plug", text)


def _with_cages(catalog: Catalog) -> Iterator[Caged]:
    return (part for part in catalog.parts() if isinstance(part, Caged))


def cables(catalog: Catalog) -> Iterator[LintFinding]:
    """Cables have a length, and a draw for every end or for none."""
    for cable in catalog.parts("cable"):
        if cable.length.base <= 0:
            yield _finding("length-not-positive", cable, "length", f"the cable is {cable.length} long")
        if len(cable.end_power) not in (0, len(cable.ends)):
            text = f"{len(cable.end_power)} draws for {len(cable.ends)} ends"
            yield _finding("ends-differ", cable, "end_power", text)
        if cable.medium in ("copper-passive", "twisted-pair") and any(draw.to("W") > 1 for draw in cable.end_power):
            yield _finding("passive-draws", cable, "end_power", "a passive cable draws more than 1 W")


def transceivers(catalog: Catalog) -> Iterator[LintFinding]:
    """Modules: reaches in order, draw in order, links shared evenly by connectors, a fibre that fits."""
    fibres = {(fibre.connector, fibre.fibre) for fibre in catalog.parts("fibre")}
    for module in catalog.parts("transceiver"):
        yield from _reach(module)
        typical, maximum = module.power_typical, module.power_maximum
        if typical is not None and maximum is not None and typical > maximum:
            text = f"{typical} is above the maximum of {maximum}"
            yield _finding("draw-inverted", module, "power_typical", text)
        if module.links % module.connectors:
            text = f"{module.links} links on {module.connectors} connectors"
            yield _finding("connectors-uneven", module, "connectors", text)
        if (module.connector, module.fibre) not in fibres:
            text = f"the catalogue has no {module.fibre} fibre with {module.connector} connectors"
            yield _finding("module-without-fibre", module, "connector", text, severity="info")


def _reach(module: Transceiver) -> Iterator[LintFinding]:
    if module.reach is None:
        return
    if module.reach_minimum is not None and module.reach <= module.reach_minimum:
        text = f"{module.reach} is not above the minimum of {module.reach_minimum}"
        yield _finding("reach-inverted", module, "reach", text)
    if module.reach_om3 is not None and module.reach_om3 > module.reach:
        yield _finding("reach-inverted", module, "reach_om3", f"{module.reach_om3} is above {module.reach}")


def module_heat(catalog: Catalog) -> Iterator[LintFinding]:
    """A switch feeds the largest module that fits it."""
    for switch in catalog.parts("switch"):
        limit = switch.max_module_power
        taken = {plug for cage in switch.cages for plug in cage.accepts}
        for module in catalog.parts("transceiver"):
            if limit is None or module.plug not in taken or module.power_maximum is None:
                continue
            if module.power_maximum > limit:
                text = f"{module.id} draws {module.power_maximum}, a cage feeds {limit}"
                yield _finding("module-too-hot", switch, "max_module_power", text, severity="warning")


def fibres(catalog: Catalog) -> Iterator[LintFinding]:
    """Lengths are sorted, different, and short enough for the channel."""
    for fibre in catalog.parts("fibre"):
        lengths = [item.length for item in fibre.lengths]
        if any(later <= earlier for earlier, later in pairwise(lengths)):
            text = f"the lengths are {', '.join(map(str, lengths))}"
            yield _finding("lengths-unsorted", fibre, "lengths", text)
        for item in fibre.lengths:
            if item.length > fibre.channel_maximum:
                text = f"{item.part_number} is longer than the channel of {fibre.channel_maximum}"
                yield _finding("length-beyond-channel", fibre, "lengths", text, severity="warning")
            if (item.grade == "OS2") != (fibre.fibre == "singlemode"):
                text = f"{item.part_number} is {item.grade}, the fibre {fibre.fibre}"
                yield _finding("grade-of-other-fibre", fibre, "lengths", text)


def _finding(check: str, part: Part, field: str, text: str, *, severity: Severity = "error") -> LintFinding:
    return LintFinding(check, severity, part.id, field, text, "compare with the vendor's ordering list and data sheet")


CHECKS = (plugs, cables, transceivers, module_heat, fibres)
