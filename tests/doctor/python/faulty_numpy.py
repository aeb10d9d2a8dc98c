"""Wrong implementations in NumPy: each differs from the right one in what a learner might write."""

import numpy as np
from learner import Learner, softmax

PLAIN = ("small", "odd", "wide")
ORDERED = ("causal", "causal, wide", "padded and causal")


class ScaleMissing(Learner):
    fault, on = "scale missing", (*PLAIN, "all equal", "causal", "padded", "cross", "grouped", "rotary")

    def scale(self, scores):
        return scores


class ScaleByModelWidth(Learner):
    fault, on = "scale by the wrong d", (*PLAIN, "grouped")

    def scale(self, scores):
        return scores / np.sqrt(self.e.width)


class ScaleWithoutRoot(Learner):
    fault, on = "scale by the wrong d", PLAIN

    def scale(self, scores):
        return scores / self.E


class ScaleByLength(Learner):
    fault, on = "scale by the wrong d", ("small", "odd", "cross")

    def scale(self, scores):
        return scores / np.sqrt(scores.shape[-1])


class ScaleMultiplied(Learner):
    fault, on = "scale multiplied", PLAIN

    def scale(self, scores):
        return scores * np.sqrt(self.E)


class ScaleAfterSoftmax(Learner):
    fault, on = "scale after softmax", (*PLAIN, "causal", "padded")

    def scale(self, scores):
        return scores

    def softmax(self, scores):
        return softmax(scores) / np.sqrt(self.E)


class SoftmaxOverQueries(Learner):
    fault, on = "softmax over the wrong axis", (*PLAIN, "all equal", "causal", "cross")

    def softmax(self, scores):
        return softmax(scores, axis=-2)


class SoftmaxOverHeads(Learner):
    fault, on = "softmax over the wrong axis", (*PLAIN, "cross")

    def softmax(self, scores):
        return softmax(scores, axis=1)


class SoftmaxWithoutKeepdims(Learner):
    fault, on = "softmax divides by the wrong row", ("all equal",)

    def softmax(self, scores):
        out = np.empty_like(scores)
        for b in range(scores.shape[0]):
            for h in range(self.H):
                e = np.exp(scores[b, h])
                out[b, h] = e / e.sum(axis=-1)
        return out


class SoftmaxMissing(Learner):
    fault, on = "softmax missing", PLAIN

    def softmax(self, scores):
        return scores


class MaskMissing(Learner):
    fault, on = "mask missing", (*ORDERED, "padded")

    def allowed(self):
        e = self.e
        return ~e.padding[:, None, None, :] if e.causal else np.ones_like(e.allowed)


class MaskInverted(Learner):
    fault, on = "mask inverted", ("causal", "causal, wide", "padded and causal")

    def allowed(self):
        return ~self.e.allowed


class PaddingInverted(Learner):
    fault, on = "mask inverted", ("padded", "padded and causal")

    def allowed(self):
        e = self.e
        may = np.broadcast_to(e.padding[:, None, None, :], e.allowed.shape)
        return may & np.tril(np.ones(may.shape[-2:], bool)) if e.causal else may


class MaskInvertedFinite(Learner):
    fault, on = "mask inverted", ("causal", "causal, wide")

    def mask(self, scores):
        return np.where(self.e.allowed, np.float32(-1e9), scores)


class MaskTransposed(Learner):
    fault, on = "mask transposed", ("causal", "causal, wide")

    def allowed(self):
        length = self.e.x.shape[1]
        return np.triu(np.ones((length, length), bool))


class MaskAfterSoftmax(Learner):
    fault, on = "mask after softmax", (*ORDERED, "padded")

    def attend(self, scores):
        return softmax(scores) * self.e.allowed


class MaskStrict(Learner):
    fault, on = "mask off by one", ("causal", "causal, wide")

    def allowed(self):
        length = self.e.x.shape[1]
        return np.tril(np.ones((length, length), bool), k=-1)


class MaskStrictFinite(MaskStrict):
    def mask(self, scores):
        return np.where(self.allowed(), scores, np.float32(-1e9))


class MaskOneAhead(Learner):
    fault, on = "mask off by one", ("causal", "causal, wide")

    def allowed(self):
        length = self.e.x.shape[1]
        return np.tril(np.ones((length, length), bool), k=1)


class MaskedToZero(Learner):
    fault, on = "masked scores set to 0", (*ORDERED, "padded")

    def mask(self, scores):
        return scores * self.e.allowed


class MaskAdded(Learner):
    fault, on = "mask added as 0 and 1", (*ORDERED, "padded")

    def mask(self, scores):
        return scores + self.e.allowed.astype(np.float32)


class PaddingOfQueries(Learner):
    fault, on = "padding of queries", ("padded",)

    def mask(self, scores):
        return np.where(self.e.padding[:, None, :, None], np.float32(-1e9), scores)


