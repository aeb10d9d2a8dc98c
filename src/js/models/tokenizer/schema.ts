// Checks the fields of a tokenizer.json once, and fills in defaults, so that the rules need no checks. Names, kinds and defaults
// are the same as in Python's tokenizers.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { MOST_CHARACTERS, MOST_DEPTH, MOST_IDS, MOST_PARTS, MOST_STEPS } from './limits.ts';

/** Checks a value, and returns it with defaults */
type Read = (value: unknown, path: string) => any;

export function wrongField(path: string, expected: string, value: unknown) {
  const got = value === undefined ? 'nothing' : describe(value);
  return new HeadwiseError('format', `tokenizer.json: ${path}: expected ${expected}, got ${got}`);
}

const value =
  (expected: string, fits: (value: any) => boolean): Read =>
  (given, path) => {
    if (fits(given)) return given;
    throw wrongField(path, expected, given);
  };

/** @param none the value for null and for a missing field */
const optional =
  (read: Read, none: unknown = null): Read =>
  (given, path) =>
    given === undefined || given === null ? none : read(given, path);

const listOf =
  (read: Read, most: number = Infinity): Read =>
  (given, path) => {
    if (!Array.isArray(given)) throw wrongField(path, 'a list', given);
    if (given.length > most) throw wrongField(path, `a list of at most ${most}`, given);
    return Array.from(given, (each, i) => read(each, `${path}[${i}]`));
  };

const tuple =
  (...reads: Read[]): Read =>
  (given, path) => {
    if (Array.isArray(given) && given.length === reads.length) {
      return reads.map((read, i) => read(given[i], `${path}[${i}]`));
    }
    throw wrongField(path, `a list of ${reads.length}`, given);
  };

function objectAt(given: unknown, path: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as Record<string, unknown>;
  }
  throw wrongField(path, 'an object', given);
}

const fieldOf = (from: Record<string, unknown>, name: string) =>
  Object.hasOwn(from, name) ? from[name] : undefined;

const fields =
  (shape: Record<string, Read>): Read =>
  (given, path) => {
    const from = objectAt(given, path);
    return Object.fromEntries(
      Object.entries(shape).map(([name, read]) => [
        name,
        read(fieldOf(from, name), path === '' ? name : `${path}.${name}`),
      ]),
    );
  };

/** @returns a Map */
const mapOf =
  (read: Read): Read =>
  (given, path) =>
    new Map(
      Object.entries(objectAt(given, path)).map(([key, each]) => {
        text(key, path);
        return [key, read(each, `${path}[${JSON.stringify(key.slice(0, 40))}]`)];
      }),
    );

/** An object of one of several kinds, named by `type`. */
const kindOf =
  (what: string, table: Record<string, Record<string, Read> | Read>): Read =>
  (given, path) => {
    const type = fieldOf(objectAt(given, path), 'type');
    if (typeof type !== 'string') throw wrongField(`${path}.type`, `the name of a ${what}`, type);
    if (Object.hasOwn(table, type)) {
      const shape = table[type];
      return { type, ...(typeof shape === 'function' ? shape : fields(shape))(given, path) };
    }
    throw new HeadwiseError(
      'unsupported',
      `tokenizer.json: ${path}.type: ${what} ${describe(type)} is not known`,
    );
  };

/** Rules that may contain rules of their kind, up to a maximum depth. */
function nested(make: (inner: Read) => Read, depth: number = 0): Read {
  let below: Read | undefined;
  return make((given, path) => {
    if (depth >= MOST_DEPTH) {
      throw wrongField(path, `at most ${MOST_DEPTH} Sequences in each other`, given);
    }
    below ??= nested(make, depth + 1);
    return below(given, path);
  });
}

const flag = value('true or false', (given) => typeof given === 'boolean');
const text = value(
  'text of whole characters',
  (given) => typeof given === 'string' && !/\p{Cs}/u.test(given),
);
const piece = text;
const short = value(
  `text of at most ${MOST_CHARACTERS} characters`,
  (given) => typeof given === 'string' && given.length <= MOST_CHARACTERS && !/\p{Cs}/u.test(given),
);
const letter = value(
  'one character',
  (given) => typeof given === 'string' && /^\P{Cs}$/su.test(given),
);
const id = value(
  `an id, an integer from 0 to ${MOST_IDS - 1}`,
  (given) => Number.isInteger(given) && given >= 0 && given < MOST_IDS,
);
const count = value(
  'an integer of at least 0',
  (given) => Number.isSafeInteger(given) && given >= 0,
);
const finite = value('a number', (given) => Number.isFinite(given));
const oneOf = (...names: string[]) =>
  value(`one of ${names.join(', ')}`, (given) => names.includes(given));

