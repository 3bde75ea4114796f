"""What Prometheus and Alertmanager make of the monitoring files."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring import dashboards, monitoring_files
from clusterdesign.exporters.monitoring.readme import expressions
from tests.exporters.monitoring.clusters import air, bare, liquid
from tests.exporters.monitoring.scenario import STEPS, Scene, unit_test

Program = Callable[[str], Path]
DESIGNS = {"air": air, "liquid": liquid, "bare": bare}


def write(design: Design, directory: Path) -> Path:
    for name, content in monitoring_files(design).items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return directory / "monitoring"


def run(command: list[str | Path], directory: Path) -> str:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False, timeout=120)
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed
    return printed


@pytest.mark.parametrize("name", DESIGNS)
def test_promtool_takes_the_configuration_with_every_target_and_rule(
    name: str, program: Program, tmp_path: Path
) -> None:
    files = write(DESIGNS[name](), tmp_path)

    printed = run([program("promtool"), "check", "config", "prometheus.yml"], files)

    # A missing file of targets is but a warning there.
    assert "WARNING" not in printed
    assert "FAILED" not in printed
    assert printed.count("SUCCESS") == 2 + len(list((files / "rules").iterdir()))


@pytest.mark.parametrize("name", DESIGNS)
def test_amtool_takes_the_routes(name: str, program: Program, tmp_path: Path) -> None:
    files = write(DESIGNS[name](), tmp_path)

    printed = run([program("amtool"), "check-config", "alertmanager.yml"], files)

    assert "2 receivers" in printed


@pytest.mark.parametrize("name", DESIGNS)
def test_every_expression_of_the_dashboards_is_promql(name: str, program: Program, tmp_path: Path) -> None:
    texts = list(expressions([], dashboards(DESIGNS[name]())))
    rules = [{"record": f"panel:{n}", "expr": text.replace("$__rate_interval", "5m")} for n, text in enumerate(texts)]
    (tmp_path / "panels.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))

    printed = run([program("promtool"), "check", "rules", "panels.yml"], tmp_path)

    assert f"{len(texts)} rules found" in printed
    assert texts


Fault = Callable[[Scene], object]


def down(scene: Scene, count: int, **port: str) -> None:
    """Take down ports of adapters, and what the switches see of them."""
    assert scene.change("node_infiniband_state_id", f"1x{STEPS}", **port) == count


def dark(scene: Scene, switch: str, port: str = ".*") -> None:
    """Take links of a switch away, at both of their ends."""
    for labels in ({"switch": switch, "port": port}, {"uplink": switch}):
        scene.change("infiniband_switch_uplink_info", None, **labels)


def dead_leaf(scene: Scene) -> None:
    dark(scene, "compute-leaf-su1-r3")
    scene.change("infiniband_switch_info", None, switch="compute-leaf-su1-r3")
    scene.change("probe_success", f"0x{STEPS}", component="compute/leaf/su1-r3")
    down(scene, 4, rail="3", fabric="compute")


def dead_spine(scene: Scene) -> None:
    dark(scene, "compute-spine-01")
    scene.change("infiniband_switch_info", None, switch="compute-spine-01")


FAULTS: Mapping[str, tuple[str, Fault, Mapping[str, int]]] = {
    "one HCA": ("air", lambda s: down(s, 1, component="gpu/002", rail="5"), {"NodeHcaDown": 1}),
    "one HCA off the bus": (
        "air",
        lambda s: s.change("node_infiniband_state_id", None, component="gpu/002", rail="5"),
        {"NodeHcaDown": 1},
    ),
    "every HCA off the bus": (
        "air",
        lambda s: s.change("node_infiniband_state_id", None, component="gpu/002"),
        {"NodeHcaDown": 1},
    ),
    "one storage link, seen by the switch": (
        "air",
        lambda s: s.change("infiniband_switch_uplink_info", None, switch="storage-leaf-su1-r1", uplink="gpu-003 .*"),
        {"NodeHcaDown": 1},
    ),
    "a node": (
        "air",
        lambda s: (
            s.change("up", f"0x{STEPS}", job="node", component="gpu/001"),
            s.change("node_.*", None, component="gpu/001"),
        ),
        {"NodeDown": 1},
    ),
    "a dead leaf": (
        "air",
        dead_leaf,
        # Alertmanager holds back all but the first.
        {"SwitchDown": 1, "NodeHcaDown": 4, "ManagementUnreachable": 1},
    ),
    "a dead spine": (
        "air",
        dead_spine,
        {"SwitchDown": 1, "SwitchLinkDown": 8},
    ),
    "a rail that lost two links": (
        "air",
        lambda s: s.change("infiniband_switch_uplink_info", None, switch="compute-leaf-su1-r2", uplink="gpu-00[12] .*"),
        {"RailUneven": 1},
    ),
    "a link at half its width": (
        "air",
        lambda s: s.change(
            "infiniband_switch_port_rate_bytes_per_second", f"25e9x{STEPS}", switch="compute-leaf-su1-r2", port="1"
        ),
        {"LinkSlow": 1},
    ),
    "symbol errors": (
        "air",
        lambda s: s.change(
            "infiniband_switch_port_symbol_error_total", f"0+3x{STEPS}", switch="compute-leaf-su1-r2", port="1"
        ),
        {"SymbolErrors": 1},
    ),
    "a link that flaps": (
        "air",
        lambda s: s.change(
            "infiniband_switch_port_link_downed_total", f"0x2 1x2 2x{STEPS}", switch="compute-leaf-su1-r2", port="1"
        ),
        {"LinkFlapping": 1},
    ),
    "one manager": (
        "air",
        lambda s: s.change("probe_success", f"0x{STEPS}", component="compute/manager/1"),
        {"SubnetManagerDegraded": 1, "ManagementUnreachable": 1},
    ),
    "both managers": (
        "air",
        lambda s: s.change("probe_success", f"0x{STEPS}", component="compute/manager/."),
        {"SubnetManagersDown": 1, "ManagementUnreachable": 2},
    ),
    "half a bond": (
        "air",
        lambda s: s.change("node_bonding_active", f"1x{STEPS}", component="gpu/004"),
        {"BondDegraded": 1},
    ),
    "a Slurm controller": (
        "air",
        lambda s: s.change("up", f"0x{STEPS}", component="host/slurm-1"),
        {"HostDown": 1, "HostGroupDegraded": 1},
    ),
    "a phase above its limit": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", f"33x{STEPS}", component="pdu/A01-A", phase="L2"),
        {"PduPhaseOverLimit": 1},
    ),
    "a phase above its worst case": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", f"30x{STEPS}", component="pdu/A01-A", phase="L2"),
        {"PduPhaseAboveWorstCase": 1},
    ),
    "a phase that carries for another": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", f"11x{STEPS}", component="pdu/A01-A", phase="L2"),
        {"PduPhaseAboveNormal": 1},
    ),
    "a dead phase": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", f"0x{STEPS}", component="pdu/A01-A", phase="L2"),
        {"PduPhaseDead": 1},
    ),
    "a lost feed": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", f"0x{STEPS}", feed="B"),
        {"FeedDown": 1, "PduPhaseDead": 12},
    ),
    "a feed whose PDUs do not answer": (
        "air",
        lambda s: (
            s.change("pdu_.*", None, feed="B"),
            s.change("up", f"0x{STEPS}", job="pdu", feed="B"),
        ),
        {"FeedDown": 1, "ExporterDown": 4},
    ),
    "PDUs of which none answers": (
        "air",
        lambda s: (s.change("pdu_.*", None), s.change("up", f"0x{STEPS}", job="pdu")),
        {"ExporterDown": 10},
    ),
    "a PDU that shows no current": (
        "air",
        lambda s: s.change("pdu_phase_current_amperes", None, component="pdu/A01-A"),
        {"PduNotMeasured": 1},
    ),
    "a GPU off the bus": (
        "air",
        lambda s: s.change("DCGM_FI_DEV_GPU_TEMP", None, component="gpu/001", gpu="3"),
        {"GpuMissing": 1},
    ),
    "an Xid": (
        "air",
        lambda s: s.change("DCGM_FI_DEV_XID_ERRORS", f"79x{STEPS}", component="gpu/001", gpu="3"),
        {"GpuXid": 1},
    ),
    "an Xid that programs cause": (
        "air",
        lambda s: s.change("DCGM_FI_DEV_XID_ERRORS", f"31x{STEPS}", component="gpu/001", gpu="3"),
        {},
    ),
    "a double-bit error": (
        "air",
        lambda s: s.change("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", f"0x4 1x{STEPS}", component="gpu/001", gpu="3"),
        {"GpuMemoryFault": 1},
    ),
    "a hot GPU": (
        "air",
        lambda s: s.change("DCGM_FI_DEV_THERMAL_VIOLATION", f"0+5x{STEPS}", component="gpu/001", gpu="3"),
        {"GpuSlowedByHeat": 1},
    ),
    "a full file system": (
        "air",
        lambda s: s.change("node_filesystem_avail_bytes", f"1e13x{STEPS}"),
        {"StorageFull": 1},
    ),
    "a file system without a box": (
        "air",
        lambda s: (
            s.change("node_filesystem_size_bytes", f"2e14x{STEPS}"),
            s.change("node_filesystem_avail_bytes", f"1e14x{STEPS}"),
        ),
        {"StorageSmallerThanDesign": 1},
    ),
    "a fabric that nobody sees": (
        "air",
        lambda s: s.change("infiniband_.*", None, fabric="compute"),
        {"FabricNotSeen": 1},
    ),
    "a watcher": (
        "air",
        lambda s: s.change("up", f"0x{STEPS}", job="infiniband", fabric="compute", watcher="gpu/001"),
        {"ExporterDown": 1},
    ),
    "too little coolant": (
        "liquid",
        lambda s: s.change("cdu_return_temperature_celsius", f"48x{STEPS}", loop="A02"),
        {"LoopFlowLow": 1},
    ),
    "more heat than designed": (
        "liquid",
        lambda s: (
            s.change("cdu_return_temperature_celsius", f"48x{STEPS}", loop="A02"),
            s.change("cdu_flow_liters_per_minute", f"99x{STEPS}", loop="A02"),
        ),
        {"LoopRiseHigh": 1},
    ),
    "a warm supply": (
        "liquid",
        lambda s: (
            s.change("cdu_supply_temperature_celsius", f"39x{STEPS}", loop="A02"),
            s.change("cdu_return_temperature_celsius", f"45x{STEPS}", loop="A02"),
        ),
        {"LoopSupplyWarm": 1},
    ),
    "a supply too hot for the nodes": (
        "liquid",
        lambda s: (
            s.change("cdu_supply_temperature_celsius", f"46x{STEPS}", loop="A02"),
            s.change("cdu_return_temperature_celsius", f"50x{STEPS}", loop="A02"),
        ),
        {"LoopSupplyHot": 1},
    ),
    "coolant near the dew point": (
        "liquid",
        lambda s: (
            s.change("cdu_supply_temperature_celsius", f"12x{STEPS}", loop="A02"),
            s.change("cdu_return_temperature_celsius", f"18x{STEPS}", loop="A02"),
        ),
        {"LoopNearDewPoint": 1},
    ),
    "a pump that stands": (
        "liquid",
        lambda s: s.change("cdu_flow_liters_per_minute", f"0x{STEPS}", loop="A02"),
        {"CduStopped": 1},
    ),
    "a CDU that shows no flow": (
        "liquid",
        lambda s: s.change("cdu_flow_liters_per_minute", None, loop="A02"),
        {"CduNotMeasured": 1},
    ),
}
"""What is wrong, in which cluster, and exactly which alerts fire, each for how many components."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    return {name: write(make(), tmp_path_factory.mktemp(name)) for name, make in DESIGNS.items()}


