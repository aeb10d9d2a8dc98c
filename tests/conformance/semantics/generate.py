"""Makes <package>.safetensors: how frameworks behave where they disagree, one small call for each line of describeSemantics().

    venv/bin/pip install torch                    && venv/bin/python tests/conformance/semantics/generate.py torch
    venv/bin/pip install keras flax "jax[cpu]"    && venv/bin/python tests/conformance/semantics/generate.py keras flax
    venv/bin/pip install onnx onnxruntime         && venv/bin/python tests/conformance/semantics/generate.py onnx onnxruntime
"""

import inspect
import os
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from pack import Pack  # noqa: E402

RANDOM = np.random.default_rng(7)
EMPTY_ROW = np.array([[True, False, True, True], [False] * 4, [False, True, True, False]])
NO_EMPTY_ROW = np.array([[True, False, True, True], [True] * 4, [False, True, True, False]])


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def sequences():
    """Two sentences, as a layer takes them: three queries, four keys."""
    return normal(2, 3, 8), normal(2, 4, 8), normal(2, 4, 8)


def heads(num_heads=2, num_kv_heads=2, width=4):
    """The same, as attention itself takes them."""
    return normal(2, num_heads, 3, width), normal(2, num_kv_heads, 4, width), normal(2, num_kv_heads, 4, width)


class Probes:
    def __init__(self, package, version):
        self.path = HERE / f"{package}.safetensors"
        self.version = version
        self.pack = Pack()
        self.probes = []

    def add(self, framework, topic, inputs, results, layer=None, **about):
        """What went in and came out, with headwise's names for query, key, value and the layer's numbers."""
        probe = {"framework": framework, "topic": topic, **about}
        probe["inputs"] = {name: self.pack.add(np.asarray(value)) for name, value in inputs.items()}
        probe["results"] = {name: self.pack.add(np.asarray(value)) for name, value in results.items()}
        if layer is not None:
            config, state = layer
            probe["config"] = config
            probe["state"] = {name: self.pack.add(np.asarray(value)) for name, value in state.items()}
        self.probes.append(probe)

    def lacks(self, framework, topic, *functions):
        """The framework has no such thing: these are all the names that its functions take."""
        names = sorted({name for f in functions for name in inspect.signature(f).parameters} - {"self"})
        self.probes.append({"framework": framework, "topic": topic, "parameters": names})

    def write(self):
        self.pack.write(self.path, {"version": self.version, "probes": self.probes})


