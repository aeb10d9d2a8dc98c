"""Makes causes.json.gz: what TransformerLens says of the causes of an answer, for small models of ../models/cases.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.24.0 transformer-lens==4.3.0
    venv/bin/python tests/golden/causes/generate.py

For each model the measure is the logit of token 4 less that of token 5 at the last position, `other` is a second text. Stored are the
lens of that position before each layer; the effects of heads off, by zero and by their mean over positions; of patching the stream, the
outputs of attentions, MLPs and heads, and maps from the second text into the first; the mean attention, in a text of 5 tokens that come
twice, on the token after the same token before; the measure as a sum over the embedding, heads and MLPs, whose rest is checked against
the biases; and of weights, with the gains of norms folded in, the eigenvalues of each head's QK and OV as [re, im], its copying score,
and the composition scores of all pairs of heads.
"""

import gzip
import importlib.metadata
import json
import pathlib
import tempfile

import tokenizers
import torch
import transformers
from safetensors.numpy import load
from transformer_lens import FactoredMatrix
from transformer_lens.model_bridge import TransformerBridge
from transformer_lens.utilities.matrix import composition_scores

HERE = pathlib.Path(__file__).parent
CASES = {
    "gpt2/tied": "gpt2",
    "gpt_neox/sequential": "EleutherAI/pythia-70m",
    "llama/llama3": "meta-llama/Llama-2-7b-hf",
    "gemma2/window": "google/gemma-2-2b",
    "bert/masked": "google-bert/bert-base-cased",
}
TOKEN, AGAINST, LENGTH = 4, 5, 5
FOLDER = tempfile.TemporaryDirectory()


def tokenizer():
    words = tokenizers.models.WordLevel({"a": 0, "<s>": 1, "</s>": 2}, unk_token="a")
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(words),
        bos_token="<s>", eos_token="</s>", pad_token="</s>", unk_token="a",
    )  # fmt: skip
    made.save_pretrained(FOLDER.name)
    return transformers.AutoTokenizer.from_pretrained(FOLDER.name)


def opened(name):
    """A model of transformers in float64, and the inputs and logits of its case."""
    raw = gzip.decompress((HERE.parent / f"models/cases/{name}.safetensors.gz").read_bytes())
    size = int.from_bytes(raw[:8], "little")
    about = json.loads(json.loads(raw[8 : 8 + size])["__metadata__"]["about"])
    tensors = load(raw)
    made = getattr(transformers, about["class"])
    config = made.config_class.from_dict(json.loads(about["config"]))
    config._attn_implementation = "eager"
    model = made(config).eval()
    weights = {
        key[len("weights/") :]: torch.tensor(value).float()
        for key, value in tensors.items()
        if key.startswith("weights/")
    }
    model.load_state_dict(weights, strict=False)
    model.tie_weights()
    return model.double(), tensors


def other_text(ids):
    return [one if at < 2 else 3 + (one + at) % 9 for at, one in enumerate(ids)]


def measured(logits):
    return (logits[0, -1, TOKEN] - logits[0, -1, AGAINST]).item()


def causes(name, official):
    model, tensors = opened(name)
    bridge = TransformerBridge.boot_transformers(
        official, hf_model=model, device="cpu", tokenizer=tokenizer(), dtype=torch.float64
    )
    ids = tensors["inputs/ids"].tolist()
    types = tensors["inputs/typeIds"].tolist() if "inputs/typeIds" in tensors else None
    more = {} if types is None else {"token_type_ids": torch.tensor([types])}
    text, other = torch.tensor([ids]), torch.tensor([other_text(ids)])
    with torch.no_grad():
        return found(name, model, bridge, text, other, more, tensors)