def fires(files: Path, scene: Scene, firing: Mapping[str, int], program: Program, directory: Path) -> None:
    rule_files = [str(path) for path in sorted((files / "rules").iterdir())]
    test = {"rule_files": rule_files, "evaluation_interval": "2m", "tests": [unit_test(scene, firing)]}
    (directory / "test.yml").write_text(json.dumps(test))
    run([program("promtool"), "test", "rules", "test.yml"], directory)


@pytest.mark.parametrize("name", DESIGNS)
def test_a_healthy_cluster_raises_nothing(
    name: str, built: Mapping[str, Path], program: Program, tmp_path: Path
) -> None:
    fires(built[name], Scene(DESIGNS[name]()), {}, program, tmp_path)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_raises_exactly_its_alerts(
    fault: str, built: Mapping[str, Path], program: Program, tmp_path: Path
) -> None:
    name, spoil, firing = FAULTS[fault]
    scene = Scene(DESIGNS[name]())
    spoil(scene)

    fires(built[name], scene, firing, program, tmp_path)


def test_the_alert_of_an_hca_names_node_adapter_and_rail(
    built: Mapping[str, Path], program: Program, tmp_path: Path
) -> None:
    scene = Scene(air())
    down(scene, 1, component="gpu/002", rail="5")
    test = unit_test(scene, {})
    labels = {"severity": "critical", "concern": "links", "component": "gpu/002", "host": "gpu-002", "kind": "node"}
    labels |= {"rack": "A01", "row": "1", "unit": "1", "fabric": "compute"}
    labels |= {"wiring": "compute:8x400 inband:2x200 storage:2x400"}
    rails = "mlx5_0 rail 1, mlx5_3 rail 2, mlx5_4 rail 3, mlx5_5 rail 4, mlx5_6 rail 5, mlx5_9 rail 6, mlx5_10 rail 7"
    annotations = {
        "summary": "gpu/002 has 7 of 8 HCAs up on compute (rack A01)",
        "description": f"The design gives it 8x400 Gb/s on compute. Down: mlx5_6. Rails: {rails}, mlx5_11 rail 8. "
        "Collectives run at the pace of the slowest rail: drain the node. "
        "`clusterdesign explain` names the cable and the port of each link.",
    }
    expected = {"exp_labels": labels, "exp_annotations": annotations}
    del test["promql_expr_test"]
    test["alert_rule_test"] = [{"alertname": "NodeHcaDown", "eval_time": "20m", "exp_alerts": [expected]}]
    rule_files = [str(path) for path in sorted((built["air"] / "rules").iterdir())]
    document = {"rule_files": rule_files, "evaluation_interval": "2m", "tests": [test]}
    (tmp_path / "test.yml").write_text(json.dumps(document))

    run([program("promtool"), "test", "rules", "test.yml"], tmp_path)


