"""Small tokenizers of every kind, trained here, and what Python's tokenizers gives for texts in many scripts: ids, tokens,
offsets and words. Writes cases.json.gz beside this file.

    venv/bin/pip install tokenizers==0.23.3 sentencepiece==0.2.3 protobuf
    venv/bin/python tests/golden/tokenizers/generate.py
"""

import base64
import gzip
import io
import json
import pathlib
import tempfile
import unicodedata

import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2 as messages
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).parent
TEXTS = [
    "",
    " ",
    "Hello, world!",
    "  leading and   many  spaces ",
    "The quick brown fox's den isn't far; we'll go, they've gone.",
    "lines\r\nof\ttext\n\n\nend\n",
    "café naïve Ångström élève",  # composed
    "cafe\u0301 nai\u0308ve A\u030angstro\u0308m",  # apart
    "İstanbul ISTANBUL straße ǅ",
    "中文分词,测试一下。日本語のテキスト 한국어 텍스트",
    "Привет, мир! Ещё один день.",
    "नमस्ते दुनिया",
    "مرحبا بالعالم",
    "שָׁלוֹם",
    "ไทยไม่มีช่องว่าง",
    "emoji 😀 👩‍👩‍👧 🇪🇸 👍🏽 end",
    "math ½ ² ℌ ﬁn 𝒳 １２３ 123456",
    "un\u00a0broken\u2009thin\u200bzero\u00adsoft\ufeffmark",
    "control\x01\x7fchars\ufffd",
    "unknown ⵣ ꙮ 𐍈 signs",
    "special [MASK] and <mask> tokens <s>inside</s>[SEP]",
    "a_b snake_case x=1+2*3 #tag @me http://x.y/z?q=1",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "\u1112\u1161\u11ab\u1100\u1173\u11af jamo",
    "q\u0323\u0307 order q\u0307\u0323",
]
PAIRS = [["Hello there", "general café"], ["one", ""], [" a ", " b"]]
CORPUS = [text for text in TEXTS if "unknown" not in text] * 3 + [
    "the cat sat on the mat and the dog ate the cat's food while they slept",
    "she sells sea shells on the sea shore, and he sold 120 of them in 1999",
]


