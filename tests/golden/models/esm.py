"""Makes esm.safetensors.gz: a small ESM-2 with the files and names that Meta's models have, the tokens of EsmTokenizer, and the
contacts that transformers predicts. Run like generate.py.
"""

import logging
import pathlib
import sys
import tempfile
import warnings
import zlib

import numpy as np
import torch
import transformers as hf
from safetensors.torch import save_file
from transformers.models.esm.configuration_esm import get_default_vocab_list

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))
from generate import VERSION  # noqa: E402
from support.pack import write  # noqa: E402
from support.parameters import fill  # noqa: E402
from support.run import plain  # noqa: E402

VOCAB = "\n".join(get_default_vocab_list())
SETTINGS = {"tokenizer_class": "EsmTokenizer", "do_lower_case": False, "tokenize_chinese_chars": True}
PROTEINS = ["MKTAYIAKQRQISFVKSHFSRQ", "MQ<mask>YKLILNGKT<mask>KGETTTE", "GWX.-B"]
TEXTS = [
    *PROTEINS,
    "MK TA\nWC\u3000A\x1cG",
    "mkta MJK",
    "MK<foo>A  <mask> <eos>",
    "MéK1日本 <null_1>",
    "",
    " \t",
]
GAIN = 8  # of the contact head, so that probabilities differ


def main():
    config = hf.EsmConfig(
        hidden_size=24, num_attention_heads=3, num_hidden_layers=3, intermediate_size=31, vocab_size=33,
        pad_token_id=1, mask_token_id=32, max_position_embeddings=64, position_embedding_type="rotary",
        token_dropout=True, layer_norm_eps=1e-5,
    )  # fmt: skip
    made = hf.EsmForMaskedLM(config).eval()
    fill(made, zlib.crc32(b"esm"))
    with torch.no_grad():
        made.esm.contact_head.regression.weight *= GAIN
    weights = {name: value.clone() for name, value in made.state_dict().items() if name != "lm_head.decoder.weight"}
    frequencies = weights.pop("esm.rotary_embeddings.inv_freq").half().float()  # as some files were trained
    for layer in range(config.num_hidden_layers):
        weights[f"esm.encoder.layer.{layer}.attention.self.rotary_embeddings.inv_freq"] = frequencies.clone()
    weights["esm.embeddings.position_embeddings.weight"] = torch.zeros(64, 24)
    weights["esm.embeddings.position_ids"] = torch.arange(64)[None]
    tensors = {f"weights/{name}": value.numpy() for name, value in weights.items()}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made.config.save_pretrained(folder)
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
        options = {"attn_implementation": "eager", "output_loading_info": True}
        model, found = hf.EsmForMaskedLM.from_pretrained(folder, **options)
        assert not found["missing_keys"] and torch.equal(model.esm.rotary_embeddings.inv_freq, frequencies), found
        text = (folder / "config.json").read_text()
        (folder / "vocab.txt").write_text(VOCAB)
        tokenizer = hf.EsmTokenizer.from_pretrained(folder)
    texts = []
    for at, protein in enumerate(TEXTS):
        ids = tokenizer(protein)["input_ids"]
        texts.append({"text": protein, "ids": ids, "tokens": tokenizer.convert_ids_to_tokens(ids), "decoded": tokenizer.decode(ids)})
        if protein not in PROTEINS:
            continue
        given = torch.tensor([ids])
        double = model.double().eval()
        with torch.no_grad():
            tensors[f"{at}/contacts"] = plain(double.predict_contacts(given, torch.ones_like(given))).astype(np.float32)
            tensors[f"{at}/logits"] = plain(double(given).logits).astype(np.float32)
    pair = tokenizer("MK", "TA")["input_ids"]
    about = {"version": VERSION, "config": text, "vocab": VOCAB, "settings": SETTINGS, "texts": texts, "pair": pair}
    size = write(HERE / "esm.safetensors.gz", {name: np.ascontiguousarray(value) for name, value in tensors.items()}, about)
    print(f"esm.safetensors.gz: {size} bytes")
    for at in range(len(PROTEINS)):
        print(np.quantile(tensors[f"{at}/contacts"], [0, 0.25, 0.5, 0.75, 1]).round(3))


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    hf.logging.set_verbosity_error()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    main()
