"""Why a line of the bill has its quantity: the rule behind the number, read off the components that it counts.

The reasons that elaboration wrote down stand first ("16 spines: 12 does not divide 32 uplinks"); where it had none to
write, the count itself is told: how many of what on how many of what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.design import Device as DeviceRecord
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Node
from clusterdesign.procurement.items import Bought, Section
from clusterdesign.rules.words import count as many

_SHOWN = 4
"""Reasons of a line that are spelt out; the others are counted."""

_POWER = re.compile(r"\d+ suppl(y|ies) over ")
"""Begins a note about feeds, which says nothing about quantities."""

_NEEDED = re.compile(r",? [\d.]+ m needed")

_PORTS = re.compile(r"the ports of cage \S+ go to \S+ and \S+,")


def reason(design: Design, items: Sequence[Bought]) -> str:
    """Return the reasons of a line, each once."""
    tell = _TELLERS.get(items[0].section, _fittings)
    texts = list(dict.fromkeys(tell(design, items)))
    rest = len(texts) - _SHOWN
    return "; ".join((*texts[:_SHOWN], f"{rest} more reasons") if rest > 1 else texts)


def _devices(design: Design, items: Iterable[Bought]) -> list[DeviceRecord]:
    return [design.device[item.path] for item in items if item.path in design.device]


def _nodes(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    purposes = _noted(design, items)
    for purpose, count in purposes.items():
        yield f"{count} for {purpose}"
    if not purposes:
        yield f"{len(items)} declared"
    part = design.parts.get(items[0].part)
    if isinstance(part, Node) and part.gpus:
        yield f"each with {part.gpus} GPUs" + (f": {' or '.join(part.gpu)}" if part.gpu else "")


def _adapters(_: Design, items: Sequence[Bought]) -> Iterator[str]:
    each = Counter(Counter(item.path for item in items).values())
    for count, nodes in sorted(each.items()):
        yield f"{count} in each of {many(nodes, 'node')}"


def _switches(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    """Tell leaves by units and rails, spines by their note, switches of other networks by their links."""
    groups: dict[tuple[str, str], list[DeviceRecord]] = {}
    for device in _devices(design, items):
        groups.setdefault((device.fabric, device.role), []).append(device)
    for (fabric, role), devices in groups.items():
        noted = list(_noted(design, (item for item in items if design.device[item.path] in devices)))
        if noted:
            yield from (f"{fabric}: {text}" for text in noted)
            continue
        rails = {device.rail for device in devices} - {None}
        units = {device.unit for device in devices} - {None}
        number = many(len(devices), "leaf", "leaves") if role == "leaf" else many(len(devices), "switch", "switches")
        if len(rails) * len(units) == len(devices):
            yield f"{fabric}: {number}: {many(len(units), 'scalable unit')} x {many(len(rails), 'rail')}"
        else:
            links = sum(fabric == link.fabric for link in design.links)
            yield f"{fabric}: {number} for {many(links, 'link')}"


def _appliances(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    for fabric, count in Counter(device.fabric for device in _devices(design, items)).items():
        yield f"{count} declared for {fabric}" if fabric else f"{count} declared"


def _storage(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    paths = {item.path for item in items}
    for system in design.storage:
        count = len(paths.intersection(system.boxes))
        if count:
            yield f"{count} declared for {system.path}, {system.product}"


def _transceivers(_: Design, items: Sequence[Bought]) -> Iterator[str]:
    yield f"one in each of {many(len(items), 'cage')} in which a fibre ends"


def _cables(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    """Tell the span of the runs, the slack on it and why no other medium was taken."""
    cables = [record for record in map(design.component.get, (item.path for item in items)) if record is not None]
    runs = sorted(run for cable in cables if (run := getattr(cable, "run", None)) is not None)
    first = items[0].why
    what = first.partition(":")[0]
    slack, percent, _ = first.partition("%")
    if runs and percent:
        span = runs[0].text("m", 2) if runs[0] == runs[-1] else f"{runs[0].text('m', 2)} to {runs[-1].text('m', 2)}"
        yield f"{what}: runs of {span} + {slack.rpartition('+')[2].strip()} %"
    else:
        yield first
    rests = Counter(
        _PORTS.sub("the ports of a cage go to two switches,", _NEEDED.sub("", item.why.partition("%")[2])).strip(",; ")
        for item in items
    )
    yield from (text for text, _ in rests.most_common() if text)


def _racks(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    paths = {item.path for item in items}
    for role, count in Counter(rack.role for rack in design.racks if rack.path in paths).items():
        words = {"compute": "with nodes", "network": "for the network", "mixed": "with nodes and switches"}
        yield f"{count} {words[role]}"


def _pdus(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    racks = Counter(place.rack for item in items if (place := design.placement.get(item.path)) is not None)
    for each, count in sorted(Counter(racks.values()).items()):
        feeds = "one on each of its feeds: " if each > 1 else ""
        yield f"{feeds}{each} in each of {many(count, 'rack')}"


def _cdus(design: Design, items: Sequence[Bought]) -> Iterator[str]:
    paths = {item.path for item in items}
    loops = [loop for loop in design.loops if paths.intersection(loop.cdus)]
    for (each, spare), count in sorted(Counter((len(loop.cdus), loop.spare) for loop in loops).items()):
        yield f"{each} for each of {many(count, 'loop')}" + (f", of which {spare} may fail" if spare else "")


def _fittings(_: Design, items: Sequence[Bought]) -> Iterator[str]:
    """Take the reasons of elaboration; those that differ only in their figures are given by the first."""
    alike: dict[str, str] = {}
    for text in natural_sorted({item.why for item in items if item.why}):
        alike.setdefault(re.sub(r"[\d.]+", "#", text), text)
    yield from alike.values()


def _noted(design: Design, items: Iterable[Bought]) -> dict[str, int]:
    """Return the notes on components, those about power left out, and on how many each stands."""
    notes: Counter[str] = Counter()
    for item in items:
        notes.update(text for text in design.note.get(item.path, ()) if not _POWER.match(text))
    return dict(notes)


_TELLERS: Mapping[Section, Callable[[Design, Sequence[Bought]], Iterator[str]]] = MappingProxyType(
    {
        "Nodes": _nodes,
        "Servers": _nodes,
        "Adapters": _adapters,
        "Switches": _switches,
        "Appliances": _appliances,
        "Storage": _storage,
        "Transceivers": _transceivers,
        "Cables": _cables,
        "Fibre": _cables,
        "Racks": _racks,
        "PDUs": _pdus,
        "CDUs": _cdus,
    }
)


__all__ = ["reason"]
