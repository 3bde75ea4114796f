"""Waivers, limits of one's own, bundles, rules that raise, the line of the definition: what a report does with them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from clusterdesign import Cables, Cluster, DesignError, Nodes, Override, OwnLimit, Waiver, catalog, check, elaborate
from clusterdesign.design.design import Design
from clusterdesign.design.manifest import dump, load
from clusterdesign.design.records import Origin
from clusterdesign.design.records import Waiver as WaiverRecord
from clusterdesign.fabric import RailOptimized
from clusterdesign.rules import BUNDLES, RULES, Hit, rule
from tests.rules.designs import cable, drop, sound

GONE = ("cable/gpu/1:H1", "cable/gpu/2:H1")


def waived(*waivers: WaiverRecord) -> Design:
    """Two links have no cable."""
    return replace(drop(sound(), *GONE), waivers=waivers)


# --- waivers -----------------------------------------------------------------------------------------------------


def test_a_waived_finding_leaves_the_findings_and_is_listed_with_its_reason() -> None:
    report = check(waived(WaiverRecord("NET003", "link/gpu/*", "the cables come in May", "2026-05-31")))
    assert report.ok
    assert report.codes() == set()
    assert [(one.finding.paths[0], one.until) for one in report.waived] == [
        ("link/gpu/1:H1", "2026-05-31"),
        ("link/gpu/2:H1", "2026-05-31"),
    ]
    assert (
        "waived: NET003 link-without-cable (2 findings: link/gpu/1:H1, link/gpu/2:H1), "
        "because the cables come in May, until 2026-05-31\n"
    ) in report.to_text()
    assert json.loads(report.to_json())["waived"][0]["because"] == "the cables come in May"


def test_a_waiver_is_for_its_place_only() -> None:
    report = check(waived(WaiverRecord("link-without-cable", "link/gpu/1:*", "the cable comes in May")))
    assert [finding.paths[0] for finding in report.findings] == ["link/gpu/2:H1"]


@pytest.mark.parametrize(("today", "codes"), [(date(2026, 5, 31), set()), (date(2026, 6, 1), {"NET003", "INT901"})])
def test_a_waiver_holds_to_the_end_of_its_last_day(today: date, codes: set[str]) -> None:
    report = check(waived(WaiverRecord("NET003", "**", "they come in May", "2026-05-31")), today=today)
    assert report.codes() == codes
    assert f"waivers compared with {today}\n" in report.to_text()


def test_without_a_date_a_waiver_holds_and_the_report_says_that_nobody_compared() -> None:
    report = check(waived(WaiverRecord("NET003", "**", "they come in May", "2000-01-01")))
    assert report.ok
    assert "  date of the check not declared: INT901 waiver-expired\n" in report.to_text()


def test_a_waiver_for_a_rule_outside_the_bundle_is_no_finding() -> None:
    design = replace(sound(), waivers=(WaiverRecord("CBL105", "**", "agreed on"),))
    assert "INT005" in check(design).codes()
    assert "INT005" not in check(design, bundle="growth").codes()


def test_findings_about_the_check_cannot_be_waived() -> None:
    mute = WaiverRecord("INT005", "**", "be quiet")
    report = check(replace(sound(), waivers=(mute,)))
    assert [finding.message for finding in report.findings] == ["the waiver for INT005 at ** matches no finding"]


# --- a definition ------------------------------------------------------------------------------------------------


def declared() -> Cluster:
    """A small cluster with decisions of its own."""
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    return Cluster(
        name="small",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=2),
        fabrics=(RailOptimized(switch=switch),),
        exceptions=(Override(where=Cables(rail=9), part=catalog.cable("nvidia/mcp4y10-n001"), because="a test"),),
        waivers=(Waiver(rule="NET999", because="a test", until=date(2026, 1, 2)),),
        limits=(OwnLimit(limit="CBL105.slack_share", value=0.05, because="agreed on"),),
    )


def test_a_design_carries_waivers_and_limits_and_its_bytes_do_not_depend_on_lines() -> None:
    design = elaborate(declared())
    assert design.waivers == (WaiverRecord("NET999", "**", "a test", "2026-01-02"),)
    assert design.origins
    moved = replace(design, origins=(Origin("cluster", "elsewhere.py:1"),))
    assert moved == design
    assert dump(moved) == dump(design)
    assert load(dump(design)) == design
    assert b"origins" not in dump(design)


def test_a_file_that_claims_to_know_lines_is_refused() -> None:
    with pytest.raises(DesignError, match="unknown field 'origins'"):
        load(dump(sound()).replace(b' "schema"', b' "origins": [],\n "schema"', 1))


def test_findings_name_the_line_of_the_definition() -> None:
    lines = declared.__code__.co_firstlineno
    report = check(elaborate(declared()))
    places = {finding.code: finding.declared for finding in report.findings}
    assert places["INT001"] == f"test_waivers.py:{lines + 7}"
    assert places["INT004"] == f"test_waivers.py:{lines + 8}"
    assert f"  declared at test_waivers.py:{lines + 8}\n" in report.to_text(lines=True)
    assert f'"declared": "test_waivers.py:{lines + 8}"' in report.to_json(lines=True)
    assert "test_waivers.py" not in report.to_text() + report.to_json()
    assert "limit replaced: CBL105.slack_share is 0.05, by default 0.1, because agreed on\n" in report.to_text()


def test_a_component_is_placed_at_its_node_group_fabric_or_exception() -> None:
    design = elaborate(declared())
    lines = declared.__code__.co_firstlineno
    fabric, nodes = lines + 6, lines + 5

    @rule("XYZ001", "every-one", "info")
    def every_one(design: Design) -> Iterator[Hit]:
        for path in (*design.link, *design.device):
            yield Hit(paths=(path,), message=path, fix="none")

    report = check(design, rules=[every_one])
    places = {finding.paths[0]: finding.declared for finding in report.findings}
    assert {places[path] for path in design.link} == {f"test_waivers.py:{fabric}"}
    assert places["gpu/001"] == f"test_waivers.py:{nodes}"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rule": "NET301", "because": ""}, "because: string should have at least 1 character"),
        ({"rule": "NET301", "because": "x", "until": "soon"}, "until: input should be a valid date"),
        ({"rule": "NET301"}, "because is missing"),
        ({"rule": "NET301", "because": "x", "when": "now"}, "unknown field 'when'"),
    ],
)
def test_a_waiver_is_whole(fields: dict[str, str], message: str) -> None:
    with pytest.raises(DesignError) as error:
        Waiver(**fields)  # type: ignore[arg-type]  # that is the test
    assert str(error.value).startswith(f"Waiver: {message}")


# --- rules that raise --------------------------------------------------------------------------------------------


@rule("XYZ002", "half-way", "error")
def half_way(design: Design) -> Iterator[Hit]:
    """It stumbles."""
    yield Hit(paths=(design.devices[0].path,), message="the first one", fix="none")
    raise ZeroDivisionError("all is\nlost")


def test_a_rule_that_raises_is_named_with_its_place_and_the_rest_is_reported() -> None:
    report = check(waived(), rules=(*RULES, half_way))
    assert {"XYZ002", "INT007", "NET003"} == report.codes()
    line = half_way.function.__code__.co_firstlineno + 4
    assert [finding.message for finding in report.findings if finding.code == "INT007"] == [
        f"rule XYZ002 half-way raised ZeroDivisionError: all is lost at test_waivers.py:{line}"
    ]
    assert report.to_text().endswith(" XYZ002!\n")
    assert not check(sound(), rules=(*RULES, half_way)).ok
    assert check(sound(), rules=(*RULES, half_way), ignore=["XYZ002"]).ok


# --- bundles and JUnit -------------------------------------------------------------------------------------------


def test_every_rule_is_in_a_bundle_and_no_bundle_has_all() -> None:
    for each in RULES:
        assert any(bundle.holds(each) for bundle in BUNDLES.values())
    for bundle in BUNDLES.values():
        assert 20 < sum(map(bundle.holds, RULES)) < len(RULES)


def test_a_bundle_runs_its_rules_and_names_the_others() -> None:
    report = check(waived(), bundle="growth")
    assert report.codes() == {"NET003"}
    assert {entry.code for entry in report.ran} | set(report.left_out) == {each.code for each in RULES}
    assert f"bundle growth: {len(report.left_out)} rules not run: CBL001 " in report.to_text()


def test_an_unknown_bundle_is_refused() -> None:
    with pytest.raises(DesignError) as error:
        check(sound(), bundle="procure")
    assert str(error.value) == (
        "procure: no such bundle\n  way out: did you mean procurement? the bundles are procurement, pre-install, growth"
    )


def test_junit_has_a_case_for_each_rule() -> None:
    design = cable(waived(WaiverRecord("NET003", "link/gpu/1:*", "in <May>")), "cable/gpu/3:H1", part="a/\x01b")
    report = check(replace(design, name="a & b"), rules=(*RULES, half_way), ignore=["CBL105"])
    suite = ET.fromstring(report.to_junit()).find("testsuite")  # noqa: S314  # written a line above
    assert suite is not None
    assert suite.get("name") == "a & b"
    cases = {case.get("classname"): case for case in suite}
    assert list(cases) == [entry.code for entry in report.ran]
    failure = cases["NET003"].find("failure")
    assert failure is not None
    assert failure.get("message") == "no cable carries the link from gpu/2:H1 to compute/leaf/r1:1/2"
    assert cases["NET003"].findtext("system-err") == (
        "waived: no cable carries the link from gpu/1:H1 to compute/leaf/r1:1/1, because in <May>"
    )
    assert cases["XYZ002"].find("error") is not None
    assert cases["CBL105"].find("skipped") is not None
    assert suite.get("tests") == str(len(report.ran))
    assert suite.get("errors") == "1"
    assert suite.get("failures") == str(sum(case.find("failure") is not None for case in suite))
