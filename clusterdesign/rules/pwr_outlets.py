"""Power rules about outlets: each cord in one that exists, that it fits and that is its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord
from clusterdesign.parts import CduPart, FittingPart, PduPart, SocketType
from clusterdesign.parts import Device as DevicePart
from clusterdesign.rules.index import index
from clusterdesign.rules.rule import Hit, rule

SOCKET: dict[str, SocketType] = {"C14": "C13", "C20": "C19"}
"""Socket that an inlet's cord is plugged into, IEC 60320."""


@rule("PWR004", "outlet-misused", "error")
def outlet_misused(design: Design) -> Iterator[Hit]:
    """A cord leads to an outlet that the PDU does not have, that it does not fit, or that another cord is in.

    A cord for which no outlet is named is no fault here: too few outlets are counted on their own.

    Why: The list says where every cord goes; whoever follows it stands before an outlet that is not there or taken.
    Example: A C19 cord in outlet B1-C13-1.
    Fix: Plug every cord into an outlet of its own that it fits.
    Source: the outlets in the PDU's catalogue entry; IEC 60320 for what fits.
    """
    found = index(design)
    taken = Counter((cord.pdu, cord.outlet) for cord in design.cords if cord.outlet)
    for cord in design.cords:
        pdu, part = found.part(cord.pdu, PduPart), found.part_at.get(cord.device)
        if pdu is None or not cord.outlet:
            continue
        what = _fault(cord, pdu, part)
        if not what and taken[cord.pdu, cord.outlet] > 1:
            what = f"is one of {taken[cord.pdu, cord.outlet]} in outlet {cord.outlet} of {cord.pdu}"
        if what:
            yield Hit(
                paths=(cord.path, cord.pdu),
                message=f"{cord.path} {what}",
                fix="plug every cord into an outlet of its own that it fits",
            )


def _fault(cord: Cord, pdu: PduPart, part: object) -> str:
    socket = pdu.sockets.get(cord.outlet)
    if socket is None:
        return f"leads to outlet {cord.outlet}, which {cord.pdu} does not have"
    supplies = part.supplies if isinstance(part, DevicePart | CduPart | FittingPart) else None
    inlet = supplies.inlet if supplies is not None else None
    fits = SOCKET.get(inlet or "", socket.type)
    if fits != socket.type:
        return f"is for a {fits} and leads to outlet {cord.outlet} of {cord.pdu}"
    return ""


PWR_OUTLETS = (outlet_misused,)
