"""Invariants of records and names, and of what links and cables say about each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import fields
from typing import Any

from clusterdesign.design import Design
from clusterdesign.design.manifest import dump, load
from clusterdesign.errors import DesignError
from clusterdesign.names import check_name, natural_key
from clusterdesign.parts import Caged, Fibre
from clusterdesign.parts import Transceiver as ModulePart

_COLLECTIONS = ("devices", "racks", "links", "transceivers", "cables", "trays", "routes", "feeds", "cords")


def records_are_sorted(design: Design) -> list[str]:
    """Every collection is in natural order of its paths, so that equal designs are equal bytes."""
    found = []
    for name in _COLLECTIONS:
        keys = [natural_key(record.path) for record in getattr(design, name)]
        if keys != sorted(keys):
            found.append(f"{name} are not sorted")
    return found


def what_is_written_is_read_back(design: Design) -> list[str]:
    """A design that is written and read is the same, and is written as the same bytes again."""
    written = dump(design)
    again = load(written)
    return [] if again == design and dump(again) == written else ["the design that is read back differs"]


def names_can_be_written_anywhere(design: Design) -> list[str]:
    """Every segment of a device's and a rack's path is a plain name."""
    found = []
    for path in (*design.device, *design.rack):
        try:
            for segment in path.split("/"):
                check_name(segment)
        except DesignError as error:
            found.append(f"{path}: {error.what}")
    return found


def parts_are_in_use(design: Design) -> list[str]:
    """The design carries no part that no record names; adapters and GPUs are named by their node."""
    used: set[str] = set()
    for collection in fields(design):
        for record in getattr(design, collection.name) if collection.name in _named(design) else ():
            used |= {value for name in _names_of(record) if isinstance(value := getattr(record, name), str)}
    for part in design.parts.values():
        used |= {adapter.part for adapter in getattr(part, "adapters", ()) if adapter.part}
        used.add(getattr(part, "gpu", None) or "")
    return [f"{id_} is not in use" for id_ in design.parts if id_ not in used]


def _named(design: Design) -> set[str]:
    """Return the collections of records."""
    return {f.name for f in fields(design) if isinstance(getattr(design, f.name), tuple)}


def _names_of(record: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(record))


def nodes_are_numbered_through(design: Design) -> list[str]:
    """The indices of the nodes are 0, 1, 2 ... without a gap, in the order of their paths within a group."""
    indices = sorted(node.index for node in design.nodes())
    return [] if indices == list(range(len(indices))) else [f"the indices are {indices}"]


def notes_are_about_components(design: Design) -> list[str]:
    """Every reason is about a component or a fabric that is there."""
    fabrics = set(design.fabric)
    known = {*design.component, *fabrics, design.name}
    return [f"{note.path}: {note.text}" for note in design.notes if note.path not in known]


def exceptions_change_what_they_match(design: Design) -> list[str]:
    """An exception changes at most what it matches, and only what is there."""
    found = [
        f"{deviation.where} changes {len(deviation.changed)} of {deviation.matched}"
        for deviation in design.deviations
        if len(deviation.changed) > deviation.matched
    ]
    named = (path for deviation in design.deviations for path in deviation.changed)
    return found + [f"{path} is not there" for path in named if path not in design.component]


def paths_tell_where_things_are(design: Design) -> list[str]:
    """The path of a link names its lower end, that of a module its cage, that of a cord its supply."""
    found = [link.path for link in design.links if link.path != f"link/{link.a}"]
    found += [m.path for m in design.transceivers if m.path != f"transceiver/{m.device}:{m.cage}"]
    found += [cord.path for cord in design.cords if cord.path != f"cord/{cord.device}:psu{cord.supply}"]
    return [f"{path} does not tell where it is" for path in found]


def cables_are_named_after_their_first_end(design: Design) -> list[str]:
    """The path of a cable begins with the device of its first end."""
    return [
        f"{cable.path} begins at {cable.ends[0].device}"
        for cable in design.cables
        if not cable.path.startswith(f"cable/{cable.ends[0].device}:")
    ]


# -- links and cables ---------------------------------------------------------------------------------------------


def links_join_two_devices(design: Design) -> list[str]:
    """No device is linked to itself."""
    return [f"{link.path} ends where it begins" for link in design.links if link.a.device == link.b.device]


def links_end_on_a_switch_of_their_fabric(design: Design) -> list[str]:
    """The upper end of a link is a switch of the link's fabric."""
    found = []
    for link in design.links:
        upper = design.device[link.b.device]
        if upper.kind != "switch" or upper.fabric != link.fabric:
            found.append(f"{link.path} of {link.fabric} ends on {upper.path}")
    return found


def links_climb_one_tier(design: Design) -> list[str]:
    """A link between switches goes from leaf to spine or from spine to core, as its tier says."""
    tiers = {"leaf-spine": ("leaf", "spine"), "spine-core": ("spine", "core")}
    found = []
    for link in design.links:
        roles = design.device[link.a.device].role, design.device[link.b.device].role
        if link.tier in tiers and roles != tiers[link.tier]:
            found.append(f"{link.path} on {link.tier} joins {' and '.join(roles)}")
    return found


