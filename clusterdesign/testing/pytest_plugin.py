"""For pytest: the marker ``prove`` and the fixture ``prove``; pytest loads it by its entry point.

.. code-block:: python

    @pytest.mark.prove(nodes=range(2, 129))
    def test_production(nodes):  # a test for each size, which -k and xdist can pick and deal out
        return cluster(nodes)


    def test_the_whole_range(prove):  # one test, which says at which sizes it breaks
        prove(cluster, nodes=range(2, 129))

Options in the configuration: ``clusterdesign_bundle`` and ``clusterdesign_today``. Nothing of the library is imported
before a test uses it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from clusterdesign.testing.proof import Demands

_MARKER = "prove(**ranges): build and check the cluster that the test returns, with every combination of parameters"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    parser.addini("clusterdesign_bundle", "run only the rules of this bundle", default="")
    parser.addini("clusterdesign_today", "date that the days of waivers are compared with, 2026-09-30", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", _MARKER)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each size."""
    for marker in metafunc.definition.iter_markers("prove"):
        for name, values in marker.kwargs.items():
            values = list(values)  # noqa: PLW2901  # it may be any iterable
            metafunc.parametrize(name, values, ids=[f"{name}={value}" for value in values])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Call a marked test and check the cluster that it returns."""
    marker = pyfuncitem.get_closest_marker("prove")
    if marker is None:
        return None
    from clusterdesign.testing.proof import attempt, told  # noqa: PLC0415

    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}  # noqa: SLF001  # as pytest does
    others = {name: value for name, value in given.items() if name not in marker.kwargs}
    values = {name: value for name, value in given.items() if name in marker.kwargs}
    broken = attempt(lambda **sizes: pyfuncitem.obj(**others, **sizes), values, _demands(pyfuncitem.config))
    if broken is not None:
        pytest.fail(told((broken,), 1), pytrace=False)
    return True


@pytest.fixture
def prove(request: pytest.FixtureRequest) -> Callable[..., int]:
    """Return :func:`clusterdesign.testing.prove` with the options of the configuration."""
    from clusterdesign.testing.proof import ProofError  # noqa: PLC0415
    from clusterdesign.testing.proof import prove as proved  # noqa: PLC0415

    def run(definition: Any, /, **ranges: Any) -> int:
        __tracebackhide__ = True
        demands = ranges.pop("demands", None) or _demands(request.config)
        try:
            return proved(definition, demands=demands, **ranges)
        except ProofError as error:
            pytest.fail(str(error), pytrace=False)

    return run


def _demands(config: pytest.Config) -> Demands:
    from datetime import date  # noqa: PLC0415

    from clusterdesign.testing.proof import Demands  # noqa: PLC0415

    today = config.getini("clusterdesign_today")
    try:
        day = date.fromisoformat(today) if today else None
    except ValueError as error:
        message = f"clusterdesign_today: {today!r} is no date; write it as 2026-09-30"
        raise pytest.UsageError(message) from error
    return Demands(bundle=config.getini("clusterdesign_bundle"), today=day)
