"""What transformers makes of a tokenizer.json whose tokenizer_config.json says otherwise: ids of a few texts. Writes
said.json.gz beside this file, from the rules of cases.json.gz.

    venv/bin/pip install transformers==5.23.0 tokenizers==0.23.3
    venv/bin/python tests/golden/tokenizers/said.py
"""

import gzip
import json
import pathlib
import tempfile

import tokenizers
import transformers

HERE = pathlib.Path(__file__).parent
TEXTS = ["The Cat sat, café  naïve", "Hello <x> wor <PAD>ld", "中文 and İstanbul", "the [MASK] <both>mat"]
NAMES = {f"{kind}_token": f"[{kind.upper()}]" for kind in ("unk", "pad", "cls", "sep", "mask")}
BERT, PLAIN = {"tokenizer_class": "BertTokenizer"}, {"tokenizer_class": "PreTrainedTokenizerFast"}
NEW = {"pad_token": "<PAD>", "bos_token": "<x>", "extra_special_tokens": ["<both>", "mat"]}
# The rules, and what stands beside them; None: no tokenizer_config.json.
CASES = [
    ("bert-cased", None),
    ("bert-cased", {}),
    ("bert-cased", BERT),
    ("bert-cased", {**BERT, "do_lower_case": False}),
    ("bert-cased", {**BERT, "do_lower_case": True, "strip_accents": False}),
    ("bert-cased", PLAIN),
    ("bert-uncased", {"tokenizer_class": "BertTokenizerFast", "do_lower_case": False}),
    ("bert-uncased", {**BERT, "tokenize_chinese_chars": False}),
    ("bert-uncased", {**BERT, "strip_accents": False}),
    ("bert-uncased", {**PLAIN, "do_lower_case": False, "strip_accents": False}),
    ("bert-uncased", {**BERT, **NEW}),
    ("bert-uncased", {**PLAIN, **NEW}),
]


def made(name, config, rules):
    with tempfile.TemporaryDirectory() as folder:
        files = {"tokenizer.json": rules[name]["rules"], "config.json": {"model_type": "bert"}}
        if config is not None:
            config = {**NAMES, **config}
            files["tokenizer_config.json"] = config
        for file, value in files.items():
            pathlib.Path(folder, file).write_text(json.dumps(value))
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        results = [{"text": text, "ids": tokenizer(text)["input_ids"]} for text in TEXTS]
    return {"rules": name, "config": config, "results": results}


if __name__ == "__main__":
    rules = json.loads(gzip.decompress((HERE / "cases.json.gz").read_bytes()))
    rules = rules.get("cases", rules)
    version = f"transformers {transformers.__version__}, tokenizers {tokenizers.__version__}"
    cases = [made(name, config, rules) for name, config in CASES]
    text = json.dumps({"version": version, "cases": cases}, ensure_ascii=False)
    (HERE / "said.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
