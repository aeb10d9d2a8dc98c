"""What came after BERT, with its names or others: RoBERTa, DistilBERT, ALBERT, ELECTRA, MPNet, Nomic BERT."""

import transformers as hf
from support.case import Definition

SIZES = {"num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 31, "vocab_size": 50}


def roberta():
    def config(**given):
        sizes = {**SIZES, "hidden_size": 27, "max_position_embeddings": 19, "layer_norm_eps": 1e-5}
        return hf.RobertaConfig(**{**sizes, "type_vocab_size": 1, **given})

    return [
        Definition(
            "pooled",
            hf.RobertaModel,
            config(),
            ["positions begin at 2", "pooler", "one token type"],
            blocks="encoder.layer",
            length=17,
        ),
        Definition(
            "masked",
            hf.RobertaForMaskedLM,
            config(hidden_size=24, num_attention_heads=4, pad_token_id=0, bos_token_id=1),
            ["positions begin at 1 as padding is 0", "tied head with norm and a bias"],
            blocks="roberta.encoder.layer",
            length=12,
        ),
        Definition(
            "classes",
            hf.RobertaForSequenceClassification,
            config(hidden_size=30, num_attention_heads=5, num_labels=4, hidden_act="gelu_new"),
            ["classes from the first token by two maps", "no pooler", "tanh gelu"],
            blocks="roberta.encoder.layer",
            length=9,
        ),
    ]


def distilbert():
    def config(**given):
        sizes = {"dim": 24, "n_heads": 3, "n_layers": 2, "hidden_dim": 37, "vocab_size": 53}
        return hf.DistilBertConfig(**{**sizes, "max_position_embeddings": 16, **given})

    return [
        Definition(
            "plain",
            hf.DistilBertModel,
            config(n_layers=3),
            ["no prefix", "no token types", "no pooler"],
            blocks="transformer.layer",
            length=13,
        ),
        Definition(
            "masked",
            hf.DistilBertForMaskedLM,
            config(dim=30, n_heads=5),
            ["tied head with a bias, after transform and norm"],
            blocks="distilbert.transformer.layer",
            length=11,
        ),
        Definition(
            "classes",
            hf.DistilBertForSequenceClassification,
            config(n_heads=6, activation="relu", num_labels=3, sinusoidal_pos_embds=True),
            ["classes from the first token by two maps and relu", "stored sinusoidal positions"],
            blocks="distilbert.transformer.layer",
            length=16,
        ),
    ]


def albert():
    def config(**given):
        sizes = {**SIZES, "hidden_size": 30, "embedding_size": 14, "max_position_embeddings": 20}
        return hf.AlbertConfig(**{**sizes, "num_hidden_layers": 4, **given})

    return [
        Definition(
            "pooled",
            hf.AlbertModel,
            config(),
            ["one layer shared by four", "embeddings mapped to D", "pooler without dense", "token types"],
            blocks=["encoder.albert_layer_groups.0.albert_layers"],
            length=13,
            types=True,
        ),
        Definition(
            "masked",
            hf.AlbertForMaskedLM,
            config(hidden_size=28, num_attention_heads=4, num_hidden_layers=3, hidden_act="gelu"),
            ["tied head of the embedding's width", "no pooler", "erf gelu"],
            blocks=["albert.encoder.albert_layer_groups.0.albert_layers"],
            length=11,
        ),
        Definition(
            "groups",
            hf.AlbertForSequenceClassification,
            config(hidden_size=24, num_hidden_groups=2, num_labels=3, hidden_act="relu"),
            ["two groups of shared layers", "classes from the pooler", "relu"],
            blocks=[f"albert.encoder.albert_layer_groups.{group}.albert_layers" for group in (0, 1)],
            length=10,
            types=True,
        ),
    ]


def electra():
    def config(**given):
        sizes = {**SIZES, "hidden_size": 24, "embedding_size": 15, "max_position_embeddings": 20}
        return hf.ElectraConfig(**{**sizes, **given})

    return [
        Definition(
            "plain",
            hf.ElectraModel,
            config(num_hidden_layers=3),
            ["embeddings mapped to D", "no pooler", "token types"],
            blocks="encoder.layer",
            length=12,
            types=True,
        ),
        Definition(
            "masked",
            hf.ElectraForMaskedLM,
            config(hidden_size=30, num_attention_heads=5, hidden_act="relu"),
            ["generator: tied head of the embedding's width"],
            blocks="electra.encoder.layer",
            length=11,
        ),
        Definition(
            "replaced",
            hf.ElectraForPreTraining,
            config(hidden_size=28, num_attention_heads=4, embedding_size=28),
            ["discriminator: one logit for each token", "embeddings of width D, no map"],
            blocks="electra.encoder.layer",
            length=14,
        ),
    ]


def mpnet():
    def config(**given):
        sizes = {**SIZES, "hidden_size": 24, "max_position_embeddings": 26, "layer_norm_eps": 1e-5}
        return hf.MPNetConfig(**{**sizes, **given})

    return [
        Definition(
            "pooled",
            hf.MPNetModel,
            config(),
            ["relative bias for all layers", "positions begin at 2", "no token types", "pooler"],
            blocks="encoder.layer",
            length=17,
        ),
        Definition(
            "masked",
            hf.MPNetForMaskedLM,
            config(hidden_size=28, num_attention_heads=4, relative_attention_num_buckets=40),
            ["its own bucket count is ignored: 32", "tied head with norm and a bias"],
            blocks="mpnet.encoder.layer",
            length=14,
        ),
        Definition(
            "classes",
            hf.MPNetForSequenceClassification,
            config(hidden_size=30, num_attention_heads=6, num_labels=3, hidden_act="relu"),
            ["classes from the first token by two maps", "relu"],
            blocks="mpnet.encoder.layer",
            length=11,
        ),
    ]


def nomic_bert():
    def config(**given):
        sizes = {**SIZES, "hidden_size": 24, "max_position_embeddings": 32}
        return hf.NomicBertConfig(**{**sizes, **given})

    return [
        Definition(
            "plain",
            hf.NomicBertModel,
            config(rope_parameters={"rope_type": "default", "rope_theta": 700.0}),
            ["rotary positions", "gated silu", "q, k, v after each other", "post-norm", "no biases but norms'"],
            blocks="layers",
            length=12,
            types=True,
        ),
        Definition(
            "masked",
            hf.NomicBertForMaskedLM,
            config(num_attention_heads=4, hidden_act="gelu", layer_norm_eps=1e-3),
            ["tied head with transform and a bias", "gated gelu", "eps 1e-3"],
            blocks="nomic_bert.layers",
            length=11,
        ),
        Definition(
            "classes",
            hf.NomicBertForSequenceClassification,
            config(num_attention_heads=2, head_dim=8, num_labels=4),
            ["classes from the pooler", "headDim is not D / H"],
            blocks="nomic_bert.layers",
            length=9,
        ),
    ]
