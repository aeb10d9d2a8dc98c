"""Makes sentences.safetensors.gz: the vectors that sentence-transformers makes of a text with several modules
behind a model, and those modules' files. Run like generate.py, with sentence-transformers==6.2.0.
"""

import base64
import logging
import pathlib
import sys
import tempfile
import zlib

import numpy as np
import sentence_transformers
import torch
import transformers as hf
from safetensors.numpy import load_file
from sentence_transformers import SentenceTransformer, models

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))
from generate import VERSION  # noqa: E402
from support.pack import write  # noqa: E402
from support.parameters import fill  # noqa: E402

TEXT = "The keys to the house are old."
IDS = [5, 9, 7, 12, 3]
EVERY = ("cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken")
LLAMA = {
    "hidden_size": 8,
    "num_attention_heads": 2,
    "num_hidden_layers": 1,
    "intermediate_size": 9,
    "max_position_embeddings": 16,
    "vocab_size": 21,
}
T5 = {
    "d_model": 8,
    "d_kv": 4,
    "d_ff": 9,
    "num_heads": 2,
    "num_layers": 1,
    "vocab_size": 21,
    "decoder_start_token_id": 0,
}


def dense(inputs, outputs, activation, bias=True):
    return models.Dense(inputs, outputs, bias=bias, activation_function=activation)


def layer_norm(size):
    return models.LayerNorm(size)


CASES = {
    "dense": [models.Pooling(18, "mean"), dense(18, 10, torch.nn.Tanh()), models.Normalize()],
    "every pooling": [models.Pooling(18, EVERY), dense(108, 6, torch.nn.Identity(), bias=False)],
    "order": [models.Pooling(18, ("lasttoken", "cls")), dense(36, 4, torch.nn.SiLU())],
    "two": [
        models.Pooling(18, "mean_sqrt_len_tokens"),
        layer_norm(18),
        dense(18, 12, torch.nn.GELU()),
        models.Dropout(0.1),
        dense(12, 7, torch.nn.ReLU()),
        models.Normalize(),
    ],
    "decoder": [models.Pooling(8, "lasttoken"), models.Normalize()],
    "T5": [models.Pooling(8, "mean"), dense(8, 5, torch.nn.Identity(), bias=False), models.Normalize()],
}


# Models of cases that have one of their own: the class of the file, its config, and what reads the text.
OWN = {
    "decoder": (hf.LlamaForCausalLM, hf.LlamaConfig(**LLAMA), hf.AutoModel),
    "T5": (hf.T5ForConditionalGeneration, hf.T5Config(**T5), hf.T5EncoderModel),
}


def make(at, name, modules):
    for place, module in enumerate(modules):
        fill(module, zlib.crc32(f"{name} {place}".encode()))
    case, tensors = {"name": name}, {}
    first = models.Transformer(str(HERE / "folders/sentence"))
    whole = SentenceTransformer(modules=[first, *modules], device="cpu")
    with tempfile.TemporaryDirectory() as folder:
        if name in OWN:
            tensors, case["config"], rows = own_model(name, folder)
            features = {"token_embeddings": rows, "attention_mask": torch.ones(rows.shape[:2]).long()}
            with torch.no_grad():
                for module in modules:
                    features = module.eval()(features)
            vector, case["ids"] = features["sentence_embedding"][0].numpy(), IDS
        else:
            vector, case["text"] = whole.encode(TEXT), TEXT
        whole.save(folder, safe_serialization=name != "two")
        case["files"] = {
            str(path.relative_to(folder)): base64.b64encode(path.read_bytes()).decode()
            for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.name == "modules.json" or (path.is_file() and path.parent.name[1:2] == "_")
        }
    tensors = {f"weights/{key}": value for key, value in tensors.items()} | {"embedding": vector}
    return case, {f"{at}/{key}": np.ascontiguousarray(value, np.float32) for key, value in tensors.items()}


def own_model(name, folder):
    """A model's tensors and config, and the rows that it gives."""
    kind, config, body = OWN[name]
    model = kind(config).eval()
    fill(model, zlib.crc32(name.encode()))
    model.save_pretrained(folder)
    text = pathlib.Path(f"{folder}/config.json").read_text()
    with torch.no_grad():
        rows = body.from_pretrained(folder).eval()(torch.tensor([IDS])).last_hidden_state
    return load_file(f"{folder}/model.safetensors"), text, rows


if __name__ == "__main__":
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    cases, tensors = [], {}
    for at, (name, modules) in enumerate(CASES.items()):
        case, own = make(at, name, modules)
        cases.append(case)
        tensors.update(own)
    version = f"{VERSION}, sentence-transformers {sentence_transformers.__version__}"
    size = write(HERE / "sentences.safetensors.gz", tensors, {"version": version, "cases": cases})
    print(f"sentences.safetensors.gz: {len(cases)} cases, {size} bytes")
