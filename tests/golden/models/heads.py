"""Makes heads.safetensors.gz: what heads of models of transformers give, a small model for each kind of head
and family. Run like generate.py.
"""

import json
import logging
import pathlib
import sys
import tempfile
import warnings
import zlib

import numpy as np
import torch
import transformers as hf
from safetensors.numpy import load_file, save_file

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE))
from generate import VERSION  # noqa: E402
from golden import unit  # noqa: E402
from support.pack import write  # noqa: E402
from support.parameters import fill  # noqa: E402

VOCAB = 13
PADDING = 4
END = 3
LENGTH = 7

# Sizes by the names that a family's config has for them.
SHORT = {"hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1}
USUAL = {**SHORT, "intermediate_size": 9, "max_position_embeddings": 16}
NARROW = {**USUAL, "embedding_size": 6}
GROUPED = {**USUAL, "num_key_value_heads": 1}
KEYED = {**GROUPED, "head_dim": 4}
GPT2 = {"n_embd": 8, "n_head": 2, "n_layer": 1, "n_inner": 9, "n_positions": 16}
HALF = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5}
T5 = {"d_model": 8, "d_kv": 4, "d_ff": 9, "num_heads": 2, "num_layers": 1, "decoder_start_token_id": 0}
BART = {
    "d_model": 8,
    "max_position_embeddings": 16,
    "decoder_start_token_id": END,
    "forced_eos_token_id": END,
    **{f"{side}_layers": 1 for side in ("encoder", "decoder")},
    **{f"{side}_attention_heads": 2 for side in ("encoder", "decoder")},
    **{f"{side}_ffn_dim": 9 for side in ("encoder", "decoder")},
}
SIZES = {
    **{name: USUAL for name in ("Bert", "Roberta", "XLMRoberta", "Camembert", "MPNet")},
    **{name: NARROW for name in ("Albert", "Electra")},
    "DistilBert": {"dim": 8, "n_heads": 2, "n_layers": 1, "hidden_dim": 9, "max_position_embeddings": 16},
    "NomicBert": {**USUAL, "head_dim": 4},
    "ModernBert": {**USUAL, "cls_token_id": 1, "sep_token_id": 2},
    "Esm": {**USUAL, "pad_token_id": 1},
    **{name: {**USUAL, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]} for name in ("Deberta", "DebertaV2")},
    "GPT2": GPT2,
    "GPTJ": {**GPT2, "rotary_dim": 4},
    "GPTNeoX": {**USUAL, "rope_parameters": HALF},
    "Bloom": {"hidden_size": 8, "n_head": 2, "n_layer": 1},
    "Falcon": SHORT,
    "Mpt": {"d_model": 8, "n_heads": 2, "n_layers": 1, "max_seq_len": 16},
    "OPT": {**SHORT, "ffn_dim": 9, "max_position_embeddings": 16, "word_embed_proj_dim": 6},
    **{name: KEYED for name in ("Llama", "Mistral", "Qwen2", "Qwen3", "Gemma", "Gemma2", "SmolLM3")},
    **{name: GROUPED for name in ("Phi3", "Olmo2")},
    **{name: T5 for name in ("T5", "MT5")},
    **{name: BART for name in ("Bart", "Marian")},
}
BERTS = ["Bert", "Roberta", "Albert", "DistilBert", "Electra", "MPNet", "NomicBert", "ModernBert", "Esm", "Deberta", "DebertaV2"]
DECODERS = ["GPT2", "Bloom", "Falcon", "Mpt", "GPTNeoX"]
LLAMAS = ["Llama", "Qwen2", "Qwen3", "Gemma", "Gemma2", "Phi3", "SmolLM3"]
LABELS = [*BERTS, *DECODERS, "Llama", "Gemma2", "Phi3", "T5"]
CLASSES = ["XLMRoberta", "DebertaV2", *DECODERS, "GPTJ", "OPT", *LLAMAS, "Olmo2", "T5", "Bart"]


def without(name):
    def change(weights):
        del weights[name]

    return change


def other_head(weights):
    """A head beside the embedding that it is said to be."""
    (name,) = [key for key in weights if key.endswith(("wte.weight", "shared.weight"))]
    weights["lm_head.weight"] = weights[name][::-1].copy()


def only_head(weights):
    weights["lm_head.weight"] = weights.pop("model.embed_tokens.weight")


def same_twice(weights):
    weights["lm_head.weight"] = weights["model.embed_tokens.weight"].copy()


