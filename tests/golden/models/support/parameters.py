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
    """Draws all parameters. What is tied stays tied."""
    embeddings = {
        id(module.weight)
        for module in model.modules()
        if isinstance(module, torch.nn.Embedding)
    }
    with torch.no_grad():
        for stream, (name, parameter) in enumerate(model.named_parameters()):
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
    if parameter.dim() < 2:
        if name.endswith("bias"):
            return 0.0, 0.4
        fresh = round(float(parameter.flatten()[0]))  # norms begin at one, or at zero for 1 + w
        return float(fresh), 0.5
    if wide:
        return 0.0, 1.0
    fan_in = parameter[0].numel()
    return 0.0, math.sqrt(3 / fan_in)
