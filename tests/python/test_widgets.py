"""The installed package: what its widgets hold, what they refuse from a browser, and the pages that they write."""

import base64
import json
import re
import tempfile
import unittest
from pathlib import Path

import headwise
import numpy as np
import traitlets

FOLDER = Path(__file__).parents[1] / "golden/models/folders/gpt2"


def attention(*shape):
    array = np.random.default_rng(0).random(shape)
    return (array / array.sum(-1, keepdims=True)).astype("float32")


class Maps(unittest.TestCase):
    def test_gpt2(self):
        layers = tuple(attention(1, 12, 8, 8) for _ in range(12))
        widget = headwise.maps(layers, [f"t{i}" for i in range(8)])
        self.assertEqual(widget.shape, [12, 1, 12, 8, 8])
        self.assertEqual(widget.attention, np.stack(layers).tobytes())

    def test_one_layer_is_its_heads(self):
        for shape in ((2, 4, 4), (1, 2, 4, 4), (1, 1, 2, 4, 4)):
            self.assertEqual(headwise.maps(attention(*shape)).shape, [2, 4, 4])
        self.assertEqual(headwise.maps(attention(1, 3, 2, 4, 4)).shape, [1, 3, 2, 4, 4])

    def test_refusals(self):
        for arguments, message in (
            ({"tokens": ["a"]}, "^tokens: expected 4 to match attention"),
            ({"token_type_ids": [0]}, "^token_type_ids: expected 4"),
            ({"tokens": {"encoder": ["a"]}}, "^tokens: encoder and decoder are only for"),
            ({"view": "steps"}, "^view: expected 'heads', .* got 'steps'"),
            ({"theme": "blue"}, "^theme: expected 'auto', 'light', 'dark', got 'blue'"),
        ):
            with self.subTest(message), self.assertRaisesRegex((TypeError, ValueError), message):
                headwise.maps(attention(2, 4, 4), **arguments)

    def test_a_selection_from_a_browser_is_checked(self):
        widget = headwise.maps(attention(2, 4, 4))
        good = {"layer": 3, "head": 1, "query": None, "key": 2, "kind": "cross"}
        widget.selection = good
        for bad in ({"head": "<b>"}, {"head": -1}, {"head": True}, {"other": 1}, {"kind": "self"}, {"head": 1.5}):
            with self.assertRaises(traitlets.TraitError):
                widget.selection = bad
        self.assertEqual(widget.selection, good)

    def test_pages(self):
        tokens = ["</script><script>alert(1)</script>", "\u2028", "{{show}}", "d"]
        widget = headwise.maps(attention(2, 4, 4), tokens)
        page = widget.html(title="<b>")
        self.assertEqual(page.count("</script>"), 3)
        self.assertIn("<title>&lt;b&gt;</title>", page)
        data = json.loads(re.search(r'id="headwise-data">\s*(.*?)\s*</script>', page, re.S)[1])
        self.assertEqual(data["tokens"], tokens)
        self.assertEqual(base64.b64decode(data["attention"]["base64"]), widget.attention)
        self.assertNotRegex(page, r"""(src|href)=["']?(https?:)?//""")
        data, _ = widget._repr_mimebundle_()
        self.assertIn("application/vnd.jupyter.widget-view+json", data)
        self.assertRegex(data["text/html"], r'^<iframe srcdoc="[^"<>]*" title="headwise"')


