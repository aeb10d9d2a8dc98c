"""The exercises that the implementations solve: inputs, weights and options from a seed, in several sizes."""

import numpy as np


class Exercise:
    """Weights are (out, in), as in torch.nn.Linear; True in `padding` is a padding token."""

    def __init__(self, name, seed, batch, length, width, heads, kv_heads=None, memory=None, **options):
        draw = np.random.default_rng(seed)
        numbers = lambda *shape: draw.standard_normal(shape).astype(np.float32)
        self.name, self.heads, self.kv_heads = name, heads, kv_heads or heads
        self.width, self.head_dim = width, width // heads
        kv_width = self.kv_heads * self.head_dim
        self.x = numbers(batch, length, width)
        self.memory = self.x if memory is None else numbers(batch, memory, width)
        self.crosses = memory is not None
        spread = np.float32(1 / np.sqrt(width) * 1.5)
        self.W_Q, self.W_O = numbers(width, width) * spread, numbers(width, width) * spread
        self.W_K, self.W_V = numbers(kv_width, width) * spread, numbers(kv_width, width) * spread
        self.b_Q, self.b_O = numbers(width) * spread, numbers(width) * spread
        self.b_K, self.b_V = numbers(kv_width) * spread, numbers(kv_width) * spread
        self.causal = options.get("causal", False)
        self.lengths = options.get("lengths")
        self.theta = options.get("theta")
        self.interleaved = options.get("interleaved", False)
        self.alibi = options.get("alibi", False)
        keys = self.memory.shape[1]
        self.padding = np.zeros((batch, keys), bool)
        if self.lengths:
            self.padding = np.arange(keys)[None, :] >= np.array(self.lengths)[:, None]

    @property
    def allowed(self):
        """(B, 1, L, S): True where a query may attend."""
        queries, keys = self.x.shape[1], self.memory.shape[1]
        may = ~self.padding[:, None, None, :] & np.ones((1, 1, queries, keys), bool)
        return may & np.tril(np.ones((queries, keys), bool)) if self.causal else may

    @property
    def slopes(self):
        return 2.0 ** (-8 * np.arange(1, self.heads + 1) / self.heads)

    @property
    def options(self):
        """In headwise's words."""
        options = {"numHeads": self.heads, "numKvHeads": self.kv_heads}
        if self.causal:
            options["causal"] = True
        if self.lengths:
            options["keyLengths"] = list(self.lengths)
        if self.theta:
            options["positions"] = {
                "type": "rotary",
                "theta": self.theta,
                "interleaved": self.interleaved,
            }
        if self.alibi:
            options["positions"] = {"type": "alibi"}
        return options


EXERCISES = {
    exercise.name: exercise
    for exercise in [
        Exercise("small", 1, 2, 5, 16, 4),
        Exercise("odd", 2, 3, 7, 24, 3),
        Exercise("all equal", 3, 4, 4, 16, 4),
        Exercise("wide", 4, 1, 8, 64, 8),
        Exercise("one sequence", 5, 1, 6, 16, 2),
        Exercise("causal", 6, 2, 6, 16, 2, causal=True),
        Exercise("causal, wide", 7, 1, 10, 48, 6, causal=True),
        Exercise("padded", 8, 3, 6, 24, 3, lengths=[6, 4, 1]),
        Exercise("padded and causal", 9, 2, 8, 16, 4, lengths=[8, 5], causal=True),
        Exercise("cross", 10, 2, 4, 16, 4, memory=7),
        Exercise("cross, same length", 11, 2, 5, 24, 3, memory=5),
        Exercise("grouped", 12, 2, 5, 32, 8, kv_heads=2),
        Exercise("grouped, causal", 13, 1, 9, 48, 6, kv_heads=3, causal=True),
        Exercise("rotary", 14, 2, 6, 32, 4, theta=10000.0),
        Exercise("rotary, causal", 15, 1, 11, 32, 2, theta=10000.0, causal=True),
        Exercise("rotary, interleaved", 16, 2, 6, 32, 4, theta=10000.0, interleaved=True),
        Exercise("rotary, long", 17, 2, 6, 32, 4, theta=500000.0),
        Exercise("alibi", 18, 2, 6, 32, 8, alibi=True),
        Exercise("alibi, causal", 19, 1, 8, 16, 4, alibi=True, causal=True),
    ]
}
