"""Makes pieces.json.gz: small models of SentencePiece, trained here, and the ids that transformers gives with them, and that
SentencePiece gives itself. Run: python pieces.py, with transformers, sentencepiece and protobuf.
"""

import base64
import gzip
import json
import pathlib
import tempfile

import sentencepiece
import transformers as hf

HERE = pathlib.Path(__file__).parent
SENTENCES = """The keys to the house are old
She loved the animal, but it was too tired to cross the street
The king was old and the queen was young
Where are the keys? On the table, in 1984 and 2026
Una casa vieja, el niño y la niña
Über den Fluss
The dogs near the house run fast; it doesn't know
She opened the door, and the light came in
We went to the river to see the boats and the birds
Attention is all you need: each head looks at the others
Numbers such as 3.14 and 42 are here""".split("\n")
TEXTS = [
    "The keys to the house are old.",
    " She  doesn't  know:\n42 doors ",
    "Über niños & 日本 👩",
    "",
    " ",
    "\n\nold",
    "ﬁne ½ Ａnd",
    "the<extra_id_0> keys</s> x",
    "<s>old <pad>",
    "she <mark>loved <mark> it",
]
UNIGRAM = {"model_type": "unigram", "vocab_size": 94, "pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1}
BPE = {
    **{"model_type": "bpe", "vocab_size": 376, "byte_fallback": True, "unk_id": 0, "bos_id": 1, "eos_id": 2},
    **{"pad_id": -1, "normalization_rule_name": "identity", "remove_extra_whitespaces": False, "split_digits": True},
}
LLAMA = {"tokenizer_class": "LlamaTokenizer"}
CASES = [
    ("t5", "spiece.model", {**UNIGRAM, "normalization_rule_tsv": "rules.tsv"}, None, {"model_type": "t5"}),
    ("t5, few extra ids", "spiece.model", {**UNIGRAM, "normalization_rule_name": "identity"}, {"extra_ids": 3}, {"model_type": "t5"}),
    ("llama", "tokenizer.model", BPE, LLAMA, {"model_type": "llama"}),
    ("llama, legacy", "tokenizer.model", BPE, {**LLAMA, "legacy": True, "add_bos_token": True}, {"model_type": "llama"}),
    (
        *("llama, own symbols", "tokenizer.model"),
        {**BPE, "user_defined_symbols": ["<mark>"], "vocab_size": 377},
        *({**LLAMA, "legacy": False, "add_eos_token": True, "add_prefix_space": False}, {"model_type": "llama"}),
    ),
]


def case(folder, name, file, options, config, model):
    prefix = folder / "trained"
    train = {**options, "input": str(folder / "train.txt"), "character_coverage": 1.0, "minloglevel": 2}
    if "normalization_rule_tsv" in train:
        train["normalization_rule_tsv"] = str(folder / "rules.tsv")
    sentencepiece.SentencePieceTrainer.train(model_prefix=str(prefix), **train)
    own = folder / name.replace(" ", "-")
    own.mkdir()
    data = prefix.with_suffix(".model").read_bytes()
    (own / file).write_bytes(data)
    (own / "config.json").write_text(json.dumps(model))
    if config is not None:
        (own / "tokenizer_config.json").write_text(json.dumps(config))
    theirs = hf.AutoTokenizer.from_pretrained(own)
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(own / file))
    texts = [{"text": text, "ids": theirs(text)["input_ids"], "own": pieces.encode(text)} for text in TEXTS]
    about = {"name": name, "file": file, "config": config, "family": model["model_type"], "texts": texts}
    return {**about, "class": type(theirs).__name__, "model": base64.b64encode(data).decode()}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "train.txt").write_text("\n".join(SENTENCES * 8))
        # ligature fi, a half, and a wide letter, as code points in hexadecimal
        (folder / "rules.tsv").write_text("FB01\t66 69\nBD\t31 2F 32\nFF21\t41\n")
        cases = [case(folder, *one) for one in CASES]
    version = f"transformers {hf.__version__}, sentencepiece {sentencepiece.__version__}"
    text = json.dumps({"version": version, "cases": cases}, ensure_ascii=False)
    (HERE / "pieces.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
