"""Encoder and decoder with absolute positions: BART and Marian with post-norm, mBART, Pegasus and M2M100 with pre-norm."""

import transformers as hf
from support.case import Definition

SIZES = {
    "d_model": 24,
    "encoder_layers": 2,
    "decoder_layers": 1,
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 3,
    "encoder_ffn_dim": 29,
    "decoder_ffn_dim": 26,
    "vocab_size": 50,
    "max_position_embeddings": 20,
    "forced_eos_token_id": None,
}


def definition(name, model, config, exercises, length, target):
    prefix = "" if model in (hf.BartModel, hf.MarianModel, hf.MBartModel, hf.PegasusModel, hf.M2M100Model) else "model."
    return Definition(
        name,
        model,
        config,
        exercises,
        blocks=f"{prefix}decoder.layers",
        encoder_blocks=f"{prefix}encoder.layers",
        length=length,
        target=target,
    )


def bart():
    def config(**given):
        ids = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "decoder_start_token_id": 2}
        return hf.BartConfig(**{**SIZES, **ids, **given})

    return [
        definition(
            "tied",
            hf.BartForConditionalGeneration,
            config(),
            ["positions begin at 2", "norm of embeddings", "tied head with final_logits_bias", "erf gelu"],
            12,
            7,
        ),
        definition(
            "scaled",
            hf.BartForConditionalGeneration,
            config(
                d_model=20,
                encoder_layers=1,
                decoder_layers=2,
                encoder_attention_heads=5,
                decoder_attention_heads=4,
                scale_embedding=True,
                activation_function="relu",
            ),
            ["embeddings times sqrt(D)", "stacks of different depth and heads", "relu"],
            9,
            8,
        ),
        definition(
            "plain",
            hf.BartModel,
            config(encoder_attention_heads=4, decoder_attention_heads=6),
            ["no prefix, no head"],
            10,
            9,
        ),
    ]


def marian():
    def config(**given):
        ids = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
        return hf.MarianConfig(**{**SIZES, **ids, "scale_embedding": True, **given})

    return [
        definition(
            "tied",
            hf.MarianMTModel,
            config(activation_function="swish"),
            ["sine tables not in the file", "embeddings times sqrt(D)", "final_logits_bias", "silu"],
            12,
            7,
        ),
        definition(
            "odd",
            hf.MarianMTModel,
            config(d_model=21, scale_embedding=False, encoder_layers=1, decoder_layers=2),
            ["sine tables of odd width", "stacks of different depth", "erf gelu"],
            9,
            10,
        ),
        definition(
            "two-vocabularies",
            hf.MarianMTModel,
            config(
                d_model=20,
                encoder_attention_heads=5,
                decoder_attention_heads=4,
                vocab_size=53,
                decoder_vocab_size=41,
                share_encoder_decoder_embeddings=False,
                activation_function="relu",
            ),
            ["a vocabulary for each stack", "heads of different number", "relu"],
            11,
            8,
        ),
    ]


def mbart():
    def config(**given):
        ids = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "decoder_start_token_id": 2}
        return hf.MBartConfig(**{**SIZES, **ids, **given})

    return [
        definition(
            "tied",
            hf.MBartForConditionalGeneration,
            config(scale_embedding=True),
            ["pre-norm, a final norm of each stack", "positions begin at 2", "norm of embeddings", "erf gelu"],
            12,
            7,
        ),
        definition(
            "own",
            hf.MBartForConditionalGeneration,
            config(
                d_model=20,
                encoder_layers=1,
                decoder_layers=2,
                encoder_attention_heads=5,
                decoder_attention_heads=4,
                tie_word_embeddings=False,
                activation_function="relu",
            ),
            ["nothing tied", "stacks of different depth and heads", "relu"],
            9,
            8,
        ),
        definition("plain", hf.MBartModel, config(encoder_attention_heads=4), ["no prefix, no head"], 10, 9),
    ]


def pegasus():
    def config(**given):
        ids = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
        return hf.PegasusConfig(**{**SIZES, **ids, **given})

    return [
        definition(
            "tied",
            hf.PegasusForConditionalGeneration,
            config(scale_embedding=True, activation_function="relu"),
            ["pre-norm", "sine tables in the file", "embeddings times sqrt(D)", "final_logits_bias"],
            12,
            7,
        ),
        definition(
            "odd",
            hf.PegasusForConditionalGeneration,
            config(d_model=21, encoder_layers=1, decoder_layers=2),
            ["sine tables of odd width", "stacks of different depth", "erf gelu"],
            9,
            10,
        ),
        definition("plain", hf.PegasusModel, config(decoder_attention_heads=4), ["no prefix, no head"], 10, 9),
    ]


def m2m_100():
    def config(**given):
        ids = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "max_position_embeddings": 40}
        return hf.M2M100Config(**{**SIZES, **ids, **given})

    return [
        definition(
            "tied",
            hf.M2M100ForConditionalGeneration,
            config(),
            ["sines from position 2 on, frequencies to 1/10000", "embeddings times sqrt(D)", "relu"],
            12,
            7,
        ),
        definition(
            "odd",
            hf.M2M100ForConditionalGeneration,
            config(
                d_model=21,
                pad_token_id=0,
                bos_token_id=1,
                scale_embedding=False,
                encoder_layers=1,
                decoder_layers=2,
                activation_function="gelu",
            ),
            ["sines of odd width", "positions from 1 on", "erf gelu"],
            9,
            10,
        ),
        definition("plain", hf.M2M100Model, config(encoder_attention_heads=4), ["no prefix, no head"], 10, 9),
    ]
