"""The cases of F.scaled_dot_product_attention: combinations of its options, and some that chance
would not find.
"""

import numpy as np
import torch
from call import GRADIENTS, tensor
from golden import covering
from torch.nn import functional

FUNCTION = {
    "axes": [3, 4],
    "mask": [
        "none",
        "is_causal",
        *(
            f"{kind} {shape}"
            for kind in ("bool", "float")
            for shape in ("LS", "HLS", "BHLS", "B11S", "H11", "L1")
        ),
    ],
    "groups": [None, 1, 2, 3],
    "kv_heads": [1, 2, 3],
    "scale": [None, None, 0.25, 1.7, 0.0, -0.6],
    "head_dim": [1, 3, 5, 8, 64],
    "value_dim": [None, 1, 4, 7],
    "empty_rows": [False, True],
}


def function_may(row):
    _, _, shape = row["mask"].partition(" ")
    if row["axes"] == 3 and shape in ("BHLS", "B11S"):
        return False
    return not row["empty_rows"] or shape in ("LS", "HLS", "BHLS", "L1")


def function_case(suite, number, rule):
    batch = 1 + number % 2
    kv_heads = rule["kv_heads"]
    heads = kv_heads * (rule["groups"] or 1)
    queries, keys = 1 + number % 70, 1 + number * 37 % 70
    head_dim = rule["head_dim"]
    if head_dim * heads > 128:
        queries, keys = 1 + queries % 11, 1 + keys % 13
    value_dim = rule["value_dim"] or head_dim
    front = (batch,) if rule["axes"] == 4 else ()
    said = [
        f"function {number}: {heads} x {head_dim}",
        *([f"enable_gqa, {kv_heads} key heads"] if rule["groups"] else []),
        *([f"values of {value_dim}"] if value_dim != head_dim else []),
        f"L {queries}, S {keys}",
        *([rule["mask"]] if rule["mask"] != "none" else []),
        *(["empty rows"] if rule["empty_rows"] else []),
        *([f"scale {rule['scale']}"] if rule["scale"] is not None else []),
    ]
    case = suite.case(", ".join(said), call="scaled_dot_product_attention")
    inputs = {
        "query": case.draw(*front, heads, queries, head_dim, bound=2),
        "key": case.draw(*front, kv_heads, keys, head_dim, bound=2),
        "value": case.draw(*front, kv_heads, keys, value_dim, bound=2),
    }
    options = {"is_causal": rule["mask"] == "is_causal"}
    if rule["groups"]:
        options["enable_gqa"] = True
    if rule["scale"] is not None:
        options["scale"] = rule["scale"]
    kind, _, shape = rule["mask"].partition(" ")
    if shape:
        sizes = {"B": batch, "H": heads, "L": queries, "S": keys, "1": 1}
        options["attn_mask"] = function_mask(
            case, kind, [sizes[axis] for axis in shape], rule["empty_rows"]
        )
    run_function(case, inputs, options)


def function_mask(case, kind, shape, empty_rows):
    """True = attend. Some row may be empty by chance, too: this function gives zeros for those."""
    mask = case.chance(*shape, of=0.7) if kind == "bool" else case.bias(*shape, masked=0.25)
    if empty_rows:
        mask[..., : (shape[-2] + 1) // 2, :] = False if kind == "bool" else -np.inf
    return mask


def call_function(inputs, options, dtype, grad_output=None):
    given = {name: tensor(drawn.array, dtype).requires_grad_() for name, drawn in inputs.items()}
    masks = {
        name: tensor(mask, dtype) for name, mask in options.items() if isinstance(mask, np.ndarray)
    }
    output = functional.scaled_dot_product_attention(**given, **{**options, **masks})
    if grad_output is not None:
        output.backward(tensor(grad_output.array, dtype))
    gradients = {name: leaf.grad.numpy() for name, leaf in given.items() if leaf.grad is not None}
    return {"output": output.detach().numpy()}, gradients


def run_function(case, inputs, options, gradients=True):
    size = sum(drawn.array.size for drawn in inputs.values())
    shape = (*inputs["query"].array.shape[:-1], inputs["value"].array.shape[-1])
    grad_output = case.draw(*shape) if gradients and size <= GRADIENTS else None
    true, true_gradients = call_function(inputs, options, torch.float64, grad_output)
    own, own_gradients = call_function(inputs, options, torch.float32, grad_output)
    case.keep(inputs, {}, options, true, own)
    if grad_output is not None:
        case.keep_gradients(grad_output, true_gradients, own_gradients)


def functions(suite):
    for number, rule in enumerate(covering(FUNCTION, function_may, 140, seed=2)):
        function_case(suite, number, rule)
    chosen_functions(suite)


def chosen_functions(suite):
    case = suite.case("function: without heads, L 4, S 9", call="scaled_dot_product_attention")
    inputs = {
        "query": case.draw(4, 6, bound=2),
        "key": case.draw(9, 6, bound=2),
        "value": case.draw(9, 2, bound=2),
    }
    run_function(case, inputs, {"is_causal": True})

    for batch, queries, keys in ((2, 3, 0), (2, 0, 4), (0, 3, 4)):
        name = f"function: 2 x 3, B {batch}, L {queries}, S {keys}"
        case = suite.case(name, call="scaled_dot_product_attention")
        inputs = {
            "query": case.draw(batch, 2, queries, 3),
            "key": case.draw(batch, 2, keys, 3),
            "value": case.draw(batch, 2, keys, 3),
        }
        run_function(case, inputs, {}, gradients=False)