def links_are_no_faster_than_their_ports(design: Design) -> list[str]:
    """A link runs at no more than the speed of either port."""
    found = []
    for link in design.links:
        for ref in (link.a, link.b):
            port = design.port(ref)
            if port is not None and port.speed < link.speed:
                found.append(f"{link.path}: {link.speed} on {ref} of {port.speed}")
    return found


def rails_are_those_of_the_fabric(design: Design) -> list[str]:
    """The rail of a link is one of its fabric."""
    return [
        f"{link.path}: rail {link.rail} of {design.fabric[link.fabric].rails}"
        for link in design.links
        if link.rail is not None and not 1 <= link.rail <= design.fabric[link.fabric].rails
    ]


def switches_are_linked(design: Design) -> list[str]:
    """No switch of a fat-tree is bought that nothing is linked to; a management network may reserve some."""
    linked = {ref.device for link in design.links for ref in (link.a, link.b)}
    return [
        f"{switch.path} has no link"
        for switch in design.switches()
        if switch.path not in linked and design.fabric[switch.fabric].levels > 0
    ]


def nodes_of_a_fabric_reach_each_other(design: Design) -> list[str]:
    """The nodes of a fat-tree reach each other over its links, except over rails that are apart by design."""
    found = []
    for fabric in design.fabrics:
        if fabric.levels < 1:
            continue
        parent: dict[str, str] = {}

        def root(path: str, parent: dict[str, str] = parent) -> str:
            while parent.setdefault(path, path) != path:
                path = parent[path]
            return path

        for link in design.links:
            if link.fabric == fabric.name:
                parent[root(link.a.device)] = root(link.b.device)
        roots = {root(node.path) for node in design.nodes() if node.path in parent}
        if len(roots) > 1:
            found.append(f"{fabric.name} falls into {len(roots)} pieces")
    return found


def cables_stay_in_their_fabric(design: Design) -> list[str]:
    """All links of a cable are of the fabric and the tier that the cable names."""
    return [
        f"{cable.path} of {cable.fabric}, {cable.tier} carries {path}"
        for cable in design.cables
        for path in cable.links
        if (design.link[path].fabric, design.link[path].tier) != (cable.fabric, cable.tier)
    ]


def cables_have_the_ends_of_their_part(design: Design) -> list[str]:
    """A cable has as many ends as its part: two, or the tails of a splitter and its head."""
    found = []
    for cable in design.cables:
        part = design.cable_part(cable)
        ends = 1 + part.split if isinstance(part, Fibre) else len(part.ends)
        if len(cable.ends) != ends:
            found.append(f"{cable.path} has {len(cable.ends)} ends, {part.id} has {ends}")
    return found


def transceivers_of_a_cable_match(design: Design) -> list[str]:
    """The modules at the ends of a fibre are of one signalling and one kind of fibre."""
    found = []
    for cable in design.cables:
        kinds: set[Any] = set()
        for end in cable.ends:
            module = design.transceiver_in.get((end.device, end.cage)) if end.connector is not None else None
            part = design.parts[module.part] if module is not None else None
            if isinstance(part, ModulePart):
                kinds.add((part.signalling, part.fibre, part.connector))
        if len(kinds) > 1:
            found.append(f"{cable.path} joins modules of {len(kinds)} kinds")
    return found


def transceivers_fill_cages_that_exist(design: Design) -> list[str]:
    """A module sits in a cage of its device, and a part has no two modules in one."""
    found = []
    for module in design.transceivers:
        part = design.parts[design.device[module.device].part]
        if not isinstance(part, Caged) or module.cage not in {cage.name for cage in part.cages}:
            found.append(f"{module.path}: no such cage")
    return found


def nodes_have_as_many_links_as_ports(design: Design) -> list[str]:
    """A node has one link for each port of its role in a fabric, over all planes of it."""
    links: dict[tuple[str, str], int] = defaultdict(int)
    for link in design.links:
        links[link.a.device, design.fabric[link.fabric].node_role] += 1
    roles = {fabric.node_role for fabric in design.fabrics if fabric.levels > 0}
    found = []
    for node in design.nodes():
        part = design.part_of(node)
        ports = Counter(port.role for port in getattr(part, "port_named", {}).values() if port.name in _own(part))
        found += [
            f"{node.path} has {links[node.path, role]} links on {ports[role]} {role} ports"
            for role in sorted(roles)
            if links[node.path, role] > ports[role]
        ]
    return found


def _own(part: Any) -> set[str]:
    """Return the names of the whole ports of a part."""
    return {port.name for cage in getattr(part, "cages", ()) for port in cage.ports}


RECORDS = (
    records_are_sorted,
    what_is_written_is_read_back,
    names_can_be_written_anywhere,
    parts_are_in_use,
    nodes_are_numbered_through,
    notes_are_about_components,
    exceptions_change_what_they_match,
    paths_tell_where_things_are,
    cables_are_named_after_their_first_end,
    links_join_two_devices,
    links_end_on_a_switch_of_their_fabric,
    links_climb_one_tier,
    links_are_no_faster_than_their_ports,
    rails_are_those_of_the_fabric,
    switches_are_linked,
    nodes_of_a_fabric_reach_each_other,
    cables_stay_in_their_fabric,
    cables_have_the_ends_of_their_part,
    transceivers_of_a_cable_match,
    transceivers_fill_cages_that_exist,
    nodes_have_as_many_links_as_ports,
)
