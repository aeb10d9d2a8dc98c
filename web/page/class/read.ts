// Finds result codes in pasted or opened text.
// One a line, "name, code", a table, or codes with text around them. All input is hostile until it
// is checked. An invalid code keeps its line and its reason. Independent of the screen.

import { LONGEST_CODE, readCode } from '../../elements/lesson/questions/code.ts';
import type { Fault } from '../../elements/lesson/questions/code.ts';
import type { Catalogue, CourseRecord } from '../../elements/lesson/questions/record.ts';

export type { CourseRecord };

/** a readable code */
export interface Entry {
  /** '' for none */
  name: string;
  /** name of the file; '' for pasted text */
  source: string;
  /** from 1 */
  line: number;
  record: CourseRecord;
  /** the fingerprint of a teacher's lesson; '' for the lessons that come with headwise */
  lesson: string;
  signature: string;
  /** the signed text */
  text: string;
}

/** a line, or a whole file, that gave no result */
export interface Refused {
  source: string;
  /** 0: for a whole file */
  line: number;
  /** the line, shortened */
  text: string;
  /**
   * none: it contains no code; many: there were too many before it; link: to a lesson, and damaged
   */
  reason: Fault | 'none' | 'many' | 'link';
  /** the fingerprint of the unknown lesson */
  lesson?: string;
}

/** more: refused lines that are not listed */
type Found = { entries: Entry[]; refused: Refused[]; more: number };

export interface Given {
  text: string;
  /** the file's name; '' for pasted text */
  source: string;
  /** a name for codes without one: that of their folder */
  owner: string;
}

