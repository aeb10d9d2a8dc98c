// The rules of a tokenizer out of a GGUF file's lists, as llama.cpp's converter writes them.

import { HeadwiseError } from '../../arguments/errors.js';
import { MODERN } from './pattern.js';
import { around, specialToken, wordPieces } from './rules.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { Special } from './rules.js' */

/**
 * @typedef {object} Lists
 * @property {(name: string) => any} of
 * @property {string[]} tokens
 * @property {readonly number[]} kinds of tokens
 * @property {Record<string, number>} vocab
 */

/** GGUF's kinds of tokens. */
const [NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE] = [1, 2, 3, 4, 6];
/** Numbers of tokens, where a file does not say them. */
const BERT = { unknown: 100, cls: 101, sep: 102 };
const T5 = { unknown: 2 };
const SPACE = '\u2581';
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
  'roberta-bpe': byteLevel(true),
  'modern-bert': byteLevel(true),
  smollm: digitsApart,
  starcoder: digitsApart,
  'llama-bpe': split(MODERN.threeDigits),
  qwen2: split(MODERN.oneDigit),
};

/** @type {Record<string, (lists: Lists) => Record<string, any>>} */
const MODELS = { gpt2: bytePairs, llama: sentencePiece, bert: phantomPieces, t5: unigram };

/**
 * @param {Record<string, GgufValue>} metadata
 */
export function fromGguf(metadata) {
  const of = (/** @type {string} */ name) =>
    /** @type {any} */ (metadata[`tokenizer.ggml.${name}`]);
  const kind = String(of('model'));
  const tokens = listOf(of, 'tokens').map(String);
  if (!Object.hasOwn(MODELS, kind)) {
    const text = `tokenizer.ggml.model: expected ${Object.keys(MODELS).join(', ')}, got ${kind}`;
    throw new HeadwiseError('unsupported', text);
  }
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  return MODELS[kind]({
    of,
    tokens,
    kinds: of('token_type') ? listOf(of, 'token_type') : [],
    vocab,
  });
}

/** @param {Lists['of']} of @param {string} name @returns {any[]} */
function listOf(of, name) {
  const list = of(name);
  if (Array.isArray(list)) return list;
  throw new HeadwiseError('format', `tokenizer.ggml.${name}: expected a list`);
}

/**
 * A token that the file names by its number.
 *
 * @param {Lists} lists
 * @param {string} name
 * @param {number} [none] where it does not
 * @returns {Special | undefined}
 */
function namedToken({ of, tokens }, name, none) {
  const id = of(`${name}_token_id`) ?? none;
  return id !== undefined && tokens[id] !== undefined ? { content: tokens[id], id } : undefined;
}

/**
 * Tokens that are found in a text as they are. A mask takes the spaces before it along, as in all models that have one.
 *
 * @param {Lists} lists
 * @param {readonly number[]} wanted
 */
function addedOf(lists, wanted = [CONTROL, USER_DEFINED]) {
  const { kinds, tokens } = lists;
  const mask = namedToken(lists, 'mask')?.id;
  return tokens.flatMap((content, id) => {
    if (!wanted.includes(kinds[id])) return [];
    const special = kinds[id] !== USER_DEFINED;
    return [{ ...specialToken(content, id), special, lstrip: id === mask }];
  });
}

/**
 * @param {Lists} lists
 * @param {{ begins: boolean, ends: boolean }} usual where the file does not say it
 */
function templateOf(lists, { begins, ends }) {
  const { of } = lists;
  const begin = (of('add_bos_token') ?? begins) ? namedToken(lists, 'bos') : undefined;
  const end = (of('add_eos_token') ?? ends) ? namedToken(lists, 'eos') : undefined;
  const between = of('add_sep_token') ? namedToken(lists, 'seperator') : undefined;
  return around({ begin, end, between: end && between });
}

/**
 * As templateOf, and the places of tokens are without the spaces before them.
 *
 * @param {Lists} lists
 */
function robertaOf(lists) {
  const [cls, sep] = [namedToken(lists, 'bos'), namedToken(lists, 'eos')];
  if (!cls || !sep) return null;
  return {
    type: 'RobertaProcessing',
    ...{ cls: [cls.content, cls.id], sep: [sep.content, sep.id] },
    ...{ trim_offsets: true, add_prefix_space: false },
  };
}

