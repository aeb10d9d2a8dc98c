// The normalizers of a tokenizer.json, sign by sign, so that each keeps its place in the text.

import * as library from '@huggingface/tokenizers';
import { HeadwiseError } from '../../arguments/errors.js';
import { mapClusters, mapSigns, matchesIn, prepend } from './aligned.js';
import { boundedPattern } from './pattern.js';
import { precompiled } from './precompiled.js';

/** @import { Sign } from './aligned.js' */
/** @import { Matches } from './pattern.js' */

/** @typedef {(signs: readonly Sign[]) => Sign[]} Normalize */

/** Its declarations leave this out. */
const { ReplaceNormalizer } = /** @type {any} */ (library);

const CONTROL = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]$/u;
const SPACE = /^\p{White_Space}$/u;
/** The marks that BERT calls accents, and those that StripAccents removes. */
const [ACCENT, MARK] = [/^\p{Mn}$/u, /^\p{M}$/u];
/** CJK ideographs, as BERT counts them. */
const IDEOGRAPH =
  /^[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]$/u;

/**
 * @param {any} config of tokenizer.json
 * @returns {Normalize}
 */
export function normalizerOf(config) {
  if (config === null || config === undefined) return (signs) => [...signs];
  const make = Object.hasOwn(NORMALIZERS, config.type) ? NORMALIZERS[config.type] : undefined;
  if (make) return make(config);
  throw new HeadwiseError(
    'unsupported',
    `tokenizer: normalizer ${String(config.type)} is not known`,
  );
}

/** @param {string} form @returns {() => Normalize} */
const unicode = (form) => () => (signs) => mapClusters(signs, (text) => text.normalize(form));

/** @type {Record<string, (config: any) => Normalize>} */
const NORMALIZERS = {
  NFC: unicode('NFC'),
  NFD: unicode('NFD'),
  NFKC: unicode('NFKC'),
  NFKD: unicode('NFKD'),
  Lowercase: () => lowercase,
  StripAccents: () => (signs) => signs.filter(({ text }) => !MARK.test(text)),
  Prepend: (config) => (signs) => prepend(signs, config.prepend),
  Sequence(config) {
    const all = config.normalizers.map(normalizerOf);
    return (signs) =>
      all.reduce(
        (/** @type {Sign[]} */ left, /** @type {Normalize} */ next) => next(left),
        [...signs],
      );
  },
  Strip: (config) => (signs) => {
    let [begin, end] = [0, signs.length];
    while (config.strip_left && begin < end && SPACE.test(signs[begin].text)) begin++;
    while (config.strip_right && begin < end && SPACE.test(signs[end - 1].text)) end--;
    return signs.slice(begin, end);
  },
  Replace(config) {
    const { pattern } = new ReplaceNormalizer(config);
    if (pattern === null) return (signs) => [...signs];
    const bounded = config.pattern.Regex === undefined ? pattern : boundedPattern(pattern);
    return (signs) => replace(signs, bounded, config.content);
  },
  Precompiled: (config) => precompiled(config.precompiled_charsmap),
  BertNormalizer: (config) => (signs) => {
    let all = [...signs];
    if (config.clean_text) all = clean(all);
    if (config.handle_chinese_chars) {
      all = mapSigns(all, (text) => (IDEOGRAPH.test(text) ? ` ${text} ` : text));
    }
    if (config.strip_accents ?? config.lowercase) {
      all = mapClusters(all, (text) => text.normalize('NFD')).filter(
        ({ text }) => !ACCENT.test(text),
      );
    }
    return config.lowercase ? lowercase(all) : all;
  },
};

/** @type {Normalize} */
function lowercase(signs) {
  return mapSigns(signs, (text) => text.toLowerCase());
}

/** @type {Normalize} */
function clean(signs) {
  return mapSigns(signs, (text) => {
    if (/^[\t\n\r]$/.test(text)) return ' ';
    if (text === '\0' || text === '\ufffd' || CONTROL.test(text)) return '';
    return SPACE.test(text) ? ' ' : text;
  });
}

/**
 * What comes in has the place of the last sign that goes.
 *
 * @param {readonly Sign[]} signs
 * @param {RegExp | Matches} pattern
 * @param {string} content
 */
function replace(signs, pattern, content) {
  /** @type {Sign[]} */
  const result = [];
  let at = 0;
  for (const [begin, end] of matchesIn(signs, pattern)) {
    if (begin === end) continue;
    result.push(...signs.slice(at, begin));
    for (const text of content) result.push({ ...signs[end - 1], text });
    at = end;
  }
  result.push(...signs.slice(at));
  return result;
}