def from_torch():
    import torch
    from torch.nn.functional import scaled_dot_product_attention as attend

    torch.manual_seed(7)
    probes = Probes("torch", f"torch {torch.__version__.split('+')[0]}")
    tensor = torch.from_numpy

    name = "torch.nn.MultiheadAttention"
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    torch.nn.init.normal_(layer.in_proj_bias)
    torch.nn.init.normal_(layer.out_proj.bias)
    numbers = (
        {"embedDim": 8, "numHeads": 2},
        {key: value.detach().numpy() for key, value in layer.state_dict().items()},
    )

    def forward(qkv, **options):
        tensors = {id(x): tensor(x) for x in qkv}
        output, attention = layer(*(tensors[id(x)] for x in qkv), **options)
        results = {"output": output.detach().numpy()}
        if attention is not None:
            results["attention"] = attention.detach().numpy()
        return results

    q, k, v = sequences()
    named = {"query": q, "key": k, "value": v}
    ignore, padding = tensor(~NO_EMPTY_ROW), torch.zeros(2, 4, dtype=torch.bool)
    padding[1, 3] = True
    results = forward((q, k, v), attn_mask=ignore)
    results |= {"padded": forward((q, k, v), key_padding_mask=padding)["output"]}
    inputs = {**named, "attn_mask": ignore.numpy(), "key_padding_mask": padding.numpy()}
    probes.add(name, "booleanMask", inputs, results, numbers)

    ignore = tensor(~EMPTY_ROW)
    results = forward((q, k, v), attn_mask=ignore, need_weights=False)
    results |= {"with_weights": forward((q, k, v), attn_mask=ignore)["output"]}
    not_earlier = torch.ones(3, 3, dtype=torch.bool).triu(0)
    with torch.no_grad():
        results |= {"fast_path": forward((q, q, q), attn_mask=not_earlier, need_weights=False)["output"]}
    inputs = {**named, "attn_mask": ignore.numpy()}
    probes.add(name, "emptyRow", inputs, results, numbers)

    later = torch.ones(3, 4, dtype=torch.bool).triu(1)
    results = forward((q, k, v), attn_mask=later, is_causal=True, need_weights=False)
    refused = None
    try:
        forward((q, k, v), is_causal=True)
    except RuntimeError as error:
        refused = str(error)
    probes.add(name, "causal", named, results, numbers, refused=refused)

    probes.lacks(name, "softcap", torch.nn.MultiheadAttention, layer.forward)
    probes.add(name, "headGroups", named, forward((q, k, v)), numbers)

    dropping = torch.nn.MultiheadAttention(8, 2, batch_first=True, dropout=0.5).train()
    dropping.load_state_dict(layer.state_dict())
    _, dropped = dropping(*map(tensor, (q, k, v)))
    results = {**forward((q, k, v)), "dropped": dropped.detach().numpy()}
    probes.add(name, "maps", named, results, numbers)

    name = "torch.nn.functional.scaled_dot_product_attention"

    def function(qkv, **options):
        return {"output": attend(*map(tensor, qkv), **options).numpy()}

    q, k, v = heads()
    named = {"query": q, "key": k, "value": v}
    for topic, mask in (("booleanMask", NO_EMPTY_ROW), ("emptyRow", EMPTY_ROW)):
        results = function((q, k, v), attn_mask=tensor(mask))
        probes.add(name, topic, {**named, "attn_mask": mask}, results)
    refused = None
    try:
        function((q, k, v), attn_mask=tensor(EMPTY_ROW), is_causal=True)
    except RuntimeError as error:
        refused = str(error)
    probes.add(name, "causal", named, function((q, k, v), is_causal=True), refused=refused)
    documented = attend.__doc__.split("->")[0].split("(", 1)[1].rstrip(") ")
    names = sorted(part.split("=")[0].strip() for part in documented.split(","))
    probes.probes.append({"framework": name, "topic": "softcap", "parameters": names})
    wide = heads(6, 2)
    named_wide = dict(zip(("query", "key", "value"), wide))
    probes.add(name, "headGroups", named_wide, function(wide, enable_gqa=True))
    probes.add(name, "maps", named, function((q, k, v)))
    probes.write()


def from_kernels(q, k, v, out, config):
    """Keras and Flax keep (D, H, E) kernels and an (H, E, O) one; torch's are (H E, D) and (O, H E)."""
    rows = [np.asarray(kernel).reshape(kernel.shape[0], -1).T for kernel, _ in (q, k, v)]
    biases = [np.asarray(bias).reshape(-1) for _, bias in (q, k, v)]
    kernel, bias = out
    state = {
        "in_proj_weight": np.concatenate(rows),
        "in_proj_bias": np.concatenate(biases),
        "out_proj.weight": np.asarray(kernel).reshape(-1, kernel.shape[-1]).T,
        "out_proj.bias": np.asarray(bias),
    }
    return config, state


def from_keras():
    os.environ["KERAS_BACKEND"] = "jax"
    import keras

    probes = Probes("keras", f"keras {keras.__version__} on JAX")
    name = "keras.layers.MultiHeadAttention"
    q, k, v = sequences()
    named = {"query": q, "key": k, "value": v}

    def built(layer, config):
        layer(q, v, k)
        for weight in layer.weights:
            weight.assign(normal(*weight.shape) / 2)
        dense = (layer._query_dense, layer._key_dense, layer._value_dense)
        parts = [(d.kernel, d.bias) for d in dense]
        out = getattr(layer, "_output_dense")
        return layer, from_kernels(*parts, (out.kernel, out.bias), config)

    layer, numbers = built(keras.layers.MultiHeadAttention(2, 4), {"embedDim": 8, "numHeads": 2})

    def forward(**options):
        output, attention = layer(q, v, k, return_attention_scores=True, **options)
        return {"output": output, "attention": attention}

    for topic, mask in (("booleanMask", NO_EMPTY_ROW), ("emptyRow", EMPTY_ROW)):
        mask = np.stack([mask, np.roll(mask, 1, axis=-1)])
        results = forward(attention_mask=mask)
        results |= {"without_scores": layer(q, v, k, attention_mask=mask)}
        inputs = {**named, "attention_mask": mask[:, None]}
        probes.add(name, topic, inputs, results, numbers)
    probes.add(name, "causal", named, forward(use_causal_mask=True), numbers)
    probes.lacks(name, "softcap", keras.layers.MultiHeadAttention, layer.call)

    grouped, group_numbers = built(
        keras.layers.GroupQueryAttention(4, 6, 2),
        {"embedDim": 8, "numHeads": 6, "numKvHeads": 2, "headDim": 4},
    )
    probes.add(name, "headGroups", named, {"output": grouped(q, v, k)}, group_numbers)

    dropping = keras.layers.MultiHeadAttention(2, 4, dropout=0.5)
    dropping(q, v, k)
    dropping.set_weights(layer.get_weights())
    _, dropped = dropping(q, v, k, return_attention_scores=True, training=True)
    probes.add(name, "maps", named, {**forward(), "dropped": dropped}, numbers)
    probes.write()


