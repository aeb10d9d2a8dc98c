"""One forward pass of a model, with everything that it computes on the way."""

import itertools
import operator

import numpy as np
import torch

ARGUMENTS = {
    "ids": "input_ids",
    "typeIds": "token_type_ids",
    "targetIds": "decoder_input_ids",
    "pixels": "pixel_values",
}

# What stands in the output of transformers as a tensor for each layer: of one stack, of two.
ONE = {"attentions": "attentions", "hidden_states": "hidden"}
TWO = {
    "decoder_attentions": "attentions",
    "decoder_hidden_states": "hidden",
    "cross_attentions": "crossAttentions",
    "encoder_attentions": "encoderAttentions",
    "encoder_hidden_states": "encoderHidden",
}


class Blocks:
    """Notes what enters each block of a stack, and what leaves the last that runs."""

    def __init__(self, model, paths):
        self.entered, self.left, self._hooks = [], None, []
        paths = [paths] if isinstance(paths, str) else paths
        stacks = [operator.attrgetter(path)(model) for path in paths]
        for block in itertools.chain(*stacks):
            self._hooks.append(block.register_forward_pre_hook(self._enter, with_kwargs=True))
            self._hooks.append(block.register_forward_hook(self._leave))

    def _enter(self, _block, args, kwargs):
        self.entered.append(args[0] if args else kwargs["hidden_states"])

    def _leave(self, _block, _args, out):
        self.left = out[0] if isinstance(out, tuple) else out

    def check(self, hidden):
        """hidden[i] is what enters block i; the last is what follows them all."""
        assert len(hidden) == len(self.entered) + 1
        for kept, entered in zip(hidden, self.entered):
            assert np.array_equal(kept, plain(entered))
        for hook in self._hooks:
            hook.remove()


def run(definition, model, inputs):
    """The results by the names of the data, without the batch."""
    blocks = Blocks(model, definition.blocks)
    encoder_blocks = definition.encoder_blocks and Blocks(model, definition.encoder_blocks)
    given = {ARGUMENTS[name]: batch(value, model) for name, value in inputs.items()}
    with torch.no_grad():
        out = model(**given, output_attentions=True, output_hidden_states=True)
    results = {}
    for theirs, ours in (TWO if encoder_blocks else ONE).items():
        layers = [plain(each) for each in out[theirs]]
        if layers[-1].shape != layers[0].shape:  # mapped to another width behind the last block
            results["lastHidden"], layers[-1] = layers[-1], plain(blocks.left)
        results[ours] = np.stack(layers)
    results["beforeFinalNorm"] = plain(blocks.left)
    blocks.check(results["hidden"])
    if encoder_blocks:
        results["encoderBeforeFinalNorm"] = plain(encoder_blocks.left)
        encoder_blocks.check(results["encoderHidden"])
    for theirs, ours in {"logits": "logits", "pooler_output": "pooled"}.items():
        if out.get(theirs) is not None:
            results[ours] = plain(out[theirs])
    if "logits" not in results:
        results["lastHidden"] = plain(out["last_hidden_state"])
    return results


def batch(value, model):
    tensor = torch.from_numpy(value)[None]
    return tensor.to(model.dtype) if tensor.is_floating_point() else tensor.long()


def plain(tensor):
    return tensor[0].double().numpy()
