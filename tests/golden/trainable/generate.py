"""Makes trainable/<name>.safetensors.gz: a small model of transformers, and its losses in steps of AdamW on one batch.

    python -m venv venv
    venv/bin/pip install torch==2.15.0 transformers==5.23.0 numpy==2.4.6
    venv/bin/python tests/golden/trainable/generate.py

The parameters are of float32, and torch computes with them in float64.
"""

import json
import pathlib
import sys

import numpy as np
import torch
import transformers
from torch.nn.functional import cross_entropy

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "models"))
from support.pack import write  # noqa: E402

VERSION = f"torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}"
OPTIMIZER = {"lr": 0.01, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.1}
STEPS, BATCH, LENGTH = 3, 3, 7

MODELS = {
    "gpt2": (
        transformers.GPT2LMHeadModel,
        transformers.GPT2Config(
            vocab_size=13, n_positions=11, n_embd=12, n_head=3, n_layer=2, layer_norm_epsilon=1e-4
        ),
    ),
    "llama": (
        transformers.LlamaForCausalLM,
        transformers.LlamaConfig(
            vocab_size=13, hidden_size=16, intermediate_size=20, num_hidden_layers=2,
            num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=16,
            rope_theta=1000.0, rms_norm_eps=1e-5, tie_word_embeddings=False,
        ),
    ),
    # Norms of what a part gives, and of queries and keys over their whole width. By default token 1 is padding, whose vector
    # torch does not train.
    "olmo2": (
        transformers.Olmo2ForCausalLM,
        transformers.Olmo2Config(
            vocab_size=13, hidden_size=16, intermediate_size=20, num_hidden_layers=2,
            num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=16,
            rope_theta=1000.0, rms_norm_eps=1e-5, tie_word_embeddings=False,
            pad_token_id=None,
        ),
    ),
    # Norms of each head's queries and keys.
    "qwen3": (
        transformers.Qwen3ForCausalLM,
        transformers.Qwen3Config(
            vocab_size=13, hidden_size=16, intermediate_size=20, num_hidden_layers=2,
            num_attention_heads=4, num_key_value_heads=2, head_dim=6, max_position_embeddings=16,
            rope_theta=1000.0, rms_norm_eps=1e-5, tie_word_embeddings=True,
        ),
    ),
    # ALiBi with slopes that are no powers of two.
    "mpt": (
        transformers.MptForCausalLM,
        transformers.MptConfig(
            vocab_size=13, d_model=16, n_heads=16, n_layers=2, max_seq_len=16,
            attn_config={"clip_qkv": None},
        ),
    ),
}  # fmt: skip


def losses_of(model, tokens):
    optimizer = torch.optim.AdamW(model.parameters(), **OPTIMIZER)
    for _ in range(STEPS):
        logits = model(input_ids=tokens[:, :-1]).logits
        loss = cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        yield loss.item()


def main():
    for seed, (name, (kind, config)) in enumerate(MODELS.items()):
        torch.manual_seed(seed)
        config._attn_implementation = "eager"
        model = kind(config).double().eval()  # without dropout
        with torch.no_grad():
            for parameter in model.parameters():
                # Norms and biases are not 1 and 0; all are of float32, so that both begin with the same.
                parameter.add_(torch.randn_like(parameter) * 0.2)
                parameter.copy_(parameter.float())
        tied = {"lm_head.weight"} if config.tie_word_embeddings else set()
        tensors = {
            f"weights/{key}": value.float().numpy().copy()
            for key, value in model.state_dict().items()
            if key not in tied
        }
        tokens = torch.randint(config.vocab_size, (BATCH, LENGTH))
        tensors["tokens"] = tokens.numpy().astype(np.int32)
        losses = list(losses_of(model, tokens))
        about = {
            "name": name, "version": VERSION, "config": config.to_json_string(use_diff=False),
            "optimizer": OPTIMIZER, "losses": losses,
        }  # fmt: skip
        size = write(HERE / f"{name}.safetensors.gz", tensors, about)
        print(f"{name}: {size} bytes, losses {json.dumps(losses)}")


if __name__ == "__main__":
    main()
