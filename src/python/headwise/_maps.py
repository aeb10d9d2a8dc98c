"""headwise.maps(): attention maps of your own numbers, of a few heads or of a whole model."""

import anywidget
import traitlets as t

from . import _page
from ._names import indexes_of, names_of
from ._numbers import read_attention
from ._selection import Selection

VIEWS = ("", "heads", "head", "table", "lines", "model")
THEMES = ("auto", "light", "dark")
# Larger pages are not put into the notebook beside the widget; save_html() writes them.
MOST_BESIDE = 8_000_000


class Maps(anywidget.AnyWidget):
    """Attention maps. `selection` is what the reader has chosen: head, query and key, of a model with layer."""

    _esm = _page.static_text("maps.js") + "\nexport default headwiseMaps.default;\n"
    attention = t.Bytes().tag(sync=True)
    shape = t.List(t.Int()).tag(sync=True)
    shapes = t.Dict().tag(sync=True)
    tokens = t.Union([t.List(), t.Dict()]).tag(sync=True)
    key_tokens = t.List().tag(sync=True)
    words = t.Union([t.List(), t.Dict()]).tag(sync=True)
    type_ids = t.Union([t.List(), t.Dict()]).tag(sync=True)
    view = t.Enum(VIEWS, "").tag(sync=True)
    theme = t.Enum(THEMES, "auto").tag(sync=True)
    selection = Selection().tag(sync=True)

    def html(self, title="headwise"):
        """A page of one file that shows the maps offline."""
        names = ("attention", "shape", "shapes", "tokens", "key_tokens", "words", "type_ids", "view", "theme")
        return _page.widget_page("maps.js", {name: getattr(self, name) for name in names}, title)

    def save_html(self, path, title="headwise"):
        """Writes a page of one file that shows the maps offline, and returns its path."""
        return _page.write(path, self.html(title))

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None and len(self.attention) < MOST_BESIDE // 2:
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            data["text/html"] = _page.framed(self.html(), height=760 if self._is_model() else 620)
        return bundle

    def _is_model(self):
        return bool(self.shapes) or len(self.shape) > 3


def maps(
    attention,
    tokens=None,
    *,
    key_tokens=None,
    words=None,
    token_type_ids=None,
    view="",
    theme="auto",
):
    """Shows attention maps.

    attention: outputs of Hugging Face, their `attentions`, a cache of TransformerLens, an array of torch, JAX or NumPy of
        (heads, queries, keys), (layers, heads, queries, keys) or (layers, examples, heads, queries, keys), a tuple with one
        for each layer, or {"encoder": ..., "decoder": ..., "cross": ...} of those. Numbers from 0 on.
    tokens: a name for each token; a list for each example of a batch; {"encoder": ..., "decoder": ...} for both.
    key_tokens: names of the keys, where they are others than the queries.
    words: the index of each token's word, as `BatchEncoding.word_ids()` has them; then tokens can be shown as whole words.
    token_type_ids: which sentence each token is of; then the attention from one to another can be shown alone.
    view: "heads", "head", "table", "lines" or "model". theme: "auto", "light" or "dark".
    """
    parts = read_attention(attention)
    _check_choice("view", view, VIEWS)
    _check_choice("theme", theme, THEMES)
    named = {
        "tokens": names_of(tokens, "tokens"),
        "key_tokens": names_of(key_tokens, "key_tokens"),
        "words": indexes_of(words, "words"),
        "type_ids": indexes_of(token_type_ids, "token_type_ids"),
    }
    if list(parts) == ["self"]:
        array = parts["self"]
        if array.ndim > 3 and all(size == 1 for size in array.shape[:-3]):
            array = array.reshape(array.shape[-3:])
        _check_lengths(named, array.shape)
        return Maps(attention=array.tobytes(), shape=list(array.shape), view=view, theme=theme, **named)
    if "self" in parts:
        raise TypeError("attention: expected either one stack of layers, or those of an encoder and a decoder")
    shapes = {kind: list(_with_layers(array).shape) for kind, array in parts.items()}
    data = b"".join(array.tobytes() for array in parts.values())
    return Maps(attention=data, shapes=shapes, view=view, theme=theme, **named)


def _with_layers(array):
    return array.reshape((1,) * (4 - array.ndim) + array.shape) if array.ndim < 4 else array


def _check_lengths(named, shape):
    """What can be said in Python rather than in the widget."""
    queries, keys = shape[-2], shape[-1]
    for name, length in (("tokens", queries), ("key_tokens", keys), ("words", queries), ("type_ids", queries)):
        given = named[name]
        if isinstance(given, dict):
            raise TypeError(f"{name}: encoder and decoder are only for attention that has both")
        lists = given if given and isinstance(given[0], list) else [given]
        for one in lists:
            if one and len(one) != length:
                label = {"type_ids": "token_type_ids"}.get(name, name)
                raise ValueError(f"{label}: expected {length} to match attention {tuple(shape)}, got {len(one)}")


def _check_choice(name, value, choices):
    if value not in choices:
        listed = ", ".join(repr(one) for one in choices if one)
        raise ValueError(f"{name}: expected {listed}, got {value!r}")
