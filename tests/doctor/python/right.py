"""Right implementations, in as many ways as they are written."""

import math

import numpy as np
import torch
from faulty_torch import Module, tensor
from learner import Learner, softmax
from torch.nn import functional as F

PLAIN = ("small", "odd", "all equal", "wide", "one sequence")
MASKED = ("causal", "causal, wide", "padded", "padded and causal")
ROTARY = ("rotary", "rotary, causal", "rotary, interleaved", "rotary, long")


class Batched(Learner):
    on = (*PLAIN, *MASKED, "cross", "grouped", "grouped, causal", *ROTARY, "alibi", "alibi, causal")


class InFloat64(Learner):
    on = (*PLAIN, *MASKED)

    def project(self, x, W, b):
        return x.astype(np.float64) @ W.T.astype(np.float64) + b


class MaskedByMinusBillion(Learner):
    on = MASKED

    def mask(self, scores):
        return np.where(self.e.allowed, scores, np.float32(-1e9))


class MaskAddedAsMinusInfinity(Learner):
    on = MASKED

    def mask(self, scores):
        return scores + np.where(self.e.allowed, 0, -np.inf)


class MaskedAndRenormalised(Learner):
    on = MASKED

    def attend(self, scores):
        shares = softmax(scores) * self.e.allowed
        return shares / shares.sum(-1, keepdims=True)


class NaiveSoftmax(Learner):
    on = PLAIN

    def softmax(self, scores):
        return np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)


class QueriesScaled(Learner):
    on = PLAIN

    def multiply(self, q, k):
        return (q / np.sqrt(self.E)) @ k.transpose(0, 1, 3, 2)

    def scale(self, scores):
        return scores


class Einsum(Learner):
    on = (*PLAIN, *MASKED)

    def multiply(self, q, k):
        return np.einsum("bhie,bhje->bhij", q, k)

    def weigh(self, attention, v):
        return np.einsum("bhij,bhjd->bhid", attention, v)


class HeadByHead(Learner):
    """A weight matrix for each head, as in the paper."""

    on = PLAIN

    def run(self):
        e = self.e
        outputs, maps = 0, []
        for h in range(e.heads):
            rows = slice(h * self.E, (h + 1) * self.E)
            q = e.x @ e.W_Q[rows].T + e.b_Q[rows]
            k = e.memory @ e.W_K[rows].T + e.b_K[rows]
            v = e.memory @ e.W_V[rows].T + e.b_V[rows]
            attention = softmax(q @ k.transpose(0, 2, 1) / np.sqrt(self.E))
            outputs = outputs + attention @ v @ e.W_O[:, rows].T
            maps.append(attention)
        return outputs + e.b_O, np.stack(maps, axis=1)


class TokenByToken(Learner):
    """Three loops, and a softmax that never sees a whole row (Milakov and Gimelshein 2018)."""

    on = ("small", "odd", "causal")

    def attend(self, scores):
        masked = self.mask(scores)
        shares = np.zeros_like(masked)
        for row in np.ndindex(masked.shape[:-1]):
            largest, total = -np.inf, 0.0
            for score in masked[row]:
                new = max(largest, score)
                total = total * np.exp(largest - new) + np.exp(score - new)
                largest = new
            shares[row] = np.exp(masked[row] - largest) / total
        return shares


class OneMatrixForAll(Learner):
    on = PLAIN

    def run(self):
        e = self.e
        packed = e.x @ np.concatenate([e.W_Q, e.W_K, e.W_V]).T + np.concatenate([e.b_Q, e.b_K, e.b_V])
        q, k, v = (self.split(x, self.H) for x in np.split(packed, 3, axis=-1))
        attention = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(self.E))
        return self.output(self.merge(attention @ v)), attention


class KeyBiasLeftOut(Learner):
    """A bias of the keys moves all scores of a query by the same amount: it cannot be seen."""

    on = PLAIN

    def run(self):
        kept, self.e.b_K = self.e.b_K, np.zeros_like(self.e.b_K)
        try:
            return super().run()
        finally:
            self.e.b_K = kept


