// Makes the rules of a tokenizer from the lists of a GGUF file, as llama.cpp's converter writes them.

import { HeadwiseError } from '../../arguments/errors.ts';
import { tokenIdOf, wrongValue } from '../gguf/keys.ts';
import { halvesOf, LONGEST_PIECE } from './halves.ts';
import { MODERN } from './pattern.ts';
import { around, specialToken, wordPieces } from './rules.ts';
import type { GgufValue } from '../../formats/gguf.ts';
import type { Special } from './rules.ts';

interface Lists {
  of: (name: string) => any;
  metadata: Record<string, GgufValue>;
  tokens: string[];
  /** of tokens */
  kinds: readonly number[];
  vocab: Record<string, number>;
}

const PREFIX = 'tokenizer.ggml.';
/** GGUF's numbers for kinds of tokens. */
const [NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE] = [1, 2, 3, 4, 6];
/** The default ids of special tokens, from src/llama-vocab.cpp. */
const BERT = { unknown: 100, cls: 101, sep: 102 };
const LLAMA = { begin: 1, end: 2, unknown: 0 };
const T5 = { end: 1, unknown: 2 };
const SPACE = '\u2581';
const byteLevel = (regex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  use_regex: regex,
});
const split = (...patterns: readonly string[]) => ({
  type: 'Sequence',
  pretokenizers: [
    ...patterns.map((pattern) => {
      return { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false };
    }),
    byteLevel(false),
  ],
});
const digitsApart = {
  type: 'Sequence',
  pretokenizers: [{ type: 'Digits', individual_digits: true }, byteLevel(true)],
};
/** GPT-2's pattern after splitting some code points off, and numbers into groups of three digits. */
const older = split(
  '[\\p{P}$+<=>^~|]+',
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
  '\\p{N}+',
  '[0-9][0-9][0-9]',
);

/** The rules that split text into words */
interface Rule {
  preTokenizer: object;
  /** whether a token is added, if the file does not say it */
  begins?: boolean;
  /** a word that is a token is never split, even if merges could not make it */
  wholeWords?: boolean;
}

const KINDS: Record<string, Rule> = {
  older: { preTokenizer: older },
  gpt2: { preTokenizer: byteLevel(true) },
  digits: { preTokenizer: digitsApart },
  llama3: { preTokenizer: split(MODERN.threeDigits), begins: true, wholeWords: true },
  threeDigits: { preTokenizer: split(MODERN.threeDigits) },
  oneDigit: { preTokenizer: split(MODERN.oneDigit) },
};
/** The rules by llama.cpp's names. */
const NAMES: Record<string, readonly string[]> = {
  older: ['default'],
  gpt2: ['gpt-2', 'phi-2', 'roberta-bpe', 'modern-bert', 'mellum', 'a.x-4.0', 'exaone4'],
  digits: ['smollm', 'starcoder', 'refact', 'command-r', 'codeshell', 'exaone', 'minerva-7b'],
  llama3: ['llama-bpe', 'llama3', 'llama-v3', 'falcon3', 'pixtral', 'midm-2.0', 'lfm2'],
  threeDigits: ['smaug-bpe', 'dbrx'],
  oneDigit: ['qwen2', 'deepseek-r1-qwen', 'kormo', 'f2llmv2', 'megrez', 'stablelm2', 'hunyuan'],
};
const RULES: Record<string, Rule> = Object.fromEntries(
  Object.entries(NAMES).flatMap(([kind, names]) => names.map((name) => [name, KINDS[kind]])),
);

/**
 * Keys that change no ids: tokens for generation and for chat templates, and keys that src/llama-vocab.cpp does not read for this
 * kind of tokenizer.
 */
const HARMLESS = [
  /^(eot|eom|fim_\w+|prefix|suffix|middle|padding|mask|unknown|cls|seperator|bos|eos)_token_id$/,
  /^(pre|scores|merges|token_type_count|precompiled_charsmap)$/,
];

const MODELS: Record<string, (lists: Lists) => Record<string, any>> = {
  gpt2: bytePairs,
  llama: sentencePiece,
  bert: phantomPieces,
  t5: unigram,
};

