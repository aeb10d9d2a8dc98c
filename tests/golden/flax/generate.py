"""Makes flax/cases.safetensors.gz: flax.linen.MultiHeadDotProductAttention,
flax.nnx.MultiHeadAttention and flax.linen.dot_product_attention on the CPU.

    python -m venv venv
    venv/bin/pip install flax numpy
    venv/bin/python tests/golden/flax/generate.py

Stored is what float64 gives, rounded to float32, and how far Flax's float32 is from it. The weights
are sown in float64 always: where they are not, nnx's softmax is float32 in any case.
"""

import math
import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")
import flax  # noqa: E402
from flax import linen, nnx  # noqa: E402

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
from golden import Suite, covering, differ, power_of_two  # noqa: E402

OPTIONS = {
    "api": ["linen", "nnx"],
    "groups": [None, 1, 2, 3],
    "heads": [1, 2, 3],
    "head_dim": [1, 3, 4, 8],
    "out_features": [None, 5],
    "use_bias": [True, False],
    "inputs": ["self", "memory", "three"],
    "widths": ["equal", "unequal", "three"],
    "mask": [
        None,
        "HTS",
        "1TS",
        "causal",
        "padding",
        "causal and padding",
        "is_causal",
        "is_causal, HTS",
    ],
    "batched": [True, True, False],
    "sown": [False, True],
}


def may(row):
    linen_only = row["widths"] == "three"
    nnx_only = row["groups"] is not None or (row["mask"] or "").startswith("is_causal")
    if (linen_only and row["api"] == "nnx") or (nnx_only and row["api"] == "linen"):
        return False
    if row["inputs"] == "self" and row["widths"] != "equal":
        return False
    if row["inputs"] == "memory" and row["widths"] == "three":
        return False
    if not row["batched"] and row["mask"] in ("padding", "causal and padding", "causal"):
        return False  # their helpers want a batch
    return row["mask"] not in ("causal", "causal and padding") or row["inputs"] == "self"


def make_case(suite, number, rule):
    heads, head_dim = rule["heads"] * (rule["groups"] or 1), rule["head_dim"]
    batch = 1 + number % 3
    queries, keys = 1 + number * 5 % 12, 1 + number * 7 % 17
    keys = queries if rule["inputs"] == "self" else keys
    width = 2 + number * 3 % 9
    other = width if rule["widths"] == "equal" else 1 + number * 5 % 13
    third = other + 2 if rule["widths"] == "three" else other
    config = {"num_heads": heads, "qkv_features": heads * head_dim, "use_bias": rule["use_bias"]}
    if rule["out_features"]:
        config["out_features"] = rule["out_features"]
    if rule["groups"]:
        config["num_kv_heads"] = rule["heads"]
    said = [
        f"{rule['api']} {number}: {heads} x {head_dim}, L {queries}, S {keys}",
        *([f"num_kv_heads {rule['heads']}"] if rule["groups"] else []),
        *(["out_features"] if rule["out_features"] else []),
        *([] if rule["use_bias"] else ["no bias"]),
        *([] if rule["widths"] == "equal" else [f"{rule['widths']} widths"]),
        *([f"mask {rule['mask']}"] if rule["mask"] else []),
        *([] if rule["batched"] else ["unbatched"]),
        rule["inputs"],
    ]
    case = suite.case(", ".join(said), call=rule["api"], config=config)
    front = (batch,) if rule["batched"] else ()
    inputs = {"inputs_q": case.draw(*front, queries, width, bound=2)}
    if rule["inputs"] != "self":
        inputs["inputs_k"] = case.draw(*front, keys, other, bound=2)
    if rule["inputs"] == "three":
        inputs["inputs_v"] = case.draw(*front, keys, third, bound=2)
    run(case, inputs, make_masks(case, rule, front, heads, queries, keys), rule["sown"])


