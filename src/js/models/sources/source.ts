// Gives every source of a model one interface: names of files, and ranges of their bytes. It knows neither models nor formats of
// tensors.

import { HeadwiseError, shorten, wrongKind, isBuffer } from '../../arguments/errors.ts';
import { isRecord } from '../../arguments/options.ts';
import { kindOf } from '../../arguments/typed-arrays.ts';
import { quote } from '../../formats/ranges.ts';
import { expectInside } from '../../formats/zip.ts';
import { blobBytes, memoryBytes, watchedBytes } from './bytes.ts';
import { cachedBytes } from './cached.ts';
import { httpBytes, isMissing } from './http.ts';
import { HubSource, openHub } from './hub.ts';
import { limitOf } from './limits.ts';
import { moduleFiles, SETTINGS } from './sentence-files.ts';
import { isShard } from './weight-files.ts';
import { openZip } from './zip-source.ts';
import type { Bytes } from './bytes.ts';

/**
 * string: a folder or file, in Node; length and item: a FileList; kind and name: a FileSystemDirectoryHandle
 */
export type ModelSource =
  | string
  | URL
  | File[]
  | { readonly length: number; item(index: number): File | null }
  | { readonly kind: 'directory'; readonly name: string }
  | Blob
  | ArrayBuffer
  | Uint8Array
  | Record<string, Blob | ArrayBuffer | Uint8Array | URL>
  | HubSource;

export interface SourceOptions {
  /** bytes, 0 = none */
  memoryLimit?: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number, file: string) => void;
  /** opens paths, in Node: path-node.ts */
  openPath?: (
    path: string | URL,
  ) => Promise<{ files: Map<string, Bytes> } | { file: Bytes; name: string }>;
}

export interface Source {
  files: string[];
  has: (name: string) => boolean;
  size: (name: string) => Promise<number>;
  /** reads a whole file; limits.ts refuses a file that is too large */
  read: (name: string) => Promise<Uint8Array>;
  /** @param isFew whether nothing around these bytes will be read soon */
  readRange: (name: string, begin: number, end: number, isFew?: boolean) => Promise<Uint8Array>;
}

/** The possible names of files in a folder at an address, which cannot list its files. */
const PROBED = [
  ...['config.json', 'model.safetensors', 'model.safetensors.index.json', 'pytorch_model.bin'],
  ...['pytorch_model.bin.index.json', 'tokenizer.json', 'tokenizer_config.json', 'vocab.txt'],
  ...['vocab.json', 'merges.txt', 'special_tokens_map.json', 'preprocessor_config.json'],
  ...['generation_config.json', 'modules.json', 'model.gguf'],
  ...['spiece.model', 'tokenizer.model', 'spm.model'],
];
const MOST_FILES = 10_000;

export async function openSource(
  source: ModelSource,
  options: SourceOptions = {},
): Promise<Source> {
  options.signal?.throwIfAborted();
  const opened = await open(source, options);
  if ('files' in opened) return sourceOf(opened.files, options, opened.openShard);
  return sourceOf(await unpackOne(opened, options.memoryLimit), options);
}

function sourceOf(
  files: Map<string, Bytes>,
  { signal, memoryLimit }: SourceOptions,
  openShard?: Opened['openShard'],
): Source {
  const find = (name: string) => {
    signal?.throwIfAborted();
    if (openShard && isShard(name) && !files.has(name)) files.set(name, openShard(name));
    const file = files.get(name);
    if (file) return file;
    const some = [...files.keys()].slice(0, 6).map(shorten).join(', ') || 'none';
    throw new HeadwiseError('format', `source: expected a file ${quote(name)}, got ${some}`);
  };
  return {
    files: [...files.keys()],
    has: (name) => files.has(name),
    size: async (name) => find(name).size(),
    async read(name) {
      const [file, limit] = [find(name), limitOf(name, memoryLimit)];
      const size = await file.size();
      if (size > limit.most) throw limit.refuse(size);
      return file.range(0, size);
    },
    async readRange(name, begin, end, isFew) {
      const file = find(name);
      const size = await file.size();
      if (!(begin >= 0 && begin <= end && end <= size)) {
        throw new HeadwiseError(
          'format',
          `${name}: expected bytes ${begin} to ${end}, it has ${size}`,
        );
      }
      return file.range(begin, end, isFew);
    },
  };
}

/** openShard: opens a shard of a folder that cannot list its files */
type Opened = { files: Map<string, Bytes>; openShard?: (name: string) => Bytes };

async function open(
  source: unknown,
  options: SourceOptions,
): Promise<Opened | { file: Bytes; name: string }> {
  if (source instanceof HubSource) return { files: await openHub(source, options) };
  if (source instanceof URL && source.protocol !== 'file:') return openAddress(source, options);
  const watched = (file: Bytes, name: string) => watchedBytes(file, name, options.onProgress);
  const all = (files: Map<string, Bytes>) => {
    return { files: new Map([...files].map(([name, file]) => [name, watched(file, name)])) };
  };
  if (typeof source === 'string' || source instanceof URL) {
    if (options.openPath) {
      const opened = await options.openPath(source);
      if ('files' in opened) return all(opened.files);
      return { ...opened, file: watched(opened.file, opened.name) };
    }
    const instead = 'an address (URL) or files: paths are for Node';
    throw wrongKind('source', instead, String(source));
  }
  if (isHandle(source)) return all(await filesIn(source));
  const file = toBytes(source);
  if (file) return { file: watched(file, nameOf(source)), name: nameOf(source) };
  if (isList(source)) return all(new Map(source.map((each) => [pathOf(each), blobBytes(each)])));
  if (!isRecord(source)) throw wrongKind('source', 'files, a folder, an address or bytes', source);
  return {
    files: new Map(
      Object.entries(source).map(([name, each]) => [name, member(name, each, options)]),
    ),
  };
}