@contextmanager
def alertmanager_running(program: Program, config: Path, directory: Path) -> Iterator[str]:
    """Run Alertmanager with nothing of it outside of a directory; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [
        "--web.listen-address",
        f"127.0.0.1:{port}",
        "--cluster.listen-address=",
        "--storage.path",
        str(directory),
    ]
    process = subprocess.Popen(
        [program("prometheus-alertmanager"), "--config.file", config, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            try:
                asked(f"http://127.0.0.1:{port}/-/ready")
                break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.fail("Alertmanager does not come up")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def asked(url: str, data: object = None) -> str:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own process
        text: str = answer.read().decode()
        return text


def test_a_dead_leaf_holds_back_the_alerts_of_its_links(
    built: Mapping[str, Path], program: Program, tmp_path: Path
) -> None:
    leaf = {"fabric": "compute", "unit": "1", "role": "leaf", "component": "compute/leaf/su1-r3"}
    node = {"fabric": "compute", "component": "gpu/001"}
    alerts = {
        "leaf": {"alertname": "SwitchDown", "severity": "critical", "rail": "3", **leaf},
        "its management port": {"alertname": "ManagementUnreachable", "component": "compute/leaf/su1-r3"},
        "node below": {"alertname": "NodeHcaDown", "unit": "1", **node},
        "node elsewhere": {"alertname": "NodeHcaDown", "unit": "2", **node},
        "its storage link": {"alertname": "NodeHcaDown", "unit": "1", **node, "fabric": "storage"},
        "a phase": {"alertname": "PduPhaseDead", "component": "pdu/A01-A", "feed": "A"},
    }
    with alertmanager_running(program, built["air"] / "alertmanager.yml", tmp_path) as url:
        asked(f"{url}/api/v2/alerts", [{"labels": {**labels, "name": name}} for name, labels in alerts.items()])
        states = {}
        for _ in range(100):
            found = json.loads(asked(f"{url}/api/v2/alerts"))
            states = {one["labels"]["name"]: one["status"]["state"] for one in found}
            if len(states) == len(alerts) and "unprocessed" not in states.values():
                break
            time.sleep(0.1)

    assert {name for name, state in states.items() if state == "suppressed"} == {"its management port", "node below"}
    assert len(states) == len(alerts)
