"""The attention of any library as NumPy arrays of one form. What cannot be shown is refused with a sentence."""

import math
import os
import re
import sys
import warnings
from collections.abc import Mapping

import numpy as np

KINDS = ("encoder", "decoder", "cross")
MOST_BYTES = 2**29  # float32 numbers of all maps together; a browser tab holds little more
_FORMS = (
    "(heads, queries, keys), (layers, heads, queries, keys), (layers, examples, heads, queries, keys), "
    "or a tuple with an array for each layer"
)
_HUGGING_FACE = (
    "Hugging Face gives attention only with output_attentions=True and a model loaded with "
    'attn_implementation="eager"'
)
# How far above 1 bfloat16 may take a row: its numbers have 8 bits.
MOST_SUM = 1.02
# A row below it is said to the caller, but for rows of zeros, which masks make.
LEAST_SUM = 0.98
# Where TransformerLens keeps the attention of a layer.
_CACHED = re.compile(r"^(?P<stack>blocks|encoder|decoder)\.(?P<layer>\d+)\.(?P<part>attn|cross_attn)\.hook_pattern$")


def read_attention(given):
    """Returns {kind: array} with kinds of KINDS or "self", arrays of 2 to 5 axes, float32."""
    given = _attentions_of(given)
    if hasattr(given, "keys") and hasattr(given, "__getitem__"):
        parts = _parts_of(given)
        return {kind: _array_of(value, f"attention[{kind!r}]") for kind, value in parts.items()}
    return {"self": _array_of(given, "attention")}


def _attentions_of(given):
    """What of a Hugging Face output holds the attention; anything else as it is."""
    names = {kind: getattr(given, f"{kind}_attentions", None) for kind in KINDS}
    if names["encoder"] is not None or names["decoder"] is not None:
        return {kind: value for kind, value in names.items() if value is not None}
    if hasattr(given, "attentions"):
        if given.attentions is None:
            raise ValueError(f"attention: the outputs have none. {_HUGGING_FACE}")
        return given.attentions
    return given


def _parts_of(given):
    names = [str(name) for name in given.keys()]
    found = {}
    for name in names:
        match = _CACHED.match(name)
        if match:
            cross = match["part"] == "cross_attn"
            kind = "cross" if cross else {"blocks": "self"}.get(match["stack"], match["stack"])
            found.setdefault(kind, {})[int(match["layer"])] = given[name]
    if found:
        return {kind: tuple(layers[i] for i in sorted(layers)) for kind, layers in found.items()}
    if names and all(name in KINDS for name in names):
        return {name: given[name] for name in KINDS if name in names}
    if isinstance(given, Mapping) and "attentions" in names:
        return {"self": given["attentions"]}
    some = ", ".join(names[:4]) or "nothing"
    raise TypeError(
        f"attention: expected encoder, decoder and cross, or a cache of TransformerLens with hook_pattern, got {some}"
    )


def _array_of(given, name):
    if isinstance(given, (list, tuple)) and len(given) > 0 and _is_array(_first_of(given)):
        array = _stacked(given, name)
    elif isinstance(given, (list, tuple)) and len(given) == 0:
        raise ValueError(f"{name}: expected an array for each layer, got none. {_HUGGING_FACE}")
    else:
        array = numbers_of(given, name)
    if not 2 <= array.ndim <= 5:
        raise ValueError(f"{name}: expected {_FORMS}, got {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name}: expected at least one number, got {array.shape}")
    _check(array, name)
    return array


def _check_size(shape, name):
    """Before anything is copied."""
    bytes_of_all = 4 * math.prod(shape)
    if bytes_of_all > MOST_BYTES:
        raise ValueError(
            f"{name}: {tuple(shape)} takes {bytes_of_all / 2**20:.0f} MB, more than the {MOST_BYTES // 2**20} MB that a "
            "browser can be sent. Give fewer layers, examples or tokens."
        )


def _first_of(given):
    return next((one for one in given if one is not None), None)


def _is_array(value):
    return value is None or hasattr(value, "shape") or isinstance(value, tuple)


def _stacked(given, name):
    """One array of a tuple: layers first. Two axes are those of a head, so a list of such is one layer."""
    missing = next((i for i, one in enumerate(given) if one is None), None)
    if missing is not None:
        raise ValueError(f"{name}[{missing}]: got None. {_HUGGING_FACE}")
    if isinstance(given[0], tuple):
        raise TypeError(
            f"{name}[0]: expected an array, got a tuple. generate() gives a tuple for each new token: give that of one, "
            f"{name}[0]"
        )
    _check_size((len(given), *given[0].shape), name)
    arrays = [numbers_of(one, f"{name}[{i}]") for i, one in enumerate(given)]
    first = arrays[0].shape
    for i, array in enumerate(arrays):
        if array.shape != first:
            raise ValueError(f"{name}[{i}]: expected {first} as {name}[0], got {array.shape}")
    if not 2 <= len(first) <= 4:
        raise ValueError(
            f"{name}[0]: expected (heads, queries, keys) or (examples, heads, queries, keys), got {first}"
        )
    return np.stack(arrays)


def numbers_of(value, name):
    """A tensor of torch, JAX, TensorFlow or NumPy, or nested lists, as float32."""
    if value is None:
        raise ValueError(f"{name}: got None. {_HUGGING_FACE}")
    _check_size(getattr(value, "shape", ()), name)
    if hasattr(value, "detach"):  # torch: NumPy has no bfloat16, and none of what is on a GPU
        value = value.detach().float().cpu().numpy()
    try:
        array = np.asarray(value)
        if array.dtype.kind in "OUSc":
            raise TypeError(array.dtype)
        return np.ascontiguousarray(array, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name}: expected numbers, {_FORMS}; got {type(value).__name__}") from error


def _check(array, name):
    low = float(array.min())  # NaN if there is one
    if low >= 0 and np.isfinite(array.max()):
        return _check_rows(array, name)
    wrong = np.argwhere(~((array >= 0) & np.isfinite(array)))[0]
    at = tuple(int(i) for i in wrong)
    value = float(array[at])
    hint = "; are these scores from before the softmax?" if value < 0 else ""
    raise ValueError(f"{name}: expected numbers from 0 on, got {value} at {at}{hint}")


def _check_rows(array, name):
    """A row may add up to less than 1: masked ones to 0, and where keys are left out or a sink takes a share."""
    sums = array.sum(axis=-1, dtype=np.float64)
    if sums.max() > MOST_SUM:
        at = tuple(int(i) for i in np.argwhere(sums > MOST_SUM)[0])
        raise ValueError(
            f"{name}: expected rows that add up to about 1, got {sums[at]:.3g} in row {at}. With dropout call model.eval() "
            "first; of other numbers give attention / attention.sum(-1, keepdims=True)"
        )
    short = (sums < LEAST_SUM) & (sums > 0)
    if short.any():
        at = tuple(int(i) for i in np.argwhere(short)[0])
        warnings.warn(
            f"{name}: {int(short.sum())} of {sums.size} rows add up to less than 1, the first is row {at} with "
            f"{sums[at]:.3g}. They are drawn as they are. That is right where keys were left out or a sink takes a share; "
            "otherwise call model.eval() first, or give attention / attention.sum(-1, keepdims=True)",
            stacklevel=_outside(),
        )


def _outside():
    """How many calls above the warning the caller's own line stands."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        frame, level = frame.f_back, level + 1
    return level
