"""``proposal/``: the project document as Word and as PDF, and the definitions that its figures come from."""

from __future__ import annotations

from clusterdesign.exporters.diagrams.cooling import cooling_picture
from clusterdesign.exporters.diagrams.fabric import fabric_picture
from clusterdesign.exporters.diagrams.floor import floor_picture
from clusterdesign.exporters.diagrams.picture import Picture
from clusterdesign.exporters.diagrams.power import power_picture
from clusterdesign.exporters.diagrams.racks import racks_picture
from clusterdesign.exporters.docx import render
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.exporters.pdf import document_pdf
from clusterdesign.sizing.definition import definition
from clusterdesign.tables.proposal import Offer, proposal_document

_PICTURES = {
    "fabric": fabric_picture,
    "racks": racks_picture,
    "floor": floor_picture,
    "power": power_picture,
    "cooling": cooling_picture,
}


def proposal_drawings(offer: Offer, lang: str) -> dict[str, Picture]:
    """Return the drawings of the offered design, by the names that the document uses."""
    return {name: draw(offer.chosen.design, lang) for name, draw in _PICTURES.items()}


def proposal_files(offer: Offer, lang: str = "en") -> FileSet:
    """Return ``proposal/proposal.docx`` and ``.pdf``, and ``candidates/<name>.py`` for each configuration.

    Args:
        offer: what is offered.
        lang: ``en`` or ``ru``.

    Raises:
        DesignError: there is no such language.
    """
    document = proposal_document(offer, lang)
    drawings = proposal_drawings(offer, lang)
    return FileSet(
        {
            "proposal/proposal.docx": render(document, drawings),
            "proposal/proposal.pdf": document_pdf(document, drawings),
            **{
                f"candidates/{one.name}.py": definition(one.understood, one.candidate).encode()
                for one in offer.configurations
            },
        }
    )


__all__ = ["proposal_drawings", "proposal_files"]
