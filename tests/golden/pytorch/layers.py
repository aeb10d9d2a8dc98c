"""The cases of nn.MultiheadAttention: combinations of its options, and some that chance would not
find.
"""

import math
import warnings

import numpy as np
import torch
from call import GRADIENTS, tensor
from golden import covering, power_of_two

LAYER = {
    "bias": [True, False],
    "add_bias_kv": [False, True],
    "add_zero_attn": [False, True],
    "widths": ["embed_dim", "kdim", "vdim", "kdim = vdim", "kdim and vdim"],
    "inputs": ["self", "memory", "three"],
    "layout": ["batch_first", "sequence first", "unbatched"],
    "attn_mask": [
        "none",
        "bool",
        "float",
        "bool per head",
        "float per head",
        "causal bool",
        "causal float",
    ],
    "is_causal": [False, True],
    "key_padding_mask": ["none", "bool", "float"],
    "weights": ["none", "averaged", "per head"],
    "empty_rows": [False, True],
    "heads": [1, 2, 3, 4, 7, 12],
    "head_dim": [1, 2, 3, 5, 8],
    "lengths": ["short", "equal", "many queries", "many keys"],
}


def layer_may(row):
    extra = row["add_bias_kv"] or row["add_zero_attn"]
    masked = row["attn_mask"] != "none" or row["key_padding_mask"] != "none"
    seen = row["weights"] != "none"
    if row["inputs"] == "self" and (
        row["widths"] != "embed_dim" or row["lengths"] in ("many queries", "many keys")
    ):
        return False
    if row["inputs"] == "memory" and row["widths"] not in ("embed_dim", "kdim = vdim"):
        return False
    if row["is_causal"] and not row["attn_mask"].startswith("causal"):
        return False
    if row["is_causal"] and not seen and extra and row["key_padding_mask"] == "none":
        return False  # hides the extra keys: a disagreement, below
    if row["empty_rows"] and (not masked or seen or extra or row["attn_mask"].startswith("causal")):
        return False  # NaN where the weights are asked for: a disagreement, below
    many = row["lengths"].startswith("many")
    if many and row["heads"] > 4:
        return False
    return row["heads"] * row["head_dim"] <= (24 if many else 40)


def lengths_of(rule, number):
    """Query and key lengths, each number from 1 to 70 sooner or later."""
    short = 1 + number * 5 % 9
    long = 10 + number * 23 % 61
    return {
        "short": (short, 1 + number * 7 % 11),
        "equal": (short, short),
        "many queries": (long, 1 + number * 3 % 6),
        "many keys": (1 + number * 3 % 6, long),
    }[rule]


def layer_case(suite, number, rule):
    heads, head_dim = rule["heads"], rule["head_dim"]
    queries, keys = lengths_of(rule["lengths"], number)
    keys = queries if rule["inputs"] == "self" else keys
    batch = 1 + number % 3 if rule["layout"] != "unbatched" else 1
    embed_dim = heads * head_dim
    config = {"embed_dim": embed_dim, "num_heads": heads, "bias": rule["bias"]}
    config |= {name: True for name in ("add_bias_kv", "add_zero_attn") if rule[name]}
    if rule["layout"] == "batch_first":
        config["batch_first"] = True
    other = 1 + number % 13
    config |= {
        "embed_dim": {},
        "kdim": {"kdim": other},
        "vdim": {"vdim": other},
        "kdim = vdim": {"kdim": other, "vdim": other},
        "kdim and vdim": {"kdim": other, "vdim": other + 3},
    }[rule["widths"]]
    said = [
        f"layer {number}: {heads} x {head_dim}, L {queries}, S {keys}",
        *(f"{name}" for name in ("add_bias_kv", "add_zero_attn", "is_causal") if rule[name]),
        *([] if rule["bias"] else ["no bias"]),
        *([] if rule["widths"] == "embed_dim" else [rule["widths"]]),
        *(
            f"{name} {rule[name]}"
            for name in ("attn_mask", "key_padding_mask", "weights")
            if rule[name] != "none"
        ),
        *(["empty rows"] if rule["empty_rows"] else []),
        rule["layout"],
    ]
    case = suite.case(", ".join(said), call="MultiheadAttention", config=config)

    def shape(length, width):
        if rule["layout"] == "unbatched":
            return length, width
        return (batch, length, width) if rule["layout"] == "batch_first" else (length, batch, width)

    inputs = {"query": case.draw(*shape(queries, embed_dim), bound=2)}
    if rule["inputs"] != "self":
        inputs["key"] = case.draw(*shape(keys, config.get("kdim", embed_dim)), bound=2)
    if rule["inputs"] == "three":
        inputs["value"] = case.draw(*shape(keys, config.get("vdim", embed_dim)), bound=2)
    masks = layer_masks(case, rule, batch, heads, queries, keys)
    run_layer(case, config, inputs, masks, rule["weights"], rule["is_causal"])