def make_masks(case, rule, front, heads, queries, keys):
    """True = attend. The first key stays for everybody."""
    kind = rule["mask"] or ""
    options = {"is_causal": True} if kind.startswith("is_causal") else {}
    tokens = np.ones((*front, queries))
    valid = case.chance(*front, keys, of=0.6)
    valid[..., 0] = True
    if kind.endswith("TS"):
        mask = case.chance(*front, heads if kind.endswith("HTS") else 1, queries, keys, of=0.6)
        mask[..., 0] = True
    elif kind == "causal":
        mask = linen.make_causal_mask(tokens, dtype=bool)
    elif kind == "padding":
        mask = linen.make_attention_mask(tokens, valid, dtype=bool)
    elif kind == "causal and padding":
        padding = linen.make_attention_mask(tokens, valid, dtype=bool)
        mask = linen.combine_masks(linen.make_causal_mask(tokens, dtype=bool), padding, dtype=bool)
    else:
        return options
    return options | {"mask": np.array(mask)}


# ---- the layers ----------------------------------------------------------------------------------


def shapes_of(about, inputs):
    """Of the parameters, by their names, such as query/kernel."""
    config = about["config"]
    heads, features = config["num_heads"], config["qkv_features"]
    width = inputs["inputs_q"].array.shape[-1]
    other = inputs.get("inputs_k", inputs["inputs_q"]).array.shape[-1]
    third = inputs["inputs_v"].array.shape[-1] if "inputs_v" in inputs else other
    head_dim, kv_heads = features // heads, config.get("num_kv_heads", heads)
    out = config.get("out_features", width)
    kernels = {
        "query": (width, heads, head_dim),
        "key": (other, kv_heads, head_dim),
        "value": (third, kv_heads, head_dim),
        "out": (heads, head_dim, out),
    }
    shapes = {}
    for name, shape in kernels.items():
        shapes[f"{name}/kernel"] = shape
        if config["use_bias"]:
            shapes[f"{name}/bias"] = shape[-1:] if name == "out" else shape[1:]
    return shapes


def call_linen(config, parameters, inputs, options, dtype, sown):
    layer = linen.MultiHeadDotProductAttention(**config, param_dtype=dtype)
    tree = {}
    for name, drawn in parameters.items():
        part, kind = name.split("/")
        tree.setdefault(part, {})[kind] = jnp.asarray(drawn.array, dtype)
    given = {name: jnp.asarray(drawn.array, dtype) for name, drawn in inputs.items()}
    output, seen = layer.apply(
        {"params": tree}, **given, **options, sow_weights=sown, mutable=["intermediates"]
    )
    found = {"output": np.array(output)}
    if sown:
        found["attention"] = np.array(seen["intermediates"]["attention_weights"][0])
    return found


def call_nnx(config, parameters, inputs, options, dtype, sown):
    query = inputs["inputs_q"].array
    key = inputs.get("inputs_k", inputs["inputs_q"]).array
    widths = {"in_features": query.shape[-1], "in_kv_features": key.shape[-1]}
    layer = nnx.MultiHeadAttention(
        **config, **widths, param_dtype=dtype, decode=False, rngs=nnx.Rngs(0)
    )
    for name, drawn in parameters.items():
        part, kind = name.split("/")
        parameter = getattr(getattr(layer, part), kind)
        assert parameter.shape == drawn.array.shape
        parameter[...] = jnp.asarray(drawn.array, dtype)
    given = {name: jnp.asarray(drawn.array, dtype) for name, drawn in inputs.items()}
    found = {"output": np.array(layer(**given, **options, sow_weights=sown))}
    if sown:
        found["attention"] = np.array(layer.attention_weights[0])
    return found


CALLS = {"linen": call_linen, "nnx": call_nnx}


def run(case, inputs, options, sown):
    parameters = {}
    for name, shape in shapes_of(case.about, inputs).items():
        fan_in = math.prod(shape[:-1]) if name.startswith("out") else shape[0]
        bound = power_of_two(math.sqrt(3.4 / fan_in)) if name.endswith("kernel") else 0.5
        parameters[name] = case.draw(*shape, bound=bound)
    call = CALLS[case.about["call"]]
    true = call(case.about["config"], parameters, inputs, options, jnp.float64, True)
    own = call(case.about["config"], parameters, inputs, options, jnp.float32, sown)
    case.keep(inputs, parameters, {**options, "sow_weights": sown}, true, own)
    return parameters


# ---- the function --------------------------------------------------------------------------------


def call_function(inputs, options, dtype):
    given = {name: jnp.asarray(drawn.array, dtype) for name, drawn in inputs.items()}
    biases = {
        name: jnp.asarray(value, dtype if name == "bias" else bool)
        for name, value in options.items()
    }
    return {"output": np.array(linen.dot_product_attention(**given, **biases))}


