// The normalizers of a tokenizer.json. They work code point by code point, and each keeps its range in the text.

import { decomposed, mapClusters, mapCodePoints, matchesIn, prepend } from './aligned.ts';
import { expectShort, PER_CODE_POINT } from './limits.ts';
import { toBytes } from './pre-tokenize.ts';
import { precompiled } from './precompiled.ts';
import { patternOf } from './regex.ts';
import type { CodePoint } from './aligned.ts';
import type { Cost } from './limits.ts';
import type { Matches } from './pattern.ts';

export type Normalize = (codePoints: readonly CodePoint[], cost: Cost) => CodePoint[];

const CONTROL = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]$/u;
const SPACE = /^\p{White_Space}$/u;
/** The marks that BERT removes as accents, and the marks that StripAccents removes. */
const [ACCENT, MARK] = [/^\p{Mn}$/u, /^\p{M}$/u];
/** Code points that Nmt removes, and code points that it replaces by a space. */
const NMT_GONE = /^[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]$/;
const NMT_SPACE = /^[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]$/;
/** CJK ideographs by BERT's definition. */
const IDEOGRAPH =
  /^[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]$/u;

/** @param rules of tokenizer.json, checked */
export function normalizerOf(rules: any): Normalize {
  if (rules === null) return (codePoints) => [...codePoints];
  const normalize = NORMALIZERS[rules.type](rules);
  return (codePoints, cost) => {
    cost.spend(PER_CODE_POINT * (codePoints.length + 1), `normalizer ${rules.type}`);
    const result = normalize(codePoints, cost);
    expectShort(result.length, `normalizer ${rules.type}`);
    return result;
  };
}

const composed =
  (form: 'NFC' | 'NFKC'): (() => Normalize) =>
  () =>
  (codePoints) =>
    mapClusters(codePoints, (text) => text.normalize(form));

const NORMALIZERS: Record<string, (config: any) => Normalize> = {
  NFC: composed('NFC'),
  NFD: () => (codePoints) => decomposed(codePoints, 'NFD'),
  NFKC: composed('NFKC'),
  NFKD: () => (codePoints) => decomposed(codePoints, 'NFKD'),
  Nmt: () => (codePoints) => mapCodePoints(codePoints, (text) => (NMT_GONE.test(text) ? '' : NMT_SPACE.test(text) ? ' ' : text)), // prettier-ignore
  ByteLevel: () => (codePoints) => mapCodePoints(codePoints, toBytes),
  Lowercase: () => lowercase,
  StripAccents: () => (codePoints) => codePoints.filter(({ text }) => !MARK.test(text)),
  Prepend: (config) => (codePoints) => prepend(codePoints, config.prepend),
  Sequence(config) {
    const all = config.normalizers.map(normalizerOf);
    return (codePoints, cost) =>
      all.reduce((left: CodePoint[], next: Normalize) => next(left, cost), [...codePoints]);
  },
  Strip: (config) => (codePoints) => {
    let [begin, end] = [0, codePoints.length];
    while (config.strip_left && begin < end && SPACE.test(codePoints[begin].text)) begin++;
    while (config.strip_right && begin < end && SPACE.test(codePoints[end - 1].text)) end--;
    return codePoints.slice(begin, end);
  },
  Replace(config) {
    const pattern = patternOf(config.pattern);
    return (codePoints, cost) => replace(codePoints, pattern, config.content, cost);
  },
  Precompiled: (config) => precompiled(config.precompiled_charsmap),
  BertNormalizer: (config) => (codePoints) => {
    let all = [...codePoints];
    if (config.clean_text) all = clean(all);
    if (config.handle_chinese_chars) {
      all = mapCodePoints(all, (text) => (IDEOGRAPH.test(text) ? ` ${text} ` : text));
    }
    if (config.strip_accents ?? config.lowercase) {
      all = decomposed(all, 'NFD').filter(({ text }) => !ACCENT.test(text));
    }
    return config.lowercase ? lowercase(all) : all;
  },
};

function lowercase(codePoints: readonly CodePoint[]): CodePoint[] {
  return mapCodePoints(codePoints, (text) => text.toLowerCase());
}

function clean(codePoints: readonly CodePoint[]): CodePoint[] {
  return mapCodePoints(codePoints, (text) => {
    if (/^[\t\n\r]$/.test(text)) return ' ';
    if (text === '\0' || text === '\ufffd' || CONTROL.test(text)) return '';
    return SPACE.test(text) ? ' ' : text;
  });
}

/** Replaces text; the replacement has the range of the last replaced code point. */
function replace(
  codePoints: readonly CodePoint[],
  pattern: RegExp | Matches,
  content: string,
  cost: Cost,
) {
  const matches = matchesIn(codePoints, pattern, cost);
  expectShort(matches.length * content.length, 'normalizer Replace');
  const result: CodePoint[] = [];
  let at = 0;
  for (const [begin, end] of matches) {
    if (begin === end) continue;
    for (let i = at; i < begin; i++) result.push(codePoints[i]);
    for (const text of content) result.push({ ...codePoints[end - 1], text });
    at = end;
  }
  for (let i = at; i < codePoints.length; i++) result.push(codePoints[i]);
  return result;
}
