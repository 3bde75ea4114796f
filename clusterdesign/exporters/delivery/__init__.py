"""The delivery plan: workbook, CSV of its stages, and a Gantt chart as DOT and SVG."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters import csvfile, xlsx
from clusterdesign.exporters.delivery.gantt import gantt_picture
from clusterdesign.exporters.diagrams.picture import to_dot
from clusterdesign.exporters.diagrams.render import svg
from clusterdesign.procurement.delivery import DeliveryPlan, delivery_plan
from clusterdesign.tables.delivery import delivery_book


def delivery_files(design: Design, lang: str) -> dict[str, bytes]:
    """Return the plan of a design under ``delivery/``.

    Raises:
        DesignError: stages or lots wait for what does not exist, or for each other.
    """
    return {f"delivery/{name}": content for name, content in plan_files(design, delivery_plan(design), lang).items()}


def plan_files(design: Design, plan: DeliveryPlan, lang: str) -> dict[str, bytes]:
    """Return the files of a plan by their name."""
    book = delivery_book(design, plan)
    dot = to_dot(gantt_picture(design, plan, lang))
    return {
        "delivery.xlsx": xlsx.render(book, lang),
        "delivery.csv": csvfile.render(book.sheets[0], lang),
        "gantt.gv": dot.encode(),
        "gantt.svg": svg(dot),
    }


__all__ = ["delivery_files", "plan_files"]
