"""Wrong implementations in PyTorch, written with its own layers and functions."""

import math

import torch
from torch import nn
from torch.nn import functional as F

PLAIN = ("small", "odd", "wide")


def tensor(array):
    return torch.from_numpy(array)


class Module:
    """nn.MultiheadAttention with the weights of an exercise."""

    fault, on = None, ()

    def __init__(self, exercise):
        self.e = exercise

    def layer(self, **options):
        e = self.e
        layer = nn.MultiheadAttention(e.width, e.heads, **{"batch_first": True, **options})
        with torch.no_grad():
            layer.in_proj_weight.copy_(torch.cat([tensor(w) for w in (e.W_Q, e.W_K, e.W_V)]))
            layer.in_proj_bias.copy_(torch.cat([tensor(b) for b in (e.b_Q, e.b_K, e.b_V)]))
            layer.out_proj.weight.copy_(tensor(e.W_O))
            layer.out_proj.bias.copy_(tensor(e.b_O))
        return layer

    def mask(self):
        """torch's: True may not attend."""
        length = self.e.x.shape[1]
        return torch.triu(torch.ones(length, length, dtype=torch.bool), 1) if self.e.causal else None

    def padding(self):
        return tensor(self.e.padding) if self.e.lengths else None

    def heads(self, x, weight, bias, count):
        B, L, _ = x.shape
        return F.linear(x, tensor(weight), tensor(bias)).view(B, L, count, -1).transpose(1, 2)

    def qkv(self):
        e = self.e
        x, memory = tensor(e.x), tensor(e.memory)
        return (
            self.heads(x, e.W_Q, e.b_Q, e.heads),
            self.heads(memory, e.W_K, e.b_K, e.kv_heads),
            self.heads(memory, e.W_V, e.b_V, e.kv_heads),
        )

    def out(self, z):
        B, H, L, E = z.shape
        joined = z.transpose(1, 2).reshape(B, L, H * E)
        return F.linear(joined, tensor(self.e.W_O), tensor(self.e.b_O))

    def run(self):
        output, attention = self.compute()
        return output.detach().numpy(), attention.detach().numpy()


class BatchFirstMissing(Module):
    fault, on = "batch and length swapped", ("small", "odd", "all equal")

    def compute(self):
        x = tensor(self.e.x)
        output, maps = self.layer(batch_first=False)(x, x, x, average_attn_weights=False)
        return output, maps


class OutputLengthFirst(Module):
    fault, on = "batch and length swapped", ("small", "odd", "all equal")

    def compute(self):
        x = tensor(self.e.x).transpose(0, 1)
        return self.layer(batch_first=False)(x, x, x, average_attn_weights=False)


class AveragedByDefault(Module):
    fault, on = "averaged heads", ("small", "causal", "padded")

    def compute(self):
        x = tensor(self.e.x)
        return self.layer()(x, x, x, attn_mask=self.mask(), key_padding_mask=self.padding())


class DropoutLeftOn(Module):
    fault, on = "dropout left on", ("small", "odd", "wide", "causal")

    def compute(self):
        torch.manual_seed(7)
        x = tensor(self.e.x)
        layer = self.layer(dropout=0.3).train()
        return layer(x, x, x, attn_mask=self.mask(), average_attn_weights=False)


class OutputDropout(Module):
    fault, on = "dropout left on", ("small", "odd")

    def compute(self):
        torch.manual_seed(8)
        x = tensor(self.e.x)
        output, maps = self.layer()(x, x, x, average_attn_weights=False)
        return F.dropout(output, 0.1, training=True), maps


class MaskMeansAttend(Module):
    """True in nn.MultiheadAttention's mask forbids; this passes what may attend."""

    fault, on = "mask inverted", ("causal", "causal, wide")

    def compute(self):
        x = tensor(self.e.x)
        return self.layer()(x, x, x, attn_mask=~self.mask(), average_attn_weights=False)


class SdpaMaskInverted(Module):
    """True in F.scaled_dot_product_attention's mask allows; this passes what may not attend."""

    fault, on = "mask inverted", ("padded",)

    def compute(self):
        q, k, v = self.qkv()
        forbidden = tensor(self.e.padding)[:, None, None, :]
        scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~forbidden, -1e9)
        return self.out(scores.softmax(-1) @ v), scores.softmax(-1)


class BooleanAsFloat(Module):
    fault, on = "mask added as 0 and 1", ("causal",)

    def compute(self):
        x = tensor(self.e.x)
        return self.layer()(x, x, x, attn_mask=self.mask().float(), average_attn_weights=False)


class SoftmaxOverBatch(Module):
    fault, on = "softmax over the wrong axis", ("small", "odd")

    def compute(self):
        q, k, v = self.qkv()
        attention = F.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=0)
        return self.out(attention @ v), attention


