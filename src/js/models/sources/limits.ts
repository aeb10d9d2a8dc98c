// Limits the bytes of a file in memory, by its name: text files have limits of their own, weights and archives the memory's limit.
// A larger file is refused before it is read, or during reading.

import { HeadwiseError, refusedMemory } from '../../arguments/errors.ts';

export interface Limit {
  /** bytes */
  most: number;
  /** returns the error; `bytes`: the size, or the bytes read so far */
  refuse: (bytes: number) => HeadwiseError;
}

const TEXTS: readonly [RegExp, number][] = [
  [/(^|\/)(config|preprocessor_config|modules)\.json$/, 2 ** 20],
  [/(^|\/)(tokenizer|tokenizer_config|vocab)\.json$|\.txt$/, 2 ** 26],
  [/\.json$/, 100_000_000],
];
/** The memory that a page can have. */
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
 * Reads all bytes of a stream, and counts them.
 *
 * @param stream cancelled if it exceeds the limit
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
