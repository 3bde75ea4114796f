from __future__ import annotations

import re

import pytest

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring import alertmanager, dashboards, prometheus_rules, targets
from clusterdesign.exporters.monitoring.forms import Data, either, match, number
from clusterdesign.exporters.monitoring.profiles import profiles, rack_profiles
from clusterdesign.exporters.monitoring.readme import expressions, metrics
from clusterdesign.exporters.monitoring.sources import METRICS
from clusterdesign.exporters.monitoring.unwatched import unwatched
from tests.exporters.monitoring.clusters import air, bare, liquid

PROFILE = "32A 15.5/23.3,7.8/11.7,7.8/11.7 feed"
"""Of the first PDU: limit, then normal and worst load of each phase, then what is lost in the worst case."""

LOOP = "27.1 L/min 10 K 1 CDU 2 devices 36 C pg25"

DESIGNS = {"air": air, "liquid": liquid, "bare": bare}

_WORD = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`')
# What PromQL itself and our labels are made of.
_KNOWN = frozenset(
    {"and", "avg", "bool", "bottomk", "by", "count", "group_left", "group_right", "increase", "label_replace", "max"}
    | {"min", "on", "or", "rate", "sort_desc", "sum", "topk", "unless", "vector"}
)


def rules(design: Design) -> list[Data]:
    return [rule for group in prometheus_rules(design) for rule in group["rules"]]


def alerts(design: Design, name: str) -> list[Data]:
    return [rule for rule in rules(design) if rule.get("alert") == name]


@pytest.mark.parametrize("name", DESIGNS)
def test_every_metric_has_a_source_or_is_a_stated_assumption(name: str) -> None:
    """Whatever is followed by a selector, or stands alone, is a recorded series or a metric of the table."""
    design = DESIGNS[name]()
    groups, boards = prometheus_rules(design), dashboards(design)
    recorded = {rule["record"] for rule in rules(design) if "record" in rule}
    for expr in expressions(groups, boards):
        bare_expr = re.sub(r"\b(?:by|on|ignoring|group_left|group_right) \([^)]*\)", " ", _STRING.sub('""', expr))
        bare_expr = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", bare_expr)
        words = {word for word in _WORD.findall(bare_expr) if not re.fullmatch(r"e\d*", word)}
        assert words <= METRICS.keys() | recorded | _KNOWN, expr


def test_the_table_of_metrics_holds_nothing_that_no_rule_reads() -> None:
    from clusterdesign.exporters.monitoring.pdus import VENDORS  # noqa: PLC0415

    used = {name for make in DESIGNS.values() for name in metrics(prometheus_rules(make()), dashboards(make()))}
    used |= {word for vendor in VENDORS.values() for word in _WORD.findall(f"{vendor.current} {vendor.power}")}

    assert METRICS.keys() - used == {"node_systemd_unit_state"}  # read where OpenSM runs on managed hosts


def test_each_node_must_have_exactly_the_hcas_of_the_design() -> None:
    compute, storage = alerts(air(), "NodeHcaDown")

    assert compute["expr"] == (
        'host:fabric_links:active{fabric="compute",kind="node",wiring="compute:8x400 inband:2x200 storage:2x400"} < 8'
    )
    assert compute["labels"]["severity"] == "critical"
    assert compute["annotations"]["summary"] == (
        "{{ $labels.component }} has {{ $value }} of 8 HCAs up on compute (rack {{ $labels.rack }})"
    )
    assert "mlx5_6 rail 5" in compute["annotations"]["description"]
    assert storage["expr"].endswith("< 2")
    assert storage["labels"]["severity"] == "warning"


def test_thresholds_of_phases_are_the_designed_loads() -> None:
    found = {
        rule["alert"]: rule
        for rule in rules(air())
        if rule.get("labels", {}).get("phase") == "L1" and rule["labels"]["profile"] == PROFILE
    }

    series = f'pdu:phase_current:amperes{{profile="{PROFILE}",phase="L1"}}'
    assert {name: rule["expr"] for name, rule in found.items()} == {
        "PduPhaseOverLimit": f"{series} > 32",
        "PduPhaseAboveWorstCase": f"{series} > 23.3 <= 32",
        "PduPhaseAboveNormal": f"{series} > 15.5 <= 23.3",
        "PduPhaseDead": f"{series} < 0.1",
    }
    assert found["PduPhaseOverLimit"]["annotations"]["description"].startswith(
        "By design it carries 15.5 A normally and 23.3 A after the loss of a feed; 32 A are allowed (IEC practice)."
    )


def test_only_limits_are_watched_where_somebody_draws_what_nobody_published() -> None:
    """The true load is above the sum by design: a threshold made of it would alert for nothing."""
    design = air()
    silent = {profile.name for profile in profiles(design).values() if profile.unknown}
    found = {rule["alert"] for rule in rules(design) if rule.get("labels", {}).get("profile") in silent}
    racks = {profile.name for profile in rack_profiles(design).values() if profile.silent}

    assert silent
    assert racks
    assert found == {"PduPhaseOverLimit", "PduPhaseDead"}
    assert not racks & {rule["labels"]["rack_profile"] for rule in alerts(design, "RackPowerAboveDesign")}
    assert any("nobody published their draw" in line for line in unwatched(design))


def test_a_lost_switch_says_what_goes_with_it() -> None:
    labels = {"role": "leaf", "fabric": "compute"}
    leaf = next(rule for rule in alerts(air(), "SwitchDown") if labels.items() <= rule["labels"].items())

    assert (
        "Without it: 4 nodes lose 1 link of their rails; 224 of 256 links left on compute leaf-spine"
        in (leaf["annotations"]["description"])
    )


def test_flow_and_rise_are_held_against_the_heat_of_the_loop() -> None:
    (low,) = alerts(liquid(), "LoopFlowLow")

    assert low["expr"] == (
        f'loop:flow:liters_per_minute{{loop_profile="{LOOP}"}} < 27.1 and '
        f'loop:rise:kelvin{{loop_profile="{LOOP}"}} > 10'
    )
    assert "18.1 kW with 27.1 L/min of pg25 at 10 K" in low["annotations"]["description"]


def test_what_a_design_does_not_have_has_no_rules() -> None:
    assert [group["name"] for group in prometheus_rules(bare())] == ["hosts", "gpus"]
    assert list(dashboards(bare())) == ["nodes"]
    assert list(targets(bare())) == ["node", "dcgm", "ping"]


@pytest.mark.parametrize("name", DESIGNS)
def test_no_two_rules_of_one_name_have_equal_labels(name: str) -> None:
    """Prometheus would take one for the other."""
    keys = [
        (rule.get("alert", rule.get("record")), tuple(sorted(rule.get("labels", {}).items())))
        for rule in rules(DESIGNS[name]())
    ]

    assert len(keys) == len(set(keys))


def test_one_node_more_changes_only_what_speaks_of_its_leaves_and_the_whole() -> None:
    """Rules go with kinds of devices: a node of a known kind brings none, and leaves the others as they are."""
    before, after = prometheus_rules(air(32)), prometheus_rules(air(33))

    assert [group["name"] for group in before] == [group["name"] for group in after]
    for old, new in zip(before, after, strict=True):
        if old["name"] in {"gpus", "hosts", "links", "storage"}:
            assert old == new


def test_targets_carry_the_place_of_their_component() -> None:
    (node,) = (one for one in targets(air())["node"] if one["labels"]["component"] == "gpu/003")

    assert node == {
        "targets": ["gpu-003.air.internal:9100"],
        "labels": {
            "component": "gpu/003",
            "host": "gpu-003",
            "kind": "node",
            "role": "node",
            "part": "nvidia/dgx-h100",
            "rack": "A02",
            "row": "1",
            "unit": "1",
            "gpus": "8",
            "wiring": "compute:8x400 inband:2x200 storage:2x400",
        },
    }


def test_managed_hosts_are_asked_on_the_network_of_services() -> None:
    """A DNS host has an interface in every network that it leases addresses in."""
    (host,) = (one for one in targets(air())["node"] if one["labels"]["component"] == "host/dns-1")

    assert host["targets"] == ["dns-1.air.internal:9100"]
    assert {name: host["labels"][name] for name in ("kind", "role", "group", "host")} == {
        "kind": "host",
        "role": "dns",
        "group": "dns",
        "host": "dns-1",
    }


def test_targets_of_pdus_and_cdus_carry_feed_and_loop() -> None:
    pdu, cdu = targets(air())["pdu"][0]["labels"], targets(liquid())["cdu"][0]["labels"]

    assert (pdu["component"], pdu["feed"], pdu["profile"]) == (
        "pdu/A01-A",
        "A",
        PROFILE,
    )
    assert (cdu["component"], cdu["loop"], cdu["loop_profile"], cdu["__param_module"]) == (
        "cdu/A02",
        "A02",
        LOOP,
        "cdu",
    )


@pytest.mark.parametrize("name", DESIGNS)
def test_every_alert_that_is_held_back_exists(name: str) -> None:
    every = {rule["alert"] for rule in rules(DESIGNS[name]()) if "alert" in rule}
    for inhibition in alertmanager(DESIGNS[name]())["inhibit_rules"]:
        for side in ("source_matchers", "target_matchers"):
            pattern = inhibition[side][0].removeprefix('alertname=~"').removesuffix('"')
            assert any(re.fullmatch(pattern, alert) for alert in every), pattern


def test_no_receiver_holds_an_address_or_a_secret() -> None:
    assert alertmanager(air())["receivers"] == [{"name": "critical"}, {"name": "warning"}]


@pytest.mark.parametrize(
    ("value", "text"), [(8, "8"), (11.7, "11.7"), (0.1, "0.1"), (5e14, "500000000000000"), (1 / 3, "0.3333")]
)
def test_thresholds_are_written_without_exponent(value: float, text: str) -> None:
    assert number(value) == text


def test_expressions_take_names_literally() -> None:
    assert match(loop=either(["A02", "row.1+2", "(b|c)"])) == r'{loop=~"A02|row\\.1\\+2|\\(b\\|c\\)"}'


def test_selectors_quote_what_they_are_given() -> None:
    assert match(rack='A"\\', job="~a|b") == '{rack="A\\"\\\\",job=~"a|b"}'
