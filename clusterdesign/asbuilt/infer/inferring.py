"""From a dump to the likely definition: the guess against which the dump shows the fewest faults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from clusterdesign.asbuilt.compare import verify
from clusterdesign.asbuilt.dump import Dump
from clusterdesign.asbuilt.findings import Verification
from clusterdesign.asbuilt.infer.guess import Guess, guesses
from clusterdesign.asbuilt.infer.matching import match, relabelled
from clusterdesign.asbuilt.infer.parts import Parts, parts
from clusterdesign.asbuilt.infer.printing import cluster, definition
from clusterdesign.asbuilt.infer.shape import Shape, shape
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.subnet import subnet

_TRIED = 16
"""Guesses that are elaborated at most."""

_ASIDE = 2

_PORTS_COUNT = 0.5
"""Share of links in their ports from which port numbers are taken to follow the convention of this library."""


@dataclass(frozen=True, slots=True)
class Inference:
    """The likely definition of a built fabric.

    Attributes:
        definition: the text of a definition file.
        design: its design.
        result: the dump against that design.
        ports_count: whether port numbers follow the convention of this library and were compared.
    """

    guess: Guess
    parts: Parts
    definition: str
    design: Design
    result: Verification
    ports_count: bool

    @property
    def score(self) -> int:
        """Faults that the guess leaves; to put ports aside explains much and is worth two of them."""
        return len(self.result.differences) + (0 if self.ports_count else _ASIDE)


def infer(dump: Dump) -> Inference:
    """Return the likely definition of a dump, and the faults against it.

    Raises:
        DesignError: the dump shows no fabric of switches and hosts, or none that can be declared.
    """
    seen = shape(dump)
    best: Inference | None = None
    for guess, guessed in islice(((g, p) for p in parts(seen) for g in guesses(seen, p)), _TRIED):
        try:
            tried = _tried(dump, seen, guess, guessed)
        except DesignError:
            continue
        if best is None or tried.score < best.score:
            best = tried
        # A guess that leaves no fault where one before left a single one has explained the fault away; but of parts
        # that are made up, another make may explain all.
        if best.score <= (0 if guessed.made else 1):
            break
    if best is None:
        raise DesignError(
            f"its {len(seen.leaves)} leaves, {len(seen.spines)} spines and {len(seen.hosts)} hosts are no fat-tree "
            "that can be declared",
            fix="write the definition by hand and use 'clusterdesign verify'",
        )
    return best


def _tried(dump: Dump, seen: Shape, guess: Guess, guessed: Parts) -> Inference:
    text = definition(guess, guessed)
    design = elaborate(cluster(text))
    fabric = subnet(design, guess.fabric)
    found = match(seen, fabric, guess.first)
    labelled, own = relabelled(dump, seen, fabric, found, ports=True)
    result = verify(design, [fabric], labelled, own)
    if result.right >= _PORTS_COUNT * result.wires:
        return Inference(guess, guessed, text, design, replace(result, notes=(*seen.notes, *result.notes)), True)
    labelled, own = relabelled(dump, seen, fabric, found, ports=False)
    result = verify(design, [fabric], labelled, own)
    told = "ports are numbered otherwise than here: only which devices are linked was compared"
    return Inference(guess, guessed, text, design, replace(result, notes=(*seen.notes, told, *result.notes)), False)
