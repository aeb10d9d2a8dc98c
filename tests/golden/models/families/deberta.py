"""DeBERTa, DeBERTa 2 and 3: scores with relative positions that have contents, each or shared by distance."""

import transformers as hf
from support.case import Definition


def deberta():
    def config(**given):
        sizes = {"hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 31}
        more = {"vocab_size": 47, "max_position_embeddings": 40, "relative_attention": True, "position_biased_input": False}
        return hf.DebertaConfig(**{**sizes, **more, **given})

    return [
        Definition(
            "both",
            hf.DebertaForMaskedLM,
            config(pos_att_type="c2p|p2c", max_relative_positions=7),
            ["c2p and p2c", "q, k, v of each head in turn", "no bias of keys", "each distance to 6 apart"],
            blocks="deberta.encoder.layer",
            length=15,
        ),
        Definition(
            "classes",
            hf.DebertaForSequenceClassification,
            config(
                hidden_size=28, num_attention_heads=4, pos_att_type=["p2c"], position_biased_input=True, type_vocab_size=3,
                num_labels=3, pooler_hidden_act="tanh",
            ),
            ["p2c alone", "positions and types", "classes from the first token, tanh"],
            blocks="deberta.encoder.layer",
            length=13,
            types=True,
        ),
        Definition(
            "labels",
            hf.DebertaForTokenClassification,
            config(pos_att_type=["c2p"], num_hidden_layers=3, num_labels=4, hidden_act="relu"),
            ["c2p alone", "as many distances as positions", "labels"],
            blocks="deberta.encoder.layer",
            length=11,
        ),
    ]  # fmt: skip


def deberta_v2():
    def config(**given):
        sizes = {"hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 31}
        more = {"vocab_size": 47, "max_position_embeddings": 40, "relative_attention": True}
        return hf.DebertaV2Config(**{**sizes, **more, **given})

    shared = {"share_att_key": True, "position_buckets": 6, "norm_rel_ebd": "layer_norm"}
    return [
        Definition(
            "shared",
            hf.DebertaV2ForMaskedLM,
            config(**shared, pos_att_type="p2c|c2p", position_biased_input=False, legacy=False),
            ["c2p and p2c by the maps of contents", "shared distances", "normed positions", "tied head"],
            blocks="deberta.encoder.layer",
            length=19,
        ),
        Definition(
            "older",
            hf.DebertaV2ForMaskedLM,
            config(
                hidden_size=28, num_attention_heads=4, pos_att_type=["c2p"], max_relative_positions=9,
                type_vocab_size=2, hidden_act="gelu_new", layer_norm_eps=1e-3,
            ),
            ["c2p by maps of its own", "each distance to 8 apart", "positions and types", "tied head"],
            blocks="deberta.encoder.layer",
            length=16,
            types=True,
        ),
        Definition(
            "classes",
            hf.DebertaV2ForSequenceClassification,
            config(
                pos_att_type=["p2c"], position_buckets=8, max_relative_positions=30, num_labels=4, num_hidden_layers=3,
                pooler_hidden_act="relu",
            ),
            ["p2c by maps of its own", "shared distances", "classes from the first token, relu"],
            blocks="deberta.encoder.layer",
            length=14,
        ),
    ]  # fmt: skip
