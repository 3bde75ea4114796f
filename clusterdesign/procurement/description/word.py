"""Texts of a Word document, paragraph by paragraph, whatever part of it they stand in."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree as ET  # document types, which could do harm, are refused below

from clusterdesign.errors import DesignError

DOCUMENT = "word/document.xml"

UNPACKED = 64 * 1024 * 1024
"""Bytes of all parts that are read."""

_PARTS = re.compile(r"word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml|docProps/core\.xml")

_NAMES = {"document": "text", "header": "head of the pages", "footer": "foot of the pages", "core": "properties"}

_BREAKS = frozenset({"br", "cr", "tab"})


def paragraphs(data: bytes, where: str) -> Iterator[tuple[str, str]]:
    """Yield where a paragraph stands (``text, paragraph 7``) and its text, its pieces of one format put together.

    Raises:
        DesignError: the file is damaged, encrypted, no Word document, or unpacks to too much.
    """
    archive = _opened(data, where)
    room = UNPACKED
    for info in sorted(archive.infolist(), key=lambda info: (info.filename != DOCUMENT, info.filename)):
        if not _PARTS.fullmatch(info.filename):
            continue
        room -= info.file_size
        if room < 0:
            raise DesignError(
                f"unpacks to more than {UNPACKED // 1024**2} MiB", where=where, fix="check its parts alone"
            )
        stem = info.filename.rpartition("/")[2].removesuffix(".xml").rstrip("0123456789")
        for n, text in enumerate(_texts(_content(archive, info, where), where), 1):
            yield f"{_NAMES.get(stem, stem)}, paragraph {n}", text


def _opened(data: bytes, where: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise _damaged(where) from error
    if DOCUMENT not in archive.namelist():
        raise DesignError("is no Word document", where=where, fix="name a .docx, .xlsx, .csv or .txt file")
    return archive


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes:
    if info.flag_bits & 1:
        raise DesignError("is encrypted", where=where, fix="take off its password and save it again")
    try:
        return archive.read(info)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
        raise _damaged(where) from error


def _texts(content: bytes, where: str) -> Iterator[str]:
    """Yield the texts of the paragraphs of a part; of a part without any, those of its elements."""
    if b"<!DOCTYPE" in content or not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        raise _damaged(where)
    try:
        root = ET.fromstring(content)  # noqa: S314  # see above
    except ET.ParseError as error:
        raise _damaged(where) from error
    found = [element for element in root.iter() if _local(element) == "p"]
    if not found:
        yield from (element.text for element in root.iter() if element.text and element.text.strip())
    for paragraph in found:
        text = "".join(_pieces(paragraph))
        if text.strip():
            yield text


def _pieces(paragraph: ET.Element) -> Iterator[str]:
    """Yield the pieces of a paragraph; those of a paragraph in a text box within it belong to that one."""
    for element in paragraph:
        name = _local(element)
        if name == "t":
            yield element.text or ""
        elif name in _BREAKS:
            yield " "
        elif name != "p":
            yield from _pieces(element)


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _damaged(where: str) -> DesignError:
    return DesignError(
        "is damaged or cut off", where=where, fix="open it in a word processor and save it as .docx again"
    )


__all__ = ["DOCUMENT", "paragraphs"]