def from_flax():
    import flax
    from flax import linen, nnx

    probes = Probes("flax", f"flax {flax.__version__}")
    name = "flax.nnx.MultiHeadAttention"
    q, k, v = sequences()
    named = {"query": q, "key": k, "value": v}

    def built(config, num_heads, **options):
        layer = nnx.MultiHeadAttention(num_heads, 8, rngs=nnx.Rngs(7), decode=False, **options)
        parts = (layer.query, layer.key, layer.value, layer.out)
        for part in parts:
            part.bias[...] = normal(*part.bias.shape)
        pairs = [(part.kernel[...], part.bias[...]) for part in parts]
        return layer, from_kernels(*pairs, config)

    layer, numbers = built({"embedDim": 8, "numHeads": 2}, 2)

    def forward(layer=layer, **options):
        output = layer(q, k, v, sow_weights=True, **options)
        sown = nnx.pop(layer, nnx.Intermediate)
        return {"output": output, "attention": sown["attention_weights"].get_value()[0]}

    for topic, mask in (("booleanMask", NO_EMPTY_ROW), ("emptyRow", EMPTY_ROW)):
        results = forward(mask=mask[None, None])
        results |= {"without_maps": layer(q, k, v, mask=mask[None, None])}
        probes.add(name, topic, {**named, "mask": mask[None, None]}, results, numbers)
    linen_call = linen.MultiHeadDotProductAttention.__call__
    results = {"output": layer(q, k, v, is_causal=True)}
    probes.add(name, "causal", named, results, numbers, linen=list(inspect.signature(linen_call).parameters))
    makers = (nnx.MultiHeadAttention.__init__, linen.MultiHeadDotProductAttention)
    probes.lacks(name, "softcap", *makers, layer.__call__, linen_call)
    grouped, group_numbers = built(
        {"embedDim": 8, "numHeads": 6, "numKvHeads": 2, "headDim": 4}, 6, num_kv_heads=2, qkv_features=24
    )
    probes.add(name, "headGroups", named, {"output": grouped(q, k, v)}, group_numbers)
    dropping = nnx.MultiHeadAttention(
        2, 8, rngs=nnx.Rngs(7), decode=False, dropout_rate=0.5, deterministic=False
    )
    for to, source in zip(
        (dropping.query, dropping.key, dropping.value, dropping.out),
        (layer.query, layer.key, layer.value, layer.out),
    ):
        to.kernel[...], to.bias[...] = source.kernel[...], source.bias[...]
    dropped = forward(dropping)
    results = {**forward(), "dropped": dropped["attention"]}
    probes.add(name, "maps", named, results, numbers)
    probes.write()


def run_onnx(evaluate, op, domain, inputs, outputs, **attributes):
    """Runs one node: inputs are the operator's, in order, None where left out."""
    from onnx import TensorProto, helper

    names = [f"in{n}" if value is not None else "" for n, value in enumerate(inputs)]
    feeds = {name: value for name, value in zip(names, inputs) if name}
    node = helper.make_node(op, names, outputs, domain=domain, **attributes)
    kind = helper.np_dtype_to_tensor_dtype
    graph = helper.make_graph(
        [node],
        "probe",
        [helper.make_tensor_value_info(n, kind(v.dtype), v.shape) for n, v in feeds.items()],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs if n],
    )
    opsets = [helper.make_opsetid("", 25 if domain == "" else 24), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=11)
    return dict(zip(filter(None, outputs), evaluate(model, feeds)))


