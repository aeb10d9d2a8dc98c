// A file behind an address, by range requests. A connection that breaks is taken up where it broke; what a server says of the
// range that it sends is checked, and a file that changes between two requests is refused.

import { HeadwiseError } from '../../arguments/errors.js';
import { readWithin } from './limits.js';

/** @import { Bytes } from './bytes.js' */
/** @import { Limit } from './limits.js' */

/**
 * @typedef {object} HttpOptions
 * @property {string} name of the file, for errors and progress
 * @property {Limit} limit of a file that comes as a whole
 * @property {AbortSignal} [signal]
 * @property {string} [token] for the header Authorization
 * @property {(done: number, total: number, file: string) => void} [onProgress] bytes of this file
 */

/** The size of the first request: formats say the most at their beginning. */
const FIRST = 65_536;
/** Requests that may give nothing, one after the other. */
const MOST_FAILURES = 3;

/**
 * @typedef {Bytes & { find: () => Promise<void>, version: () => Promise<string>,
 *   progress: (length: number, total: number) => void }} HttpBytes find: rejects where there is no such file; version: the
 *   server's ETag, or ''; progress: reports bytes that have arrived
 */

/**
 * @param {URL} url
 * @param {HttpOptions} options
 * @returns {HttpBytes}
 */
export function httpBytes(url, options) {
  /** @type {Promise<{ size: number, version: string, lead: Uint8Array }> | undefined} */
  let opened;
  let done = 0;
  const open = () => {
    opened ??= openFile(url, options, progress);
    opened.catch(() => (opened = undefined)); // it may be asked for again
    return opened;
  };
  return {
    async find() {
      const response = await request(url, options, 0, FIRST);
      if (response.status === 200) await response.body?.cancel();
      else opened = openRange(response, url, options, progress);
      opened?.catch(() => (opened = undefined));
    },
    size: async () => (await open()).size,
    version: async () => (await open()).version,
    async range(begin, end) {
      const { size, version, lead } = await open();
      if (end <= lead.length) return lead.subarray(begin, end);
      const bytes = new Uint8Array(end - begin);
      await fill(url, options, { bytes, begin, size, version }, progress);
      return bytes;
    },
    progress,
  };

  /** @param {number} length @param {number} total */
  function progress(length, total) {
    done = Math.min(done + length, total);
    options.onProgress?.(done, total, options.name);
  }
}

/**
 * The first bytes, and the facts about the whole file in the answer.
 *
 * @param {URL} url
 * @param {HttpOptions} options
 * @param {(length: number, total: number) => void} progress
 */
async function openFile(url, options, progress) {
  const response = await request(url, options, 0, FIRST);
  if (response.status !== 200) return openRange(response, url, options, progress);
  // The server knows no ranges, or the file is empty: all of it comes at once.
  const lead = await readWhole(response, options);
  progress(lead.length, lead.length);
  return { size: lead.length, version: response.headers.get('etag') ?? '', lead };
}

/**
 * @param {Response} response to the request for the first bytes
 * @param {URL} url
 * @param {HttpOptions} options
 * @param {(length: number, total: number) => void} progress
 */
async function openRange(response, url, options, progress) {
  const version = response.headers.get('etag') ?? '';
  if (response.status === 416) return { size: 0, version, lead: new Uint8Array(0) };
  const { begin, end, size } = rangeOf(response, options.name);
  if (begin !== 0 || end !== Math.min(FIRST, size)) throw wrongRange(options.name, 0, FIRST);
  const lead = new Uint8Array(end);
  const got = await readInto(response, lead, 0, (length) => progress(length, size));
  if (got < end) {
    const part = { bytes: lead.subarray(got), begin: got, size, version };
    await fill(url, options, part, progress);
  }
  return { size, version, lead };
}

/**
 * Fills bytes from an address, with as many requests as it takes.
 *
 * @param {URL} url
 * @param {HttpOptions} options
 * @param {{ bytes: Uint8Array, begin: number, size: number, version: string }} part
 * @param {(length: number, total: number) => void} progress
 */
