"""The bill is the graph: what is counted, what spares come on top, how it falls into lots and racks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.definitions import load
from clusterdesign.design import Design
from clusterdesign.design.manifest import dump
from clusterdesign.design.manifest import load as read
from clusterdesign.design.printing import LABELS_ON_SHEET
from clusterdesign.design.procurement import Lot as LotRecord
from clusterdesign.design.procurement import Spares as SparesRecord
from clusterdesign.exporters import csvfile
from clusterdesign.exporters.pdf.stock import STOCK
from clusterdesign.exporters.xlsx import render
from clusterdesign.fabric import RailOptimized
from clusterdesign.parts import Node
from clusterdesign.procurement import Code, Energy, Licence, Lot, Procurement, Service, Spares, Terms
from clusterdesign.procurement.bill import BillLine, bill, needed
from clusterdesign.procurement.extras import unneeded
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.lots import LOTS, lots
from clusterdesign.procurement.places import placed
from clusterdesign.procurement.spares import spares_of
from clusterdesign.site import AirCooled, Feeds, RackRow
from clusterdesign.tables import bill_sheet, bom_book
from clusterdesign.tables.bom import erp_sheet
from clusterdesign.tables.bom.erp import FIELDS
from clusterdesign.tables.labels import labels
from clusterdesign.testing.strategies import clusters
from tests.tables.small import small_design

ROOT = Path(__file__).parents[2]
STACKS = ("starter-a100", "production-h100", "large-h200", "superpod-h100")
FEW = settings(max_examples=max(settings().max_examples // 4, 10))


def designed(name: str) -> Design:
    return load(ROOT / "stacks" / name / "design.py")


def counted(design: Design) -> Counter[str]:
    """Count every part in the graph, without the bill's own code."""
    found: Counter[str] = Counter()
    for group in (design.devices, design.transceivers, design.cables, design.racks):
        found.update(record.part for record in group)
    for device in design.devices:
        part = design.parts[device.part]
        if isinstance(part, Node):
            found.update(adapter.part for adapter in part.adapters if adapter.part)
    for fitting in design.fittings:
        found[fitting.part] += fitting.quantity
    return found


