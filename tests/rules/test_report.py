from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from clusterdesign.design.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.rules import RULES, Gap, Hit, check, rule
from clusterdesign.units import kg, m, mm
from tests.rules.designs import LEAVES, NODE, cable, drop, sound, with_part


def faulty() -> Design:
    """No weight of the nodes, two missing cables, one short of slack."""
    design = with_part(sound(), NODE.with_(weight=None))
    design = drop(design, "cable/gpu/2:H1", "cable/gpu/10:H1", "cable/gpu/1:H2")
    return cable(design, "cable/gpu/3:H1", run=m(2.9))


def test_a_sound_design_is_ok_and_says_what_ran() -> None:
    report = check(sound())
    assert report.ok
    assert report.counts == {"error": 0, "warning": 0, "info": 0, "waived": 0, "not checked": 0}
    assert [entry.code for entry in report.ran] == [each.code for each in RULES]
    assert report.to_text().startswith(
        "sound: 0 errors, 0 warnings, 0 remarks, 0 checks not made\n\nnot checked: nothing\n\nignored: nothing\n"
    )


def test_findings_are_sorted_by_severity_code_and_path() -> None:
    assert [(finding.code, finding.paths[0]) for finding in check(faulty()).findings] == [
        ("NET003", "link/gpu/1:H2"),
        ("NET003", "link/gpu/2:H1"),
        ("CBL105", "cable/gpu/3:H1"),
    ]


def test_paths_sort_by_number_not_by_letter() -> None:
    @rule("XYZ001", "numbered", "info")
    def numbered(design: Design) -> Iterator[Hit]:
        for n in (10, 9):
            yield Hit(paths=(f"gpu/{n}",), message=f"{design.name} {n}", fix="none")

    assert [f.paths for f in check(sound(), rules=[numbered]).findings] == [("gpu/9",), ("gpu/10",)]


def test_text_gives_one_line_for_a_value_that_many_components_lack() -> None:
    assert (
        "not checked:\n"
        "  weight unknown for part test/node (4 components: gpu/1, gpu/2, gpu/3 and 1 more): "
        "CAT002 value-unknown, RCK102 rack-overloaded, RCK104 floor-overloaded, "
        "RCK105 rack-too-heavy-to-roll\n"
    ) in check(faulty()).to_text()


def test_text_counts_what_it_does_not_print() -> None:
    text = check(faulty()).to_text(first=1)
    assert "error NET003 link-without-cable: 2 findings\n  no cable carries the link from gpu/1:H2" in text
    assert "  and 1 more: link/gpu/2:H1\n  way out: add a cable for the link, or remove the link\n" in text


def test_what_is_unknown_does_not_make_a_design_wrong_but_is_counted() -> None:
    report = check(with_part(sound(), NODE.with_(weight=None)))
    assert report.ok
    assert report.counts["not checked"] == 4


def test_ignored_rules_are_named_with_what_they_would_have_said() -> None:
    report = check(faulty(), ignore=["link-without-cable", "CAT002"])
    assert report.ok
    assert [(entry.code, entry.findings) for entry in report.ignored] == [("NET003", 2), ("CAT002", 0)]
    assert "ignored: NET003 link-without-cable (2 findings)\n" in report.to_text()
    assert {gap.code for gap in report.not_checked} == {"RCK102", "RCK104", "RCK105"}


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(DesignError, match=r"rail-cross: no such rule\n.*rail-crossed"):
        check(sound(), ignore=["rail-cross"])
    with pytest.raises(DesignError, match="net301"):
        check(sound(), ignore=["net301"])


