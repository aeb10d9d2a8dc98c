"""Makes <name>.gguf.gz, small random models as llama.cpp's converter writes them, and <name>.safetensors.gz: what
transformers computes with the same parameters, and what tokenizers gives for a few texts. Names of tensors and keys
are the gguf package's own; their tokenizers are those of ../tokenizers.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.23.0 gguf==0.19.0 numpy==2.4.6
    venv/bin/python tests/golden/gguf/write.py
"""

import gzip
import json
import logging
import pathlib
import sys
import zlib

import gguf
import numpy as np
import torch
import transformers as hf
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).parent
sys.path[1:1] = [str(HERE.parent / "support"), str(HERE.parent / "models")]
from folders import tokens_of  # noqa: E402
from generate import VERSION  # noqa: E402
from lists import PADDING, byte_pairs, rules_of, template, unigram, word_pieces  # noqa: E402
from support.case import Definition, saved  # noqa: E402
from support.pack import write  # noqa: E402
from support.parameters import fill  # noqa: E402
from support.run import run  # noqa: E402

TEXTS = [
    "The cat sat on the mat, she said.",
    "  A naïve café\tin 1999 — ½ price!  ",
    "中文 한국어 ⵣ unknown",
    ("Hello there", "general café"),
]
KEPT_WHOLE = ("position_embd.", "token_types.")  # which the converter leaves in float32
SIZES = {"hidden_size": 20, "num_attention_heads": 5, "num_hidden_layers": 2, "intermediate_size": 25}


