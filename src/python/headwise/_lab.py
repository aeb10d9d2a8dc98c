"""headwise.lab(): the whole lab, in a frame of its own: its keys, its styles and its engine stay inside."""

import html
import json

import anywidget
import traitlets as t

from . import _page

ATTRIBUTES = ("text", "heads", "view", "model", "lesson", "locked", "lang", "theme", "class_key")
HEIGHT = 720
# The state of a lab is a few kilobytes; what a browser sends may not fill the memory of the kernel.
MOST_STATE = 1_000_000


class State(t.Dict):
    """It may come from a browser: JSON, and not too much."""

    def validate(self, obj, value):
        if not isinstance(value, dict):
            raise t.TraitError(f"state: expected a dict, as the state of another lab, got {type(value).__name__}")
        value = super().validate(obj, value)
        try:
            size = len(json.dumps(value, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise t.TraitError("state: expected JSON") from error
        if size > MOST_STATE:
            raise t.TraitError(f"state: expected at most {MOST_STATE} characters of JSON, got {size}")
        return value


class Lab(anywidget.AnyWidget):
    """The lab. `state` is all of what it shows; the browser keeps it up to date."""

    _esm = _page.static_text("lab.js")
    # compressed: every widget is sent its page
    page = t.Bytes().tag(sync=True)
    settings = t.Dict().tag(sync=True)
    height = t.Int(HEIGHT).tag(sync=True)
    state = State().tag(sync=True)

    def html(self):
        """A page of one file that is the lab, offline."""
        written = "".join(
            f' data-{name}="{html.escape(value)}"' for name, value in self.settings.items()
        )
        return _page.lab_page().replace('<main id="lab">', f'<main id="lab"{written}>', 1)

    def save_html(self, path):
        """Writes a page of one file that is the lab, offline, and returns its path."""
        return _page.write(path, self.html())

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            data["text/html"] = _page.framed(self.html(), self.height)
        return bundle


def lab(
    text=None,
    *,
    heads=None,
    view=None,
    model=None,
    lesson=None,
    locked=None,
    lang=None,
    theme=None,
    class_key=None,
    height=HEIGHT,
):
    """Shows the lab, with these of its settings: the attributes of <headwise-lab>."""
    values = (text, heads, view, model, lesson, locked, lang, theme, class_key)
    given = dict(zip(ATTRIBUTES, values, strict=True))
    settings = {}
    for name, value in given.items():
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise TypeError(f"{name}: expected a string, got {type(value).__name__}")
        settings[name.replace("_", "-")] = str(value)
    if isinstance(height, bool) or not isinstance(height, int) or not 200 <= height <= 4000:
        raise ValueError(f"height: expected pixels from 200 to 4000, got {height!r}")
    return Lab(page=_page.lab_bytes(), settings=settings, height=height)