def test_limits_can_be_replaced_and_the_report_says_so() -> None:
    report = check(faulty(), limits={"CBL105.slack_share": 0.02, "device-too-deep.rear": "300 mm"})
    assert "CBL105" not in report.codes()
    assert "limit replaced: CBL105.slack_share is 0.02, by default 0.1\n" in report.to_text()
    assert "limit replaced: RCK005.rear is 0.3 m, by default 0.15 m\n" in report.to_text()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("CBL105.slack", 0.1, "its limits are CBL105.slack_share"),
        ("NET001.slack", 0.1, "its limits are none"),
        ("CBL105", 0.1, "its limits are CBL105.slack_share"),
        ("CBL105.slack_share", 7, "write a number from 0 to 1"),
        ("CBL105.slack_share", True, "write a number from 0 to 1"),
        ("CBL105.slack_share", "much", "write a number from 0 to 1"),
        ("RCK005.rear", kg(1), "write a length"),
        ("RCK005.rear", mm(-1), "not negative"),
        ("RCK005.rear", "1 kg", "unknown unit"),
        ("XYZ001.rear", mm(1), "no such rule"),
    ],
)
def test_a_limit_that_cannot_be_is_a_finding_and_the_rest_is_checked(key: str, value: float, message: str) -> None:
    report = check(faulty(), limits={key: value})
    refused = [finding for finding in report.findings if finding.code == "INT006"]
    assert [finding.message.startswith(f"the limit {key} is not in force: ") for finding in refused] == [True]
    assert message in f"{refused[0].message} {refused[0].fix}"
    assert report.codes() == {"NET003", "CBL105", "INT006"}
    assert report.limits == ()


def test_json_has_one_finding_a_line_and_reads_back() -> None:
    text = check(faulty()).to_json()
    data = json.loads(text)
    assert data["ok"] is False
    assert data["counts"] == {"error": 2, "warning": 1, "info": 0, "waived": 0, "not checked": 4}
    assert [finding["code"] for finding in data["findings"]] == ["NET003", "NET003", "CBL105"]
    assert (
        sum(
            '"code": "NET003", "name": "link-without-cable", "severity": "error", "paths"' in x
            for x in text.split("\n")
        )
        == 2
    )
    assert json.loads(check(sound()).to_json())["findings"] == []


def test_the_report_does_not_depend_on_the_order_of_records() -> None:
    design = faulty()
    turned = replace(design, links=design.links[::-1], cables=design.cables[::-1], devices=design.devices[::-1])
    assert check(turned).to_json() == check(design).to_json()


def test_a_design_that_leaves_racks_and_power_out_is_not_passed() -> None:
    design = replace(sound(), racks=(), placements=(), feeds=(), pdu_feeds=(), cords=())
    design = replace(design, devices=tuple(device for device in design.devices if device.kind != "pdu"))
    report = check(design)
    assert report.ok
    assert "  power feeds not declared: PWR001 supply-unplugged, PWR101 too-few-supplies" in report.to_text()
    assert "  racks not declared: RCK001 device-not-placed" in report.to_text()


def test_a_rule_cannot_speak_for_another() -> None:
    @rule("XYZ001", "own", "warning")
    def own(design: Design) -> Iterator[Hit | Gap]:
        yield Hit(paths=(), message=design.name, fix="none")
        yield Gap(part="a/b", field="weight", paths=())

    assert {result.code for result in own(sound())} == {"XYZ001"}
    report = check(sound(), rules=[own])
    assert report.to_text() == (
        "sound: 0 errors, 1 warning, 0 remarks, 1 check not made\n\n"
        "warning XYZ001 own: 1 finding\n  sound\n  way out: none\n\n"
        "not checked:\n  weight unknown for part a/b: XYZ001 own\n\n"
        "ignored: nothing\nwaived: nothing\nran 1 rule: XYZ001\n"
    )


def test_a_rule_refuses_a_limit_that_it_does_not_have() -> None:
    with pytest.raises(DesignError, match="no limit 'x'"):
        RULES[0](sound(), x=1)


def test_rules_look_at_a_broken_design_without_falling() -> None:
    """Devices, parts and racks that everything refers to are gone; the report is long and complete."""
    report = check(replace(sound(), devices=(), racks=(), parts={}))
    assert {"NET001", "CBL001", "CAT001", "PWR002"} <= report.codes()
    assert check(drop(sound(), *LEAVES)).codes() >= {"NET001", "CBL001"}
