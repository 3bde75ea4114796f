"""Cells for openpyxl that store what they are given: text as text, whatever it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.cell.cell import Cell

from clusterdesign.tables.values import excel_text

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet


class StyledCell(Cell):
    """A text or number with a style that the workbook knows already.

    openpyxl's own cell guesses the type from the text (``=1+1`` becomes a formula, ``#N/A`` an error) and looks
    its style up again for every cell, which doubles the time a large sheet takes.
    """

    __slots__ = ("_known_style",)

    def __init__(self, sheet: WriteOnlyWorksheet, value: str | int | float, style: int) -> None:
        super().__init__(sheet, row=1, column=1)
        self._known_style = style
        self._value: str | int | float = value
        if isinstance(value, str):
            self._value = excel_text(value)
            self.data_type = "s"

    @property
    def style_id(self) -> int:
        """Index of the style in the workbook."""
        return self._known_style

    @property
    def has_style(self) -> bool:
        """Always true: the style is known."""
        return True

    def __repr__(self) -> str:
        # openpyxl formats a message with this for every cell that it is handed; the place is not known yet.
        return "<StyledCell>"
