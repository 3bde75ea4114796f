"""The series that a healthy cluster shows, made from its design, to be spoilt by tests."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from clusterdesign.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.exporters.monitoring import targets
from clusterdesign.exporters.monitoring.expected import bundles
from clusterdesign.exporters.monitoring.profiles import profiles
from clusterdesign.subnet import subnet

STEPS = 12
"""Samples of a series beside the first, two minutes apart."""

Labels = dict[str, str]


class Scene:
    """Series with constant values, and those that change."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.series: dict[str, tuple[str, Labels, str]] = {}
        for job, found in targets(design).items():
            for target in found:
                labels = {k: v for k, v in target["labels"].items() if not k.startswith("__")}
                self._add("up", 1, job=job, instance=target["targets"][0], **labels)
                if job == "infiniband" and target is not next(
                    t for t in found if t["labels"]["fabric"] == labels["fabric"]
                ):
                    continue  # a second watcher shows the same
                getattr(self, f"_{job}")(job=job, instance=target["targets"][0], **labels)

    def _add(self, name: str, value: float, **labels: str) -> None:
        self.put(name, f"{value}x{STEPS}", **labels)

    def put(self, name: str, values: str, **labels: str) -> None:
        """Set a series; ``values`` in the notation of promtool."""
        self.series[_text(name, labels)] = (name, labels, values)

    def change(self, name: str, values: str | None, **labels: str) -> int:
        """Change the series that have these labels, or take them away; return how many there were."""
        hit = [
            key
            for key, (own, found, _) in self.series.items()
            if re.fullmatch(name, own)
            and all(re.fullmatch(value, found.get(label, "")) for label, value in labels.items())
        ]
        for key in hit:
            own, found, _ = self.series.pop(key)
            if values is not None:
                self.put(own, values, **found)
        assert hit, f"no series {name} {labels}"
        return len(hit)

    def _node(self, **own: str) -> None:
        path = own["component"]
        for bundle in bundles(self.design).get(path, ()):
            for rail, rdma in zip(bundle.rails, bundle.rdma, strict=False):
                labels = own | {"device": rdma, "port": "1", "fabric": bundle.fabric, "rail": str(rail)}
                self._add("node_infiniband_state_id", 4, **labels)
            if self.design.fabric[bundle.fabric].node_role == "inband":
                self._add("node_bonding_active", bundle.count, **own, master="bond0")
        if own["kind"] == "node":
            self._add("node_filesystem_size_bytes", 6e14, **own, fstype="lustre", mountpoint="/scratch")
            self._add("node_filesystem_avail_bytes", 3e14, **own, fstype="lustre", mountpoint="/scratch")

    def _dcgm(self, **own: str) -> None:
        for gpu in range(int(own["gpus"])):
            labels = own | {"gpu": str(gpu)}
            self._add("DCGM_FI_DEV_GPU_TEMP", 60, **labels)
            for name in ("XID_ERRORS", "ECC_DBE_VOL_TOTAL", "ROW_REMAP_FAILURE", "THERMAL_VIOLATION"):
                self._add(f"DCGM_FI_DEV_{name}", 0, **labels)

    def _infiniband(self, **own: str) -> None:
        fabric = subnet(self.design, own["fabric"])
        for switch in fabric.switches:
            self._add("infiniband_switch_info", 1, **own, switch=switch.name, guid=f"{switch.guid:#x}", lid="1")
        for wire in fabric.wires:
            for near, far in ((wire.a, wire.b), (wire.b, wire.a)):
                element, other = fabric.by_guid[near[0]], fabric.by_guid[far[0]]
                if element.kind != "switch":
                    continue
                port = own | {"switch": element.name, "port": str(near[1]), "guid": f"{element.guid:#x}"}
                kind = "SW" if other.kind == "switch" else "CA"
                self._add("infiniband_switch_uplink_info", 1, **port, uplink=other.name, uplink_type=kind)
                self._add("infiniband_switch_port_rate_bytes_per_second", wire.rate * 1e9 / 8, **port)
                if near[1] == 1:  # one port of each switch stands for all
                    self._add("infiniband_switch_port_symbol_error_total", 0, **port)
                    self._add("infiniband_switch_port_link_downed_total", 0, **port)

    def _pdu(self, **own: str) -> None:
        profile = profiles(self.design)[own["component"]]
        for phase in profile.phases:
            self._add("pdu_phase_current_amperes", round(phase.normal * 0.9, 2), **own, phase=phase.name)
        self._add("pdu_power_watts", round(profile.draw * 0.9), **own)

    def _cdu(self, **own: str) -> None:
        load = next(load for load in cooling_analysis(self.design).loops.values() if own["component"] in load.loop.cdus)
        share = load.flow / len(load.loop.cdus)
        self._add("cdu_flow_liters_per_minute", round(share * 0.8, 1), **own)
        self._add("cdu_supply_temperature_celsius", 36, **own)
        self._add("cdu_return_temperature_celsius", 43, **own)
        self._add("cdu_differential_pressure_kilopascals", 60, **own)

    def _ping(self, **own: str) -> None:
        self._add("probe_success", 1, **own)


def _text(name: str, labels: Mapping[str, str]) -> str:
    return f"{name}{{{','.join(f'{key}={json.dumps(value)}' for key, value in sorted(labels.items()))}}}"


def unit_test(scene: Scene, firing: Mapping[str, int], at: str = "20m") -> dict[str, Any]:
    """Return a test of promtool: exactly these alerts fire, each for so many components."""
    expr = 'count by (alertname) (ALERTS{alertstate="firing"})'
    samples = [{"labels": _text("", {"alertname": name}), "value": count} for name, count in sorted(firing.items())]
    return {
        "interval": "2m",
        "input_series": [{"series": _text(name, labels), "values": v} for name, labels, v in scene.series.values()],
        "promql_expr_test": [{"expr": expr, "eval_time": at, "exp_samples": samples}],
    }
