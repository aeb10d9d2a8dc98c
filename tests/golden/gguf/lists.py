"""Lists of tokens in a GGUF file, as llama.cpp's converter writes them, of the tokenizers of ../tokenizers."""

import base64
import gzip
import json
import pathlib
import tempfile

import gguf

HERE = pathlib.Path(__file__).parent
RULES = json.loads(gzip.decompress((HERE.parent / "tokenizers/cases.json.gz").read_bytes()))["cases"]
TYPES = gguf.TokenType
PADDING = 6  # rows of an embedding beyond its tokens


def rules_of(name, **changed):
    return {**RULES[name]["rules"], **changed}


def pieces_of(rules):
    """The tokens by id, and their kinds: as the converter tells them."""
    vocab = rules["model"]["vocab"]
    listed = [piece for piece, _ in vocab] if isinstance(vocab, list) else sorted(vocab, key=vocab.get)
    kinds = [TYPES.NORMAL] * len(listed)
    for added in rules["added_tokens"]:
        if added["id"] == len(listed):
            listed.append(added["content"])
            kinds.append(TYPES.NORMAL)
        kinds[added["id"]] = TYPES.CONTROL if added["special"] else TYPES.USER_DEFINED
    return listed, kinds


def specials(writer, rules, settings, merges=False):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "tokenizer.json").write_text(json.dumps(rules))
        (path / "tokenizer_config.json").write_text(json.dumps(settings))
        gguf.SpecialVocab(path, load_merges=merges).add_to_gguf(writer, quiet=True)


def word_pieces(writer, rules):
    def phantom(token, kind):
        if kind == TYPES.CONTROL:
            return token
        return token[2:] if token.startswith("##") else f"▁{token}"

    tokens, kinds = pieces_of(rules)
    writer.add_token_type_count(2)
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("bert-bge")
    writer.add_token_list([phantom(*each) for each in zip(tokens, kinds)])
    writer.add_token_types(kinds)
    names = ("unk", "sep", "pad", "cls", "mask")
    specials(writer, rules, {f"{name}_token": f"[{name.upper()}]" for name in names})


def byte_pairs(pre):
    def add(writer, rules):
        tokens, kinds = pieces_of(rules)
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre(pre)
        writer.add_token_list(tokens)
        writer.add_token_types(kinds)
        names = {"bos": "<s>", "eos": "</s>", "unk": "<unk>", "pad": "<pad>", "mask": "<mask>"}
        settings = {f"{name}_token": token for name, token in names.items()}
        specials(writer, rules, {**settings, "cls_token": "<s>", "sep_token": "</s>"}, merges=True)

    return add


def unigram(writer, rules):
    tokens, kinds = pieces_of(rules)
    model = rules["model"]
    kinds[model["unk_id"]] = TYPES.UNKNOWN
    padding = range(len(tokens), len(tokens) + PADDING)
    table = next(each for each in rules["normalizer"]["normalizers"] if each["type"] == "Precompiled")
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([*tokens, *(f"[PAD{at}]" for at in padding)])
    writer.add_token_scores([*(score for _, score in model["vocab"]), *(-10000.0 for _ in padding)])
    writer.add_token_types([*kinds, *(TYPES.UNUSED for _ in padding)])
    writer.add_add_space_prefix(True)
    writer.add_remove_extra_whitespaces(True)
    writer.add_precompiled_charsmap(base64.b64decode(table["precompiled_charsmap"]))
    starts = "<s>" in json.dumps(rules["post_processor"])
    settings = {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}
    extra = {"bos_token": "<s>", "cls_token": "<s>", "sep_token": "</s>"} if starts else {}
    specials(writer, rules, {**settings, **extra})


def template(begin, end, twice=False):
    """How a text begins and ends, and what two of them do."""

    def special(token):
        return [{"SpecialToken": {"id": token, "type_id": 0}}] if token else []

    def text(name):
        return [{"Sequence": {"id": name, "type_id": 0}}]

    ids = {"<s>": 0, "</s>": 2}
    between = special(end) * (2 if twice else 1)
    return {
        "type": "TemplateProcessing",
        "single": [*special(begin), *text("A"), *special(end)],
        "pair": [*special(begin), *text("A"), *between, *text("B"), *special(end)],
        "special_tokens": {
            token: {"id": token, "ids": [ids[token]], "tokens": [token]} for token in (begin, end) if token
        },
    }
