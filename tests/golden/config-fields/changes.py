"""The changes of a config.json: every field of its class, in its older and newer words, fields of other
classes, and frequencies.
"""

import dataclasses
import json

# Fields that no number depends on, or that only training or writing reads.
STILL = (
    "architectures _name_or_path model_type transformers_version dtype torch_dtype bos_token_id eos_token_id "
    "attention_dropout hidden_dropout_prob attention_probs_dropout_prob initializer_range classifier_dropout "
    "use_cache id2label label2id dropout activation_dropout encoder_layerdrop decoder_layerdrop init_std "
    "resid_pdrop embd_pdrop attn_pdrop summary_activation summary_type summary_first_dropout "
    "summary_proj_to_labels summary_use_proj summary_last_dropout hidden_dropout emb_pdrop layerdrop "
    "initializer_factor dropout_rate qa_dropout seq_classif_dropout classifier_dropout_prob init_device "
    "output_attentions output_hidden_states return_dict problem_type drop_path_rate sparse_pred_ignore_index "
    "deterministic_flash_attn encoder_stride forced_eos_token_id initializer_cutoff_factor stage_names "
    "out_features out_indices _out_features _out_indices num_labels"
).split()

ACTIVATIONS = ("relu", "gelu", "gelu_pytorch_tanh", "silu", "tanh", "mish", "gelu_10")
ACTIVE = (
    "hidden_act", "hidden_activation", "activation_function", "activation", "feed_forward_proj",
    "classifier_activation", "dense_act_fn", "pooler_act",
)

# Fields of other classes, of classes of before, and of every class, with numbers that would show.
FOREIGN = {
    "hidden_activation": ["relu"],
    "hidden_act": ["relu"],
    "activation_function": ["relu"],
    "activation": ["relu"],
    "query_pre_attn_scalar": [7],
    "attn_logit_softcapping": [1.5],
    "final_logit_softcapping": [1.5],
    "attention_bias": [True, False],
    "mlp_bias": [True, False],
    "sliding_window": [3],
    "use_sliding_window": [True],
    "max_window_layers": [0],
    "no_rope_layers": [[0, 0, 0, 0, 0, 0]],
    "no_rope_layer_interval": [1],
    "partial_rotary_factor": [0.5],
    "rotary_pct": [0.5],
    "rotary_emb_base": [50],
    "rope_theta": [50.0],
    "rope_local_base_freq": [50.0],
    "global_rope_theta": [50.0],
    "local_rope_theta": [50.0],
    "is_causal": [False],
    "is_decoder": [True],
    "add_cross_attention": [True],
    "position_embedding_type": ["relative_key", "relative_key_query", "absolute"],
    "tie_word_embeddings": [True, False],
    "use_bidirectional_attention": [True],
    "scale_embedding": [True],
    "scale_attn_weights": [False],
    "scale_attn_by_inverse_layer_idx": [True],
    "scale_decoder_outputs": [True, False],
    "alibi": [True],
    "pad_token_id": [0, 1, 3, None],
    "chunk_size_feed_forward": [1],
    "layer_norm_eps": [1e-2],
    "layer_norm_epsilon": [1e-2],
    "rms_norm_eps": [1e-2],
    "norm_eps": [1e-2],
    "head_dim": [4],
    "is_encoder_decoder": [True, False],
    "pruned_heads": [{"0": [1]}],
    "sliding_window_pattern": [2],
    "global_attn_every_n_layers": [2],
    "local_attention": [4],
    "logit_scale": [2.0],
    "embedding_multiplier": [3.0],
    "attention_multiplier": [0.3],
    "residual_multiplier": [0.3],
    "sinusoidal_pos_embds": [True],
    "parallel_attn": [False],
    "use_parallel_residual": [False],
    "normalize_before": [True],
    "qk_layernorm": [True],
    "num_hidden_layers": [1],
    "attention_chunk_size": [3],
    "per_layer_config": [{"1": {"hidden_act": "relu"}}],
    "output_attentions": [True],
}

KINDS = [
    {"rope_type": "linear", "factor": 3.0},
    {"type": "linear", "factor": 3.0},
    {"rope_type": "dynamic", "factor": 3.0},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 6},
    {"rope_type": "yarn", "factor": 4.0},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 6, "beta_fast": None, "beta_slow": 2},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 6, "truncate": False, "attention_factor": 1.3},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 6, "mscale": 0.7, "mscale_all_dim": 0.9},
    {"rope_type": "yarn", "factor": None, "original_max_position_embeddings": 6},
    {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 9},
    {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    {"rope_type": "default", "rope_theta": 50.0},
    {"rope_type": "default", "partial_rotary_factor": 0.5},
    {"rope_type": "linear", "factor": 3.0, "rope_theta": 50.0, "partial_rotary_factor": 0.5},
    {"rope_type": "proportional", "partial_rotary_factor": 0.5},
    {"rope_type": "su"},
    {"factor": 3.0},
    {},
]


def long(pairs, **more):
    short = [1.0 + 0.25 * i for i in range(pairs)]
    return {"rope_type": "longrope", "short_factor": short, "long_factor": [2 * x for x in short], **more}