const pattern: Read = (given, path) => {
  const from = objectAt(given, path);
  const name = ['String', 'Regex'].find((each) => Object.hasOwn(from, each));
  if (name === undefined) throw wrongField(path, '{ String } or { Regex }', given);
  return { [name]: text(from[name], `${path}.${name}`) };
};

const bytes = { add_prefix_space: optional(flag, true), trim_offsets: optional(flag, true), use_regex: optional(flag, true) }; // prettier-ignore

const normalizer = nested((inner) =>
  kindOf('normalizer', {
    ...{ NFC: {}, NFD: {}, NFKC: {}, NFKD: {}, Nmt: {}, Lowercase: {}, StripAccents: {} },
    ByteLevel: {},
    Prepend: { prepend: short },
    Sequence: { normalizers: listOf(inner, MOST_STEPS) },
    Strip: { strip_left: flag, strip_right: flag },
    Replace: { pattern, content: short },
    // base64, or bytes from GGUF; precompiled.ts checks it
    Precompiled: { precompiled_charsmap: (given) => given },
    BertNormalizer: {
      clean_text: flag,
      handle_chinese_chars: flag,
      strip_accents: optional(flag),
      lowercase: flag,
    },
  }),
);

const behavior = oneOf('Removed', 'Isolated', 'Contiguous', 'MergedWithPrevious', 'MergedWithNext');

const schemes = oneOf('always', 'first', 'never');
/** Older files have add_prefix_space instead of prepend_scheme. */
const metaspace: Read = (given, path) => {
  const found = fields({
    replacement: optional(letter, '\u2581'),
    prepend_scheme: optional(schemes),
    add_prefix_space: optional(flag, true),
    split: optional(flag, true),
  })(given, path);
  const { prepend_scheme: scheme, add_prefix_space: isSpaced } = found;
  if (!isSpaced && scheme !== null && scheme !== 'never') {
    throw wrongField(`${path}.prepend_scheme`, "'never' beside add_prefix_space false", scheme);
  }
  return { ...found, prepend_scheme: isSpaced ? (scheme ?? 'always') : 'never' };
};

const preTokenizer = nested((inner) =>
  kindOf('pre-tokenizer', {
    ...{ BertPreTokenizer: {}, Whitespace: {}, WhitespaceSplit: {} },
    ByteLevel: bytes,
    CharDelimiterSplit: { delimiter: letter },
    Digits: { individual_digits: optional(flag, false) },
    FixedLength: {
      length: optional(value('an integer of at least 1', (given) => Number.isSafeInteger(given) && given > 0), 5), // prettier-ignore
    },
    Metaspace: metaspace,
    Punctuation: { behavior: optional(behavior, 'Isolated') },
    Sequence: { pretokenizers: listOf(inner, MOST_STEPS) },
    Split: { pattern, behavior, invert: optional(flag, false) },
  }),
);

const marker = tuple(piece, id);
const aroundTexts = { sep: marker, cls: marker };

/** @param texts the allowed names of texts */
const template = (...texts: string[]) =>
  listOf((given, path) => {
    const from = objectAt(given, path);
    if (Object.hasOwn(from, 'Sequence')) {
      return { Sequence: fields({ id: oneOf(...texts), type_id: count })(from.Sequence, `${path}.Sequence`) }; // prettier-ignore
    }
    if (Object.hasOwn(from, 'SpecialToken')) {
      return { SpecialToken: fields({ id: text, type_id: count })(from.SpecialToken, `${path}.SpecialToken`) }; // prettier-ignore
    }
    throw wrongField(path, '{ Sequence } or { SpecialToken }', given);
  }, MOST_PARTS);