def billed(lines: tuple[BillLine, ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in lines:
        if line.parts:
            found[line.parts[0]] += line.quantity
    return found


def merged(design: Design, parts: Counter[str]) -> Counter[str]:
    """Count parts that share a number together, as the bill does."""
    first: dict[Any, str] = {}
    found: Counter[str] = Counter()
    for id_, count in sorted(parts.items()):
        part = design.parts[id_]
        key = (part.vendor, part.part_number) if part.part_number else id_
        found[first.setdefault(key, id_)] += count
    return found


@FEW
@given(clusters(counts=st.integers(1, 24)))
def test_the_bill_equals_the_graph(cluster: Cluster) -> None:
    design = elaborate(cluster)

    assert merged(design, billed(bill(design))) == merged(design, counted(design))


@pytest.mark.parametrize("name", STACKS)
def test_the_bill_of_a_reference_equals_its_graph(name: str) -> None:
    design = designed(name)
    lines = bill(design)

    assert merged(design, billed(lines)) == merged(design, counted(design))
    assert all(line.why and line.origin for line in lines)
    assert [line for line in lines if len(line.why) > 600] == []


@FEW
@given(clusters(counts=st.integers(1, 24)), st.booleans())
def test_lots_part_the_bill(cluster: Cluster, own: bool) -> None:
    design = elaborate(cluster)
    spares = (SparesRecord("**", "a test", percent="7.5"),)
    design = replace(design, procurement=replace(design.procurement, spares=spares, own_spares_lot=own))
    lines = bill(design)

    assert {line.lot for line in lines} <= {lot.name for lot in lots(design)}
    assert len({(line.lot, line.key) for line in lines}) == len(lines)
    assert sum(line.total for line in lines) == sum(line.total for line in needed(design))
    assert ({line.lot for line in lines if line.spares} <= {"spares"}) == (own or not any(one.spares for one in lines))


@FEW
@given(clusters(counts=st.integers(1, 24)))
def test_racks_part_the_bill(cluster: Cluster) -> None:
    design = elaborate(cluster)
    lines = bill(design)
    found: Counter[tuple[str, str]] = Counter()
    for one in placed(design, lines):
        found[one.line.lot, one.line.key] += one.quantity

    assert found == {(line.lot, line.key): line.quantity for line in lines}


@given(st.integers(0, 10**6), st.decimals(0, 100, places=2), st.integers(0, 9))
def test_spares_round_up(quantity: int, percent: Decimal, at_least: int) -> None:
    found = spares_of((SparesRecord("**", "a test", str(percent), at_least),), "Cables", ("acme/cable",), quantity)

    assert found == (max(ceil(quantity * percent / 100), at_least) if quantity else 0)


def test_a_hundred_cables_at_three_percent_are_103_and_forty_are_42() -> None:
    policy = Procurement(spares=(Spares(of="Cables", percent=3, because="a test"),)).record().spares

    assert [quantity + spares_of(policy, "Cables", ("acme/cable",), quantity) for quantity in (100, 40)] == [103, 42]


def test_the_most_specific_policy_holds_and_of_equals_the_last() -> None:
    policies = (
        SparesRecord("acme/*", "a test", percent="50"),
        SparesRecord("Cables", "a test", percent="10"),
        SparesRecord("Cables", "a test", percent="20"),
        SparesRecord("**", "a test", percent="1"),
    )

    assert spares_of(policies, "Cables", ("acme/cable",), 100) == 50
    assert spares_of(policies, "Cables", ("other/cable",), 100) == 20
    assert spares_of(policies, "Racks", ("other/rack",), 100) == 1


def with_procurement(procurement: Procurement, *, hca: bool = True) -> Design:
    return elaborate(
        Cluster(
            name="small",
            nodes=Nodes(
                part=catalog.node("supermicro/sys-821ge-tnhr"),
                hca=catalog.hca("nvidia/mcx75310aas-neat") if hca else None,
                count=2,
            ),
            fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),),
            procurement=procurement,
        )
    )


def test_licences_and_services_follow_the_design() -> None:
    design = with_procurement(
        Procurement(
            licences=(
                Licence(name="gpu", description="GPU software", per="gpu", months=36, because="asked for"),
                Licence(name="ufm", description="Fabric manager", per="appliance", because="asked for"),
                Licence(name="sm", description="Per switch", per="infiniband-switch", each=2, because="asked for"),
            ),
            services=(Service(name="tests", description="Acceptance", per="cluster", because="the contract"),),
        )
    )
    extras = {line.extra: line for line in bill(design) if line.section in {"Software", "Services"}}

    assert {name: (line.quantity, line.unit, line.why) for name, line in extras.items()} == {
        "licence/gpu": (16, "licences", "one for each of 16 GPUs"),
        "licence/sm": (2, "licences", "2 for each of 1 InfiniBand switch"),
        "service/tests": (1, "sets", "one for the cluster"),
    }
    assert extras["licence/gpu"].description == "GPU software, 36 months"
    assert extras["licence/gpu"].part_number == ""
    assert [extra.name for extra in unneeded(design)] == ["ufm"]


def test_terms_come_from_the_most_specific_declaration_that_gives_them() -> None:
    design = with_procurement(
        Procurement(
            terms=(
                Terms(of="nvidia/mqm*", lead_time_weeks=20, source="quote 7"),
                Terms(of="Switches", lead_time_weeks=9, warranty_months=36, source="contract"),
                Terms(of="**", warranty_months=12, country="Ruritania", source="house"),
            )
        )
    )
    line = next(line for line in bill(design) if line.section == "Switches")

    assert (line.lead_time_weeks, line.warranty_months, line.country) == (20, 36, "Ruritania")
    assert line.source.endswith("quote 7; contract; house")
    assert bill(with_procurement(Procurement()))[0].lead_time_weeks is None


