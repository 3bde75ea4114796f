"""The one error type that bad input raises.

An error says where it happened (file, line, cell), which thing is wrong, what is wrong with it and the way
out. The command line prints exactly this text and ends with exit code 2; nothing has been written by then.
"""

from __future__ import annotations


class DesignError(ValueError):
    """Bad input: a definition, a part, a file or an option that cannot be used.

    Args:
        what: what is wrong, one sentence without a full stop.
        thing: the path, part id or name the sentence is about.
        fix: what to write instead; the way out.
        where: ``file`` or ``file:line`` of the input, when it is known.
    """

    def __init__(self, what: str, *, thing: str = "", fix: str = "", where: str = "") -> None:
        self.what = what
        self.thing = thing
        self.fix = fix
        self.where = where
        super().__init__(str(self))

    def __str__(self) -> str:
        head = ": ".join(text for text in (self.where, self.thing, self.what) if text)
        return f"{head}\n  way out: {self.fix}" if self.fix else head

    def at(self, where: str) -> DesignError:
        """Return the same error with its place filled in, unless it already names one."""
        return DesignError(self.what, thing=self.thing, fix=self.fix, where=self.where or where)
