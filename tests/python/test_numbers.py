"""The attention of any library becomes arrays of one form, and what cannot be shown is refused. Needs NumPy only."""

import importlib.util
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np

SOURCE = Path(__file__).parents[2] / "src/python/headwise"


def load(name):
    """A module of the package without the package, which needs anywidget."""
    spec = importlib.util.spec_from_file_location(name, SOURCE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


numbers = load("_numbers")
names = load("_names")


def attention(*shape):
    array = np.random.default_rng(0).random(shape)
    return (array / array.sum(-1, keepdims=True)).astype("float32")


class Tensor:
    """As torch has them: NumPy may not look into it before it was detached, made float32 and brought to the CPU."""

    def __init__(self, array, steps=()):
        self._array, self._steps, self.shape = array, steps, array.shape

    def _step(self, name):
        return Tensor(self._array, (*self._steps, name))

    def detach(self):
        return self._step("detach")

    def float(self):
        return self._step("float")

    def cpu(self):
        return self._step("cpu")

    def numpy(self):
        assert self._steps == ("detach", "float", "cpu"), self._steps
        return self._array

    def __array__(self, *_args, **_kwargs):
        raise TypeError("can't convert it")


class Cache:
    """As TransformerLens has them: not a dict, and with more than the attention."""

    def __init__(self, entries):
        self._entries = entries

    def keys(self):
        return self._entries.keys()

    def __getitem__(self, name):
        return self._entries[name]


class Numbers(unittest.TestCase):
    def test_one_form(self):
        layers = [attention(1, 3, 4, 4) * (1 - i / 20) for i in range(12)]
        whole = np.stack(layers)
        order = sorted(range(12), key=str)  # 0, 1, 10, 11, 2: a cache need not be in order
        cache = Cache({"hook_embed": 0} | {f"blocks.{i}.attn.hook_pattern": layers[i] for i in order})
        for given in (
            tuple(layers),
            [Tensor(one) for one in layers],
            whole,
            SimpleNamespace(attentions=tuple(layers), cross_attentions=None),
            {"attentions": tuple(layers), "logits": 0},
            cache,
            whole.tolist(),
            whole.astype("float64"),
        ):
            found = numbers.read_attention(given)
            self.assertEqual(list(found), ["self"])
            self.assertEqual(found["self"].dtype, np.float32)
            np.testing.assert_array_equal(found["self"], whole)

    def test_heads_alone(self):
        for given in (attention(2, 4, 4), list(attention(2, 4, 4)), attention(4, 4)):
            np.testing.assert_array_equal(numbers.read_attention(given)["self"], np.asarray(given))

    def test_encoder_and_decoder(self):
        outputs = SimpleNamespace(
            encoder_attentions=(attention(1, 2, 4, 4),) * 2,
            decoder_attentions=(attention(1, 2, 3, 3),) * 3,
            cross_attentions=(attention(1, 2, 3, 4),) * 3,
        )
        shapes = {kind: array.shape for kind, array in numbers.read_attention(outputs).items()}
        expected = {"encoder": (2, 1, 2, 4, 4), "decoder": (3, 1, 2, 3, 3), "cross": (3, 1, 2, 3, 4)}
        self.assertEqual(shapes, expected)

    def test_refusals(self):
        good = attention(1, 2, 3, 3)
        for given, message in (
            ((good, None), r"^attention\[1\]: got None\. .*attn_implementation"),
            ((), r"^attention: expected an array for each layer, got none"),
            (None, r"^attention: got None"),
            (SimpleNamespace(attentions=None), r"^attention: the outputs have none"),
            (((good, good), (good, good)), r"^attention\[0\]: expected an array, got a tuple. generate\(\)"),
            ((good, attention(1, 2, 4, 4)), r"^attention\[1\]: expected \(1, 2, 3, 3\)"),
            (good - 1, r"^attention: expected numbers from 0 on, got -0\..*before the softmax\?$"),
            (good * np.nan, r"^attention: expected numbers from 0 on, got nan at \(0, 0, 0, 0\)$"),
            (good[..., 0:0], r"^attention: expected at least one number, got \(1, 2, 3, 0\)"),
            (attention(3), r"^attention: expected \(heads, queries, keys\).*got \(3,\)"),
            (np.broadcast_to(np.float32(0), (2**9, 2**9, 2**10)), r"^attention: .* takes 1024 MB"),
            ("abc", r"^attention: expected numbers.*got str"),
            ([[1, 2], [3]], r"^attention: expected numbers"),
            ({"encoder": good, "other": good}, r"^attention: expected encoder.*got encoder, other"),
            ({"encoder": good - 1}, r"^attention\['encoder'\]: expected numbers from 0 on"),
        ):
            with self.subTest(message), self.assertRaisesRegex((TypeError, ValueError), message):
                numbers.read_attention(given)


    def test_rows_that_add_up_to_more_than_1(self):
        rows = attention(2, 3, 4)
        rows[1, 2] = 9 / 4
        with self.assertRaisesRegex(ValueError, r"^attention: expected rows that add up to about 1, got 9 in row \(1, 2\)\."):
            numbers.read_attention(rows)
        layers = (attention(1, 2, 3, 3), attention(1, 2, 3, 3) * 1.5)
        with self.assertRaisesRegex(ValueError, r"got 1\.5 in row \(1, 0, 0, 0\)\. With dropout call model\.eval\(\)"):
            numbers.read_attention(layers)

    def test_rows_that_add_up_to_less_than_1(self):
        rows = attention(2, 3, 4)
        rows[1, 2] = 0  # masked
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            numbers.read_attention(rows)
        rows[0] /= 2  # keys left out, or a sink
        message = r"^attention: 3 of 6 rows add up to less than 1, the first is row \(0, 0\) with 0\.5\. They are drawn"
        with self.assertWarnsRegex(UserWarning, message) as caught:
            numbers.read_attention(rows)
        self.assertEqual(caught.filename, __file__)

    def test_rows_of_half_precision(self):
        for keys in (3, 50, 1000):
            rows = attention(2, 20, keys)
            rows = (rows.view(np.uint32) + 0x7FFF & 0xFFFF0000).view(np.float32)  # as bfloat16 rounds
            numbers.read_attention(rows)
            numbers.read_attention(rows.astype(np.float16))


class Names(unittest.TestCase):
    def test_one_form(self):
        self.assertEqual(names.names_of(("a", "b"), "tokens"), ["a", "b"])
        self.assertEqual(names.names_of("a b", "tokens"), ["a", "b"])
        self.assertEqual(names.names_of([["a", "b"]], "tokens"), ["a", "b"])
        self.assertEqual(names.names_of([["a"], ["b"]], "tokens"), [["a"], ["b"]])
        self.assertEqual(names.names_of({"encoder": ["a"]}, "tokens"), {"encoder": ["a"]})
        self.assertEqual(names.names_of(None, "tokens"), [])
        self.assertEqual(names.indexes_of([None, 0, 1, None], "words"), [-1, 0, 1, -1])
        self.assertEqual(names.indexes_of(np.array([[0, 1]]), "words"), [0, 1])

    def test_refusals(self):
        for given, message in (
            ([1, 2], r"^tokens: expected strings, got int\. tokenizer\.convert_ids_to_tokens"),
            ({"other": []}, r"^tokens: expected encoder and decoder, got 'other'"),
            (3, r"^tokens: expected a list, got int"),
        ):
            with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                names.names_of(given, "tokens")
        for given in ([0.5], [True], ["a"], [-2]):
            with self.subTest(given), self.assertRaisesRegex(TypeError, "^words: expected whole numbers"):
                names.indexes_of(given, "words")


if __name__ == "__main__":
    unittest.main()