def found(name, model, bridge, text, other, more, tensors):
    logits, cache = bridge.run_with_cache(text, **more)
    expected = torch.tensor(tensors["expected/logits"])
    worst = (logits[0] - expected).abs().max() / expected.abs().max()
    assert worst < 1e-5, f"{name}: {worst}"
    base = measured(logits)
    layers, heads = bridge.cfg.n_layers, bridge.cfg.n_heads
    _, theirs = bridge.run_with_cache(other, **more)

    def effect(hook, change):
        changed = bridge.run_with_hooks(text, fwd_hooks=[(hook, change)], **more)
        return measured(changed) - base

    def off(mean):
        def board(layer, head):
            def change(z, hook):
                z = z.clone()
                z[:, :, head] = z[:, :, head].mean(1, keepdim=True) if mean else 0
                return z

            return effect(f"blocks.{layer}.attn.hook_z", change)

        return [[board(layer, head) for head in range(heads)] for layer in range(layers)]

    def put(hook, index):
        def change(x, hook):
            x = x.clone()
            x[index] = theirs[hook.name][index]
            return x

        return effect(hook, change)

    z_of = "blocks.{}.attn.hook_z"
    attended, added = added_hooks(name)
    rest = {
        "attentions": [
            [put(attended.format(layer), (0, at)) for at in range(text.shape[1])]
            for layer in range(layers)
        ],
        "mlps": [
            [put(added.format(layer), (0, at)) for at in range(text.shape[1])]
            for layer in range(layers)
        ],
        "residual": [
            [put(f"blocks.{layer}.hook_resid_pre", (0, at)) for at in range(text.shape[1])]
            for layer in range(layers)
        ],
        "heads": [
            [put(z_of.format(layer), (0, slice(None), head)) for head in range(heads)]
            for layer in range(layers)
        ],
        # Of a BERT it discards changed maps.
        "patterns": None if name.startswith("bert") else [
            [put(f"blocks.{layer}.attn.hook_pattern", (0, head)) for head in range(heads)]
            for layer in range(layers)
        ],
    }  # fmt: skip
    return {
        "model": name,
        "other": other[0].tolist(),
        "base": base,
        "zero": off(False),
        "mean": off(True),
        **rest,
        "lens": lens(model, cache, layers),
        "twice": twice(bridge, layers, heads),
        "weights": of_weights(name, model, bridge, layers, heads),
        "attribution": None
        if name.startswith("bert")
        else attribution(name, model, bridge, cache, base),
    }


def added_hooks(name):
    """The rows that an attention and an MLP add to the stream, after a norm inside."""
    if name.startswith("gemma2"):
        return "blocks.{}.ln1_post.hook_out", "blocks.{}.ln2_post.hook_out"
    return "blocks.{}.attn.o.hook_out", "blocks.{}.mlp.out.hook_out"


def plain(module):
    """The module of transformers that a bridge has wrapped."""
    return getattr(module, "original_component", module)


def norms_of(name, model, layer):
    """The norm before attention, and the one after it, of a layer; None: there is none."""
    base = model.base_model
    if name.startswith("gpt2"):
        return plain(plain(base.h[layer]).ln_1), None
    if name.startswith("bert"):
        output = plain(plain(plain(base.encoder.layer[layer]).attention).output)
        return None, plain(output.LayerNorm)
    block = plain(base.layers[layer])
    after = plain(block.post_attention_layernorm) if name.startswith("gemma2") else None
    return plain(block.input_layernorm), after


def final_norm(model):
    base = model.base_model
    names = ["ln_f", "final_layer_norm", "norm"]
    return next((plain(getattr(base, one)) for one in names if hasattr(base, one)), None)


def gain_of(norm):
    return 1 + norm.weight if "Gemma" in type(norm).__name__ else norm.weight


def centred(norm, x):
    """x, (..., D), without the mean that the norm takes out."""
    return x - x.mean(-1, keepdim=True) if isinstance(norm, torch.nn.LayerNorm) else x


