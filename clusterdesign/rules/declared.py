"""From a component to the line of the definition that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Device, Link, Transceiver
from clusterdesign.names import matches

Place: TypeAlias = Callable[[tuple[str, ...], str], str]
"""From the paths of a finding, and the declaration it names, to ``design.py:14``; empty where that is not known."""

_KEY = "_rules_places"


def placing(design: Design) -> Place:
    """Return the function that places findings of a design; it is kept with the design, as its lookups are."""
    kept: Place | None = vars(design).get(_KEY)
    if kept is not None:
        return kept
    places = {origin.about: origin.place for origin in design.origins}
    changed = {path: f"exception/{n}" for n, deviation in enumerate(design.deviations) for path in deviation.changed}
    found: dict[str, str] = {}

    def place(paths: tuple[str, ...], about: str) -> str:
        if not places:
            return ""
        path = paths[0] if paths else ""
        if about or not path:
            return places.get(about, "")
        if path not in found:
            found[path] = _place(design, path, places, changed)
        return found[path]

    vars(design)[_KEY] = place
    return place


def _place(design: Design, path: str, places: dict[str, str], changed: dict[str, str]) -> str:
    """An exception that changed the component comes first, then its fabric, then what is declared for its family."""
    own = places.get(changed.get(path, ""))
    if own:
        return own
    record = design.component.get(path)
    if isinstance(record, Transceiver):
        record = design.device.get(record.device)
    fabric = record.fabric if isinstance(record, Device | Link | Cable) else path
    # A plane is a fabric of its own, named after the one that was declared: compute-p2.
    for name in (fabric, fabric.rpartition("-p")[0]):
        if f"fabric/{name}" in places:
            return places[f"fabric/{name}"]
    subject = record.path if isinstance(record, Device) else path
    return next((at for about, at in places.items() if matches(about, subject)), places.get("cluster", ""))