class PaddingOfBoth(Learner):
    fault, on = "padding of queries", ("padded",)

    def mask(self, scores):
        e = self.e
        both = e.padding[:, None, :, None] | e.padding[:, None, None, :]
        return np.where(both, np.float32(-1e9), scores)


class PaddingOffByOne(Learner):
    fault, on = "padding off by one", ("padded",)

    def allowed(self):
        keys = np.arange(self.e.memory.shape[1])
        return (keys[None, :] <= np.array(self.e.lengths)[:, None])[:, None, None, :]


class PermuteMissing(Learner):
    fault, on = "permute missing", (*PLAIN, "all equal", "causal")

    def split(self, x, heads):
        B, L, D = x.shape
        return x.reshape(B, heads, L, D // heads)


class PermuteMissingAtTheEnd(Learner):
    fault, on = "permute missing", (*PLAIN, "grouped")

    def merge(self, z):
        B, H, L, E = z.shape
        return z.reshape(B, L, H * E)


class PermuteMissingTwice(Learner):
    fault, on = "permute missing", (*PLAIN, "cross")

    def split(self, x, heads):
        B, L, D = x.shape
        return x.reshape(B, heads, L, D // heads)

    def merge(self, z):
        B, H, L, E = z.shape
        return z.reshape(B, L, H * E)


class AttentionBetweenHeads(Learner):
    fault, on = "attention between heads", (*PLAIN, "all equal")

    def split(self, x, heads):
        B, L, D = x.shape
        return x.reshape(B, L, heads, D // heads)

    def attend(self, scores):
        return softmax(scores)

    def merge(self, z):
        return z.reshape(z.shape[0], z.shape[1], -1)


class HeadsInterleaved(Learner):
    fault, on = "heads interleaved", (*PLAIN, "causal")

    def split(self, x, heads):
        B, L, D = x.shape
        return x.reshape(B, L, D // heads, heads).transpose(0, 3, 1, 2)

    def merge(self, z):
        B, H, L, E = z.shape
        return z.transpose(0, 2, 3, 1).reshape(B, L, H * E)


class ConcatenationInterleaved(Learner):
    fault, on = "concatenation order", PLAIN

    def merge(self, z):
        return np.stack(list(z.transpose(1, 0, 2, 3)), axis=-1).reshape(*self.e.x.shape)


class ConcatenationReversed(Learner):
    fault, on = "concatenation order", PLAIN

    def merge(self, z):
        return np.concatenate([z[:, h] for h in reversed(range(self.H))], axis=-1)


class OneHead(Learner):
    fault, on = "one head", (*PLAIN, "causal", "padded")

    def split(self, x, heads):
        return x[:, None]

    def scale(self, scores):
        return scores / np.sqrt(self.e.width)


class Transposed(Learner):
    fault, on = "W transposed", (*PLAIN, "all equal", "causal")

    def project(self, x, W, b):
        return x @ W + b


class OutputTransposed(Learner):
    fault, on = "W transposed", (*PLAIN, "grouped")

    def output(self, z):
        return z @ self.e.W_O + self.e.b_O


class OutputMissing(Learner):
    fault, on = "W_O missing", (*PLAIN, "grouped", "rotary")

    def output(self, z):
        return z


class OutputBiasMissing(Learner):
    fault, on = "bias missing", (*PLAIN, "cross")

    def output(self, z):
        return z @ self.e.W_O.T


class BiasesMissing(Learner):
    fault, on = "bias missing", (*PLAIN, "padded")

    def project(self, x, W, b):
        return x @ W.T


class QueryAndKeySwapped(Learner):
    fault, on = "q and k swapped", (*PLAIN, "all equal", "causal", "rotary")

    def multiply(self, q, k):
        return k @ q.transpose(0, 1, 3, 2)


class KeyAndValueSwapped(Learner):
    fault, on = "k and v swapped", (*PLAIN, "cross", "grouped")

    def run(self):
        e = self.e
        e.W_K, e.W_V, e.b_K, e.b_V = e.W_V, e.W_K, e.b_V, e.b_K
        try:
            return super().run()
        finally:
            e.W_K, e.W_V, e.b_K, e.b_V = e.W_V, e.W_K, e.b_V, e.b_K


class Tiled(Learner):
    fault, on = "GQA: tile instead of repeat", ("grouped", "grouped, causal")

    def repeat(self, x):
        return np.tile(x, (1, self.H // self.e.kv_heads, 1, 1))


class RotaryInterleaved(Learner):
    fault, on = "rotary pairs", ("rotary", "rotary, causal", "rotary, interleaved")

    def turn(self, x):
        self.e.interleaved = not self.e.interleaved
        try:
            return super().turn(x)
        finally:
            self.e.interleaved = not self.e.interleaved


class RotaryTheta(Learner):
    fault, on = "wrong theta", ("rotary, long", "rotary")

    def angles(self, length, width):
        theta = 10000.0 if self.e.theta != 10000.0 else 500000.0
        return np.arange(length)[:, None] * theta ** (-np.arange(0, width, 2) / width)


class RotaryExponent(Learner):
    fault, on = "rotary exponent", ("rotary", "rotary, causal")

    def angles(self, length, width):
        return np.arange(length)[:, None] * self.e.theta ** (-np.arange(width // 2) / width)


class RotaryOnValues(Learner):
    fault, on = "rotary on values too", ("rotary", "rotary, causal", "rotary, interleaved")

    def place(self, q, k, v):
        return self.turn(q), self.turn(k), self.turn(v)


class RotaryOnQueriesOnly(Learner):
    fault, on = "rotary on one of two", ("rotary", "rotary, causal")

    def place(self, q, k, v):
        return self.turn(q), k, v


class RotaryMissing(Learner):
    fault, on = "rotary missing", ("rotary", "rotary, causal")

    def place(self, q, k, v):
        return q, k, v


class RotaryByHead(Learner):
    fault, on = "rotary by head", ("rotary", "rotary, causal")

    def turn(self, x):
        return super().turn(x.transpose(0, 2, 1, 3)).transpose(0, 2, 1, 3)


class AlibiSign(Learner):
    fault, on = "ALiBi sign", ("alibi", "alibi, causal")

    def bias(self, length, keys):
        return -super().bias(length, keys)


class AlibiSigned(Learner):
    fault, on = "ALiBi distance with a sign", ("alibi",)

    def bias(self, length, keys):
        return self.e.slopes[:, None, None] * (np.arange(keys)[None, :] - np.arange(length)[:, None])


class AlibiFromOne(Learner):
    fault, on = "ALiBi slopes start too high", ("alibi", "alibi, causal")

    def bias(self, length, keys):
        return super().bias(length, keys) * 2 ** (8 / self.H)


class AveragedMaps(Learner):
    fault, on = "averaged heads", (*PLAIN, "causal")

    def softmax(self, scores):
        return np.broadcast_to(softmax(scores).mean(axis=1, keepdims=True), scores.shape).copy()


class ScaleAndBias(ScaleMissing):
    fault, on = "scale missing + bias missing", ("small", "causal")
    output = OutputBiasMissing.output


class TransposedAndInverted(Transposed):
    fault, on = "W transposed + mask inverted", ("causal", "causal, wide")
    allowed = MaskInverted.allowed


class InterleavedAndScale(HeadsInterleaved):
    fault, on = "heads interleaved + scale by the wrong d", ("small", "odd")
    scale = ScaleByModelWidth.scale


class PermuteAndOffByOne(PermuteMissingAtTheEnd):
    fault, on = "permute missing + mask off by one", ("causal", "causal, wide")
    allowed = MaskOneAhead.allowed


class TiledAndOutput(Tiled):
    fault, on = "W_O missing + GQA: tile instead of repeat", ("grouped",)
    output = OutputMissing.output


class BiasesSwapped(Learner):
    fault, on = "biases of q and k swapped", PLAIN

    def project(self, x, W, b):
        e = self.e
        if W is e.W_Q:
            return x @ W.T + e.b_K
        return x @ W.T + (e.b_Q if W is e.W_K else b)


class HeadsBeforeProjection(Learner):
    fault, on = "heads cut before the projection", (*PLAIN, "causal", "cross")

    def project(self, x, W, b):
        B, L, D = x.shape
        parts = x.reshape(B, L, self.H, D // self.H)
        own = W.reshape(self.H, self.E, self.H, D // self.H)
        heads = [parts[:, :, h] @ own[h, :, h].T for h in range(self.H)]
        return np.concatenate(heads, axis=-1) + b


class OneLinearForAllHeads(Learner):
    fault, on = "heads cut before the projection", (*PLAIN, "causal")

    def project(self, x, W, b):
        B, L, D = x.shape
        heads = x.reshape(B, L, self.H, self.E) @ W[: self.E, : self.E].T
        return heads.reshape(B, L, D) + b


class RotaryNotAskedFor(Learner):
    fault, on = "rotary not asked for", (*PLAIN, "causal", "cross")

    def angles(self, length, width):
        return np.arange(length)[:, None] * 10000.0 ** (-np.arange(0, width, 2) / width)

    def multiply(self, q, k):
        return super().multiply(self.turn(q), self.turn(k))


class NotItself(Learner):
    fault, on = "mask off by one", ORDERED[:2]

    def allowed(self):
        length = self.e.x.shape[1]
        may = np.tril(np.ones((length, length), bool), -1)
        may[0, 0] = True
        return may
