"""ViT, DeiT and DINOv2, without and with registers: patches, a class token, pre-norm."""

import transformers as hf
from support.case import Definition

SIZES = {
    "hidden_size": 24,
    "num_attention_heads": 3,
    "num_hidden_layers": 2,
    "intermediate_size": 35,
    "image_size": 12,
    "patch_size": 4,
}


def definition(name, model, config, exercises, blocks, pixels):
    return Definition(name, model, config, exercises, blocks=blocks, pixels=pixels)


def vit():
    def config(**given):
        return hf.ViTConfig(**{**SIZES, **given})

    return [
        definition(
            "pooled",
            hf.ViTModel,
            config(),
            ["patches as a convolution", "class token", "pooler by tanh", "erf gelu", "final norm"],
            "layers",
            (3, 12, 12),
        ),
        definition(
            "classes",
            hf.ViTForImageClassification,
            config(hidden_size=28, num_attention_heads=4, num_labels=5, hidden_act="gelu_new"),
            ["classes from the first token", "no pooler", "tanh gelu"],
            "vit.layers",
            (3, 12, 12),
        ),
        definition(
            "grey",
            hf.ViTModel,
            config(
                hidden_size=30,
                num_attention_heads=5,
                image_size=[6, 10],
                patch_size=[3, 2],
                num_channels=1,
                qkv_bias=False,
                pooler_output_size=17,
                pooler_act="relu",
                layer_norm_eps=1e-3,
            ),
            ["height is not width, of image and patch", "one channel", "no bias of q, k, v", "eps 1e-3"],
            "layers",
            (1, 6, 10),
        ),
    ]


def deit():
    def config(**given):
        return hf.DeiTConfig(**{**SIZES, **given})

    return [
        definition(
            "pooled",
            hf.DeiTModel,
            config(),
            ["distillation token beside the class token", "pooler by tanh"],
            "layers",
            (3, 12, 12),
        ),
        definition(
            "classes",
            hf.DeiTForImageClassification,
            config(hidden_size=28, num_attention_heads=4, num_labels=5, hidden_act="relu"),
            ["classes from the first token", "relu"],
            "deit.layers",
            (3, 12, 12),
        ),
        definition(
            "teacher",
            hf.DeiTForImageClassificationWithTeacher,
            config(hidden_size=30, num_attention_heads=5, num_labels=4, qkv_bias=False),
            ["the mean of two heads, of class and distillation token", "no bias of q, k, v"],
            "deit.layers",
            (3, 12, 12),
        ),
    ]


def dinov2():
    def config(**given):
        sizes = {name: size for name, size in SIZES.items() if name != "intermediate_size"}
        return hf.Dinov2Config(**{**sizes, "mlp_ratio": 2, **given})

    return [
        definition(
            "pooled",
            hf.Dinov2Model,
            config(),
            ["scales of layers", "pooled is the class token behind the norm", "mask_token unused"],
            "encoder.layer",
            (3, 12, 12),
        ),
        definition(
            "gated",
            hf.Dinov2ForImageClassification,
            config(
                hidden_size=20,
                num_attention_heads=5,
                num_labels=3,
                use_swiglu_ffn=True,
                use_mask_token=False,
                qkv_bias=False,
            ),
            ["gated silu, its width rounded to 8", "classes from class token and mean of patches"],
            "dinov2.encoder.layer",
            (3, 12, 12),
        ),
        definition(
            "resized",
            hf.Dinov2Model,
            config(hidden_size=27, hidden_act="relu"),
            ["an image larger than image_size: positions by bicubic interpolation", "relu"],
            "encoder.layer",
            (3, 16, 12),
        ),
    ]


def dinov2_with_registers():
    def config(**given):
        sizes = {name: size for name, size in SIZES.items() if name != "intermediate_size"}
        return hf.Dinov2WithRegistersConfig(**{**sizes, "mlp_ratio": 2, **given})

    return [
        definition(
            "pooled",
            hf.Dinov2WithRegistersModel,
            config(),
            ["4 registers behind the class token, without positions", "scales of layers"],
            "encoder.layer",
            (3, 12, 12),
        ),
        definition(
            "classes",
            hf.Dinov2WithRegistersForImageClassification,
            config(
                hidden_size=20,
                num_attention_heads=5,
                num_labels=3,
                num_register_tokens=2,
                use_swiglu_ffn=True,
                qkv_bias=False,
            ),
            ["2 registers, left out of the mean of patches", "gated silu", "no bias of q, k, v"],
            "dinov2_with_registers.encoder.layer",
            (3, 12, 12),
        ),
        definition(
            "resized",
            hf.Dinov2WithRegistersModel,
            config(hidden_size=27, hidden_act="relu", num_register_tokens=1),
            ["one register", "positions for fewer rows and more columns: smoothed bicubic interpolation"],
            "encoder.layer",
            (3, 8, 20),
        ),
    ]
