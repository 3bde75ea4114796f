"""A design that leaves things out gives a document that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clusterdesign.exporters.proposal import proposal_files
from clusterdesign.tables.proposal import Offer, proposal_document
from clusterdesign.tables.proposal.teller import Teller
from tests.proposal.reading import whole


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_design_without_racks_power_cooling_and_storage_is_told(lang: str, small: Offer) -> None:
    design = replace(
        small.chosen.design, racks=(), placements=(), feeds=(), cords=(), pdu_feeds=(), heat=(), halls=(), storage=()
    )
    bare = replace(small, chosen=replace(small.chosen, design=design))
    text = whole(proposal_document(bare, lang))
    tell = Teller(lang)

    for key in ("racks.none", "power.none", "cooling.none", "storage.none"):
        assert tell(key) in text
    assert proposal_files(bare, lang)["proposal/proposal.pdf"].startswith(b"%PDF-")


def test_a_design_without_networks_is_printed(small: Offer) -> None:
    design = replace(small.chosen.design, fabrics=(), links=(), cables=(), transceivers=(), storage=())
    bare = replace(small, chosen=replace(small.chosen, design=design))

    assert proposal_files(bare)["proposal/proposal.docx"].startswith(b"PK")
