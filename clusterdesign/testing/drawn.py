"""More that hypothesis can draw: parts, policies, designs; and how a drawn cluster is shown when a test fails."""

from __future__ import annotations

from typing import Any

from hypothesis import note
from hypothesis import strategies as st

from clusterdesign.catalog import builtin
from clusterdesign.catalog.kinds import KINDS, Kind
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.fabric import Cabling, Management, RailOptimized, StorageFabric
from clusterdesign.intent import Cluster
from clusterdesign.parts import Part
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, RackRow
from clusterdesign.testing.paste import definition
from clusterdesign.testing.proof import shown
from clusterdesign.testing.strategies import clusters


def parts(*kinds: Kind) -> st.SearchStrategy[Part]:
    """Draw parts of the catalogue, of some kinds if they are named; the first id is the simplest."""
    ids = [id_ for kind in (kinds or tuple(KINDS)) for id_ in builtin.ids(kind)]  # type: ignore[arg-type]  # keys are kinds
    return st.sampled_from(ids).map(builtin.part)


def fabrics() -> st.SearchStrategy[RailOptimized | StorageFabric | Management]:
    """Draw the policy of a fabric."""
    switches = st.sampled_from(("nvidia/mqm9700-ns2f", "nvidia/mqm8700-hs2f")).map(builtin.switch)
    tapers = st.sampled_from(("1:1", "2:1", "4:3"))
    return st.one_of(
        st.builds(RailOptimized, switch=switches, taper=tapers),
        st.builds(StorageFabric, switch=switches, taper=tapers),
        st.just(Management(switch=builtin.switch("nvidia/msn2201-cb2fc"))),
    )


def sites() -> st.SearchStrategy[RackRow | Feeds | AirCooled | LiquidCooled | Cabling]:
    """Draw a policy of the site: racks, power, cooling or cabling."""
    racks = st.sampled_from(builtin.parts("rack")).filter(lambda part: (part.size.height_u or 0) > 2)  # noqa: PLR2004
    return st.one_of(
        st.builds(RackRow, part=racks, nodes_per_rack=st.integers(1, 4)),
        st.builds(Feeds, count=st.integers(1, 3), pdu=st.sampled_from(builtin.parts("pdu"))),
        st.just(AirCooled()),
        st.builds(LiquidCooled, cdu=st.sampled_from(builtin.parts("cdu"))),
        st.builds(Cabling, prefer=st.sampled_from(("copper", "optics", "singlemode"))),
    )


def designs(**keywords: Any) -> st.SearchStrategy[Design]:
    """Draw designs; keywords are those of :func:`clusterdesign.testing.strategies.clusters`.

    When a test fails, the smallest design that fails is printed as a drawing and as a definition to paste.
    """
    return clusters(**keywords).map(_elaborated)


def explained(strategy: st.SearchStrategy[Cluster]) -> st.SearchStrategy[Cluster]:
    """Draw the same clusters; when a test fails, the smallest one is printed as a definition to paste."""
    return strategy.map(_noted)


def _elaborated(cluster: Cluster) -> Design:
    design = elaborate(cluster)
    note("\n".join(shown(cluster, design)))
    return design


def _noted(cluster: Cluster) -> Cluster:
    note(f"definition to paste:\n{definition(cluster)}")
    return cluster
