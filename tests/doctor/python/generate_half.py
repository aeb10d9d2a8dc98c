"""Makes half.safetensors.gz: what implementations in half precision give, right ones of half.py and the faulty ones.

    python -m venv venv
    venv/bin/pip install numpy torch
    venv/bin/python tests/doctor/python/generate_half.py [another file, without .gz]

Into the project's own file go the right ones, half of them on each exercise, and every faulty one on its smallest
exercise; into another file all of them. A faulty one is run in float16 and in bfloat16, those in NumPy in float16.
"""

import copy
import pathlib
import sys

import faulty_numpy
import faulty_torch
import numpy as np
import torch
from exercises import EXERCISES
from generate import HERE, implementations, parameters, write
from half import DTYPES, IMPLEMENTATIONS, MAGNITUDES
from half import EXERCISES as HALF_EXERCISES
from pack import Pack

ARRAYS = ("x", "memory", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O")
NUMPY = "float16"


def rounded(exercise, dtype):
    """The same exercise with what its arrays are in half precision."""
    half = copy.copy(exercise)
    for name in ARRAYS:
        array = torch.from_numpy(getattr(exercise, name)).to(dtype).float().numpy()
        setattr(half, name, array)
    if not exercise.crosses:
        half.memory = half.x
    return half


def by_torch(implementation, exercise, dtype):
    whole, faulty_torch.tensor = faulty_torch.tensor, lambda array: to_half(array, dtype)
    torch.set_default_dtype(dtype)
    try:
        solution = implementation(exercise)
        output, attention = solution.compute()
        return output.detach().float().numpy(), attention.detach().float().numpy()
    finally:
        torch.set_default_dtype(torch.float32)
        faulty_torch.tensor = whole


def to_half(array, dtype):
    found = torch.from_numpy(array)
    return found.to(dtype) if found.is_floating_point() else found


def by_numpy(implementation, exercise):
    """np.sqrt of an int is float64, and would make all that follows float64."""
    half = copy.copy(exercise)
    for name in ARRAYS:
        setattr(half, name, getattr(exercise, name).astype(NUMPY))
    root, np.sqrt = np.sqrt, lambda x: root(x).astype(NUMPY)
    try:
        output, attention = implementation(half).run()
    finally:
        np.sqrt = root
    return output.astype(NUMPY), attention.astype(NUMPY)


def right_cases(store, has_all):
    for d, dtype in enumerate(DTYPES):
        for m, magnitude in enumerate(MAGNITUDES):
            for n, exercise in enumerate(HALF_EXERCISES):
                e = exercise.draw(dtype, magnitude)
                for i, implementation in enumerate(IMPLEMENTATIONS):
                    if not has_all and (i + m + n + d) % 2:
                        continue
                    output, attention = implementation(e)
                    if not output.isfinite().all():
                        continue  # scores of some ten thousand are too large for float16
                    yield {
                        "name": f"{implementation.__name__}, {exercise.name} x {magnitude}, {dtype}",
                        "fault": None,
                        "inputs": {key: store(value) for key, value in e.inputs.items()},
                        "parameters": {key: store(value) for key, value in e.parameters.items()},
                        "options": e.options,
                        "output": store(output),
                        "attention": store(attention),
                    }


def faulty_cases(store, has_all):
    for module in (faulty_numpy, faulty_torch):
        for implementation in implementations(module):
            smallest = min(implementation.on, key=lambda name: EXERCISES[name].W_Q.size)
            for name in implementation.on if has_all else [smallest]:
                for dtype in DTYPES if module is faulty_torch else [torch.float16]:
                    e = rounded(EXERCISES[name], dtype)
                    try:
                        if module is faulty_torch:
                            output, attention = by_torch(implementation, e, dtype)
                        else:
                            output, attention = by_numpy(implementation, e)
                    except RuntimeError as error:
                        print(f"left out: {implementation.__name__} in {dtype}: {error}")
                        continue
                    inputs = {"query": e.x}
                    if e.crosses:
                        inputs |= {"key": e.memory, "value": e.memory}
                    yield {
                        "name": f"{module.__name__}.{implementation.__name__}, {name}, {dtype}",
                        "fault": implementation.fault,
                        "inputs": {key: store(value) for key, value in inputs.items()},
                        "parameters": {key: store(value) for key, value in parameters(e).items()},
                        "options": e.options,
                        "output": store(output),
                        "attention": store(attention),
                    }


def main(path, has_all):
    pack = Pack()

    def store(array):
        if isinstance(array, torch.Tensor):
            array = array.detach().float().numpy()
        return pack.add(np.ascontiguousarray(array, dtype=np.float32))

    cases = [*right_cases(store, has_all), *faulty_cases(store, has_all)]
    print(write(pack, cases, path), len(cases), "cases")


if __name__ == "__main__":
    own = pathlib.Path(HERE.parent / "half.safetensors")
    main(*((sys.argv[1], True) if len(sys.argv) > 1 else (own, False)))
