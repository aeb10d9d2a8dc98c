"""config.json as transformers wrote it before version 5: only what is not default, and frequencies by
their older names. That it means the same is looked at.
"""

import copy
import json

from huggingface_hub.errors import StrictDataclassError

DEFAULT = {"rope_type": "default"}


def older(config, text, changed):
    """The text of an older config.json. `changed` has what was said otherwise, for one family."""
    kept = {**json.loads(text)}
    for name in ("transformers_version", "_sliding_window_pattern"):
        kept.pop(name, None)
    if "dtype" in kept:
        kept["torch_dtype"] = kept.pop("dtype")
    if kept.get("rope_parameters"):
        kept.update(frequencies(kept["model_type"], kept.pop("rope_parameters")))
    kept.update(changed)
    whole = meaning(type(config), json.loads(text))
    assert meaning(type(config), kept) == whole, "the older config means something else"
    for name in sorted(set(kept) - {"architectures", "model_type", "torch_dtype", *changed}):
        without = {key: value for key, value in kept.items() if key != name}
        if meaning(type(config), without) == whole:
            kept = without
    return json.dumps(kept, indent=2) + "\n"


def meaning(kind, values):
    """All that a config says, defaults included; nothing where it contradicts itself."""
    try:
        whole = kind.from_dict(copy.deepcopy(values)).to_dict()
    except (IndexError, StrictDataclassError):
        return None
    for name in ("transformers_version", "partial_rotary_factor"):  # the latter is in rope_parameters too
        whole.pop(name, None)
    (whole.get("rope_parameters") or {}).pop("type", None)
    return whole


def frequencies(model, given):
    if "rope_theta" in given:
        return of_one_kind(model, given)
    full, window = given["full_attention"], given["sliding_attention"]
    if model == "modernbert":
        return {"global_rope_theta": full["rope_theta"], "local_rope_theta": window["rope_theta"]}
    scaled = {name: value for name, value in full.items() if name != "rope_theta"}
    return {
        "rope_theta": full["rope_theta"],
        "rope_local_base_freq": window["rope_theta"],
        **({} if scaled == DEFAULT else {"rope_scaling": scaled}),
    }


def of_one_kind(model, given):
    given = {**given}
    neox = model == "gpt_neox"
    names = {"rope_theta": "rotary_emb_base" if neox else "rope_theta"}
    names["partial_rotary_factor"] = "rotary_pct" if neox else "partial_rotary_factor"
    found = {old: given.pop(new) for new, old in names.items() if new in given}
    if given == DEFAULT:
        return found
    if given["rope_type"] in ("longrope", "linear"):  # of which files say `type`
        given["type"] = given.pop("rope_type")
    if model == "phi3":
        given.pop("original_max_position_embeddings")
    return {**found, "rope_scaling": given}
