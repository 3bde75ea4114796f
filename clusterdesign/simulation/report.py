"""The verdict on a simulated fabric, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clusterdesign.simulation.cases import Case
from clusterdesign.simulation.result import HOT, Simulation

_SHOWN = 5


def simulation_text(result: Simulation) -> str:
    """Return what the simulation shows, a line a question, and the verdict last."""
    subnet, run, pairs = result.subnet, result.run, result.all_to_all
    switches, ports = sum(1 for _ in subnet.switches), sum(1 for _ in subnet.adapters)
    low, high, mean = result.loads
    lines = [
        f"fabric {subnet.name}: {_count(switches, 'switch', 'switches')}, {ports} adapter ports, "
        f"{len(subnet.wires)} links",
        f"  engine       {run.engine or 'none'} configured the switches, {run.seconds:.1f} s",
        f"  reached      {ports - len(result.unreached)} of {ports} ports; {_hops(result)}",
    ]
    if pairs.load:
        lines.append(f"  all to all   {low} to {high} paths over a link, mean {mean:.1f}; {_hot(result)}")
        lines += (f"               {line}" for line in _hottest(result))
        lines.append(f"  rail shifts  {_shifts(result)}")
    if result.through_roots:
        loads = result.through_roots.values()
        tier = subnet.roots[0].role
        lines.append(f"  {tier + 's':<13}{len(loads)}, each carries {min(loads)} to {max(loads)} paths")
    lines.append(f"  deadlock     {'a ring of links waits for itself' if pairs.credit_loop else 'no credit loop'}")
    lines += (f"  fault: {fault}" for fault in result.faults)
    lines.append("sound" if result.ok else f"not sound: {_count(len(result.faults), 'fault')}")
    return "\n".join((*lines, ""))


def cases_text(whole: Simulation, cases: Sequence[Case]) -> str:
    """Return one line for each case: what is still reached, by which engine, and how much busier a link becomes."""
    width = max((len(_missing(case)) for case in cases), default=0)
    lines = [f"  {_missing(case):<{width}}  {case_verdict(whole, case)}" for case in cases]
    lost = sum(1 for case in cases if not case.survives)
    total = _count(len(cases), "case")
    end = f"{total}: {lost} cut ports off" if lost else f"{total}: every other port stays connected"
    return "\n".join(("without", *lines, end, ""))


def case_verdict(whole: Simulation, case: Case) -> str:
    """Return what becomes of the rest, one line."""
    result = case.result
    ports = sum(1 for _ in whole.subnet.adapters)
    parts = [f"{len(case.cut)} of {ports} ports cut off" if case.cut else f"all {ports} ports connected"]
    if result.unreached or result.all_to_all.unrouted:
        parts.append(f"{len(result.unreached)} ports unreached, {result.all_to_all.unrouted} pairs without a path")
    if result.run.engine != whole.run.engine:
        parts.append(f"falls back to {result.run.engine or 'no engine'}")
    if result.all_to_all.credit_loop:
        parts.append("credit loop")
    if result.all_to_all.load:
        parts.append(f"busiest link {result.loads[1]} paths (whole: {whole.loads[1]})")
        parts.append(f"worst shift {result.worst_shift} ({whole.worst_shift})")
    return ", ".join(parts)


def simulation_data(result: Simulation) -> dict[str, Any]:
    """Return the result as plain data, for JSON."""
    low, high, mean = result.loads
    return {
        "fabric": result.subnet.name,
        "sound": result.ok,
        "faults": list(result.faults),
        "engine": result.run.engine,
        "subnet_up": result.run.up,
        "ports": sum(1 for _ in result.subnet.adapters),
        "unreached": list(result.unreached),
        "cut": list(result.cut),
        "pairs": result.all_to_all.pairs,
        "unrouted": result.all_to_all.unrouted,
        "hops": {str(hops): count for hops, count in sorted(result.all_to_all.hops.items())},
        "link_paths": {"min": low, "max": high, "mean": round(mean, 3)},
        "hot_links": [{"port": result.subnet.port_name(end), "times_mean": round(x, 3)} for end, x in result.hot],
        "rail_shifts": [
            {"rail": shift.rail, "nodes": shift.nodes, "tried": shift.tried, "worst": shift.worst}
            for shift in result.shifts
        ],
        "roots": dict(result.through_roots),
        "credit_loop": [result.subnet.port_name(end) for end in result.all_to_all.credit_loop],
    }


def case_data(case: Case) -> dict[str, Any]:
    """Return a case as plain data, for JSON."""
    return {
        "missing": list(case.missing),
        "survives": case.survives,
        "ports_cut": list(case.cut),
        "result": simulation_data(case.result),
    }


def _missing(case: Case) -> str:
    more = f" and {len(case.missing) - 1} more" if len(case.missing) > 1 else ""
    return f"{case.missing[0]}{more}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _hops(result: Simulation) -> str:
    hops = (f"{n} through {_count(k, 'switch', 'switches')}" for k, n in sorted(result.all_to_all.hops.items()))
    return f"{result.all_to_all.pairs} pairs: {', '.join(hops) or 'none has a path'}"


def _hot(result: Simulation) -> str:
    if not result.hot:
        return f"none carries more than {HOT} times the mean of its tier"
    return f"{len(result.hot)} carry more than {HOT} times the mean of their tier"


def _hottest(result: Simulation) -> Iterator[str]:
    for end, times in result.hot[:_SHOWN]:
        yield f"{result.subnet.port_name(end)}: {times:.2f} times the mean"
    if len(result.hot) > _SHOWN:
        yield f"and {len(result.hot) - _SHOWN} more"


def _shifts(result: Simulation) -> str:
    if not result.shifts:
        return "no rails"
    worst: dict[int, list[int]] = {}
    for shift in result.shifts:
        worst.setdefault(shift.worst, []).append(shift.rail)
    texts = [
        f"at most {_count(load, 'flow')} on a link between switches on rails {', '.join(map(str, rails))}"
        if len(worst) > 1
        else f"at most {_count(load, 'flow')} on a link between switches, on every rail"
        for load, rails in sorted(worst.items())
    ]
    tried, nodes = result.shifts[0].tried, max(shift.nodes for shift in result.shifts)
    return f"{'; '.join(texts)} ({tried} of {max(nodes - 1, 0)} shifts)"
