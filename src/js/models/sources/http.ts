// Reads a file from an address by range requests. After a broken connection the rest is requested again; the range in each answer
// is checked, and a file that changes between two requests is refused.

import { Arrivals } from '../arrivals.ts';
import { HeadwiseError } from '../../arguments/errors.ts';
import { readWithin } from './limits.ts';
import type { Bytes } from './bytes.ts';
import type { Limit } from './limits.ts';

export interface HttpOptions {
  /** name of the file, for errors and progress */
  name: string;
  /** of a file that is sent as a whole */
  limit: Limit;
  signal?: AbortSignal;
  /** added to the error if there is no such file */
  hint?: string;
  /** for the header Authorization */
  token?: string;
  /** bytes of this file */
  onProgress?: (done: number, total: number, file: string) => void;
}

/** The size of the first request: the headers of formats are at their beginning. */
const FIRST = 65_536;
/** The number of consecutive requests that may return no bytes. */
const MOST_FAILURES = 3;

/**
 * find: rejects if the file does not exist; version: the
 * server's ETag, or ''; progress: reports bytes that have arrived
 */
export type HttpBytes = Bytes & {
  find: () => Promise<void>;
  version: () => Promise<string>;
  progress: (length: number, total: number) => void;
};

/** lead: the first bytes; there: counts the ones that have arrived, where not all have */
interface OpenFile {
  size: number;
  version: string;
  lead: Uint8Array;
  there?: Arrivals;
}

export function httpBytes(url: URL, options: HttpOptions): HttpBytes {
  let opened: Promise<OpenFile> | undefined;
  let done = 0;
  const open = () => {
    opened ??= openFile(url, options, progress);
    opened.catch(() => (opened = undefined)); // a later call may try again
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
      const { size, version, lead, there } = await open();
      if (end <= lead.length) {
        await there?.until(end, options.signal);
        return lead.subarray(begin, end);
      }
      const bytes = new Uint8Array(end - begin);
      await fill(url, options, { bytes, begin, size, version }, progress);
      return bytes;
    },
    progress,
  };

  function progress(length: number, total: number) {
    done = Math.min(done + length, total);
    options.onProgress?.(done, total, options.name);
  }
}

/** Requests the first bytes, and reads the size and version of the file from the answer. */
async function openFile(
  url: URL,
  options: HttpOptions,
  progress: (length: number, total: number) => void,
): Promise<OpenFile> {
  const response = await request(url, options, 0, FIRST);
  if (response.status !== 200) return openRange(response, url, options, progress);
  // The server supports no ranges, or the file is empty: the answer has the whole file.
  const version = response.headers.get('etag') ?? '';
  const size = lengthOf(response);
  if (size > 0) return { size, version, ...readFrom(response, size, options, progress) };
  const lead = await readWhole(response, options);
  progress(lead.length, lead.length);
  return { size: lead.length, version, lead };
}

/** The bytes of a body, if it says how many there are; 0: it does not, or they are packed. */
function lengthOf(response: Response) {
  // other origins hide the header of packed bodies
  if (response.type === 'cors' || response.headers.has('content-encoding')) return 0;
  return Number(response.headers.get('content-length') ?? 0);
}

/** Reads a body of a known size from its beginning, while its first ranges are used. */
function readFrom(
  response: Response,
  size: number,
  options: HttpOptions,
  progress: (length: number, total: number) => void,
): Pick<OpenFile, 'lead' | 'there'> {
  const body = response.body as ReadableStream<Uint8Array>;
  const lead = size > options.limit.most ? null : room(size);
  if (lead === null) {
    body.cancel().catch(() => undefined);
    throw options.limit.refuse(size);
  }
  const there = new Arrivals();
  const read = async () => {
    let at = 0;
    const add = (length: number) => {
      at += length;
      progress(length, size);
      there.add(length);
    };
    await readInto(response, lead, 0, add);
    if (at < size) there.end(options.signal?.aborted ? options.signal.reason : broken(options));
  };
  read().catch((error) => there.end(error));
  return { lead, there };
}

