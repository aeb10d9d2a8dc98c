// Encodes a teacher's lesson into the address's fragment, and decodes it.
// A fragment is never sent to a server.

import { fromBase64Url, through, toBase64Url } from '../../lab/state/address.ts';
import { MOST_BYTES } from './lines.ts';

/** Too many programs cut longer addresses. */
export const LONGEST_LINK = 8192;
const PREFIX = '#lesson=';

/** @returns with its '#' */
export async function packLesson(text: string): Promise<string> {
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
  );
  return PREFIX + toBase64Url(packed);
}

/** Whether an address has a lesson. */
export const hasLesson = (hash: string) => hash.startsWith(PREFIX);

/**
 * @param hash of an address with a lesson
 * @throws {Error} where it is damaged, or larger than a lesson can be
 */
export async function unpackLesson(hash: string): Promise<string> {
  const packed = fromBase64Url(hash.slice(PREFIX.length));
  const bytes = await through(packed, new DecompressionStream('deflate-raw'), MOST_BYTES);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
