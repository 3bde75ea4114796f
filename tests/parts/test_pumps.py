"""What a data sheet says about the pumps of a CDU."""

from __future__ import annotations

import pytest

from clusterdesign.parts import CduPart


@pytest.mark.parametrize(
    ("pumps", "spare"),
    [("1+1 hot-swap", 1), ("2+0", 0), ("N+1", 1), ("two", None), (None, None), ("1", None)],
)
def test_spare_pumps_are_read_from_the_statement(pumps: str | None, spare: int | None) -> None:
    assert CduPart(id="test/cdu", name="CDU", vendor="Test", pumps=pumps).spare_pumps == spare
