"""What a reader has chosen in a widget."""

import traitlets as t

_PLACES = ("layer", "head", "query", "key", "example")
_KINDS = ("encoder", "decoder", "cross")


class Selection(t.Dict):
    """It comes from a browser: only what the widgets themselves say."""

    def validate(self, obj, value):
        if not isinstance(value, dict):
            raise t.TraitError(f"selection: expected a dict, got {type(value).__name__}")
        value = super().validate(obj, value)
        for name, one in value.items():
            is_place = name in _PLACES and (one is None or (type(one) is int and one >= 0))
            if not is_place and not (name == "kind" and one in _KINDS):
                raise t.TraitError(f"selection: got {name!r}: {one!r}")
        return value
