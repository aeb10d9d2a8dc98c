"""Makes pytorch/cases.safetensors.gz: nn.MultiheadAttention and F.scaled_dot_product_attention on
the CPU.

    python -m venv venv
    venv/bin/pip install torch numpy
    venv/bin/python tests/golden/pytorch/generate.py

Every call is made twice: in float64, which is what is stored (rounded to float32), and in float32,
of which only the distance to the former is. That both do the same is looked at on the way.
"""

import pathlib
import sys

import torch

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
import disagreements  # noqa: E402
from functions import functions  # noqa: E402
from golden import Suite  # noqa: E402
from layers import layers  # noqa: E402

if __name__ == "__main__":
    torch.set_num_threads(1)
    suite = Suite(f"torch {torch.__version__.split('+')[0]}")
    layers(suite)
    functions(suite)
    disagreements.layers(suite)
    disagreements.functions(suite)
    suite.write(HERE / "cases.safetensors.gz")
