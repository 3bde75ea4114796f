"""Every metric that the rules and dashboards read: which exporter publishes it, and who says so.

What no vendor publishes has a name of ours and is a declared assumption: the operator maps the readings of the device
to it, in the exporter or with a recording rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

NODE_EXPORTER = "github.com/prometheus/node_exporter"
DCGM_EXPORTER = "github.com/NVIDIA/dcgm-exporter, etc/default-counters.csv"
IB_EXPORTER = "github.com/SckyzO/infiniband_exporter 2.x, metrics reference"
SNMP_EXPORTER = "github.com/prometheus/snmp_exporter, generator/generator.yml"
PDU2_MIB = "Raritan PDU2-MIB, SNMP MIB User Guide (2019-03-12)"
BLACKBOX = "github.com/prometheus/blackbox_exporter"
ASSUMED = ""
"""No source: a declared assumption."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric that an exporter publishes.

    Attributes:
        job: scrape job that brings it.
        what: what it says, with its unit.
        source: who says so; empty for a declared assumption.
    """

    job: str
    what: str
    source: str


_ASSUMED_PDU = "reading of the PDU, under a name of ours"
_ASSUMED_CDU = "reading of the CDU, under a name of ours"

METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "up": Metric("any", "1 while the exporter answers", "Prometheus itself"),
        "probe_success": Metric("ping", "1 while the management address answers", BLACKBOX),
        "node_infiniband_state_id": Metric("node", "state of an adapter's port, 4 is active", NODE_EXPORTER),
        "node_infiniband_port_data_transmitted_bytes_total": Metric("node", "sent by a port, B", NODE_EXPORTER),
        "node_infiniband_port_data_received_bytes_total": Metric("node", "received by a port, B", NODE_EXPORTER),
        "node_bonding_active": Metric("node", "active ports of a bond", NODE_EXPORTER),
        "node_filesystem_avail_bytes": Metric("node", "free space of a file system, B", NODE_EXPORTER),
        "node_filesystem_size_bytes": Metric("node", "size of a file system, B", NODE_EXPORTER),
        "node_load1": Metric("node", "load of the processors", NODE_EXPORTER),
        "node_memory_MemAvailable_bytes": Metric("node", "free memory, B", NODE_EXPORTER),
        "node_systemd_unit_state": Metric("node", "state of a service (--collector.systemd)", NODE_EXPORTER),
        "DCGM_FI_DEV_GPU_TEMP": Metric("dcgm", "temperature of a GPU, °C", DCGM_EXPORTER),
        "DCGM_FI_DEV_GPU_UTIL": Metric("dcgm", "use of a GPU, %", DCGM_EXPORTER),
        "DCGM_FI_DEV_POWER_USAGE": Metric("dcgm", "draw of a GPU, W", DCGM_EXPORTER),
        "DCGM_FI_DEV_XID_ERRORS": Metric("dcgm", "last Xid of a GPU", DCGM_EXPORTER),
        "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL": Metric("dcgm", "double-bit ECC errors since start", DCGM_EXPORTER),
        "DCGM_FI_DEV_ROW_REMAP_FAILURE": Metric("dcgm", "1 where a memory row could not be remapped", DCGM_EXPORTER),
        "DCGM_FI_DEV_THERMAL_VIOLATION": Metric("dcgm", "time that a GPU was slowed by heat", DCGM_EXPORTER),
        "infiniband_switch_info": Metric("infiniband", "1 for each switch that the fabric shows", IB_EXPORTER),
        "infiniband_switch_uplink_info": Metric("infiniband", "1 for each link of a switch that is up", IB_EXPORTER),
        "infiniband_switch_port_rate_bytes_per_second": Metric(
            "infiniband", "width times speed of a switch port, B/s", IB_EXPORTER
        ),
        "infiniband_switch_port_symbol_error_total": Metric(
            "infiniband", "symbol errors of a switch port", IB_EXPORTER
        ),
        "infiniband_switch_port_link_downed_total": Metric(
            "infiniband", "times that a switch port went down", IB_EXPORTER
        ),
        "rPDU2PhaseStatusCurrent": Metric("pdu", "phase current of an APC PDU, 0.1 A", SNMP_EXPORTER),
        "rPDU2DeviceStatusPower": Metric("pdu", "power of an APC PDU, 10 W", SNMP_EXPORTER),
        "measurementsInletPoleSensorValue": Metric("pdu", "phase current of a Raritan PDU", PDU2_MIB),
        "inletPoleSensorDecimalDigits": Metric("pdu", "its decimal digits", PDU2_MIB),
        "measurementsInletSensorValue": Metric("pdu", "power of a Raritan PDU", PDU2_MIB),
        "inletSensorDecimalDigits": Metric("pdu", "its decimal digits", PDU2_MIB),
        "pdu_phase_current_amperes": Metric("pdu", f"current by phase (L1, L2, L3), A: {_ASSUMED_PDU}", ASSUMED),
        "pdu_power_watts": Metric("pdu", f"active power, W: {_ASSUMED_PDU}", ASSUMED),
        "pdu_outlet_current_amperes": Metric("pdu", f"current by outlet (B1-C19-1), A: {_ASSUMED_PDU}", ASSUMED),
        "cdu_flow_liters_per_minute": Metric("cdu", f"flow of the technology loop, L/min: {_ASSUMED_CDU}", ASSUMED),
        "cdu_supply_temperature_celsius": Metric("cdu", f"coolant to the nodes, °C: {_ASSUMED_CDU}", ASSUMED),
        "cdu_return_temperature_celsius": Metric("cdu", f"coolant from the nodes, °C: {_ASSUMED_CDU}", ASSUMED),
        "cdu_differential_pressure_kilopascals": Metric(
            "cdu", f"pressure over the technology loop, kPa: {_ASSUMED_CDU}", ASSUMED
        ),
    }
)

__all__ = ["ASSUMED", "METRICS", "Metric"]
