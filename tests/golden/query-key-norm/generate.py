"""Makes query-key-norm/cases.json.gz: attention with normalised queries and keys, and its gradients, by torch on the CPU.

    python -m venv venv
    venv/bin/pip install torch numpy
    venv/bin/python tests/golden/query-key-norm/generate.py

Linear maps, nn.RMSNorm or nn.LayerNorm over each head or over all of them, rotary positions or ALiBi, a learned bias, and
softmax, in float64; stored rounded to float32.
"""

import base64
import gzip
import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent

CASES = [
    # name, norm, heads, key heads, width of a head, batch, tokens, positions, shape of the bias
    ("rms over each head, as Qwen3", ("rms", "head", 1e-6, False), 4, 2, 4, 2, 5, "rotary", None),
    ("rms over each head, 1 + weight, as Gemma 3", ("rms", "head", 1e-6, True), 3, 1, 6, 1, 7, "rotary", None),
    ("rms over the width, as OLMo 2", ("rms", "width", 1e-6, False), 3, 3, 4, 2, 6, "rotary", None),
    ("layer norm over each head, as ViT 22B", ("layer", "head", 1e-5, False), 2, 2, 5, 2, 9, "none", (1, 2, 9, 9)),
    ("layer norm over the width, grouped", ("layer", "width", 1e-3, False), 4, 2, 3, 1, 4, "alibi", None),
    ("layer norm over each head, 1 + weight", ("layer", "head", 1e-5, True), 2, 1, 4, 3, 3, "none", (3, 1, 1, 3)),
    ("rms, ALiBi and a bias for each head", ("rms", "head", 1e-5, False), 4, 4, 4, 2, 8, "alibi", (4, 8, 8)),
]


def normalised(x, norm, width, weight, bias):
    kind, _, epsilon, plus_one = norm
    gain = weight + 1 if plus_one else weight
    shape = x.shape
    x = x.reshape(*shape[:-1], shape[-1] // width, width)
    if kind == "rms":
        y = F.rms_norm(x, (width,), gain, epsilon)
    else:
        y = F.layer_norm(x, (width,), gain, bias, epsilon)
    return y.reshape(shape)


def turned(x, theta=10000.0):
    """Rotates halves, at positions from 0."""
    length, dims = x.shape[-2], x.shape[-1]
    frequencies = theta ** (-torch.arange(0, dims, 2, dtype=torch.float64) / dims)
    angles = torch.arange(length, dtype=torch.float64)[:, None] * frequencies
    cos, sin = (torch.cat([f(angles)] * 2, -1) for f in (torch.cos, torch.sin))
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat([-b, a], -1) * sin


def case(seed, name, norm, heads, kv_heads, head_dim, batch, length, positions, bias_shape):
    draw = torch.Generator().manual_seed(seed)

    def tensor(*shape):
        # exact in float32
        return (torch.rand(*shape, generator=draw, dtype=torch.float32) * 2 - 1).double().requires_grad_()

    width = heads * head_dim
    q, k = heads * head_dim, kv_heads * head_dim
    over_q, over_k = (head_dim, head_dim) if norm[1] == "head" else (q, k)
    x = tensor(batch, length, width)
    state = {
        "in_proj_weight": tensor(q + 2 * k, width),
        "in_proj_bias": tensor(q + 2 * k),
        "q_norm.weight": tensor(over_q),
        "k_norm.weight": tensor(over_k),
        "out_proj.weight": tensor(width, q),
        "out_proj.bias": tensor(width),
    }
    if norm[0] == "layer":
        state |= {"q_norm.bias": tensor(over_q), "k_norm.bias": tensor(over_k)}
    bias = tensor(*bias_shape) if bias_shape else None
    slopes = tensor(heads) if positions == "alibi" else None
    grad_output = tensor(batch, length, width).detach()

    projected = F.linear(x, state["in_proj_weight"], state["in_proj_bias"])
    query, key, value = projected.split([q, k, k], -1)
    query = normalised(query, norm, over_q, state["q_norm.weight"], state.get("q_norm.bias"))
    key = normalised(key, norm, over_k, state["k_norm.weight"], state.get("k_norm.bias"))
    by_head = lambda y: y.reshape(batch, length, -1, head_dim).transpose(1, 2)  # noqa: E731
    query, key, value = by_head(query), by_head(key), by_head(value)
    if positions == "rotary":
        query, key = turned(query), turned(key)
    key, value = (y.repeat_interleave(heads // kv_heads, 1) for y in (key, value))
    scores = query @ key.transpose(-1, -2) * float(np.float32(head_dim**-0.5))
    if slopes is not None:
        at = torch.arange(length)
        scores = scores - slopes[:, None, None] * (at[:, None] - at).abs()
    if bias is not None:
        scores = scores + bias
    scores = scores.masked_fill(torch.ones(length, length).triu(1).bool(), -torch.inf)
    attention = scores.softmax(-1)
    z = (attention @ value).transpose(1, 2).reshape(batch, length, q)
    output = F.linear(z, state["out_proj.weight"], state["out_proj.bias"])
    output.backward(grad_output)

    def kept(y):
        y = y.detach().float()
        numbers = base64.b64encode(y.numpy().astype("<f4").tobytes()).decode()
        return {"shape": list(y.shape), "float32": numbers}

    gradients = {name: kept(one.grad) for name, one in state.items()}
    extra = {"bias": bias, "slopes": slopes}
    return {
        "name": name,
        "config": {
            "embedDim": width,
            "numHeads": heads,
            "numKvHeads": kv_heads,
            "headDim": head_dim,
            "queryKeyNorm": dict(zip(("type", "over", "epsilon", "plusOne"), norm)),
        },
        "positions": positions,
        "x": kept(x),
        "state": {name: kept(one) for name, one in state.items()},
        **{name: kept(one) for name, one in extra.items() if one is not None},
        "gradOutput": kept(grad_output),
        "output": kept(output),
        "attention": kept(attention),
        "gradients": {
            "query": kept(x.grad),
            "parameters": gradients,
            **{name: kept(one.grad) for name, one in extra.items() if one is not None},
        },
    }


if __name__ == "__main__":
    torch.set_num_threads(1)
    cases = [case(7 + seed, *one) for seed, one in enumerate(CASES)]
    version = f"torch {torch.__version__.split('+')[0]}"
    text = json.dumps({"version": version, "cases": cases}, separators=(",", ":"))
    (HERE / "cases.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