class Lab(unittest.TestCase):
    def test_settings_are_written_into_the_page(self):
        lab = headwise.lab(text='"><script>', heads=2, class_key="red 7")
        written = 'data-text="&quot;&gt;&lt;script&gt;" data-heads="2" data-class-key="red 7"'
        self.assertIn(f'<main id="lab" {written}>', lab.html())
        with self.assertRaisesRegex(TypeError, "^text: expected a string, got list"):
            headwise.lab(text=["a"])
        with self.assertRaisesRegex(ValueError, "^height: expected pixels"):
            headwise.lab(height=10)
        for settings, message in (
            ({"heads": 3}, "^heads: expected '1', '2', '4', '8', '16', got '3'"),
            ({"view": "nonsense"}, "^view: expected 'heads', 'head', .* got 'nonsense'"),
            ({"theme": "drak"}, "^theme: expected 'auto', 'light', 'dark', got 'drak': did you mean 'dark'"),
            ({"locked": "view txt"}, "^locked: expected 'text', .* got 'txt': did you mean 'text'"),
            ({"lang": "fr"}, "^lang: expected 'en', 'zh', 'es', got 'fr'"),
            ({"lesson": "nosuch"}, "^lesson: expected 'one-head', .* got 'nosuch'"),
            ({"lesson": "masks.9"}, "^lesson: masks has scenes 1 to 5, got 'masks.9'"),
            ({"lesson": "masks.two"}, "^lesson: masks has scenes 1 to 5, got 'masks.two'"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                headwise.lab(**settings)
        headwise.lab(heads="8", view="table", theme="", locked="text, view", lesson="masks.5", lang="zh-Hans")

    def test_a_state_from_a_browser_is_checked(self):
        lab = headwise.lab()
        lab.state = {"text": "a"}
        for bad in ({"text": float("nan")}, {"text": "a" * 2_000_000}, {"text": object()}):
            with self.assertRaises(traitlets.TraitError):
                lab.state = bad
        for bad, kind in ((5, "int"), (None, "NoneType"), ([], "list")):
            with self.assertRaisesRegex(traitlets.TraitError, f"^state: expected a dict, .*, got {kind}$"):
                lab.state = bad
        self.assertEqual(lab.state, {"text": "a"})


class Model(unittest.TestCase):
    def setUp(self):
        self.model = headwise.model(FOLDER, text="The cat")
        self.sent = []
        self.model.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def ask(self, **question):
        self.model._answer(self.model, question, [])

    def test_a_file_that_is_no_model_is_refused(self):
        with self.assertRaisesRegex(ValueError, r"^path: expected a folder, or a file that ends in .*, got config.json"):
            headwise.model(FOLDER / "config.json")

    def test_its_files(self):
        listed = {one["name"]: one["size"] for one in self.model.files}
        self.assertEqual(listed, {one.name: one.stat().st_size for one in FOLDER.iterdir()})

    def test_pieces(self):
        self.ask(id=1, name="config.json", start=2, end=9)
        self.assertEqual(self.sent, [({"id": 1}, [(FOLDER / "config.json").read_bytes()[2:9]])])

    def test_questions_from_a_browser_are_checked(self):
        for question in (
            {},
            {"id": 1, "name": "../gpt2/config.json", "start": 0, "end": 1},
            {"id": 1, "name": ["config.json"], "start": 0, "end": 1},
            {"id": 1, "name": "config.json", "start": -1, "end": 1},
            {"id": 1, "name": "config.json", "start": 5, "end": 4},
            {"id": 1, "name": "config.json", "start": 0, "end": 10**9},
            {"id": 1, "name": "config.json", "start": 0.5, "end": 1},
        ):
            self.ask(**question)
        self.model._answer(self.model, "no question", [])
        self.assertEqual(self.sent, [])

    def test_a_selection_from_a_browser_is_checked(self):
        self.assertEqual(self.model.selection, {})
        good = {"layer": 1, "head": 2, "query": 3, "key": None}
        self.model.selection = good
        for bad in ({"layer": "1"}, {"key": -1}, {"query": [0]}, {"kind": "self"}, {"text": 1}, 5):
            with self.assertRaises(traitlets.TraitError):
                self.model.selection = bad
        self.assertEqual(self.model.selection, good)

    def test_refusals(self):
        with self.assertRaisesRegex(FileNotFoundError, "^path: there is no folder or file"):
            headwise.model("nowhere")
        with self.assertRaisesRegex(FileNotFoundError, "hub: huggingface_hub.snapshot_download\\('org/name'\\) gives"):
            headwise.model("org/name")

        class Pretrained:
            def save_pretrained(self, folder):
                raise AssertionError(folder)

        with self.assertRaisesRegex(TypeError, "got a Pretrained. Write it first: model.save_pretrained\\('folder'\\)"):
            headwise.model(Pretrained())
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(FileNotFoundError, "has no weights"):
            headwise.model(folder)
        with self.assertRaisesRegex(traitlets.TraitError, "^selection: expected a dict, got int$"):
            self.model.selection = 5

    def test_a_folder_of_other_things_is_not_searched(self):
        with tempfile.TemporaryDirectory() as folder:
            deep = Path(folder) / "a/b/c"
            deep.mkdir(parents=True)
            (deep / "model.safetensors").write_bytes(b"")
            (deep.parent / "model.safetensors").write_bytes(b"")
            with self.assertRaisesRegex(FileNotFoundError, "has no weights and no config.json: give the folder"):
                headwise.model(folder)
            (Path(folder) / "modules.json").write_text("[]")
            (deep.parents[1] / "model.safetensors").write_bytes(b"")
            files = [one["name"] for one in headwise.model(folder).files]
            self.assertEqual(files, ["modules.json", "a/model.safetensors"])

    def test_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = self.model.save_html(Path(folder) / "model.html").read_text("utf-8")
        weights = base64.b64encode((FOLDER / "model.safetensors").read_bytes()).decode()
        self.assertIn(weights, page)


if __name__ == "__main__":
    unittest.main()
