"""Multi-head attention, head by head, in a notebook.

    import headwise
    headwise.maps(outputs.attentions, tokens)   # the attention of your model
    headwise.lab(text="The animal was tired")   # the whole lab
    headwise.model("folder", text="Hello")      # a model's own weights, computed in the reader's browser
"""

from ._lab import Lab, lab
from ._maps import Maps, maps
from ._model import Model, model
from ._version import __version__

__all__ = ["Lab", "Maps", "Model", "lab", "maps", "model", "__version__"]