export const MOST_CODES = 2000;
const MOST_REFUSED = 2000;
/** Characters of a line that are searched for a name. */
const NEAR = 240;
const MOST_ROW = 4000;
const MOST_SHOWN = 90;
const MOST_NAME = 60;
/** Most lines into which a mail program breaks a code. */
const MOST_PIECES = 6;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const START = /HW-/gi;
const LESSON_LINK = /#lesson=/;
/** Separators between the cells of a table's row, and quotes around them. */
const BETWEEN = /[\t;,|"]+/g;
/** Characters around a name that are not part of it. */
const EDGE = /[\s,:=*#•·-]/;
const NAMED = /name|nombre|alumn|student|estudiante|learner|姓名|名字|学生|apellido/i;

/**
 * Parses all input, within one limit.
 *
 * @param owns the questions of known teachers' lessons
 */
export function findAll(given: readonly Given[], owns: readonly Catalogue[] = []): Found {
  const found: Found = { entries: [], refused: [], more: 0 };
  for (const one of given) readInto(found, one, owns);
  return found;
}

export const findCodes = (text: string, source: string = '', owner: string = '') =>
  findAll([{ text, source, owner }]);

function readInto(found: Found, { text: given, source, owner }: Given, owns: readonly Catalogue[]) {
  const text = given.replace(DASHES, '-').replace(INVISIBLE, '').replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  const starts = lineStarts(lines);
  const used = new Set();
  const columns = nameColumns(lines);
  const at = [...text.matchAll(START)]
    .map(({ index }) => index)
    .filter((index) => !/[0-9A-Za-z]/.test(text[index - 1] ?? ''));
  let line = 0;
  /** end of the previous code on its line */
  let behind = 0;
  for (const [i, index] of at.entries()) {
    while (line + 1 < starts.length && starts[line + 1] <= index) {
      line++;
      behind = 0;
    }
    const from = index - starts[line];
    const { read, length } = readAt(text.slice(index, at[i + 1] ?? text.length), owns);
    const last = line + text.slice(index, index + length).split('\n').length - 1;
    for (let one = line; one <= last; one++) used.add(one);
    const place = { source, line: line + 1 };
    if ('fault' in read || found.entries.length >= MOST_CODES) {
      const { fault: reason = 'many' as const, lesson } = 'fault' in read ? read : { lesson: '' };
      refuse(found, { ...place, text: lines[line], reason, ...(lesson && { lesson }) });
    } else {
      const name = nameIn(lines[line], behind, from, from + length, columns) || owner;
      found.entries.push({ name, ...place, ...read });
    }
    behind = from + length;
  }
  // a file with one code is a learner's own message; one with several is a list, in which every
  // line matters
  if (source !== '' && at.length === 0)
    refuse(found, { source, line: 0, text: '', reason: 'none' });
  if (source !== '' && at.length < 2) return;
  for (const [i, one] of lines.entries()) {
    if (used.has(i) || i === columns?.line || one.trim() === '') continue;
    const reason = LESSON_LINK.test(one) ? 'link' : 'none';
    refuse(found, { source, line: i + 1, text: one, reason });
  }
}

function refuse(found: Found, line: Refused) {
  if (found.refused.length >= MOST_REFUSED) found.more++;
  else found.refused.push({ ...line, text: cut(line.text) });
}

/** Reads the code at the beginning of a text, also when a program has broken it into pieces. */
function readAt(text: string, owns: readonly Catalogue[]) {
  const pieces = [...text.slice(0, 2 * LONGEST_CODE).matchAll(/[^\s,;|<>"'()[\]{}]+/g)];
  let best: { read: ReturnType<typeof readCode>; length: number } | null = null;
  let joined = '';
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    const [word] = /^[0-9A-Za-z-]*/.exec(piece[0]) ?? [''];
    // only a signature can follow a complete code
    if (word === '' || (best && !word.startsWith('-') && !joined.endsWith('-'))) break;
    joined += word;
    const read = readCode(joined.replace(/-+$/, ''), owns);
    if (!('fault' in read) || read.fault !== 'damaged')
      best = { read, length: piece.index + word.length };
    if (word.length < piece[0].length) break;
  }
  const [first] = pieces;
  return best ?? { read: readCode(cutCode(first[0]), owns), length: first[0].length };
}

/** The beginning of a word, if it resembles a code. */
function cutCode(word: string) {
  return (/^[0-9A-Za-z-]*/.exec(word)?.[0] ?? '').replace(/-+$/, '');
}

function lineStarts(lines: readonly string[]) {
  const starts = [0];
  for (const line of lines) starts.push(starts[starts.length - 1] + line.length + 1);
  return starts.slice(0, -1);
}

/**
 * The columns of names in a table, by its first row. The lines are a table if a row below has as
 * many cells, one of them a code.
 */
function nameColumns(lines: readonly string[]) {
  const line = lines.findIndex((one) => one.trim() !== '');
  if (line < 0 || /HW-/i.test(lines[line])) return null;
  const cells = cellsOf(lines[line].slice(0, MOST_ROW));
  const columns = cells.flatMap((cell, i) => (NAMED.test(cell) && cell.length < 40 ? [i] : []));
  if (cells.length < 2 || columns.length === 0) return null;
  const isTable = lines.some((one) => {
    const row = /HW-/i.test(one) ? cellsOf(one.slice(0, MOST_ROW)) : [];
    return row.length === cells.length && row.some((cell) => /^HW-\S+$/i.test(cell));
  });
  return isTable ? { line, columns } : null;
}

/**
 * The name beside a code: in the table's column, otherwise before it on its line, otherwise after
 * it.
 *
 * @param behind end of an earlier code on the line
 */
function nameIn(
  line: string,
  behind: number,
  from: number,
  to: number,
  table: { columns: readonly number[] } | null,
) {
  if (table && behind === 0) {
    const cells = cellsOf(line.slice(0, MOST_ROW));
    const named = table.columns
      .map((i) => cells[i] ?? '')
      .filter((cell) => cell !== '' && !/HW-/i.test(cell));
    if (named.length > 0) return tidy(named.join(' '));
  }
  const before = line.slice(Math.max(behind, from - NEAR), from);
  return tidy(plain(before)) || tidy(plain(line.slice(to, to + NEAR)));
}

/** The cells of a table's row that may be a name: no dates, no numbers. */
function plain(text: string) {
  if (/HW-/i.test(text)) return '';
  return cellsOf(text)
    .filter((cell) => /\p{L}/u.test(cell) && !/^[\d/:. -]{6,}/.test(cell))
    .join(', ');
}

/** The cells of a row, with quotes in the usual CSV form. */
export function cellsOf(line: string) {
  const [separator = ','] = ['\t', ';', ','].filter((one) => line.includes(one));
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === '"' && quoted && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  cells.push(cell.trim());
  return cells;
}

function tidy(text: string) {
  const line = text
    .slice(0, NEAR)
    .replace(/[\p{C}<>]/gu, ' ')
    .replace(BETWEEN, ', ')
    .replace(/\s+/g, ' ');
  let [from, to] = [0, line.length];
  while (from < to && EDGE.test(line[from])) from++;
  while (to > from && EDGE.test(line[to - 1])) to--;
  return line.slice(from, Math.min(to, from + MOST_NAME)).trim();
}

function cut(line: string) {
  const text = line
    .slice(0, 4 * MOST_SHOWN)
    .trim()
    .replace(/\p{C}/gu, ' ');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
