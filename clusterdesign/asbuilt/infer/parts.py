"""Guesses of switch and node: a dump shows ports and speeds, never what is screwed into the rack."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clusterdesign.asbuilt.dump import LANE, Dump
from clusterdesign.asbuilt.infer.shape import Shape

_SWITCH = {64: "nvidia/mqm9700-ns2f", 40: "nvidia/mqm8700-hs2f"}
_NODE = {64: "nvidia/dgx-h100", 40: "nvidia/dgx-a100-640gb"}
_RAILS = 8
"""Rails of the nodes above and slots of the server below."""

_SERVER = "supermicro/sys-821ge-tnhr"
_ADAPTER = {
    (64, 1): "nvidia/mcx75310aas-neat",
    (64, 2): "nvidia/mcx75310aas-heat",
    (40, 1): "nvidia/mcx653105a-hdat",
    (40, 2): "nvidia/mcx653105a-ecat",
}
_RATE = {64: 400, 40: 200}


@dataclass(frozen=True, slots=True)
class Parts:
    """The guesses.

    Attributes:
        radix: ports of a switch.
        split: 2 where the ports toward the nodes run split.
        switch, node: Python text of the part.
        hca: text of the adapter and the number of it, empty where the node comes with its own.
        made: text of parts that are made up, since no catalogue part has such a shape.
        generation: the fastest speed of the dump.
        why: one line a guess.
    """

    radix: int
    split: int
    switch: str
    node: str
    hca: str
    made: str
    generation: str
    why: tuple[str, ...]


def parts(shape: Shape) -> tuple[Parts, ...]:
    """Guess the parts of a dump, the likely ones first."""
    generation = _generation(shape.graph.dump)
    radix, split = _radix_and_split(shape)
    rails = shape.rails
    switch, why = _switch(radix, generation)
    if radix in _SWITCH and rails == _RAILS and split == 1:
        text = f"node: {_NODE[radix]} is a guess, a common server with {rails} adapters"
        return (Parts(radix, split, switch, f'catalog.node("{_NODE[radix]}")', "", "", generation, (why, text)),)
    if radix in _SWITCH and rails <= _RAILS:
        adapter = _ADAPTER[radix, split]
        hca = f'hca=catalog.hca("{adapter}"), hcas={rails}, '
        text = f"node: {_SERVER} with {rails} x {adapter} is a guess"
        return (Parts(radix, split, switch, f'catalog.node("{_SERVER}")', hca, "", generation, (why, text)),)
    # The manager of the catalogue runs at half of 400 Gb/s, through a splitter.
    rate = 400 if shape.managers else _RATE.get(radix, 4 * LANE.get(generation, 100))
    node = _NODE_TEXT.format(rails=rails, rate=f"{rate / split:g}")
    text = f"node: a made-up server with {rails} adapters, since the catalogue has none"
    if radix in _SWITCH:
        return (Parts(radix, split, switch, "node", "", node, generation, (why, text)),)
    found = []
    # Whether two ports share a cage decides which of them is dealt first, and is to be tried.
    for cage in (2, 1) if radix % 2 == 0 else (1,):
        names = '"{n}/1", "{n}/2"' if cage == 2 else '"{n}",'  # noqa: PLR2004  # both ports of a twin cage
        made = node + _SWITCH_TEXT.format(radix=radix, count=radix // cage, ports=names, rate=f"{rate:g}")
        found.append(Parts(radix, split, switch, "node", "", made, generation, (why, text)))
    return tuple(found)


def _radix_and_split(shape: Shape) -> tuple[int, int]:
    """Return the ports of a switch, and 2 where nodes hang on halves of them.

    A switch of which any port runs split has twice the numbers. Managers alone can be the reason.
    """
    dump = shape.graph.dump
    ends = [dump.far.get((guid, 1), (0, 0)) for host in shape.hosts for guid in host.adapters.values()]
    even = any(port and port % 2 == 0 for _, port in ends)
    upper = [_panel(dump, guid) for guid in (*shape.spines, *shape.cores)]
    lower = Counter(_panel(dump, guid) for guid in shape.leaves)
    if not upper:
        ports = next(iter(lower))
        twice = ports // 2 in _SWITCH or bool(shape.managers and not even and len(ends) > 1)
        return (ports // 2, 1 if shape.managers and not even else 2) if twice else (ports, 1)
    radix = Counter(upper).most_common(1)[0][0]
    doubled = {guid for guid in shape.leaves if _panel(dump, guid) == 2 * radix}
    halves = any(end[0] in doubled and end[1] % 2 == 0 for end in ends)
    managed = {dump.far.get((guid, 1), (0, 0))[0] for guids in shape.managers for guid in guids}
    return radix, 2 if halves or doubled - managed else 1


def _switch(radix: int, generation: str) -> tuple[str, str]:
    if radix in _SWITCH:
        return f'catalog.switch("{_SWITCH[radix]}")', f"switch: {_SWITCH[radix]} is a guess from {radix} ports"
    return "switch", f"switch: a made-up one of {radix} ports and speed {generation}, since the catalogue has none"


def _generation(dump: Dump) -> str:
    lanes = Counter(speed.lane for speed in dump.speed.values())
    common = [lane for lane, count in lanes.items() if 20 * count >= lanes.total()]
    return max(common, key=lambda lane: LANE[lane], default="unknown")


def _panel(dump: Dump, guid: int) -> int:
    """Return the ports of a switch without the odd one for aggregation; of unknown size, the common size above."""
    ports = dump.nodes[guid].ports
    if not ports:
        most = max((port for node, port in dump.far if node == guid), default=0)
        ports = next((size for size in (40, 64, 128) if most <= size + 1), most)
    return ports - 1 if ports in {65, 41, 129, 81} else ports


_NODE_TEXT = """
node = Node(
    id="guess/node-{rails}",
    name="server of {rails} adapters",
    vendor="unknown",
    size=Size(),
    adapters=tuple(Adapter(name=f"hca{{n}}", role="compute") for n in range(1, {rails} + 1)),
    extra_cages=tuple(
        Cage(
            name=f"HCA{{n}}",
            accepts=("osfp-single-flat",),
            protocol="any",
            ports=(Port(name=f"HCA{{n}}", role="compute", speed="{rate} Gb/s", adapter=f"hca{{n}}", rail=n),),
        )
        for n in range(1, {rails} + 1)
    ),
)
"""

_SWITCH_TEXT = """
switch = Switch(
    id="guess/switch-{radix}",
    name="switch of {radix} ports",
    vendor="unknown",
    size=Size(),
    fabric="infiniband",
    rows=(
        CageRow(
            cage="{{n}}",
            count={count},
            accepts=("osfp-twin-finned",),
            protocol="infiniband",
            ports=({ports}),
            role="fabric",
            speed="{rate} Gb/s",
            splits=2,
        ),
    ),
)
"""
