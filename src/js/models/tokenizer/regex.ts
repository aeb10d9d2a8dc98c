// Translates the patterns of a tokenizer.json, which are Oniguruma's, into equivalent patterns of JavaScript. Syntax without an
// equivalent in JavaScript is refused.

import { HeadwiseError } from '../../arguments/errors.ts';
import { boundedPattern, MODERN } from './pattern.ts';
import type { Matches } from './pattern.ts';

const SPACE = '\\p{White_Space}';
const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}';
/** Oniguruma treats these numbers of Latin-1 as word characters, but not in brackets. */
const FEW = '\\u00b2\\u00b3\\u00b9\\u00bc-\\u00be';
/** Classes of characters, inside brackets and outside. */
const INSIDE: Record<string, string> = {
  s: SPACE,
  S: '\\P{White_Space}',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: WORD,
};
const OUTSIDE: Record<string, string> = { ...INSIDE, w: `[${WORD}${FEW}]`, W: `[^${WORD}${FEW}]` };
/** Escapes of both syntaxes. */
const SHARED = /^[nrtfv\\^$.*+?()[\]{}|/-]$/;
/** Names of properties of both syntaxes: general categories. Other names are scripts. */
const CATEGORY = /^(?:[LMNPSZC]|L[ultmo]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cfson])$/;
const SCRIPT = /^[A-Z][a-z]+$/;

/** Like MODERN, for RegExp: not every browser has (?i:). */
const KNOWN: Map<string, RegExp> = new Map(
  Object.values(MODERN).map((source) => {
    const folded = "(?:'[sS\u017f]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])";
    const letters = source.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)", folded);
    return [source, new RegExp(translate(letters).source, 'gu')];
  }),
);

/** @returns a RegExp only for patterns that are fast on every text */
export function patternOf({
  String: plain,
  Regex: source,
}: {
  String?: string;
  Regex?: string;
}): RegExp | Matches {
  if (source === undefined) {
    return new RegExp(String(plain).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gu');
  }
  const known = KNOWN.get(source);
  if (known) return known;
  const { source: translated, hasAnchors } = translate(source);
  const matches = boundedPattern(compiled(translated));
  if (!hasAnchors) return matches;
  return (text, cost) => {
    if (!text.includes('\n')) return matches(text, cost);
    throw unknown(source, '^ and $ on a text of several lines');
  };
}

function compiled(source: string) {
  try {
    // boundedPattern reads groups of flags; RegExp must accept only the rest
    new RegExp(source.replaceAll('(?i:', '(?:'), 'u');
  } catch (cause) {
    const text = `tokenizer.json: pattern: expected a regular expression, got ${source.slice(0, 60)}`;
    throw new HeadwiseError('format', text, { cause });
  }
  return { source, flags: 'gu' } as RegExp;
}

function translate(source: string): { source: string; hasAnchors: boolean } {
  let result = '';
  let depth = 0; // depth of brackets
  let hasAnchors = false;
  for (let i = 0; i < source.length; i++) {
    const one = source[i];
    if (one === '\\') {
      const escape = source[++i] ?? '';
      const table = depth > 0 ? INSIDE : OUTSIDE;
      const property = /^\{(\^?)(\w+)\}/.exec(source.slice(i + 1, i + 40));
      const code = /^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4})/.exec(source.slice(i, i + 6));
      if (Object.hasOwn(table, escape)) result += table[escape];
      else if (/^[pP]$/.test(escape) && property) {
        result += propertyOf(source, escape, property);
        i += property[0].length;
      } else if (code) {
        result += `\\u${code[0].slice(1).padStart(4, '0')}`;
        i += code[0].length - 1;
      } else if (SHARED.test(escape)) result += escape === '-' && depth === 0 ? '-' : `\\${escape}`;
      else if (/^[^\p{L}\p{N}]$/u.test(escape))
        result += escape; // a literal
      else throw unknown(source, `\\${escape}`);
    } else if (depth > 0) {
      if (one === '[' || source.startsWith('&&', i)) throw unknown(source, `${one} in brackets`);
      if (one === ']') depth--;
      result += one;
    } else {
      if (one === '[') depth++;
      if (one === '^' || one === '$') hasAnchors = true;
      if (source.startsWith('{,', i)) throw unknown(source, '{,');
      if (one === '(' && /^\(\?(?![:=!]|i:)/.test(source.slice(i, i + 4))) {
        throw unknown(source, source.slice(i, i + 4));
      }
      result += one === '.' ? '[^\\n]' : one;
      if (one === '[' && source[i + 1] === '^') result += source[++i];
    }
  }
  return { source: result, hasAnchors };
}

function propertyOf(source: string, escape: string, [, not, name]: RegExpExecArray) {
  const letter = (escape === 'P') !== (not !== '') ? 'P' : 'p';
  if (CATEGORY.test(name)) return `\\${letter}{${name}}`;
  if (SCRIPT.test(name)) return `\\${letter}{Script=${name}}`;
  throw unknown(source, `\\${escape}{${name}}`);
}

function unknown(source: string, part: string) {
  return new HeadwiseError(
    'unsupported',
    `tokenizer.json: the pattern ${source.slice(0, 60)} has ${part}, which is not known`,
  );
}