def test_declared_lots_win_and_what_goes_with_a_device_follows_it() -> None:
    design = designed("large-h200")
    lot = LotRecord("wave-1", ("Nodes",))
    moved = replace(design, procurement=replace(design.procurement, lots=(lot,)))
    lots_of = {
        section: {line.lot for line in bill(moved) if line.section == section} for section in ("Nodes", "Adapters")
    }

    assert lots_of == {"Nodes": {"wave-1"}, "Adapters": {"wave-1"}}
    hoses = [line for line in bill(moved) if line.parts == ("generic/hose-1m",)]
    assert {line.lot for line in hoses} == {"wave-1"}
    cords = {line.lot for line in bill(moved) if line.section == "Cords"}
    assert "network" in cords
    assert "wave-1" not in {lot.name for lot in lots(design)}
    assert [lot.name for lot in lots(moved)] == [*(lot.name for lot in LOTS), "wave-1"]


def test_a_dgx_brings_its_cords_and_its_lot_has_none() -> None:
    lines = bill(designed("superpod-h100"))

    assert {line.section for line in lines if line.lot == "nodes"} == {"Nodes", "Servers", "Cords"}
    cords = sum(line.quantity for line in lines if (line.lot, line.section) == ("nodes", "Cords"))
    assert cords == 8  # of the four servers for management, two supplies each; none of the 127 nodes


def test_labels_are_bought_by_the_sheet_and_one_for_each_end() -> None:
    design = small_design()
    line = next(line for line in bill(design) if line.section == "Labels")
    printed = sum(len(one) for one in labels(design).values())

    assert line.quantity == ceil(printed / 65) == 1
    assert {stock: sheet.count for stock, sheet in STOCK.items()} == dict(LABELS_ON_SHEET)


def test_procurement_is_carried_by_the_design() -> None:
    procurement = Procurement(
        currency="RUB",
        vat=20.5,
        spares=(Spares(of="Cables", percent=3.5, because="a test"),),
        lots=(Lot(name="all", of=("**",)),),
        energy=Energy(price=0.085, currency="EUR", pue=1.25, because="a test"),
        codes=(Code(of="Nodes", okpd2="26.20.14.000", ktru="26.20.14.000-00000189", source="a list"),),
    )
    design = with_procurement(procurement)

    assert read(dump(design)).procurement == design.procurement == procurement.record()
    assert (design.procurement.vat, design.procurement.spares[0].percent) == ("20.5", "3.5")
    assert b'"procurement": {}' in dump(with_procurement(Procurement()))


@pytest.mark.parametrize("name", STACKS[:3])
def test_the_workbook_is_read_back_as_the_same_bill(name: str) -> None:
    design = designed(name)
    book = bom_book(design)
    grids = {grid.sheet: grid for grid in read_grid_bytes(render(book), "bom.xlsx")}
    heads, *rows = grids["ERP"].rows
    named = {cell.column: cell.text for cell in heads}
    found = [{named[cell.column]: cell.text for cell in row} for row in rows]

    assert [
        (row["lot"], row["key"], row.get("part_number", ""), row["quantity"], row["spares"], row["total"], row["unit"])
        for row in found
    ] == [
        (line.lot, line.key, line.part_number, str(line.quantity), str(line.spares), str(line.total), line.unit)
        for line in bill(design)
    ]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_csv_is_read_back_as_the_same_bill(lang: str) -> None:
    sheet = bill_sheet(designed("production-h100"))

    assert csvfile.read(csvfile.render(sheet, lang), sheet.columns, lang=lang) == tuple(sheet.cells(lang))


def test_the_rows_for_an_erp_are_the_same_in_every_language() -> None:
    book = bom_book(designed("starter-a100"))
    sheet = next(sheet for sheet in book.sheets if sheet.name == "ERP")

    assert csvfile.render(sheet, "ru") == csvfile.render(sheet, "en")
    assert sheet.heads("ru") == sheet.heads("en")


