// The built-in copy of the core, decompressed and compiled once.

import { call, codeAt, file, lengths, lzmaBase64 } from 'headwise:core-wasm';
import { HeadwiseError } from '../../arguments/errors.ts';
import { unpackLzma } from './lzma.ts';
import { NEEDS, messageOf } from './wasm-source.ts';
import { joinStreams } from './wasm-streams.ts';

/** The advice for environments that cannot compile bytes, whose modules are deployed with the program. */
const GIVE_MODULE =
  "Where WebAssembly cannot be compiled while a program runs, as in Cloudflare's workers, import the module " +
  `'${file}' and pass it: ${call}`;

let builtIn: Promise<WebAssembly.Module> | undefined;

/** The built-in `fixed` module, compiled once. */
export function builtInModule(): Promise<WebAssembly.Module> {
  builtIn ??= unpack().then(compileOwn);
  builtIn.catch(() => (builtIn = undefined));
  return builtIn;
}

/**
 * Decompresses the core. LZMA takes 20 ms where the browser's gzip would take 2, and makes the entry 14 kB smaller.
 */
async function unpack(): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(lzmaBase64), (character) => character.charCodeAt(0));
  const size = lengths.reduce((sum, length) => sum + length, 0);
  return joinStreams(unpackLzma(packed, size), lengths, codeAt);
}

async function compileOwn(bytes: Uint8Array<ArrayBuffer>) {
  if (typeof WebAssembly === 'undefined') {
    throw new HeadwiseError(
      'unsupported',
      'WebAssembly is switched off or missing here, and headwise needs it',
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const got = messageOf(cause).replace(/\.+$/, '');
    const needs = /embedder/.test(got) ? GIVE_MODULE : NEEDS;
    throw new HeadwiseError('unsupported', `the core cannot run here: ${got}. ${needs}`, { cause });
  }
}
