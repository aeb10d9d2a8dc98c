// The rules of a tokenizer as tokenizer.json has them, out of older files and out of GGUF's lists.

import { HeadwiseError } from '../../arguments/errors.js';
import { readJson } from '../sources/source.js';
import { MODERN } from './pattern.js';
import { createTokenizer } from './tokenizer.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { Source } from '../sources/source.js' */
/** @import { TextTokenizer } from './tokenizer.js' */

const LARGEST = 2 ** 26; // bytes

/**
 * The tokenizer of a model's folder.
 *
 * @param {Source} source
 * @param {Record<string, GgufValue>} [metadata] of a GGUF file
 * @returns {Promise<TextTokenizer | undefined>} undefined when there is none
 */
export async function openTokenizer(source, metadata = {}) {
  const config = source.has('tokenizer_config.json')
    ? await readJson(source, 'tokenizer_config.json', LARGEST)
    : {};
  if (source.has('tokenizer.json')) {
    return createTokenizer(await readJson(source, 'tokenizer.json', LARGEST), config);
  }
  if (source.has('vocab.txt')) {
    return createTokenizer(fromVocabulary(await readText(source, 'vocab.txt'), config), config);
  }
  if (source.has('vocab.json') && source.has('merges.txt')) {
    const vocab = await readJson(source, 'vocab.json', LARGEST);
    return createTokenizer(fromMerges(vocab, await readText(source, 'merges.txt'), config), config);
  }
  return 'tokenizer.ggml.model' in metadata ? createTokenizer(fromGguf(metadata)) : undefined;
}

/** @param {Source} source @param {string} name */
async function readText(source, name) {
  return new TextDecoder().decode(await source.read(name, LARGEST));
}

/**
 * BERT's, from its list of pieces.
 *
 * @param {string} text
 * @param {any} config
 */
export function fromVocabulary(text, config) {
  const pieces = text.split(/\r?\n/);
  if (pieces[pieces.length - 1] === '') pieces.pop();
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
  const special = ['pad', 'unk', 'cls', 'sep', 'mask'].map((name) => {
    const token = contentOf(config[`${name}_token`]) ?? `[${name.toUpperCase()}]`;
    return { name, content: token, id: vocab[token] };
  });
  const of = (/** @type {string} */ name) => special.find((each) => each.name === name);
  const [cls, sep, unk] = ['cls', 'sep', 'unk'].map(of);
  if (cls?.id === undefined || sep?.id === undefined) {
    throw new HeadwiseError('format', 'vocab.txt: expected the pieces [CLS] and [SEP]');
  }
  return {
    added_tokens: special
      .filter(({ id }) => id !== undefined)
      .map(({ content, id }) => specialToken(content, id)),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: config.tokenize_chinese_chars ?? true,
      strip_accents: config.strip_accents ?? null,
      lowercase: config.do_lower_case ?? true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'BertProcessing',
      sep: [sep.content, sep.id],
      cls: [cls.content, cls.id],
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: unk?.content,
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/**
 * GPT-2's, and RoBERTa's where there is `<s>`.
 *
 * @param {Record<string, number>} vocab
 * @param {string} text of merges.txt
 * @param {any} config
 */
export function fromMerges(vocab, text, config) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#version'));
  const isRoberta = '<s>' in vocab && '</s>' in vocab;
  const prefix = config.add_prefix_space ?? false;
  const special = ['<|endoftext|>', '<s>', '</s>', '<pad>', '<unk>'].filter(
    (each) => each in vocab,
  );
  const mask =
    '<mask>' in vocab ? [{ ...specialToken('<mask>', vocab['<mask>']), lstrip: true }] : [];
  return {
    added_tokens: [...special.map((each) => specialToken(each, vocab[each])), ...mask],
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: prefix, use_regex: true },
    post_processor: isRoberta
      ? { type: 'RobertaProcessing', sep: ['</s>', vocab['</s>']], cls: ['<s>', vocab['<s>']], trim_offsets: true, add_prefix_space: prefix } // prettier-ignore
      : { type: 'ByteLevel', trim_offsets: false },
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab, merges: lines.map((line) => line.trimEnd().split(' ')) },
  };
}

/** GGUF's kinds of tokens that are found in a text as they are: control, and those that a user added. */
const [CONTROL, USER_DEFINED] = [3, 4];
const byteLevel = (/** @type {boolean} */ regex) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  use_regex: regex,
});
const split = (/** @type {string} */ pattern) => ({
  type: 'Sequence',
  pretokenizers: [
    { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false },
    byteLevel(false),
  ],
});
const digitsApart = {
  type: 'Sequence',
  pretokenizers: [{ type: 'Digits', individual_digits: true }, byteLevel(true)],
};

