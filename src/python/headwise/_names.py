"""What may be given for each token: names, words and sentences, in one form. Lists for all, for each example, or by stack."""

from collections.abc import Mapping

import numpy as np


def names_of(given, name):
    """Strings: a list, a list for each example, or {"encoder": ..., "decoder": ...} of those."""
    if isinstance(given, str):
        return given.split()
    return _each(given, name, _name)


def indexes_of(given, name):
    """Whole numbers, or None: those of words and sentences, as tokenizers give them."""
    return _each(given, name, _index)


def _each(given, name, one):
    if given is None:
        return []
    if isinstance(given, Mapping):
        wrong = next((key for key in given if key not in ("encoder", "decoder")), None)
        if wrong is not None:
            raise TypeError(f"{name}: expected encoder and decoder, got {wrong!r}")
        return {key: _each(value, f"{name}[{key!r}]", one) for key, value in given.items()}
    items = _items(given, name)
    if items and all(isinstance(item, (list, tuple, np.ndarray)) for item in items):
        lists = [[one(part, f"{name}[{i}]") for part in _items(item, name)] for i, item in enumerate(items)]
        return lists[0] if len(lists) == 1 else lists
    return [one(item, name) for item in items]


def _items(given, name):
    if hasattr(given, "detach"):
        given = given.detach().cpu().numpy()
    if hasattr(given, "tolist"):
        given = given.tolist()
    try:
        return list(given)
    except TypeError as error:
        raise TypeError(f"{name}: expected a list, got {type(given).__name__}") from error


def _name(value, name):
    if isinstance(value, str):
        return value
    raise TypeError(
        f"{name}: expected strings, got {type(value).__name__}. tokenizer.convert_ids_to_tokens(ids) makes them of ids"
    )


def _index(value, name):
    if value is None:
        return -1
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= -1:
        return int(value)
    raise TypeError(f"{name}: expected whole numbers or None, got {value!r}")
