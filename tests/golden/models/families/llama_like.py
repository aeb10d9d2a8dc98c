"""Decoders with Llama's blocks and one thing changed: Mistral, SmolLM3, Qwen2, Qwen3, Phi-3, OLMo2."""

import transformers as hf
from support.case import Definition

SIZES = {
    "hidden_size": 24,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 2,
    "intermediate_size": 35,
    "vocab_size": 50,
    "max_position_embeddings": 128,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}


def rope(theta, **given):
    return {"rope_type": "default", "rope_theta": theta, **given}


def make_definition(model, config):
    def definition(name, exercises, length, **given):
        whole = config(**{**SIZES, **given})
        return Definition(name, model, whole, exercises, blocks="model.layers", length=length)

    return definition


def mistral():
    definition = make_definition(hf.MistralForCausalLM, hf.MistralConfig)
    return [
        definition("window", ["a window of 5 in every layer", "grouped queries", "own head"], 17, sliding_window=5),
        definition(
            "full",
            ["no window", "headDim is not D / H", "one key head", "tied head", "rope_theta"],
            13,
            num_attention_heads=3,
            num_key_value_heads=1,
            head_dim=10,
            sliding_window=None,
            tie_word_embeddings=True,
            rope_parameters=rope(1e6),
        ),
        definition(
            "edge",
            ["a window one shorter than the text", "erf gelu", "eps 1e-3"],
            12,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=5,
            sliding_window=11,
            hidden_act="gelu",
            rms_norm_eps=1e-3,
        ),
    ]


def smollm3():
    definition = make_definition(hf.SmolLM3ForCausalLM, hf.SmolLM3Config)
    return [
        definition(
            "interval",
            ["no positions in every second layer", "tied head", "grouped queries"],
            14,
            no_rope_layer_interval=2,
        ),
        definition(
            "listed",
            ["layers without positions listed", "one key head", "own head", "biases"],
            12,
            num_attention_heads=3,
            num_key_value_heads=1,
            num_hidden_layers=3,
            intermediate_size=21,
            no_rope_layers=[0, 1, 0],
            tie_word_embeddings=False,
            attention_bias=True,
            mlp_bias=True,
        ),
        definition(
            "windows",
            ["windows where there are no positions", "rope_theta"],
            13,
            no_rope_layer_interval=2,
            use_sliding_window=True,
            sliding_window=4,
            rope_parameters=rope(50.0),
        ),
    ]


def qwen2():
    definition = make_definition(hf.Qwen2ForCausalLM, hf.Qwen2Config)
    return [
        definition("biases", ["biases of q, k, v but not of o", "grouped queries", "own head"], 14),
        definition(
            "windows",
            ["windows from max_window_layers on", "tied head"],
            15,
            num_hidden_layers=3,
            intermediate_size=23,
            use_sliding_window=True,
            sliding_window=4,
            max_window_layers=1,
            tie_word_embeddings=True,
        ),
        definition(
            "ignored",
            ["sliding_window is ignored without use_sliding_window", "rope_theta", "tanh gelu"],
            12,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=1,
            sliding_window=3,
            max_window_layers=0,
            rope_parameters=rope(1e6),
            hidden_act="gelu_pytorch_tanh",
        ),
    ]


def qwen3():
    definition = make_definition(hf.Qwen3ForCausalLM, hf.Qwen3Config)
    return [
        definition(
            "norms",
            ["norm of q and k of each head", "headDim is not D / H", "grouped queries"],
            14,
            head_dim=8,
        ),
        definition(
            "biases",
            ["biases before the norms", "tied head", "one key head", "eps 1e-3"],
            13,
            num_attention_heads=3,
            num_key_value_heads=1,
            head_dim=10,
            attention_bias=True,
            tie_word_embeddings=True,
            rms_norm_eps=1e-3,
        ),
        definition(
            "windows",
            ["windows from max_window_layers on", "rope_theta", "dynamic frequencies within their length"],
            12,
            head_dim=6,
            num_key_value_heads=4,
            use_sliding_window=True,
            sliding_window=5,
            max_window_layers=1,
            rope_parameters=rope(1e4, rope_type="dynamic", factor=4.0),
        ),
    ]


def phi3():
    definition = make_definition(hf.Phi3ForCausalLM, hf.Phi3Config)
    long = {
        "rope_type": "longrope",
        "rope_theta": 10000.0,
        "short_factor": [1.0, 1.25, 1.5],
        "long_factor": [1.75, 3.0, 6.5],
        "original_max_position_embeddings": 13,
    }
    sizes = {"max_position_embeddings": 52, "original_max_position_embeddings": 13}
    return [
        definition(
            "short",
            ["longrope's short factors: as long as the original", "fused q, k, v", "fused gate and up"],
            13,
            rope_parameters=long,
            **sizes,
        ),
        definition(
            "long",
            ["longrope's long factors: longer than the original", "one key head", "tied head"],
            14,
            num_key_value_heads=1,
            rope_parameters=long,
            tie_word_embeddings=True,
            **sizes,
        ),
        definition(
            "partial",
            ["half turned", "a window of 6", "eps 1e-3", "erf gelu"],
            15,
            hidden_size=32,
            num_key_value_heads=4,
            intermediate_size=23,
            sliding_window=6,
            rope_parameters=rope(1e4, partial_rotary_factor=0.5),
            rms_norm_eps=1e-3,
            hidden_act="gelu",
        ),
    ]


def olmo2():
    definition = make_definition(hf.Olmo2ForCausalLM, hf.Olmo2Config)
    return [
        definition("norms", ["norm of q and k over the width", "norms behind each part", "grouped queries"], 14),
        definition(
            "biases",
            ["biases before the norms", "tied head", "one key head", "eps 1e-3"],
            12,
            num_attention_heads=3,
            num_key_value_heads=1,
            attention_bias=True,
            tie_word_embeddings=True,
            rms_norm_eps=1e-3,
        ),
        definition(
            "heads",
            ["as many key heads", "rope_theta", "relu"],
            13,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=5,
            rope_parameters=rope(500.0),
            hidden_act="relu",
        ),
    ]
