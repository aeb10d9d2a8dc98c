"""Makes onnx/attention.safetensors: the ONNX Attention operator's own node-test cases, as the onnx package generates them.

    python -m venv venv && venv/bin/pip install onnx && venv/bin/python tests/conformance/onnx/generate.py

Its RotaryEmbedding cases have random numbers for sines and cosines, which no angle gives. Those of rotary.safetensors
are our own: the onnx reference evaluator run on sines and cosines of true angles.
"""

import pathlib
import sys
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx.backend.test.case.node import collect_testcases
from onnx.reference import ReferenceEvaluator

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from pack import Pack  # noqa: E402

HALF = {
    TensorProto.FLOAT16: "float16",
    TensorProto.BFLOAT16: "bfloat16",
}


def node_tests(op):
    """An operator's tests, with its one node. Their "_expanded" twins hold the same numbers again and no such node."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other operators divide by 0 on purpose
        tests = collect_testcases()
    for test in tests:
        nodes = test.model.graph.node
        if len(nodes) == 1 and nodes[0].op_type == op and nodes[0].domain == "":
            yield test, nodes[0]


def compact(array):
    """Lengths and positions are int64 in ONNX; they are small."""
    return array.astype(np.int32) if array.dtype == np.int64 else array


def keep(pack, node, inputs, outputs):
    """One case: its attributes, and which tensors it takes and gives, by the operator's names."""
    taken = [name for name in node.input if name]
    given = [name for name in node.output if name]
    return {
        "attributes": {a.name: helper.get_attribute_value(a) for a in node.attribute},
        "inputs": {name: pack.add(compact(array)) for name, array in zip(taken, inputs, strict=True)},
        "outputs": {name: pack.add(compact(array)) for name, array in zip(given, outputs, strict=True)},
    }


def attention():
    pack = Pack()
    cases = []
    left_out = []
    for test, node in node_tests("Attention"):
        halves = {HALF.get(i.type.tensor_type.elem_type) for i in test.model.graph.input} - {None}
        if halves:
            left_out.append({"what": test.name, "why": f"{halves.pop()}: float32 cannot give its results"})
            continue
        [(inputs, outputs)] = test.data_sets
        [opset] = [o.version for o in test.model.opset_import if o.domain in ("", "ai.onnx")]
        cases.append({"name": test.name, "opset": opset, **keep(pack, node, inputs, outputs)})
    version = f"onnx {onnx.__version__}"
    pack.write(HERE / "attention.safetensors", {"version": version, "cases": cases, "leftOut": left_out})
    print(f"{len(cases)} cases, {len(left_out)} left out")


ROTARY = [
    {"name": "half", "shape": (2, 3, 5, 8)},
    {"name": "interleaved", "shape": (2, 3, 5, 8), "interleaved": 1},
    {"name": "half, part of the width", "shape": (2, 3, 5, 8), "rotary_embedding_dim": 4},
    {
        "name": "interleaved, part of the width",
        "shape": (2, 3, 5, 8),
        "rotary_embedding_dim": 4,
        "interleaved": 1,
    },
    {"name": "3-D", "shape": (2, 5, 24), "num_heads": 3},
    {"name": "far away", "shape": (1, 2, 4, 16), "offset": 4000, "theta": 500000},
    {"name": "far away, interleaved", "shape": (1, 2, 4, 16), "offset": 4000, "interleaved": 1},
]


def rotary():
    pack = Pack()
    cases = []
    for number, rule in enumerate(ROTARY):
        random = np.random.default_rng(number)
        shape = rule["shape"]
        length = shape[-2]
        width = shape[-1] // rule.get("num_heads", 1)
        dims = rule.get("rotary_embedding_dim", width)
        theta = rule.get("theta", 10000)
        offset = rule.get("offset", 0)
        angles = np.outer(np.arange(offset + length), theta ** (-np.arange(0, dims, 2) / dims))
        attributes = {
            name: rule[name]
            for name in ("interleaved", "rotary_embedding_dim", "num_heads")
            if name in rule
        }
        names = ["input", "cos_cache", "sin_cache", "position_ids"]
        node = helper.make_node("RotaryEmbedding", names, ["output"], **attributes)
        x = random.standard_normal(shape).astype(np.float32)
        positions = np.tile(np.arange(offset, offset + length), (shape[0], 1))
        caches = [np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)]
        feeds = dict(zip(names, [x, *caches, positions]))
        [output] = ReferenceEvaluator(node).run(None, feeds)
        cases.append(
            {
                "name": rule["name"],
                "attributes": attributes,
                "theta": theta,
                "offset": offset,
                "inputs": {"input": pack.add(x)},
                "outputs": {"output": pack.add(output)},
            }
        )
    left_out = [
        {"what": test.name, "why": "its sines and cosines are random numbers: no angle has them"}
        for test, _ in node_tests("RotaryEmbedding")
    ]
    version = f"onnx {onnx.__version__}"
    pack.write(HERE / "rotary.safetensors", {"version": version, "cases": cases, "leftOut": left_out})


if __name__ == "__main__":
    attention()
    rotary()
