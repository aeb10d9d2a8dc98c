// Splits a teacher's lesson into headings, settings and text.
// It finds characters that no text may contain. Input is hostile until it is checked; no function
// here throws.

import { MOST_PICTURE } from './picture.ts';

export interface Problem {
  /** from 1 */
  line: number;
  /** name of a sentence in web/words, in own-lesson.ts */
  code: string;
  /** values of that sentence's placeholders */
  places?: Readonly<Record<string, string | number>>;
}

export type Report = (line: number, code: string, places?: Problem['places']) => void;

export interface Line {
  /** from 1 */
  line: number;
  kind: 'title' | 'scene' | 'setting' | 'words' | 'blank';
  /** name of a setting; '' for other lines */
  key: string;
  value: string;
}

/** Bytes. */
export const MOST_BYTES = 65_536;
/** Characters of one line, with its continuations. */
export const MOST_LETTERS = 2000;
/** Further problems are only counted. */
export const MOST_PROBLEMS = 100;

/**
 * Control characters, half surrogate pairs, and marks that change the direction of the text after
 * them.
 */
const FORBIDDEN =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/u;
const SETTING = /^([A-Za-z][A-Za-z ]{0,19}?)\s*[:：]\s*(.*)$/s;
/** The only setting with more letters. */
const PICTURE = /^\s*picture\s*[:：]/i;
/** A value that only a setting has. */
const VALUE = /^(-?\d+([.,]\d+)?|on|off|none)$/i;
/** Edit distance up to which an unknown name counts as a slip for a known one. */
const SLIP = 2;

export function createReport(): { problems: Problem[]; report: Report; count: () => number } {
  const problems: Problem[] = [];
  let count = 0;
  return {
    problems,
    count: () => count,
    report(line, code, places) {
      count++;
      if (problems.length < MOST_PROBLEMS) problems.push({ line, code, ...(places && { places }) });
    },
  };
}

/** @param keys names of the settings */
export function readLines(text: string, keys: readonly string[], report: Report): Line[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES) {
    report(1, 'tooLong', { size: Math.ceil(bytes / 1024), most: MOST_BYTES / 1024 });
    return [];
  }
  const lines: Line[] = [];
  for (const [i, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = i + 1;
    const bad = FORBIDDEN.exec(raw);
    if (bad) {
      const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      report(line, 'forbidden', { code: `U+${code}`, column: bad.index + 1 });
      continue;
    }
    const most = PICTURE.test(raw) ? MOST_PICTURE : MOST_LETTERS;
    if (raw.length > most) {
      report(line, 'longLine', { most });
      continue;
    }
    if (/^\s*\/\//.test(raw)) continue; // a note of the author's own
    const before = lines.at(-1);
    const read = readLine(raw, line, keys, report);
    const goesOn = read.kind === 'words' && /^\s/.test(raw) && before?.kind === 'setting';
    if (goesOn) before.value = joined(before.value, read.value);
    else lines.push(read);
    const last = lines.at(-1) as Line;
    const longest = last.key === 'picture' ? MOST_PICTURE : MOST_LETTERS;
    if (last.value.length > longest) {
      report(line, 'longLine', { most: longest });
      last.value = '';
    }
  }
  return lines;
}

/** Two lines as one. Chinese has no spaces between words. */
export function joined(a: string, b: string) {
  if (a === '' || b === '') return a + b;
  const isClose = /[\p{sc=Han}，。！？；：、”」）]$/u.test(a) && /^[\p{sc=Han}“「（]/u.test(b);
  return isClose ? a + b : `${a} ${b}`;
}

function readLine(raw: string, line: number, keys: readonly string[], report: Report): Line {
  const text = raw.trim();
  if (text === '') return { line, kind: 'blank', key: '', value: '' };
  if (text.startsWith('\\')) return { line, kind: 'words', key: '', value: text.slice(1) };
  const heading = /^(#+)\s*(.*)$/.exec(text);
  if (heading) {
    if (heading[1].length > 2) report(line, 'heading', { got: heading[1] });
    const kind = heading[1].length === 1 ? 'title' : 'scene';
    return { line, kind, key: '', value: heading[2].replace(/\s*#+$/, '') };
  }
  const parts = SETTING.exec(text);
  const key = parts?.[1].toLowerCase().replace(/\s+/g, ' ') ?? '';
  if (parts && keys.includes(key)) return { line, kind: 'setting', key, value: parts[2] };
  const meant = parts && meantBy(key, keys);
  if (meant) report(line, 'unknownKey', { got: key, meant });
  // words rarely have a number, or on and off, alone behind a colon
  const isSetting = parts && VALUE.test(parts[2]);
  if (isSetting && !meant) report(line, 'noSetting', { got: key, expected: keys.join(', ') });
  return { line, kind: meant || isSetting ? 'blank' : 'words', key: '', value: text };
}

/** The setting that a name is a slip of, if there is one. */
function meantBy(key: string, keys: readonly string[]) {
  const most = Math.min(SLIP, Math.floor(key.length / 3));
  return keys.find(
    (known) =>
      most > 0 && Math.abs(known.length - key.length) <= most && differBy(known, key) <= most,
  );
}

/** Damerau's distance: characters to change, add or leave out, and neighbours to exchange. */
function differBy(a: string, b: string) {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchange = isExchanged ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(change, exchange, row[j] + 1, next[j - 1] + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
