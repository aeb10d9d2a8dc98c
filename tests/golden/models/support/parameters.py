"""Random parameters for a model of any family. Fresh models have ones, zeros and weights so small that
attention is flat, all of which hides errors.

Each parameter is drawn from its own stream of golden.py and rounded to a multiple of 1/32 below 4,
which float16 and bfloat16 hold exactly, and which gzip packs well.
"""

import math

import numpy as np
import torch
from golden import unit

STEP = 32


def fill(model, seed):
    """Draws all parameters. What is tied stays tied, and what is computed, as tables of sines are."""
    modules = list(model.modules())
    embeddings = {id(each.weight) for each in modules if isinstance(each, torch.nn.Embedding)}
    biases = [pair for pair in model.named_buffers() if pair[0].endswith("_bias")]
    with torch.no_grad():
        for stream, (name, parameter) in enumerate([*model.named_parameters(), *biases]):
            if not parameter.requires_grad and "embed_positions" in name:
                continue
            wide = id(parameter) in embeddings or is_position(name, parameter)
            centre, spread = range_of(name, parameter, wide)
            numbers = (2 * unit(parameter.numel(), seed, stream) - 1) * spread
            numbers = centre + np.round(numbers * STEP) / STEP
            parameter.copy_(torch.from_numpy(numbers.reshape(parameter.shape)))


def is_position(name, parameter):
    """Parameters that stand beside embeddings without being modules of that kind."""
    return name.endswith(("position_embeddings", "_token")) and parameter.dim() > 1


def range_of(name, parameter, wide):
    """The centre and half the width of what a parameter is drawn from."""
    if parameter.dim() < 2 or name.endswith("_bias"):
        if name.endswith("bias"):
            return 0.0, 0.4
        fresh = round(float(parameter.flatten()[0]))  # norms begin at one, or at zero for 1 + w
        return float(fresh), 0.5
    if wide:
        return 0.0, 1.0
    fan_in = parameter[0].numel()
    return 0.0, math.sqrt(3 / fan_in)
