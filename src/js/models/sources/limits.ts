// How much of a file may be in memory at once, by its name: files of text have limits of their own, and all others, which are
// weights and archives, that of the memory. What exceeds one is refused before, or while, it is read.

import { HeadwiseError, refusedMemory } from '../../arguments/errors.ts';

export interface Limit {
  /** bytes */
  most: number;
  /** says how many there are, or are at least */
  refuse: (bytes: number) => HeadwiseError;
}

const TEXTS: readonly [RegExp, number][] = [
  [/(^|\/)(config|preprocessor_config|modules)\.json$/, 2 ** 20],
  [/(^|\/)(tokenizer|tokenizer_config|vocab)\.json$|\.txt$/, 2 ** 26],
  [/\.json$/, 100_000_000],
];
/** What a page can have. */
const MOST_MEMORY = 2 ** 32;

/**
 * @param name of the file
 * @param memoryLimit 0: none
 */
export function limitOf(name: string, memoryLimit: number = 0): Limit {
  const [, text] = TEXTS.find(([names]) => names.test(name)) ?? [];
  if (text !== undefined) return textLimit(name, text);
  return {
    most: memoryLimit || MOST_MEMORY,
    refuse: (bytes) => refusedMemory(name, bytes, { maximum: MOST_MEMORY, limit: memoryLimit }),
  };
}

/** @param most bytes */
function textLimit(name: string, most: number): Limit {
  const expected = `${name}: expected at most ${most} bytes`;
  return { most, refuse: (bytes) => new HeadwiseError('format', `${expected}, got ${bytes}`) };
}

/**
 * All bytes of a stream, counted while they come.
 *
 * @param stream cancelled where it exceeds its limit
 */
export async function readWithin(
  stream: ReadableStream<Uint8Array>,
  { most, refuse }: Limit,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      throw refuse(length);
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts.splice(0)) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
