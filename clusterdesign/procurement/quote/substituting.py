"""A design with other parts in place of some: records are replaced, nothing is elaborated anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from clusterdesign.catalog import Catalog
from clusterdesign.design import Cable, Design, Device, Placement, Rack, Transceiver
from clusterdesign.parts import AnyPart, Fibre, FibreLength, Hca, Node
from clusterdesign.parts import Cable as CablePart
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.quote.spelling import number_key

_R = TypeVar("_R", Device, Rack, Transceiver)


@dataclass(frozen=True, slots=True)
class Known:
    """A part of the catalogue under one of its numbers.

    Attributes:
        sold: the length that the number stands for, where the part is sold in several.
    """

    part: AnyPart
    sold: FibreLength | None = None


def known_parts(design: Design, catalog: Catalog) -> Mapping[str, Known]:
    """Return the parts of a catalogue and a design by every number that they have, in the spelling for comparison."""
    found: dict[str, Known] = {}
    # Parts of the design last: the project may have changed them. Its nodes have their adapters already.
    own = (part for part in design.parts.values() if not _has_bought(part))
    for part in (*catalog.parts(), *own):
        if isinstance(part, Fibre):
            for sold in part.lengths:
                for number in (sold.part_number, sold.order_number):
                    found[number_key(number or "")] = Known(part, sold)
        else:
            for number in (part.part_number, part.order_number):
                found[number_key(number or "")] = Known(part)  # type: ignore[arg-type]  # every part is of a kind
    found.pop("", None)
    return found


def swaps(design: Design, line: BillLine, part: AnyPart) -> list[tuple[AnyPart, AnyPart]]:
    """Return parts of a design and what takes their place if a part takes that of a line of the bill.

    A node gets the bought adapters of the asked one; an adapter takes its place in every node that has it.

    Raises:
        DesignError: the adapters do not fit its slots.
    """
    held = design.parts
    if isinstance(part, Hca):
        nodes = [node for node in held.values() if isinstance(node, Node)]
        return [(node, _with_adapters(node, frozenset(line.parts), part)) for node in nodes if _has(node, line.parts)]
    found: list[tuple[AnyPart, AnyPart]] = []
    for id_ in line.parts:
        old = held.get(id_)
        if isinstance(old, Node) and isinstance(part, Node):
            found.append((old, _fitted(design, old, part)))
        elif old is not None:
            found.append((old, part))
    return found


def substituted(
    design: Design, line: BillLine, known: Known, instead: Mapping[str, AnyPart], catalog: Catalog
) -> Design:
    """Return a design with other parts in place of some.

    Args:
        design: the design; it is left as it is.
        line: whose number and length the cables have that are replaced.
        known: what takes their place.
        instead: new parts by the id of those that they replace.
        catalog: knows the GPUs of nodes.
    """
    part = known.part
    parts = {**design.parts, part.id: part, **{new.id: new for new in instead.values()}}
    if isinstance(part, Node):
        held = catalog.ids()
        parts |= {id_: catalog.part(id_) for id_ in part.gpu if id_ in held}  # type: ignore[misc]  # as above

    def swapped(record: Cable) -> Cable:
        if record.part not in instead or record.part_number != line.part_number or record.length != line.length:
            return record
        if known.sold is not None:
            return replace(record, part=part.id, part_number=known.sold.part_number, length=known.sold.length)
        length = part.length if isinstance(part, CablePart) else record.length
        return replace(record, part=part.id, part_number=part.part_number or "", length=length)

    def new(record: _R) -> _R:
        return replace(record, part=instead[record.part].id) if record.part in instead else record

    def lowered(placement: Placement) -> Placement:
        # What is lower stands in the same gap.
        device = design.device.get(placement.device)
        taken = instead.get(device.part) if device is not None else None
        height = taken.size.height_u if taken is not None else None
        return placement if height is None or height > placement.height_u else replace(placement, height_u=height)

    return replace(
        design,
        parts=parts,
        placements=tuple(lowered(placement) for placement in design.placements),
        cables=tuple(swapped(cable) for cable in design.cables),
        devices=tuple(new(device) for device in design.devices),
        racks=tuple(new(rack) for rack in design.racks),
        transceivers=tuple(new(module) for module in design.transceivers),
    )


def _fitted(design: Design, asked: Node, offered: Node) -> Node:
    """Return an offered node with the bought adapters of the asked one."""
    bought = Counter((adapter.part, adapter.role) for adapter in asked.adapters if adapter.part is not None)
    for (part, role), count in bought.items():
        hca = design.parts.get(part or "")
        if isinstance(hca, Hca):
            offered = offered.fitted(hca, count, role)
    return offered


def _has_bought(part: AnyPart) -> bool:
    return isinstance(part, Node) and any(adapter.part is not None for adapter in part.adapters)


def _has(node: Node, adapters: Iterable[str]) -> bool:
    wanted = frozenset(adapters)
    return any(adapter.part in wanted for adapter in node.adapters)


def _with_adapters(node: Node, old: frozenset[str], new: Hca) -> Node:
    """Return a node with other adapters in place of some."""
    changed = [adapter for adapter in node.adapters if adapter.part in old]
    bare = node.without(*(adapter.name for adapter in changed))
    for role, count in Counter(adapter.role for adapter in changed).items():
        bare = bare.fitted(new, count, role)
    return bare


__all__ = ["Known", "known_parts", "substituted", "swaps"]
