"""Gemma 2: RMSNorm by 1 + w around each part, embeddings times sqrt(D), softcaps, windows in turn."""

from support.case import Definition
from transformers import Gemma2Config, Gemma2ForCausalLM


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
