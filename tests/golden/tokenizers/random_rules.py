"""Random tokenizer.json files, sound ones, and what Python's tokenizers gives for texts in several scripts: ids, tokens, offsets,
words, types, and the text of the ids. Writes random.json.gz beside this file, or more of them elsewhere.

    venv/bin/pip install tokenizers==0.23.3
    venv/bin/python tests/golden/tokenizers/random_rules.py
    venv/bin/python tests/golden/tokenizers/random_rules.py SEED FILES TEXTS OUT.json.gz
"""

import gzip
import json
import os
import pathlib
import random
import signal
import sys

import tokenizers
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).parent
TEXTS = [
    "",
    " ",
    "hello world",
    "Hello, World! hello-world",
    "  two  spaces \n and\tlines\r\n",
    "don't we'll IT'S",
    "caf\u00e9 na\u00efve \u00c5ngstr\u00f6m",
    "cafe\u0301 nai\u0308ve",
    "\u4e2d\u6587\u5206\u8bcd\uff0c\u6d4b\u8bd5\u3002",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440",
    "\u0928\u092e\u0938\u094d\u0924\u0947",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0643",
    "\ud55c\uad6d\uc5b4",
    "\U0001f600 a\U0001f44d\U0001f3fdb",
    "12345 a1b2 \u0663\u0664 \u00bd",
    "<s>hello</s> <mask> [SEP]",
    "x<mask>y <mask>  z",
    "hello<s>hello helloworld world",
    "\u2581he\u2581llo _a",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "abababab abcabc bcbc",
    "zero\u200bwidth\u00a0nb \ufeffbom\u0085nel",
    "\u0130 \u00df \ufb01 \uff21",
    "control\x01\x7f \ufffd",
    "a",
    "lo w",
]
LETTERS = "helowrdabc" + "HW,.!-'_1 23" + "\u00e9\u0301\u4e2d\u6587\u043f\u0440\u0928\u094d\u0645\ud55c\U0001f600\u2581"
WORDS = "hello world wor ld he lo ab abc bc aa aaa caf\u00e9 Hello \u4e2d\u6587 \u043f\u0440\u0438 an don't 123 12".split()


def bytes_to_letters():
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, more = {byte: chr(byte) for byte in seen}, 256
    for byte in range(256):
        if byte not in letters:
            letters[byte] = chr(more)
            more += 1
    return letters


BYTES = bytes_to_letters()


def as_bytes(text):
    return "".join(BYTES[byte] for byte in text.encode())


