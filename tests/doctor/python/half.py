"""Right implementations for half precision, float16 and bfloat16, as PyTorch computes them on the CPU."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


class HalfExercise:
    """Of one format and one magnitude of the inputs; queries, keys and values may have widths of their own."""

    def __init__(self, name, seed, batch, length, width, heads, **options):
        self.name, self.seed, self.heads, self.width = name, seed, heads, width
        self.batch, self.length = batch, length
        self.memory, self.kdim = options.get("memory", length), options.get("kdim")
        self.vdim = options.get("vdim", self.kdim)
        self.causal, self.lengths = options.get("causal", False), options.get("lengths")

    def draw(self, dtype, magnitude):
        draw = np.random.default_rng(self.seed)
        numbers = lambda *shape: torch.from_numpy(draw.standard_normal(shape).astype(np.float32))
        spread, width = 1.5 / math.sqrt(self.width), self.width
        self.weights = [numbers(width, inputs or width) for inputs in (None, self.kdim, self.vdim, None)]
        self.weights = [(weight * spread).to(dtype) for weight in self.weights]
        self.biases = [(numbers(width) * spread).to(dtype) for _ in range(4)]
        self.x = (numbers(self.batch, self.length, width) * magnitude).to(dtype)
        self.k = self.v = self.x
        if self.kdim or self.memory != self.length:
            self.k = (numbers(self.batch, self.memory, self.kdim or width) * magnitude).to(dtype)
            self.v = (numbers(self.batch, self.memory, self.vdim or width) * magnitude).to(dtype)
        masked = torch.zeros(self.batch, 1, self.length, self.memory, dtype=torch.bool)
        if self.causal:
            masked = masked | torch.ones(self.length, self.memory, dtype=torch.bool).triu(1)
        if self.lengths:
            padding = torch.arange(self.memory)[None] >= torch.tensor(self.lengths)[:, None]
            masked = masked | padding[:, None, None]
        self.masked = masked
        return self

    @property
    def options(self):
        options = {"numHeads": self.heads}
        if self.causal:
            options["causal"] = True
        if self.lengths:
            options["keyLengths"] = list(self.lengths)
        return options

    @property
    def inputs(self):
        return {"query": self.x} if self.k is self.x else {"query": self.x, "key": self.k, "value": self.v}

    @property
    def parameters(self):
        q, k, v, out = self.weights
        packed = {"q_proj_weight": q, "k_proj_weight": k, "v_proj_weight": v}
        return {
            **(packed if self.kdim else {"in_proj_weight": torch.cat([q, k, v])}),
            "in_proj_bias": torch.cat(self.biases[:3]),
            "out_proj.weight": out,
            "out_proj.bias": self.biases[3],
        }


def by_module(e):
    layer = nn.MultiheadAttention(
        e.width, e.heads, batch_first=True, kdim=e.kdim, vdim=e.vdim, dtype=e.x.dtype
    )
    layer.load_state_dict(e.parameters)
    mask = e.masked.expand(-1, e.heads, -1, -1).reshape(-1, e.length, e.memory)
    return layer(e.x, e.k, e.v, attn_mask=mask, average_attn_weights=False)


def project(e):
    split = lambda x: x.view(*x.shape[:2], e.heads, -1).transpose(1, 2)
    return [split(F.linear(*one)) for one in zip((e.x, e.k, e.v), e.weights, e.biases)]


def merge(e, z):
    return F.linear(z.transpose(1, 2).flatten(2), e.weights[3], e.biases[3])


def by_hand(e):
    q, k, v = project(e)
    scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(e.masked, -torch.inf)
    attention = scores.softmax(-1)
    return merge(e, attention @ v), attention


def by_scaled_queries(e):
    q, k, v = project(e)
    scores = (q * q.shape[-1] ** -0.5) @ k.mT
    attention = scores.masked_fill(e.masked, torch.finfo(scores.dtype).min).softmax(-1)
    return merge(e, attention @ v), attention


def by_function(e):
    q, k, v = project(e)
    z = F.scaled_dot_product_attention(q, k, v, attn_mask=~e.masked)
    scores = (q @ k.mT * q.shape[-1] ** -0.5).masked_fill(e.masked, -torch.inf)
    return merge(e, z), scores.softmax(-1, dtype=torch.float32).to(z.dtype)


IMPLEMENTATIONS = [by_module, by_hand, by_scaled_queries, by_function]
DTYPES = [torch.float16, torch.bfloat16]
MAGNITUDES = [0.1, 1, 4, 30]
EXERCISES = [
    HalfExercise("plain", 31, 2, 5, 16, 4),
    HalfExercise("wide", 32, 1, 8, 32, 4),
    HalfExercise("causal", 33, 2, 6, 16, 2, causal=True),
    HalfExercise("padded", 34, 3, 6, 12, 3, lengths=[6, 4, 1]),
    HalfExercise("padded and causal", 35, 2, 7, 16, 4, lengths=[7, 4], causal=True),
    HalfExercise("kdim", 36, 2, 4, 16, 4, memory=7, kdim=12, vdim=20),
]
