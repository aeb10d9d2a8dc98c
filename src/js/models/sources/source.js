// Where a model comes from, made one thing: names of files, and their bytes by ranges. Knows no model and no format of tensors.

import { HeadwiseError, shorten, wrongKind, isBuffer } from '../../arguments/errors.js';
import { isRecord } from '../../arguments/options.js';
import { kindOf } from '../../arguments/tensor.js';
import { quote } from '../../formats/ranges.js';
import { expectInside } from '../../formats/zip.js';
import { blobBytes, memoryBytes, watchedBytes } from './bytes.js';
import { cachedBytes } from './cached.js';
import { httpBytes } from './http.js';
import { HubSource, openHub } from './hub.js';
import { limitOf } from './limits.js';
import { openZip } from './zip-source.js';

/** @import { Bytes } from './bytes.js' */

/**
 * @typedef {string | URL | File[] | FileList | FileSystemDirectoryHandle | Blob | ArrayBuffer | Uint8Array
 *   | Record<string, Blob | ArrayBuffer | Uint8Array | URL> | HubSource} ModelSource string: a folder or file, in Node
 */

/**
 * @typedef {object} SourceOptions
 * @property {number} [memoryLimit] bytes, 0 = none
 * @property {AbortSignal} [signal]
 * @property {(done: number, total: number, file: string) => void} [onProgress]
 * @property {(path: string | URL) => Promise<{ files: Map<string, Bytes> } | { file: Bytes, name: string }>} [openPath] how
 *   paths are opened, in Node: path-node.js
 */

/**
 * @typedef {object} Source
 * @property {string[]} files
 * @property {(name: string) => boolean} has
 * @property {(name: string) => Promise<number>} size
 * @property {(name: string) => Promise<Uint8Array>} read all of a file, which limits.js refuses when it is too large
 * @property {(name: string, begin: number, end: number) => Promise<Uint8Array>} readRange
 */

/** The names that a folder behind an address may hold: it cannot be asked for them. */
const PROBED = [
  ...['config.json', 'model.safetensors', 'model.safetensors.index.json', 'pytorch_model.bin'],
  ...['pytorch_model.bin.index.json', 'tokenizer.json', 'tokenizer_config.json', 'vocab.txt'],
  ...['vocab.json', 'merges.txt', 'special_tokens_map.json', 'preprocessor_config.json'],
  ...['generation_config.json', 'modules.json', '1_Pooling/config.json', 'model.gguf'],
  ...[2, 3].flatMap((at) =>
    ['config.json', 'model.safetensors', 'pytorch_model.bin'].map((name) => `${at}_Dense/${name}`),
  ),
];
const MOST_FILES = 10_000;

/**
 * @param {ModelSource} source
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>}
 */
export async function openSource(source, options = {}) {
  options.signal?.throwIfAborted();
  const opened = await open(source, options);
  const files = 'files' in opened ? opened.files : await unpackOne(opened, options.memoryLimit);
  return sourceOf(files, options);
}

/**
 * @param {Map<string, Bytes>} files
 * @param {SourceOptions} options
 * @returns {Source}
 */
function sourceOf(files, { signal, memoryLimit }) {
  /** @param {string} name */
  const find = (name) => {
    signal?.throwIfAborted();
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
    async readRange(name, begin, end) {
      const file = find(name);
      const size = await file.size();
      if (!(begin >= 0 && begin <= end && end <= size)) {
        throw new HeadwiseError(
          'format',
          `${name}: expected bytes ${begin} to ${end}, it has ${size}`,
        );
      }
      return file.range(begin, end);
    },
  };
}

/**
 * @param {unknown} source
 * @param {SourceOptions} options
 * @returns {Promise<{ files: Map<string, Bytes> } | { file: Bytes, name: string }>}
 */
