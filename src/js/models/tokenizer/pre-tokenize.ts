// The pre-tokenizers of a tokenizer.json: they split text into words, whose code points keep their ranges.

import { mapCodePoints, matchesIn, prepend } from './aligned.ts';
import { expectShort, PER_CODE_POINT } from './limits.ts';
import { patternOf } from './regex.ts';
import type { CodePoint } from './aligned.ts';
import type { Cost } from './limits.ts';
import type { Matches } from './pattern.ts';

type Cut = (codePoints: readonly CodePoint[], cost: Cost) => CodePoint[][];

const PUNCTUATION = '\\p{P}\\u0021-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u007E';
/** GPT-2's pattern. */
const WORDS =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** GPT-2's letter for each byte: invisible bytes become letters from code point 256. */
export const BYTES = (() => {
  let next = 256;
  const seen = (byte: number) =>
    (byte > 32 && byte < 127) || (byte > 160 && byte !== 173 && byte < 256);
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(seen(byte) ? byte : next++));
})();
const encoder = new TextEncoder();

/** @param rules of tokenizer.json, checked */
export function preTokenizerOf(rules: any): Cut {
  if (rules === null) return (codePoints) => [[...codePoints]];
  const cutWords = CUTS[rules.type](rules);
  return (codePoints, cost) => {
    cost.spend(PER_CODE_POINT * (codePoints.length + 1), `pre-tokenizer ${rules.type}`);
    return cutWords(codePoints, cost).filter(({ length }) => length > 0);
  };
}

const CUTS: Record<string, (config: any) => Cut> = {
  Sequence(config) {
    const all = config.pretokenizers.map(preTokenizerOf);
    return (codePoints, cost) =>
      all.reduce(
        (words: CodePoint[][], next: Cut) => {
          const split = words.flatMap((word) => next(word, cost));
          const length = split.reduce((sum, word) => sum + word.length, 0);
          expectShort(length, 'the Sequence of pre-tokenizers');
          return split;
        },
        [[...codePoints]],
      );
  },
  BertPreTokenizer: () => (codePoints, cost) =>
    splitBy(codePoints, /\p{White_Space}+/gu, 'Removed', cost).flatMap((word) =>
      splitBy(word, new RegExp(`[${PUNCTUATION}]`, 'gu'), 'Isolated', cost),
    ),
  Whitespace: () => (codePoints, cost) =>
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are letters of words here
    splitBy(codePoints, /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]+|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d\p{White_Space}]+/gu, 'Removed', cost, true), // prettier-ignore
  WhitespaceSplit: () => (codePoints, cost) =>
    splitBy(codePoints, /\p{White_Space}+/gu, 'Removed', cost),
  Punctuation: (config) => (codePoints, cost) =>
    splitBy(codePoints, new RegExp(`[${PUNCTUATION}]`, 'gu'), config.behavior, cost),
  Digits: (config) => (codePoints, cost) =>
    splitBy(codePoints, /\p{N}/gu, config.individual_digits ? 'Isolated' : 'Contiguous', cost),
  Split(config) {
    const pattern = patternOf(config.pattern);
    return (codePoints, cost) => splitBy(codePoints, pattern, config.behavior, cost, config.invert);
  },
  CharDelimiterSplit: ({ delimiter }) => {
    const pattern = patternOf({ String: delimiter });
    return (codePoints, cost) => splitBy(codePoints, pattern, 'Removed', cost);
  },
  FixedLength:
    ({ length }) =>
    (codePoints) =>
      Array.from({ length: Math.ceil(codePoints.length / length) }, (_, i) =>
        codePoints.slice(i * length, (i + 1) * length),
      ),
  ByteLevel: (config) => (codePoints, cost) => {
    const spaced =
      config.add_prefix_space && codePoints[0]?.text !== ' '
        ? prepend(codePoints, ' ')
        : codePoints;
    const words = !config.use_regex ? [[...spaced]] : splitBy(spaced, WORDS, 'Isolated', cost);
    return words.map((word) => mapCodePoints(word, toBytes));
  },
  Metaspace: ({ replacement: mark, prepend_scheme: scheme, split }) => {
    const marks = patternOf({ String: mark });
    return (codePoints, cost) => {
      const all = mapCodePoints(codePoints, (text) => (text === ' ' ? mark : text));
      const wanted = scheme === 'always' || (scheme === 'first' && all[0]?.begin === 0);
      const spaced = wanted && all[0]?.text !== mark ? prepend(all, mark) : all;
      return split ? splitBy(spaced, marks, 'MergedWithNext', cost) : [[...spaced]];
    };
  },
};

export function toBytes(text: string) {
  return Array.from(encoder.encode(text), (byte) => BYTES[byte]).join('');
}

/**
 * @param behavior how a match is split off
 * @param invert whether the parts between matches are the matches
 */
function splitBy(
  codePoints: readonly CodePoint[],
  pattern: RegExp | Matches,
  behavior: string,
  cost: Cost,
  invert: boolean = false,
): CodePoint[][] {
  let parts: { begin: number; end: number; matches: boolean }[] = [];
  let at = 0;
  const add = (end: number, matches: boolean) => {
    if (end > at) parts.push({ begin: at, end, matches: matches !== invert });
    at = end;
  };
  for (const [begin, end] of matchesIn(codePoints, pattern, cost)) {
    add(begin, false);
    add(end, true);
  }
  add(codePoints.length, false);
  if (behavior === 'Removed') parts = parts.filter(({ matches }) => !matches);
  if (behavior === 'Contiguous') {
    parts = merge(parts, (left, right) => left.matches === right.matches);
  } else if (behavior === 'MergedWithPrevious') {
    parts = merge(parts, (left, right) => right.matches && !left.matches);
  } else if (behavior === 'MergedWithNext') {
    parts = merge(parts, (left, right) => left.matches && !right.matches);
  }
  return parts.map(({ begin, end }) => codePoints.slice(begin, end));
}

/** @param together neighbours */
function merge<Part extends { begin: number; end: number; matches: boolean }>(
  parts: Part[],
  together: (left: Part, right: Part) => boolean,
) {
  const merged: Part[] = [];
  parts.forEach((part, i) => {
    if (i > 0 && together(parts[i - 1], part)) merged[merged.length - 1].end = part.end;
    else merged.push({ ...part });
  });
  return merged;
}
