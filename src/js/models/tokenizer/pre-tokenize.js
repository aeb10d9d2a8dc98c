// The pre-tokenizers of a tokenizer.json: text cut into words, each sign with its place.

import * as library from '@huggingface/tokenizers';
import { HeadwiseError } from '../../arguments/errors.js';
import { mapSigns, matchesIn, prepend } from './aligned.js';
import { boundedPattern, MODERN } from './pattern.js';

/** @import { Sign } from './aligned.js' */
/** @import { Matches } from './pattern.js' */

/** @typedef {(signs: readonly Sign[]) => Sign[][]} Cut */

/** Its declarations leave this out. */
const { SplitPreTokenizer } = /** @type {any} */ (library);

const PUNCTUATION = '\\p{P}\\u0021-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u007E';
/** GPT-2's pattern. */
const WORDS =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Each byte as GPT-2 writes it: those that cannot be seen as letters from 256 on. */
const BYTES = (() => {
  let next = 256;
  const seen = (/** @type {number} */ byte) =>
    (byte > 32 && byte < 127) || (byte > 160 && byte !== 173 && byte < 256);
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(seen(byte) ? byte : next++));
})();
const encoder = new TextEncoder();

/**
 * @param {any} config of tokenizer.json
 * @returns {Cut}
 */
export function preTokenizerOf(config) {
  if (config === null || config === undefined) return (signs) => [[...signs]];
  const make = Object.hasOwn(CUTS, config.type) ? CUTS[config.type] : undefined;
  if (make) return make(config);
  throw new HeadwiseError(
    'unsupported',
    `tokenizer: pre-tokenizer ${String(config.type)} is not known`,
  );
}

/** @type {Record<string, (config: any) => Cut>} */
const CUTS = {
  Sequence(config) {
    const all = config.pretokenizers.map(preTokenizerOf);
    return (signs) =>
      all.reduce(
        (/** @type {Sign[][]} */ words, /** @type {Cut} */ next) => words.flatMap(next),
        [[...signs]],
      );
  },
  BertPreTokenizer: () => (signs) =>
    cut(signs, /\p{White_Space}+/gu, 'Removed').flatMap((word) =>
      cut(word, new RegExp(`[${PUNCTUATION}]`, 'gu'), 'Isolated'),
    ),
  Whitespace: () => (signs) =>
    cut(signs, /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]+|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d\p{White_Space}]+/gu, 'Removed', true), // prettier-ignore
  WhitespaceSplit: () => (signs) => cut(signs, /\p{White_Space}+/gu, 'Removed'),
  Punctuation: (config) => (signs) =>
    cut(signs, new RegExp(`[${PUNCTUATION}]`, 'gu'), config.behavior ?? 'Isolated'),
  Digits: (config) => (signs) =>
    cut(signs, /\p{N}/gu, config.individual_digits ? 'Isolated' : 'Contiguous'),
  Split(config) {
    const { pattern } = new SplitPreTokenizer({ ...config, invert: true });
    if (pattern === null) throw new HeadwiseError('format', 'tokenizer: Split has no pattern');
    const given = config.pattern.Regex;
    const safe = given === undefined || Object.values(MODERN).includes(given);
    const bounded = safe ? pattern : boundedPattern(pattern);
    return (signs) => cut(signs, bounded, config.behavior, config.invert);
  },
  ByteLevel: (config) => (signs) => {
    const spaced = config.add_prefix_space && signs[0]?.text !== ' ' ? prepend(signs, ' ') : signs;
    const words = config.use_regex === false ? [[...spaced]] : cut(spaced, WORDS, 'Isolated');
    return words.map((word) => mapSigns(word, toBytes));
  },
  Metaspace: (config) => (signs) => {
    const mark = config.replacement ?? '\u2581';
    const scheme =
      config.prepend_scheme ?? (config.add_prefix_space === false ? 'never' : 'always');
    const all = mapSigns(signs, (text) => (text === ' ' ? mark : text));
    const wanted = scheme === 'always' || (scheme === 'first' && all[0]?.begin === 0);
    const spaced = wanted && all[0]?.text !== mark ? prepend(all, mark) : all;
    if (config.split === false) return [[...spaced]];
    return cut(spaced, new RegExp(mark, 'gu'), 'MergedWithNext');
  },
};

/** @param {string} text */
function toBytes(text) {
  return Array.from(encoder.encode(text), (byte) => BYTES[byte]).join('');
}

/**
 * @param {readonly Sign[]} signs
 * @param {RegExp | Matches} pattern
 * @param {string} behavior how a match is split off
 * @param {boolean} [invert] takes the parts between matches as the matches
 * @returns {Sign[][]}
 */
export function cut(signs, pattern, behavior, invert = false) {
  /** @type {{ begin: number, end: number, matches: boolean }[]} */
  let parts = [];
  let at = 0;
  const add = (/** @type {number} */ end, /** @type {boolean} */ matches) => {
    if (end > at) parts.push({ begin: at, end, matches: matches !== invert });
    at = end;
  };
  for (const [begin, end] of matchesIn(signs, pattern)) {
    add(begin, false);
    add(end, true);
  }
  add(signs.length, false);
  if (behavior === 'Removed') parts = parts.filter(({ matches }) => !matches);
  if (behavior === 'Contiguous') {
    parts = merge(parts, (left, right) => left.matches === right.matches);
  } else if (behavior === 'MergedWithPrevious') {
    parts = merge(parts, (left, right) => right.matches && !left.matches);
  } else if (behavior === 'MergedWithNext') {
    parts = merge(parts, (left, right) => left.matches && !right.matches);
  }
  return parts.map(({ begin, end }) => signs.slice(begin, end));
}

/**
 * @template {{ begin: number, end: number, matches: boolean }} Part
 * @param {Part[]} parts
 * @param {(left: Part, right: Part) => boolean} together neighbours
 */
function merge(parts, together) {
  /** @type {Part[]} */
  const merged = [];
  parts.forEach((part, i) => {
    if (i > 0 && together(parts[i - 1], part)) merged[merged.length - 1].end = part.end;
    else merged.push({ ...part });
  });
  return merged;
}
