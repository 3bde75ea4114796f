"""Catalogues of other packages: their entry point names a directory of parts."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.errors import DesignError
from clusterdesign.plugins import loaded


def installed(name: str) -> Catalog:
    """Return the catalogue of a plug-in, layered over the built-in one.

    It is asked for by name and never mixed in by itself: the same definition gives the same design whatever else
    is installed. Its ids begin with its name, so that no part of ours is replaced behind a designer's back.

    Raises:
        DesignError: there is no such plug-in, it cannot be used, or a part has another vendor.
    """
    good, bad = loaded("catalogs")
    for failed in bad:
        if failed.plugin.name == name:
            raise DesignError(
                failed.what, thing=f"plug-in {failed.plugin}", where=failed.place, fix="repair or remove the package"
            )
    found = next((one for one in good if one.plugin.name == name), None)
    if found is None:
        known = ", ".join(one.plugin.name for one in good)
        raise DesignError(
            "no such catalogue is installed",
            thing=name,
            fix=f"installed are {known}" if known else "install its package; plug-ins may also be switched off",
        )
    root = found.value
    thing = f"plug-in {found.plugin}"
    if not isinstance(root, Traversable) or not root.is_dir():
        raise DesignError("its entry point is no directory of parts", thing=thing, fix="name a path that is one")
    own = Catalog(((root, thing),))
    foreign = next((id_ for id_ in own.ids() if not id_.startswith(f"{name}/")), None)
    if foreign is not None:
        raise DesignError(f"its part {foreign} is not of {name}", thing=thing, fix=f"put its parts into {name}/<kind>/")
    return Catalog((*Catalog.builtin().layers, *own.layers))
