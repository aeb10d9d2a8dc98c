"""Makes folders/<name>/, small models as they are downloaded, and folders/<name>.safetensors.gz, what their
tokenizer and model give. Run like generate.py.
"""

import itertools
import json
import logging
import pathlib
import sys
import zlib

import numpy as np
import torch
import transformers as hf
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))
from generate import VERSION  # noqa: E402
from support import vocabularies  # noqa: E402
from support.pack import write  # noqa: E402
from support.parameters import fill  # noqa: E402
from support.run import plain  # noqa: E402

FOLDERS = HERE / "folders"
SHORT = 20  # tokens
TEXTS = [
    "The keys to the house are old.",
    "She doesn't  know: 42 doors,\n\tÜber niños & 日本 👩‍🚀!",
    " unquestionably",
]


def seeded(model, name):
    fill(model, zlib.crc32(name.encode()))
    return model.eval()


def put(folder, name, value):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2) + "\n")


def trained(folder, train):
    """A tokenizer that is there is kept: where pairs are equally frequent, training takes any of them."""
    kept = folder / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(kept)) if kept.exists() else train()
    for path in folder.rglob("*"):
        if path.is_file():
            path.unlink()
    tokenizer.save(str(kept), pretty=False)
    return tokenizer


def gpt2(folder):
    """As openai-community/gpt2: no prefix, masks in the file, the head not in it."""
    tokenizer = trained(folder, vocabularies.byte_level)
    end = tokenizer.token_to_id("<|endoftext|>")
    config = hf.GPT2Config(
        n_embd=16, n_head=4, n_layer=2, n_inner=24, n_positions=64, vocab_size=300,
        bos_token_id=end, eos_token_id=end,
    )  # fmt: skip
    seeded(hf.GPT2LMHeadModel(config), "gpt2").save_pretrained(folder)
    path = folder / "model.safetensors"
    named = {name.removeprefix("transformer."): value for name, value in load_file(path).items()}
    for layer in range(2):
        named[f"h.{layer}.attn.bias"] = torch.ones(32, 32).tril()[None, None]
    save_file(named, path, metadata={"format": "pt"})
    put(folder, "tokenizer_config.json", {"tokenizer_class": "GPT2Tokenizer", "model_max_length": 64})
    return tokenizer, hf.GPT2LMHeadModel, [*TEXTS, "open<|endoftext|>The end"]


def bert(folder):
    """As google-bert/bert-base-uncased: with vocab.txt, a pooler that no masked model has, and gamma and
    beta for the norms."""
    tokenizer = trained(folder, vocabularies.word_piece)
    config = hf.BertConfig(
        hidden_size=20, num_attention_heads=5, num_hidden_layers=2, intermediate_size=25,
        max_position_embeddings=64, vocab_size=tokenizer.get_vocab_size(),
    )  # fmt: skip
    seeded(hf.BertForPreTraining(config), "bert").save_pretrained(folder)
    settings = json.loads((folder / "config.json").read_text())
    put(folder, "config.json", {**settings, "architectures": ["BertForMaskedLM"]})
    path = folder / "model.safetensors"
    older = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    named = {}
    for name, value in load_file(path).items():
        ending = ".".join(name.split(".")[-2:])
        named[name.removesuffix(ending) + older.get(ending, ending)] = value
    save_file(named, path, metadata={"format": "pt"})
    vocab = tokenizer.get_vocab()
    (folder / "vocab.txt").write_text("\n".join(sorted(vocab, key=vocab.get)) + "\n")
    put(folder, "tokenizer_config.json", {"do_lower_case": True, "model_max_length": 64})
    masked = "The [MASK] that opens the door is old."
    return tokenizer, hf.BertForMaskedLM, [*TEXTS, masked, ("Where are the keys?", "On the table.")]


def sentence(folder):
    """As sentence-transformers/all-MiniLM-L6-v2: the mean of all tokens, of length one."""
    tokenizer = trained(folder, vocabularies.word_piece)
    config = hf.BertConfig(
        hidden_size=18, num_attention_heads=3, num_hidden_layers=2, intermediate_size=24,
        max_position_embeddings=64, vocab_size=tokenizer.get_vocab_size(),
    )  # fmt: skip
    seeded(hf.BertModel(config), "sentence").save_pretrained(folder)
    kinds = ["Transformer", "Pooling", "Normalize"]
    modules = [
        {
            "idx": at,
            "name": str(at),
            "path": f"{at}_{kind}" if at else "",
            "type": f"sentence_transformers.models.{kind}",
        }
        for at, kind in enumerate(kinds)
    ]
    put(folder, "modules.json", modules)
    modes = ["cls_token", "mean_tokens", "max_tokens", "mean_sqrt_len_tokens"]
    pooling = {f"pooling_mode_{mode}": mode == "mean_tokens" for mode in modes}
    put(folder, "1_Pooling/config.json", {"word_embedding_dimension": config.hidden_size, **pooling})
    put(folder, "sentence_bert_config.json", {"max_seq_length": 48, "do_lower_case": False})
    versions = {"sentence_transformers": "2.0.0", "transformers": "4.6.1", "pytorch": "1.8.1"}
    put(folder, "config_sentence_transformers.json", {"__version__": versions})
    put(folder, "tokenizer_config.json", {"tokenizer_class": "BertTokenizer", "do_lower_case": True})
    return tokenizer, hf.BertModel, TEXTS


def sharded(folder):
    """A Llama in bfloat16, in several files, with pieces and bytes as Llama 2 has them."""
    tokenizer = trained(folder, vocabularies.byte_fallback)
    config = hf.LlamaConfig(
        hidden_size=16, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=3,
        intermediate_size=24, max_position_embeddings=96, vocab_size=tokenizer.get_vocab_size(),
    )  # fmt: skip
    model = seeded(hf.LlamaForCausalLM(config), "sharded").bfloat16()
    model.save_pretrained(folder, max_shard_size="12KB")
    put(folder, "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast"})
    return tokenizer, hf.LlamaForCausalLM, TEXTS