class Rules:
    """One file."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.byte_level = False
        self.mark = False
        self.json = self.make()

    def maybe(self, share=0.5):
        return self.draw.random() < share

    def some(self, make, least, most):
        return [make() for _ in range(self.draw.randint(least, most))]

    # normalizers, pre-tokenizers

    def pattern(self):
        strings = ["a", "ll", " ", "\u00e9", "he", ".", "\u2581", "\n"]
        regexes = [r" {2,}", r"\s+", r"[aeiou]", r"\d+", r"\w+", r"[^\w\s]+", r"\p{L}{2}", r"l+?o", r"(?i:h)e", r"\p{Han}", r"h(?=e)|w(?!e)", r"\S\S", "."]
        return {"Regex": self.draw.choice(regexes)} if self.maybe() else {"String": self.draw.choice(strings)}

    def normalizer(self, depth=0):
        kinds = ["NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase", "StripAccents", "Strip", "Prepend", "Replace", "BertNormalizer"]
        kind = self.draw.choice(kinds + ["Sequence"] * 3 * (depth < 2))
        flag = self.maybe
        more = {
            "Strip": lambda: {"strip_left": flag(), "strip_right": flag()},
            "Prepend": lambda: {"prepend": self.draw.choice(["\u2581", "x ", "\u00e9a"])},
            "Replace": lambda: {"pattern": self.pattern(), "content": self.draw.choice(["", " ", "\u2581", "xy", "\u00e9"])},
            "BertNormalizer": lambda: {
                "clean_text": flag(), "handle_chinese_chars": flag(), "strip_accents": self.draw.choice([None, True, False]), "lowercase": flag(),
            },
            "Sequence": lambda: {"normalizers": self.some(lambda: self.normalizer(depth + 1), 0, 3)},
        }  # fmt: skip
        return {"type": kind, **more.get(kind, dict)()}

    def behavior(self):
        return self.draw.choice(["Removed", "Isolated", "Contiguous", "MergedWithPrevious", "MergedWithNext"])

    def pre_tokenizer(self, depth=0):
        kinds = ["BertPreTokenizer", "Whitespace", "WhitespaceSplit", "Digits", "Punctuation", "Split", "CharDelimiterSplit", "FixedLength", "Metaspace", "ByteLevel"]
        kind = self.draw.choice(kinds + ["Sequence"] * 3 * (depth < 2))
        flag = self.maybe
        self.byte_level |= kind == "ByteLevel"
        self.mark |= kind == "Metaspace"
        more = {
            "Digits": lambda: {"individual_digits": flag()},
            "Punctuation": lambda: {"behavior": self.behavior()},
            "Split": lambda: {"pattern": self.pattern(), "behavior": self.behavior(), "invert": flag()},
            "CharDelimiterSplit": lambda: {"delimiter": self.draw.choice(" a\u00e9\u2581")},
            "FixedLength": lambda: {"length": self.draw.randint(1, 6)},
            "Metaspace": lambda: {"replacement": self.draw.choice("\u2581\u2581_"), "prepend_scheme": self.draw.choice(["always", "first", "never"]), "split": flag()},
            "ByteLevel": lambda: {"add_prefix_space": flag(), "trim_offsets": flag(), "use_regex": flag()},
            "Sequence": lambda: {"pretokenizers": self.some(lambda: self.pre_tokenizer(depth + 1), 0, 3)},
        }  # fmt: skip
        return {"type": kind, **more.get(kind, dict)()}

    # models

    def letters(self):
        letters = [letter for letter in LETTERS if self.maybe(0.85)]
        if self.byte_level:
            letters = sorted({byte for letter in letters for byte in as_bytes(letter)} | ({as_bytes(" ")} if self.maybe(0.9) else set()))
        return letters

    def words(self):
        words = [word for word in WORDS if self.maybe(0.7)]
        words = [mark + word for word in words for mark in (["", "\u2581"] if self.mark else ["", " "][: 1 + self.maybe(0.3)])]
        return [as_bytes(word) for word in words] if self.byte_level else words

    def ids(self, pieces):
        pieces = list(dict.fromkeys(pieces))
        if self.maybe(0.5):
            self.draw.shuffle(pieces)
        return {piece: id for id, piece in enumerate(pieces)}

    def specials(self):
        return ["<unk>", "<s>", "</s>"]

    def byte_pieces(self):
        names = [f"<0x{byte:02X}>" for byte in range(256)]
        return names if self.maybe(0.7) else self.draw.sample(names, 200)

    def bpe(self):
        prefix, suffix = self.draw.choice([None, None, "", "##", "@"]), self.draw.choice([None, None, "", "</w>"])
        before, after = prefix or "", suffix or ""
        fallback = self.maybe(0.3) and not before and not after
        letters = self.letters()
        pieces = [start + letter + end for letter in letters for start in {"", before} for end in {"", after} if self.maybe(0.95)]
        pieces = sorted(pieces, key=str) + (self.byte_pieces() if fallback else [])
        merges = []
        for word in self.words():
            symbols = [(before if i else "") + letter + (after if i == len(word) - 1 else "") for i, letter in enumerate(word)]
            while len(symbols) > 1:
                at = self.draw.randrange(len(symbols) - 1)
                left, right = symbols[at], symbols[at + 1]
                symbols[at : at + 2] = [left + right[len(before) if right.startswith(before) else 0 :]]
                if self.maybe(0.9):
                    merges.append((left, right, symbols[at]))
                else:
                    break
        known, kept = set(pieces), []
        for left, right, joined in merges:
            if left in known and right in known:
                known.add(joined)
                pieces.append(joined)
                kept.append([left, right])
        kept = [list(pair) for pair in dict.fromkeys(map(tuple, kept))]
        if self.maybe(0.3):
            self.draw.shuffle(kept)
        legacy = self.maybe(0.2) and not any(" " in piece for pair in kept for piece in pair)
        return {
            "type": "BPE", "dropout": self.draw.choice([None, None, 0.0]), "unk_token": self.draw.choice([None, "<unk>", "<unk>"]),
            "continuing_subword_prefix": prefix, "end_of_word_suffix": suffix, "fuse_unk": self.maybe(), "byte_fallback": fallback,
            "ignore_merges": self.maybe(0.3), "vocab": self.ids(self.specials() + pieces), "merges": [" ".join(pair) for pair in kept] if legacy else kept,
        }  # fmt: skip

    def word_piece(self):
        prefix = self.draw.choice(["##", "##", "", "@@"])
        pieces = [start + text for text in self.letters() + self.words() for start in {"", prefix} if self.maybe(0.9)]
        longest = self.draw.choice([100, 100, 5, 0])
        return {"type": "WordPiece", "unk_token": "<unk>", "continuing_subword_prefix": prefix, "max_input_chars_per_word": longest, "vocab": self.ids(self.specials() + sorted(pieces))}

    def word_level(self):
        texts = {part for text in TEXTS for part in text.split() if self.maybe(0.6)} | set(self.letters()) | set(self.words())
        return {"type": "WordLevel", "unk_token": "<unk>", "vocab": self.ids(self.specials() + sorted(texts))}

    def unigram(self):
        fallback = self.maybe(0.4)
        pieces = list(dict.fromkeys(self.specials() + self.letters() + self.words() + (self.byte_pieces() if fallback else [])))
        score = self.draw.choice([lambda: round(-10 * self.draw.random(), 3), lambda: -float(self.draw.randint(1, 3)), lambda: float(self.draw.randint(-3, 30))])
        return {"type": "Unigram", "unk_id": 0 if self.maybe(0.9) else 1, "vocab": [[piece, score()] for piece in pieces], "byte_fallback": fallback}

    # the rest

    def added(self, vocab):
        size, tokens = len(vocab), []
        names = ["<s>", "</s>", "<mask>", "[SEP]", "hello", "World", "lo", "  ", "\u00c9", " a", "wor ld", "\u4e2d"]
        for name in self.draw.sample(names, self.draw.randint(0, 6)):
            id = vocab.get(name, size)
            size += id == size
            special = self.maybe()
            tokens.append({
                "id": id, "content": name, "single_word": self.maybe(0.3), "lstrip": self.maybe(0.3), "rstrip": self.maybe(0.3),
                "normalized": self.maybe(), "special": special,
            })  # fmt: skip
        return tokens

    def post_processor(self, vocab, depth=0):
        ids = {name: vocab[name] for name in ("<s>", "</s>")}
        kind = self.draw.choice(["ByteLevel", "TemplateProcessing", "BertProcessing", "RobertaProcessing"] + ["Sequence"] * (depth == 0))
        special = lambda name, type: {"SpecialToken": {"id": name, "type_id": type}}
        text = lambda name, type: {"Sequence": {"id": name, "type_id": type}}
        around = {"sep": ["</s>", ids["</s>"]], "cls": ["<s>", ids["<s>"]]}
        if kind == "TemplateProcessing":
            tokens = {name: {"id": name, "ids": [id], "tokens": [name]} for name, id in ids.items()}
            tokens["both"] = {"id": "both", "ids": list(ids.values()), "tokens": list(ids)}
            names, types = [*tokens], self.draw.choice([(0, 0), (0, 1), (1, 2)])
            single = self.some(lambda: special(self.draw.choice(names), types[0]), 0, 2) + [text("A", types[0])] + self.some(lambda: special(self.draw.choice(names), types[0]), 0, 2)
            pair = single + [text("B", types[1])] + self.some(lambda: special(self.draw.choice(names), types[1]), 0, 2)
            return {"type": kind, "single": single, "pair": pair, "special_tokens": tokens}
        if kind == "Sequence":
            trims = {"type": "ByteLevel", "add_prefix_space": self.maybe(), "trim_offsets": self.maybe(), "use_regex": True}
            last = self.post_processor(vocab, 1)
            return {"type": kind, "processors": [trims, last] if self.maybe(0.8) else [last]}
        more = {
            "ByteLevel": {"add_prefix_space": self.maybe(), "trim_offsets": self.maybe(), "use_regex": self.maybe()},
            "BertProcessing": around,
            "RobertaProcessing": {**around, "trim_offsets": self.maybe(), "add_prefix_space": self.maybe()},
        }
        return {"type": kind, **more[kind]}

    def decoder(self, depth=0):
        kinds = ["ByteLevel", "Metaspace", "WordPiece", "BPEDecoder", "ByteFallback", "Fuse", "Replace", "Strip", "CTC"]
        kind = self.draw.choice(kinds + ["Sequence"] * 3 * (depth < 2))
        more = {
            "ByteLevel": lambda: {"add_prefix_space": True, "trim_offsets": True, "use_regex": True},
            "Metaspace": lambda: {"replacement": "\u2581", "prepend_scheme": self.draw.choice(["always", "first", "never"]), "split": True},
            "WordPiece": lambda: {"prefix": "##", "cleanup": self.maybe()},
            "BPEDecoder": lambda: {"suffix": "</w>"},
            "Replace": lambda: {"pattern": self.pattern(), "content": self.draw.choice(["", " ", "xy"])},
            "Strip": lambda: {"content": self.draw.choice(" he"), "start": self.draw.randint(0, 2), "stop": self.draw.randint(0, 1)},
            "CTC": lambda: {"pad_token": "<s>", "word_delimiter_token": "\u2581", "cleanup": self.maybe()},
            "Sequence": lambda: {"decoders": self.some(lambda: self.decoder(depth + 1), 1, 3)},
        }
        return {"type": kind, **more.get(kind, dict)()}

    def make(self):
        normalizer = self.normalizer() if self.maybe(0.7) else None
        cut = self.pre_tokenizer() if self.maybe(0.9) else None
        model = self.draw.choice([self.bpe, self.bpe, self.word_piece, self.word_level, self.unigram])()
        vocab = model["vocab"]
        if model["type"] == "Unigram":
            vocab = {piece: id for id, (piece, _) in enumerate(vocab)}
        truncation = {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0} if self.maybe(0.2) else None
        padding = {"strategy": {"Fixed": 12}, "direction": "Left", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "<unk>"}
        return {
            "version": "1.0", "truncation": truncation, "padding": padding if self.maybe(0.2) else None, "added_tokens": self.added(vocab),
            "normalizer": normalizer, "pre_tokenizer": cut, "post_processor": self.post_processor(vocab) if self.maybe(0.7) else None,
            "decoder": self.decoder() if self.maybe(0.8) else None, "model": model,
        }  # fmt: skip


def result(tokenizer, texts):
    """None where tokenizers gives an error."""
    try:
        found = tokenizer.encode(*texts)
    except BaseException:  # a panic in Rust is none of Exception
        return {"texts": texts, "ids": None}
    words = [-1 if sequence is None else word for word, sequence in zip(found.word_ids, found.sequence_ids)]
    sides = [-1 if sequence is None else sequence for sequence in found.sequence_ids]
    try:
        text = tokenizer.decode(found.ids, skip_special_tokens=False)
    except BaseException:
        text = None
    same = {"ids": found.ids, "tokens": found.tokens, "spans": found.offsets, "words": words, "sides": sides, "typeIds": found.type_ids}
    return {"texts": texts, **same, "decoded": text}


def case(name, count):
    """None where tokenizers cannot read the file."""
    rules = Rules(name)
    draw = rules.draw
    try:
        tokenizer = Tokenizer.from_str(json.dumps(rules.json))
    except BaseException as error:
        print(name, error, file=sys.stderr)
        return None
    # as transformers calls it: a tokenizer's own truncation and padding are switched off
    tokenizer.no_truncation()
    tokenizer.no_padding()
    texts = [[text] for text in (TEXTS if count >= len(TEXTS) else draw.sample(TEXTS, count - 2))]
    texts += [["".join(draw.choice(LETTERS + "   ") for _ in range(draw.randint(1, 30)))] for _ in range(max(1, count - len(texts) - 1))]
    texts += [[draw.choice(TEXTS), draw.choice(TEXTS)]]
    return {"name": name, "rules": rules.json, "results": [result(tokenizer, each) for each in texts]}


def apart(name, count):
    """In a process of its own: some texts keep tokenizers busy for ever."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        with os.fdopen(write, "w") as pipe:
            json.dump(case(name, count), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    if os.waitpid(child, 0)[1] != 0:
        print(name, "ended", file=sys.stderr)
        return None
    return json.loads(text)


def made(seed, files, count):
    cases = [apart(f"{seed}.{number}", count) for number in range(files)]
    return {"version": f"tokenizers {tokenizers.__version__}", "cases": [each for each in cases if each]}


if __name__ == "__main__":
    seed, files, count, out = sys.argv[1:] or ["1", "150", "8", HERE / "random.json.gz"]
    text = json.dumps(made(seed, int(files), int(count)), ensure_ascii=False, separators=(",", ":"))
    pathlib.Path(out).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
