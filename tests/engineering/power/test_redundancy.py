"""The table of supplies over feeds, row by row."""

from __future__ import annotations

import pytest

from clusterdesign import catalog
from clusterdesign.engineering.power import Need, need_of

H100 = Need(load=10_200, rating=3300, declared=4, minimum=3)
B200 = Need(load=14_300, rating=3300, declared=None)
B300 = Need(load=15_000, rating=3200, declared=6)
PAIR = Need(load=900, rating=1000, declared=1)


def states(need: Need, mapping: tuple[int, ...]) -> tuple[str, ...]:
    """Return the state after the loss of each feed."""
    return tuple(need.state(sum(mapping) - lost) for lost in mapping)


@pytest.mark.parametrize(
    ("need", "required", "mapping", "expected"),
    [
        (H100, 4, (3, 3), ("degraded", "degraded")),
        (H100, 4, (4, 2), ("down", "full")),
        (H100, 4, (2, 2, 2), ("full",) * 3),
        (B200, 5, (2, 2, 2), ("degraded",) * 3),
        (B300, 6, (6, 6), ("full",) * 2),
        (B300, 6, (4, 4, 4), ("full",) * 3),
        (PAIR, 1, (1, 1), ("full",) * 2),
        (PAIR, 1, (2, 0), ("down", "full")),
    ],
)
def test_loss_of_a_feed(need: Need, required: int, mapping: tuple[int, ...], expected: tuple[str, ...]) -> None:
    assert need.required == required
    assert states(need, mapping) == expected


def test_the_stricter_of_two_numbers_counts() -> None:
    assert Need(load=10_200, rating=3300, declared=3).required == 4
    assert Need(load=10_200, rating=3300, declared=5).required == 5
    assert Need(load=None, rating=3300, declared=5).required == 5


def test_without_numbers_nothing_is_claimed() -> None:
    need = Need(load=None, rating=None, declared=None)
    assert need.required is None
    assert need.state(1) == "unknown"
    assert need.state(0) == "down"
    assert need.share(1) is None


def test_what_a_supply_draws() -> None:
    assert H100.share(6) == pytest.approx(1700)
    assert H100.share(4) == pytest.approx(2550)
    assert H100.share(3) == pytest.approx(3300)  # 3.4 kW would be more than it can give
    assert H100.share(2) == 0  # only the management controller lives


def test_a_degraded_state_may_rest_on_a_guess() -> None:
    assert B200.guessed(4)
    assert not H100.guessed(3)


def test_the_catalogue_knows_it() -> None:
    need = need_of(catalog.node("nvidia/dgx-h100"))
    assert (need.required, need.minimum, need.rating) == (4, 3, 3300)
    assert need_of(catalog.node("nvidia/dgx-a100-640gb")).required == 3
