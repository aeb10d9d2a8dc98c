// Decompresses LZMA data of the build, with the decoder of npm's lzma1.

import { Decoder, InputBuffer, OutputBuffer } from 'headwise:lzma';

/** @param size bytes after decompression */
export function unpackLzma(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const output = new OutputBuffer(size);
  new Decoder().decompress(new InputBuffer(packed), output);
  return output.toArray();
}
