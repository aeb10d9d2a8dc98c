"""ESM, models of proteins: pre-norm, rotary or learned positions, embeddings scaled by the number of masks."""

import transformers as hf
from support.case import Definition


def esm():
    def config(**given):
        sizes = {"hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 31}
        ids = {"vocab_size": 33, "pad_token_id": 1, "mask_token_id": 32, "max_position_embeddings": 42}
        return hf.EsmConfig(**{**sizes, **ids, "layer_norm_eps": 1e-5, **given})

    rotary = {"position_embedding_type": "rotary", "token_dropout": True}
    return [
        Definition(
            "masked",
            hf.EsmForMaskedLM,
            config(**rotary, mask_token_id=20),  # it is in the text twice
            ["rotary positions", "masks are zeros, others scaled", "tied head with norm and a bias"],
            blocks="esm.encoder.layer",
            length=13,
        ),
        Definition(
            "table",
            hf.EsmForSequenceClassification,
            config(hidden_size=28, num_attention_heads=4, emb_layer_norm_before=True, num_labels=3),
            ["positions begin at 2", "norm of embeddings", "classes by two maps", "no scale"],
            blocks="esm.encoder.layer",
            length=17,
        ),
        Definition(
            "labels",
            hf.EsmForTokenClassification,
            config(**rotary, num_hidden_layers=3, rope_theta=50.0, num_labels=4, layer_norm_eps=1e-3),
            ["a theta of its own", "scaled without masks", "labels", "three layers"],
            blocks="esm.encoder.layer",
            length=11,
        ),
    ]  # fmt: skip