/** @returns null: there is no room for so many bytes */
function room(size: number) {
  try {
    return new Uint8Array(size);
  } catch {
    return null;
  }
}

/** @param response to the request for the first bytes */
async function openRange(
  response: Response,
  url: URL,
  options: HttpOptions,
  progress: (length: number, total: number) => void,
) {
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

/** Fills bytes from an address, with several requests if necessary. */
async function fill(
  url: URL,
  options: HttpOptions,
  {
    bytes,
    begin,
    size,
    version,
  }: { bytes: Uint8Array; begin: number; size: number; version: string },
  progress: (length: number, total: number) => void,
) {
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

async function request(
  url: URL,
  { name, signal, token, hint = '' }: HttpOptions,
  begin: number,
  end: number,
): Promise<Response> {
  const headers: Record<string, string> = { range: `bytes=${begin}-${end - 1}` };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(url, { headers, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    const text = `${name}: ${url.origin} cannot be reached, or does not let this page read it`;
    throw new HeadwiseError('fetch', text, { cause });
  }
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  if (!isPage && (response.ok || (response.status === 416 && begin === 0))) return response;
  await response.body?.cancel();
  const said = response.ok ? PAGE : `answered ${response.status}${why(response.status)}`;
  const more = response.status === 404 ? hint : '';
  throw new HeadwiseError('fetch', `${name}: ${url.origin} ${said}${more}`);
}

/** Servers of apps answer a missing file with their own page, and status 200. */
const PAGE = 'answered with a page of HTML, as if there is no such file';

/** Whether an error says that a server has no such file, or hides it. */
export function isMissing(error: unknown) {
  const text = error instanceof HeadwiseError ? error.message : '';
  return /answered 40[34]/.test(text) || text.endsWith(PAGE);
}

function why(status: number) {
  if (status === 404) return ', there is no such file';
  return status === 401 || status === 403 ? ', it needs a token with read access' : '';
}

function rangeOf(response: Response, name: string) {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const [begin, last, size] = found?.slice(1).map(Number) ?? [];
  if (!Number.isSafeInteger(size) || begin > last || last >= size) throw wrongRange(name);
  return { begin, end: last + 1, size };
}

/**
 * Reads a body into memory. A broken connection ends it early.
 *
 * @returns the end of the bytes that were read
 */
async function readInto(
  response: Response,
  bytes: Uint8Array,
  at: number,
  progress: (length: number) => void,
): Promise<number> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const stop = () => reader.cancel().catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => CUT_OFF);
      if (done) return at;
      const part = value.subarray(0, bytes.length - at);
      bytes.set(part, at);
      at += part.length;
      progress(part.length);
      if (part.length < value.length || at === bytes.length) {
        await stop();
        return at;
      }
    }
  } catch (error) {
    await stop(); // the caller's function has thrown, and wants no more of it
    throw error;
  }
}

const CUT_OFF = { done: true, value: undefined } as const;

async function readWhole(response: Response, { name, signal, limit }: HttpOptions) {
  const body = response.body as ReadableStream<Uint8Array> | null;
  if (body === null) return new Uint8Array(0);
  const reported = Number(response.headers.get('content-length') ?? 0);
  if (reported > limit.most) {
    await body.cancel().catch(() => undefined);
    throw limit.refuse(reported);
  }
  try {
    return await readWithin(body, limit);
  } catch (cause) {
    if (cause instanceof HeadwiseError) throw cause;
    signal?.throwIfAborted();
    throw broken({ name }, { cause });
  }
}

function broken({ name }: Pick<HttpOptions, 'name'>, options?: ErrorOptions) {
  const text = `${name}: the connection broke, and its server does not support ranges`;
  return new HeadwiseError('fetch', text, options);
}

function wrongRange(name: string, begin?: number, end?: number) {
  const asked = begin === undefined ? 'a range' : `bytes ${begin} to ${end}`;
  return new HeadwiseError('fetch', `${name}: expected ${asked}, its server sent something else`);
}