/** llama.cpp's names of the rules by which text is cut into words. @type {Record<string, object>} */
const RULES = {
  'gpt-2': byteLevel(true),
  default: byteLevel(true),
  smollm: digitsApart,
  starcoder: digitsApart,
  'llama-bpe': split(MODERN.threeDigits),
  qwen2: split(MODERN.oneDigit),
};

/**
 * Out of a GGUF file: `gpt2`, byte by byte, and `llama`, SentencePiece's.
 *
 * @param {Record<string, GgufValue>} metadata
 */
export function fromGguf(metadata) {
  const of = (/** @type {string} */ name) =>
    /** @type {any} */ (metadata[`tokenizer.ggml.${name}`]);
  const kind = of('model');
  const tokens = of('tokens');
  if (!Array.isArray(tokens))
    throw new HeadwiseError('format', 'tokenizer.ggml.tokens: expected a list');
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const kinds = of('token_type') ?? [];
  const added = tokens.flatMap((content, id) => {
    if (kinds[id] !== CONTROL && kinds[id] !== USER_DEFINED) return [];
    return [{ ...specialToken(content, id), special: kinds[id] === CONTROL }];
  });
  const start = tokens[of('bos_token_id')];
  const begins = of('add_bos_token') ?? kind === 'llama';
  const rules =
    kind === 'gpt2'
      ? bytePairs(of)
      : kind === 'llama'
        ? sentencePiece(of, tokens, vocab)
        : undefined;
  if (!rules) {
    const text = `tokenizer.ggml.model: expected gpt2 or llama, got ${String(kind)}`;
    throw new HeadwiseError('unsupported', text);
  }
  return {
    added_tokens: added,
    post_processor: begins && start !== undefined ? startingWith(start, vocab[start]) : null,
    ...rules,
    model: { type: 'BPE', vocab, ...rules.model },
  };
}

/** @param {(name: string) => any} of */
function bytePairs(of) {
  const rule = of('pre') ?? 'default';
  if (!Object.hasOwn(RULES, rule)) {
    const text = `tokenizer.ggml.pre: expected ${Object.keys(RULES).join(', ')}, got ${String(rule)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const merges = of('merges').map((/** @type {string} */ line) => line.split(' '));
  return { pre_tokenizer: RULES[rule], decoder: { type: 'ByteLevel' }, model: { merges } };
}

/**
 * SentencePiece merges the pair whose piece has the best score: pairs in the order of their scores.
 *
 * @param {(name: string) => any} of
 * @param {string[]} tokens
 * @param {Record<string, number>} vocab
 */
function sentencePiece(of, tokens, vocab) {
  const scores = of('scores') ?? [];
  const pairs = tokens.flatMap((token, id) => {
    const letters = Array.from(token);
    return letters.slice(1).flatMap((_, i) => {
      const [left, right] = [letters.slice(0, i + 1).join(''), letters.slice(i + 1).join('')];
      return left in vocab && right in vocab ? [{ left, right, id }] : [];
    });
  });
  pairs.sort(
    (a, b) =>
      scores[b.id] - scores[a.id] ||
      vocab[a.left] - vocab[b.left] ||
      vocab[a.right] - vocab[b.right],
  );
  const spaced = of('add_space_prefix') ?? true;
  return {
    normalizer: {
      type: 'Sequence',
      normalizers: [
        ...(spaced ? [{ type: 'Prepend', prepend: '\u2581' }] : []),
        { type: 'Replace', pattern: { String: ' ' }, content: '\u2581' },
      ],
    },
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: '\u2581' }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(spaced ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
    model: {
      unk_token: tokens[of('unknown_token_id') ?? 0],
      byte_fallback: true,
      fuse_unk: true,
      merges: pairs.map(({ left, right }) => [left, right]),
    },
  };
}

/** @param {string} token @param {number} id */
function startingWith(token, id) {
  const begin = { SpecialToken: { id: token, type_id: 0 } };
  const text = (/** @type {string} */ name, /** @type {number} */ type) => ({
    Sequence: { id: name, type_id: type },
  });
  return {
    type: 'TemplateProcessing',
    single: [begin, text('A', 0)],
    pair: [begin, text('A', 0), { SpecialToken: { id: token, type_id: 1 } }, text('B', 1)],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  };
}

/** @param {string} content @param {number} id */
function specialToken(content, id) {
  return {
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  };
}

/** @param {unknown} token */
function contentOf(token) {
  return typeof token === 'string' ? token : /** @type {any} */ (token)?.content;
}
