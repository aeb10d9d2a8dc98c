"""ModernBERT: pre-norm encoder with rotary positions of two thetas, windows, fused q, k, v and gates."""

import transformers as hf
from support.case import Definition


def modernbert():
    def config(**given):
        sizes = {"hidden_size": 24, "num_attention_heads": 3, "intermediate_size": 21, "vocab_size": 53}
        ids = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "cls_token_id": 1, "sep_token_id": 2}
        return hf.ModernBertConfig(**{**sizes, **ids, "max_position_embeddings": 64, **given})

    return [
        Definition(
            "windows",
            hf.ModernBertModel,
            config(num_hidden_layers=3, local_attention=6, global_attn_every_n_layers=2),
            ["window on both sides, full in turn", "two thetas", "no first norm", "norms without bias"],
            blocks="layers",
            length=13,
        ),
        Definition(
            "masked",
            hf.ModernBertForMaskedLM,
            config(
                hidden_size=32,
                num_attention_heads=4,
                num_hidden_layers=2,
                local_attention=4,
                layer_types=["sliding_attention", "full_attention"],
                rope_parameters={
                    "sliding_attention": {"rope_type": "default", "rope_theta": 30.0},
                    "full_attention": {"rope_type": "default", "rope_theta": 900.0},
                },
                hidden_activation="silu",
                norm_eps=1e-3,
            ),
            ["tied head with dense, norm and a bias", "thetas of its own", "gated silu", "layer_types given"],
            blocks="model.layers",
            length=12,
        ),
        Definition(
            "classes",
            hf.ModernBertForSequenceClassification,
            config(
                hidden_size=30,
                num_attention_heads=5,
                num_hidden_layers=2,
                local_attention=128,
                attention_bias=True,
                mlp_bias=True,
                norm_bias=True,
                classifier_bias=True,
                classifier_pooling="mean",
                num_labels=4,
            ),
            ["classes from the mean", "biases everywhere", "a window longer than the text"],
            blocks="model.layers",
            length=11,
        ),
    ]
