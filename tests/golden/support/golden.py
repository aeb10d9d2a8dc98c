"""What the generators of golden data share: inputs from a seed, cases, the file that holds them.
Knows no framework.

Inputs and parameters are not stored. Both sides draw them from Philox4x32-10 (Salmon et al. 2011):
key = the case's seed, counter = (floor(n / 4), 0, stream, 0); number n is word n mod 4 of that
block, made uniform in [-bound, bound).
"""

import gzip
import itertools
import pathlib
import random
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "conformance"))
from pack import Pack  # noqa: E402

WORD = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


def philox(counter, key):
    """Four arrays of words for four of counters; key is two words."""
    a, b, c, d = (np.asarray(word, dtype=np.uint64) for word in counter)
    left, right = (np.uint64(word) for word in key)
    for _ in range(10):
        x = a * np.uint64(0xD2511F53)
        y = c * np.uint64(0xCD9E8D57)
        a, b, c, d = (y >> HALF) ^ b ^ left, y & WORD, (x >> HALF) ^ d ^ right, x & WORD
        left = (left + np.uint64(0x9E3779B9)) & WORD
        right = (right + np.uint64(0xBB67AE85)) & WORD
    return a, b, c, d


def unit(count, seed, stream):
    """Uniform in [0, 1), multiples of 2^-24, so exact in float32."""
    blocks = np.arange((count + 3) // 4)
    zeros = np.zeros_like(blocks)
    words = philox((blocks, zeros, zeros + stream, zeros), (seed & 0xFFFFFFFF, seed >> 32))
    return (np.stack(words, axis=-1).reshape(-1)[:count] >> np.uint64(8)) * 2.0**-24


class Drawn:
    """A tensor that both sides draw: its numbers, and what the file says of it."""

    def __init__(self, array, about):
        self.array = array
        self.about = about


class Case:
    """One call: `about` is what the file says of it, in the words of the framework."""

    def __init__(self, pack, seed, name, **about):
        self.pack = pack
        self.seed = seed
        self.about = {"name": name, "seed": seed, **about}
        self._streams = itertools.count()

    def draw(self, *shape, bound=1.0):
        """Uniform in [-bound, bound); bound is a power of two, so that nothing is rounded."""
        assert np.log2(bound) == np.round(np.log2(bound))
        stream = next(self._streams)
        numbers = (2 * unit(int(np.prod(shape)), self.seed, stream) - 1) * bound
        about = {"shape": list(shape), "stream": stream, "bound": bound}
        return Drawn(numbers.astype(np.float32).reshape(shape), about)

    def chance(self, *shape, of):
        """Booleans, each true with the given chance. They are stored where they are used."""
        return (unit(int(np.prod(shape)), self.seed, next(self._streams)) < of).reshape(shape)

    def bias(self, *shape, masked):
        """Floats to be added to scores: few different ones, some of them -Infinity. Stored too."""
        steps = np.floor(unit(int(np.prod(shape)), self.seed, next(self._streams)) * 32) / 8 - 2
        return np.where(self.chance(*shape, of=masked), -np.inf, steps.reshape(shape)).astype(
            np.float32
        )

    def store(self, array):
        return {"tensor": self.pack.add(array)}

    def keep(self, inputs, parameters, options, true, own):
        """The call and what it gave. Masks among the options are stored."""
        if any(np.isnan(array).any() for array in true.values()):
            raise ValueError(f"{self.about['name']}: NaN")
        self.about["inputs"] = {name: drawn.about for name, drawn in inputs.items()}
        self.about["parameters"] = {name: drawn.about for name, drawn in parameters.items()}
        self.about["options"] = {
            name: self.store(value) if isinstance(value, np.ndarray) else value
            for name, value in options.items()
        }
        self.about["expected"] = {name: self.expect(true[name], own[name]) for name in own}

    def keep_gradients(self, grad_output, true, own):
        self.about["gradOutput"] = grad_output.about
        self.about["gradients"] = {
            name: self.expect_gradient(true[name], own[name]) for name in true
        }

    def expect(self, true, own):
        """The true value, computed in float64, and how far off the framework's own float32 was.

        That in units of the last place, of the largest number in the matrix, the last two axes.
        """
        true, own = self._alike(true, own)
        finite = np.isfinite(true)
        apart = np.abs(np.where(finite, own, 0) - np.where(finite, true, 0))
        largest = np.abs(np.where(finite, true, 0)).max(axis=(-2, -1), keepdims=True, initial=0)
        ulps = (apart / np.spacing(largest.astype(np.float32))).max(initial=0)
        return {**self.store(true.astype(np.float32)), "own": round(float(ulps), 3)}

    def expect_gradient(self, true, own):
        """The same, but `own` is the largest difference itself: a gradient may be nothing but 0."""
        true, own = self._alike(true, own)
        if np.isnan(true).any():
            raise ValueError(f"{self.about['name']}: NaN in a gradient")
        apart = np.abs(own - true).max(initial=0)
        cleared = np.where(np.abs(true) < 1e-13, 0, true)
        return {**self.store(cleared.astype(np.float32)), "own": float(f"{apart:.3g}")}

    def _alike(self, true, own):
        true = np.asarray(true, dtype=np.float64)
        own = np.asarray(own, dtype=np.float64)
        if true.shape != own.shape or not np.array_equal(np.isfinite(true), np.isfinite(own)):
            raise ValueError(f"{self.about['name']}: float32 and float64 do not agree in kind")
        return true, own


class Suite:
    """The cases of one framework."""

    def __init__(self, version):
        self.version = version
        self.pack = Pack()
        self.cases = []

    def case(self, name, **about):
        case = Case(self.pack, 1000 + len(self.cases), name, **about)
        self.cases.append(case.about)
        return case

    def write(self, path):
        plain = path.with_suffix("")  # without .gz
        self.pack.write(plain, {"version": self.version, "cases": self.cases})
        path.write_bytes(gzip.compress(plain.read_bytes(), 9, mtime=0))
        plain.unlink()
        own = [kept.get("own", 0) for case in self.cases for kept in case["expected"].values()]
        print(f"{path}: {path.stat().st_size} bytes, {len(self.cases)} cases, {self.version}")
        print(f"largest difference of its own float32: {max(own)} units of the last place")


def differ(case, name, says, theirs):
    """Marks a case where the framework gives something else: what, or the text of its refusal."""
    kept = (
        {"error": theirs}
        if isinstance(theirs, str)
        else {n: case.store(a) for n, a in theirs.items()}
    )
    case.about["disagreement"] = {"name": name, "says": says, "theirs": kept}


def power_of_two(size):
    """The nearest, for bounds."""
    return float(2.0 ** np.round(np.log2(size)))


def covering(factors, valid, count, seed):
    """`count` combinations of the factors' levels that cover each pair of levels that may meet."""
    chance = random.Random(seed)

    def any_row():
        while True:
            row = {name: chance.choice(levels) for name, levels in factors.items()}
            if valid(row):
                return row

    def pairs(row):
        return set(itertools.combinations(sorted((k, str(v)) for k, v in row.items()), 2))

    missing = set().union(*(pairs(any_row()) for _ in range(20000)))
    rows = []
    for _ in range(count):
        best = max((any_row() for _ in range(200)), key=lambda row: len(pairs(row) & missing))
        missing -= pairs(best)
        rows.append(best)
    if missing:
        raise ValueError(f"{len(missing)} pairs are left out, such as {missing.pop()}")
    return rows


assert [int(w) for w in philox((0, 0, 0, 0), (0, 0))] == [
    0x6627E8D5,
    0xE169C58D,
    0xBC57AC4C,
    0x9B00DBD8,
]
