"""How full the trays are, by the planning figures of NVIDIA's cabling guide: copper 9.43 mm, fibre 3 mm."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.catalog import cable, fibre
from clusterdesign.design import Cable, Design, Route, Tray
from clusterdesign.design.trays import TrayLoad, tray_loads
from clusterdesign.parts import AnyPart
from clusterdesign.units import m, mm

COPPER, FIBRE = cable("nvidia/mcp4y10-n002"), fibre("nvidia/mfp7e10")
TRAY = Tray("tray/A-B", m(1), mm(300), mm(100), 0.4, 0.5)


def load(copper: int, fibres: int) -> TrayLoad:
    """Lay so many cables in one piece of tray."""
    route = Route("route/A-B", "rack/A", "rack/B", m(1), (TRAY.path,))
    one = Cable("cable/x", COPPER.id, "", m(2), m(1), (), (), "compute", "leaf-spine", "", route.path)
    cables = [replace(one, path=f"cable/c{n}") for n in range(copper)]
    cables += [replace(one, path=f"cable/f{n}", part=FIBRE.id) for n in range(fibres)]
    parts: dict[str, AnyPart] = {COPPER.id: COPPER, FIBRE.id: FIBRE}
    (result,) = tray_loads(Design("x", parts, cables=tuple(cables), trays=(TRAY,), routes=(route,)))
    return result


@pytest.mark.parametrize(
    ("copper", "fibres", "fill", "kilograms"),
    [(0, 512, 0.121, 4.6), (256, 0, 0.596, 11.5), (171, 0, 0.398, 7.7), (0, 1697, 0.400, 15.3)],
)
def test_cab_07(copper: int, fibres: int, fill: float, kilograms: float) -> None:
    """512 fibres fill 12.1 %, 256 copper cables 59.6 %; 40 % is 1,697 fibres or 171 copper cables."""
    found = load(copper, fibres)
    assert found.fill == pytest.approx(fill, abs=0.0006)
    assert found.mass / 1000 == pytest.approx(kilograms, abs=0.05)
    assert found.unknown == ()


@given(st.integers(0, 400), st.integers(0, 400))
def test_fill_adds_up(copper: int, fibres: int) -> None:
    assert load(copper, fibres).fill == pytest.approx(load(copper, 0).fill + load(0, fibres).fill)
    assert load(copper, fibres).count == copper + fibres