async function fill(url, options, { bytes, begin, size, version }, progress) {
  let failures = 0;
  for (let got = 0; got < bytes.length;) {
    const from = begin + got;
    const end = begin + bytes.length;
    const response = await request(url, options, from, end);
    const range = response.status === 206 ? rangeOf(response, options.name) : undefined;
    if (range?.begin !== from || range.end !== end || range.size !== size) {
      throw wrongRange(options.name, from, end);
    }
    if ((response.headers.get('etag') ?? '') !== version) {
      throw new HeadwiseError('fetch', `${options.name}: changed on its server while it was read`);
    }
    const before = got;
    got = await readInto(response, bytes, got, (length) => progress(length, size));
    options.signal?.throwIfAborted();
    failures = got > before ? 0 : failures + 1;
    if (failures === MOST_FAILURES) {
      const text = `${options.name}: the connection broke at byte ${begin + got} of ${size}, ${failures} times`;
      throw new HeadwiseError('fetch', text);
    }
  }
}

/**
 * @param {URL} url
 * @param {HttpOptions} options
 * @param {number} begin
 * @param {number} end
 * @returns {Promise<Response>}
 */
async function request(url, { name, signal, token }, begin, end) {
  /** @type {Record<string, string>} */
  const headers = { range: `bytes=${begin}-${end - 1}` };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(url, { headers, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    const text = `${name}: ${url.origin} cannot be reached, or does not let this page read it`;
    throw new HeadwiseError('fetch', text, { cause });
  }
  if (response.ok || (response.status === 416 && begin === 0)) return response;
  await response.body?.cancel();
  throw new HeadwiseError(
    'fetch',
    `${name}: ${url.origin} answered ${response.status}${why(response.status)}`,
  );
}

/** @param {number} status */
function why(status) {
  if (status === 404) return ', there is no such file';
  return status === 401 || status === 403 ? ', it needs a token with read access' : '';
}

/**
 * @param {Response} response
 * @param {string} name
 */
function rangeOf(response, name) {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const [begin, last, size] = found?.slice(1).map(Number) ?? [];
  if (!Number.isSafeInteger(size) || begin > last || last >= size) throw wrongRange(name);
  return { begin, end: last + 1, size };
}

/**
 * Reads a body to a place; a connection that breaks ends it early.
 *
 * @param {Response} response
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {(length: number) => void} progress
 * @returns {Promise<number>} where it ended
 */
async function readInto(response, bytes, at, progress) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at;
      const part = value.subarray(0, bytes.length - at);
      bytes.set(part, at);
      at += part.length;
      progress(part.length);
      if (part.length < value.length || at === bytes.length) {
        await reader.cancel();
        return at;
      }
    }
  } catch {
    return at;
  }
}

/**
 * @param {Response} response
 * @param {HttpOptions} options
 */
async function readWhole(response, { name, signal, limit }) {
  const body = /** @type {ReadableStream<Uint8Array> | null} */ (response.body);
  if (body === null) return new Uint8Array(0);
  const said = Number(response.headers.get('content-length') ?? 0);
  if (said > limit.most) {
    await body.cancel().catch(() => undefined);
    throw limit.refuse(said);
  }
  try {
    return await readWithin(body, limit);
  } catch (cause) {
    if (cause instanceof HeadwiseError) throw cause;
    signal?.throwIfAborted();
    const text = `${name}: the connection broke, and its server does not support ranges`;
    throw new HeadwiseError('fetch', text, { cause });
  }
}

/** @param {string} name @param {number} [begin] @param {number} [end] */
function wrongRange(name, begin, end) {
  const asked = begin === undefined ? 'a range' : `bytes ${begin} to ${end}`;
  return new HeadwiseError('fetch', `${name}: expected ${asked}, its server sent something else`);
}
