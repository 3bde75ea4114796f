"""Racks, PDUs, coolant: ratings that follow from each other."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.lint.finding import LintFinding, Severity
from clusterdesign.parts import Part, PduPart

TOLERANCE = 0.02
"""Data sheets round a rating to three figures, and to kW where they mean kVA."""

CONTINUOUS = 0.8
"""Share of a breaker that North American practice loads continuously; some data sheets state the product."""

LEAST_FLOW = 1.0
"""L/min a kW below which a coolant loop warms by more than about 15 K (PG25, 3.97 kJ/(L K))."""

HEAT_CAPACITY = (3.97, 4.18)
"""kJ/(L K) of the coolants that quick disconnects are rated with: 25 % propylene glycol, and water."""


def pdus(catalog: Catalog) -> Iterator[LintFinding]:
    """Rated power is what voltage, current and phases give; outlets hang on banks that carry the plug."""
    for pdu in catalog.parts("pdu"):
        if pdu.rated_power is not None and (expected := nameplate(pdu)) is not None:
            stated = pdu.rated_power.to("kVA")
            if abs(stated - expected) > TOLERANCE * expected:
                text = f"{pdu.rated_power.text('kVA')}, but voltage, current and phases give {expected:.2f} kVA"
                yield _finding("rating-differs", pdu, "rated_power", text)
        yield from _banks(pdu)


def nameplate(pdu: PduPart) -> float | None:
    """Return the kVA that voltage, current and phases give, derated where the stated power is."""
    if pdu.voltage is None or pdu.rated_current is None or pdu.phases is None:
        return None
    full = pdu.voltage.to("kV") * pdu.rated_current.to("A") * (1 if pdu.phases == 1 else sqrt(3))
    return full * CONTINUOUS if pdu.already_derated else full


def _banks(pdu: PduPart) -> Iterator[LintFinding]:
    named = {group.bank for group in pdu.outlets if group.bank is not None}
    if pdu.banks is not None and named and len(named) != pdu.banks:
        text = f"the outlets name {len(named)} banks of {pdu.banks}"
        yield _finding("banks-differ", pdu, "outlets", text)
    if pdu.banks is None or pdu.bank_current is None or pdu.rated_current is None or pdu.phases is None:
        return
    on_phase = pdu.bank_current * pdu.banks / pdu.phases
    if on_phase < pdu.rated_current:
        text = f"the banks of a phase carry {on_phase}, the plug {pdu.rated_current}"
        yield _finding("banks-short", pdu, "bank_current", text, severity="warning")


def racks(catalog: Catalog) -> Iterator[LintFinding]:
    """A rack carries more than it weighs, and standing no less than rolling."""
    for rack in catalog.parts("rack"):
        if rack.load_static is None:
            continue
        if rack.load_rolling is not None and rack.load_rolling > rack.load_static:
            text = f"{rack.load_rolling} rolling, {rack.load_static} standing"
            yield _finding("load-inverted", rack, "load_rolling", text)
        if rack.weight is not None and rack.weight > rack.load_static:
            text = f"the rack weighs {rack.weight} and carries {rack.load_static}"
            yield _finding("load-below-weight", rack, "load_static", text)


def cdus(catalog: Catalog) -> Iterator[LintFinding]:
    """The flow of a CDU carries its capacity."""
    for cdu in catalog.parts("cdu"):
        if cdu.flow is not None and cdu.capacity is not None:
            each = cdu.flow.to("L/min") / cdu.capacity.to("kW")
            if each < LEAST_FLOW:
                text = f"{cdu.flow} for {cdu.capacity.text('kW')} is {each:.2f} L/min a kW: the loop warms by over 15 K"
                yield _finding("flow-thin", cdu, "flow", text, severity="warning")


def quick_disconnects(catalog: Catalog) -> Iterator[LintFinding]:
    """The heat of a pair is what its flow carries at 10 K."""
    for part in catalog.parts("quick-disconnect"):
        if part.flow is None or part.heat_per_pair is None:
            continue
        low, high = (part.flow.to("L/min") / 60 * each * 10 for each in HEAT_CAPACITY)
        if not low * (1 - TOLERANCE) <= part.heat_per_pair.to("kW") <= high * (1 + TOLERANCE):
            text = f"{part.heat_per_pair.text('kW')} a pair, but {part.flow} carries {low:.1f} to {high:.1f} kW at 10 K"
            yield _finding("heat-differs", part, "heat_per_pair", text, severity="warning")


def _finding(check: str, part: Part, field: str, text: str, *, severity: Severity = "error") -> LintFinding:
    return LintFinding(check, severity, part.id, field, text, "compare with the data sheet")


CHECKS = (pdus, racks, cdus, quick_disconnects)
