"""``clusterdesign plugins``."""

from __future__ import annotations

import typer


def plugins() -> None:
    """List the plug-ins: rules, catalogues and exporters of other packages.

    Exit status 1 when one of them cannot be used.
    """
    from clusterdesign import plugins as every  # noqa: PLC0415
    from clusterdesign.rules.installed import installed  # noqa: PLC0415

    if not every.enabled():
        typer.echo("plug-ins are switched off")
        return
    failed = {one.plugin: one for one in installed()[1]}
    rows = [plugin for kind in every.KINDS for plugin in every.found(kind)]
    if not rows:
        typer.echo("no plug-ins are installed")
    for plugin in rows:
        fault = failed.get(plugin)
        state = f"cannot be used: {fault.what} at {fault.place}" if fault else "in use"
        typer.echo(f"{plugin.kind:<9}  {plugin.name}  {plugin.origin}  {plugin.value}  {state}")
    raise typer.Exit(1 if failed else 0)
