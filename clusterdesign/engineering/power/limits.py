"""What circuits and couplers carry. No limit is derated twice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clusterdesign.design.records import Feed
from clusterdesign.engineering.power.phases import continuous, phase_voltage, power
from clusterdesign.parts import Inlet, PduPart

COUPLER: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "IEC": MappingProxyType({"C14": 10.0, "C20": 16.0}),
        "NEC": MappingProxyType({"C14": 15.0, "C20": 20.0}),
    }
)
"""Rating of a cord set by the inlet it fits, A: IEC 60320, and what UL lists the same couplers for."""

THREE = 3


def line_voltage(feed: Feed, pdu: PduPart) -> float | None:
    """Return the voltage between phases, or of the one phase, V: of the feed, else what the PDU is made for."""
    voltage = feed.voltage or pdu.voltage
    return None if voltage is None else voltage.to("V")


def outlet_voltage(feed: Feed, pdu: PduPart) -> float | None:
    """Return the voltage at an outlet, V: from phase to neutral on three phases. None where it is unknown."""
    line = line_voltage(feed, pdu)
    if line is None or pdu.phases is None:
        return None
    return phase_voltage(line) if pdu.phases == THREE else line


def breaker(feed: Feed, pdu: PduPart) -> float | None:
    """Return the rating of a PDU's circuit per phase, A: the smaller of the breaker and the plug."""
    ratings = [current.to("A") for current in (feed.breaker, pdu.rated_current) if current is not None]
    return min(ratings, default=None)


def phase_limit(feed: Feed, pdu: PduPart) -> float | None:
    """Return what a phase of a PDU carries continuously, A.

    The rated current of a part is that of its plug; only the power that some data sheets state is derated already.
    """
    rating = breaker(feed, pdu)
    return None if rating is None else continuous(rating, feed.practice)


def bank_limit(feed: Feed, pdu: PduPart) -> float | None:
    """Return what a bank of a PDU carries continuously, A."""
    return None if pdu.bank_current is None else continuous(pdu.bank_current.to("A"), feed.practice)


def coupler_limit(feed: Feed, inlet: Inlet | None) -> float | None:
    """Return the rating of the cord that an inlet takes, A; None for other kinds of inlet."""
    return COUPLER[feed.practice].get(inlet or "")


def pdu_capacity(feed: Feed, pdu: PduPart) -> float | None:
    """Return what a PDU carries continuously, W: by its circuit, and by its stated power where that is less."""
    limit, line = phase_limit(feed, pdu), line_voltage(feed, pdu)
    found = []
    if limit is not None and line is not None and pdu.phases is not None:
        found.append(power(line, limit, feed.power_factor) if pdu.phases == THREE else line * limit * feed.power_factor)
    if pdu.rated_power is not None:
        stated = pdu.rated_power.to("VA") * feed.power_factor
        found.append(stated if pdu.already_derated else continuous(stated, feed.practice))
    return min(found, default=None)
