"""Makes families/<family>.safetensors.gz: what a model of transformers gives when a field of its
config.json is changed and its tensors are not.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.23.0 numpy==2.4.6
    venv/bin/python tests/golden/config-fields/generate.py [family ...]

The models are those of ../models. A change is left out where transformers refuses it, draws parameters
that the file lacks, or gives no numbers.
"""

import gzip
import json
import logging
import os
import pathlib
import sys
import tempfile
import warnings

import numpy as np
import torch
import transformers as hf

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE.parent / "models"))
sys.path.insert(0, str(HERE))
from changes import changes  # noqa: E402
from families import FAMILIES  # noqa: E402
from golden import unit  # noqa: E402
from safetensors.numpy import load, save_file  # noqa: E402
from support.case import WORSE, apart  # noqa: E402
from support.pack import write  # noqa: E402
from support.run import run  # noqa: E402

VERSION = f"torch {torch.__version__.split('+')[0]}, transformers {hf.__version__}"
# Of each tensor, how many of its numbers are stored.
STORED = {
    "attentions": 20,
    "beforeFinalNorm": 12,
    "logits": 12,
    "crossAttentions": 8,
    "encoderAttentions": 8,
}
PLACES = unit(max(STORED.values()), 5, 0)
CASES = json.loads((HERE.parent / "models/manifest.json").read_text())["cases"]
# Families whose models are those of another, under names of their own.
ALIKE = {"mt5": ("t5", "MT5"), "xlm-roberta": ("roberta", "XLMRoberta"), "camembert": ("roberta", "Camembert")}
OWN = {"t5": "T5", "roberta": "Roberta"}


def main(wanted):
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    logging.disable(logging.ERROR)
    for family in [*FAMILIES, *ALIKE]:
        if wanted and family not in wanted:
            continue
        source, prefix = ALIKE.get(family, (family, None))
        made = Made()
        for index, case in enumerate(each for each in CASES if each["family"] == source):
            kind = case["class"]
            kind = prefix + kind.removeprefix(OWN[source]) if prefix else kind
            if not hasattr(hf, kind):
                continue
            definition = next(each for each in FAMILIES[source]() if each.name == case["name"])
            if prefix:
                definition.model = getattr(hf, kind)
            change_all(made, definition, case, family, index, alike=prefix is not None)
        about = {"family": family, "version": VERSION, "stored": STORED, "cases": made.cases}
        tensors = {"places": PLACES.astype(np.float32), "results": np.stack(made.rows)}
        size = write(HERE / f"families/{family}.safetensors.gz", tensors, about)
        counts = [len(case["changes"]) for case in made.cases]
        print(f"{family}: {counts} changes, {len(made.rows)} results, {made.left} left out, {size} bytes", flush=True)


class Made:
    def __init__(self):
        self.cases, self.rows, self.left, self._known = [], [], 0, {}

    def index_of(self, row):
        key = row.tobytes()
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]


def change_all(made, definition, case, family, index, alike):
    """Of a family's first case every change in both words, of the others the fields of its class.
    An older config leaves out the defaults of its own class: it says something else to one that is alike."""
    path = HERE.parent / "models" / case["file"]
    plain = gzip.decompress(path.read_bytes())
    length = int.from_bytes(plain[:8], "little")
    about = json.loads(json.loads(plain[8 : 8 + length])["__metadata__"]["about"])
    tensors = load(plain)
    weights = {name.removeprefix("weights/"): value for name, value in tensors.items() if name.startswith("weights/")}
    names = ("ids", "typeIds", "targetIds", "pixels")
    inputs = {name: tensors[f"inputs/{name}"] for name in names if f"inputs/{name}" in tensors}
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        save_file(weights, f"{folder}/model.safetensors", metadata={"format": "pt"})
        for words, text in (("newer", about["config"]), ("older", about["olderConfig"])):
            if alike and words == "older":
                continue
            config = json.loads(text)
            if alike:
                config["model_type"] = family
            known = {}  # what a run in float32 gives, and its row
            base = result(definition, folder, config, inputs, known)
            assert base is not None, f"{family}, {case['name']}: {words} config does not run"
            found = [["", {}, [], made.index_of(base)]]
            for field, also, gone in changes(definition.model.config_class, config):
                if index > 0 and (words == "older" or field not in config):
                    continue
                if words == "older" and not field.startswith(("rope", "rotary")) and not gone:
                    continue
                changed = {name: value for name, value in {**config, **also}.items() if name not in gone}
                row = result(definition, folder, changed, inputs, known)
                if row is None:
                    made.left += 1
                else:
                    found.append([field, also, gone, made.index_of(row)])
            made.cases.append({"case": case["name"], "words": words, "changes": found})


def result(definition, folder, config, inputs, known):
    """None where transformers does not run it, draws parameters, or gives no numbers."""
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(config, file)
    try:
        model, info = definition.model.from_pretrained(
            folder, attn_implementation="eager", output_loading_info=True
        )
        if info["missing_keys"] or info["mismatched_keys"]:
            return None
        model = model.eval().float()
        single = run(definition, model, inputs)
        key = b"".join(single[name].tobytes() for name in STORED if name in single)
        if key in known:
            return known[key]
        double = run(definition, model.double(), inputs)
    except (Exception, SystemExit):
        return None
    row = []
    for name, count in STORED.items():
        if name not in single:
            row += [0] * (2 + count)
            continue
        if not (np.isfinite(single[name]).all() and np.isfinite(double[name]).all()):
            return None
        kept = single if apart(single[name], double[name]) <= WORSE / 4 else double
        flat = kept[name].reshape(-1)
        places = np.floor(PLACES[:count] * flat.size).astype(int)
        row += [flat.size, np.abs(flat).max(), *flat[places]]
    known[key] = np.array(row, dtype=np.float32)
    return known[key]


if __name__ == "__main__":
    main(sys.argv[1:])
