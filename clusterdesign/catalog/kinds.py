"""The kinds of part: folder name, call and model of each."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from clusterdesign.parts import (
    Appliance,
    Cable,
    CduPart,
    Fibre,
    FittingPart,
    Gpu,
    Hca,
    Node,
    Part,
    PduPart,
    QuickDisconnectPart,
    RackPart,
    StorageBox,
    Switch,
    Transceiver,
)

Kind: TypeAlias = Literal[
    "node",
    "hca",
    "switch",
    "appliance",
    "storage",
    "gpu",
    "cable",
    "transceiver",
    "fibre",
    "rack",
    "pdu",
    "cdu",
    "quick-disconnect",
    "fitting",
]


class KindInfo(NamedTuple):
    """What a kind is.

    Attributes:
        name: folder and value of the part's ``kind``.
        title: with its article, for sentences.
        call: the method of a catalogue that returns one.
        model: its class.
    """

    name: Kind
    title: str
    call: str
    model: type[Part]


KINDS: dict[str, KindInfo] = {
    info.name: info
    for info in (
        KindInfo("node", "a node", "node", Node),
        KindInfo("hca", "an adapter", "hca", Hca),
        KindInfo("switch", "a switch", "switch", Switch),
        KindInfo("appliance", "an appliance", "appliance", Appliance),
        KindInfo("storage", "a storage box", "storage", StorageBox),
        KindInfo("gpu", "a GPU", "gpu", Gpu),
        KindInfo("cable", "a cable", "cable", Cable),
        KindInfo("transceiver", "a transceiver", "transceiver", Transceiver),
        KindInfo("fibre", "a fibre", "fibre", Fibre),
        KindInfo("rack", "a rack", "rack", RackPart),
        KindInfo("pdu", "a PDU", "pdu", PduPart),
        KindInfo("cdu", "a CDU", "cdu", CduPart),
        KindInfo("quick-disconnect", "a quick disconnect", "quick_disconnect", QuickDisconnectPart),
        KindInfo("fitting", "a fitting", "fitting", FittingPart),
    )
}
