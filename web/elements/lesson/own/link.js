// Encodes a teacher's lesson into the address's fragment, and decodes it.
// A fragment is never sent to a server.

import { fromBase64Url, through, toBase64Url } from '../../lab/state/address.js';
import { MOST_BYTES } from './lines.js';

/** Longer addresses are cut by too many programs on their way. */
export const LONGEST_LINK = 8192;
const PREFIX = '#lesson=';

/** @param {string} text @returns {Promise<string>} with its '#' */
export async function packLesson(text) {
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
  );
  return PREFIX + toBase64Url(packed);
}

/** Whether an address has a lesson. @param {string} hash */
export const hasLesson = (hash) => hash.startsWith(PREFIX);

/**
 * @param {string} hash of an address that has one
 * @returns {Promise<string>}
 * @throws {Error} where it is damaged, or larger than a lesson can be
 */
export async function unpackLesson(hash) {
  const packed = fromBase64Url(hash.slice(PREFIX.length));
  const bytes = await through(packed, new DecompressionStream('deflate-raw'), MOST_BYTES);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