/** The last part of an address, for errors and by its ending. */
function fileNameOf(url: URL) {
  const name = url.pathname.replace(/^.*\//, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // its % begins no character
  }
}

async function openAddress(url: URL, options: SourceOptions) {
  const name = fileNameOf(url);
  if (!url.pathname.endsWith('/')) {
    const hint = name.includes('.') ? '' : '; the address of a folder ends with /';
    return { file: cachedBytes(addressBytes(url, name, options, hint), url), name };
  }
  const files: Map<string, Bytes> = new Map();
  const openShard = (name: string) => {
    expectInside(name);
    const address = new URL(name.split('/').map(encodeURIComponent).join('/'), url);
    return cachedBytes(addressBytes(address, name, options), address);
  };
  const probe = async (each: string) => {
    const address = new URL(each, url);
    const file = addressBytes(address, each, options);
    try {
      await file.find();
      return [each, cachedBytes(file, address)] as const;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const probeAll = async (names: readonly string[]) => {
    for (const found of await Promise.all(names.map(probe))) if (found) files.set(...found);
  };
  await probeAll(PROBED);
  const modules = files.get('modules.json');
  if (modules) await probeAll([...SETTINGS, ...(await moduleFiles(modules))]);
  if (files.size === 0) {
    const folder = url.origin + url.pathname;
    const text = `source: ${folder} has no config.json and no weights under a usual name`;
    throw new HeadwiseError('fetch', text);
  }
  return { files, openShard };
}

function addressBytes(
  url: URL,
  name: string,
  { memoryLimit, signal, onProgress }: SourceOptions,
  hint?: string,
) {
  if (!/^(https?|blob|data):$/.test(url.protocol)) {
    throw wrongKind('source', 'an address of https: or file:', url.href);
  }
  return httpBytes(url, { name, limit: limitOf(name, memoryLimit), signal, onProgress, hint });
}

function member(name: string, value: unknown, options: SourceOptions) {
  expectInside(name);
  if (value instanceof URL) return cachedBytes(addressBytes(value, name, options), value);
  const file = toBytes(value);
  if (file) return watchedBytes(file, name, options.onProgress);
  throw wrongKind(`source.${shorten(name)}`, 'a Blob, bytes or a URL', value);
}

function toBytes(value: unknown): Bytes | undefined {
  if (isBlob(value)) return blobBytes(value);
  if (kindOf(value) === 'Uint8Array') return memoryBytes(value as Uint8Array);
  return isBuffer(value) ? memoryBytes(new Uint8Array(value)) : undefined;
}

/** Whether a value is a Blob, also of another frame. */
function isBlob(value: unknown): value is Blob {
  return /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(value));
}

/** Whether a value is a list of files: an array, or a FileList of any frame. */
function isList(value: unknown): value is File[] {
  const isFiles = Object.prototype.toString.call(value) === '[object FileList]';
  if (!Array.isArray(value) && !isFiles) return false;
  return Array.from(value as ArrayLike<unknown>).every(isBlob);
}

function isHandle(value: unknown): value is FileSystemDirectoryHandle {
  return Object(value).kind === 'directory' && typeof Object(value).values === 'function';
}

function nameOf(file: unknown) {
  const { name } = file as File;
  return typeof name === 'string' ? name : '';
}

function pathOf(file: File) {
  const path = file.webkitRelativePath || file.name;
  expectInside(path);
  return path;
}

async function filesIn(
  folder: FileSystemDirectoryHandle,
  path: string = '',
  files: Map<string, Bytes> = new Map(),
) {
  for await (const each of folder.values()) {
    const name = path + each.name;
    if (each.kind === 'directory') await filesIn(each, `${name}/`, files);
    else files.set(name, blobBytes(await each.getFile()));
    if (files.size > MOST_FILES) {
      throw new HeadwiseError('format', `source: expected at most ${MOST_FILES} files in a folder`);
    }
  }
  return files;
}

/** Opens one file: the files of an archive, except torch's archives, or the file itself. */
async function unpackOne(
  { file, name }: { file: Bytes; name: string },
  memoryLimit?: number,
): Promise<Map<string, Bytes>> {
  const size = await file.size();
  const begins = String.fromCharCode(...(await file.range(0, Math.min(4, size))));
  if (begins === 'PK\x03\x04') {
    const files = await openZip(file, memoryLimit);
    if (![...files.keys()].some((each) => /^[^/]+\/data\.pkl$/.test(each))) return files;
    return new Map([[name || 'pytorch_model.bin', file]]);
  }
  const named = begins === 'GGUF' ? 'model.gguf' : 'model.safetensors';
  return new Map([[name || named, file]]);
}

/** Reads a file of JSON. */
export async function readJson(source: Source, name: string): Promise<any> {
  const bytes = await source.read(name);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new HeadwiseError('format', `${name}: expected JSON: ${shorten(message)}`, { cause });
  }
}
