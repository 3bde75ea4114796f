"""Hypothesis strategies that draw clusters of one switch, two levels or three.

:func:`clusters` draws clusters that can be elaborated. Keywords narrow what it draws: each takes a strategy in
place of its own, so ``clusters(prefer=st.just("optics"), counts=st.integers(1, 8))`` draws small optical ones.
What a drawn cluster does not promise is that every run is within reach of a cable, or that a rack holds what is
put in it: that is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from hypothesis import strategies as st

from clusterdesign import catalog
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Cabling, Management, Managers, Preference, RailOptimized, StorageFabric
from clusterdesign.intent import Cluster, Nodes, Override
from clusterdesign.parts import Adapter, Cage, CageRow, Hca, Node, Port, Size, Switch
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, RackRow
from clusterdesign.units import Gbps, kg

Platform: TypeAlias = Literal[
    "dgx-h100", "dgx-h200", "dgx-a100", "hgx-osfp", "hgx-qsfp112", "hgx-ndr200", "hgx-hdr100", "synthetic"
]

PLATFORMS: tuple[Platform, ...] = (
    "dgx-h100",
    "dgx-h200",
    "dgx-a100",
    "hgx-osfp",
    "hgx-qsfp112",
    "hgx-ndr200",
    "hgx-hdr100",
    "synthetic",
)
"""Nodes with a switch of their generation: DGX as sold, one HGX server with four adapters, and made-up parts of any
radix and number of rails."""

_NDR, _HDR, _OOB = "nvidia/mqm9700-ns2f", "nvidia/mqm8700-hs2f", "nvidia/msn2201-cb2fc"
_HGX = "supermicro/sys-821ge-tnhr"
_ADAPTER = {
    "hgx-osfp": "nvidia/mcx75310aas-neat",
    "hgx-qsfp112": "nvidia/mcx715105as-weat",
    "hgx-ndr200": "nvidia/mcx75310aas-heat",
    "hgx-hdr100": "nvidia/mcx653105a-ecat",
}
_DGX = {"dgx-h100": "nvidia/dgx-h100", "dgx-h200": "nvidia/dgx-h200", "dgx-a100": "nvidia/dgx-a100-640gb"}
_COUNTS = st.one_of(st.integers(1, 12), st.integers(1, 40), st.integers(1, 130))
_UNITS = 6
"""Units that a drawn cluster has at most, and grows by: enough for pods, and a hall of some rows."""

_TAPERS = ("1:1", "1:1", "2:1", "3:1", "4:3", "5:3")


# -- parts that nobody sells --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def made_up_switch(radix: int, *, twin: bool = True) -> Switch:
    """Return a switch of any radix whose cages are those of an NDR switch, two ports in each or one."""
    per_cage = 2 if twin and radix % 2 == 0 else 1
    row = CageRow(
        cage="{n}",
        count=radix // per_cage,
        accepts=("osfp-twin-finned",),
        protocol="infiniband",
        ports=tuple(f"{{n}}/{p}" for p in range(1, per_cage + 1)),
        role="fabric",
        speed=Gbps(400),
        splits=2,
    )
    return Switch(
        id=f"made-up/switch-{radix}-{'single' if per_cage == 1 else 'twin'}",
        name=f"switch of {radix} ports",
        vendor="made up",
        size=Size(height_u=1),
        weight=kg(15),
        fabric="infiniband",
        rows=(row,),
    )


@lru_cache(maxsize=64)
def made_up_node(rails: int, *, height_u: int | None = 2) -> Node:
    """Return a node of any number of rails, each adapter with an OSFP cage, and one management port."""
    cages = tuple(
        Cage(
            name=f"HCA{rail}",
            accepts=("osfp-single-flat",),
            protocol="any",
            ports=(Port(name=f"HCA{rail}", role="compute", speed=Gbps(400), adapter=f"hca{rail}", rail=rail),),
        )
        for rail in range(1, rails + 1)
    )
    bmc = CageRow(
        cage="BMC", count=1, accepts=("rj45",), protocol="ethernet", ports=("BMC",), role="oob", speed=Gbps(1)
    )
    return Node(
        id=f"made-up/node-{rails}-{'unknown' if height_u is None else f'{height_u}u'}",
        name=f"node of {rails} rails",
        vendor="made up",
        size=Size(height_u=height_u),
        gpus=rails,
        adapters=tuple(Adapter(name=f"hca{rail}", role="compute") for rail in range(1, rails + 1)),
        extra_cages=cages,
        rows=(bmc,),
    )


# -- one fabric's arithmetic, to stay within what can be built ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the compute fabric is to be, before the number of nodes is drawn."""

    part: Node
    hca: Hca | None
    switch: Switch
    rails: int
    taper: str
    split: Literal[1, 2]
    nodes_per_unit: int | None
    managers: int

    @property
    def radix(self) -> int:
        """Ports of the switch."""
        return len(self.switch.fabric_ports)

    @property
    def ratio(self) -> Fraction:
        """The taper as a number."""
        down, up = self.taper.split(":")
        return Fraction(int(down), int(up))

    @property
    def unit(self) -> int:
        """Node positions of a unit on two levels."""
        groups = self.radix // (self.ratio.numerator + self.ratio.denominator)
        return self.nodes_per_unit or groups * self.ratio.numerator * self.split

    @property
    def displaced(self) -> int:
        """At most so many nodes make room for managers: a whole twin cage for every leaf's worth of them."""
        return -(-self.managers // self.rails) * 2 * self.split

    @property
    def most(self) -> int:
        """So many nodes fit: on two levels every leaf has a link to every spine, on three every pod to every core."""
        units = max(self.radix // self.rails, self.radix * (self.radix // 2 // self.rails))
        return max(units * self.unit - self.displaced, 1)

    def on_one_switch(self, nodes: int) -> bool:
        """Tell whether the fabric becomes one switch."""
        ports = -(-nodes * self.rails // self.split) + self.managers
        return self.nodes_per_unit is None and ports <= self.radix


@st.composite
def _shapes(
    draw: st.DrawFn,
    platform: Platform,
    *,
    tapers: st.SearchStrategy[str],
    whole_units: st.SearchStrategy[bool],
    managers: st.SearchStrategy[int],
    rails: st.SearchStrategy[int],
    radices: st.SearchStrategy[int],
) -> _Shape:
    """Draw the shape of a compute fabric."""
    part, hca, switch, split, count = _parts(draw, platform, rails=rails, radices=radices)
    radix = len(switch.fabric_ports)
    taper = draw(tapers)
    down, up = (int(side) for side in taper.split(":"))
    groups = radix // (down + up)
    if groups == 0:
        taper, down, groups = "1:1", 1, radix // 2
    unit = None if draw(whole_units) else draw(st.integers(1, groups)) * down * split
    wanted = draw(managers) if switch.fabric == "infiniband" and switch.cages[0].accepts[0] != "qsfp56" else 0
    shape = _Shape(part, hca, switch, count, taper, split, unit, wanted)
    return shape if shape.displaced < shape.unit else _Shape(part, hca, switch, count, taper, split, unit, 0)


def _parts(
    draw: st.DrawFn, platform: Platform, *, rails: st.SearchStrategy[int], radices: st.SearchStrategy[int]
) -> tuple[Node, Hca | None, Switch, Literal[1, 2], int]:
    if platform == "synthetic":
        radix = draw(radices)
        count = min(draw(rails), max(radix // 2, 1))
        return made_up_node(count), None, made_up_switch(radix, twin=draw(st.booleans())), 1, count
    if platform in _DGX:
        switch = catalog.switch(_HDR if platform == "dgx-a100" else _NDR)
        return catalog.node(_DGX[platform]), None, switch, 1, 8
    switch = catalog.switch(_HDR if platform == "hgx-hdr100" else _NDR)
    halved = platform in {"hgx-ndr200", "hgx-hdr100"}
    return catalog.node(_HGX), catalog.hca(_ADAPTER[platform]), switch, 2 if halved else 1, 8


# -- clusters -------------------------------------------------------------------------------------------------------


@st.composite
def clusters(
    draw: st.DrawFn,
    *,
    platforms: Sequence[Platform] = PLATFORMS,
    counts: st.SearchStrategy[int] = _COUNTS,
    grows: st.SearchStrategy[bool] = st.booleans(),  # noqa: B008  # a strategy does not change
    tapers: st.SearchStrategy[str] = st.sampled_from(_TAPERS),  # noqa: B008
    whole_units: st.SearchStrategy[bool] = st.booleans(),  # noqa: B008
    managers: st.SearchStrategy[int] = st.sampled_from((0, 0, 2)),  # noqa: B008
    rails: st.SearchStrategy[int] = st.integers(1, 9),  # noqa: B008
    radices: st.SearchStrategy[int] = st.integers(4, 72),  # noqa: B008
    storage: st.SearchStrategy[bool] = st.booleans(),  # noqa: B008
    management: st.SearchStrategy[bool] = st.booleans(),  # noqa: B008
    racked: st.SearchStrategy[bool] = st.booleans(),  # noqa: B008
    nodes_per_rack: st.SearchStrategy[int] = st.integers(1, 4),  # noqa: B008
    networks: st.SearchStrategy[Literal["own-rack", "shared"]] = st.sampled_from(("own-rack", "shared")),  # noqa: B008
    feeds: st.SearchStrategy[int] = st.integers(0, 3),  # noqa: B008
    cooling: st.SearchStrategy[str] = st.sampled_from(("none", "air", "in-row", "in-rack")),  # noqa: B008
    prefer: st.SearchStrategy[Preference] = st.sampled_from(("copper", "optics", "singlemode")),  # noqa: B008
    removals: st.SearchStrategy[int] = st.integers(0, 2),  # noqa: B008
) -> Cluster:
    """Draw a cluster that can be elaborated.

    Args:
        draw: given by hypothesis.
        platforms: which nodes, with the switch of their generation.
        counts: number of nodes; cut down to six units and to what the fabric carries.
        grows: whether the compute fabric reserves ports for more nodes, up to six units of them.
        tapers: down to up capacity of a compute leaf.
        whole_units: whether a unit has as many nodes as the taper leaves; else a smaller number is drawn, and the
            fabric has two levels whatever its size.
        managers: fabric managers; only NDR switches get them.
        rails: rails of made-up nodes.
        radices: ports of made-up switches.
        storage: whether there is a storage fabric; only platforms with storage ports get one.
        management: whether there is an out-of-band network.
        racked: whether there are racks.
        nodes_per_rack: nodes that share a rack.
        networks: whether switches have a rack of their own.
        feeds: number of feeds; 0 leaves power out.
        cooling: ``none``, ``air``, ``in-row`` or ``in-rack``.
        prefer: preferred medium.
        removals: how many nodes are declared without one of their compute adapters.
    """
    shape = draw(
        _shapes(
            draw(st.sampled_from(platforms)),
            tapers=tapers,
            whole_units=whole_units,
            managers=managers,
            rails=rails,
            radices=radices,
        )
    )
    count = min(draw(counts), shape.most, _UNITS * shape.unit)
    largest = min(shape.most, count + _UNITS * shape.unit)
    grow_to = draw(st.integers(count, largest)) if draw(grows) else None
    nodes = Nodes(part=shape.part, hca=shape.hca, count=count)
    fabrics: list[Any] = [_compute(shape, grow_to)]
    if draw(storage) and nodes.fitted.ports("storage") and _storage_fits(shape, max(count, grow_to or 0)):
        fabrics.append(StorageFabric(switch=shape.switch))
    if draw(management):
        fabrics.append(Management(switch=catalog.switch(_OOB)))
    return _with_room(
        name="drawn",
        nodes=nodes,
        fabrics=tuple(fabrics),
        racks=draw(_racks(nodes_per_rack, networks)) if draw(racked) else None,
        power=draw(_power(feeds)),
        cooling=_cooled(draw(cooling)),
        cabling=Cabling(prefer=draw(prefer)),
        exceptions=tuple(draw(_left_out(nodes)) for _ in range(min(draw(removals), shape.rails - 1))),
    )


def _with_room(**declared: Any) -> Cluster:
    """Return the cluster, its switches in racks of their own where they find no room above the nodes."""
    cluster = Cluster(**declared)
    if cluster.racks is None or cluster.racks.network != "shared":
        return cluster
    try:
        elaborate(cluster)
    except DesignError as error:
        if "rack units" not in error.what:
            raise
        return cluster.with_(racks=cluster.racks.with_(network="own-rack"))
    return cluster


def _compute(shape: _Shape, grow_to: int | None) -> RailOptimized:
    managers = Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=shape.managers) if shape.managers else None
    return RailOptimized(
        switch=shape.switch,
        grow_to=grow_to,
        nodes_per_unit=shape.nodes_per_unit,
        taper=shape.ratio,
        split=shape.split,
        managers=managers,
    )


def _storage_fits(shape: _Shape, nodes: int) -> bool:
    """Tell whether a unit of the compute fabric has whole storage uplinks at 4:3, and ports for them."""
    unit = shape.unit
    if shape.on_one_switch(nodes):
        unit = (shape.radix - shape.managers) * shape.split // shape.rails
    return unit % 4 == 0 and unit + unit * 3 // 4 <= shape.radix


@st.composite
def _racks(
    draw: st.DrawFn, per_rack: st.SearchStrategy[int], networks: st.SearchStrategy[Literal["own-rack", "shared"]]
) -> RackRow:
    part = catalog.rack(draw(st.sampled_from(("generic/42u-600x1200", "generic/48u-800x1200"))))
    return RackRow(part=part, nodes_per_rack=draw(per_rack), network=draw(networks))


@st.composite
def _power(draw: st.DrawFn, feeds: st.SearchStrategy[int]) -> Feeds | None:
    count = draw(feeds)
    return Feeds(count=count, pdu=catalog.pdu("generic/400v-32a-3ph")) if count else None


def _cooled(kind: str) -> AirCooled | LiquidCooled | None:
    if kind == "air":
        return AirCooled()
    if kind == "in-row":
        return LiquidCooled(cdu=catalog.cdu("vertiv/xdu1350"))
    return LiquidCooled(cdu=catalog.cdu("supermicro/lcs-scdu-250l4001")) if kind == "in-rack" else None


@st.composite
def _left_out(draw: st.DrawFn, nodes: Nodes) -> Override:
    """Draw a node that is declared without one of its compute adapters."""
    names = [adapter.name for adapter in nodes.fitted.adapters if adapter.role == "compute"]
    path = nodes.path(draw(st.integers(0, nodes.count - 1)))
    part = nodes.fitted.without(draw(st.sampled_from(names)))
    return Override(where=path, part=part, because="the adapter is on back order")
