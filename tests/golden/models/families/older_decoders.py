"""Decoders between GPT-2 and Llama: GPT-NeoX, GPT-J, OPT, BLOOM, Falcon, MPT."""

import transformers as hf
from support.case import Definition

SIZES = {"num_attention_heads": 3, "num_hidden_layers": 2, "vocab_size": 50}
IDS = {"bos_token_id": 1, "eos_token_id": 2}


def gpt_neox():
    def definition(name, exercises, length, **given):
        sizes = {**SIZES, **IDS, "hidden_size": 24, "intermediate_size": 37}
        config = hf.GPTNeoXConfig(**{**sizes, "max_position_embeddings": 64, **given})
        return Definition(
            name, hf.GPTNeoXForCausalLM, config, exercises, blocks="gpt_neox.layers", length=length
        )

    return [
        definition(
            "parallel",
            ["q, k, v of each head, (H, 3, d)", "parallel blocks", "a quarter turned", "erf gelu"],
            14,
        ),
        definition(
            "sequential",
            ["one part after the other", "half turned", "tied head", "tanh gelu"],
            11,
            hidden_size=32,
            num_attention_heads=4,
            use_parallel_residual=False,
            rope_parameters={"rope_type": "default", "rope_theta": 500.0, "partial_rotary_factor": 0.5},
            tie_word_embeddings=True,
            hidden_act="gelu_new",
        ),
        definition(
            "no-bias",
            ["no bias of attention", "all turned", "eps 1e-3", "relu"],
            12,
            hidden_size=30,
            num_attention_heads=5,
            attention_bias=False,
            rope_parameters={"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 1.0},
            layer_norm_eps=1e-3,
            hidden_act="relu",
        ),
    ]


def gptj():
    def definition(name, exercises, length, model=hf.GPTJForCausalLM, **given):
        sizes = {**IDS, "n_embd": 24, "n_head": 3, "n_layer": 2, "n_inner": 35, "vocab_size": 50}
        config = hf.GPTJConfig(**{**sizes, "n_positions": 32, "rotary_dim": 4, **given})
        blocks = "transformer.h" if model is hf.GPTJForCausalLM else "h"
        return Definition(name, model, config, exercises, blocks=blocks, length=length)

    return [
        definition(
            "partial",
            ["interleaved rotary, half turned", "parallel blocks with one norm", "own head with a bias"],
            14,
        ),
        definition(
            "whole",
            ["interleaved rotary, all turned", "tanh gelu", "eps 1e-3"],
            11,
            n_embd=30,
            n_head=5,
            rotary_dim=6,
            layer_norm_epsilon=1e-3,
        ),
        definition(
            "plain",
            ["no prefix, no head", "relu", "rotary_dim 2"],
            12,
            model=hf.GPTJModel,
            n_embd=28,
            n_head=2,
            rotary_dim=2,
            activation_function="relu",
        ),
    ]


def opt():
    def definition(name, exercises, length, **given):
        sizes = {**SIZES, "hidden_size": 27, "ffn_dim": 35, "max_position_embeddings": 20}
        config = hf.OPTConfig(**{**sizes, **given})
        return Definition(
            name, hf.OPTForCausalLM, config, exercises, blocks="model.decoder.layers", length=length
        )

    return [
        definition("pre", ["positions begin at 2", "relu", "tied head", "final norm"], 14),
        definition(
            "post",
            ["post-norm, no final norm", "embeddings mapped in and out"],
            12,
            hidden_size=28,
            num_attention_heads=4,
            word_embed_proj_dim=17,
            do_layer_norm_before=False,
        ),
        definition(
            "bare",
            ["no biases", "norms without weights", "erf gelu", "own head"],
            11,
            hidden_size=24,
            num_attention_heads=6,
            enable_bias=False,
            layer_norm_elementwise_affine=False,
            activation_function="gelu",
            tie_word_embeddings=False,
        ),
    ]


def bloom():
    def definition(name, exercises, length, model=hf.BloomForCausalLM, **given):
        config = hf.BloomConfig(**{**IDS, "n_layer": 2, "vocab_size": 50, **given})
        blocks = "transformer.h" if model is hf.BloomForCausalLM else "h"
        return Definition(name, model, config, exercises, blocks=blocks, length=length)

    return [
        definition(
            "power",
            ["ALiBi of 4 heads", "q, k, v of each head, (H, 3, d)", "norm of embeddings", "tied head"],
            13,
            hidden_size=20,
            n_head=4,
        ),
        definition(
            "between",
            ["ALiBi of 5 heads, no power of two", "residual after the norm", "eps 1e-3"],
            14,
            hidden_size=20,
            n_head=5,
            apply_residual_connection_post_layernorm=True,
            layer_norm_epsilon=1e-3,
        ),
        definition(
            "plain",
            ["ALiBi of 3 heads", "no prefix, no head"],
            16,
            model=hf.BloomModel,
            hidden_size=21,
            n_head=3,
        ),
    ]


class FalconForCausalLM(hf.FalconForCausalLM):
    """Eager attention of transformers 5 adds ALiBi twice, in the mask and to the scores; as it was trained, and as sdpa, its
    default, does, it is added once."""

    def __init__(self, config):
        super().__init__(config)
        for block in self.transformer.h:
            block.self_attention.register_forward_pre_hook(self._once, with_kwargs=True)

    @staticmethod
    def _once(_attention, args, given):
        alibi = given.get("alibi")
        return args, given if alibi is None else {**given, "alibi": alibi * 0}


def falcon():
    def definition(name, exercises, length, **given):
        sizes = {**SIZES, **IDS, "hidden_size": 24, "ffn_hidden_size": 37}
        config = hf.FalconConfig(**{**sizes, "max_position_embeddings": 64, **given})
        return Definition(
            name, FalconForCausalLM, config, exercises, blocks="transformer.h", length=length
        )

    return [
        definition(
            "multi-query",
            ["one key head, (H + 2, d)", "parallel blocks with one norm", "rotary", "no biases"],
            14,
            multi_query=True,
        ),
        definition(
            "new",
            ["grouped, (Hkv, H / Hkv + 2, d)", "parallel blocks with two norms", "own head"],
            12,
            hidden_size=32,
            num_attention_heads=4,
            num_kv_heads=2,
            new_decoder_architecture=True,
            tie_word_embeddings=False,
            rope_parameters={"rope_type": "default", "rope_theta": 300.0},
        ),
        definition(
            "alibi",
            ["ALiBi of 9 heads in bfloat16, scaled with the scores", "(H, 3, d)", "sequential", "biases"],
            13,
            hidden_size=27,
            num_attention_heads=9,
            alibi=True,
            multi_query=False,
            parallel_attn=False,
            bias=True,
        ),
    ]


def mpt():
    def definition(name, exercises, length, model=hf.MptForCausalLM, attention=None, **given):
        sizes = {"d_model": 20, "n_heads": 4, "n_layers": 2, "expansion_ratio": 2, "vocab_size": 50}
        attention = {"clip_qkv": None, **(attention or {})}
        config = hf.MptConfig(**{**sizes, "max_seq_len": 32, "attn_config": attention, **given})
        blocks = "transformer.blocks" if model is hf.MptForCausalLM else "blocks"
        return Definition(name, model, config, exercises, blocks=blocks, length=length)

    return [
        definition("power", ["ALiBi of 4 heads", "no biases", "tied head", "q, k, v after each other"], 14),
        definition(
            "clipped",
            ["ALiBi of 5 heads, MPT's order", "clip_qkv", "softmax_scale", "eps 1e-3"],
            13,
            d_model=25,
            n_heads=5,
            attention={"clip_qkv": 0.75, "softmax_scale": 0.6},
            layer_norm_epsilon=1e-3,
        ),
        definition(
            "plain",
            ["ALiBi of 6 heads", "alibi_bias_max is ignored: 8", "no prefix, no head"],
            12,
            model=hf.MptModel,
            d_model=24,
            n_heads=6,
            attention={"alibi_bias_max": 4},
        ),
    ]
