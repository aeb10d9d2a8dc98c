"""An implementation in NumPy that is right, in small methods. Each faulty one overrides a method, as a learner
would have written it."""

import numpy as np


def softmax(x, axis=-1):
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


class Learner:
    fault = None  # the name that the doctor should find; None: it is right
    on = ()  # the exercises that it is run on

    def __init__(self, exercise):
        self.e = exercise
        self.H, self.E = exercise.heads, exercise.head_dim

    def run(self):
        e = self.e
        q = self.project(e.x, e.W_Q, e.b_Q)
        k = self.project(e.memory, e.W_K, e.b_K)
        v = self.project(e.memory, e.W_V, e.b_V)
        q, k, v = self.split(q, self.H), self.split(k, e.kv_heads), self.split(v, e.kv_heads)
        if e.theta:
            q, k, v = self.place(q, k, v)
        k, v = self.repeat(k), self.repeat(v)
        scores = self.scale(self.multiply(q, k))
        attention = self.attend(scores)
        out = self.merge(self.weigh(attention, v))
        return self.output(out), self.maps(attention)

    def project(self, x, W, b):
        return x @ W.T + b

    def split(self, x, heads):
        B, L, D = x.shape
        return x.reshape(B, L, heads, D // heads).transpose(0, 2, 1, 3)

    def angles(self, length, width):
        frequencies = self.e.theta ** (-np.arange(0, width, 2) / width)
        return np.arange(length)[:, None] * frequencies

    def turn(self, x):
        angle = self.angles(x.shape[2], x.shape[3])
        cos, sin = np.cos(angle), np.sin(angle)
        if self.e.interleaved:
            a, b = x[..., ::2], x[..., 1::2]
            return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)
        half = x.shape[-1] // 2
        a, b = x[..., :half], x[..., half:]
        return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)

    def place(self, q, k, v):
        return self.turn(q), self.turn(k), v

    def repeat(self, x):
        return np.repeat(x, self.H // self.e.kv_heads, axis=1)

    def multiply(self, q, k):
        return q @ k.transpose(0, 1, 3, 2)

    def scale(self, scores):
        return scores / np.sqrt(self.E)

    def bias(self, length, keys):
        distance = np.abs(np.arange(length)[:, None] - np.arange(keys)[None, :])
        return -self.e.slopes[:, None, None] * distance

    def attend(self, scores):
        return self.softmax(self.mask(scores))

    def mask(self, scores):
        if self.e.alibi:
            scores = scores + self.bias(*scores.shape[-2:])
        return np.where(self.allowed(), scores, -np.inf)

    def allowed(self):
        return self.e.allowed

    def softmax(self, scores):
        return softmax(scores)

    def weigh(self, attention, v):
        return attention @ v

    def merge(self, z):
        B, H, L, E = z.shape
        return z.transpose(0, 2, 1, 3).reshape(B, L, H * E)

    def output(self, z):
        return z @ self.e.W_O.T + self.e.b_O

    def maps(self, attention):
        return attention