class MultiheadAttention(Module):
    on = (*PLAIN, *MASKED)

    def compute(self):
        x = tensor(self.e.x)
        masks = {"attn_mask": self.mask(), "key_padding_mask": self.padding()}
        return self.layer()(x, x, x, average_attn_weights=False, **masks)


class MultiheadAttentionAcross(Module):
    on = ("cross", "cross, same length")

    def compute(self):
        x, memory = tensor(self.e.x), tensor(self.e.memory)
        return self.layer()(x, memory, memory, average_attn_weights=False)


class LengthFirst(Module):
    on = PLAIN

    def compute(self):
        x = tensor(self.e.x).transpose(0, 1)
        output, maps = self.layer(batch_first=False)(x, x, x, average_attn_weights=False)
        return output.transpose(0, 1), maps


class Evaluated(Module):
    """Dropout, switched off."""

    on = PLAIN

    def compute(self):
        x = tensor(self.e.x)
        return self.layer(dropout=0.5).eval()(x, x, x, average_attn_weights=False)


class ScaledDotProductAttention(Module):
    on = (*PLAIN, *MASKED, "cross")

    def compute(self):
        q, k, v = self.qkv()
        z = F.scaled_dot_product_attention(q, k, v, attn_mask=tensor(self.e.allowed))
        identity = torch.eye(k.shape[-2]).expand(*k.shape[:2], -1, -1)
        maps = F.scaled_dot_product_attention(q, k, identity, attn_mask=tensor(self.e.allowed))
        return self.out(z), maps


class GroupsByTorch(Module):
    on = ("grouped",)

    def compute(self):
        q, k, v = self.qkv()
        z = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
        k = k.repeat_interleave(self.e.heads // self.e.kv_heads, dim=1)
        return self.out(z), F.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)


class GroupsByExpand(Module):
    on = ("grouped", "grouped, causal")

    def compute(self):
        q, k, v = self.qkv()
        groups = self.e.heads // self.e.kv_heads
        k, v = (x[:, :, None].expand(-1, -1, groups, -1, -1).flatten(1, 2) for x in (k, v))
        scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~tensor(self.e.allowed), -torch.inf)
        return self.out(scores.softmax(-1) @ v), scores.softmax(-1)


class RotaryByComplexNumbers(Module):
    """As Llama's own code has it."""

    on = ("rotary, interleaved",)

    def compute(self):
        q, k, v = self.qkv()
        L, E = q.shape[-2:]
        frequencies = 1.0 / (self.e.theta ** (torch.arange(0, E, 2).float() / E))
        angle = torch.outer(torch.arange(L).float(), frequencies)
        turns = torch.polar(torch.ones_like(angle), angle)
        turn = lambda x: torch.view_as_real(
            torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous()) * turns
        ).flatten(-2)
        q, k = turn(q), turn(k)
        attention = F.softmax(q @ k.mT / math.sqrt(E), dim=-1)
        return self.out(attention @ v), attention


class RotaryByHalves(Module):
    """As transformers has it."""

    on = ("rotary", "rotary, causal", "rotary, long")

    def compute(self):
        q, k, v = self.qkv()
        L, E = q.shape[-2:]
        frequencies = 1.0 / (self.e.theta ** (torch.arange(0, E, 2).float() / E))
        angle = torch.outer(torch.arange(L).float(), frequencies)
        angle = torch.cat((angle, angle), dim=-1)
        rotate = lambda x: torch.cat((-x[..., E // 2 :], x[..., : E // 2]), dim=-1)
        q, k = (x * angle.cos() + rotate(x) * angle.sin() for x in (q, k))
        scores = (q @ k.mT / math.sqrt(E)).masked_fill(~tensor(self.e.allowed), -torch.inf)
        return self.out(scores.softmax(-1) @ v), scores.softmax(-1)


class CausalByTorch(Module):
    on = ("causal", "causal, wide")

    def compute(self):
        q, k, v = self.qkv()
        z = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~tensor(self.e.allowed), -torch.inf)
        return self.out(z), scores.softmax(-1)