def test_the_columns_of_version_1_are_promised() -> None:
    # Changing this list breaks what somebody imports: raise VERSION, and only add at the end.
    heads = (
        "format_version cluster lot section key manufacturer part_number order_number description length_m quantity"
        " spares total unit lead_time_weeks warranty_months country supplier unit_price currency price_date valid_until"
        " discount_percent exchange_rate bill_currency unit_net net vat_percent vat gross"
    )
    sheet = next(sheet for sheet in bom_book(small_design()).sheets if sheet.name == "ERP")

    assert sheet.heads() == tuple(heads.split())
    assert {row[0] for row in sheet.cells()} == {1}
    assert erp_sheet.__module__ == "clusterdesign.tables.bom.erp"


HOSTILE = ("=1+1", "+1", "-1", "@SUM(1)", "＝1", "'quoted", "\tTab", "a\nb", "Кабель", "x" * 200, '=HYPERLINK("a")')


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_a_formula(text: str) -> None:
    procurement = Procurement(
        services=(
            Service(name="odd", description=text, per="cluster", manufacturer=text, part_number=text, because=text),
        ),
        terms=(Terms(of="**", country=text, supplier=text, service=text, source=text),),
        spares=(Spares(of="Cables", percent=3, because=text),),
    )
    design = replace(with_procurement(procurement), name=text.strip())
    book = bom_book(design)
    stored = {grid.sheet: grid for grid in read_grid_bytes(render(book), "bom.xlsx")}
    cells = {cell.text for row in stored["ERP"].rows for cell in row}

    assert {text.strip(), design.name} <= {cell.strip() for cell in cells}
    sheet = next(sheet for sheet in book.sheets if sheet.name == "ERP")
    written = csvfile.render(sheet).decode("utf-8-sig")
    assert csvfile.read(csvfile.render(sheet), sheet.columns) == tuple(sheet.cells())
    risky = text.startswith(("=", "+", "-", "@", "＝", "'", "\t"))
    assert not risky or f"'{text}".replace('"', '""') in written


def test_the_reference_lists_the_columns_as_they_are() -> None:
    rows = [f"| `{field.head}` | {field.kind} | {field.about} |" for field in FIELDS]

    assert "\n".join(rows) in (ROOT / "docs" / "reference" / "erp.md").read_text("utf-8")


@pytest.mark.parametrize("left_out", ["racks", "power", "cooling", "fabrics", "everything"])
def test_a_design_that_leaves_things_out_has_a_bill_all_the_same(left_out: str) -> None:
    whole = Cluster(
        name="small",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=2),
        fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
        power=Feeds(count=2, pdu=catalog.pdu("generic/400v-63a-3ph")),
        cooling=AirCooled(),
    )
    changes: dict[str, dict[str, Any]] = {
        "racks": {"racks": None, "power": None, "cooling": None},
        "power": {"power": None},
        "cooling": {"cooling": None},
        "fabrics": {"fabrics": ()},
        "everything": {"racks": None, "power": None, "cooling": None, "fabrics": ()},
    }
    design = elaborate(whole.with_(**changes[left_out]))
    book = bom_book(design)

    assert [line.quantity for line in bill(design) if line.section == "Nodes"] == [2]
    assert all(list(sheet.cells(lang)) or not sheet.rows for sheet in book.sheets for lang in ("en", "ru"))
    assert render(book, "ru")


def test_the_line_of_switches_says_why_there_are_so_many_spines() -> None:
    design = elaborate(
        Cluster(
            name="three-units",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=96),
            fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),),
        )
    )
    line = next(line for line in bill(design) if line.section == "Switches")

    assert line.quantity == 24 + 16
    assert line.why == (
        "compute: 24 leaves: 3 scalable units x 8 rails; "
        "compute: 16 spines: 24 leaves x 32 uplinks = 768 ports, 12 switches of 64 ports; 12 does not divide 32 uplinks"
    )
