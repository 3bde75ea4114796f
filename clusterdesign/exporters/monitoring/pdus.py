"""What PDUs of each vendor call their readings, and the recording rules that bring them under one name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clusterdesign.design import Design, Device
from clusterdesign.exporters.monitoring.forms import Data, record

CURRENT, POWER = "pdu:phase_current:amperes", "pdu:power:watts"
"""Series that every rule and dashboard reads, whoever made the PDU; ``phase`` is L1, L2 or L3."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """Readings of the PDUs of one vendor.

    Attributes:
        module: module of the SNMP exporter.
        current: expression for the current of each phase, A, without the label ``phase``.
        index: label that numbers the phases from 1; empty where ``phase`` is there.
        power: expression for the active power, W.
        walk: what a module of our own must walk; empty where the exporter ships it.
    """

    module: str
    current: str
    index: str
    power: str
    walk: tuple[str, ...] = ()


def _raritan(value: str, digits: str, sensor: int) -> str:
    return f'{value}{{sensorType="{sensor}"}} / 10 ^ {digits}{{sensorType="{sensor}"}}'


VENDORS: Mapping[str, Vendor] = MappingProxyType(
    {
        "APC": Vendor("apcups", "rPDU2PhaseStatusCurrent / 10", "rPDU2PhaseStatusIndex", "rPDU2DeviceStatusPower * 10"),
        "Raritan": Vendor(
            "raritan_pdu2",
            _raritan("measurementsInletPoleSensorValue", "inletPoleSensorDecimalDigits", 1),
            "inletPoleIndex",
            _raritan("measurementsInletSensorValue", "inletSensorDecimalDigits", 5),
            (
                "PDU2-MIB::measurementsInletPoleSensorValue",
                "PDU2-MIB::inletPoleSensorDecimalDigits",
                "PDU2-MIB::measurementsInletSensorValue",
                "PDU2-MIB::inletSensorDecimalDigits",
            ),
        ),
    }
)
"""Vendors whose readings are published, by the name in the catalogue. Sensor types of PDU2-MIB: 1 current, 5 power."""

ANY = Vendor("pdu", "pdu_phase_current_amperes", "", "pdu_power_watts")
"""Every other PDU: names of ours, a declared assumption."""


def vendor(design: Design, device: Device) -> Vendor:
    """Return the readings of a PDU."""
    return VENDORS.get(design.parts[device.part].vendor, ANY)


def module(design: Design, device: Device) -> str:
    """Return the module of the SNMP exporter that reads a PDU."""
    return vendor(design, device).module


def vendors(design: Design) -> tuple[Vendor, ...]:
    """Return the vendors in use, each once, by their module."""
    found = {vendor(design, device).module: vendor(design, device) for device in design.devices if device.kind == "pdu"}
    return tuple(found[name] for name in sorted(found))


def readings(design: Design) -> Iterator[Data]:
    """Yield the recording rules that bring the readings of all PDUs under one name."""
    found = vendors(design)
    if found:
        yield record(CURRENT, " or ".join(_with_phase(each) for each in found))
        yield record(POWER, " or ".join(f"({each.power})" if len(found) > 1 else each.power for each in found))


def _with_phase(each: Vendor) -> str:
    if not each.index:
        return each.current
    return f'label_replace({each.current}, "phase", "L$1", "{each.index}", "(.+)")'


def generator(design: Design) -> Data:
    """Return what the generator of the SNMP exporter is to make beside the modules that it ships; empty for nothing."""
    own = {each.module: {"walk": list(each.walk)} for each in vendors(design) if each.walk}
    return {"modules": own} if own else {}


__all__ = ["CURRENT", "POWER", "generator", "module", "readings", "vendors"]