export function fromGguf(metadata: Record<string, GgufValue>) {
  const read = new Set();
  const of = (name: string) => {
    read.add(name);
    return metadata[`${PREFIX}${name}`] as any;
  };
  const kind = String(of('model'));
  const tokens = textsOf(of, 'tokens');
  if (!Object.hasOwn(MODELS, kind)) {
    const text = `tokenizer.ggml.model: expected ${Object.keys(MODELS).join(', ')}, got ${kind}`;
    throw new HeadwiseError('unsupported', text);
  }
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const kinds = of('token_type') === undefined ? [] : numbersOf(of, 'token_type', tokens.length);
  const rules = MODELS[kind]({ of, metadata, tokens, kinds, vocab });
  for (const [key, value] of Object.entries(metadata)) {
    const name = key.slice(PREFIX.length);
    if (!key.startsWith(PREFIX) || read.has(name) || HARMLESS.some((one) => one.test(name)))
      continue;
    const isOff = value === false || value === 0 || (Array.isArray(value) && value.length === 0);
    if (!isOff) throw wrongValue('unsupported', key, 'no such key', value);
  }
  return rules;
}

function flagOf(of: Lists['of'], name: string, otherwise: boolean) {
  const value = of(name) ?? otherwise;
  if (typeof value === 'boolean') return value;
  throw wrongValue('format', `${PREFIX}${name}`, 'true or false', value);
}

function listOf(of: Lists['of'], name: string): any[] {
  const list = of(name);
  if (Array.isArray(list)) return list;
  throw new HeadwiseError('format', `tokenizer.ggml.${name}: expected a list`);
}

function textsOf(of: Lists['of'], name: string): string[] {
  const list = listOf(of, name);
  if (list.every((one) => typeof one === 'string')) return list;
  throw wrongValue('format', `${PREFIX}${name}`, 'a list of texts', list);
}

function numbersOf(of: Lists['of'], name: string, count: number): number[] {
  const list = listOf(of, name);
  if (list.length >= count && list.every(Number.isFinite)) return list;
  throw wrongValue('format', `${PREFIX}${name}`, `a list of ${count} numbers`, list);
}

/**
 * A token by the id in the file.
 *
 * @param none the default id
 */
function namedToken({ metadata, tokens }: Lists, name: string, none?: number): Special | undefined {
  const id = tokenIdOf(metadata, name, none);
  return id !== undefined && tokens[id] !== undefined ? { content: tokens[id], id } : undefined;
}

/**
 * The tokens that are found in a text verbatim. A mask token includes the spaces before it, as in all models with a mask.
 */
function addedOf(lists: Lists, wanted: readonly number[] = [CONTROL, USER_DEFINED]) {
  const { kinds, tokens } = lists;
  const mask = namedToken(lists, 'mask')?.id;
  return tokens.flatMap((content, id) => {
    if (!wanted.includes(kinds[id])) return [];
    const special = kinds[id] !== USER_DEFINED;
    return [{ ...specialToken(content, id), special, lstrip: id === mask }];
  });
}

/** @param usual the default */
function templateOf(
  lists: Lists,
  usual: { begins: boolean; ends: boolean; begin?: number; end?: number },
) {
  const { of } = lists;
  const begins = flagOf(of, 'add_bos_token', usual.begins);
  const begin = begins ? namedToken(lists, 'bos', usual.begin) : undefined;
  const ends = flagOf(of, 'add_eos_token', usual.ends);
  const end = ends ? namedToken(lists, 'eos', usual.end) : undefined;
  const between = flagOf(of, 'add_sep_token', false) ? namedToken(lists, 'seperator') : undefined;
  return around({ begin, end, between: end && between });
}

/** Like templateOf, but the ranges of tokens leave out the spaces before them. */
function robertaOf(lists: Lists) {
  const { of } = lists;
  const [cls, sep] = [namedToken(lists, 'bos'), namedToken(lists, 'eos')];
  const around = ['bos', 'eos', 'sep'].every((name) => flagOf(of, `add_${name}_token`, true));
  if (!cls || !sep || !around) return null;
  return {
    type: 'RobertaProcessing',
    ...{ cls: [cls.content, cls.id], sep: [sep.content, sep.id] },
    ...{ trim_offsets: true, add_prefix_space: false },
  };
}

function bytePairs(lists: Lists) {
  const { of, vocab } = lists;
  const name = of('pre') ?? 'default';
  if (!Object.hasOwn(RULES, name)) {
    throw wrongValue(
      'unsupported',
      `${PREFIX}pre`,
      `one of ${Object.keys(RULES).join(', ')}`,
      name,
    );
  }
  of('add_space_prefix'); // words of bytes have no prefix
  const { preTokenizer, begins = false, wholeWords = false } = RULES[name];
  const merges = textsOf(of, 'merges').map((line) => line.split(' '));
  return {
    added_tokens: addedOf(lists),
    normalizer: name === 'modern-bert' ? { type: 'NFC' } : null,
    pre_tokenizer: preTokenizer,
    post_processor:
      (name === 'roberta-bpe' && robertaOf(lists)) || templateOf(lists, { begins, ends: false }),
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab, merges, ignore_merges: wholeWords },
  };
}

