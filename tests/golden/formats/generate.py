"""Files as their own libraries write them, and what is in them: NumPy's .npz, torch's .pt, llama.cpp's .gguf, and the
attention layers of transformers and torch in one safetensors file, each with an input and its output.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.23.0 gguf==0.19.0 numpy==2.4.6
    venv/bin/python tests/golden/formats/generate.py
"""

import collections
import pathlib
import tempfile

import gguf
import numpy as np
import torch
import transformers
from gguf import quants
from safetensors.torch import load_file, save_file
from torch import nn

HERE = pathlib.Path(__file__).parent
LENGTH, WIDTH, HEADS, KV_HEADS = 5, 24, 3, 1
VERSIONS = {
    "torch": torch.__version__.split("+")[0],
    "transformers": transformers.__version__,
    "numpy": np.__version__,
    "gguf": "0.19.0",
}


def main():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    attention()
    arrays()
    pickles()
    blocks()


# ---- attention layers -------------------------------------------------------------------------


def attention():
    tensors = {}
    for name, (prefix, model, call) in layers().items():
        randomise(model)
        model = model.double().eval()
        x = torch.rand(1, LENGTH, WIDTH, dtype=torch.float64) * 2 - 1
        with torch.no_grad():
            output = call(model, x)
        for key, value in saved(model).items():
            if key.startswith(prefix):
                tensors[f"{name}/{key}"] = value.float().contiguous()
        tensors[f"{name}/x"] = x[0].float()
        tensors[f"{name}/output"] = output[0].float()
    save_file(tensors, HERE / "attention.safetensors", metadata=VERSIONS)


def saved(model):
    """With the names that its file has, which are not always those of its modules."""
    if not isinstance(model, transformers.PreTrainedModel):
        return model.state_dict()
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return load_file(pathlib.Path(folder) / "model.safetensors")


def randomise(model):
    """Biases too, which begin as zeros."""
    with torch.no_grad():
        for name, value in sorted(model.named_parameters()):
            if "norm" not in name.lower():
                value.uniform_(-0.5, 0.5)


def layers():
    """Each: the prefix of its layer 0, the model, and its attention with the projection of the output."""
    eager = {"attn_implementation": "eager"}
    sizes = {"hidden_size": WIDTH, "num_attention_heads": HEADS, "num_hidden_layers": 1}
    small = {"vocab_size": 11, "intermediate_size": 8, **eager}
    t = transformers

    def bert(layer, x):
        return layer.output.dense(layer.self(x)[0])

    def vit(model, x):
        return model.layers[0].attention(x)[0]

    def llama(model, x):
        mask = torch.full((LENGTH, LENGTH), -torch.inf, dtype=x.dtype).triu(1)[None, None]
        turns = model.rotary_emb(x, torch.arange(LENGTH)[None])
        return model.layers[0].self_attn(x, position_embeddings=turns, attention_mask=mask)[0]

    def gpt2(model, x):
        mask = torch.full((LENGTH, LENGTH), -torch.inf, dtype=x.dtype).triu(1)[None, None]
        return model.h[0].attn(x, attention_mask=mask)[0]

    grouped = {"num_key_value_heads": KV_HEADS, **sizes, **small}
    vision = {"image_size": 8, "patch_size": 4, "intermediate_size": 8, **sizes, **eager}
    encoder = nn.TransformerEncoderLayer(WIDTH, HEADS, 8, batch_first=True)
    return {
        "bert": (
            "encoder.layer.0.attention",
            t.BertModel(t.BertConfig(**sizes, **small)),
            lambda model, x: bert(model.encoder.layer[0].attention, x),
        ),
        "roberta": (
            "roberta.encoder.layer.0.attention",
            t.RobertaForMaskedLM(t.RobertaConfig(**sizes, **small)),
            lambda model, x: bert(model.roberta.encoder.layer[0].attention, x),
        ),
        "albert": (
            "encoder.albert_layer_groups.0.albert_layers.0.attention",
            t.AlbertModel(t.AlbertConfig(embedding_size=8, **sizes, **small)),
            lambda model, x: albert(
                model.encoder.albert_layer_groups[0].albert_layers[0].attention, x
            ),
        ),
        "distilbert": (
            "transformer.layer.0.attention",
            t.DistilBertModel(
                t.DistilBertConfig(vocab_size=11, dim=WIDTH, n_heads=HEADS, n_layers=1, hidden_dim=8, **eager)
            ),
            lambda model, x: model.transformer.layer[0].attention(x)[0],
        ),
        "vit": ("encoder.layer.0.attention", t.ViTModel(t.ViTConfig(**vision)), vit),
        "gpt2": (
            "h.0.attn",
            t.GPT2Model(t.GPT2Config(vocab_size=11, n_embd=WIDTH, n_head=HEADS, n_layer=1, **eager)),
            gpt2,
        ),
        "llama": ("layers.0.self_attn", t.LlamaModel(t.LlamaConfig(**grouped)), llama),
        "phi3": (
            "layers.0.self_attn",
            t.Phi3Model(t.Phi3Config(pad_token_id=0, **grouped)),
            llama,
        ),
        "torch": ("", nn.MultiheadAttention(WIDTH, HEADS, batch_first=True), plain),
        "torch-layer": ("self_attn", encoder, lambda layer, x: plain(layer.self_attn, x)),
    }


