"""headwise.model(): a model's own weights, computed in the reader's browser. Python only hands out the files, piece by piece."""

import os
import re
from pathlib import Path

import anywidget
import traitlets as t

from . import _page
from ._selection import Selection

# One answer to the browser.
MOST_PIECE = 8 * 2**20
# What a browser's engine of 32 bits can hold.
MOST_BYTES = 4 * 2**30
# What save_html() writes into a page; larger pages open slowly.
MOST_INSIDE = 200_000_000
WEIGHTS = ((".safetensors",), (".bin", ".pt", ".pth"), (".gguf",))
# A model in one file.
FILES = (".safetensors", ".gguf", ".zip", ".whl")
# A folder with one of them is a model's, though its weights may be in a folder below.
TOP = ("config.json", "modules.json")
# The name of a model on a hub, which is no path.
HUB_NAME = re.compile(r"[\w-]+/[\w.-]+")
# Of a folder, beside its weights.
MORE = (".json", ".txt", ".model")


class Model(anywidget.AnyWidget):
    """A model. Its files are handed to the browser, which computes. `selection` is what the reader has chosen: layer, head, query
    and key."""

    _esm = _page.static_text("model.js") + "\nexport default headwiseModel.default;\n"
    name = t.Unicode().tag(sync=True)
    files = t.List().tag(sync=True)
    text = t.Unicode().tag(sync=True)
    theme = t.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    selection = Selection().tag(sync=True)

    def __init__(self, paths, **traits):
        self._paths = dict(paths)
        listed = [{"name": name, "size": path.stat().st_size} for name, path in self._paths.items()]
        super().__init__(files=listed, **traits)
        self.on_msg(self._answer)

    def _answer(self, _widget, content, _buffers):
        """A piece of a file. The question comes from a browser: only files that were given, and no more than a piece."""
        try:
            number, name, start, end = (content[key] for key in ("id", "name", "start", "end"))
            if not all(type(one) is int for one in (number, start, end)):
                raise ValueError("expected whole numbers")
            path = self._paths.get(name) if isinstance(name, str) else None
            if path is None or not 0 <= start <= end <= path.stat().st_size or end - start > MOST_PIECE:
                raise ValueError("expected a part of a file of this model")
        except (KeyError, TypeError, ValueError):
            return
        try:
            with path.open("rb") as file:
                file.seek(start)
                piece = file.read(end - start)
        except OSError as error:
            self.send({"id": number, "error": str(error)})
            return
        self.send({"id": number}, buffers=[piece])

    def html(self, title="headwise"):
        """A page of one file that opens the model offline, its weights inside."""
        total = sum(one["size"] for one in self.files)
        if total > MOST_INSIDE:
            raise ValueError(
                f"save_html: the model has {total / 1e6:.0f} MB, and a page holds at most {MOST_INSIDE / 1e6:.0f} MB"
            )
        traits = {"name": self.name, "files": self.files, "text": self.text, "theme": self.theme}
        inside = {f"file:{name}": path.read_bytes() for name, path in self._paths.items()}
        return _page.widget_page("model.js", {**traits, **inside}, title, name="headwiseModel")

    def save_html(self, path, title="headwise"):
        """Writes a page of one file that opens the model offline, and returns its path."""
        return _page.write(path, self.html(title))

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            data["text/html"] = "<p>Run this notebook to open the model, or write it with <code>save_html()</code>.</p>"
        return bundle


def model(path, text="", *, theme="auto"):
    """Opens a model: a folder as save_pretrained() writes it, or one .safetensors, .gguf, .zip or .whl file.

    It computes in the reader's browser, and sends nothing anywhere.
    """
    if not isinstance(text, str):
        raise TypeError(f"text: expected a string, got {type(text).__name__}")
    if hasattr(path, "save_pretrained"):
        raise TypeError(
            f"path: expected a folder or file, got a {type(path).__name__}. Write it first: "
            "model.save_pretrained('folder'), tokenizer.save_pretrained('folder'), then headwise.model('folder')"
        )
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: expected a folder or file, as headwise.model('folder'), got {type(path).__name__}")
    path = Path(path).expanduser()
    if path.is_file():
        if not path.name.endswith(FILES):
            raise ValueError(f"path: expected a folder, or a file that ends in {', '.join(FILES)}, got {path.name}")
        files = {path.name: path}
    elif path.is_dir():
        files = _files_of(path)
    else:
        name = str(path)
        hub = (
            f". For the model of a hub: huggingface_hub.snapshot_download({name!r}) gives its folder"
            if HUB_NAME.fullmatch(name)
            else ""
        )
        raise FileNotFoundError(f"path: there is no folder or file {name}{hub}")
    total = sum(file.stat().st_size for file in files.values())
    if total > MOST_BYTES:
        raise ValueError(f"path: the model has {total / 2**30:.1f} GB, and a browser holds at most 4 GB")
    return Model(files, name=path.resolve().name, text=text, theme=theme)


def _files_of(folder):
    """The weights in one form, and what describes them; folders below may hold the modules of sentence models."""
    top = sorted(folder.iterdir())
    if not any(one.name in TOP or one.name.endswith(sum(WEIGHTS, ())) for one in top):
        raise FileNotFoundError(f"path: {folder} has no weights and no config.json: give the folder that has them")
    below = [file for one in top if one.is_dir() and not one.name.startswith(".") for file in sorted(one.iterdir())]
    found = {
        file.relative_to(folder).as_posix(): file
        for file in (*top, *below)
        if file.is_file() and not file.name.startswith(".")
    }
    weights = next(
        (chosen for endings in WEIGHTS if (chosen := {n for n in found if n.endswith(endings)})), set()
    )
    if not weights:
        raise FileNotFoundError(f"path: {folder} has no weights: no file ends in .safetensors, .bin, .pt, .pth or .gguf")
    return {name: file for name, file in found.items() if name in weights or name.endswith(MORE)}