def sizes(writer, config, context):
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(context)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(getattr(config, "hidden_dim", None) or config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_causal_attention(False)


def bert_like(pooling=None, after=0, epsilon=None, lowercase=None):
    """`after`: positions that come before those of a text."""

    def add(writer, config):
        sizes(writer, config, config.max_position_embeddings - after)
        writer.add_layer_norm_eps(epsilon or config.layer_norm_eps)
        if pooling is not None:
            writer.add_pooling_type(pooling)
        if lowercase is not None:
            writer.add_bool("tokenizer.ggml.normalizer.lowercase", lowercase)

    return add


def nomic_bert(writer, config):
    sizes(writer, config, config.max_position_embeddings)
    writer.add_layer_norm_eps(config.layer_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_pooling_type(gguf.PoolingType.MEAN)


def modern_bert(writer, config):
    sizes(writer, config, config.max_position_embeddings)
    writer.add_layer_norm_eps(config.norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["full_attention"]["rope_theta"])
    writer.add_rope_freq_base_swa(config.rope_parameters["sliding_attention"]["rope_theta"])
    writer.add_rope_scaling_type(gguf.RopeScalingType.NONE)
    writer.add_sliding_window(config.local_attention)
    writer.add_sliding_window_pattern(3)
    writer.add_vocab_size(config.vocab_size)


def t5(writer, config):
    writer.add_context_length(64)
    writer.add_embedding_length(config.d_model)
    writer.add_feed_forward_length(config.d_ff)
    writer.add_block_count(config.num_layers)
    if writer.arch == "t5":
        writer.add_decoder_block_count(config.num_decoder_layers)
        writer.add_decoder_start_token_id(config.decoder_start_token_id)
    writer.add_head_count(config.num_heads)
    writer.add_key_length(config.d_kv)
    writer.add_value_length(config.d_kv)
    writer.add_layer_norm_eps(config.layer_norm_epsilon)
    writer.add_relative_attn_buckets_count(config.relative_attention_num_buckets)
    writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)


def t5_config(**given):
    base = {"d_model": 14, "d_kv": 6, "d_ff": 17, "num_heads": 3, "num_layers": 2, "vocab_size": 258 + PADDING}
    return hf.T5Config(**{**base, "pad_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, **given})


def cases():
    """Each: architecture, model, its blocks, its tokenizer's rules, and what writes tokenizer and sizes."""
    encoder = {**SIZES, "max_position_embeddings": 64}
    after = {**encoder, "max_position_embeddings": 66, "pad_token_id": 1, "type_vocab_size": 1}
    pair = template("<s>", "</s>", twice=True)
    arch = gguf.MODEL_ARCH
    return {
        "bert": (
            arch.BERT,
            hf.BertModel(hf.BertConfig(vocab_size=300, **encoder)),
            "encoder.layer",
            rules_of("bert-uncased"),
            word_pieces,
            bert_like(gguf.PoolingType.MEAN),
        ),
        "distilbert": (
            arch.BERT,
            hf.DistilBertModel(
                hf.DistilBertConfig(vocab_size=300, dim=20, n_heads=5, n_layers=2, hidden_dim=25, max_position_embeddings=64)
            ),
            "transformer.layer",
            rules_of("bert-cased"),
            word_pieces,
            bert_like(epsilon=1e-12, lowercase=False),
        ),
        "roberta": (
            arch.BERT,
            hf.RobertaForSequenceClassification(hf.RobertaConfig(vocab_size=421, num_labels=3, **after)),
            "roberta.encoder.layer",
            rules_of("roberta"),
            byte_pairs("roberta-bpe"),
            bert_like(gguf.PoolingType.RANK, after=2),
        ),
        "xlm-roberta": (
            arch.BERT,
            hf.XLMRobertaModel(hf.XLMRobertaConfig(vocab_size=258 + PADDING, **after)),
            "encoder.layer",
            rules_of("xlm-roberta", normalizer=rules_of("t5")["normalizer"], post_processor=pair),
            unigram,
            bert_like(gguf.PoolingType.CLS, after=2),
        ),
        "nomic-bert": (
            arch.NOMIC_BERT,
            hf.NomicBertModel(hf.NomicBertConfig(vocab_size=300, **encoder)),
            "layers",
            rules_of("bert-uncased"),
            word_pieces,
            nomic_bert,
        ),
        "modern-bert": (
            arch.MODERN_BERT,
            hf.ModernBertModel(
                hf.ModernBertConfig(
                    **{**encoder, "num_hidden_layers": 4}, vocab_size=421, local_attention=6, global_attn_every_n_layers=3,
                    pad_token_id=1, bos_token_id=0, eos_token_id=2, cls_token_id=0, sep_token_id=2,
                )
            ),
            "layers",
            rules_of("gpt2", normalizer={"type": "NFC"}, post_processor=template("<s>", "</s>")),
            byte_pairs("modern-bert"),
            modern_bert,
        ),
        "t5": (
            arch.T5,
            hf.T5ForConditionalGeneration(t5_config(num_decoder_layers=3)),
            "decoder.block",
            rules_of("t5"),
            unigram,
            t5,
        ),
        "flan-t5": (
            arch.T5,
            hf.T5ForConditionalGeneration(
                t5_config(num_decoder_layers=2, feed_forward_proj="gated-gelu", tie_word_embeddings=False)
            ),
            "decoder.block",
            rules_of("t5"),
            unigram,
            t5,
        ),
        "t5encoder": (
            arch.T5ENCODER,
            hf.T5EncoderModel(t5_config()),
            "encoder.block",
            rules_of("t5"),
            unigram,
            t5,
        ),
    }  # fmt: skip


def add_tensors(writer, arch, layers, weights, after):
    names = gguf.get_tensor_name_map(arch, layers)
    for name, value in weights.items():
        plain = name.removeprefix("roberta.")
        if plain.startswith("pooler."):
            continue
        if plain == "embeddings.position_embeddings.weight":
            value = value[after:]
        new = names.get_name(plain, try_suffixes=(".weight", ".bias"))
        assert new, name
        half = value.ndim > 1 and not new.startswith(KEPT_WHOLE)
        writer.add_tensor(new, value.astype(np.float16 if half else np.float32))


def make(name, case):
    arch, model, blocks, rules, add_tokenizer, add_sizes = case
    model.config._attn_implementation = "eager"
    if name == "flan-t5":  # whose files have a head of its own, which transformers would tie
        head = model.get_output_embeddings()
        head.weight = torch.nn.Parameter(head.weight.detach().clone())
    fill(model.eval(), zlib.crc32(name.encode()))
    _, weights, model = saved(model)
    config = model.config
    path = HERE / f"{name}.gguf"
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[arch])
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name(name)
    add_sizes(writer, config)
    add_tokenizer(writer, rules)
    layers = max(config.num_hidden_layers, getattr(config, "num_decoder_layers", None) or 0)
    add_tensors(writer, arch, layers, weights, 2 if "roberta" in name else 0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    packed = gzip.compress(path.read_bytes(), 9, mtime=0)
    path.unlink()
    (HERE / f"{name}.gguf.gz").write_bytes(packed)

    tokenizer = Tokenizer.from_str(json.dumps(rules))
    texts = [text if isinstance(text, tuple) else (text,) for text in TEXTS]
    found = [tokens_of(text, tokenizer.encode(*text), False) for text in texts]
    inputs = {"ids": np.array(found[0]["ids"], dtype=np.int32)}
    two = arch == gguf.MODEL_ARCH.T5
    if two:
        inputs["targetIds"] = np.array([1, *found[1]["ids"][:6]], dtype=np.int32)
    definition = Definition(name, type(model), config, [], blocks, "encoder.block" if two else "")
    results = run(definition, model, inputs)
    tensors = {key: np.ascontiguousarray(value, dtype=np.float32) for key, value in results.items()}
    target = inputs["targetIds"].tolist() if two else None
    about = {"name": name, "version": f"{VERSION}, gguf 0.19.0", "texts": found, "target": target}
    size = write(HERE / f"{name}.safetensors.gz", tensors, about)
    print(f"{name}: {len(packed)} bytes, results {size} bytes", flush=True)


if __name__ == "__main__":
    hf.logging.set_verbosity_error()
    hf.logging.disable_progress_bar()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    for name, case in cases().items():
        if len(sys.argv) < 2 or name in sys.argv[1:]:
            make(name, case)
