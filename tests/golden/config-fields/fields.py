"""Makes src/js/models/families/fields.ts: the fields of config.json that the classes of transformers
know, with their defaults.

    venv/bin/python tests/golden/config-fields/fields.py
"""

import dataclasses
import json
import pathlib
import types
import typing

import transformers as hf
from changes import STILL
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

ROOT = pathlib.Path(__file__).parents[3]
FILE = ROOT / "src/js/models/families/fields.ts"
FAMILIES = (
    "albert bart bert bloom camembert deberta deberta-v2 deit dinov2 dinov2_with_registers distilbert electra esm falcon "
    "gemma gemma2 gemma3_text gpt2 gpt_bigcode gpt_neo gpt_neox gptj granite llama m2m_100 marian mbart mistral modernbert mpnet "
    "mpt mt5 nomic_bert olmo2 opt pegasus phi phi3 qwen2 qwen3 roberta smollm3 stablelm starcoder2 t5 vit xlm-roberta"
).split()
# Read by classes, or by classes of before, though no class declares them.
UNDECLARED = (
    "model_type auto_map quantization_config compression_config torch_dtype _name_or_path name_or_path "
    "_commit_hash num_labels rope_scaling rope_theta partial_rotary_factor rotary_pct rotary_emb_base "
    "rope_local_base_freq global_rope_theta local_rope_theta n_embed seq_length sliding_window_pattern "
    "_sliding_window_pattern global_attn_every_n_layers reference_compile position_embedding_type is_causal "
    "pruned_heads is_decoder add_cross_attention cross_attention_hidden_size tie_encoder_decoder torchscript "
    "use_bfloat16 finetuning_task prefix tokenizer_class task_specific_params gradient_checkpointing "
    "attn_implementation _attn_implementation _attn_implementation_autoset experts_implementation "
    "attention_probs_dropout_prob output_past normalize_before add_final_layer_norm add_bias_logits "
    "extra_pos_embeddings static_position_embeddings normalize_embedding num_beams n_ctx n_special predict_special_tokens "
    "afn resid_pdrop rotary n_layer n_head num_kv_heads unk_index sep_token_id decoder_start_token_id "
    "bos_token_id eos_token_id pad_token_id unk_token_id mask_token_id directionality pooler_fc_size "
    "pooler_num_attention_heads pooler_num_fc_layers pooler_size_per_head pooler_type down_scale_factor net_structure_type "
    "gap_size num_memory_blocks bias_dropout_fusion dense_act_fn is_gated_act scale_decoder_outputs n_positions "
    "sliding_window layer_types head_dim max_sequence_length text_config vision_config position_buckets share_att_key "
    "norm_rel_ebd attention_head_size conv_kernel_size conv_groups conv_act pooler_hidden_size cls_dropout padding_idx talking_head"
).split()


def main():
    defaults, aliases, known = {}, {}, set(UNDECLARED) | set(STILL)
    for family in FAMILIES:
        kind = CONFIG_MAPPING[family]
        fields = dataclasses.fields(kind)
        known |= {field.name for field in fields} | set(kind.attribute_map)
        known |= set(kind().to_dict())
        defaults[family] = {
            field.name + ("?" if optional(field.type) else ""): plain(field.default)
            for field in fields
            if field.name not in STILL and field.name != "chunk_size_feed_forward"
        }
        aliases[family] = kind.attribute_map
    known |= set(hf.GenerationConfig().to_dict()) | set(hf.GenerationConfig._get_default_generation_params())
    version = hf.__version__
    rows = "\n".join(f"  {key(name)}: '{text(value)}'," for name, value in defaults.items())
    same = {name: value for name, value in aliases.items() if value}
    older = "\n".join(f"  {key(name)}: '{text(value)}'," for name, value in same.items())
    FILE.write_text(
        f"// The fields of config.json that transformers {version} knows, of the families here. Made by\n"
        "// tests/golden/config-fields/fields.py.\n\n"
        f"export const VERSION = '{version}';\n\n"
        "/** The class's default of each field, as JSON; a question mark behind a name: it may be null. */\n"
        f"export const DEFAULTS: Record<string, string> = {{\n{rows}\n}};\n\n"
        "/** Other names of fields. */\n"
        f"export const ALIASES: Record<string, string> = {{\n{older}\n}};\n\n"
        "/** All names that some class knows, or knew. */\n"
        f"export const KNOWN =\n  '{' '.join(sorted(known))}';\n"
    )


def optional(declared):
    union = typing.get_origin(declared) in (typing.Union, types.UnionType)
    return union and type(None) in typing.get_args(declared)


def plain(value):
    """null where the class computes it."""
    return None if value is dataclasses.MISSING else value


def key(name):
    return name if name.isidentifier() else f"'{name}'"


def text(value):
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main()