/** @param {Lists} lists */
function bytePairs(lists) {
  const { of, vocab } = lists;
  const rule = of('pre') ?? 'default';
  if (!Object.hasOwn(RULES, rule)) {
    const text = `tokenizer.ggml.pre: expected ${Object.keys(RULES).join(', ')}, got ${String(rule)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const merges = listOf(of, 'merges').map((line) => String(line).split(' '));
  return {
    added_tokens: addedOf(lists),
    normalizer: rule === 'modern-bert' ? { type: 'NFC' } : null,
    pre_tokenizer: RULES[rule],
    post_processor:
      (rule === 'roberta-bpe' && robertaOf(lists)) ||
      templateOf(lists, { begins: false, ends: false }),
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab, merges },
  };
}

/**
 * SentencePiece merges the pair whose piece has the best score: pairs in the order of their scores.
 *
 * @param {Lists} lists
 */
function sentencePiece(lists) {
  const { of, tokens, vocab } = lists;
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
    added_tokens: addedOf(lists),
    post_processor: templateOf(lists, { begins: true, ends: false }),
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
      type: 'BPE',
      vocab,
      unk_token: tokens[of('unknown_token_id') ?? 0],
      byte_fallback: true,
      fuse_unk: true,
      merges: pairs.map(({ left, right }) => [left, right]),
    },
  };
}

/**
 * BERT's pieces. A word begins with a phantom space there, and what goes on has nothing before it; of older files, special
 * tokens are those in brackets.
 *
 * @param {Lists} lists
 */
function phantomPieces(lists) {
  const { of, tokens, kinds } = lists;
  const isSpecial = (/** @type {number} */ id) =>
    kinds[id] === CONTROL || /^\[\w+\]$/.test(tokens[id]);
  const pieces = tokens.map((token, id) => {
    if (isSpecial(id)) return token;
    return token.startsWith(SPACE) ? token.slice(SPACE.length) : `##${token}`;
  });
  const cls = namedToken(lists, 'bos') ?? namedToken(lists, 'cls', BERT.cls);
  const sep = namedToken(lists, 'seperator', BERT.sep);
  if (cls === undefined || sep === undefined) {
    const missing = cls ? 'seperator_token_id' : 'bos_token_id';
    throw new HeadwiseError('format', `tokenizer.ggml.${missing}: expected the number of a token`);
  }
  const special = tokens.flatMap((content, id) => (isSpecial(id) ? [{ content, id }] : []));
  return wordPieces(Object.fromEntries(pieces.map((piece, id) => [piece, id])), {
    ...{ special, cls, sep, unknown: namedToken(lists, 'unknown', BERT.unknown)?.content },
    normalizer: {
      lowercase: of('normalizer.lowercase') ?? true,
      strip_accents: of('normalizer.strip_accents') ?? null,
    },
  });
}

/**
 * T5's and XLM-R's pieces, each with the logarithm of how likely it is.
 *
 * @param {Lists} lists
 */
function unigram(lists) {
  const { of, tokens, kinds } = lists;
  const scores = listOf(of, 'scores').map(Number);
  const isPiece = (/** @type {number} */ id) =>
    kinds[id] === undefined || kinds[id] === NORMAL || kinds[id] === BYTE;
  // of others scores say nothing, and the lowest is what unknown signs are measured by
  const lowest = scores.reduce((low, score, id) => (isPiece(id) && score < low ? score : low), 0);
  const unknown = namedToken(lists, 'unknown', T5.unknown)?.id ?? kinds.indexOf(UNKNOWN);
  const table = of('precompiled_charsmap') && listOf(of, 'precompiled_charsmap').map(Number);
  const spaces = {
    type: 'Metaspace',
    replacement: SPACE,
    prepend_scheme: (of('add_space_prefix') ?? true) ? 'always' : 'never',
  };
  const template = templateOf(lists, { begins: false, ends: true });
  const cuts = of('add_bos_token') ? [{ type: 'WhitespaceSplit' }, spaces] : [spaces]; // XLM-R's
  return {
    added_tokens: addedOf(lists, [CONTROL, USER_DEFINED, UNKNOWN]),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        ...(table ? [{ type: 'Precompiled', precompiled_charsmap: Uint8Array.from(table) }] : []),
        { type: 'Strip', strip_left: false, strip_right: true },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: SPACE },
      ],
    },
    pre_tokenizer: { type: 'Sequence', pretokenizers: cuts },
    post_processor: template,
    decoder: spaces,
    model: {
      type: 'Unigram',
      unk_id: unknown,
      byte_fallback: kinds.includes(BYTE),
      vocab: tokens.map((token, id) => [token, isPiece(id) ? scores[id] : lowest]),
    },
  };
}
