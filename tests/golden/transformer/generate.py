"""Steps of training as torch does them: nn.TransformerEncoder between embeddings and logits, in
float64. Writes cases.safetensors beside this file: what each case begins with, and what it gives.

    python tests/golden/transformer/generate.py
"""

import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn

VOCAB, CONTEXT, WIDTH, HEADS, LAYERS, MLP = 7, 6, 8, 2, 2, 12
STEPS = 3

CASES = [
    {"norm": "pre", "activation": "relu", "causal": True, "tied": False, "optimizer": "sgd"},
    {"norm": "post", "activation": "gelu", "causal": True, "tied": False, "optimizer": "adamw"},
    {"norm": "pre", "activation": "gelu", "causal": False, "tied": True, "optimizer": "adam"},
    {"norm": "post", "activation": "relu", "causal": False, "tied": True, "optimizer": "momentum"},
    {"norm": "pre", "activation": "gelu", "causal": True, "tied": False, "optimizer": "clipped"},
]


class Model(nn.Module):
    def __init__(self, case):
        super().__init__()
        pre = case["norm"] == "pre"
        self.embedding = nn.Embedding(VOCAB, WIDTH)
        self.positions = nn.Embedding(CONTEXT, WIDTH)
        layer = nn.TransformerEncoderLayer(
            WIDTH, HEADS, MLP, dropout=0.0, activation=case["activation"], batch_first=True,
            norm_first=pre,
        )
        norm = nn.LayerNorm(WIDTH) if pre else None
        self.encoder = nn.TransformerEncoder(layer, LAYERS, norm=norm, enable_nested_tensor=False)
        self.unembedding = None if case["tied"] else nn.Linear(WIDTH, VOCAB, bias=False)
        self.causal = case["causal"]

    def forward(self, tokens):
        length = tokens.shape[1]
        x = self.embedding(tokens) + self.positions(torch.arange(length))
        ahead = torch.ones(length, length, dtype=torch.bool).triu(1)
        x = self.encoder(x, mask=ahead if self.causal else None)
        return x @ (self.unembedding or self.embedding).weight.T


def state_of(model):
    return {
        name.removeprefix("encoder."): value.detach().numpy().copy()
        for name, value in model.state_dict().items()
    }


def optimizer_of(case, model):
    parameters = model.parameters()
    return {
        "sgd": lambda: torch.optim.SGD(parameters, lr=0.1),
        "momentum": lambda: torch.optim.SGD(parameters, lr=0.1, momentum=0.9, weight_decay=0.01),
        "adam": lambda: torch.optim.Adam(parameters, lr=0.01, weight_decay=0.01),
        "adamw": lambda: torch.optim.AdamW(
            parameters, lr=0.01, betas=(0.8, 0.99), eps=1e-6, weight_decay=0.1
        ),
        "clipped": lambda: torch.optim.AdamW(parameters, lr=0.01, weight_decay=0.0),
    }[case["optimizer"]]()


def run(case, seed, tensors):
    torch.manual_seed(seed)
    model = Model(case).double()
    with torch.no_grad():
        for parameter in model.parameters():
            # Of float32, so that both begin with the same; norms and biases not at 1 and 0.
            parameter.add_(torch.randn_like(parameter) * 0.1)
            parameter.copy_(parameter.float())
    shape = (STEPS, 3, 5)
    tokens, targets = torch.randint(VOCAB, shape), torch.randint(VOCAB, shape)
    mask = torch.rand(shape) < 0.7
    mask[:, 0, 0] = True
    put = lambda name, value: tensors.__setitem__(f"{seed}.{name}", np.asarray(value))
    for name, value in state_of(model).items():
        put(f"before.{name}", value.astype(np.float32))
    put("tokens", tokens.numpy().astype(np.int32))
    put("targets", targets.numpy().astype(np.int32))
    put("mask", mask.numpy().astype(np.uint8))
    put("logits", model(tokens[0]).detach().numpy().astype(np.float32))
    optimizer = optimizer_of(case, model)
    losses, norms = [], []
    for step in range(STEPS):
        logits = model(tokens[step])[mask[step]]
        loss = nn.functional.cross_entropy(logits, targets[step][mask[step]])
        optimizer.zero_grad()
        loss.backward()
        most = 0.5 if case["optimizer"] == "clipped" else float("inf")
        norms.append(float(nn.utils.clip_grad_norm_(model.parameters(), most)))
        optimizer.step()
        losses.append(float(loss.detach()))
    for name, value in state_of(model).items():
        put(f"after.{name}", value.astype(np.float32))
    return {**case, "losses": losses, "norms": norms}


def main():
    tensors = {}
    cases = [run(case, seed, tensors) for seed, case in enumerate(CASES)]
    about = {"torch": torch.__version__.split("+")[0], "cases": cases}
    header, at = {"__metadata__": {"about": json.dumps(about)}}, 0
    names = {"float32": "F32", "int32": "I32", "uint8": "U8"}
    for name, value in tensors.items():
        offsets = [at, at + value.nbytes]
        header[name] = {"dtype": names[str(value.dtype)], "shape": value.shape, "data_offsets": offsets}
        at += value.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(Path(__file__).with_name("cases.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for value in tensors.values():
            file.write(np.ascontiguousarray(value).tobytes())


main()
