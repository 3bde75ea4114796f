"""Lint: the shipped catalogue is clean, and one wrong number raises the finding that is meant for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clusterdesign import catalog
from clusterdesign.catalog import Catalog
from clusterdesign.catalog.lint import CHECKS, LintFinding, lint
from clusterdesign.parts import Adapter, CableEnd, Draw, FibreLength, OutletGroup, Source, Supplies
from clusterdesign.units import TB, A, ApparentPower, Flow, Gbps, W, kg, kW, m

SHIPPED = lint(catalog.builtin)

DGX = "nvidia/dgx-h100"
QM9700 = "nvidia/mqm9700-ns2f"


def changed(id_: str, **changes: Any) -> set[tuple[str, str, str]]:
    """Change one part of the shipped catalogue and return the findings that this adds."""
    fresh = Catalog.builtin()
    fresh._parts |= {part.id: part for part in catalog.parts()}
    fresh._parts[id_] = catalog.part(id_).with_(**changes)
    return {(found.severity, found.part, found.check) for found in lint(fresh) if found not in SHIPPED}


def test_the_shipped_catalogue_has_no_errors() -> None:
    assert [str(found) for found in SHIPPED if found.severity == "error"] == []


def test_the_shipped_catalogue_admits_its_conflicts() -> None:
    assert [str(found) for found in SHIPPED] == [
        "warning: motivair/mcdu50: flow: 1287 L/min for 1725 kW is 0.75 L/min a kW: "
        "the loop warms by over 15 K [flow-thin]",
        "warning: nvidia/dgx-h100: power.source_conflict: the source gives 10200 W and, on another line, "
        "a figure that is 11300 W [source-conflict]",
        "warning: nvidia/dgx-h200: power.source_conflict: the source gives 10200 W and, on another line, "
        "a figure that is 11300 W [source-conflict]",
        "warning: supermicro/sys-821ge-tnhr: power.maximum: 10200 W is the figure of another product [draw-is-proxy]",
        "warning: vertiv/xdu1350: flow: 1200 L/min for 1368 kW is 0.88 L/min a kW: "
        "the loop warms by over 15 K [flow-thin]",
        "info: nvidia/mma1t00-hs: connector: the catalogue has no multimode fibre with mpo12-upc connectors "
        "[module-without-fibre]",
        "info: nvidia/mms1w50-hm: connector: the catalogue has no singlemode fibre with lc-upc connectors "
        "[module-without-fibre]",
        "info: nvidia/mms4x50-nm: connector: the catalogue has no singlemode fibre with lc-upc connectors "
        "[module-without-fibre]",
    ]


@pytest.mark.parametrize("finding", SHIPPED, ids=str)
def test_every_finding_names_a_part_and_a_way_out(finding: LintFinding) -> None:
    assert finding.part in catalog.ids()
    assert finding.fix


SOURCES = dict(catalog.part(QM9700).sources)


@pytest.mark.parametrize(
    ("id_", "changes", "expected"),
    [
        # records
        (QM9700, {"sources": {}}, {("error", "value-without-source")}),
        (
            QM9700,
            {"sources": SOURCES | {"power.typcal": Source(ref="x", confidence="high")}},
            {("error", "source-without-value")},
        ),
        ("nvidia/mqm9700-ns2r", {"part_number": "MQM9700-NS2F"}, {("error", "part-number-twice")}),
        (
            "nvidia/msn2201-cb2fc",
            {"order_number": "980-9I570-00N030"},
            {("error", "order-number-twice")},
        ),
        # devices
        (QM9700, {"ports_total": 62}, {("error", "ports-differ")}),
        (QM9700, {"ports_total": None}, {("warning", "ports-unstated")}),
        (QM9700, {"throughput": Gbps(25_600)}, {("error", "throughput-differs")}),
        (QM9700, {"weight": kg(148)}, {("warning", "weight-implausible")}),
        (QM9700, {"weight": kg(0.1)}, {("warning", "weight-implausible")}),
        (QM9700, {"power": Draw(typical=W(1720), maximum=W(747))}, {("error", "draw-inverted")}),
        (QM9700, {"max_module_power": W(12)}, {("warning", "module-too-hot")}),
        (
            DGX,
            {"supplies": Supplies(count=6, needed=3, rating=W(3300))},
            {("error", "supplies-short"), ("warning", "supplies-short")},
        ),
        (DGX, {"supplies": Supplies(count=6, needed=4, rating=W(2700))}, {("warning", "supplies-short")}),
        (
            "supermicro/sys-421ge-tnhr2-lcc",
            {"supplies": Supplies(count=4, needed=2, rating=W(5250), inlet="C20")},
            {("error", "supply-beyond-inlet")},
        ),
        (DGX, {"supplies": Supplies(count=3, needed=4, rating=W(3300))}, {("error", "supplies-missing")}),
        (
            "nvidia/dgx-a100-640gb",
            {"power": Draw(maximum=kW(6.5), source_conflict=kW(7))},
            {("warning", "source-conflict")},
        ),
        (DGX, {"gpu": ("nvidia/h100",)}, {("error", "part-unknown")}),
        (
            DGX,
            {"adapters": (Adapter(name="hca1", role="compute", part="nvidia/cx7"),)},
            {("error", "adapter-unknown"), ("error", "part-unknown")},
        ),
        (DGX, {"extra_cages": catalog.node(DGX).extra_cages[1:]}, {("error", "rails-not-counted")}),
        # cabling
        ("nvidia/mcp4y10-n002", {"ends": (CableEnd(plug="lc-upc", links=2),) * 2}, {("error", "plug-without-cage")}),
        ("nvidia/mma4z00-ns", {"plug": "mpo12-apc"}, {("error", "plug-without-cage")}),
        ("nvidia/mcp4y10-n002", {"length": m(0)}, {("error", "length-not-positive")}),
        ("nvidia/mcp4y10-n002", {"end_power": (W(0.1),)}, {("error", "ends-differ")}),
        ("nvidia/mcp4y10-n002", {"end_power": (W(10), W(10))}, {("error", "passive-draws")}),
        ("nvidia/mma4z00-ns", {"reach": m(2)}, {("error", "reach-inverted")}),
        ("nvidia/mma4z00-ns", {"reach_om3": m(60)}, {("error", "reach-inverted")}),
        ("nvidia/mma4z00-ns", {"power_typical": W(18)}, {("error", "draw-inverted")}),
        ("nvidia/mma4z00-ns", {"links": 3}, {("error", "connectors-uneven")}),
        ("nvidia/mma4z00-ns", {"connector": "lc-upc"}, {("info", "module-without-fibre")}),
        (
            "nvidia/mfp7e40",
            {"lengths": tuple(reversed(catalog.fibre("nvidia/mfp7e40").lengths))},
            {("error", "lengths-unsorted")},
        ),
        ("nvidia/mfp7e40", {"channel_maximum": m(40)}, {("warning", "length-beyond-channel")}),
        (
            "nvidia/mfp7e40",
            {"lengths": (FibreLength(length=m(3), part_number="X", grade="OM4"),)},
            {("error", "grade-of-other-fibre")},
        ),
        # site
        ("apc/ap8886", {"rated_power": ApparentPower.parse("34.5 kVA")}, {("error", "rating-differs")}),
        ("raritan/px3-5878i2r", {"already_derated": False}, {("error", "rating-differs")}),
        ("apc/ap8886", {"outlets": (OutletGroup(type="C13", count=30, bank="B1"),)}, {("error", "banks-differ")}),
        ("apc/ap8886", {"bank_current": A(10)}, {("warning", "banks-short")}),
        ("apc/ar3357", {"load_rolling": kg(1800)}, {("error", "load-inverted")}),
        (
            "apc/ar3357",
            {"load_static": kg(100), "load_rolling": None},
            {("error", "load-below-weight"), ("error", "source-without-value")},
        ),
        ("motivair/mcdu60", {"flow": Flow.parse("900 L/min")}, {("warning", "flow-thin")}),
        ("generic/bmqc", {"heat_per_pair": kW(60)}, {("warning", "heat-differs")}),
    ],
)
def test_one_wrong_number_raises_its_finding(id_: str, changes: dict[str, Any], expected: set[tuple[str, str]]) -> None:
    found = changed(id_, **changes)
    assert {(severity, check) for severity, _, check in found} == expected


def test_a_harmless_change_raises_nothing() -> None:
    assert changed(DGX, memory=TB(4)) == set()


def test_errors_come_first_then_parts_in_natural_order(tmp_path: Path) -> None:
    for name in ("n10", "n2"):
        file = tmp_path / "acme" / "rack" / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('name = "R"\nvendor = "Acme"\nweight = "1 kg"\n', encoding="utf-8")
    found = lint(Catalog.load(tmp_path))
    assert [str(finding) for finding in found[:2]] == [
        "error: acme/n2: weight: the value has no source [value-without-source]",
        "error: acme/n10: weight: the value has no source [value-without-source]",
    ]
    assert found[2:] == SHIPPED


def test_every_check_says_what_it_checks() -> None:
    assert [check.__name__ for check in CHECKS if not check.__doc__] == []
