"""GPT-2: Conv1D, learned positions, pre-norm."""

from support.case import Definition
from transformers import GPT2Config, GPT2LMHeadModel, GPT2Model


def config(**given):
    return GPT2Config(**{"bos_token_id": 1, "eos_token_id": 2, "n_positions": 32, **given})


def gpt2():
    return [
        Definition(
            "tied",
            GPT2LMHeadModel,
            config(n_embd=27, n_head=3, n_layer=3, n_inner=52, vocab_size=53, n_positions=23),
            ["Conv1D stores (in, out)", "q, k, v after each other", "tied head", "gelu_new"],
            blocks="transformer.h",
            length=12,
        ),
        Definition(
            "scaled-by-layer",
            GPT2LMHeadModel,
            config(
                n_embd=30,
                n_head=5,
                n_layer=2,
                n_inner=44,
                vocab_size=61,
                activation_function="gelu",
                layer_norm_epsilon=1e-3,
                scale_attn_by_inverse_layer_idx=True,
                tie_word_embeddings=False,
            ),
            ["scores divided by the layer's number", "own head", "n_inner", "erf gelu", "eps 1e-3"],
            blocks="transformer.h",
            length=9,
        ),
        Definition(
            "unscaled",
            GPT2Model,
            config(
                n_embd=24,
                n_head=6,
                n_layer=3,
                n_inner=40,
                vocab_size=50,
                activation_function="relu",
                scale_attn_weights=False,
            ),
            ["no prefix, no head", "scale 1", "relu"],
            blocks="h",
            length=13,
        ),
    ]
