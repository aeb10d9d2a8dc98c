// Packs data for scripts: texts by LZMA, and the core's WebAssembly module, whose bytes are put into streams first.

import { joinStreams, STREAMS, walkCode } from '../../js/runtime/loading/wasm-streams.ts';

const CODE_SECTION = 10;
/** Bytes before the first section of a module. */
const PREAMBLE = 8;

export async function packedByLzma(bytes: Uint8Array) {
  const { compress } = await import('lzma1'); // not before npm packages are installed
  return Buffer.from(compress(new Uint8Array(bytes), 9));
}

/** The exports of the module headwise:core-wasm. */
export async function packedWasm(wasm: Uint8Array) {
  const codeAt = contentOfCode(wasm);
  const streams = Array.from({ length: STREAMS }, (): number[] => []);
  let at = codeAt;
  walkCode((stream) => {
    streams[stream].push(wasm[at]);
    return wasm[at++];
  });
  const [rest, ...others] = streams;
  const all = [[...wasm.subarray(0, codeAt), ...rest, ...wasm.subarray(at)], ...others];
  const lengths = all.map(({ length }) => length);
  const bytes = Uint8Array.from(all.flat());
  if (Buffer.compare(joinStreams(bytes, lengths, codeAt), wasm) !== 0) {
    throw new Error('expected the streams to join to the module that they were made of');
  }
  return { lzmaBase64: (await packedByLzma(bytes)).toString('base64'), lengths, codeAt };
}

/** The offset of the code section's content. */
function contentOfCode(wasm: Uint8Array) {
  let at = PREAMBLE;
  while (at < wasm.length) {
    const section = wasm[at++];
    let [size, shift] = [0, 0];
    for (let more = true; more; shift += 7) {
      size |= (wasm[at] & 127) << shift;
      more = wasm[at++] > 127;
    }
    if (section === CODE_SECTION) return at;
    at += size;
  }
  throw new Error('expected a module with a code section');
}
