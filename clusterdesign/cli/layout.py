"""``clusterdesign layout``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.elaboration.hall import HallNeed
    from clusterdesign.elaboration.layout import GroupLayout
    from clusterdesign.elaboration.reaching import Reach


def layout(definition: Definition, set_: Settings = None) -> None:
    """Say how many nodes each limit allows in a rack, and how many racks it asks for.

    Exit status 1 when more nodes are declared for a rack than the limits allow, or the hall is too small.
    """
    from clusterdesign.definitions import load_cluster  # noqa: PLC0415
    from clusterdesign.elaboration.layout import layout as laid_out  # noqa: PLC0415

    found = laid_out(load_cluster(definition, settings(set_)))
    for number, group in enumerate(found.groups):
        if number:
            typer.echo()
        _print_group(group)
    if found.reach is not None:
        typer.echo()
        _print_reach(found.reach)
    if found.hall is not None:
        typer.echo()
        _print_hall(found.hall)
    raise typer.Exit(0 if found.holds else 1)


_USUAL = ("space", "power", "PDUs", "cooling", "weight", "floor")
"""Limits that every rack has, if somebody says them."""


def _print_group(group: GroupLayout) -> None:
    typer.echo(f"{group.name}: {group.nodes} x {group.part}")
    rows = [(each.name, str(each.nodes), str(group.racks[each.name] or "-"), each.why) for each in group.limits]
    rows.insert(0, ("limit", "nodes per rack", "racks", "from"))
    widths = [max(len(row[n]) for row in rows) for n in range(3)]
    for name, nodes, racks, why in rows:
        typer.echo(f"  {name:<{widths[0]}}  {nodes:>{widths[1]}}  {racks:>{widths[2]}}  {why}")
    bound = f"the limit is {group.binding.name}: {group.binding.nodes} in a rack"
    missing = [name for name in _USUAL if name not in group.racks]
    if missing:
        typer.echo(f"  not declared or not known: {', '.join(missing)}")
    typer.echo(f"  {bound}" if group.declared is None else f"  {bound}; {group.declared} declared")


def _print_reach(reach: Reach) -> None:
    if reach.least is None:
        typer.echo(f"the limit is reach: {reach.why}")
    elif reach.why:
        typer.echo(f"cable reach   {reach.least} or more in a rack: {reach.why}")
    else:
        typer.echo("cable reach   every cable reaches, with one node in a rack as well")


def _print_hall(hall: HallNeed) -> None:
    typer.echo(f"racks needed  {hall.needed}: {hall.compute} for nodes, {hall.network} for the network")
    typer.echo(f"rows needed   {hall.rows}, the longest of {hall.longest} racks")
    if hall.places is not None:
        typer.echo(f"hall          {hall.hall_rows} x {hall.hall_columns} racks{', too small' if hall.short else ''}")