async function open(source, options) {
  if (source instanceof HubSource) return { files: await openHub(source, options) };
  if (source instanceof URL && source.protocol !== 'file:') return openAddress(source, options);
  const watched = (/** @type {Bytes} */ file, /** @type {string} */ name) =>
    watchedBytes(file, name, options.onProgress);
  const all = (/** @type {Map<string, Bytes>} */ files) => {
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

/**
 * @param {URL} url
 * @param {SourceOptions} options
 */
async function openAddress(url, options) {
  const name = decodeURIComponent(url.pathname.replace(/^.*\//, ''));
  if (!url.pathname.endsWith('/')) {
    return { file: cachedBytes(addressBytes(url, name, options), url), name };
  }
  /** @type {Map<string, Bytes>} */
  const files = new Map();
  const found = await Promise.all(
    PROBED.map(async (each) => {
      const address = new URL(each, url);
      const file = addressBytes(address, each, options);
      try {
        await file.find();
        return /** @type {const} */ ([each, cachedBytes(file, address)]);
      } catch (error) {
        if (error instanceof HeadwiseError && /answered 40[34]/.test(error.message))
          return undefined;
        throw error;
      }
    }),
  );
  for (const each of found) if (each) files.set(...each);
  return { files };
}

/**
 * @param {URL} url
 * @param {string} name
 * @param {SourceOptions} options
 */
function addressBytes(url, name, { memoryLimit, signal, onProgress }) {
  if (!/^(https?|blob|data):$/.test(url.protocol)) {
    throw wrongKind('source', 'an address of https: or file:', url.href);
  }
  return httpBytes(url, { name, limit: limitOf(name, memoryLimit), signal, onProgress });
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {SourceOptions} options
 */
function member(name, value, options) {
  expectInside(name);
  if (value instanceof URL) return cachedBytes(addressBytes(value, name, options), value);
  const file = toBytes(value);
  if (file) return watchedBytes(file, name, options.onProgress);
  throw wrongKind(`source.${shorten(name)}`, 'a Blob, bytes or a URL', value);
}

/** @param {unknown} value @returns {Bytes | undefined} */
function toBytes(value) {
  if (isBlob(value)) return blobBytes(value);
  if (kindOf(value) === 'Uint8Array') return memoryBytes(/** @type {Uint8Array} */ (value));
  return isBuffer(value) ? memoryBytes(new Uint8Array(value)) : undefined;
}

/** @param {unknown} value @returns {value is Blob} of any frame */
function isBlob(value) {
  return /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(value));
}

/** @param {unknown} value @returns {value is File[]} or FileList, made an array by its iterator */
function isList(value) {
  const isFiles = Object.prototype.toString.call(value) === '[object FileList]';
  if (!Array.isArray(value) && !isFiles) return false;
  return Array.from(/** @type {ArrayLike<unknown>} */ (value)).every(isBlob);
}

/** @param {unknown} value @returns {value is FileSystemDirectoryHandle} */
function isHandle(value) {
  return Object(value).kind === 'directory' && typeof Object(value).values === 'function';
}

/** @param {unknown} file */
function nameOf(file) {
  const { name } = /** @type {File} */ (file);
  return typeof name === 'string' ? name : '';
}

/** @param {File} file */
function pathOf(file) {
  const path = file.webkitRelativePath || file.name;
  expectInside(path);
  return path;
}

/**
 * @param {FileSystemDirectoryHandle} folder
 * @param {string} [path]
 * @param {Map<string, Bytes>} [files]
 */
async function filesIn(folder, path = '', files = new Map()) {
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

/**
 * One file: an archive's files, unless it is torch's, or itself.
 *
 * @param {{ file: Bytes, name: string }} one
 * @param {number} [memoryLimit]
 * @returns {Promise<Map<string, Bytes>>}
 */
async function unpackOne({ file, name }, memoryLimit) {
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

/**
 * A file of JSON.
 *
 * @param {Source} source
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function readJson(source, name) {
  const bytes = await source.read(name);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new HeadwiseError('format', `${name}: expected JSON: ${shorten(message)}`, { cause });
  }
}
