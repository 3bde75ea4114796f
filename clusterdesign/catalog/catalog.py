"""A catalogue: parts by id, parsed when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, TypeVar, overload

from clusterdesign.catalog.files import PLACE, Entry, entries, read
from clusterdesign.catalog.kinds import KINDS, Kind
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key
from clusterdesign.parts import (
    Appliance,
    Cable,
    CduPart,
    Fibre,
    FittingPart,
    Gpu,
    Hca,
    Node,
    Part,
    PduPart,
    QuickDisconnectPart,
    RackPart,
    StorageBox,
    Switch,
    Transceiver,
)

_P = TypeVar("_P", bound=Part)


class Catalog:
    """Parts by id. A catalogue is layers of directories; in a later layer an id replaces the same id below.

    Args:
        layers: directories and how messages name them, the lowest first.
    """

    def __init__(self, layers: tuple[tuple[Traversable, str], ...]) -> None:
        self.layers = layers
        self._parts: dict[str, Part] = {}

    @classmethod
    def builtin(cls) -> Catalog:
        """Return the catalogue that comes with the package."""
        return cls(((files("clusterdesign.catalog") / "data", "catalogue"),))

    @classmethod
    def load(cls, path: str | Path, *, base: Catalog | None = None) -> Catalog:
        """Return a directory of parts, layered over ``base``; over the built-in catalogue where that is None.

        Raises:
            DesignError: there is no such directory, or a file in it lies in the wrong place.
        """
        root = Path(path)
        if not root.is_dir():
            raise DesignError("is not a directory", where=str(path), fix=f"name a directory, and {PLACE}")
        made = cls((*(base or cls.builtin()).layers, (root, str(path))))
        made.ids()  # reads the layout, so that a misplaced file is found here
        return made

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        found: dict[str, Entry] = {}
        for root, where in self.layers:
            layer: dict[str, Entry] = {}
            for entry in entries(root, where):
                other = layer.setdefault(entry.id, entry)
                if other is not entry:
                    raise DesignError(
                        f"the id is taken by {other.where}",
                        thing=entry.id,
                        where=entry.where,
                        fix="give one of them another file name",
                    )
            found |= layer
        return dict(sorted(found.items(), key=lambda item: natural_key(item[0])))

    def ids(self, kind: Kind | None = None) -> tuple[str, ...]:
        """Return the ids of one kind, or all of them, in natural order.

        Raises:
            DesignError: there is no such kind.
        """
        if kind is not None and kind not in KINDS:
            raise DesignError(f"{kind!r} is no kind of part", fix=f"the kinds are {', '.join(KINDS)}")
        return tuple(id_ for id_, entry in self._entries.items() if kind in (None, entry.kind))

    def part(self, id_: str, /) -> Part:
        """Return the part of an id, whatever its kind.

        Raises:
            DesignError: there is no such id, or its file is faulty.
        """
        part = self._parts.get(id_)
        if part is None:
            entry = self._entries.get(id_)
            if entry is None:
                raise self._unknown(id_)
            part = self._parts[id_] = read(entry)
        return part

    def where(self, id_: str, /) -> str:
        """Return the file that an id comes from.

        Raises:
            DesignError: there is no such id.
        """
        entry = self._entries.get(id_)
        if entry is None:
            raise self._unknown(id_)
        return entry.where

    # fmt: off
    @overload
    def parts(self, kind: Literal["node"]) -> tuple[Node, ...]: ...
    @overload
    def parts(self, kind: Literal["hca"]) -> tuple[Hca, ...]: ...
    @overload
    def parts(self, kind: Literal["switch"]) -> tuple[Switch, ...]: ...
    @overload
    def parts(self, kind: Literal["appliance"]) -> tuple[Appliance, ...]: ...
    @overload
    def parts(self, kind: Literal["storage"]) -> tuple[StorageBox, ...]: ...
    @overload
    def parts(self, kind: Literal["gpu"]) -> tuple[Gpu, ...]: ...
    @overload
    def parts(self, kind: Literal["cable"]) -> tuple[Cable, ...]: ...
    @overload
    def parts(self, kind: Literal["transceiver"]) -> tuple[Transceiver, ...]: ...
    @overload
    def parts(self, kind: Literal["fibre"]) -> tuple[Fibre, ...]: ...
    @overload
    def parts(self, kind: Literal["rack"]) -> tuple[RackPart, ...]: ...
    @overload
    def parts(self, kind: Literal["pdu"]) -> tuple[PduPart, ...]: ...
    @overload
    def parts(self, kind: Literal["cdu"]) -> tuple[CduPart, ...]: ...
    @overload
    def parts(self, kind: Literal["quick-disconnect"]) -> tuple[QuickDisconnectPart, ...]: ...
    @overload
    def parts(self, kind: Literal["fitting"]) -> tuple[FittingPart, ...]: ...
    @overload
    def parts(self, kind: None = None) -> tuple[Part, ...]: ...
    # fmt: on
    def parts(self, kind: Kind | None = None) -> tuple[Part, ...]:
        """Return the parts of one kind, or all of them, in natural order of their ids.

        Raises:
            DesignError: there is no such kind, or a file is faulty.
        """
        return tuple(self.part(id_) for id_ in self.ids(kind))

    def node(self, id_: str, /) -> Node:
        """Return a node. Like every call for one kind it raises :class:`DesignError` for a part of another."""
        return self._of(Node, id_)

    def hca(self, id_: str, /) -> Hca:
        """Return an adapter or DPU."""
        return self._of(Hca, id_)

    def switch(self, id_: str, /) -> Switch:
        """Return a switch."""
        return self._of(Switch, id_)

    def appliance(self, id_: str, /) -> Appliance:
        """Return an appliance."""
        return self._of(Appliance, id_)

    def storage(self, id_: str, /) -> StorageBox:
        """Return a storage box."""
        return self._of(StorageBox, id_)

    def gpu(self, id_: str, /) -> Gpu:
        """Return a GPU."""
        return self._of(Gpu, id_)

    def cable(self, id_: str, /) -> Cable:
        """Return a cable."""
        return self._of(Cable, id_)

    def transceiver(self, id_: str, /) -> Transceiver:
        """Return a transceiver."""
        return self._of(Transceiver, id_)

    def fibre(self, id_: str, /) -> Fibre:
        """Return a fibre."""
        return self._of(Fibre, id_)

    def rack(self, id_: str, /) -> RackPart:
        """Return a rack."""
        return self._of(RackPart, id_)

    def pdu(self, id_: str, /) -> PduPart:
        """Return a PDU."""
        return self._of(PduPart, id_)

    def cdu(self, id_: str, /) -> CduPart:
        """Return a coolant distribution unit."""
        return self._of(CduPart, id_)

    def quick_disconnect(self, id_: str, /) -> QuickDisconnectPart:
        """Return a quick disconnect."""
        return self._of(QuickDisconnectPart, id_)

    def fitting(self, id_: str, /) -> FittingPart:
        """Return a fitting: a hose, manifold, coolant, rear door or blanking panel."""
        return self._of(FittingPart, id_)

    def _of(self, model: type[_P], id_: str) -> _P:
        wanted = next(info for info in KINDS.values() if info.model is model)
        if id_ not in self._entries:
            raise self._unknown(id_, wanted.name)
        part = self.part(id_)
        if isinstance(part, model):
            return part
        info = KINDS[part.kind]
        raise DesignError(f"is {info.title}, not {wanted.title}", thing=id_, fix=f'write catalog.{info.call}("{id_}")')

    def _unknown(self, id_: str, kind: Kind | None = None) -> DesignError:
        near = get_close_matches(id_.lower(), self.ids(kind), n=3, cutoff=0.5)
        near = near or get_close_matches(id_.lower(), self.ids(), n=3, cutoff=0.4)
        return DesignError(
            "no such part in the catalogue" if kind is None else f"no such {kind} in the catalogue",
            thing=id_,
            fix=f"did you mean {' or '.join(near)}?" if near else "`clusterdesign catalog list` prints every id",
        )
