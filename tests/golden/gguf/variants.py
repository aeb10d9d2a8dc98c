"""Makes <decoder>.gguf.gz, small random decoders as llama.cpp's converter writes them, and variants.safetensors.gz: what
transformers computes with the same parameters where a key or a tensor of such a file is another. A variant is kept as its
changes and its results; the tests write its file.

    venv/bin/python tests/golden/gguf/variants.py

with the environment of write.py.
"""

import gzip
import logging
import math
import zlib

import gguf
import numpy as np
import torch
import transformers as hf
from write import HERE, VERSION, cases
from golden import unit
from support.case import Definition
from support.pack import write
from support.parameters import fill
from support.run import run

ARCH = gguf.MODEL_ARCH
LENGTH = 9
CONTEXT = 128
SIZES = {
    **{"vocab_size": 40, "hidden_size": 24, "num_attention_heads": 3, "num_key_value_heads": 1, "head_dim": 8},
    **{"num_hidden_layers": 2, "intermediate_size": 16, "max_position_embeddings": CONTEXT, "rms_norm_eps": 1e-5},
    **{"pad_token_id": None, "bos_token_id": 1, "eos_token_id": 2, "tie_word_embeddings": True},
}
GEMMA2 = {
    **{**SIZES, "hidden_size": 20, "num_attention_heads": 2, "num_hidden_layers": 3, "sliding_window": 4},
    **{"query_pre_attn_scalar": 8, "attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0},
}
NORMED = {**{key: value for key, value in SIZES.items() if key not in ("rms_norm_eps", "head_dim")}, "layer_norm_eps": 1e-5}
HALF = {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5}}
STARCODER = {
    **{"vocab_size": 40, "n_embd": 24, "n_head": 3, "n_layer": 2, "n_inner": 16, "n_positions": CONTEXT},
    **{"pad_token_id": None, "bos_token_id": 1, "eos_token_id": 2},
}
FACTORS_OF_GRANITE = {
    **{"embedding_multiplier": 3.0, "residual_multiplier": 0.375, "attention_multiplier": 0.25, "logits_scaling": 2.5},
}
BASES = {
    "llama": (ARCH.LLAMA, hf.LlamaForCausalLM, hf.LlamaConfig, SIZES),
    "qwen2": (ARCH.QWEN2, hf.Qwen2ForCausalLM, hf.Qwen2Config, {**SIZES, "head_dim": 8}),
    "qwen3": (ARCH.QWEN3, hf.Qwen3ForCausalLM, hf.Qwen3Config, SIZES),
    "gemma": (ARCH.GEMMA, hf.GemmaForCausalLM, hf.GemmaConfig, SIZES),
    "gemma2": (ARCH.GEMMA2, hf.Gemma2ForCausalLM, hf.Gemma2Config, GEMMA2),
    "phi3": (ARCH.PHI3, hf.Phi3ForCausalLM, hf.Phi3Config, SIZES),
    "granite": (ARCH.GRANITE, hf.GraniteForCausalLM, hf.GraniteConfig, {**SIZES, **FACTORS_OF_GRANITE}),
    "phi2": (ARCH.PHI2, hf.PhiForCausalLM, hf.PhiConfig, {**NORMED, **HALF, "tie_word_embeddings": False}),
    "stablelm": (ARCH.STABLELM, hf.StableLmForCausalLM, hf.StableLmConfig, {**NORMED, **HALF, "tie_word_embeddings": False}),
    "stablelm-parallel": (
        ARCH.STABLELM, hf.StableLmForCausalLM, hf.StableLmConfig,
        {**NORMED, **HALF, "tie_word_embeddings": False, "use_parallel_residual": True},
    ),
    "starcoder": (ARCH.STARCODER, hf.GPTBigCodeForCausalLM, hf.GPTBigCodeConfig, STARCODER),
    "starcoder2": (ARCH.STARCODER2, hf.Starcoder2ForCausalLM, hf.Starcoder2Config, {**NORMED, "norm_epsilon": 1e-5}),
}  # fmt: skip
# As their converters write them.
WITHOUT_HEAD_WIDTHS = ("phi2", "stablelm", "stablelm-parallel", "starcoder", "starcoder2")
WINDOWS_OF_46 = ["sliding_attention", "full_attention"] * 23


def rope(kind, **given):
    return {"rope_parameters": {"rope_type": kind, "rope_theta": 10000.0, **given}}


def divided(short, long, gain=1.0, original=CONTEXT, **given):
    lists = {"short_factor": short, "long_factor": long}
    return rope("longrope", **lists, attention_factor=gain, original_max_position_embeddings=original, **given)


