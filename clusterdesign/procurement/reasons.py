"""Why a line of the bill has its quantity: the rule behind the number, as elaboration wrote it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clusterdesign.design import Design
from clusterdesign.procurement.items import Bought


def reason(design: Design, items: Sequence[Bought]) -> str:
    """Return the reasons of a line, the most frequent first."""
    texts: Counter[str] = Counter()
    for item in items:
        texts.update([item.why] if item.why else design.note.get(item.path, ()))
    return "; ".join(text for text, _ in texts.most_common(3))


__all__ = ["reason"]
