"""What the bill does not have: a stranger, or another part in place of one that is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clusterdesign.procurement.quote.differences import Difference, DifferenceKind
from clusterdesign.procurement.quote.fitting import Fitting, Known, Verdict
from clusterdesign.procurement.quote.lines import Offer
from clusterdesign.procurement.quote.wanted import Wanted

_TRIED = 4
"""Lines that a part is tried in place of."""

_KIND: Mapping[bool | None, DifferenceKind] = {
    True: "other part, fits",
    False: "other part, does not fit",
    None: "other part, not judged",
}


def substitutes(
    fitting: Fitting, wants: Sequence[Wanted], open_: Mapping[str, Difference], strangers: Sequence[Sequence[Offer]]
) -> list[Difference]:
    """Say of every stranger what it stands for.

    A part of the catalogue stands for a missing line of its kind if it fits there, or if just as many are offered as
    are missing. Whatever stands for nothing is extra.

    Args:
        fitting: knows parts and judges them.
        wants: what is needed.
        open_: what is missing or short, by key.
        strangers: rows that offer the same thing, together.
    """
    left = {one.key: one for one in wants if one.key in open_}
    found: list[Difference] = []
    for offers in strangers:
        known = fitting.known(offers[0].part_number)
        got = sum(offer.quantity or 0 for offer in offers)
        chosen = _chosen(fitting, known, got, left, open_) if known is not None else None
        if known is None or chosen is None:
            found.append(_extra(offers, known))
            continue
        one, verdict = chosen
        found.append(_other(one, offers, got, verdict, open_[one.key]))
        del left[one.key]
    return found


def surpluses(
    fitting: Fitting, wants: Sequence[Wanted], found: Mapping[str, Difference], offers: Mapping[str, Sequence[Offer]]
) -> dict[str, Difference]:
    """Say which surplus of one part of the bill stands for another one that is missing: finned for flat-top.

    It does where just as many are too many as are missing of a part of the same kind. Returned by the key of the
    surplus, each names the missing line as its key.
    """
    left = {one.key: one for one in wants if one.key in found and found[one.key].kind in {"missing", "short"}}
    made: dict[str, Difference] = {}
    for over in wants:
        if over.key not in found or found[over.key].kind not in {"over", "offered twice"}:
            continue
        known = fitting.known(over.line.part_number)
        got = (found[over.key].got or 0) - over.needed
        alike = [one for one in left.values() if known is not None and fitting.alike(one.line, known)]
        one = next((one for one in alike if one.needed - (found[one.key].got or 0) == got), None)
        if known is not None and one is not None:
            verdict = fitting.judge(one.line, known)
            made[over.key] = _other(one, offers[over.key], got, verdict, found[one.key])
            del left[one.key]
    return made


def _chosen(
    fitting: Fitting, known: Known, got: int, left: Mapping[str, Wanted], open_: Mapping[str, Difference]
) -> tuple[Wanted, Verdict] | None:
    """Return the line that a part stands for, and whether it fits there."""
    alike = [one for one in left.values() if fitting.alike(one.line, known)]

    def lacking(one: Wanted) -> set[int]:
        already = open_[one.key].got or 0
        return {one.needed - already, one.quantity - already}

    alike.sort(key=lambda one: got not in lacking(one))
    tried = [(one, fitting.judge(one.line, known)) for one in alike[:_TRIED]]
    fits = next(((one, verdict) for one, verdict in tried if verdict.fits and got in lacking(one)), None)
    as_many = next(((one, verdict) for one, verdict in tried if got in lacking(one)), None)
    return fits or as_many or next(((one, verdict) for one, verdict in tried if verdict.fits), None)


def _extra(offers: Sequence[Offer], known: Known | None) -> Difference:
    name = offers[0].name
    got = sum(offer.quantity or 0 for offer in offers)
    what = f"{name}: {got} offered, which the bill does not have"
    if known is None and offers[0].part_number:
        what += "; the catalogue does not know it either"
    return Difference(
        kind="extra",
        key="",
        what=what,
        fix="ask what it is for, or confirm with --same what it stands for",
        offered=name,
        places=tuple(offer.place for offer in offers),
        needed=0,
        got=got,
    )


def _other(one: Wanted, offers: Sequence[Offer], got: int, verdict: Verdict, before: Difference) -> Difference:
    name = offers[0].name
    missing = one.needed - (before.got or 0)
    number = f"{got} of {name}" if got == missing else f"{got} of {name} (of {missing} needed)"
    remarks = f"; {'; '.join(verdict.remarks)}" if verdict.remarks else ""
    fix = {
        True: "take it as it is, or ask for the part of the bill",
        False: f"ask for {one.name}",
        None: f"look into its data sheet, or ask for {one.name}",
    }[verdict.fits]
    return Difference(
        kind=_KIND[verdict.fits],
        key=one.key,
        what=f"{number} offered in place of {one.name}: {verdict.why}{remarks}",
        fix=fix,
        offered=name,
        places=tuple(offer.place for offer in offers),
        needed=one.needed,
        got=got,
        rules=verdict.rules,
    )


__all__ = ["substitutes", "surpluses"]
