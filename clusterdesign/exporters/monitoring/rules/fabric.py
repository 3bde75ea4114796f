"""InfiniBand fabrics: switches, their uplinks, rails against each other, width and speed, errors, managers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clusterdesign.design import Design, Device
from clusterdesign.exporters.monitoring.blast import blast
from clusterdesign.exporters.monitoring.expected import Bundle, bundles, infiniband, wired, wiring
from clusterdesign.exporters.monitoring.forms import Data, alert, match, number, record
from clusterdesign.exporters.monitoring.rules.inventory import SWITCH, UPLINK
from clusterdesign.names import natural_key

RATE, HOST_LINKS, SWITCH_LINKS = "fabric:port_rate:bytes", "switch:host_links:active", "switch:switch_links:active"
MISSING, BER = "leaf:host_links:missing", "fabric:symbol_ber:1h"

UNEVEN = 2
"""Links that a rail may lack more than its best neighbour: one is a node's own fault, two point at the rail."""

SYMBOL_BER = {"warning": "5e-15", "critical": "1e-14"}
"""Symbol error rates of NDR links at which to warn and to act (NVIDIA, InfiniBand cluster bring-up, UFM telemetry)."""

_PORT = "{{ $labels.switch }} port {{ $labels.port }} to {{ $labels.uplink }}"
_PLACE = "component, role, rack, row, unit, rail, pod, wiring"
_HOSTS = frozenset({"node", "server", "storage", "appliance"})


