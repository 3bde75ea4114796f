"""Documents of the site."""

from __future__ import annotations

from clusterdesign import Design
from clusterdesign.rules import Report


def labels(design: Design, report: Report, lang: str) -> dict[str, bytes]:
    """List the devices for the label printer; the files go into the folder ``acme``."""
    del report, lang
    lines = [f"{device.path};{device.part}" for device in design.devices]
    return {"labels.txt": ("\n".join(lines) + "\n").encode()}
