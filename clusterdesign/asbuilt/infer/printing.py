"""The definition of a guess, as Python that ``clusterdesign check`` accepts."""

from __future__ import annotations

from clusterdesign.asbuilt.infer.guess import Guess, reserved
from clusterdesign.asbuilt.infer.parts import Parts
from clusterdesign.fabric.fattree import ratio_text
from clusterdesign.intent import Cluster

_TWO = 2
_NODE_ONLY = "Adapter, Cage, Node, Port, Size"


def definition(guess: Guess, parts: Parts) -> str:
    """Return the text of a definition file."""
    made = "Adapter, Cage, CageRow, Node, Port, Size, Switch" if "CageRow" in parts.made else _NODE_ONLY
    return _TEMPLATE.format(
        guesses="\n".join(f"# {line}" for line in parts.why),
        managers_import="Managers, " if guess.managers else "",
        made_import=f"from clusterdesign.parts import {made}\n" if parts.made else "",
        made=parts.made,
        node=parts.node,
        hca=parts.hca,
        count=guess.nodes,
        name=guess.name,
        first=guess.first,
        fields="\n".join(f"            {line}," for line in _fields(guess, parts)),
        fabric=guess.fabric,
    )


def cluster(text: str) -> Cluster:
    """Return the cluster that a definition binds: the text is run, so that both are one thing."""
    space: dict[str, object] = {}
    # Names of the dump stand in it only where they consist of letters, digits and a few signs: see naming.
    exec(compile(text, "<inferred>", "exec"), space)  # noqa: S102  # our own text
    value = space["cluster"]
    assert isinstance(value, Cluster)  # noqa: S101  # the template binds one
    return value


def _fields(guess: Guess, parts: Parts) -> list[str]:
    fields = [f'name="{guess.fabric}"', f"switch={parts.switch}"]
    if parts.split == _TWO:
        fields.append("split=2")
    if guess.levels > 1:
        fields += [
            f"nodes_per_unit={guess.per_unit}",
            f'taper="{ratio_text(guess.taper(parts.split))}"',
            f"levels={guess.levels}",
        ]
    if guess.levels == _TWO:
        fields.append(f"minimum_spines={guess.spines}")
    grow_to = reserved(guess, parts.radix)
    if grow_to > guess.nodes:
        fields.append(f"grow_to={grow_to}")
    if guess.managers:
        # Managers of a published kind displace nodes as they do in its bill.
        fields.append(f'managers=Managers(part=catalog.appliance("nvidia/ufm-3.1"), count={guess.managers})')
    else:
        fields.append("switch_manager=True")
    return fields


_TEMPLATE = '''"""What a dump of the fabric shows. Parts are guesses, places and power unknown."""

from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import {managers_import}RailOptimized
from clusterdesign.intent import Waiver
{made_import}
{guesses}
{made}
cluster = Cluster(
    name="inferred",
    nodes=Nodes(part={node}, {hca}count={count}, name="{name}", first={first}),
    fabrics=(
        RailOptimized(
{fields}
        ),
    ),
    waivers=(Waiver(rule="CBL103", because="a dump does not say where things stand"),),
)
'''
