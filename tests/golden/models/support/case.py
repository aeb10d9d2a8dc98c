"""One case: a model of transformers with parameters and inputs from a seed, and what it gives.

Stored is what it gives in float32. Where that is off from what it gives in float64 by more than 1e-5 of
the tensor's largest number, that of float64 is stored instead, rounded.
"""

import dataclasses
import tempfile

import numpy as np
import torch
from golden import unit
from safetensors.numpy import load_file
from support.older import older
from support.parameters import fill
from support.run import run

WORSE = 1e-5
INPUTS = 5000  # streams of inputs, beyond those of parameters
SPECIAL = 3  # ids that no text has: padding, begin, end


@dataclasses.dataclass
class Definition:
    """A model to be run. `blocks` leads to its list of layers, or to several, `encoder_blocks` to the
    encoder's."""

    name: str
    model: type
    config: object
    exercises: list
    blocks: str | list
    encoder_blocks: str = ""
    length: int = 11
    target: int = 0  # tokens that the decoder of an encoder-decoder reads
    types: bool = False  # two sentences, told apart by token types
    pixels: tuple = ()
    own_head: bool = False  # where transformers would tie it, and files have another
    older: dict = dataclasses.field(default_factory=dict)  # what older config.json say otherwise


@dataclasses.dataclass
class Made:
    about: dict
    config: str
    older: str  # config.json as before transformers 5
    tensors: dict
    peak: float  # the mean of each row's largest weight: flat attention shows no error


def make(definition, seed):
    definition.config._attn_implementation = "eager"
    model = definition.model(definition.config).eval()
    if definition.own_head:
        head = model.get_output_embeddings()
        head.weight = torch.nn.Parameter(head.weight.detach().clone())
    fill(model, seed)
    config, weights, model = saved(model)
    inputs = inputs_of(definition, seed)
    single = run(definition, model, inputs)
    double = run(definition, model.double(), inputs)
    own = {name: apart(single[name], double[name]) for name in single}
    worst = max(own.values())
    kept = single if worst <= WORSE else double
    expected = {name: value.astype(np.float32) for name, value in kept.items()}
    for name, value in expected.items():
        assert np.isfinite(value).all(), f"{definition.name}: {name} is not finite"
    pattern = (kept["attentions"] > 0).any(axis=1)
    groups = {"weights": weights, "inputs": {**inputs, "pattern": pattern}, "expected": expected}
    tensors = {
        f"{group}/{name}": np.ascontiguousarray(value)
        for group, values in groups.items()
        for name, value in values.items()
    }
    about = {
        "name": definition.name,
        "class": type(model).__name__,
        "exercises": definition.exercises,
        "precision": "float32" if kept is single else "float64",
        "own": float(f"{worst:.1e}"),
    }
    older_config = older(definition.config, config, definition.older)
    peak = float(expected["attentions"].max(axis=-1).mean())
    return Made(about, config, older_config, tensors, peak)


def saved(model):
    """config.json and the tensors as save_pretrained writes them, and the model that those make."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        with open(f"{folder}/config.json") as file:
            config = file.read()
        opened = type(model).from_pretrained(folder, attn_implementation="eager").eval()
        return config, load_file(f"{folder}/model.safetensors"), opened


def inputs_of(definition, seed):
    """Without a batch. Ids come again now and then, as those of a text do."""
    if definition.pixels:
        numbers = unit(int(np.prod(definition.pixels)), seed, INPUTS)
        pixels = np.round((2 * numbers - 1) * 16) / 16
        return {"pixels": pixels.reshape(definition.pixels).astype(np.float32)}
    vocab = definition.config.vocab_size

    def ids(length, stream, count):
        numbers = unit(length, seed, INPUTS + stream) * (count - SPECIAL)
        return np.floor(numbers).astype(np.int32) + SPECIAL

    inputs = {"ids": ids(definition.length, 0, vocab)}
    if definition.types:
        second = np.arange(definition.length) >= 0.6 * definition.length
        inputs["typeIds"] = second.astype(np.int32)
    if definition.target:
        count = getattr(definition.config, "decoder_vocab_size", vocab)
        inputs["targetIds"] = ids(definition.target, 1, count)
        inputs["targetIds"][0] = definition.config.decoder_start_token_id
    return inputs


def apart(single, double):
    """The largest difference, of the largest number."""
    return float(np.abs(single - double).max() / (np.abs(double).max() or 1))
