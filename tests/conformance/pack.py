"""Writes tensors, and what is to be said of them, into one .safetensors file: the data of a suite.

A tensor that many cases share is stored once. Holds no case and no framework.
"""

import json
import struct

import numpy as np

KINDS = {"float32": "F32", "float64": "F64", "int32": "I32", "bool": "BOOL"}


class Pack:
    def __init__(self):
        self._arrays = []
        self._ids = {}

    def add(self, array):
        """Keeps an array; returns the name under which the file will hold it."""
        array = np.ascontiguousarray(array)
        if str(array.dtype) not in KINDS:
            raise TypeError(f"no kind for {array.dtype}")
        content = (str(array.dtype), array.shape, array.tobytes())
        if content not in self._ids:
            self._ids[content] = str(len(self._arrays))
            self._arrays.append(array)
        return self._ids[content]

    def write(self, path, about):
        """Writes the file; `about` becomes its metadata, as JSON."""
        header = {"__metadata__": {"about": json.dumps(about, separators=(",", ":"))}}
        order = sorted(range(len(self._arrays)), key=lambda n: -self._arrays[n].itemsize)
        end = 0
        for n in order:
            array = self._arrays[n]
            begin, end = end, end + array.nbytes
            kind = KINDS[str(array.dtype)]
            header[str(n)] = {
                "dtype": kind,
                "shape": list(array.shape),
                "data_offsets": [begin, end],
            }
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        with open(path, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for n in order:
                file.write(self._arrays[n].tobytes())
        print(f"{path}: {8 + len(text) + end} bytes")
