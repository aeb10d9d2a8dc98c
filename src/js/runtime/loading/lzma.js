// Unpacks what the build has packed with npm's lzma1, by its decoder.

import { Decoder, InputBuffer, OutputBuffer } from 'headwise:lzma';

/**
 * @param {Uint8Array} packed
 * @param {number} size in bytes, unpacked
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackLzma(packed, size) {
  const output = new OutputBuffer(size);
  new Decoder().decompress(new InputBuffer(packed), output);
  return output.toArray();
}
