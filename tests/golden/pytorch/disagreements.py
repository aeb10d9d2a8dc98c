"""Calls where torch and headwise differ, or torch differs from itself: what torch gives, beside
what headwise gives. The latter is computed with torch too, by the call that says in other words
what headwise means.
"""

import numpy as np
import torch
from functions import call_function, run_function
from golden import differ
from layers import call_layer, run_layer


def refusal(call):
    try:
        call()
    except RuntimeError as error:
        return str(error).split("\n")[0].removeprefix("_scaled_dot_product_attention: ")
    raise ValueError("torch refused this once")


def layers(suite):
    float32 = torch.float32
    config = {"embed_dim": 12, "num_heads": 3, "batch_first": True}
    queries, keys = 4, 5
    plain = {"need_weights": False, "average_attn_weights": False, "is_causal": False}

    def begin(name, **more):
        case = suite.case(name, call="MultiheadAttention", config={**config, **more})
        inputs = {
            "query": case.draw(2, queries, 12, bound=2),
            "key": case.draw(2, keys, 12, bound=2),
        }
        return case, inputs

    # Weights that are asked for make empty rows NaN, everywhere after them.
    padding = np.array([[False] * keys, [True] * keys])
    row = np.zeros((queries, keys), dtype=bool)
    row[1] = True
    for masks in ({"key_padding_mask": padding}, {"attn_mask": row}):
        for weights in ("per head", "averaged"):
            [which] = masks
            case, inputs = begin(f"empty rows with weights {weights}, by {which}")
            averaged = weights == "averaged"
            parameters = run_layer(case, case.about["config"], inputs, masks, "none")
            asked = {**plain, **masks, "need_weights": True, "average_attn_weights": averaged}
            theirs, _ = call_layer(case.about["config"], parameters, inputs, asked, float32)
            true, _ = call_layer(case.about["config"], parameters, inputs, asked, torch.float64)
            zeros = [np.nan_to_num(found["attention"], nan=0.0) for found in (true, theirs)]
            case.about["expected"]["attention"] = case.expect(*zeros)
            case.about["options"] |= {"need_weights": True, "average_attn_weights": averaged}
            says = (
                "A query that may attend to nothing: NaN when the weights are asked for, else "
                "zeros. Here always zeros."
            )
            differ(case, "empty row", says, theirs)

    # Its kernel for inference makes them NaN in either case. It wants an even number of heads.
    config = {**config, "num_heads": 4}
    case = suite.case("empty rows in inference", call="MultiheadAttention", config=config)
    inputs = {"query": case.draw(2, keys, 12, bound=2)}
    masks = {"key_padding_mask": padding}
    parameters = run_layer(case, config, inputs, masks, "none")
    theirs, _ = call_layer(config, parameters, inputs, {**plain, **masks}, float32, inference=True)
    says = (
        "A query that may attend to nothing, without weights: zeros, but NaN from the kernel that "
        "eval() and no_grad() bring about. Here always zeros."
    )
    differ(case, "empty row in inference", says, theirs)

    # The causal hint, where the mask is not looked at, hides the keys that the layer adds.
    ahead = np.triu(np.ones((queries, keys), dtype=bool), 1)
    for extra in ("add_bias_kv", "add_zero_attn"):
        case, inputs = begin(f"is_causal with {extra}, without weights", **{extra: True})
        now = case.about["config"]
        parameters = run_layer(case, now, inputs, {"attn_mask": ahead}, "per head", is_causal=True)
        case.about["options"]["need_weights"] = False
        del case.about["expected"]["attention"]
        theirs, _ = call_layer(
            now, parameters, inputs, {**plain, "attn_mask": ahead, "is_causal": True}, float32
        )
        says = (
            "is_causal without weights hides the keys of add_bias_kv and add_zero_attn from all "
            "queries that come before them; with weights it does not. Here no mask touches them."
        )
        differ(case, "causal and extra keys", says, theirs)

    # ... and drops a mask that is another than it promised.
    case, inputs = begin("is_causal beside another mask, without weights")
    now = case.about["config"]
    mask = case.chance(queries, keys, of=0.4)
    mask[:, 0] = False
    parameters = run_layer(case, now, inputs, {"attn_mask": mask | ahead}, "none")
    case.about["options"] |= {"attn_mask": case.store(mask), "is_causal": True}
    theirs, _ = call_layer(
        now, parameters, inputs, {**plain, "attn_mask": mask, "is_causal": True}, float32
    )
    says = (
        "is_causal beside a mask: without weights the mask is dropped, with weights is_causal is. "
        "Here both apply."
    )
    differ(case, "causal beside a mask", says, theirs)


def functions(suite):
    float32 = torch.float32

    def begin(name, heads=2, kv_heads=2):
        case = suite.case(name, call="scaled_dot_product_attention")
        inputs = {
            "query": case.draw(1, heads, 4, 8, bound=2),
            "key": case.draw(1, kv_heads, 6, 8, bound=2),
            "value": case.draw(1, kv_heads, 6, 8, bound=2),
        }
        return case, inputs

    # What is masked still spreads, if it is NaN.
    for which in ("key", "value"):
        case, inputs = begin(f"NaN in a masked {which}")
        mask = np.ones((4, 6), dtype=bool)
        mask[:, 3] = False
        run_function(case, inputs, {"attn_mask": mask}, gradients=False)
        inputs[which].array[:, :, 3] = np.nan
        inputs[which].about = case.store(inputs[which].array)
        case.about["inputs"][which] = inputs[which].about
        theirs, _ = call_function(inputs, {"attn_mask": mask}, float32)
        says = (
            "A key or value that no query may attend to, and that holds NaN: NaN everywhere. Here it "
            "does not matter."
        )
        differ(case, "NaN behind a mask", says, theirs)

    case, inputs = begin("is_causal beside attn_mask")
    mask = case.chance(4, 6, of=0.6)
    both = {"attn_mask": mask & np.tril(np.ones((4, 6), dtype=bool))}
    run_function(case, inputs, both)
    case.about["options"] = {"attn_mask": case.store(mask), "is_causal": True}
    refused = refusal(
        lambda: call_function(inputs, {"attn_mask": mask, "is_causal": True}, float32)
    )
    differ(
        case,
        "causal beside a mask",
        "is_causal beside attn_mask: refused. Here both apply.",
        refused,
    )

    case, inputs = begin("grouped heads without enable_gqa", heads=6)
    run_function(case, inputs, {"enable_gqa": True})
    case.about["options"] = {}
    refused = refusal(lambda: call_function(inputs, {}, float32))
    says = "Fewer key heads than query heads: refused unless enable_gqa. Here the shapes say it."
    differ(case, "grouped heads", says, refused)
