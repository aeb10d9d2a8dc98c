"""Decoders for code and stories, and Phi, StableLM and Granite."""

import transformers as hf
from support.case import Definition

SIZES = {"num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 50}
LLAMA_SIZES = {**SIZES, "hidden_size": 24, "num_key_value_heads": 2, "intermediate_size": 35}
IDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}


def rope(theta, **given):
    return {"rope_type": "default", "rope_theta": theta, **given}


def definition_of(model, config, blocks, **sizes):
    def definition(name, exercises, length, model=model, blocks=blocks, **given):
        whole = config(**{**IDS, **sizes, **given})
        return Definition(name, model, whole, exercises, blocks=blocks, length=length)

    return definition


def gpt_neo():
    sizes = {"hidden_size": 24, "num_heads": 4, "num_layers": 2, "vocab_size": 50, "max_position_embeddings": 32}
    definition = definition_of(hf.GPTNeoForCausalLM, hf.GPTNeoConfig, "transformer.h", **sizes)
    return [
        definition(
            "stories",
            ["scores not scaled", "a window of 5 in every second layer", "no biases of q, k, v", "tied head"],
            14,
            attention_types=[[["global", "local"], 1]],
            window_size=5,
        ),
        definition(
            "listed",
            ["kinds of layers in two groups", "an inner width", "own head", "erf gelu"],
            13,
            num_layers=3,
            attention_types=[[["local"], 2], [["global"], 1]],
            window_size=4,
            intermediate_size=37,
            tie_word_embeddings=False,
            activation_function="gelu",
        ),
        definition(
            "plain",
            ["no prefix, no head", "eps 1e-3", "relu"],
            12,
            model=hf.GPTNeoModel,
            blocks="h",
            hidden_size=30,
            num_heads=5,
            attention_types=[[["global"], 2]],
            layer_norm_epsilon=1e-3,
            activation_function="relu",
        ),
    ]


def phi():
    sizes = {**SIZES, "hidden_size": 36, "intermediate_size": 37, "max_position_embeddings": 64}
    definition = definition_of(hf.PhiForCausalLM, hf.PhiConfig, "model.layers", **sizes)
    return [
        definition("half", ["parallel blocks with one norm", "4 of 9 turned", "own head with a bias"], 14),
        definition(
            "normed",
            ["norm of q and k of each head, with a bias", "grouped queries", "three quarters turned"],
            12,
            hidden_size=32,
            num_key_value_heads=2,
            qk_layernorm=True,
            rope_parameters=rope(500.0, partial_rotary_factor=0.75),
        ),
        definition(
            "whole",
            ["all turned", "one key head", "eps 1e-3", "erf gelu"],
            13,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=1,
            rope_parameters=rope(1e4, partial_rotary_factor=1.0),
            layer_norm_eps=1e-3,
            hidden_act="gelu",
        ),
    ]


def stablelm():
    sizes = {**LLAMA_SIZES, "hidden_size": 32, "max_position_embeddings": 64}
    definition = definition_of(hf.StableLmForCausalLM, hf.StableLmConfig, "model.layers", **sizes)
    return [
        definition("quarter", ["LayerNorm", "a quarter turned", "grouped queries", "own head"], 14),
        definition(
            "parallel",
            ["parallel blocks with one norm", "biases of q, k, v", "half turned"],
            12,
            use_parallel_residual=True,
            use_qkv_bias=True,
            rope_parameters=rope(300.0, partial_rotary_factor=0.5),
        ),
        definition(
            "whole",
            ["all turned", "tied head", "one key head", "eps 1e-3", "tanh gelu"],
            13,
            num_key_value_heads=1,
            rope_parameters=rope(1e4, partial_rotary_factor=1.0),
            tie_word_embeddings=True,
            layer_norm_eps=1e-3,
            hidden_act="gelu_pytorch_tanh",
        ),
    ]


def gpt_bigcode():
    sizes = {"n_embd": 24, "n_head": 4, "n_layer": 2, "vocab_size": 50, "n_positions": 32}
    definition = definition_of(hf.GPTBigCodeForCausalLM, hf.GPTBigCodeConfig, "transformer.h", **sizes)
    return [
        definition("multi-query", ["one key head, (H + 2, d)", "learned positions", "tied head"], 14),
        definition(
            "each",
            ["a key head for each query head, (H, 3, d)", "an inner width", "own head", "erf gelu"],
            12,
            multi_query=False,
            n_inner=37,
            tie_word_embeddings=False,
            activation_function="gelu",
        ),
        definition(
            "plain",
            ["scores not scaled", "no prefix, no head", "eps 1e-3"],
            13,
            model=hf.GPTBigCodeModel,
            blocks="h",
            n_embd=30,
            n_head=5,
            scale_attn_weights=False,
            layer_norm_epsilon=1e-3,
        ),
    ]


def starcoder2():
    sizes = {**LLAMA_SIZES, "max_position_embeddings": 64}
    definition = definition_of(hf.Starcoder2ForCausalLM, hf.Starcoder2Config, "model.layers", **sizes)
    return [
        definition("window", ["a window of 5 in every layer", "grouped queries", "biases", "tied head"], 14, sliding_window=5),
        definition(
            "bare",
            ["no window", "no biases", "own head", "rope_theta", "erf gelu"],
            12,
            use_bias=False,
            tie_word_embeddings=False,
            rope_parameters=rope(500.0),
            hidden_act="gelu",
        ),
        definition(
            "one",
            ["one key head", "a window one shorter than the text", "eps 1e-3"],
            13,
            hidden_size=30,
            num_attention_heads=5,
            num_key_value_heads=1,
            sliding_window=12,
            norm_epsilon=1e-3,
        ),
    ]


def granite():
    sizes = {**LLAMA_SIZES, "max_position_embeddings": 64}
    definition = definition_of(hf.GraniteForCausalLM, hf.GraniteConfig, "model.layers", **sizes)
    return [
        definition(
            "factors",
            ["factors of embeddings, scores, sums and logits", "grouped queries", "own head"],
            14,
            embedding_multiplier=3.5,
            attention_multiplier=0.375,
            residual_multiplier=0.625,
            logits_scaling=2.5,
        ),
        definition(
            "biases",
            ["biases of attention and MLP", "scores not scaled", "tied head", "one key head"],
            12,
            num_key_value_heads=1,
            attention_bias=True,
            mlp_bias=True,
            tie_word_embeddings=True,
        ),
        definition(
            "plain",
            ["no prefix, no head", "a factor of sums above 1", "rope_theta", "eps 1e-3"],
            13,
            model=hf.GraniteModel,
            blocks="layers",
            residual_multiplier=1.75,
            attention_multiplier=0.25,
            rope_parameters=rope(500.0),
            rms_norm_eps=1e-3,
        ),
    ]
