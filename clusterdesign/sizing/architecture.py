"""The shape of a transformer, and what can be counted on it: parameters, per layer and in all."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts import Declared

MOST_LAYERS = 1000
MOST_HIDDEN = 1 << 18


class Architecture(Declared):
    """A decoder-only transformer, dense or with experts.

    Attributes:
        name: what it is called.
        layers, hidden, heads: depth, width and attention heads.
        kv_heads: heads of keys and values; as many as ``heads`` by default.
        head_size: size of one head; ``hidden / heads`` by default.
        ffn: width of the feed-forward block; 4 x hidden by default.
        gated: whether that block has a gate (SwiGLU), hence three matrices instead of two.
        norm: scale only, or scale and bias.
        vocabulary: entries of the vocabulary, padding included.
        tied: whether input and output embeddings are one matrix.
        positions: learned positions, 0 without.
        experts, experts_per_token: experts of a layer, and how many of them a token visits; 0 for dense models.
        expert_ffn: width of one expert; ``ffn`` by default.
        shared_ffn: width of the experts that every token visits.
        dense_layers: layers at the beginning that have no experts.
    """

    name: str = Field(default="model", pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+-]{0,59}$")
    layers: int = Field(ge=1, le=MOST_LAYERS)
    hidden: int = Field(ge=1, le=MOST_HIDDEN)
    heads: int = Field(ge=1)
    kv_heads: int | None = Field(default=None, ge=1)
    head_size: int | None = Field(default=None, ge=1)
    ffn: int | None = Field(default=None, ge=1)
    gated: bool = False
    norm: Literal["scale", "scale-and-bias"] = "scale-and-bias"
    vocabulary: int = Field(default=51_200, ge=1)
    tied: bool = True
    positions: int = Field(default=0, ge=0)
    experts: int = Field(default=0, ge=0)
    experts_per_token: int = Field(default=0, ge=0)
    expert_ffn: int | None = Field(default=None, ge=1)
    shared_ffn: int = Field(default=0, ge=0)
    dense_layers: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _divides(self) -> Self:
        if self.head_size is None and self.hidden % self.heads:
            raise DesignError(
                f"hidden={self.hidden} is not divided by heads={self.heads}",
                thing=self.name,
                fix="correct one of them, or give head_size=",
            )
        if self.heads % (self.kv_heads or self.heads):
            raise DesignError(
                f"heads={self.heads} is not divided by kv_heads={self.kv_heads}",
                thing=self.name,
                fix="give a kv_heads= that divides heads",
            )
        if bool(self.experts) != bool(self.experts_per_token) or self.experts_per_token > self.experts:
            raise DesignError(
                f"experts={self.experts} with experts_per_token={self.experts_per_token}",
                thing=self.name,
                fix="give both, the second no larger than the first, or neither for a dense model",
            )
        if self.dense_layers > self.layers:
            raise DesignError(
                f"dense_layers={self.dense_layers} of {self.layers} layers", thing=self.name, fix="give fewer"
            )
        return self

    @property
    def width(self) -> int:
        """Width of the feed-forward block."""
        return self.ffn or 4 * self.hidden

    @property
    def expert_width(self) -> int:
        """Width of one expert."""
        return self.expert_ffn or self.width

    @property
    def kv_share(self) -> float:
        """Heads of keys and values to heads of queries, 0 to 1."""
        return (self.kv_heads or self.heads) / self.heads

    @property
    def projection(self) -> int:
        """Width of all query heads together."""
        return self.heads * (self.head_size or self.hidden // self.heads)

    @property
    def moe_layers(self) -> int:
        """Layers with experts."""
        return self.layers - self.dense_layers if self.experts else 0

    @property
    def _matrices(self) -> int:
        return 3 if self.gated else 2

    @property
    def _norms(self) -> int:
        return 2 * self.hidden * (1 if self.norm == "scale" else 2)

    @cached_property
    def attention_parameters(self) -> int:
        """Parameters of the attention of one layer: queries and output, keys and values."""
        return round(2 * self.hidden * self.projection * (1 + self.kv_share))

    @cached_property
    def expert_parameters(self) -> int:
        """Parameters of one expert of one layer."""
        return self._matrices * self.hidden * self.expert_width

    @cached_property
    def dense_layer_parameters(self) -> int:
        """Parameters of one dense layer, biases left out.

        Source: ``theoretical_memory_usage.py`` of Megatron-LM: ``2h(ffn g + norm) + attention``, g = 1.5 with a gate.
        """
        return self.attention_parameters + self._matrices * self.hidden * self.width + self._norms

    @cached_property
    def moe_layer_shared_parameters(self) -> int:
        """Parameters of one layer with experts that every token visits: attention, norms, router, shared experts."""
        router = self.hidden * self.experts
        return self.attention_parameters + self._norms + router + self._matrices * self.hidden * self.shared_ffn

    @cached_property
    def embedding_parameters(self) -> int:
        """Parameters of one embedding matrix."""
        return self.hidden * self.vocabulary

    @cached_property
    def block_parameters(self) -> int:
        """Parameters of all layers without the experts."""
        dense = self.layers - self.moe_layers
        return dense * self.dense_layer_parameters + self.moe_layers * self.moe_layer_shared_parameters

    @cached_property
    def all_expert_parameters(self) -> int:
        """Parameters of all experts of all layers."""
        return self.moe_layers * self.experts * self.expert_parameters

    @cached_property
    def parameters(self) -> int:
        """All parameters: what a checkpoint holds."""
        embeddings = self.embedding_parameters * (1 if self.tied else 2) + self.positions * self.hidden
        return self.block_parameters + self.all_expert_parameters + embeddings

    @cached_property
    def active_parameters(self) -> int:
        """Parameters that one token meets; equal to :attr:`parameters` of a dense model."""
        return self.parameters - self.moe_layers * (self.experts - self.experts_per_token) * self.expert_parameters
