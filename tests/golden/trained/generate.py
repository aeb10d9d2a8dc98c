"""Makes trained/cases.json.gz: what transformers computes with the trained models of `npm run models`.

    npm run models
    python -m venv venv
    venv/bin/pip install torch transformers numpy gguf
    venv/bin/python tests/golden/trained/generate.py

MiniLM and RXNMapper in float32 with attn_implementation="eager"; SmolLM2 from weights dequantised to float32. Of
RXNMapper's maps, which are large, a product with a seeded vector is stored, and the largest cell of each row.
"""

import ast
import base64
import gzip
import json
import pathlib
import re
import sys

import numpy as np
import torch
import transformers
from transformers import AlbertModel, AutoModelForCausalLM, AutoTokenizer, BertModel

HERE = pathlib.Path(__file__).parent
MODELS = HERE.parents[2] / "build/models"

SENTENCES = [
    "The animal didn't cross the street because it was too tired.",
    "Naïve cafés — 3.5 € each!",
    "unbelievably tokenized",
]
PROMPTS = [
    f"{begin} {end}"
    for begin in ("The capital of France", "Water boils", "My favourite colour", "Once upon a time", "A dog")
    for end in ("is", "when the", "was not", "and the", "has", "in the middle of", "because", "with a", "that", "of")
]


def kept(y):
    y = y.detach().float().numpy()
    return {"shape": list(y.shape), "float32": base64.b64encode(y.astype("<f4").tobytes()).decode()}


def minilm():
    folder = MODELS / "minilm"
    model = BertModel.from_pretrained(folder, attn_implementation="eager").eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    found = []
    for text in SENTENCES:
        ids = tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            out = model(**ids, output_attentions=True)
        vector = torch.nn.functional.normalize(out.last_hidden_state[0].mean(0), dim=0)
        found.append(
            {
                "text": text,
                "ids": ids.input_ids[0].tolist(),
                "vector": kept(vector),
                "maps": kept(torch.cat(out.attentions)),
            }
        )
    return found


def smollm2():
    options = {"gguf_file": "model.gguf"}
    folder = MODELS / "smollm2"
    tokenizer = AutoTokenizer.from_pretrained(folder, **options)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **options).eval()
    found = []
    for text in PROMPTS:
        ids = tokenizer(text, return_tensors="pt").input_ids
        with torch.no_grad():
            logits = model(ids).logits[0, -1]
        first, second = logits.topk(2).values.tolist()
        found.append(
            {"text": text, "ids": ids[0].tolist(), "next": int(logits.argmax()), "ahead": first - second}
        )
    return found


# Groups, by the atom that binds first: amides and esters of acids, ethers and amines of bromides.
ACIDS = ["CC", "CCC", "CC(C)C", "c1ccccc1", "CCCC"]
NUCLEOPHILES = ["C", "CC", "CCC", "CC(C)C", "CCOC"]


def reactions():
    """(reaction, pairs of atoms): reactants by hand, the product with the same atoms in the same order."""
    for acid in ACIDS:
        for other in NUCLEOPHILES:
            yield f"{acid}C(=O)O.N{other}>>{acid}C(=O)N{other}"
            yield f"{acid}C(=O)Cl.O{other}>>{acid}C(=O)O{other}"
            yield f"{acid}CBr.O{other}>>{acid}CO{other}"
            yield f"{acid}CBr.N{other}>>{acid}CN{other}"


def rxnmapper(wheel_pattern):
    folder = MODELS / "rxnmapper"
    vocab = {token: at for at, token in enumerate((folder / "vocab.txt").read_text().split("\n"))}
    model = AlbertModel.from_pretrained(folder, attn_implementation="eager").eval()
    found = []
    for number, reaction in enumerate(reactions()):
        tokens = ["[CLS]", *re.findall(wheel_pattern, reaction), "[SEP]"]
        ids = [vocab[token] for token in tokens]
        with torch.no_grad():
            out = model(torch.tensor([ids]), output_attentions=True)
        map_ = out.attentions[10][0, 5]
        vector = torch.tensor([((7 * at + number) % 13 - 6) / 4 for at in range(len(ids))])
        found.append(
            {"reaction": reaction, "ids": ids, "along": kept(map_ @ vector), "largest": map_.argmax(-1).tolist()}
        )
    return found


def pattern_of(source):
    """The package's own regular expression, read from its source without running it."""
    for node in ast.walk(ast.parse(pathlib.Path(source).read_text())):
        if isinstance(node, ast.Assign) and node.targets[0].id == "SMI_REGEX_PATTERN":
            return ast.literal_eval(node.value)
    raise SystemExit("no SMI_REGEX_PATTERN")


if __name__ == "__main__":
    torch.set_num_threads(1)
    # rxnmapper/smiles_utils.py of the same wheel
    about = {
        "version": f"transformers {transformers.__version__}, torch {torch.__version__.split('+')[0]}",
        "minilm": minilm(),
        "rxnmapper": rxnmapper(pattern_of(sys.argv[1])),
        "smollm2": smollm2(),
    }
    text = json.dumps(about, separators=(",", ":"))
    (HERE / "cases.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
