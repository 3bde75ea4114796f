"""The same bytes for the same workbook: fixed dates, fixed attributes, sorted names."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can hold."""

_MODIFIED = re.compile(rb"(<dcterms:(modified|created)[^>]*>)[^<]*(</dcterms:)")
_UNIX = 3
_READABLE = 0o644 << 16


def repack(data: bytes, edit: Callable[[str, bytes], bytes] = lambda _, content: content) -> bytes:
    """Return the archive without a trace of when and where it was made.

    Args:
        data: an Office document.
        edit: changes the content of a member, given its name.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist()):
            content = edit(name, old.read(name))
            if name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>1980-01-01T00:00:00Z\g<3>", content)
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system = _UNIX
            info.external_attr = _READABLE
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, content, compresslevel=6)
    return out.getvalue()
