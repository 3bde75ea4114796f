"""Names that every target takes: hosts, virtual machines, Kubernetes objects, files, projects."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from clusterdesign.errors import DesignError

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""A label of RFC 1123, as Kubernetes and Proxmox VE ask for: at most 63 characters."""

_DIGITS = 8


def dns_label(text: str, *, limit: int = 63) -> str:
    """Return a label of RFC 1123 for a text: lower case, hyphens for everything else.

    What is too long, or would lose a character, ends in eight hexadecimal digits of the SHA-256 of the text, so that
    two texts never share a label by being cut.

    Args:
        text: a path, a name, anything.
        limit: most characters of the label, at least 10.
    """
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    kept = re.sub(r"[/._]", "-", text.lower())
    if plain and plain == kept and len(plain) <= limit:
        return plain
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    head = plain[: limit - _DIGITS - 1].strip("-")
    return f"{head or 'x'}-{digest}"


def project_name(cluster: str) -> str:
    """Return the name of the Pulumi project of a cluster: letters, digits, ``- _ .``."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", cluster)


def distinct(texts: Iterable[str], what: str) -> Mapping[str, str]:
    """Return the label of every text.

    Raises:
        DesignError: two of them have the same label, ``gpu/1`` and ``gpu-1``.
    """
    labels: dict[str, str] = {}
    by_label: dict[str, str] = {}
    for text in texts:
        label = labels[text] = dns_label(text)
        other = by_label.setdefault(label, text)
        if other != text:
            raise DesignError(
                f"{what} {other!r} and {text!r} are both called {label}",
                thing=text,
                fix="name one of them otherwise",
            )
    return labels
