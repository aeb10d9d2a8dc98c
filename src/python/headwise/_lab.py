"""headwise.lab(): the whole lab, in a frame of its own: its keys, its styles and its engine stay inside."""

import difflib
import html
import json
import re

import anywidget
import traitlets as t

from . import _choices, _page

ATTRIBUTES = ("text", "heads", "view", "model", "lesson", "locked", "lang", "theme", "class_key")
CHOICES = {"heads": _choices.HEADS, "view": _choices.VIEWS, "theme": ("auto", "light", "dark")}
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


def _check(name, value):
    """What the lab would otherwise ignore, in the reader's browser."""
    if name == "locked":
        for word in re.split(r"[\s,]+", value):
            _check_word(name, word, _choices.LOCKS)
    elif name == "lang":  # a tag such as zh-Hans
        _check_word(name, value.lower().partition("-")[0], _choices.LANGUAGES)
    elif name == "lesson":
        lesson, _, scene = value.partition(".")
        _check_word(name, lesson, list(_choices.LESSONS))
        scenes = _choices.LESSONS.get(lesson, 0)
        if scene and not (scene.isascii() and scene.isdecimal() and 1 <= int(scene) <= scenes):
            raise ValueError(f"lesson: {lesson} has scenes 1 to {scenes}, got {value!r}")
    else:
        _check_word(name, value, CHOICES.get(name, ()))


def _check_word(name, word, known):
    if not known or word in ("", *known):
        return
    near = difflib.get_close_matches(word, known, 1)
    hint = f": did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{name}: expected {', '.join(map(repr, known))}, got {word!r}{hint}")


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
        _check(name, str(value))
        settings[name.replace("_", "-")] = str(value)
    if isinstance(height, bool) or not isinstance(height, int) or not 200 <= height <= 4000:
        raise ValueError(f"height: expected pixels from 200 to 4000, got {height!r}")
    return Lab(page=_page.lab_bytes(), settings=settings, height=height)
