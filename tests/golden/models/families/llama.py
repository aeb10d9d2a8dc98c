"""Llama: RMSNorm, rotary halves with frequencies of several kinds, gated MLP, grouped queries."""

from support.case import Definition
from transformers import LlamaConfig, LlamaForCausalLM


def definition(name, exercises, length, **given):
    config = LlamaConfig(**{"max_position_embeddings": 512, **given})
    return Definition(
        name, LlamaForCausalLM, config, exercises, blocks="model.layers", length=length
    )


def llama():
    return [
        definition(
            "llama3",
            ["llama3 frequencies: kept, blended and divided", "grouped queries", "tied head"],
            15,
            hidden_size=32,
            num_attention_heads=4,
            num_key_value_heads=2,
            num_hidden_layers=2,
            intermediate_size=43,
            vocab_size=53,
            tie_word_embeddings=True,
            rope_parameters={
                "rope_type": "llama3",
                "rope_theta": 10000.0,
                "factor": 8.0,
                "low_freq_factor": 1.0,
                "high_freq_factor": 4.0,
                "original_max_position_embeddings": 128,
            },
        ),
        definition(
            "yarn",
            ["yarn frequencies and their factor", "one key head", "headDim is not D / H", "own head"],
            17,
            hidden_size=24,
            num_attention_heads=3,
            num_key_value_heads=1,
            head_dim=12,
            num_hidden_layers=3,
            intermediate_size=31,
            vocab_size=50,
            rms_norm_eps=1e-3,
            max_position_embeddings=128,
            rope_parameters={
                "rope_type": "yarn",
                "rope_theta": 500.0,
                "factor": 4.0,
                "original_max_position_embeddings": 32,
                "beta_fast": 4.0,
                "beta_slow": 1.0,
            },
        ),
        definition(
            "linear",
            ["linear frequencies", "biases of attention and MLP", "tanh gelu"],
            11,
            hidden_size=30,
            num_attention_heads=5,
            num_hidden_layers=2,
            intermediate_size=41,
            vocab_size=61,
            attention_bias=True,
            mlp_bias=True,
            hidden_act="gelu_pytorch_tanh",
            rope_parameters={"rope_type": "linear", "rope_theta": 300.0, "factor": 2.5},
        ),
    ]
