"""Gemma 1 to 3: RMSNorm by 1 + w, embeddings times sqrt(D). From 2 on norms around each part and windows
in turn; softcaps in 2, norms of queries and keys and two thetas in 3.
"""

from support.case import Definition
from transformers import (
    Gemma2Config,
    Gemma2ForCausalLM,
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    GemmaConfig,
    GemmaForCausalLM,
)

SIZES = {"num_hidden_layers": 2, "intermediate_size": 29, "vocab_size": 50}


def gemma():
    def definition(name, exercises, length, older=None, **given):
        return Definition(
            name,
            GemmaForCausalLM,
            GemmaConfig(**{**SIZES, "hidden_size": 24, **given}),
            exercises,
            blocks="model.layers",
            length=length,
            older=older or {},
        )

    return [
        definition(
            "one-key-head",
            ["norm by 1 + w", "embeddings times sqrt(D)", "one key head", "tied head"],
            14,
            num_attention_heads=4,
            num_key_value_heads=1,
            head_dim=8,
        ),
        definition(
            "legacy",
            ["gelu in an older config means tanh gelu", "own head", "headDim is not D / H"],
            12,
            older={"hidden_act": "gelu"},
            num_attention_heads=3,
            num_key_value_heads=3,
            head_dim=10,
            tie_word_embeddings=False,
        ),
        definition(
            "biases",
            ["biases of attention", "grouped queries", "rope_theta", "eps 0.05"],
            13,
            hidden_size=30,
            num_attention_heads=6,
            num_key_value_heads=2,
            head_dim=6,
            attention_bias=True,
            rope_parameters={"rope_type": "default", "rope_theta": 200.0},
            rms_norm_eps=0.05,
        ),
    ]


def gemma3():
    def definition(name, exercises, length, **given):
        config = Gemma3TextConfig(**{**SIZES, "hidden_size": 24, **given})
        return Definition(
            name, Gemma3ForCausalLM, config, exercises, blocks="model.layers", length=length
        )

    return [
        definition(
            "windows",
            ["norm of q and k by 1 + w", "windows and full by sliding_window_pattern", "two thetas"],
            14,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=8,
            num_hidden_layers=3,
            intermediate_size=21,
            sliding_window=4,
            sliding_window_pattern=3,
            query_pre_attn_scalar=11,
        ),
        definition(
            "scaled",
            ["full layers with linear frequencies", "layer_types given", "own head", "softcap of logits"],
            13,
            num_attention_heads=3,
            num_key_value_heads=1,
            head_dim=10,
            sliding_window=5,
            layer_types=["full_attention", "sliding_attention"],
            rope_parameters={
                "full_attention": {"rope_type": "linear", "rope_theta": 3000.0, "factor": 4.0},
                "sliding_attention": {"rope_type": "default", "rope_theta": 40.0},
            },
            query_pre_attn_scalar=10,
            final_logit_softcapping=6.0,
            tie_word_embeddings=False,
        ),
        definition(
            "biases",
            ["biases before the norms", "one layer kind only", "eps 1e-3", "attn_logit_softcapping is ignored"],
            12,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=5,
            head_dim=6,
            sliding_window=64,
            layer_types=["full_attention", "full_attention"],
            attention_bias=True,
            attn_logit_softcapping=2.0,
            query_pre_attn_scalar=6,
            rms_norm_eps=1e-3,
        ),
    ]


def gemma2():
    def definition(name, exercises, length, **given):
        return Definition(
            name,
            Gemma2ForCausalLM,
            Gemma2Config(**given),
            exercises,
            blocks="model.layers",
            length=length,
        )

    return [
        definition(
            "window",
            ["windows and full in turn", "softcap of scores and logits", "grouped queries", "tied head"],
            14,
            hidden_size=24,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=10,
            num_hidden_layers=2,
            intermediate_size=33,
            vocab_size=53,
            sliding_window=5,
            query_pre_attn_scalar=7,
            attn_logit_softcapping=2.0,
            final_logit_softcapping=5.0,
        ),
        definition(
            "uncapped",
            ["no softcap", "own head", "layer_types given", "biases of attention"],
            9,
            hidden_size=30,
            num_attention_heads=3,
            num_key_value_heads=1,
            head_dim=8,
            num_hidden_layers=2,
            intermediate_size=29,
            vocab_size=50,
            sliding_window=3,
            query_pre_attn_scalar=24,
            attn_logit_softcapping=None,
            final_logit_softcapping=None,
            layer_types=["full_attention", "sliding_attention"],
            attention_bias=True,
            tie_word_embeddings=False,
        ),
        definition(
            "wide",
            ["a window longer than the text", "rope_theta", "erf gelu", "eps 1e-3"],
            11,
            hidden_size=25,
            num_attention_heads=5,
            num_key_value_heads=5,
            head_dim=6,
            num_hidden_layers=3,
            intermediate_size=27,
            vocab_size=67,
            sliding_window=64,
            query_pre_attn_scalar=6,
            attn_logit_softcapping=3.0,
            final_logit_softcapping=4.0,
            hidden_activation="gelu",
            rms_norm_eps=1e-3,
            rope_parameters={"rope_type": "default", "rope_theta": 77.0},
        ),
    ]
