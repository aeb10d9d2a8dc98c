// Fetches, checks and compiles the core's code, from the caller or from an address. An error names the address and the
// response.

import { core, version } from 'headwise:package';
import { HeadwiseError, shorten } from '../../arguments/errors.ts';
import { kindOf } from '../../arguments/typed-arrays.ts';
import type { CheckedLoad } from './load-options.ts';
import type { Platform } from './platform.ts';
import type { Variant } from './variants.ts';

/** Code of the core, from the caller or from an address. */
export interface Source {
  /** in errors */
  name: string;
  code: Uint8Array<ArrayBuffer> | WebAssembly.Module;
}

/** The core's requirements, for errors. */
export const NEEDS =
  'It needs WebAssembly with SIMD and exceptions, and where the page has a Content-Security-Policy, ' +
  "'wasm-unsafe-eval' in its script-src";

/** The caller's `wasm` as bytes or a module. Bytes are checked before they are compiled. */
export async function fetchSource(
  wasm: CheckedLoad['wasm'],
  platform: Platform,
): Promise<Source | null> {
  if (wasm === null) return null;
  if (wasm instanceof WebAssembly.Module) return { name: 'wasm', code: wasm };
  if (wasm instanceof URL || typeof wasm === 'string') {
    return fetchWasm(String(wasm), platform, `wasm: ${wasm}`);
  }
  if (kindOf(wasm) === 'Uint8Array') return expectWasm(wasm as Uint8Array<ArrayBuffer>, 'wasm');
  if ('arrayBuffer' in wasm) {
    const name = wasm.url ? `wasm: a Response of ${wasm.url}` : 'wasm: a Response';
    if (!wasm.bodyUsed) return readResponse(wasm, name);
    throw new HeadwiseError(
      'fetch',
      `${name}: expected one that was not read yet, got one that was`,
    );
  }
  return expectWasm(new Uint8Array(wasm as ArrayBuffer), 'wasm');
}

/** @param name in errors */
export async function fetchWasm(
  url: string,
  platform: Platform,
  name: string = url,
): Promise<Source> {
  let response;
  try {
    response = await platform.fetch(url);
  } catch (cause) {
    throw new HeadwiseError('fetch', `${name}: could not be fetched: ${messageOf(cause)}`, {
      cause,
    });
  }
  return readResponse(response, name);
}

export async function compileSource({ name, code }: Source): Promise<WebAssembly.Module> {
  if (code instanceof WebAssembly.Module) return code;
  try {
    return await WebAssembly.compile(code);
  } catch (cause) {
    throw new HeadwiseError(
      'format',
      `${name}: expected a module this engine can run, got: ${messageOf(cause)}`,
      { cause },
    );
  }
}

/** The variant of a module of this version; null for any other module. */
export function variantIn(module: WebAssembly.Module): Variant | null {
  const [name, itsVersion] = identityOf(module).split(' ');
  const known = name.startsWith(`${core}-`) && itsVersion === version;
  return known ? (name.slice(core.length + 1) as Variant) : null;
}

/**
 * Refuses any other module than the variant: Emscripten's glue does not check it, and a wrong one crashes the glue.
 */
export function expectVariant(module: WebAssembly.Module, name: string, variant: Variant) {
  if (variantIn(module) === variant) return;
  const found = identityOf(module);
  throw new HeadwiseError(
    'format',
    `${name}: expected ${core}-${variant} ${version}, got ${found ? shorten(found) : 'another WebAssembly module'}`,
  );
}

/** The custom section that the build writes into the modules: `headwise-fixed 1.2.3`, or `models-fixed 1.2.3`. */
function identityOf(module: WebAssembly.Module) {
  const [section] = WebAssembly.Module.customSections(module, 'headwise');
  return section === undefined ? '' : new TextDecoder().decode(section);
}

async function readResponse(response: Response, name: string): Promise<Source> {
  if (!response.ok)
    throw new HeadwiseError(
      'fetch',
      `${name}: expected the core's file, got status ${response.status}`,
    );
  let bytes;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new HeadwiseError('fetch', `${name}: could not be read to its end: ${messageOf(cause)}`, {
      cause,
    });
  }
  const type = response.headers.get('content-type');
  return expectWasm(bytes, type === null ? name : `${name} (${type.split(';')[0]})`);
}

/**
 * Checks for the magic bytes, a zero byte and "asm": a server without the file often responds with a page.
 */
function expectWasm(code: Uint8Array<ArrayBuffer>, name: string): Source {
  if (code[0] === 0 && code[1] === 0x61 && code[2] === 0x73 && code[3] === 0x6d)
    return { name, code };
  const first = Array.from(code.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0'));
  throw new HeadwiseError(
    'format',
    `${name}: expected a WebAssembly module, which begins with 00 61 73 6d, got ${code.length} bytes that begin with ${first.join(' ') || 'nothing'}`,
  );
}

export function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