# Class, what its config says more, what is changed in the file.
CASES = [
    *((f"{name}ForTokenClassification", {"num_labels": 3}, None) for name in LABELS),
    *((f"{name}ForSequenceClassification", {"num_labels": 3}, None) for name in CLASSES),
    ("GPT2ForSequenceClassification", {"num_labels": 3, "pad_token_id": PADDING}, None),
    ("OPTForSequenceClassification", {"num_labels": 2, "pad_token_id": PADDING}, None),
    ("LlamaForSequenceClassification", {"num_labels": 1, "pad_token_id": PADDING}, None),
    *((f"{name}ForMaskedLM", {"tie_word_embeddings": False}, None) for name in BERTS),
    ("BertForPreTraining", {}, None),
    ("AlbertForPreTraining", {}, None),
    ("BertLMHeadModel", {"is_decoder": True}, None),
    ("GPT2DoubleHeadsModel", {}, None),
    ("GPTNeoXForCausalLM", {"tie_word_embeddings": True}, None),
    ("BartForConditionalGeneration", {"tie_word_embeddings": False}, None),
    ("BartForConditionalGeneration", {}, other_head),
    ("MarianMTModel", {"tie_word_embeddings": False}, None),
    ("MarianMTModel", {"share_encoder_decoder_embeddings": False}, None),
    ("MT5ForConditionalGeneration", {}, None),
    ("MT5ForConditionalGeneration", {"tie_word_embeddings": False}, None),
    ("GPT2LMHeadModel", {}, other_head),
    ("SmolLM3ForCausalLM", {"tie_word_embeddings": True}, only_head),
    ("LlamaForCausalLM", {"tie_word_embeddings": True}, same_twice),
    ("BertForMaskedLM", {"tie_word_embeddings": False}, without("cls.predictions.bias")),
]


def make(at, kind, more, change):
    model_class, family = getattr(hf, kind), family_of(kind)
    seed = zlib.crc32(family.encode())  # what cases share stands in the file's window of gzip
    special = {"bos_token_id": 1, "eos_token_id": END}
    outside = family in ("ModernBert", "SmolLM3", "Phi3", "Marian")  # the padding that they mean
    padding = {"pad_token_id": PADDING} if outside else {}
    sizes = {**SIZES[family], "vocab_size": VOCAB, **special, **padding, **more}
    if family == "Marian" and "share_encoder_decoder_embeddings" in more:
        sizes["decoder_vocab_size"] = VOCAB + 2
    config = model_class.config_class(**sizes, attn_implementation="eager")
    model = model_class(config).eval()
    fill(model, seed)
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        path = f"{folder}/model.safetensors"
        weights = load_file(path)
        if change:
            change(weights)
            save_file(weights, path, metadata={"format": "pt"})
        text = pathlib.Path(f"{folder}/config.json").read_text()
        options = {"attn_implementation": "eager", "output_loading_info": True}
        model, found = model_class.from_pretrained(folder, **options)
    assert change or not found["missing_keys"], found
    inputs = inputs_of(model.eval(), seed)
    names = {"ids": "input_ids", "targetIds": "decoder_input_ids"}
    if "ForTokenClassification" in kind:
        inputs.pop("targetIds", None)
    with torch.no_grad():
        out = model(**{names[key]: torch.tensor([value]) for key, value in inputs.items()})
    logits = out["prediction_logits"] if "prediction_logits" in out else out["logits"]
    case = {"class": kind, "config": text, **inputs}
    tensors = {f"{at}/weights/{name}": exactly_half(value) for name, value in weights.items()}
    tensors[f"{at}/logits"] = logits[0].numpy()
    return case, {name: np.ascontiguousarray(value) for name, value in tensors.items()}


def family_of(kind):
    return max((name for name in SIZES if kind.startswith(name)), key=len)


def exactly_half(values):
    half = values.astype(np.float16)
    assert (half == values).all()
    return half


def inputs_of(model, seed):
    """Ends inside and at the end, and padding behind where a config has it."""
    ids = (np.floor(unit(LENGTH, seed, 1) * (VOCAB - 5)).astype(int) + 5).tolist()
    ids[2] = ids[-1] = END
    if model.config.pad_token_id == PADDING and not model.config.is_encoder_decoder:
        ids[-2:] = [PADDING, PADDING]
    if not model.config.is_encoder_decoder:
        return {"ids": ids}
    return {"ids": ids, "targetIds": [model.config.decoder_start_token_id, *ids[:-1]]}


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    cases, tensors = [], {}
    for at, (kind, more, change) in enumerate(sorted(CASES, key=lambda case: family_of(case[0]))):
        case, own = make(f"{at:02}", kind, more, change)
        cases.append(case)
        tensors.update(own)
    size = write(HERE / "heads.safetensors.gz", tensors, {"version": VERSION, "cases": cases})
    print(f"heads.safetensors.gz: {len(cases)} cases, {size} bytes")
