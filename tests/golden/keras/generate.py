"""Makes keras/cases.safetensors.gz: keras.layers.MultiHeadAttention and GroupQueryAttention on the
torch backend.

    python -m venv venv
    venv/bin/pip install keras torch numpy
    venv/bin/python tests/golden/keras/generate.py

Stored is what float64 gives, rounded to float32, and how far Keras's float32 is from it. The torch
backend is one that computes in float64 when told to. The scores are asked for then always: without
them, the softmax is float32 in any case.
"""

import math
import os
import pathlib
import sys
import warnings

import numpy as np

os.environ["KERAS_BACKEND"] = "torch"
import keras  # noqa: E402
import torch  # noqa: E402

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
from golden import Suite, covering, differ, power_of_two  # noqa: E402

LAYERS = {
    "MultiHeadAttention": keras.layers.MultiHeadAttention,
    "GroupQueryAttention": keras.layers.GroupQueryAttention,
}

OPTIONS = {
    "groups": [None, 1, 2, 3],
    "heads": [1, 2, 3],
    "head_dim": [1, 3, 4, 8],
    "value_dim": [None, 2, 7],
    "output_shape": [None, 5],
    "use_bias": [True, False],
    "inputs": ["self", "memory", "three"],
    "attention_mask": [None, "BTS", "1TS", "BHTS"],
    "padding": [None, "value_mask", "key_mask", "both"],
    "use_causal_mask": [False, True],
    "sliding_window": [None, 1, 3],
    "scores": [False, True],
    "empty_rows": [False, True],
    "widths": ["equal", "unequal"],
}


def may(row):
    if row["groups"] and (row["value_dim"] or row["output_shape"]):
        return False  # not in Keras
    if row["inputs"] == "self" and row["widths"] == "unequal":
        return False
    if row["inputs"] != "self" and row["sliding_window"]:
        return False  # later queries would see nothing
    if row["padding"] in ("key_mask", "both") and row["inputs"] != "three":
        return False  # the key is the value
    if row["attention_mask"] == "BHTS" and row["padding"]:
        return False  # Keras would take B for H
    return not row["empty_rows"] or (row["attention_mask"] is not None and row["scores"])


def make_case(suite, number, rule):
    heads, head_dim = rule["heads"] * (rule["groups"] or 1), rule["head_dim"]
    batch = 1 + number % 3
    queries, keys = 1 + number * 5 % 12, 1 + number * 7 % 17
    keys = queries if rule["inputs"] == "self" else keys
    width = 2 + number * 3 % 9
    other = width if rule["widths"] == "equal" else 1 + number * 5 % 13
    third = other if rule["widths"] == "equal" else other + 2
    if rule["groups"]:
        call = "GroupQueryAttention"
        config = {
            "head_dim": head_dim,
            "num_query_heads": heads,
            "num_key_value_heads": rule["heads"],
        }
    else:
        call = "MultiHeadAttention"
        config = {"num_heads": heads, "key_dim": head_dim}
        config |= {name: rule[name] for name in ("value_dim", "output_shape") if rule[name]}
    config["use_bias"] = rule["use_bias"]
    if rule["sliding_window"]:
        config["sliding_window"] = rule["sliding_window"]
    said = [
        f"{call} {number}: {heads} x {head_dim}, L {queries}, S {keys}",
        *([f"{rule['heads']} key heads"] if rule["groups"] else []),
        *(
            f"{name} {config[name]}"
            for name in ("value_dim", "output_shape", "sliding_window")
            if name in config
        ),
        *([] if rule["use_bias"] else ["no bias"]),
        *(f"{name} {rule[name]}" for name in ("attention_mask", "padding") if rule[name]),
        *(["use_causal_mask"] if rule["use_causal_mask"] else []),
        *(["empty rows"] if rule["empty_rows"] else []),
        rule["inputs"],
    ]
    case = suite.case(", ".join(said), call=call, config=config)
    inputs = {"query": case.draw(batch, queries, width, bound=2)}
    if rule["inputs"] != "self":
        inputs["value"] = case.draw(batch, keys, other, bound=2)
    if rule["inputs"] == "three":
        inputs["key"] = case.draw(batch, keys, third, bound=2)
    options = make_masks(case, rule, batch, heads, queries, keys)
    run(case, inputs, options, rule["scores"])


