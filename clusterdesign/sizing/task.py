"""The training task: what a customer says, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.fabric.fields import Name
from clusterdesign.fabric.storage import Product
from clusterdesign.parts import Declared
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.counts import Count, count
from clusterdesign.sizing.hardware import Precision
from clusterdesign.sizing.memory import Kind
from clusterdesign.sizing.shapes import named, shaped
from clusterdesign.units import Data, Duration, Power, Quantity, Temperature

MOST_NODES = 128
"""The largest cluster that is proposed."""

MOST_SEQUENCE = 1 << 24


def _model(value: Any) -> Any:  # whatever the customer wrote
    """Read a model: its number of parameters, its name, or its architecture."""
    if isinstance(value, str) and not value.strip()[:1].isdigit():
        return named(value)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return shaped(count(value))
    if isinstance(value, dict) and "parameters" in value:
        if len(value) > 1:
            raise DesignError(
                "parameters are given beside an architecture, which has as many as it has",
                fix="give either parameters or the architecture",
            )
        return shaped(count(value["parameters"]))
    return value


def _positive(value: Quantity | None) -> Quantity | None:
    if value is not None and value.base <= 0:
        raise DesignError(f"must be more than nothing, got {value}", fix="write a positive quantity, or leave it out")
    return value


COLDEST, HOTTEST = 2.0, 70.0
"""°C of facility water: ASHRAE's classes begin at 2 °C; warmer than 70 °C is a slip of the keyboard."""


def _water(value: Temperature | None) -> Temperature | None:
    if value is not None and not COLDEST <= value.to("°C") <= HOTTEST:
        raise DesignError(
            f"facility water of {value} is outside {COLDEST:g} to {HOTTEST:g} °C",
            fix="check the number and its unit, or leave it out",
        )
    return value


Model: TypeAlias = Annotated[Architecture, BeforeValidator(_model)]
"""An architecture; may be written ``"70B"``, ``"llama-3-70b"`` or in full."""

Span: TypeAlias = Annotated[Duration | None, AfterValidator(_positive)]
Bytes: TypeAlias = Annotated[Data | None, AfterValidator(_positive)]
Watts: TypeAlias = Annotated[Power | None, AfterValidator(_positive)]


class Target(Declared):
    """What must be reached.

    Attributes:
        time: within what time the run is to end.
        budget: what it may cost, in the currency of the prices.
        decide_by: what counts first where candidates differ.
    """

    time: Span = None
    budget: float | None = Field(default=None, gt=0)
    decide_by: Literal["time", "cost", "energy"] | None = None


class DataSet(Declared):
    """What is read.

    Attributes:
        size: of the data set as stored.
        format: tokens (packed binary), parquet, jpeg or tfrecord (compressed images), raw (video, 3D, uncompressed).
        file_system: product, where that is settled.
    """

    size: Bytes = None
    format: Literal["tokens", "parquet", "jpeg", "tfrecord", "raw"] | None = None
    file_system: Product | None = None


class Growth(Declared):
    """How many nodes, now and later.

    Attributes:
        now: nodes to buy now, where that is settled.
        later: nodes in 12 to 24 months.
        infiniband: generation, where that is settled.
        gpu: accelerator, where that is settled.
    """

    now: int | None = Field(default=None, ge=1, le=MOST_NODES)
    later: int | None = Field(default=None, ge=1, le=MOST_NODES)
    infiniband: Literal["hdr", "ndr"] | None = None
    gpu: Literal["a100", "h100", "h200"] | None = None

    @model_validator(mode="after")
    def _grows(self) -> Self:
        if self.now is not None and self.later is not None and self.later < self.now:
            raise DesignError(
                f"later={self.later} nodes are fewer than now={self.now}",
                fix="give in later= all nodes of 12 to 24 months from now, those of today included",
            )
        return self


class Site(Declared):
    """Where it stands.

    Attributes:
        rack_power: power of one rack.
        racks: racks for nodes that there are; those of the network stand beside them.
        power: of the whole hall.
        cooling: air or liquid; either where it is left out.
        supply: temperature of the facility water; it says what may be cooled with it, by liquid or by way of the air.
        pue: power of the building to power of the equipment.
    """

    rack_power: Watts = None
    racks: int | None = Field(default=None, ge=1, le=10_000)
    power: Watts = None
    cooling: Literal["air", "liquid"] | None = None
    supply: Annotated[Temperature | None, AfterValidator(_water)] = None
    pue: float | None = Field(default=None, ge=1, le=3)


class Operations(Declared):
    """How it is run.

    Attributes:
        scheduler: what is in use.
        checkpoint: whether saving stops the training (``sync``) or runs beside it (``async``).
        interval: between checkpoints, where that is settled.
        tolerated_loss: share of time that saving and repeated work may cost.
        lost_hour: what an hour of the cluster costs.
        failures: how often nodes fail: low, middle or high of the published rates.
        availability: ``standard``, or ``high`` for managers of the fabric of their own, feeds that come from different
            boards, N+N where the supplies of the nodes allow it, spare nodes and a spare server.
        spare_nodes: nodes beyond those that train, where that is settled.
    """

    scheduler: Literal["slurm", "kubernetes", "both"] | None = None
    checkpoint: Literal["sync", "async"] | None = None
    interval: Span = None
    tolerated_loss: float | None = Field(default=None, gt=0, lt=0.5)
    lost_hour: float | None = Field(default=None, gt=0)
    failures: Literal["low", "middle", "high"] | None = None
    availability: Literal["standard", "high"] | None = None
    spare_nodes: int | None = Field(default=None, ge=0, le=MOST_NODES)


class Prices(Declared):
    """What is priced; the rest stays without a price.

    Attributes:
        currency: of all prices.
        nodes: price of a node with its share of the fabric, by the catalogue id of the platform.
        kilowatt_hour: of energy.
    """

    currency: str = "EUR"
    nodes: Mapping[str, Annotated[float, Field(gt=0)]] = {}
    kilowatt_hour: float | None = Field(default=None, gt=0)


class TrainingTask(Declared):
    """What is to be trained, by when and where. Only ``model`` and ``tokens`` must be given.

    Attributes:
        name: of the task and of the clusters that are proposed for it.
        model: parameters (``"70B"``), a name (``"llama-3-70b"``) or an architecture.
        tokens: that the run goes through, all epochs together.
        sequence: tokens of a sequence.
        batch: sequences of the global batch.
        precision: numbers of the matrix products.
        kind: pre-training, full fine-tuning or LoRA.
    """

    name: Name = "cluster"
    model: Model
    tokens: Count
    sequence: int | None = Field(default=None, ge=16, le=MOST_SEQUENCE)
    batch: int | None = Field(default=None, ge=1, le=1 << 24)
    precision: Precision | None = None
    kind: Kind | None = None
    target: Target = Target()
    data: DataSet = DataSet()
    growth: Growth = Growth()
    site: Site = Site()
    operations: Operations = Operations()
    prices: Prices = Prices()