def fabric_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about InfiniBand fabrics; none without one."""
    fabrics = infiniband(design)
    if not fabrics:
        return
    yield from _recordings()
    yield _blind()
    for fabric in fabrics:
        kinds = _kinds(design, fabric)
        yield from (_switch_down(design, device) for device in kinds)
        yield from _uplinks(design, kinds)
        yield from _missing(design, kinds)
        yield from _speeds(design, fabric, kinds)
        yield from _managers(design, fabric)
    if any(rule.get("record") == MISSING for fabric in fabrics for rule in _missing(design, _kinds(design, fabric))):
        yield _uneven()
    yield from _opensm(design)
    yield from _errors()


def _recordings() -> Iterator[Data]:
    """Yield what several rules and dashboards read; every watcher of a fabric shows the same, once is enough."""
    uplinks = "max by (fabric, switch, port, uplink, uplink_type) (infiniband_switch_uplink_info)"
    yield record(UPLINK, f'label_replace({uplinks}, "host", "$1", "uplink", "([^ ]+).*")')
    rate = "max by (fabric, switch, port) (infiniband_switch_port_rate_bytes_per_second)"
    yield record(RATE, f"{rate} * on (fabric, switch, port) group_left (uplink, uplink_type, host) {UPLINK}")
    present = "max by (fabric, switch) (infiniband_switch_info)"
    for name, kind in ((HOST_LINKS, "CA"), (SWITCH_LINKS, "SW")):
        seen = f"count by (fabric, switch) ({UPLINK}{match(uplink_type=kind)})"
        none = f"{SWITCH} * 0 and on (fabric, switch) {present}"
        yield record(name, f"{SWITCH} * on (fabric, switch) group_left () {seen} or ({none})")
    errors = "max by (fabric, switch, port) (increase(infiniband_switch_port_symbol_error_total[1h]))"
    yield record(BER, f"{errors} / on (fabric, switch, port) group_right () ({RATE} * 8 * 3600)")


def _blind() -> Data:
    """Return the rule about a fabric that nobody shows: none of its switches is taken for lost meanwhile."""
    return alert(
        "FabricNotSeen",
        f"max by (fabric) ({SWITCH}) unless on (fabric) infiniband_switch_info",
        wait="5m",
        severity="critical",
        concern="fabric",
        summary="No exporter shows a switch of fabric {{ $labels.fabric }}",
        why="Either no watcher answers, or none of them reaches the fabric. Nothing of it is watched meanwhile.",
    )


def _kinds(design: Design, fabric: str) -> list[Device]:
    """Return one switch of each role and wiring of a fabric, in natural order of the wiring."""
    found: dict[tuple[str, str], Device] = {}
    for device in design.switches(fabric):
        found.setdefault((device.role, wiring(design, device.path)), device)
    return [found[key] for key in sorted(found, key=lambda pair: (pair[0], natural_key(pair[1])))]


def _one(design: Design, device: Device) -> dict[str, str]:
    return {"fabric": device.fabric, "role": device.role, "wiring": wiring(design, device.path)}


def _bundle(design: Design, device: Device, to: str) -> Bundle | None:
    own = (bundle for bundle in bundles(design).get(device.path, ()) if bundle.fabric == device.fabric)
    return next((bundle for bundle in own if bundle.to == to), None)


def _switch_down(design: Design, device: Device) -> Data:
    watched = "count by (fabric) (infiniband_switch_info) > 0"
    return alert(
        "SwitchDown",
        f"{SWITCH}{match(**_one(design, device))} unless on (fabric, switch) infiniband_switch_info "
        f"and on (fabric) ({watched})",
        wait="2m",
        severity="critical",
        concern="fabric",
        summary=f"{device.role.capitalize()} {{{{ $labels.component }}}} is gone from fabric {device.fabric} "
        "(rack {{ $labels.rack }})",
        why=f"By design it has {wiring(design, device.path)} Gb/s. Without it: {blast(design, device.path)}. "
        "Alerts of its links are held back meanwhile.",
        labels=_one(design, device),
    )


def _uplinks(design: Design, kinds: list[Device]) -> Iterator[Data]:
    """Yield the rules about links between switches, seen from leaves and cores, so that each is counted once."""
    for device in kinds:
        bundle = _bundle(design, device, "switches")
        if bundle is None or device.role not in {"leaf", "core"}:
            continue
        yield alert(
            "SwitchLinkDown",
            f"{SWITCH_LINKS}{match(**_one(design, device))} < {bundle.count}",
            wait="2m",
            severity="warning",
            concern="fabric",
            summary=f"{{{{ $labels.component }}}} has {{{{ $value }}}} of {bundle.count} links to other switches up "
            "(rack {{ $labels.rack }})",
            why=f"The design gives it {bundle.text} Gb/s. Fewer make the paths of its rail uneven. "
            "`clusterdesign verify` with ibnetdiscover's output names the cable.",
            labels=_one(design, device),
        )


def _missing(design: Design, kinds: list[Device]) -> Iterator[Data]:
    for device in kinds:
        bundle = _bundle(design, device, "hosts")
        if bundle is not None and device.role == "leaf" and device.rail is not None:
            expr = f"{bundle.count} - {HOST_LINKS}{match(**_one(design, device))}"
            yield record(MISSING, expr) | {"labels": _one(design, device)}


def _uneven() -> Data:
    return alert(
        "RailUneven",
        f"{MISSING} - on (fabric, unit) group_left () min by (fabric, unit) ({MISSING}) >= {UNEVEN}",
        wait="2m",
        severity="critical",
        concern="fabric",
        summary="Rail {{ $labels.rail }} of unit {{ $labels.unit }} lacks {{ $value }} links more than the best "
        "rail of the unit ({{ $labels.component }})",
        why="By design all rails of a unit have equal links to its nodes. One link less is the fault of a node; "
        f"{UNEVEN} or more on one rail point at its leaf, its line card or its cable bundle.",
    )


def _speeds(design: Design, fabric: str, kinds: list[Device]) -> Iterator[Data]:
    """Yield the rules about width and speed, as both give the rate of a link: links of hosts, links of switches."""
    for label, (bundle,) in wired(design, _HOSTS, fabric).items():
        slow = f"{RATE}{match(fabric=fabric, uplink_type='CA')} < {_rate(bundle)}"
        yield _slow(
            f"{slow} and on (host) up{match(job='~node|ping', wiring=label)}",
            bundle,
            {"fabric": fabric, "wiring": label},
        )
    for device in kinds:
        between = _bundle(design, device, "switches")
        if between is not None and device.role in {"leaf", "core"}:
            slow = f"{RATE}{match(fabric=fabric, uplink_type='SW')} < {_rate(between)}"
            yield _slow(
                f"{slow} and on (fabric, switch) {SWITCH}{match(**_one(design, device))}", between, _one(design, device)
            )


def _rate(bundle: Bundle) -> str:
    return number(bundle.slowest.to("Gb/s") * 1e9 / 8)


def _slow(expr: str, bundle: Bundle, labels: Mapping[str, str]) -> Data:
    speed = f"{bundle.slowest.to('Gb/s'):g} Gb/s"
    return alert(
        "LinkSlow",
        expr,
        wait="5m",
        severity="warning",
        concern="fabric",
        summary=f"{_PORT} runs at {{{{ $value | humanize }}}}B/s, below {speed}",
        why=f"By design the slowest link of this kind has {speed}: fewer lanes or a lower speed were negotiated. "
        "Look at the connector, the transceiver and the firmware of both ends.",
        labels=labels,
    )


def _managers(design: Design, fabric: str) -> Iterator[Data]:
    """Yield the rules about fabric managers that stand in the design as devices."""
    count = sum(device.role == "manager" and device.fabric == fabric for device in design.devices)
    if not count:
        return
    answering = f"sum by (fabric) (probe_success{match(job='ping', role='manager', fabric=fabric)})"
    yield alert(
        "SubnetManagersDown",
        f"{answering} == 0",
        wait="2m",
        severity="critical",
        concern="fabric",
        summary=f"No manager of fabric {fabric} answers",
        why=f"The design has {count}. Running traffic goes on, but no link that goes down or comes up is routed.",
        labels={"fabric": fabric},
    )
    if count > 1:
        yield alert(
            "SubnetManagerDegraded",
            f"0 < {answering} < {count}",
            wait="5m",
            severity="warning",
            concern="fabric",
            summary=f"{{{{ $value }}}} of {count} managers of fabric {fabric} answer",
            why="The standby is what keeps the fabric routed when the master fails.",
            labels={"fabric": fabric},
        )


def _opensm(design: Design) -> Iterator[Data]:
    """Yield the rules about OpenSM on hosts of the management plane."""
    count = sum(host.role == "subnet-manager" for host in design.managed_hosts)
    if not count:
        return
    running = f"sum(node_systemd_unit_state{match(role='subnet-manager', name='~opensm.*', state='active')})"
    yield alert(
        "SubnetManagersDown",
        f"{running} == 0",
        wait="2m",
        severity="critical",
        concern="fabric",
        summary="OpenSM runs on no host",
        why=f"The design has {count} hosts for it. Running traffic goes on, but no link that goes down or comes up is "
        "routed.",
    )
    if count > 1:
        yield alert(
            "SubnetManagerDegraded",
            f"0 < {running} < {count}",
            wait="5m",
            severity="warning",
            concern="fabric",
            summary=f"OpenSM runs on {{{{ $value }}}} of {count} hosts",
            why="The standby is what keeps the fabric routed when the master fails.",
        )


def _errors() -> Iterator[Data]:
    for severity, above in SYMBOL_BER.items():
        below = f" <= {SYMBOL_BER['critical']}" if severity == "warning" else ""
        yield alert(
            "SymbolErrors",
            f"{BER} > {above}{below}",
            wait="10m",
            severity="critical" if severity == "critical" else "warning",
            concern="fabric",
            summary=f"{_PORT} has a symbol error rate of {{{{ $value }}}}",
            why=f"Over the last hour, as errors by transferred bits at the rate of the link; {above} is the limit. "
            "Clean or replace the cable, then watch it under load for two hours.",
        )
    downs = "max by (fabric, switch, port) (increase(infiniband_switch_port_link_downed_total[1d]))"
    yield alert(
        "LinkFlapping",
        f"{downs} * on (fabric, switch, port) group_left (uplink, uplink_type, host) {UPLINK} >= 2",
        wait="1m",
        severity="warning",
        concern="fabric",
        summary=f'{_PORT} went down {{{{ $value | printf "%.0f" }}}} times in a day',
        why="Two or more in a day are to be looked into (NVIDIA, InfiniBand cluster bring-up). "
        "A host that was started anew counts as well.",
    )


__all__ = ["fabric_rules"]
