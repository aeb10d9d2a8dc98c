"""Pages of one file, which work offline: what a widget shows, for save_html() and for notebooks that are read without Python."""

import base64
import gzip
import html
import json
from importlib.resources import files
from pathlib import Path

_STATIC = files(__package__) / "static"
_PACKED = {"maps.js", "model.js", "headwise.html"}
# JSON inside a script may hold nothing that ends it.
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def static_text(name):
    """A file of the package; the large ones are compressed."""
    if name in _PACKED:
        return gzip.decompress((_STATIC / f"{name}.gz").read_bytes()).decode("utf-8")
    return (_STATIC / name).read_text(encoding="utf-8")


def lab_bytes():
    """headwise.html, the whole lab in one file, compressed."""
    return (_STATIC / "headwise.html.gz").read_bytes()


def lab_page():
    return static_text("headwise.html")


def widget_page(script, traits, title, name="headwiseMaps"):
    """A page that shows the widget `name` of `script` with these traits; bytes travel as base64."""
    data = json.dumps({name: _encoded(value) for name, value in traits.items()})
    for sign, escaped in _ESCAPED.items():
        data = data.replace(sign, escaped)
    page = static_text("page.html")
    return (
        page.replace("{{title}}", html.escape(title))
        .replace("/* {{show}} */", static_text("page.js"))
        .replace("/* {{script}} */", f"{static_text(script)}\nglobalThis.headwiseWidget = {name}.default;")
        .replace('"{{data}}"', data)
    )


def framed(page, height):
    """The page in a frame, for an output of a notebook."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" title="headwise" allow="fullscreen" '
        f'style="display:block;width:100%;height:{int(height)}px;border:0"></iframe>'
    )


def write(path, page):
    path = Path(path)
    path.write_text(page, encoding="utf-8", newline="\n")
    return path


def _encoded(value):
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"base64": base64.b64encode(value).decode("ascii")}
    return value
