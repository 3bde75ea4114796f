"""Pieces of Grafana's JSON model: panels that are laid out by themselves, variables, the dashboard around them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clusterdesign.exporters.monitoring.forms import Data

SCHEMA = 39
"""Version of the JSON model: Grafana 10.4. Newer ones read it and bring it up to date."""

_SOURCE = {"type": "prometheus", "uid": "${datasource}"}
_WIDTH, _HEIGHT = 24, 8
_GREEN, _YELLOW, _RED = "green", "yellow", "red"


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel of a dashboard.

    Attributes:
        kind: panel type of Grafana.
        queries: expression and legend of each; the legend is a template, ``{{rack}}``.
        about: what it shows and against which number of the design.
        unit: unit of Grafana: ``watt``, ``celsius``, ``Bps``.
        steps: value from which a colour holds, the first without one.
        width: columns of 24.
        matrix: labels for rows and columns of a table of the last values; empty for other kinds.
    """

    title: str
    kind: str
    queries: tuple[tuple[str, str], ...]
    about: str
    unit: str = "short"
    steps: tuple[tuple[float | None, str], ...] = ((None, _GREEN),)
    width: int = 12
    matrix: tuple[str, str] | tuple[()] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A dashboard before it has a place.

    Attributes:
        variables: name to the label and the series whose values it offers.
    """

    title: str
    panels: tuple[Panel, ...]
    variables: Mapping[str, str] = field(default_factory=dict)


def series(title: str, *queries: tuple[str, str], about: str, unit: str = "short", width: int = 12) -> Panel:
    """Return a panel of curves over time."""
    return Panel(title, "timeseries", queries, about, unit, width=width)


def matrix(
    title: str,
    expr: str,
    rows: str,
    columns: str,
    *,
    about: str,
    steps: Sequence[tuple[float | None, str]],
    unit: str = "short",
    width: int = 12,
) -> Panel:
    """Return a heat map: a table of the last values by two labels, each cell in the colour of its value."""
    return Panel(title, "table", ((expr, ""),), about, unit, tuple(steps), width, (rows, columns))


def bars(
    title: str,
    expr: str,
    legend: str,
    *,
    about: str,
    unit: str,
    steps: Sequence[tuple[float | None, str]] = (),
    width: int = 12,
) -> Panel:
    """Return bars of the last values."""
    return Panel(title, "bargauge", ((expr, legend),), about, unit, tuple(steps) or ((None, _GREEN),), width)


LACKING = ((None, _GREEN), (1, _YELLOW), (2, _RED))
"""Colours for a number of things that are missing."""


def dashboard(cluster: str, name: str, board: Board) -> Data:
    """Return a dashboard as Grafana imports it; its identity follows from the names of cluster and dashboard."""
    digest = hashlib.sha256(cluster.encode()).hexdigest()[:12]
    return {
        "uid": f"{digest}-{name}",
        "title": f"{board.title}: {cluster}",
        "tags": ["clusterdesign", cluster],
        "schemaVersion": SCHEMA,
        "version": 1,
        "editable": True,
        "refresh": "1m",
        "time": {"from": "now-6h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": list(_variables(board))},
        "annotations": {"list": []},
        "panels": list(_placed(board.panels)),
    }


def _variables(board: Board) -> Iterator[Data]:
    yield {"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Data source"}
    for name, source in board.variables.items():
        yield {
            "name": name,
            "label": name.capitalize(),
            "type": "query",
            "datasource": _SOURCE,
            "query": {"query": f"label_values({source}, {name})", "refId": name},
            "refresh": 2,
            "sort": 7,
            "multi": True,
            "includeAll": True,
            "allValue": ".*",
            "current": {"selected": True, "text": ["All"], "value": ["$__all"]},
        }


def _placed(panels: Sequence[Panel]) -> Iterator[Data]:
    """Yield the panels from left to right, a new line where one does not fit any more."""
    x = y = 0
    for number, panel in enumerate(panels, 1):
        if x + panel.width > _WIDTH:
            x, y = 0, y + _HEIGHT
        yield _panel(panel, number) | {"gridPos": {"x": x, "y": y, "w": panel.width, "h": _HEIGHT}}
        x += panel.width


def _panel(panel: Panel, number: int) -> Data:
    steps = [{"value": value, "color": color} for value, color in panel.steps]
    defaults: dict[str, Any] = {"unit": panel.unit, "thresholds": {"mode": "absolute", "steps": steps}}
    made: Data = {
        "id": number,
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": _SOURCE,
        "targets": [_target(panel, place, *query) for place, query in enumerate(panel.queries)],
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "options": {},
    }
    if panel.matrix:
        rows, columns = panel.matrix
        defaults["custom"] = {"cellOptions": {"type": "color-background", "mode": "basic"}, "align": "center"}
        options = {"rowField": rows, "columnField": columns, "valueField": "Value", "emptyValue": "null"}
        made["transformations"] = [
            {"id": "groupingToMatrix", "options": options},
            {"id": "sortBy", "options": {"sort": [{"field": f"{rows}\\{columns}"}]}},
        ]
    if panel.kind == "bargauge":
        made["options"] = {
            "displayMode": "basic",
            "orientation": "horizontal",
            "reduceOptions": {"calcs": ["lastNotNull"]},
        }
    return made


def _target(panel: Panel, place: int, expr: str, legend: str) -> Data:
    instant = panel.kind != "timeseries"
    return {
        "refId": chr(ord("A") + place),
        "datasource": _SOURCE,
        "expr": expr,
        "legendFormat": legend or "__auto",
        "instant": instant,
        "range": not instant,
        "format": "table" if panel.matrix else "time_series",
    }


__all__ = ["LACKING", "Board", "Panel", "bars", "dashboard", "matrix", "series"]
