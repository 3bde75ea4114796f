"""The ZIP archive that an XLSX is: its XML parts, each read whole and only if it is harmless."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree as ET  # document types, which could do harm, are refused below

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.limits import UNPACKED

AGAIN = "open it in a spreadsheet program and save it as Excel workbook (.xlsx) again"

WORKBOOK = "xl/workbook.xml"

_KINDS = {
    "mimetype": "is an OpenDocument file",
    "xl/workbook.bin": "is a binary workbook (.xlsb)",
    "word/document.xml": "is a Word document",
    "ppt/presentation.xml": "is a presentation",
    "Index/Document.iwa": "is a document of Numbers",
}
"""What an archive with this member is, if it is no XLSX."""


class Archive:
    """The parts of a workbook by their name in lower case, which is how Excel compares them.

    Raises:
        DesignError: the archive is damaged or encrypted, no workbook, unpacks to too much, or holds a macro.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.where = where
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise self.damaged() from error
        self._members = {info.filename.lower(): info for info in self._zip.infolist()}
        self._read = 0
        self._refuse()

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._members

    def damaged(self) -> DesignError:
        """Return the error for what cannot be read."""
        return DesignError("is damaged or cut off", where=self.where, fix=f"fetch it anew, or {AGAIN}")

    def links(self) -> list[str]:
        """Return the names of the parts that link to other files."""
        return sorted(name for name in self._members if name.startswith("xl/externallinks/") and name.endswith(".xml"))

    def content(self, name: str) -> bytes:
        """Return a part; empty if there is none.

        Raises:
            DesignError: the archive is damaged, encrypted or too large there.
        """
        info = self._members.get(name.lower())
        if info is None:
            return b""
        # The declared size binds: the archive's reader stops there and compares the checksum.
        self._read += info.file_size
        if self._read > UNPACKED:
            raise DesignError(
                f"unpacks to more than {UNPACKED // 1024**2} MiB",
                where=self.where,
                fix="keep only the sheet with the lines in it",
            )
        if info.flag_bits & 1:
            raise DesignError("is encrypted", where=self.where, fix="take off its password and save it again")
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise self.damaged() from error

    def elements(self, name: str) -> Iterator[ET.Element]:
        """Yield the elements of a part when they are complete, the innermost first.

        Raises:
            DesignError: it is no XML, or declares a document type.
        """
        content = self.content(name)
        if not content:
            return
        # Excel writes UTF-8; in another encoding a document type could hide.
        if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") or b"<!DOCTYPE" in content:
            raise self.damaged()
        try:
            for _, element in ET.iterparse(io.BytesIO(content)):  # noqa: S314
                yield element
        except ET.ParseError as error:
            raise self.damaged() from error

    def _refuse(self) -> None:
        if WORKBOOK not in self:
            kind = next((what for name, what in _KINDS.items() if name in self), "is an archive, not a workbook")
            raise DesignError(kind, where=self.where, fix="save it as Excel workbook (.xlsx) or as CSV UTF-8")
        if any(name.endswith("vbaproject.bin") or name.startswith("xl/macrosheets/") for name in self._members) or (
            b"macroEnabled" in self.content("[Content_Types].xml")
        ):
            raise DesignError(
                "holds macros",
                where=self.where,
                fix="save it as Excel workbook (.xlsx), which has none, or as CSV UTF-8",
            )


def local(name: str) -> str:
    """Return the name of an element or attribute without its namespace: strict and usual workbooks differ in it."""
    return name.rpartition("}")[2]


__all__ = ["AGAIN", "WORKBOOK", "Archive", "local"]