def llama3(original, factor, low, high, dims=8):
    """The factors that the converter writes for the frequencies of Llama 3."""
    factors = []
    for i in range(0, dims, 2):
        length = 2 * math.pi * 10000.0 ** (i / dims)
        smooth = min(1.0, max(0.0, (original / length - low) / (high - low)))
        factors.append(1 / ((1 - smooth) / factor + smooth))
    return np.array(factors, dtype=np.float32)


def f32(*numbers):
    return np.array(numbers, dtype=np.float32)


def yarn(factor, original, gain=1.0, **given):
    total = gain * (0.1 * math.log(factor) + 1)
    return rope("yarn", factor=factor, original_max_position_embeddings=original, attention_factor=total, **given)


SHORT, LONG = [1.25, 2.0, 1.5, 3.0], [2.0, 4.5, 8.0, 16.0]
FACTORS = {"rope_factors_short.weight": f32(*SHORT), "rope_factors_long.weight": f32(*LONG)}
YARN = {"rope.scaling.type": "yarn", "rope.scaling.factor": 4.0, "rope.scaling.original_context_length": 16}
NO_SOFTCAPS = ["attn_logit_softcapping", "final_logit_softcapping"]
BIDIRECTIONAL = {"is_causal": False}


def variants():
    """Each: base, name, what transformers' config says, keys set, keys dropped, tensors added, layers."""
    original = "rope.scaling.original_context_length"
    ones = [1.0] * 4
    threes = [3.0] * 4
    return [
        ("llama", "as it is", {}, {}),
        ("llama", "rope_freqs of Llama 3", rope("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=32), {}, [], {"rope_freqs.weight": llama3(32, 8.0, 1.0, 4.0)}),
        ("llama", "rope_freqs in float16", divided(LONG, LONG), {}, [], {"rope_freqs.weight": f32(*LONG).astype(np.float16)}),
        ("llama", "rope_freqs and a factor", divided([3 * x for x in SHORT], [3 * x for x in SHORT]), {"rope.scaling.factor": 3.0}, [], {"rope_freqs.weight": f32(*SHORT)}),
        ("llama", "short factors", divided(SHORT, LONG, original=64), {"rope.scaling.type": "longrope", original: 64}, [], FACTORS),
        ("llama", "long factors", divided(SHORT, LONG, original=5), {"rope.scaling.type": "longrope", original: 5}, [], FACTORS),
        ("llama", "biases", {"attention_bias": True, "mlp_bias": True}, {}),
        ("llama", "both ways", BIDIRECTIONAL, {"attention.causal": False, "pooling_type": 1}),
        ("llama", "a factor without a type", rope("linear", factor=3.0), {"rope.scaling.factor": 3.0}),
        ("llama", "the older key of a factor", rope("linear", factor=3.0), {"rope.scale_linear": 3.0}),
        ("llama", "a factor of no scaling", {}, {"rope.scaling.type": "none", "rope.scaling.factor": 3.0}),
        ("llama", "attn_factor without yarn", divided(ones, ones, 1.5), {"rope.scaling.attn_factor": 1.5}),
        ("llama", "attn_factor and a factor", divided(threes, threes, 0.75), {"rope.scaling.attn_factor": 0.75, "rope.scaling.factor": 3.0}),
        ("llama", "yarn", yarn(4.0, 16), YARN),
        ("llama", "attn_factor with yarn", yarn(4.0, 16, 1.5), {**YARN, "rope.scaling.attn_factor": 1.5}),
        ("llama", "betas of yarn", yarn(4.0, 16, beta_fast=2.0, beta_slow=0.25), {**YARN, "rope.scaling.yarn_beta_fast": 2.0, "rope.scaling.yarn_beta_slow": 0.25}),
        ("qwen2", "as it is", {}, {}),
        ("qwen2", "both ways", BIDIRECTIONAL, {"attention.causal": False, "pooling_type": 3}),
        ("qwen2", "yarn", yarn(4.0, 16), YARN),
        ("qwen3", "as it is", {}, {}),
        ("qwen3", "a vector of a decoder", {}, {"pooling_type": 3}),
        ("qwen3", "biases", {"attention_bias": True}, {}),
        ("gemma", "as it is", {}, {}),
        ("gemma", "biases", {"attention_bias": True}, {}),
        ("gemma2", "as it is", {}, {}),
        ("gemma2", "usual softcaps", {}, {}, NO_SOFTCAPS),
        ("gemma2", "other softcaps", {"attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0}, {"attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0}),
        ("gemma2", "another period", {"layer_types": ["sliding_attention", "sliding_attention", "full_attention"]}, {"attention.sliding_window_pattern": 3}),
        ("gemma2", "a list of windows", {"layer_types": ["full_attention", "sliding_attention", "sliding_attention"]}, {"attention.sliding_window_pattern": [False, True, True]}),
        ("gemma2", "the scale of 27B", {"query_pre_attn_scalar": 10, "num_hidden_layers": 46, "layer_types": WINDOWS_OF_46}, {"block_count": 46}),
        ("phi3", "as it is", {}, {}),
        ("phi3", "short factors", {**divided(SHORT, LONG, 1.25, 64), "original_max_position_embeddings": 64}, {original: 64, "rope.scaling.attn_factor": 1.25}, [], FACTORS),
        ("phi3", "long factors", {**divided(SHORT, LONG, 1.25, 5), "original_max_position_embeddings": 5}, {original: 5, "rope.scaling.attn_factor": 1.25, "rope.scaling.type": "longrope"}, [], FACTORS),
        ("phi3", "half a head turned", rope("default", partial_rotary_factor=0.5), {"rope.dimension_count": 4}),
        ("granite", "as it is", {}, {}),
        ("granite", "biases", {"attention_bias": True, "mlp_bias": True}, {}),
        ("granite", "no factors", {"embedding_multiplier": 1.0, "residual_multiplier": 1.0, "attention_multiplier": 8**-0.5}, {"residual_scale": 0.0}, ["embedding_scale", "attention.scale"]),
        ("granite", "short factors", divided(SHORT, LONG, original=64), {"rope.scaling.type": "longrope", original: 64}, [], FACTORS),
        ("granite", "both ways", BIDIRECTIONAL, {"attention.causal": False, "pooling_type": 1}),
        ("phi2", "as it is", {}, {}),
        ("phi2", "a factor", rope("linear", factor=3.0, partial_rotary_factor=0.5), {"rope.scaling.factor": 3.0}),
        ("phi2", "whole heads turned", rope("default", partial_rotary_factor=1.0), {"rope.dimension_count": 8}),
        ("phi2", "both ways", BIDIRECTIONAL, {"attention.causal": False, "pooling_type": 3}),
        ("stablelm", "as it is", {}, {}),
        ("stablelm", "biases", {"use_qkv_bias": True}, {}),
        ("stablelm", "yarn", {"rope_parameters": {**yarn(4.0, 16)["rope_parameters"], "partial_rotary_factor": 0.5}}, YARN),
        ("stablelm-parallel", "as it is", {}, {}),
        ("starcoder", "as it is", {}, {}),
        ("starcoder", "both ways", BIDIRECTIONAL, {"attention.causal": False, "pooling_type": 1}),
        ("starcoder2", "as it is", {}, {}),
        ("starcoder2", "a factor", rope("linear", factor=3.0), {"rope.scaling.factor": 3.0}),
        ("modern-bert", "no windows", {"layer_types": ["full_attention"] * 4}, {}, ["attention.sliding_window"]),
        ("modern-bert", "silu", {"hidden_activation": "silu"}, {"hidden_activation": "silu"}),
        ("modern-bert", "usual theta of windows", {}, {}, ["rope.freq_base_swa"]),
        ("modern-bert", "a list of windows", {"layer_types": ["sliding_attention", "full_attention", "full_attention", "sliding_attention"]}, {"attention.sliding_window_pattern": [True, False, False, True]}),
        ("nomic-bert", "a factor", {"rope_parameters": {"rope_type": "linear", "factor": 3.0}}, {"rope.scaling.factor": 3.0}),
    ]  # fmt: skip


def config_of(base, changes):
    """The base's config with changes; the theta of turns stays, if they do not say another."""
    if base in BASES:
        _, _, kind, given = BASES[base]
        return kind(**{**rope("default"), **given, **changes})
    config = cases()[base][1].config
    given = {**config.to_dict(), **changes}
    if "rope_parameters" in changes:
        given["rope_parameters"] = {**config.rope_parameters, **changes["rope_parameters"]}
    return type(config)(**given)


def model_of(base, changes={}, state=None):
    """The model, and the parameters that the base lacks."""
    kind = BASES[base][1] if base in BASES else type(cases()[base][1])
    config = config_of(base, changes)
    config._attn_implementation = "eager"
    model = kind(config).eval()
    if state is None:
        fill(model, zlib.crc32(base.encode()))
        return model, []
    layers = getattr(BASES.get(base, [0] * 4)[3] or config, "get", lambda *_: None)("num_hidden_layers")
    whole = {}
    for name in model.state_dict():
        _, found, rest = name.partition("layers.")
        number, _, part = rest.partition(".")
        older = f"{name[: -len(rest)]}{int(number) % layers}.{part}" if found and layers else name
        if older in state:
            whole[name] = state[older]
    missing, _ = model.load_state_dict(whole, strict=False)
    new = [name for name in missing if name.endswith("bias")]
    with torch.no_grad():
        for stream, name in enumerate(new):
            parameter = model.get_parameter(name)
            numbers = np.round((2 * unit(parameter.numel(), 7, stream) - 1) * 13) / 32
            parameter.copy_(torch.from_numpy(numbers.reshape(parameter.shape)))
    return model, new


def stored(base, name, value, config):
    """A tensor as the converter writes it: its name and its numbers."""
    arch = BASES[base][0]
    names = gguf.get_tensor_name_map(arch, config.num_hidden_layers)
    new = names.get_name(name, try_suffixes=(".weight", ".bias"))
    assert new, name
    value = value.detach().numpy()
    heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}.get(name.split(".")[-2])
    if base in ("llama", "granite") and heads:  # whose converter lays neighbours together
        value = value.reshape(heads, 2, -1, *value.shape[1:]).swapaxes(1, 2).reshape(value.shape)
    if base.startswith("gemma") and name.endswith("norm.weight"):
        value = value + 1
    return new, np.ascontiguousarray(value.astype(np.float16 if value.ndim > 1 else np.float32))


def write_base(base):
    model, _ = model_of(base)
    config = model.config
    path = HERE / f"{base}.gguf"
    architecture = gguf.MODEL_ARCH_NAMES[BASES[base][0]]
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_vocab_size(config.vocab_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.n_inner if base == "starcoder" else config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(1 if base == "starcoder" else config.num_key_value_heads)
    if base in WITHOUT_HEAD_WIDTHS:
        writer.add_layer_norm_eps(1e-5)
        if HALF.items() <= BASES[base][3].items():
            writer.add_rope_dimension_count(4)
        if architecture == "stablelm":  # of every file, whatever its tensors are
            writer.add_parallel_residual(True)
    else:
        writer.add_key_length(8)
        writer.add_value_length(8)
        writer.add_rope_dimension_count(8)
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    if base != "starcoder":
        writer.add_rope_freq_base(10000.0)
    if base != "granite":  # where this turns rotary positions off
        writer.add_rope_scaling_finetuned(False)
    else:
        writer.add_attention_scale(config.attention_multiplier)
        writer.add_embedding_scale(config.embedding_multiplier)
        writer.add_residual_scale(config.residual_multiplier)
        writer.add_logit_scale(config.logits_scaling)
    if base == "gemma2":
        writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
        writer.add_final_logit_softcapping(config.final_logit_softcapping)
        writer.add_sliding_window(config.sliding_window)
    for name, value in model.state_dict().items():
        if name != "lm_head.weight" or not config.tie_word_embeddings:
            writer.add_tensor(*stored(base, name, value, config))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    packed = gzip.compress(path.read_bytes(), 9, mtime=0)
    path.unlink()
    (HERE / f"{base}.gguf.gz").write_bytes(packed)
    print(f"{base}: {len(packed)} bytes")


def results_of(base, model):
    ids = np.floor(unit(LENGTH, 5, 1) * 36).astype(np.int32) + 3
    blocks = "transformer.h" if base == "starcoder" else "model.layers" if base in BASES else "layers"
    results = run(Definition(base, type(model), model.config, [], blocks), model.double(), {"ids": ids})
    if getattr(model.config, "is_causal", True) is False:
        results["attentions"][0][:, 0, 1:].min() > 0 or exit(f"{base} looks back only")
    # of many layers the first and the last
    kept = {"attentions": results["attentions"][[0, -1]], "entered": results["hidden"][[1, -2]]}
    kept["final"] = results["hidden"][-1]
    if "logits" in results:
        kept["logits"] = results["logits"]
    return ids, {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in kept.items()}


def main():
    all_variants, tensors = [], {}
    states = {}
    for i, (base, name, changes, given, *more) in enumerate(variants()):
        dropped, added = [*more, [], {}][0] if more else [], more[1] if len(more) > 1 else {}
        if base not in states:
            if base in BASES:
                write_base(base)
            states[base] = model_of(base)[0].state_dict()
        model, new = model_of(base, changes, states[base])
        for one in new:
            key, value = stored(base, one, model.get_parameter(one), model.config)
            added = {**added, key: value}
        ids, results = results_of(base, model)
        tensors |= {f"{i}/tensors/{key}": value for key, value in added.items()}
        tensors |= {f"{i}/{key}": value for key, value in results.items()}
        all_variants.append({"base": base, "name": name, "set": given, "drop": dropped, "ids": ids.tolist()})
    about = {"version": f"{VERSION}, gguf 0.19.0", "variants": all_variants}
    print("variants:", write(HERE / "variants.safetensors.gz", tensors, about), "bytes")


if __name__ == "__main__":
    hf.logging.set_verbosity_error()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    main()
