"""Writes a case: one gzip'ed safetensors file, the same bytes for the same numbers."""

import gzip
import json

from safetensors.numpy import save


def write(path, tensors, about):
    """`about` becomes the file's metadata, as JSON. Returns the size in bytes."""
    plain = save(tensors, metadata={"about": json.dumps(about, separators=(",", ":"))})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(plain, 9, mtime=0))
    return path.stat().st_size
