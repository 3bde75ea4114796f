"""What goes with a component, in one sentence: for whoever is woken by its alert."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.engineering.loss import Loss, loss

_STATES = {"down": "down", "degraded": "degraded", "unknown": "in a state that no data sheet tells"}


def blast(design: Design, path: str) -> str:
    """Return what the loss of a component does by design: nodes down or degraded, rails lost, links left."""
    return sentence(loss(design, path), sum(1 for _ in design.nodes()))


def sentence(found: Loss, nodes: int) -> str:
    """Return the loss as a sentence; ``nodes`` is how many there are in all."""
    pieces = [f"{count} of {nodes} nodes {_STATES[state]}" for state, count in found.nodes.items() if state in _STATES]
    pieces += [f"{count} nodes lose {_count(lost, 'link')} of their rails" for lost, count in found.rails.items()]
    pieces += [
        f"{left} of {total} links left on {where}"
        for where, (left, total) in found.bandwidth.items()
        # Every device takes its own management port along: that is no news.
        if not where.endswith(" oob") or found.element.startswith(where.removesuffix("oob").rstrip() + "/")
    ]
    others = [device for device, state in found.others.items() if state == "down" and device != found.element]
    if others:
        pieces.append(f"{_count(len(others), 'other device')} down")
    return "; ".join([*pieces, *found.notes]) or "nothing goes down by design"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


__all__ = ["blast", "sentence"]
