// Decompresses LZMA data of the build, with the decoder of npm's lzma1.

import { Decoder, InputBuffer, OutputBuffer } from 'headwise:lzma';

/**
 * @param {Uint8Array} packed
 * @param {number} size bytes after decompression
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackLzma(packed, size) {
  const output = new OutputBuffer(size);
  new Decoder().decompress(new InputBuffer(packed), output);
  return output.toArray();
}
