"""For hypothesis: ``st.from_type(Cluster)`` and ``st.from_type(Design)``; hypothesis loads it by its entry point."""

from __future__ import annotations


def register() -> None:
    """Tell hypothesis how to draw a cluster, a design and a part. The strategies are made when they are used."""
    from hypothesis import strategies as st  # noqa: PLC0415  # hypothesis is being imported when this runs

    from clusterdesign.design import Design  # noqa: PLC0415
    from clusterdesign.intent import Cluster  # noqa: PLC0415
    from clusterdesign.parts import Part  # noqa: PLC0415

    def clusters() -> st.SearchStrategy[Cluster]:
        from clusterdesign.testing import drawn, strategies  # noqa: PLC0415

        return drawn.explained(strategies.clusters())

    def designs() -> st.SearchStrategy[Design]:
        from clusterdesign.testing import drawn  # noqa: PLC0415

        return drawn.designs()

    def parts() -> st.SearchStrategy[Part]:
        from clusterdesign.testing import drawn  # noqa: PLC0415

        return drawn.parts()

    st.register_type_strategy(Cluster, st.deferred(clusters))
    st.register_type_strategy(Design, st.deferred(designs))
    st.register_type_strategy(Part, st.deferred(parts))
