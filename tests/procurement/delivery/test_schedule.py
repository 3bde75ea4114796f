"""Days of the plan: from declared lead times and durations, else from the stated ones."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design.procurement import Stage as StageRecord
from clusterdesign.errors import DesignError
from clusterdesign.intent.procurement import Lot, Stage, Terms
from clusterdesign.procurement.delivery import DeliveryPlan, Window, delivery_plan, schedule
from tests.procurement.delivery.plans import WEEKS, bare, design


def windows(plan: DeliveryPlan) -> dict[str, Window | None]:
    return {one.name: one.window for one in plan.activities}


def test_without_lead_times_the_stage_of_delivery_stands_in() -> None:
    plan = delivery_plan(design())
    assert windows(plan) == {
        "survey": None,
        "calculation": None,
        "agreement": None,
        "delivery": Window(0, 45, 0, 90),
        "infrastructure": Window(0, 45, 0, 90),
        "network": Window(0, 45, 0, 90),
        "nodes": Window(0, 45, 0, 90),
        "installation": Window(45, 52, 90, 104),
        # Three working days without a weekend among them; five around one.
        "acceptance": Window(52, 55, 104, 111),
    }
    assert plan.ends == (55, 111)
    assert [(one.lot.name, len(one.unknown) == one.lines) for one in plan.arrivals] == [
        ("infrastructure", True),
        ("network", True),
        ("nodes", True),
    ]


def test_the_durations_are_those_of_the_offer() -> None:
    stages = {one.name: (one.least, one.most, one.days) for one in delivery_plan(design()).activities if not one.is_lot}
    assert stages == {
        "survey": (5, 7, "working"),
        "calculation": (10, 14, "working"),
        "agreement": (None, None, "calendar"),
        "delivery": (45, 90, "calendar"),
        "installation": (7, 14, "calendar"),
        "acceptance": (3, 5, "working"),
    }


def test_lead_times_move_their_lots() -> None:
    every = Terms(of="**", lead_time_weeks=2, source="quote")
    plan = delivery_plan(design(terms=(every, *WEEKS)))
    assert {one.lot.name: (one.weeks, one.earliest, one.latest, len(one.unknown)) for one in plan.arrivals} == {
        "infrastructure": (6, 42, 42, 0),
        "network": (20, 140, 140, 0),
        "nodes": (12, 84, 84, 0),
    }
    assert windows(plan)["delivery"] == Window(0, 140, 0, 140)
    assert windows(plan)["installation"] == Window(140, 147, 140, 154)


def test_a_known_lead_time_never_shortens_what_is_unknown_beside_it() -> None:
    found = {one.lot.name: one for one in delivery_plan(design(terms=WEEKS)).arrivals}
    assert (found["infrastructure"].earliest, found["infrastructure"].latest) == (45, 90)
    assert [line.key for line in found["infrastructure"].unknown] == ["generic/blanking-panel-1u"]
    assert (found["network"].earliest, found["network"].latest) == (140, 140)


def test_declared_stages_take_the_place_of_the_built_in_ones() -> None:
    stages = (
        Stage(name="installation", least=20, because="the hall is far away"),
        Stage(name="customs", least=3, most=9, after=("delivery",), because="a border"),
        Stage(name="agreement", least=30, most=60, because="a tender"),
        Stage(name="tender documents", least=5, days="working", because="a tender", after=("calculation",)),
    )
    plan = delivery_plan(design(stages=stages))
    found = windows(plan)
    assert found["installation"] == Window(45, 65, 90, 110)
    assert found["customs"] == Window(45, 48, 90, 99)
    assert found["agreement"] is None
    (agreement,) = (one for one in plan.activities if one.name == "agreement")
    assert (agreement.least, agreement.most, agreement.because) == (30, 60, "a tender")


def test_a_start_gives_dates_and_working_days_by_the_calendar() -> None:
    # 2027-03-01 is a Monday. Day 52 is a Thursday: the third working day is the Monday after it. Day 104 is a Sunday.
    plan = delivery_plan(design(), start=date(2027, 3, 1))
    assert plan.start == date(2027, 3, 1)
    assert windows(plan)["acceptance"] == Window(52, 57, 104, 110)
    assert delivery_plan(design(start=date(2027, 3, 1))).start == date(2027, 3, 1)


def test_a_cluster_without_racks_and_power_is_planned() -> None:
    plan = delivery_plan(bare())
    assert [one.lot.name for one in plan.arrivals] == ["network", "nodes"]
    assert windows(plan)["installation"] == Window(45, 52, 90, 104)


@given(
    days=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.booleans()), min_size=1, max_size=6),
    weekday=st.integers(0, 6),
)
def test_the_plan_in_days_holds_the_plan_by_the_calendar(days: list[tuple[int, int, bool]], weekday: int) -> None:
    """Whatever day the contract is signed, the dates lie within the days that are printed without a start."""
    stages = [
        StageRecord(
            f"stage {n}",
            min(a, b),
            max(a, b),
            "working" if working else "calendar",
            because="",
            after=(f"stage {n - 1}",) if n else ("agreement",),
        )
        for n, (a, b, working) in enumerate(days)
    ]
    counted = {one.name: one.window for one in schedule(stages, ())}
    dated = {one.name: one.window for one in schedule(stages, (), date(2027, 3, 1) + timedelta(days=weekday))}
    for stage in stages:
        wide, exact = counted[stage.name], dated[stage.name]
        assert wide is not None
        assert exact is not None
        assert wide.start <= exact.start
        assert wide.end <= exact.end <= exact.late_end <= wide.late_end
        assert exact.late_start <= wide.late_start


@pytest.mark.parametrize(
    ("stages", "lots", "message"),
    [
        (
            (Stage(name="customs", least=3, because="x", after=("shipping",)),),
            (),
            "stage customs: waits for 'shipping', which is no stage\n"
            "  way out: the stages are survey, calculation, delivery, installation, acceptance, customs, agreement",
        ),
        (
            (
                Stage(name="customs", least=3, because="x", after=("unloading",)),
                Stage(name="unloading", least=3, because="x", after=("customs",)),
            ),
            (),
            "stage customs: waits for itself by way of unloading\n  way out: take one name out of its after=",
        ),
        (
            (),
            (Lot(name="racks", of=("Racks",), after=("hall",)),),
            "lot racks: waits for 'hall', which is no lot\n"
            "  way out: the lots are infrastructure, network, nodes, storage, services, spares, racks",
        ),
        (
            (),
            (Lot(name="racks", of=("Racks",), after=("racks",)),),
            "lot racks: waits for itself by way of racks\n  way out: take one name out of its after=",
        ),
    ],
)
def test_what_cannot_be_planned(stages: tuple[Stage, ...], lots: tuple[Lot, ...], message: str) -> None:
    with pytest.raises(DesignError) as error:
        delivery_plan(design(stages=stages, lots=lots))
    assert str(error.value) == message


def test_a_plan_that_never_ends_is_refused() -> None:
    for days, start in ((10**9, None), (10**6, date(9000, 1, 1))):
        stages = (Stage(name="installation", least=days, days="working", because="x"),)
        with pytest.raises(DesignError) as error:
            delivery_plan(design(stages=stages), start=start)
        assert str(error.value) == "stage installation: ends after the year 9999\n  way out: shorten it"


@given(days=st.integers(0, 60), begin=st.integers(0, 13), weekday=st.integers(0, 6))
def test_working_days_are_counted_as_on_a_calendar(days: int, begin: int, weekday: int) -> None:
    start = date(2027, 3, 1) + timedelta(days=weekday)
    stages = [
        StageRecord("before", begin, begin, "calendar", because="", after=("agreement",)),
        StageRecord("work", days, days, "working", because="", after=("before",)),
    ]
    (window,) = (one.window for one in schedule(stages, (), start) if one.name == "work")
    assert window is not None
    worked = [start + timedelta(days=day) for day in range(window.start, window.end)]
    assert sum(day.weekday() < 5 for day in worked) == days
    assert not worked or worked[-1].weekday() < 5


def test_a_lot_that_is_not_there() -> None:
    with pytest.raises(DesignError) as error:
        delivery_plan(design(), arrived=["nodes", "paint"])
    assert str(error.value) == (
        "--arrived: no lot 'paint' brings anything\n  way out: the lots are infrastructure, network, nodes"
    )
