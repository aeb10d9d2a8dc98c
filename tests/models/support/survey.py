"""Computes the statistics of heads with NumPy, from the maps of transformers, and compares a survey of the same texts with them.
It knows the definitions alone and nothing of headwise's code.

    python survey.py MODEL TEXTS.jsonl SURVEY.npz

Prints as JSON the number of rows, of texts and of faint maps, and for each column the largest difference and the largest number.
"""

import json
import sys

import numpy as np
import pandas as pd
import torch
from tokenizers import Tokenizer
from transformers import AutoModel, logging


def open_model(folder):
    """The model, and of each layer the module that joins heads and its matrix (heads' widths, D)."""
    model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    if model.config.model_type == "gpt2":
        joins = [block.attn.c_proj for block in model.h]
        return model, [(join, join.weight) for join in joins]
    joins = [layer.attention.output.dense for layer in model.encoder.layer]
    return model, [(join, join.weight.T) for join in joins]


def cells_of(ids, special):
    """The cells that each measure counts, (L, L); a row is a query."""
    length = len(ids)
    i, j = np.indices((length, length))
    ids = np.array(ids)
    same = ids[:, None] == ids[None, :]
    followed = np.zeros((length, length), bool)
    followed[:, 1:] = same[:, :-1]
    return {
        "firstToken": (j == 0) & (i > 0),
        "sameToken": i == j,
        "previousToken": j == i - 1,
        "nextToken": j == i + 1,
        "separator": np.broadcast_to(np.array(special)[None, :], same.shape),
        "induction": followed & (j < i),
        "duplicate": same & (i != j),
    }


# The core makes weights below about 2^-120 zero, float32 holds them down to 2^-149, and baselines count the keys with a weight:
# the baselines of a map with a weight between zero and this bound are not compared.
FAINT = 2.0**-110
BY_TOKEN = ["separator", "induction", "duplicate"]


def statistics(maps, ids, special):
    """Of the maps of a layer, (H, L, L): name to values and to baselines, (H)."""
    length = len(ids)
    i, j = np.indices((length, length))
    apart = np.abs(i - j)
    seen = maps > 0
    counts = seen.sum(-1)  # (H, L)
    logs = np.log(np.where(seen, maps, 1))
    even = seen / np.maximum(counts, 1)[..., None]
    found = {
        "entropy": (-(maps * logs).sum((1, 2)) / length, np.log(np.maximum(counts, 1)).mean(-1)),
        "distance": ((maps * apart).sum((1, 2)) / length, (even * apart).sum((1, 2)) / length),
    }
    # a head that attends at each distance as this one does on average
    places = (length + i - j).ravel()
    usual = np.zeros_like(maps)
    for head, own in enumerate(seen):
        sums = np.bincount(places, maps[head].ravel(), 2 * length)
        numbers = np.bincount(places, own.ravel(), 2 * length)
        usual[head] = (sums / np.maximum(numbers, 1))[places].reshape(length, length) * own
    totals = usual.sum(-1, keepdims=True)
    usual = np.divide(usual, totals, out=np.zeros_like(usual), where=totals > 0)
    for name, cells in cells_of(ids, special).items():
        queries = max(cells.any(-1).sum(), 1)
        expected = usual if name in BY_TOKEN else even
        found[name] = tuple((one * cells).sum((1, 2)) / queries for one in (maps, expected))
    return found


def written(joined, matrix, heads):
    """Each head's share of the norms of a layer's contributions."""
    width = joined.shape[-1] // heads
    parts = [slice(head * width, (head + 1) * width) for head in range(heads)]
    sums = np.array([np.linalg.norm(joined[:, part] @ matrix[part], axis=-1).sum() for part in parts])
    return sums / sums.sum(), np.full(heads, 1 / heads)


def main(folder, texts, survey):
    logging.set_verbosity_error()
    model, joins = open_model(folder)
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    joined = {}
    for layer, (module, _) in enumerate(joins):
        keep = lambda _, given, layer=layer: joined.update({layer: given[0][0].double().numpy()})  # noqa: E731
        module.register_forward_pre_hook(keep)
    matrices = [matrix.detach().double().numpy() for _, matrix in joins]
    heads = model.config.num_attention_heads
    rows = []
    lines = open(texts, encoding="utf-8").read().split("\n")
    for line, text in enumerate(lines):
        if not text:
            continue
        encoded = tokenizer.encode(json.loads(text)["text"])
        ids, special = encoded.ids, [word is None for word in encoded.word_ids]
        place = {"text": line, "tokens": len(ids)}
        if len(ids) > model.config.max_position_embeddings:
            rows += [{**place, "layer": layer, "head": head} for layer in range(len(joins)) for head in range(heads)]
            continue
        with torch.no_grad():
            maps = model(torch.tensor([ids]), output_attentions=True).attentions
        for layer, one in enumerate(maps):
            found = statistics(one[0].double().numpy(), ids, special)
            found["written"] = written(joined[layer], matrices[layer], heads)
            faint = ((one[0] > 0) & (one[0] < FAINT)).any(-1).any(-1).tolist()
            for head in range(heads):
                row = {**place, "layer": layer, "head": head, "faint": faint[head]}
                for name, (values, baselines) in found.items():
                    row |= {name: values[head], f"{name}_baseline": baselines[head]}
                rows.append(row)
    expected = pd.DataFrame(rows)
    faint = expected.pop("faint").fillna(False).astype(bool)
    got = pd.DataFrame(dict(np.load(survey)))
    assert set(got.columns) == set(expected.columns), (got.columns, expected.columns)
    assert len(got) == len(expected), (len(got), len(expected))
    for name in ["text", "layer", "head", "tokens"]:
        assert (got[name] == expected[name]).all(), name
        assert got[name].dtype == np.int32, got[name].dtype
    numbers = [name for name in got.columns if name not in ("text", "layer", "head", "tokens")]
    assert (got[numbers].isna() == expected[numbers].isna()).all().all(), "other texts have numbers"
    apart = {}
    for name in numbers:
        compared = ~(faint & name.endswith("_baseline"))
        difference = (got[name] - expected[name])[compared].abs().max()
        apart[name] = [float(difference), float(expected[name].abs().max())]
    print(json.dumps({"rows": len(got), "texts": got["text"].nunique(), "faint": int(faint.sum()), "apart": apart}))


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(*sys.argv[1:])
