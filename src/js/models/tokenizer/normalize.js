// The normalizers of a tokenizer.json, sign by sign, so that each keeps its place in the text.

import { decomposed, mapClusters, mapSigns, matchesIn, prepend } from './aligned.js';
import { expectShort, PER_SIGN } from './limits.js';
import { toBytes } from './pre-tokenize.js';
import { precompiled } from './precompiled.js';
import { patternOf } from './regex.js';

/** @import { Sign } from './aligned.js' */
/** @import { Cost } from './limits.js' */
/** @import { Matches } from './pattern.js' */

/** @typedef {(signs: readonly Sign[], cost: Cost) => Sign[]} Normalize */

const CONTROL = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]$/u;
const SPACE = /^\p{White_Space}$/u;
/** The marks that BERT calls accents, and those that StripAccents removes. */
const [ACCENT, MARK] = [/^\p{Mn}$/u, /^\p{M}$/u];
/** Signs that Nmt removes, and those that it takes for a space. */
const NMT_GONE = /^[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]$/;
const NMT_SPACE = /^[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]$/;
/** CJK ideographs, as BERT counts them. */
const IDEOGRAPH =
  /^[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]$/u;

/**
 * @param {any} rules of tokenizer.json, checked
 * @returns {Normalize}
 */
export function normalizerOf(rules) {
  if (rules === null) return (signs) => [...signs];
  const normalize = NORMALIZERS[rules.type](rules);
  return (signs, cost) => {
    cost.spend(PER_SIGN * (signs.length + 1), `normalizer ${rules.type}`);
    const result = normalize(signs, cost);
    expectShort(result.length, `normalizer ${rules.type}`);
    return result;
  };
}

/** @param {'NFC' | 'NFKC'} form @returns {() => Normalize} */
const composed = (form) => () => (signs) => mapClusters(signs, (text) => text.normalize(form));

/** @type {Record<string, (config: any) => Normalize>} */
const NORMALIZERS = {
  NFC: composed('NFC'),
  NFD: () => (signs) => decomposed(signs, 'NFD'),
  NFKC: composed('NFKC'),
  NFKD: () => (signs) => decomposed(signs, 'NFKD'),
  Nmt: () => (signs) => mapSigns(signs, (text) => (NMT_GONE.test(text) ? '' : NMT_SPACE.test(text) ? ' ' : text)), // prettier-ignore
  ByteLevel: () => (signs) => mapSigns(signs, toBytes),
  Lowercase: () => lowercase,
  StripAccents: () => (signs) => signs.filter(({ text }) => !MARK.test(text)),
  Prepend: (config) => (signs) => prepend(signs, config.prepend),
  Sequence(config) {
    const all = config.normalizers.map(normalizerOf);
    return (signs, cost) =>
      all.reduce(
        (/** @type {Sign[]} */ left, /** @type {Normalize} */ next) => next(left, cost),
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
    const pattern = patternOf(config.pattern);
    return (signs) => replace(signs, pattern, config.content);
  },
  Precompiled: (config) => precompiled(config.precompiled_charsmap),
  BertNormalizer: (config) => (signs) => {
    let all = [...signs];
    if (config.clean_text) all = clean(all);
    if (config.handle_chinese_chars) {
      all = mapSigns(all, (text) => (IDEOGRAPH.test(text) ? ` ${text} ` : text));
    }
    if (config.strip_accents ?? config.lowercase) {
      all = decomposed(all, 'NFD').filter(({ text }) => !ACCENT.test(text));
    }
    return config.lowercase ? lowercase(all) : all;
  },
};

/** @param {readonly Sign[]} signs @returns {Sign[]} */
function lowercase(signs) {
  return mapSigns(signs, (text) => text.toLowerCase());
}

/** @param {readonly Sign[]} signs @returns {Sign[]} */
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
  const matches = matchesIn(signs, pattern);
  expectShort(matches.length * content.length, 'normalizer Replace');
  /** @type {Sign[]} */
  const result = [];
  let at = 0;
  for (const [begin, end] of matches) {
    if (begin === end) continue;
    for (let i = at; i < begin; i++) result.push(signs[i]);
    for (const text of content) result.push({ ...signs[end - 1], text });
    at = end;
  }
  for (let i = at; i < signs.length; i++) result.push(signs[i]);
  return result;
}