def layer_masks(case, rule, batch, heads, queries, keys):
    """True = ignore. One key stays for everybody, unless there are to be empty rows."""
    stays = int(case.chance(16, of=0.5).sum()) % keys
    batched = rule["layout"] != "unbatched"
    masks = {}

    def empty(mask, nothing):
        if rule["empty_rows"]:
            mask[..., : (mask.shape[-2] + 1) // 2, :] = nothing
        return mask

    kind = rule["attn_mask"]
    per_head = (batch * heads if batched else heads, queries, keys)
    full = per_head if kind.endswith("per head") else (queries, keys)
    if kind.startswith("causal"):
        ahead = np.triu(np.ones((queries, keys), dtype=bool), 1)
        stays = 0
        masks["attn_mask"] = (
            ahead if kind == "causal bool" else np.where(ahead, -np.inf, 0).astype(np.float32)
        )
    elif kind.startswith("bool"):
        mask = case.chance(*full, of=0.35)
        mask[..., stays] = False
        masks["attn_mask"] = empty(mask, True)
    elif kind.startswith("float"):
        mask = case.bias(*full, masked=0.25)
        mask[..., stays] = 0.375
        masks["attn_mask"] = empty(mask, -np.inf)
    if rule["key_padding_mask"] != "none":
        padding = case.chance(batch, keys, of=0.4)
        padding[:, stays] = False
        if rule["empty_rows"] and kind == "none":
            padding[-1] = True
        if rule["key_padding_mask"] == "float":
            padding = np.where(padding, -np.inf, case.bias(batch, keys, masked=0)).astype(
                np.float32
            )
        masks["key_padding_mask"] = padding if batched else padding[0]
    return masks


def layer_parameters(case, config):
    """Under torch's own names."""
    parameters = {}
    for name, parameter in torch.nn.MultiheadAttention(**config).named_parameters():
        size = 1 if name.startswith("bias_") else 0.5
        bound = (
            power_of_two(math.sqrt(3.4 / parameter.shape[-1])) if name.endswith("weight") else size
        )
        parameters[name] = case.draw(*parameter.shape, bound=bound)
    return parameters


def call_layer(config, parameters, inputs, options, dtype, grad_output=None, inference=False):
    """Output, weights, and the gradients of inputs and parameters."""
    layer = torch.nn.MultiheadAttention(**config, dtype=dtype)
    layer.train(not inference)
    layer.load_state_dict({name: tensor(drawn.array, dtype) for name, drawn in parameters.items()})
    given = {name: tensor(drawn.array, dtype).requires_grad_() for name, drawn in inputs.items()}
    query = given["query"]
    key = given.get("key", query)
    value = given.get("value", key)
    masks = {
        name: tensor(mask, dtype) for name, mask in options.items() if isinstance(mask, np.ndarray)
    }
    with warnings.catch_warnings(), torch.set_grad_enabled(not inference):
        warnings.simplefilter("ignore")  # masks of two kinds are deprecated, and still work
        output, weights = layer(query, key, value, **{**options, **masks})
    found = {"output": output.detach().numpy()}
    if weights is not None:
        found["attention"] = weights.detach().numpy()
    if grad_output is None:
        return found, {}
    output.backward(tensor(grad_output.array, dtype))
    leaves = {**given, **dict(layer.named_parameters())}
    return found, {name: leaf.grad.numpy() for name, leaf in leaves.items()}


def run_layer(
    case, config, inputs, masks, weights, is_causal=False, gradients=True, inference=False
):
    parameters = layer_parameters(case, config)
    options = {
        **masks,
        "need_weights": weights != "none",
        "average_attn_weights": weights == "averaged",
        "is_causal": is_causal,
    }
    size = sum(drawn.array.size for drawn in [*inputs.values(), *parameters.values()])
    learns = gradients and not inference and size <= GRADIENTS
    grad_output = case.draw(*inputs["query"].array.shape) if learns else None
    call = (config, parameters, inputs, options)
    true, true_gradients = call_layer(*call, torch.float64, grad_output, inference)
    own, own_gradients = call_layer(*call, torch.float32, grad_output, inference)
    case.keep(inputs, parameters, options, true, own)
    if grad_output is not None:
        case.keep_gradients(grad_output, true_gradients, own_gradients)
    return parameters


def layers(suite):
    for number, rule in enumerate(covering(LAYER, layer_may, 160, seed=1)):
        layer_case(suite, number, rule)
    chosen_layers(suite)


def chosen_layers(suite):
    """Some that chance would not find: wide heads, long rows, nothing at all."""
    for heads, queries, keys, front in (
        (1, 3, 7, (2,)),
        (2, 9, 2, ()),
        (3, 1, 1, (1,)),
        (2, 5, 31, (1,)),
    ):
        config = {
            "embed_dim": 64 * heads,
            "num_heads": heads,
            "batch_first": True,
            "kdim": 5,
            "vdim": 3,
        }
        layout = "batch_first" if front else "unbatched"
        name = f"layer: {heads} x 64, kdim and vdim, L {queries}, S {keys}, {layout}"
        case = suite.case(name, call="MultiheadAttention", config=config)
        inputs = {
            "query": case.draw(*front, queries, 64 * heads, bound=2),
            "key": case.draw(*front, keys, 5, bound=2),
            "value": case.draw(*front, keys, 3, bound=2),
        }
        run_layer(case, config, inputs, {}, "per head")

    config = {"embed_dim": 6, "num_heads": 2}
    case = suite.case(
        "layer: 2 x 3, L 70, S 70, is_causal, weights per head",
        call="MultiheadAttention",
        config=config,
    )
    ahead = np.triu(np.ones((70, 70), dtype=bool), 1)
    inputs = {"query": case.draw(70, 1, 6, bound=2)}
    run_layer(case, config, inputs, {"attn_mask": ahead}, "per head", is_causal=True)

    for weights in ("none", "averaged", "per head"):
        for mask in ("none", "attn_mask", "key_padding_mask"):
            config = {"embed_dim": 12, "num_heads": 4, "batch_first": True}
            name = (
                f"layer: 4 x 3, inference, with a kernel of its own, mask {mask}, weights {weights}"
            )
            case = suite.case(name, call="MultiheadAttention", config=config)
            inputs = {"query": case.draw(2, 7, 12, bound=2)}
            masks = (
                {}
                if mask == "none"
                else {mask: case.chance(*((7, 7) if mask == "attn_mask" else (2, 7)), of=0.3)}
            )
            for stays in masks.values():
                stays[:, 2] = False
            run_layer(case, config, inputs, masks, weights, inference=True)

    for batch, queries, keys, more in (
        (2, 3, 0, {}),
        (2, 3, 0, {"add_bias_kv": True, "add_zero_attn": True}),
        (2, 0, 4, {}),
        (0, 3, 4, {}),
    ):
        config = {"embed_dim": 6, "num_heads": 2, "batch_first": True, **more}
        name = ", ".join(["layer: 2 x 3", f"B {batch}, L {queries}, S {keys}", *more])
        case = suite.case(name, call="MultiheadAttention", config=config)
        inputs = {"query": case.draw(batch, queries, 6), "key": case.draw(batch, keys, 6)}
        run_layer(case, config, inputs, {}, "none", gradients=False)