def bert(**options):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(**options)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(CORPUS, trainers.WordPieceTrainer(vocab_size=300, special_tokens=special, show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def byte_level(prefix, trim, pre=None, roberta=False):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre or pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    special = ["<s>", "<pad>", "</s>", "<unk>", "<|endoftext|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=420, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    tokenizer.decoder = decoders.ByteLevel()
    if roberta:
        tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=trim, add_prefix_space=prefix)
    else:
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=trim)
    return tokenizer


def llama():
    """SentencePiece's BPE with bytes for what it does not know, as Llama's is."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    special = ["<unk>", "<s>", "</s>"]
    pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = trainers.BpeTrainer(vocab_size=520, special_tokens=special + pieces, show_progress=False, limit_alphabet=60)
    tokenizer.train_from_iterator(CORPUS, trainer)
    rules = json.loads(tokenizer.to_str())
    rules["added_tokens"] = [each for each in rules["added_tokens"] if each["content"] in special]
    tokenizer = Tokenizer.from_str(json.dumps(rules))
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    return tokenizer


def unigram(scheme, bytes_too=False):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme)
    trainer = trainers.UnigramTrainer(vocab_size=330, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    if bytes_too:
        rules = json.loads(tokenizer.to_str())
        rules["model"]["byte_fallback"] = True
        rules["model"]["vocab"] += [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
        tokenizer = Tokenizer.from_str(json.dumps(rules))
    tokenizer.decoder = decoders.Metaspace(prepend_scheme=scheme)
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 2)])
    return tokenizer


def qwen():
    pattern = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    pre = pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer = byte_level(False, False, pre)
    tokenizer.normalizer = normalizers.NFC()
    return tokenizer


def smollm():
    pre = pre_tokenizers.Sequence([pre_tokenizers.Digits(True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    return byte_level(False, True, pre)


def albert():
    steps = [normalizers.Replace("``", '"'), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(), normalizers.Strip()]
    tokenizer = unigram("always")
    tokenizer.normalizer = normalizers.Sequence(steps)
    return tokenizer


def charsmap():
    """A table of replacements that SentencePiece itself makes, small: NFKC of what TEXTS hold, and rules that add, join and drop."""
    signs = sorted({sign for text in TEXTS for sign in text})
    apart = [unicodedata.normalize("NFD", sign) for sign in signs]
    rules = {source: unicodedata.normalize("NFKC", source) for source in signs + apart}
    rules |= {"\u1112\u1161\u11ab": "한", "\u1112\u1161": "하", "ß": "ss", "\u200b": "", "\u00ad": "", "\x01": "", "\ufeff": ""}
    rules |= {sign: " " for sign in "\u00a0\u2009\t\n\r"}
    lines = [
        f"{' '.join(f'{ord(one):X}' for one in source)}\t{' '.join(f'{ord(one):X}' for one in target)}"
        for source, target in rules.items()
        if source != target and source not in " \t"
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as table:
        table.write("\n".join(lines) + "\n")
        table.flush()
        made = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(CORPUS), model_writer=made, vocab_size=250, hard_vocab_limit=False,
            normalization_rule_tsv=table.name, minloglevel=2,
        )  # fmt: skip
    return base64.b64encode(messages.ModelProto.FromString(made.getvalue()).normalizer_spec.precompiled_charsmap).decode()


def precompiled(before=(), after=(), pre=None):
    tokenizer = unigram("always")
    rules = json.loads(tokenizer.to_str())
    step = {"type": "Precompiled", "precompiled_charsmap": charsmap()}
    spaces = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"}
    rules["normalizer"] = {"type": "Sequence", "normalizers": [*before, step, *after, spaces]}
    tokenizer = Tokenizer.from_str(json.dumps(rules))
    if pre:
        tokenizer.pre_tokenizer = pre
    return tokenizer


def t5():
    return precompiled(after=[{"type": "Strip", "strip_left": False, "strip_right": True}])


def xlm_roberta():
    split = pre_tokenizers.WhitespaceSplit()
    return precompiled(pre=pre_tokenizers.Sequence([split, pre_tokenizers.Metaspace(prepend_scheme="always")]))


def albert_precompiled():
    quotes = [{"type": "Replace", "pattern": {"String": sign}, "content": '"'} for sign in ("``", "''")]
    return precompiled(before=[*quotes, {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}])


def words():
    tokenizer = bert(lowercase=False, strip_accents=False)
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.Lowercase(), normalizers.StripAccents()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Punctuation("merged_with_previous")])
    tokenizer.add_tokens([AddedToken("World", normalized=True, single_word=True)])
    return tokenizer


KINDS = {
    "bert-uncased": lambda: bert(lowercase=True),
    "bert-cased": lambda: bert(lowercase=False),
    "bert-accents": lambda: bert(lowercase=True, strip_accents=False),
    "gpt2": lambda: byte_level(False, False),
    "roberta": lambda: byte_level(False, True, roberta=True),
    "roberta-prefix": lambda: byte_level(True, True, roberta=True),
    "qwen2": qwen,
    "smollm": smollm,
    "llama": llama,
    "unigram": lambda: unigram("always"),
    "unigram-first": lambda: unigram("first"),
    "unigram-bytes": lambda: unigram("always", bytes_too=True),
    "albert": albert,
    "words": words,
    "t5": t5,
    "xlm-roberta": xlm_roberta,
    "albert-precompiled": albert_precompiled,
}


def result(tokenizer, *texts):
    found = tokenizer.encode(*texts)
    words = [-1 if sequence is None else word for word, sequence in zip(found.word_ids, found.sequence_ids)]
    return {"ids": found.ids, "tokens": found.tokens, "spans": found.offsets, "words": words, "typeIds": found.type_ids}


if __name__ == "__main__":
    cases = {}
    for name, make in KINDS.items():
        tokenizer = make()
        texts = [[text] for text in TEXTS] + PAIRS
        rules = json.loads(tokenizer.to_str())
        cases[name] = {"rules": rules, "results": [{"texts": each, **result(tokenizer, *each)} for each in texts]}
    about = {"version": f"tokenizers {tokenizers.__version__}, sentencepiece {sentencepiece.__version__}", "cases": cases}
    text = json.dumps(about, ensure_ascii=False, separators=(",", ":"))
    (HERE / "cases.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