def make_function(suite, name, number, value_dim=None):
    case = suite.case(name, call="dot_product_attention")
    batch, queries, keys, heads, width = (
        1 + number % 2,
        3 + number,
        4 + number * 2,
        1 + number % 4,
        2 + number % 5,
    )
    inputs = {
        "query": case.draw(batch, queries, heads, width, bound=2),
        "key": case.draw(batch, keys, heads, width, bound=2),
        "value": case.draw(batch, keys, heads, value_dim or width, bound=2),
    }
    return case, inputs, (batch, heads, queries, keys)


def functions(suite):
    for number, which in enumerate(
        [(), ("bias",), ("mask",), ("bias", "mask"), ("bias",), ("bias", "mask")]
    ):
        name = f"linen.dot_product_attention {number}: {' and '.join(which) or 'nothing else'}"
        case, inputs, shape = make_function(suite, name, number, value_dim=[None, 1, 5][number % 3])
        options = {}
        if "bias" in which:
            options["bias"] = case.bias(*(shape if number < 4 else (1, *shape[1:])), masked=0)
        if "mask" in which:
            options["mask"] = case.chance(*shape, of=0.6)
            options["mask"][..., -1] = True
        true, own = (call_function(inputs, options, dtype) for dtype in (jnp.float64, jnp.float32))
        case.keep(inputs, {}, options, true, own)


# ---- where they differ from headwise -------------------------------------------------------------


def disagreements(suite):
    says = "A query that may attend to nothing: the mean of all values. Here zeros."
    for api in CALLS:
        for sown in (True, False):
            name = f"{api}: empty rows, {'sown' if sown else 'not sown'}"
            case = suite.case(
                name, call=api, config={"num_heads": 2, "qkv_features": 8, "use_bias": True}
            )
            inputs = {
                "inputs_q": case.draw(2, 4, 6, bound=2),
                "inputs_k": case.draw(2, 5, 6, bound=2),
            }
            mask = np.ones((2, 1, 4, 5), dtype=bool)
            mask[0, :, 1] = mask[1, :, :2] = False
            parameters = run(case, inputs, {"mask": mask}, sown)
            call = (case.about["config"], parameters, inputs, {"mask": mask})
            true = CALLS[api](*call, jnp.float64, True)
            theirs = CALLS[api](*call, jnp.float32, sown)
            empty = ~mask.any(axis=-1)
            ours = [
                without_empty(found, empty, parameters["out/bias"].array)
                for found in (true, theirs)
            ]
            case.about["expected"] = {n: case.expect(ours[0][n], ours[1][n]) for n in theirs}
            differ(case, "empty row", says, theirs)

    case = suite.case(
        "linen: NaN in a masked value",
        call="linen",
        config={"num_heads": 2, "qkv_features": 8, "use_bias": True},
    )
    inputs = {
        name: case.draw(1, length, 6, bound=2)
        for name, length in (("inputs_q", 4), ("inputs_k", 5), ("inputs_v", 5))
    }
    mask = np.ones((1, 1, 4, 5), dtype=bool)
    mask[..., 3] = False
    parameters = run(case, inputs, {"mask": mask}, True)
    inputs["inputs_v"].array[:, 3] = np.nan
    case.about["inputs"]["inputs_v"] = case.store(inputs["inputs_v"].array)
    theirs = call_linen(case.about["config"], parameters, inputs, {"mask": mask}, jnp.float32, True)
    differ(
        case,
        "NaN behind a mask",
        "A value that no query may attend to, and that holds NaN: NaN everywhere. Here it does not "
        "matter.",
        theirs,
    )


def without_empty(found, empty, bias):
    """Zeros for the heads' empty rows: of the output, the bias is left."""
    kept = {"output": np.where(empty[:, 0, :, None], bias, found["output"])}
    if "attention" in found:
        kept["attention"] = np.where(empty[..., None], 0, found["attention"])
    return kept


if __name__ == "__main__":
    suite = Suite(f"flax {flax.__version__}, jax {jax.__version__}")
    for number, rule in enumerate(covering(OPTIONS, may, 64, seed=4)):
        make_case(suite, number, rule)
    functions(suite)
    disagreements(suite)
    suite.write(HERE / "cases.safetensors.gz")