def changes(kind, config):
    """Each (field, {field: value}, [fields that are gone])."""
    known = {field.name: field for field in dataclasses.fields(kind)}
    seen = set()

    def one(field, also, gone=()):
        key = json.dumps([also, sorted(gone)], sort_keys=True)
        same = all(name in config and config[name] == value for name, value in also.items())
        if key not in seen and not (same and not gone):
            seen.add(key)
            yield field, also, list(gone)

    for name in [*config, *(name for name in known if name not in config)]:
        if name in STILL or name.startswith("rope_"):
            continue
        value = config.get(name, default_of(known.get(name)))
        if name in config:
            yield from one(name, {}, [name])
        for other in [None, *others(name, value, config)]:
            yield from one(name, {name: other})
    for name, values in FOREIGN.items():
        for value in values:
            yield from one(name, {name: value})
    if "layer_types" in known or "layer_types" in config:
        gone = ["layer_types"] if "layer_types" in config else []
        for also in (
            {"use_sliding_window": True, "sliding_window": 3},
            {"use_sliding_window": True, "sliding_window": 3, "max_window_layers": 0},
            {"use_sliding_window": True, "sliding_window": 3, "max_window_layers": 1},
            {"use_sliding_window": False, "sliding_window": 3, "max_window_layers": 0},
            {"sliding_window_pattern": 2, "sliding_window": 3},
            {"global_attn_every_n_layers": 2},
        ):
            yield from one(next(iter(also)), also, gone)
    yield from one("is_causal", {"is_causal": False, "is_decoder": True})
    yield from one("is_causal", {"is_causal": False, "sliding_window": 3})
    yield from one("use_bidirectional_attention", {"use_bidirectional_attention": True, "sliding_window": 4})
    if "attn_config" in known:
        given = config.get("attn_config") or {}
        for name, values in {
            "clip_qkv": [0.3, None, 0], "softmax_scale": [0.1, None, 0], "alibi": [False], "alibi_bias_max": [4],
            "qk_ln": [True], "prefix_lm": [True], "attn_type": ["multiquery_attention"],
            "attn_uses_sequence_id": [True], "attn_impl": ["flash"],
        }.items():
            for value in values:
                yield from one(name, {"attn_config": {**given, name: value}})
    if "rope_parameters" in known:
        yield from frequencies(config, one)


def frequencies(config, one):
    heads = config.get("num_attention_heads", 4)
    width = config.get("head_dim") or config["hidden_size"] // heads
    given = config.get("rope_parameters")
    nested = given and "full_attention" in given
    kinds = [*KINDS, *(long(pairs, **more) for pairs in sorted({width // 2, width // 4}) if pairs for more in (
        {}, {"factor": 4.0}, {"original_max_position_embeddings": 6}, {"attention_factor": 1.25}))]
    whole = "rope_parameters" in config
    for kind in kinds:
        yield from one("rope_scaling", {"rope_scaling": kind})
        if nested:
            for part in ("full_attention", "sliding_attention"):
                both = {**given, part: {**given[part], **kind}}
                yield from one("rope_parameters", {"rope_parameters": both})
        else:
            yield from one("rope_parameters", {"rope_parameters": {"rope_theta": 100.0, **kind}})
        if kind.get("rope_type", kind.get("type")) == "dynamic":
            yield from one("rope_scaling", {"rope_scaling": kind, "max_position_embeddings": 8})
    gone = ["rope_parameters"] if whole else []
    yield from one("rope_parameters", {}, gone)
    yield from one("rope_parameters", {"rope_parameters": None})
    yield from one("rope_parameters", {"rope_parameters": {}})
    yield from one("rope_scaling", {"rope_scaling": None})
    if nested:
        for part in ("full_attention", "sliding_attention"):
            yield from one("rope_parameters", {"rope_parameters": {**given, part: None}})
            left = {name: value for name, value in given.items() if name != part}
            yield from one("rope_parameters", {"rope_parameters": left})
            bare = {**given, part: {"rope_type": "default"}}
            yield from one("rope_parameters", {"rope_parameters": bare})
        yield from one("rope_parameters", {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0}})
    else:
        yield from one("rope_parameters", {"rope_parameters": {"rope_type": "default"}})
    for older in (
        {"rope_theta": 50.0}, {"rope_local_base_freq": 50.0}, {"global_rope_theta": 50.0}, {"local_rope_theta": 50.0},
        {"rotary_emb_base": 50}, {"rotary_pct": 0.5}, {"partial_rotary_factor": 0.5},
        {"rope_theta": 50.0, "rope_scaling": {"type": "linear", "factor": 2.0}},
        {"rope_theta": 50.0, "partial_rotary_factor": 0.5, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}},
        {"rope_scaling": long(width // 2), "original_max_position_embeddings": 6},
        {"rope_scaling": long(width // 2, original_max_position_embeddings=20), "original_max_position_embeddings": 6},
    ):
        yield from one(next(iter(older)), older, gone)
        yield from one(next(iter(older)), older)


def others(name, value, config):
    if name in ACTIVE:
        gated = [f"gated-{act}" for act in ACTIVATIONS[:4]] if name == "feed_forward_proj" else []
        return [*ACTIVATIONS, *gated]
    if name == "layer_types" or (isinstance(value, list) and value and isinstance(value[0], str)):
        count = len(value or []) or config.get("num_hidden_layers", 2)
        two = ("full_attention", "sliding_attention")
        return [
            [two[0]] * count, [two[1]] * count, [two[i % 2] for i in range(count)], [two[(i + 1) % 2] for i in range(count)],
            ["chunked_attention"] * count, [two[0]] * (count + 1), ["linear_attention", *[two[0]] * (count - 1)],
        ]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 2 * value, value // 2]
    if isinstance(value, float):
        return [value * 3 + 1e-3, 1e-2]
    if isinstance(value, list):
        return [value[:-1], [*value, *value[:1]], value[::-1], [1 - x if x in (0, 1) else x + 1 for x in value if isinstance(x, int)]]
    if value is None:
        return [3, True, False]
    if isinstance(value, str):
        return ["mean", "cls", "relative_key"]
    return []


def default_of(field):
    if field is None or field.default is dataclasses.MISSING:
        return None
    return field.default