def make_masks(case, rule, batch, heads, queries, keys):
    """True = attend. The first key stays for all; each query's own, where there is a window."""
    options = {"use_causal_mask": True} if rule["use_causal_mask"] else {}
    own = np.eye(queries, keys, dtype=bool) if rule["sliding_window"] else np.arange(keys) == 0
    if rule["attention_mask"]:
        sizes = {"B": batch, "H": heads, "T": queries, "S": keys, "1": 1}
        mask = case.chance(*(sizes[axis] for axis in rule["attention_mask"]), of=0.6) | own
        if rule["empty_rows"]:
            mask[..., : (queries + 1) // 2, :] = False
        options["attention_mask"] = mask
    names = {"both": ["value_mask", "key_mask"], None: []}.get(rule["padding"], [rule["padding"]])
    for name in names:
        mask = case.chance(batch, keys, of=0.6)
        mask |= bool(rule["sliding_window"])  # a window leaves nothing to spare
        mask[:, 0] = True
        options[name] = mask
    return options


def call_layer(about, parameters, inputs, options, dtype, scores):
    layer = LAYERS[about["call"]](**about["config"], dtype=dtype)
    given = {name: torch.from_numpy(drawn.array.astype(dtype)) for name, drawn in inputs.items()}
    query = given["query"]
    value = given.get("value", query)
    key = given.get("key", value)
    layer.build(query.shape, value.shape, key.shape)
    for weight in layer.weights:
        weight.assign(parameters[weight.path.split("/", 1)[1]].array.astype(dtype))
    masks = {
        name: torch.from_numpy(mask)
        for name, mask in options.items()
        if isinstance(mask, np.ndarray)
    }
    found = layer(query, value, key, **{**options, **masks}, return_attention_scores=scores)
    found = [each.detach().numpy() for each in (found if scores else [found])]
    return dict(zip(("output", "attention"), found))


def make_parameters(case, inputs):
    """By Keras's names, such as query/kernel."""
    layer = LAYERS[case.about["call"]](**case.about["config"])
    query = inputs["query"].array
    value = inputs.get("value", inputs["query"]).array
    key = inputs["key"].array if "key" in inputs else value
    layer.build(query.shape, value.shape, key.shape)
    parameters = {}
    for weight in layer.weights:
        name = weight.path.split("/", 1)[1]
        fan_in = (
            weight.shape[0]
            if not name.startswith("attention_output")
            else math.prod(weight.shape[:-1])
        )
        bound = power_of_two(math.sqrt(3.4 / fan_in)) if name.endswith("kernel") else 0.5
        parameters[name] = case.draw(*weight.shape, bound=bound)
    return parameters


def run(case, inputs, options, scores):
    parameters = make_parameters(case, inputs)
    true = call_layer(case.about, parameters, inputs, options, "float64", True)
    own = call_layer(case.about, parameters, inputs, options, "float32", scores)
    asked = {**options, "return_attention_scores": scores}
    case.keep(inputs, parameters, asked, true, own)
    return parameters


def disagreements(suite):
    config = {"num_heads": 2, "key_dim": 4}

    def begin(name, call="MultiHeadAttention", config=config):
        case = suite.case(name, call=call, config=config)
        return case, {"query": case.draw(2, 4, 6, bound=2), "value": case.draw(2, 5, 6, bound=2)}

    mask = np.ones((2, 4, 5), dtype=bool)
    mask[0, 1] = mask[1, :2] = False
    grouped = {"head_dim": 4, "num_query_heads": 4, "num_key_value_heads": 2}
    for call, its_config in (("MultiHeadAttention", config), ("GroupQueryAttention", grouped)):
        case, inputs = begin(f"{call}: empty rows without scores", call, its_config)
        options = {"attention_mask": mask}
        parameters = run(case, inputs, options, True)
        case.about["options"]["return_attention_scores"] = False
        del case.about["expected"]["attention"]
        theirs = call_layer(case.about, parameters, inputs, options, "float32", False)
        says = (
            "A query that may attend to nothing: zeros when the scores are asked for, else the "
            "mean of all values. Here always zeros."
        )
        differ(case, "empty row", says, theirs)

    padding = np.array([[True, True, False, False], [True] * 4])
    case, inputs = begin(
        "query_mask given as an argument to GroupQueryAttention", "GroupQueryAttention", grouped
    )
    run(case, inputs, {"query_mask": padding}, True)

    case, inputs = begin("query_mask given as an argument to MultiHeadAttention")
    parameters = run(
        case, inputs, {"attention_mask": np.repeat(padding[:, :, None], 5, axis=2)}, True
    )
    theirs = call_layer(case.about, parameters, inputs, {"query_mask": padding}, "float32", True)
    case.about["options"] = {"query_mask": case.store(padding), "return_attention_scores": True}
    says = (
        "query_mask as an argument: ignored by MultiHeadAttention, which takes the mask that the "
        "query carries, and taken by GroupQueryAttention. Here it is a mask like any other."
    )
    differ(case, "query mask", says, theirs)

    case, inputs = begin("NaN in a masked value")
    hole = np.ones((2, 4, 5), dtype=bool)
    hole[:, :, 3] = False
    clean = {"query": inputs["query"], "value": inputs["value"], "key": case.draw(2, 5, 6, bound=2)}
    parameters = run(case, clean, {"attention_mask": hole}, True)
    clean["value"].array[:, 3] = np.nan
    case.about["inputs"]["value"] = case.store(clean["value"].array)
    theirs = call_layer(case.about, parameters, clean, {"attention_mask": hole}, "float32", True)
    says = (
        "A value that no query may attend to, and that holds NaN: NaN everywhere. Here it does not "
        "matter."
    )
    differ(case, "NaN behind a mask", says, theirs)


if __name__ == "__main__":
    # One key, on purpose.
    warnings.filterwarnings("ignore", message="You are using a softmax over axis")
    torch.set_num_threads(1)
    suite = Suite(f"keras {keras.__version__} on torch {torch.__version__.split('+')[0]}")
    for number, rule in enumerate(covering(OPTIONS, may, 56, seed=3)):
        make_case(suite, number, rule)
    disagreements(suite)
    suite.write(HERE / "cases.safetensors.gz")
