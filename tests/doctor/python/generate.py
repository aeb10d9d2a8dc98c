"""Makes submissions.safetensors.gz: what implementations of attention in NumPy and PyTorch give, right and wrong.

    python -m venv venv
    venv/bin/pip install numpy torch
    venv/bin/python tests/doctor/python/generate.py [another file, without .gz]

The weights of an exercise are stored once, whatever is run on it. Into the project's own file go one exercise of each
implementation, of all sizes in turn; into another file all of them.
"""

import gzip
import inspect
import pathlib
import sys

import numpy as np
import torch

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "conformance"))
import faulty_numpy  # noqa: E402
import faulty_torch  # noqa: E402
import right  # noqa: E402
from exercises import EXERCISES  # noqa: E402
from pack import Pack  # noqa: E402


def implementations(module):
    """The classes that a module defines, in their order."""
    own = [one for _, one in inspect.getmembers(module, inspect.isclass)]
    own = [one for one in own if one.__module__ == module.__name__ and one.on]
    return sorted(own, key=lambda one: inspect.getsourcelines(one)[1])


def parameters(exercise):
    e = exercise
    return {
        "in_proj_weight": np.concatenate([e.W_Q, e.W_K, e.W_V]),
        "in_proj_bias": np.concatenate([e.b_Q, e.b_K, e.b_V]),
        "out_proj.weight": e.W_O,
        "out_proj.bias": e.b_O,
    }


def write(pack, cases, path):
    """Writes the file, packed; returns the versions that made it."""
    version = f"numpy {np.__version__}, torch {torch.__version__.split('+')[0]}"
    pack.write(path, {"version": version, "cases": cases})
    packed = pathlib.Path(f"{path}.gz")
    packed.write_bytes(gzip.compress(pathlib.Path(path).read_bytes(), 9, mtime=0))
    pathlib.Path(path).unlink()
    return version


def main(path, has_all):
    pack, cases = Pack(), []
    store = lambda array: pack.add(np.ascontiguousarray(array, dtype=np.float32))
    for module in (right, faulty_numpy, faulty_torch):
        for i, implementation in enumerate(implementations(module)):
            on = list(implementation.on)
            for name in on if has_all else [on[i % len(on)]]:
                exercise = EXERCISES[name]
                output, attention = implementation(exercise).run()
                inputs = {"query": exercise.x}
                if exercise.crosses:
                    inputs |= {"key": exercise.memory, "value": exercise.memory}
                cases.append(
                    {
                        "name": f"{module.__name__}.{implementation.__name__}, {name}",
                        "fault": implementation.fault,
                        "inputs": {key: store(value) for key, value in inputs.items()},
                        "parameters": {
                            key: store(value) for key, value in parameters(exercise).items()
                        },
                        "options": exercise.options,
                        "output": store(output),
                        "attention": store(attention),
                    }
                )
    version = write(pack, cases, path)
    count = {module.__name__: len(implementations(module)) for module in (right, faulty_numpy, faulty_torch)}
    print(version, count, len(cases), "cases")


if __name__ == "__main__":
    main(*((sys.argv[1], True) if len(sys.argv) > 1 else (HERE.parent / "submissions.safetensors", False)))