class ScaleOfTheLayer(Module):
    fault, on = "scale by the wrong d", PLAIN

    def compute(self):
        q, k, v = self.qkv()
        attention = F.softmax(q @ k.mT * self.e.width**-0.5, dim=-1)
        return self.out(attention @ v), attention


class ScaledTwice(Module):
    fault, on = "scale by the wrong d", PLAIN

    def compute(self):
        q, k, v = self.qkv()
        q = q / math.sqrt(q.shape[-1])
        attention = F.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
        return self.out(attention @ v), attention


class ChunksInOrderKqv(Module):
    """nanoGPT's order is q, k, v; this takes k first."""

    fault, on = "q and k swapped", ("small", "causal", "wide")

    def compute(self):
        e = self.e
        packed = torch.cat([tensor(w) for w in (e.W_Q, e.W_K, e.W_V)])
        bias = torch.cat([tensor(b) for b in (e.b_Q, e.b_K, e.b_V)])
        k, q, v = F.linear(tensor(e.x), packed, bias).chunk(3, dim=-1)
        q, k, v = (x.unflatten(-1, (e.heads, -1)).transpose(1, 2) for x in (q, k, v))
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        attention = scores.masked_fill(~tensor(e.allowed), float("-inf")).softmax(-1)
        return self.out(attention @ v), attention


class PackedByHeads(Module):
    fault, on = "packed weights cut by heads", PLAIN

    def compute(self):
        e = self.e
        packed = torch.cat([tensor(w) for w in (e.W_Q, e.W_K, e.W_V)])
        bias = torch.cat([tensor(b) for b in (e.b_Q, e.b_K, e.b_V)])
        B, L, _ = e.x.shape
        qkv = F.linear(tensor(e.x), packed, bias).view(B, L, e.heads, 3, -1)
        q, k, v = (x.transpose(1, 2) for x in qkv.unbind(3))
        attention = F.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
        return self.out(attention @ v), attention


class ViewAfterTranspose(Module):
    fault, on = "permute missing", PLAIN

    def compute(self):
        q, k, v = self.qkv()
        attention = F.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
        z = (attention @ v).contiguous().view(self.e.x.shape)
        return F.linear(z, tensor(self.e.W_O), tensor(self.e.b_O)), attention


class RepeatForRepeatInterleave(Module):
    fault, on = "GQA: tile instead of repeat", ("grouped", "grouped, causal")

    def compute(self):
        q, k, v = self.qkv()
        times = self.e.heads // self.e.kv_heads
        k, v = k.repeat(1, times, 1, 1), v.repeat(1, times, 1, 1)
        scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~tensor(self.e.allowed), -torch.inf)
        attention = scores.softmax(-1)
        return self.out(attention @ v), attention


class RotateHalfWithoutMinus(Module):
    fault, on = "rotary the wrong way", ("rotary", "rotary, causal")

    def compute(self):
        q, k, v = self.qkv()
        L, E = q.shape[-2:]
        frequencies = self.e.theta ** (-torch.arange(0, E, 2) / E)
        angle = torch.outer(torch.arange(L).float(), torch.cat([frequencies, frequencies]))
        rotate = lambda x: torch.cat((x[..., E // 2 :], -x[..., : E // 2]), dim=-1)
        q, k = (x * angle.cos() + rotate(x) * angle.sin() for x in (q, k))
        scores = (q @ k.mT / math.sqrt(E)).masked_fill(~tensor(self.e.allowed), -torch.inf)
        return self.out(scores.softmax(-1) @ v), scores.softmax(-1)


class ResidualInside(Module):
    fault, on = "residual added", PLAIN

    def compute(self):
        x = tensor(self.e.x)
        output, maps = self.layer()(x, x, x, average_attn_weights=False)
        return output + x, maps


class MemoryIgnored(Module):
    fault, on = "wrong input", ("cross, same length",)

    def compute(self):
        x = tensor(self.e.x)
        return self.layer()(x, x, x, average_attn_weights=False)


class FullyMaskedRows(Module):
    fault, on = "mask off by one", ("causal",)

    def compute(self):
        x = tensor(self.e.x)
        strict = torch.triu(torch.ones(x.shape[1], x.shape[1], dtype=torch.bool))
        return self.layer()(x, x, x, attn_mask=strict, average_attn_weights=False)


class DropoutAndScale(Module):
    fault, on = "scale missing + dropout left on", ("small", "odd")

    def compute(self):
        torch.manual_seed(9)
        q, k, v = self.qkv()
        attention = F.dropout((q @ k.mT).softmax(-1), 0.2, training=True)
        return self.out(attention @ v), attention
