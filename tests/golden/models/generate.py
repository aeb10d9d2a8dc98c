"""Makes cases/<family>/<name>.safetensors.gz, manifest.json and the table of README.md: what models of
transformers give, with few and random parameters.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.23.0 numpy==2.4.6
    venv/bin/python tests/golden/models/generate.py [family ...]

With families' names only those are made again.
"""

import json
import logging
import pathlib
import sys
import warnings
import zlib

import torch
import transformers

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))
from families import FAMILIES  # noqa: E402
from support.case import make  # noqa: E402
from support.pack import write  # noqa: E402

VERSION = f"torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}"
MANIFEST = HERE / "manifest.json"
README = HERE / "README.md"
CASES = "## Cases\n"


def main(wanted):
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    logging.disable(logging.WARNING)
    kept = json.loads(MANIFEST.read_text())["cases"] if wanted and MANIFEST.exists() else []
    cases = []
    for family, define in FAMILIES.items():
        if wanted and family not in wanted:
            cases += [case for case in kept if case["family"] == family]
            continue
        for definition in define():
            made = make(definition, seed=zlib.crc32(f"{family} {definition.name}".encode()))
            about = {"family": family, "version": VERSION, **made.about}
            file = f"cases/{family}/{made.about['name']}.safetensors.gz"
            configs = {"config": made.config, "olderConfig": made.older}
            size = write(HERE / file, made.tensors, {**about, **configs})
            cases.append({"file": file, **about})
            print(f"{file}: {size} bytes, own {about['own']:.1e}, peak {made.peak:.2f}", flush=True)
    manifest = {"version": VERSION, "cases": cases}
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n")
    text = README.read_text().split(CASES)[0]
    README.write_text(text + CASES + "\n" + "\n".join(table(cases)) + "\n")


def table(cases):
    """A row for each case; `npm run format` aligns them."""
    yield "| Family | Case | Class | What it exercises | Its float32 |"
    yield "| - | - | - | - | -: |"
    for case in cases:
        exercises = "; ".join(case["exercises"])
        cells = [case["family"], case["name"], case["class"], exercises, f"{case['own']:.1e}"]
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