def torch_bin(folder):
    """A T5 as torch.save wrote it before safetensors: one storage under four names."""
    tokenizer = trained(folder, vocabularies.unigram)
    config = hf.T5Config(
        d_model=14, d_kv=4, d_ff=17, num_heads=3, num_layers=2,
        vocab_size=tokenizer.get_vocab_size(), decoder_start_token_id=0,
    )  # fmt: skip
    model = seeded(hf.T5ForConditionalGeneration(config), "torch-bin")
    model.save_pretrained(folder)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    put(folder, "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast"})
    return tokenizer, hf.T5ForConditionalGeneration, TEXTS


def deberta(folder):
    """As microsoft/deberta-v3-small: Unigram with BERT's special tokens, shared relative positions."""

    def train():
        trained = json.loads(vocabularies.unigram().to_str())["model"]["vocab"]
        pieces = [tuple(piece) for piece in trained if not piece[0].startswith("<")]
        first = [(f"[{name}]", 0.0) for name in ("PAD", "CLS", "SEP", "UNK")]
        return hf.DebertaV2Tokenizer(vocab=[*first, *pieces, ("[MASK]", 0.0)])._tokenizer

    tokenizer = trained(folder, train)
    config = hf.DebertaV2Config(
        hidden_size=16, num_attention_heads=4, num_hidden_layers=2, intermediate_size=24, max_position_embeddings=64,
        vocab_size=tokenizer.get_vocab_size(), relative_attention=True, position_buckets=8, norm_rel_ebd="layer_norm",
        share_att_key=True, pos_att_type="p2c|c2p", position_biased_input=False, pooler_hidden_act="gelu", legacy=False,
    )  # fmt: skip
    seeded(hf.DebertaV2ForMaskedLM(config), "deberta").save_pretrained(folder)
    put(folder, "tokenizer_config.json", {"tokenizer_class": "DebertaV2Tokenizer", "do_lower_case": False})
    return tokenizer, hf.DebertaV2ForMaskedLM, [*TEXTS, "The [MASK] is  old.", ("Where are the keys?", "On the table.")]


MAKERS = {"gpt2": gpt2, "bert": bert, "sentence": sentence, "sharded": sharded, "torch-bin": torch_bin, "deberta": deberta}


def make(name):
    folder = FOLDERS / name
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer, kind, texts = MAKERS[name](folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    model = opened(kind, folder)
    theirs = hf.AutoTokenizer.from_pretrained(folder)
    tensors, cases = {}, []
    for at, text in enumerate(texts):
        pair = text if isinstance(text, tuple) else (text,)
        encoding = tokenizer.encode(*pair)
        assert theirs(*pair)["input_ids"] == encoding.ids
        cases.append(tokens_of(pair, encoding, name == "torch-bin"))
        for key, value in results(model, cases[-1]).items():
            tensors[f"{at}/{key}"] = np.ascontiguousarray(value, dtype=np.float32)
    about = {"name": name, "class": kind.__name__, "version": VERSION, "texts": cases}
    size = write(FOLDERS / f"{name}.safetensors.gz", tensors, about)
    total = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{name}: {total} bytes in {len(list(folder.rglob('*')))} files, results {size} bytes")


def opened(kind, folder):
    options = {"attn_implementation": "eager", "dtype": torch.float32, "output_loading_info": True}
    model, found = kind.from_pretrained(folder, **options)
    assert not found["missing_keys"] and not found["mismatched_keys"], found
    return model.eval()


def tokens_of(pair, encoding, target):
    """What the tokenizer gives, with spans in the units of JavaScript's strings."""
    sides = [side or 0 for side in encoding.sequence_ids]
    units = [units_of(text) for text in pair]
    spans = [[units[side][end] for end in span] for side, span in zip(sides, encoding.offsets)]
    return {
        "text": pair[0] if len(pair) == 1 else list(pair),
        "ids": encoding.ids,
        "tokens": encoding.tokens,
        "spans": spans,
        "words": [-1 if word is None else word for word in encoding.word_ids],
        "sequences": [-1 if side is None else side for side in encoding.sequence_ids],
        "typeIds": encoding.type_ids,
        **({"targetIds": [0, *encoding.ids[:4]]} if target else {}),
    }


def units_of(text):
    """Where each letter begins, and where the last ends."""
    sizes = [len(letter.encode("utf-16-le")) // 2 for letter in text]
    return list(itertools.accumulate(sizes, initial=0))


def results(model, case):
    """What the model makes of it; of long texts the last token's logits only."""
    names = {"ids": "input_ids", "targetIds": "decoder_input_ids"}
    if "Bert" in type(model).__name__:
        names["typeIds"] = "token_type_ids"
    given = {names[key]: torch.tensor([value]) for key, value in case.items() if key in names}
    with torch.no_grad():
        out = model(**given, output_attentions=True)
    if isinstance(model, hf.BertModel):  # as 1_Pooling and 2_Normalize say
        mean = plain(out.last_hidden_state).mean(axis=0)
        return {"embedding": mean / np.linalg.norm(mean)}
    logits = plain(out.logits)
    if len(case["ids"]) > SHORT:
        return {"lastLogits": logits[-1]}
    maps = out.cross_attentions if "targetIds" in case else out.attentions
    return {"logits": logits, "lastMaps": plain(maps[-1])}


if __name__ == "__main__":
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    for name in sys.argv[1:] or MAKERS:
        make(name)