def from_onnx():
    import onnx
    from onnx.reference import ReferenceEvaluator

    probes = Probes("onnx", f"onnx {onnx.__version__}, opset 25")
    name = "ONNX Attention"

    def function(*inputs, outputs=("output",), **attributes):
        evaluate = lambda model, feeds: ReferenceEvaluator(model).run(None, feeds)  # noqa: E731
        return run_onnx(evaluate, "Attention", "", inputs, outputs, **attributes)

    qkv = heads()
    named = dict(zip(("query", "key", "value"), qkv))
    for topic, mask in (("booleanMask", NO_EMPTY_ROW), ("emptyRow", EMPTY_ROW)):
        probes.add(name, topic, {**named, "attn_mask": mask}, function(*qkv, mask))
    lengths = np.array([4, 3], dtype=np.int64)
    results = function(*qkv, None, None, None, lengths, is_causal=1)
    past = normal(2, 2, 2, 4), normal(2, 2, 2, 4)
    after_past = function(*qkv, None, *past, outputs=("output", "k", "v"), is_causal=1)
    results |= {"alone": function(*qkv, is_causal=1)["output"], "after_past": after_past["output"]}
    inputs = {**named, "nonpad_kv_seqlen": lengths.astype(np.int32)}
    inputs |= {"past_key": past[0], "past_value": past[1]}
    probes.add(name, "causal", inputs, results)
    bias = normal(3, 4)
    bias[0, 1] = -np.inf
    inputs = {**named, "attn_mask": bias}
    probes.add(name, "softcap", inputs, function(*qkv, bias, softcap=2.0))
    wide = heads(6, 2)
    probes.add(name, "headGroups", dict(zip(named, wide)), function(*wide))
    results = {}
    for mode, what in enumerate(("scores", "softcapped", "masked", "attention")):
        outputs = ("output", "", "", what)
        softcap = 2.0 if mode else 0.0
        results |= function(*qkv, bias, outputs=outputs, softcap=softcap, qk_matmul_output_mode=mode)
    probes.add(name, "maps", inputs, results)
    probes.write()


def from_onnxruntime():
    import onnxruntime

    probes = Probes("onnxruntime", f"onnxruntime {onnxruntime.__version__} on CPU")
    name = "onnxruntime MultiHeadAttention, GroupQueryAttention"

    def evaluate(model, feeds):
        runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        return runtime.run(None, feeds)

    def merge(x):
        batch, _, length, _ = x.shape
        return np.ascontiguousarray(x.transpose(0, 2, 1, 3)).reshape(batch, length, -1)

    def split(x, num_heads):
        batch, length, width = x.shape
        return x.reshape(batch, length, num_heads, width // num_heads).transpose(0, 2, 1, 3)

    def multi_head(qkv, padding=None, **attributes):
        inputs = [*map(merge, qkv), None, padding]
        outputs = ("output", "", "", "masked")
        results = run_onnx(
            evaluate, "MultiHeadAttention", "com.microsoft", inputs, outputs, num_heads=2, **attributes
        )
        return {**results, "output": split(results["output"], 2)}

    qkv = heads()
    named = dict(zip(("query", "key", "value"), qkv))
    padding = np.array([[1, 0, 1, 1], [1, 1, 0, 0]], dtype=np.int32)
    inputs = {**named, "key_padding_mask": padding[:, None, None] == 1}
    probes.add(name, "booleanMask", inputs, multi_head(qkv, padding))
    padding = np.array([[0, 0, 0, 0], [1, 1, 0, 0]], dtype=np.int32)
    inputs = {**named, "key_padding_mask": padding[:, None, None] == 1}
    probes.add(name, "emptyRow", inputs, multi_head(qkv, padding))

    square = normal(2, 2, 3, 4), normal(2, 2, 3, 4), normal(2, 2, 3, 4)
    results = multi_head(square, unidirectional=1)
    inputs = dict(zip(named, square))
    results |= {"longer": multi_head(qkv, unidirectional=1)["masked"]}
    probes.add(name, "causal", inputs, results)

    wide = normal(2, 6, 3, 8), normal(2, 2, 3, 8), normal(2, 2, 3, 8)

    def grouped(**attributes):
        lengths, total = np.array([2, 2], dtype=np.int32), np.array(3, dtype=np.int32)
        inputs = [*map(merge, wide), None, None, lengths, total]
        outputs = ("output", "k", "v")
        results = run_onnx(
            evaluate, "GroupQueryAttention", "com.microsoft", inputs, outputs,
            num_heads=6, kv_num_heads=2, **attributes,
        )  # fmt: skip
        return {"output": split(results["output"], 6)}

    inputs = dict(zip(named, wide))
    probes.add(name, "softcap", inputs, grouped(softcap=2.0))
    probes.add(name, "headGroups", inputs, grouped())
    probes.add(name, "maps", named, multi_head(qkv))
    probes.write()


if __name__ == "__main__":
    for package in sys.argv[1:]:
        globals()[f"from_{package}"]()