/**
 * The merges of SentencePiece, which merges the pair with the best score of its piece: all pairs in the order of scores.
 */
function sentencePiece(lists: Lists) {
  const { of, tokens, vocab } = lists;
  const scores = numbersOf(of, 'scores', tokens.length);
  const isPiece = (text: string) => Object.hasOwn(vocab, text);
  const pairs = tokens.flatMap((token, id) => {
    if (token.length > LONGEST_PIECE) {
      const text = `tokenizer.ggml.tokens[${id}]: expected at most ${LONGEST_PIECE} characters, got ${token.length}`;
      throw new HeadwiseError('format', text);
    }
    return halvesOf(token, isPiece).map(([left, right]) => ({ left, right, id }));
  });
  pairs.sort(
    (a, b) =>
      scores[b.id] - scores[a.id] ||
      vocab[a.left] - vocab[b.left] ||
      vocab[a.right] - vocab[b.right],
  );
  const spaced = flagOf(of, 'add_space_prefix', true);
  of('remove_extra_whitespaces'); // only for Unigram
  const { begin, end } = LLAMA;
  return {
    added_tokens: addedOf(lists),
    post_processor: templateOf(lists, { begins: true, ends: false, begin, end }),
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
      unk_token: namedToken(lists, 'unknown', LLAMA.unknown)?.content,
      byte_fallback: true,
      fuse_unk: true,
      merges: pairs.map(({ left, right }) => [left, right]),
    },
  };
}

/**
 * BERT's pieces. In GGUF a piece that begins a word has a phantom space, and a continuation has no prefix. In older files the
 * tokens in brackets are special tokens.
 */
function phantomPieces(lists: Lists) {
  const { of, tokens, kinds } = lists;
  const isSpecial = (id: number) => kinds[id] === CONTROL || /^\[\w+\]$/.test(tokens[id]);
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
  // the tokens around a text do not depend on these keys
  for (const name of ['bos_token', 'eos_token', 'sep_token', 'space_prefix']) of(`add_${name}`);
  const lowercase = flagOf(of, 'normalizer.lowercase', true);
  return wordPieces(Object.fromEntries(pieces.map((piece, id) => [piece, id])), {
    ...{ special, cls, sep, unknown: namedToken(lists, 'unknown', BERT.unknown)?.content },
    normalizer: {
      lowercase,
      strip_accents: flagOf(of, 'normalizer.strip_accents', lowercase),
    },
  });
}

/** T5's and XLM-R's pieces, each with the logarithm of its probability. */
function unigram(lists: Lists) {
  const { of, tokens, kinds } = lists;
  const scores = numbersOf(of, 'scores', tokens.length);
  const isPiece = (id: number) =>
    kinds[id] === undefined || kinds[id] === NORMAL || kinds[id] === BYTE;
  // the scores of other kinds mean nothing, and the lowest score determines the score of unknown code points
  const lowest = scores.reduce((low, score, id) => (isPiece(id) && score < low ? score : low), 0);
  const unknown = namedToken(lists, 'unknown', T5.unknown)?.id ?? kinds.indexOf(UNKNOWN);
  const table = of('precompiled_charsmap') && numbersOf(of, 'precompiled_charsmap', 0);
  const isMerged = flagOf(of, 'remove_extra_whitespaces', true);
  const isSpaced = flagOf(of, 'add_space_prefix', true) || isMerged; // then each word has its own space
  const spaces = {
    type: 'Metaspace',
    replacement: SPACE,
    prepend_scheme: isMerged ? 'always' : 'never',
  };
  const template = templateOf(lists, { begins: false, ends: true, end: T5.end });
  const preTokenizers =
    isMerged && of('add_bos_token') ? [{ type: 'WhitespaceSplit' }, spaces] : [spaces]; // XLM-R's
  const trimmed = [
    { type: 'Strip', strip_left: false, strip_right: true },
    { type: 'Replace', pattern: { Regex: ' {2,}' }, content: SPACE },
  ];
  const whole = isSpaced ? [{ type: 'Prepend', prepend: ' ' }] : [];
  return {
    added_tokens: addedOf(lists, [CONTROL, USER_DEFINED, UNKNOWN]),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        ...(table ? [{ type: 'Precompiled', precompiled_charsmap: Uint8Array.from(table) }] : []),
        ...(isMerged ? trimmed : whole),
      ],
    },
    pre_tokenizer: { type: 'Sequence', pretokenizers: preTokenizers },
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
