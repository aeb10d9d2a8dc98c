"""T5: scores without scale, relative bias of block 0 in all, RMSNorm, encoder and decoder."""

from support.case import Definition
from transformers import T5Config, T5ForConditionalGeneration


def definition(name, exercises, length, target, own_head=False, **given):
    config = T5Config(**{"decoder_start_token_id": 0, **given})
    return Definition(
        name,
        T5ForConditionalGeneration,
        config,
        exercises,
        blocks="decoder.block",
        encoder_blocks="encoder.block",
        length=length,
        target=target,
        own_head=own_head,
        older={"tie_word_embeddings": False} if own_head else {},
    )


def t5():
    return [
        definition(
            "relu",
            ["tied head, its input times 1 / sqrt(D)", "relu", "scale 1"],
            12,
            7,
            d_model=24,
            d_kv=8,
            d_ff=31,
            num_heads=3,
            num_layers=2,
            vocab_size=53,
        ),
        definition(
            "gated",
            ["gated gelu", "own head", "stacks of different depth", "headDim is not D / H"],
            9,
            8,
            d_model=26,
            d_kv=6,
            d_ff=20,
            num_heads=4,
            num_layers=1,
            num_decoder_layers=2,
            vocab_size=50,
            feed_forward_proj="gated-gelu",
            own_head=True,
            tie_word_embeddings=False,  # in older files: no scale before the head, and a head of its own
        ),
        definition(
            "few-buckets",
            ["distances beyond relative_attention_max_distance", "few buckets", "gated silu", "eps 1e-3"],
            17,
            11,
            d_model=24,
            d_kv=4,
            d_ff=16,
            num_heads=3,
            num_layers=2,
            vocab_size=50,
            relative_attention_num_buckets=8,
            relative_attention_max_distance=11,
            feed_forward_proj="gated-silu",
            layer_norm_epsilon=1e-3,
            decoder_start_token_id=2,
        ),
    ]