const postProcessor = nested((inner) =>
  kindOf('post-processor', {
    ByteLevel: bytes,
    Sequence: { processors: listOf(inner, MOST_STEPS) },
    TemplateProcessing: {
      single: template('A'),
      pair: template('A', 'B'),
      special_tokens: mapOf(
        fields({ ids: listOf(id, MOST_PARTS), tokens: listOf(piece, MOST_PARTS) }),
      ),
    },
    BertProcessing: aroundTexts,
    RobertaProcessing: {
      ...aroundTexts,
      trim_offsets: optional(flag, true),
      add_prefix_space: optional(flag, true),
    },
  }),
);

const decoder = nested((inner) =>
  kindOf('decoder', {
    ...{ ByteFallback: {}, ByteLevel: {}, Fuse: {} },
    BPEDecoder: { suffix: optional(short, '</w>') },
    CTC: {
      pad_token: optional(short, '<pad>'),
      word_delimiter_token: optional(short, '|'),
      cleanup: optional(flag, true),
    },
    Metaspace: metaspace,
    Replace: { pattern, content: short },
    Sequence: { decoders: listOf(inner, MOST_STEPS) },
    Strip: { content: letter, start: count, stop: count },
    WordPiece: { prefix: optional(short, '##'), cleanup: optional(flag, true) },
  }),
);

/** Checks that no two pieces have the same id. */
const vocabulary: Read = (given, path) => {
  const all = mapOf(id)(given, path);
  const pieces = new Map();
  for (const [key, number] of all) {
    if (pieces.has(number)) {
      throw wrongField(`${path}[${JSON.stringify(key.slice(0, 40))}]`, `an id that no other piece has`, number); // prettier-ignore
    }
    pieces.set(number, key);
  }
  return all;
};

/** Reads merges: pairs, or in older files lines with a space between two pieces. */
const merge: Read = (given, path) => {
  const pair = typeof given === 'string' ? given.split(' ') : given;
  if (Array.isArray(pair) && pair.length === 2) return [text(pair[0], path), text(pair[1], path)];
  throw wrongField(path, 'two pieces', given);
};

const model = kindOf('model', {
  BPE: {
    vocab: vocabulary,
    merges: (given, path) => {
      const isLine = (each: unknown) => !(typeof each === 'string' && each.startsWith('#version'));
      return listOf(merge)(Array.isArray(given) ? given.filter(isLine) : given, path);
    },
    dropout: optional(finite, 0),
    unk_token: optional(piece),
    continuing_subword_prefix: optional(short, ''),
    end_of_word_suffix: optional(short, ''),
    fuse_unk: optional(flag, false),
    byte_fallback: optional(flag, false),
    ignore_merges: optional(flag, false),
  },
  WordPiece: {
    vocab: vocabulary,
    unk_token: optional(piece, '[UNK]'),
    continuing_subword_prefix: optional(short, '##'),
    max_input_chars_per_word: optional(count, 100),
  },
  WordLevel: { vocab: vocabulary, unk_token: optional(piece, '<unk>') },
  Unigram: {
    vocab: listOf(tuple(piece, finite), MOST_IDS),
    unk_id: optional(id),
    byte_fallback: optional(flag, false),
  },
});

/** Derives the type of a model, which older files leave out. */
const modelOrUntyped: Read = (given, path) => {
  const from = objectAt(given, path);
  if (Object.hasOwn(from, 'type')) return model(given, path);
  const has = (name: string) => Object.hasOwn(from, name);
  const isUnigram = Array.isArray(fieldOf(from, 'vocab'));
  const type = has('merges') ? 'BPE' : isUnigram ? 'Unigram' : has('continuing_subword_prefix') ? 'WordPiece' : 'WordLevel'; // prettier-ignore
  return model({ ...from, type }, path);
};

const added = fields({
  id,
  content: text,
  single_word: optional(flag, false),
  lstrip: optional(flag, false),
  rstrip: optional(flag, false),
  normalized: optional(flag),
  special: optional(flag, false),
});

/** The rules of a tokenizer.json, without truncation and padding: transformers turns both off when it reads a text. */
export const readRules = fields({
  added_tokens: optional(listOf(added, 2 ** 17), []),
  normalizer: optional(normalizer),
  pre_tokenizer: optional(preTokenizer),
  post_processor: optional(postProcessor),
  decoder: optional(decoder),
  model: modelOrUntyped,
});
