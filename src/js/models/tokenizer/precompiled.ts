// SentencePiece's table of replacements in tokenizer.json: a double array of UTF-8 prefixes (darts-clone), and their replacements.
// It replaces text and updates ranges like Python's tokenizers.

import { HeadwiseError } from '../../arguments/errors.ts';
import { clustersOf, textOf } from './aligned.ts';
import { expectShort } from './limits.ts';
import type { CodePoint } from './aligned.ts';

/** The bytes of the longest cluster that is searched as a whole. */
const LONGEST = 5;
const LARGEST = 2 ** 24; // bytes of a table; SentencePiece's own have 2^18
const UNIT = 4;
/** The maximum bytes of one replacement; SentencePiece's own have 33. Each code point of a text may be replaced. */
const MOST_TEXT = 256;

const encoder = new TextEncoder();

/** @param charsmap in base64, or its bytes; null: none */
export function precompiled(charsmap: unknown): (codePoints: readonly CodePoint[]) => CodePoint[] {
  if (charsmap === null || charsmap === undefined || charsmap === '')
    return (codePoints) => [...codePoints];
  const find = readTable(charsmap);
  return (codePoints) => {
    const all: { text: string; change: number }[] = [];
    for (const cluster of clustersOf(codePoints)) {
      const text = textOf(cluster);
      const bytes = encoder.encode(text);
      const whole = bytes.length <= LONGEST ? find(bytes) : null;
      if (whole !== null) add(all, cluster.length, whole);
      else {
        for (const { text: one } of cluster) {
          const found = find(encoder.encode(one));
          if (found === null) all.push({ text: one, change: 0 });
          else add(all, 1, found);
        }
      }
      expectShort(all.length, 'normalizer Precompiled');
    }
    return alignReplacements(codePoints, all);
  };
}

/**
 * Adds the replacement of some code points, with the change of their number: if there are more, the last ones are new; if there are
 * fewer, the last one has the ranges of the removed ones. An empty replacement is removed with the code point before it.
 *
 * @param count number of replaced code points
 */
function add(all: { text: string; change: number }[], count: number, found: string) {
  const texts = Array.from(found);
  const more = texts.length - count;
  texts.forEach((text, i) => all.push({ text, change: more > 0 && i >= count ? 1 : 0 }));
  if (more < 0 && all.length > 0) all[all.length - 1].change += more;
}

function alignReplacements(
  codePoints: readonly CodePoint[],
  all: readonly { text: string; change: number }[],
): CodePoint[] {
  let at = 0;
  return all.map(({ text, change }) => {
    const { begin, end } = (change > 0 ? codePoints[at - 1] : codePoints[at]) ?? {
      begin: 0,
      end: 0,
    };
    if (change <= 0) at += 1 - change;
    return { text, begin, end };
  });
}

/** Reads the table. @returns finds the replacement of the shortest prefix of some bytes; null: the table has none */
function readTable(charsmap: unknown): (key: Uint8Array) => string | null {
  const bytes = bytesOf(charsmap);
  const view = new DataView(bytes.buffer);
  const size = bytes.length < UNIT ? 0 : view.getUint32(0, true);
  if (size === 0 || size % UNIT !== 0 || size > bytes.length - UNIT) {
    throw broken(`expected a table of at most ${bytes.length - UNIT} bytes, got ${size}`);
  }
  const units = size / UNIT;
  const texts = bytes.subarray(UNIT + size);
  const decoder = new TextDecoder('utf-8', { fatal: true });

  function unitAt(at: number) {
    if (at < units) return view.getUint32(UNIT * (at + 1), true);
    throw broken(`expected a place below ${units}, got ${at}`);
  }

  function textAt(from: number) {
    if (from > texts.length) throw broken(`expected a text below ${texts.length}, got ${from}`);
    const found = texts.subarray(from, from + MOST_TEXT + 1);
    const end = found.indexOf(0);
    if (end < 0 && found.length > MOST_TEXT) {
      throw broken(`expected texts of at most ${MOST_TEXT} bytes, got more at ${from}`);
    }
    try {
      return decoder.decode(end < 0 ? found : found.subarray(0, end));
    } catch {
      throw broken(`expected UTF-8 at ${from}`);
    }
  }

  return (key) => {
    let unit = unitAt(0);
    let at = offsetOf(unit);
    for (const byte of key) {
      if (byte === 0) return null;
      at = (at ^ byte) >>> 0;
      unit = unitAt(at);
      if ((unit & 0x800000ff) >>> 0 !== byte) return null;
      at = (at ^ offsetOf(unit)) >>> 0;
      if (unit & 0x100) return textAt(unitAt(at) & 0x7fffffff);
    }
    return null;
  };
}

/** The offset of a node's children. */
function offsetOf(unit: number) {
  return ((unit >>> 10) << ((unit & 0x200) >>> 6)) >>> 0;
}

function bytesOf(charsmap: unknown) {
  if (charsmap instanceof Uint8Array) return new Uint8Array(charsmap);
  if (typeof charsmap !== 'string') throw broken(`expected base64, got ${typeof charsmap}`);
  if (charsmap.length > LARGEST) throw broken(`expected at most ${LARGEST} characters of base64`);
  try {
    return Uint8Array.from(atob(charsmap), (one) => one.charCodeAt(0));
  } catch {
    throw broken('expected base64');
  }
}

function broken(what: string) {
  return new HeadwiseError('format', `tokenizer: precompiled_charsmap: ${what}`);
}