def albert(layer, x):
    """Its module adds x and normalises: with the identity for a norm the sum is left."""
    layer.LayerNorm = nn.Identity()
    out = layer(x, None)
    return (out[0] if isinstance(out, tuple) else out) - x


def plain(layer, x):
    return layer(x, x, x, need_weights=False)[0]


# ---- NumPy ------------------------------------------------------------------------------------


def arrays():
    values = np.arange(-3, 3).reshape(2, 3)
    kinds = {
        "f2": values.astype("<f2") / 3,
        "f4": values.astype("<f4") / 3,
        "f8": values.astype("<f8") / 3,
        "i4": values.astype("<i4"),
        "i8": values.astype("<i8"),
        "u1": np.abs(values).astype("u1"),
        "b1": values % 2 == 0,
        "fortran": np.asfortranarray(values.astype("<f4")),
        "big": values.astype(">f4"),
        "scalar": np.float32(2.5),
        "long/name é": np.zeros((40, 50), "<f4"),
    }
    np.savez(HERE / "stored.npz", **kinds)
    np.savez_compressed(HERE / "deflated.npz", **kinds)


# ---- torch ------------------------------------------------------------------------------------


def pickles():
    base = torch.arange(24, dtype=torch.float32) / 7
    table = base.reshape(4, 6)
    state = collections.OrderedDict(
        f32=table,
        turned=table.T,
        rows=table[1:3],
        corner=table[1:, 2:4],
        step=base[1::5],
        f16=table.half(),
        bf16=table.bfloat16(),
        f64=table.double(),
        i64=torch.arange(-2, 3),
        u8=torch.arange(5, dtype=torch.uint8),
        flag=torch.tensor([True, False]),
        scalar=torch.tensor(2.5),
        empty=torch.zeros(0, 3),
        parameter=nn.Parameter(table[:1]),
    )
    torch.save(state, HERE / "zip.pt")
    torch.save(state, HERE / "legacy.pt", _use_new_zipfile_serialization=False)
    nested = {"state_dict": {"weight": table, "bias": base[:4]}, "epoch": 3, "names": ["a", ("b", None)], "rate": 0.5}
    torch.save(nested, HERE / "nested.pt")
    torch.save(nn.Linear(2, 2), HERE / "module.pt")  # a whole module: code would have to run
    plain = {name: value.detach().double().numpy() for name, value in state.items()}
    np.savez_compressed(HERE / "pt.npz", **plain)


# ---- llama.cpp --------------------------------------------------------------------------------


def blocks():
    """Blocks of random bytes: every number of bits, with scales that are ordinary."""
    rng = np.random.default_rng(1)
    kinds = gguf.GGMLQuantizationType
    rows, columns = 2, 512
    path = HERE / "tensors.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("blocks")
    writer.add_uint32("test.count", 7)
    writer.add_array("test.words", ["a", "", "é✓"])
    writer.add_array("test.numbers", [1.5, -2.0])
    writer.add_bool("test.flag", True)
    values = (rng.random((rows, columns)) * 2 - 1).astype(np.float32)
    expected = {}
    writer.add_tensor("f32", values)
    expected["f32"] = values
    writer.add_tensor("f16", values.astype(np.float16))
    expected["f16"] = values.astype(np.float16).astype(np.float32)
    brain = quants.quantize(values, kinds.BF16)
    writer.add_tensor("bf16", brain, raw_dtype=kinds.BF16)
    expected["bf16"] = quants.dequantize(brain, kinds.BF16)
    halves = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208], "Q2_K": [80, 82], "Q3_K": [108], "IQ4_NL": [0], "IQ4_XS": [0]}
    for name, places in halves.items():
        kind = kinds[name]
        numbers, size = gguf.GGML_QUANT_SIZES[kind]
        packed = rng.integers(0, 256, (rows, columns // numbers, size), dtype=np.uint8)
        for at in places:
            scale = (rng.random((rows, columns // numbers)) - 0.5).astype(np.float16)
            packed[:, :, at : at + 2] = scale[..., None].view(np.uint8)
        packed = packed.reshape(rows, -1)
        writer.add_tensor(name.lower(), packed, raw_dtype=kind)
        expected[name.lower()] = quants.dequantize(packed, kind)
    writer.add_tensor("last", np.arange(3, dtype=np.int32))
    expected["last"] = np.arange(3, dtype=np.float32)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    np.savez_compressed(HERE / "gguf.npz", **expected)


if __name__ == "__main__":
    main()
