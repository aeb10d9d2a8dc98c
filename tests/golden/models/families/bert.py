"""BERT: post-norm, token types, learned positions."""

from support.case import Definition
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification, BertModel


def bert():
    return [
        Definition(
            "pooled",
            BertModel,
            BertConfig(
                hidden_size=28,
                num_attention_heads=4,
                num_hidden_layers=3,
                intermediate_size=37,
                vocab_size=57,
                max_position_embeddings=24,
            ),
            ["no prefix", "pooler", "token types", "erf gelu"],
            blocks="encoder.layer",
            length=13,
            types=True,
        ),
        Definition(
            "masked",
            BertForMaskedLM,
            BertConfig(
                hidden_size=30,
                num_attention_heads=3,
                num_hidden_layers=2,
                intermediate_size=41,
                vocab_size=59,
                max_position_embeddings=14,
                hidden_act="gelu_new",
                layer_norm_eps=1e-3,
            ),
            ["tied head with transform and a bias", "no pooler", "all positions used", "tanh gelu"],
            blocks="bert.encoder.layer",
            length=14,
        ),
        Definition(
            "classes",
            BertForSequenceClassification,
            BertConfig(
                hidden_size=24,
                num_attention_heads=6,
                num_hidden_layers=3,
                intermediate_size=29,
                vocab_size=71,
                max_position_embeddings=20,
                type_vocab_size=3,
                hidden_act="relu",
                num_labels=5,
            ),
            ["classes from the pooler", "labels", "three token types", "relu"],
            blocks="bert.encoder.layer",
            length=11,
            types=True,
        ),
    ]