def of_weights(name, model, bridge, layers, heads):
    """Weights (layers, heads, D, E) or (layers, heads, E, D), as they act on the stream."""
    queries, keys, values, outputs = [], [], [], []
    for layer in range(layers):
        before, after = norms_of(name, model, layer)

        def reads(weight, before=before):
            weight = weight.repeat_interleave(heads // weight.shape[0], 0)
            if before is None:
                return weight
            folded = (weight * gain_of(before)[:, None]).transpose(-1, -2)
            return centred(before, folded).transpose(-1, -2)

        queries.append(reads(bridge.W_Q[layer]))
        keys.append(reads(bridge.W_K[layer]))
        values.append(reads(bridge.W_V[layer]))
        outputs.append(bridge.W_O[layer] * (1 if after is None else gain_of(after)))
    query, key, value, output = (torch.stack(one) for one in (queries, keys, values, outputs))
    qk, ov = FactoredMatrix(query, key.transpose(-1, -2)), FactoredMatrix(value, output)
    # W_b acts on rows: what b reads of the stream comes first
    kinds = {"query": qk, "key": qk.T, "value": ov}
    before = torch.arange(layers)
    earlier = before[:, None, None, None] < before[None, None, :, None]
    copying = None
    if not name.startswith("bert"):
        norm, unembed = final_norm(model), model.get_output_embeddings().weight
        embed = model.get_input_embeddings().weight
        read = centred(norm, unembed * gain_of(norm)).T
        through = FactoredMatrix(embed @ value, output @ read).eigenvalues
        copying = (through.sum(-1).real / through.abs().sum(-1)).tolist()
    return {
        "qk": torch.view_as_real(qk.eigenvalues).tolist(),
        "ov": torch.view_as_real(ov.eigenvalues).tolist(),
        "copying": copying,
        **{
            kind: torch.where(
                earlier, composition_scores(ov, reader, broadcast_dims=True), 0.0
            ).tolist()
            for kind, reader in kinds.items()
        },
    }


def attribution(name, model, bridge, cache, base):
    """What the embedding, each head and each MLP add to the measure, at the factors of norms and softcap in the run."""
    layers = bridge.cfg.n_layers
    norm, unembed = final_norm(model), model.get_output_embeddings().weight
    stream = centred(norm, cache[f"blocks.{layers - 1}.hook_resid_post"][0, -1])
    epsilon = getattr(norm, "eps", None) or getattr(norm, "variance_epsilon", None)
    scale = (stream.square().mean() + epsilon).sqrt()
    normed = norm(cache[f"blocks.{layers - 1}.hook_resid_post"])[0, -1]
    cap = getattr(model.config, "final_logit_softcapping", None)

    def factor(token):
        raw = unembed[token] @ normed
        return cap * torch.tanh(raw / cap) / raw if cap else 1

    direction = factor(TOKEN) * unembed[TOKEN] - factor(AGAINST) * unembed[AGAINST]

    def value(x):
        return (centred(norm, x) * gain_of(norm) / scale) @ direction

    heads, attentions, mlps = [], [], []
    attended, added = added_hooks(name)
    for layer in range(layers):
        z = cache[f"blocks.{layer}.attn.hook_z"][0, -1]
        parts = torch.einsum("he,hed->hd", z.reshape(bridge.cfg.n_heads, -1), bridge.W_O[layer])
        _, after = norms_of(name, model, layer)
        if after is not None:
            out = cache[f"blocks.{layer}.attn.o.hook_out"][0, -1]
            parts = parts * gain_of(after) / (out.square().mean() + after.eps).sqrt()
        heads.append([value(one).item() for one in parts])
        attentions.append(value(cache[attended.format(layer)][0, -1] - parts.sum(0)).item())
        mlps.append(value(cache[added.format(layer)][0, -1]).item())
    embedding = value(cache["blocks.0.hook_resid_pre"][0, -1]).item()
    shift = getattr(norm, "bias", None)
    rest = 0 if shift is None else (shift @ direction).item()
    whole = embedding + sum(map(sum, heads)) + sum(attentions) + sum(mlps) + rest
    assert abs(whole - base) < 1e-6, f"{name}: {whole}, expected {base}"
    return {"embedding": embedding, "heads": heads, "attentions": attentions, "mlps": mlps}


def lens(model, cache, layers):
    """The model's own final norm and head on the last position of the stream that enters each layer."""
    norm = final_norm(model)
    head = model.get_output_embeddings()
    if hasattr(model, "cls"):
        norm, head = None, model.cls
    all_rows = []
    for layer in range(layers):
        x = cache[f"blocks.{layer}.hook_resid_pre"][:, -1]
        logits = head(norm(x) if norm else x)
        cap = getattr(model.config, "final_logit_softcapping", None)
        if cap:
            logits = cap * torch.tanh(logits / cap)
        all_rows.append(logits[0].tolist())
    return all_rows


def twice(bridge, layers, heads):
    """Attention from each token of the second copy to the token after its first occurrence."""
    ids = [1, *range(6, 6 + LENGTH), *range(6, 6 + LENGTH)]
    _, cache = bridge.run_with_cache(torch.tensor([ids]))
    scores = []
    for layer in range(layers):
        maps = cache[f"blocks.{layer}.attn.hook_pattern"][0]
        rows = range(LENGTH + 1, 2 * LENGTH + 1)
        scores.append([
            sum(maps[head, row, row - LENGTH + 1].item() for row in rows) / LENGTH
            for head in range(heads)
        ])  # fmt: skip
    return {"ids": ids, "scores": scores}


def main():
    torch.manual_seed(0)
    lens_version = importlib.metadata.version("transformer-lens")
    versions = [torch.__version__.split("+")[0], transformers.__version__, lens_version]
    about = {
        "version": "torch {}, transformers {}, TransformerLens {}".format(*versions),
        "token": TOKEN, "against": AGAINST, "length": LENGTH,
    }  # fmt: skip
    cases = [causes(*case) for case in CASES.items()]
    data = json.dumps({**about, "cases": cases}, separators=(",", ":")).encode()
    path = HERE / "causes.json.gz"
    path.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
