// Stores fetched files in the browser's Cache API, in blocks, so that a page fetches each block only once. Without such a cache, or
// if it is full, every block is fetched.

import { wrongKind } from '../../arguments/errors.ts';
import type { Bytes } from './bytes.ts';
import type { HttpBytes } from './http.ts';

const NAME = 'headwise-models';
const BLOCK = 2 ** 23; // bytes

/** The block that was read last: the next tensor or row is usually in it. */
let recent: { key: string; bytes: Uint8Array } | null = null;

export function cachedBytes(source: HttpBytes, url: URL): Bytes {
  if (!cacheStorage()) return source;
  /** The blocks that progress has counted; several tensors may be in one block. */
  const counted: Set<number> = new Set();
  /** The blocks that are being read. */
  const reading: Map<number, Promise<Uint8Array>> = new Map();
  let clearing: Promise<void> | undefined;
  return {
    size: source.size,
    async range(begin, end, isFew = false) {
      const first = Math.floor(begin / BLOCK);
      const last = Math.floor(Math.max(begin, end - 1) / BLOCK);
      if (isFew && !(await isKept(first, last))) return source.range(begin, end);
      if (first === last) {
        return (await block(first)).subarray(begin - first * BLOCK, end - first * BLOCK);
      }
      const bytes = new Uint8Array(end - begin);
      for (let n = first; n <= last; n++) {
        const [from, to] = [Math.max(begin, n * BLOCK), Math.min(end, (n + 1) * BLOCK)];
        const part = (await block(n)).subarray(from - n * BLOCK, to - n * BLOCK);
        bytes.set(part, from - begin);
      }
      return bytes;
    },
  };

  async function keyOf(n: number) {
    const key = new URL(url);
    key.search = new URLSearchParams({
      headwise: await source.version(),
      size: `${await source.size()}`,
      block: `${n}`,
    }).toString();
    return key.href;
  }

  function openCache() {
    return cacheStorage()
      ?.open(NAME)
      .catch(() => undefined);
  }

  /** Whether blocks are stored. */
  async function isKept(first: number, last: number) {
    const cache = await openCache();
    for (let n = first; n <= last; n++) if (!(await cache?.match(await keyOf(n)))) return false;
    return true;
  }

  async function block(n: number) {
    const [size, version] = [await source.size(), await source.version()];
    // without a version, a changed file cannot be distinguished from this one
    if (version === '') return source.range(n * BLOCK, Math.min(size, (n + 1) * BLOCK));
    const key = await keyOf(n);
    const isNew = !counted.has(n);
    counted.add(n);
    if (recent?.key === key) {
      if (isNew) source.progress(recent.bytes.length, size);
      return recent.bytes;
    }
    const known = reading.get(n);
    if (known) return known;
    const own = read(n, key, size, isNew).finally(() => reading.delete(n));
    reading.set(n, own);
    const bytes = await own;
    recent = { key, bytes };
    return bytes;
  }

  /** @param isNew whether progress has not counted it yet */
  async function read(n: number, key: string, size: number, isNew: boolean) {
    const [begin, end] = [n * BLOCK, Math.min(size, (n + 1) * BLOCK)];
    const cache = await openCache();
    const kept = await cache?.match(key);
    const bytes = kept && new Uint8Array(await kept.arrayBuffer());
    const isWhole = bytes?.length === end - begin;
    if (isWhole && isNew) source.progress(bytes.length, size);
    if (isWhole) return bytes;
    const fetched = await source.range(begin, end);
    // a full cache does not stop the read
    if (cache) await store(cache, key, fetched).catch(() => undefined);
    return fetched;
  }

  async function store(cache: Cache, key: string, bytes: Uint8Array) {
    clearing ??= removeOthers(cache, await source.version()).catch(() => undefined);
    await clearing;
    await cache.put(key, new Response(Uint8Array.from(bytes)));
  }

  /** Removes the blocks of this file's other versions. */
  async function removeOthers(cache: Cache, version: string) {
    if (url.search !== '') return; // with another query the path may be another file
    for (const request of await cache.keys(url, { ignoreSearch: true })) {
      if (new URL(request.url).searchParams.get('headwise') !== version)
        await cache.delete(request);
    }
  }
}

/** A model whose files the browser stores. */
export interface CachedModel {
  /** of a hub's model the hub's address with the model's name; of any other the address of its folder */
  address: string;
  /** stored bytes, which may be a part of the model */
  bytes: number;
}

/**
 * Lists the models whose files are stored by this browser for this origin.
 *
 * @returns addresses and stored bytes, by address; empty where there is no Cache API, as in Node
 * @throws {DOMException} where the browser refuses access to its storage
 *
 * @example
 * for (const { address, bytes } of await cachedModels()) console.log(address, bytes);
 */
export async function cachedModels(): Promise<CachedModel[]> {
  const found: Map<string, number> = new Map();
  for (const { url } of await storedBlocks()) {
    const address = addressOf(url);
    found.set(address, (found.get(address) ?? 0) + bytesOf(url));
  }
  return [...found]
    .map(([address, bytes]) => ({ address, bytes }))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
}

/**
 * Removes a model's files from this browser's storage. A model that is open remains usable.
 *
 * @param address as cachedModels gives it
 * @returns whether there was something to remove
 * @throws {TypeError} for an address that is not a string
 * @throws {DOMException} where the browser refuses access to its storage
 *
 * @example
 * for (const { address } of await cachedModels()) await removeCachedModel(address);
 */
export async function removeCachedModel(address: string): Promise<boolean> {
  if (typeof address !== 'string') throw wrongKind('address', 'a string', address);
  const mine = (await storedBlocks()).filter(({ url }) => addressOf(url) === address);
  if (mine.length === 0) return false;
  const cache = await globalThis.caches.open(NAME);
  await Promise.all(mine.map((request) => cache.delete(request)));
  return true;
}

async function storedBlocks(): Promise<readonly Request[]> {
  return (await cacheStorage()?.open(NAME))?.keys() ?? [];
}

/** The Cache API; undefined where there is none, as in Node, or none for this page, as in a frame of no origin. */
function cacheStorage(): CacheStorage | undefined {
  try {
    return globalThis.caches;
  } catch {
    return;
  }
}

/** The address of the model that a stored block belongs to. */
function addressOf(url: string) {
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  const at = address.indexOf('/resolve/');
  return at < 0 ? address.slice(0, address.lastIndexOf('/') + 1) : address.slice(0, at);
}

/** The size of a stored block, by its address. */
function bytesOf(url: string) {
  const { searchParams } = new URL(url);
  const begin = Number(searchParams.get('block')) * BLOCK;
  return Math.max(0, Math.min(BLOCK, Number(searchParams.get('size')) - begin));
}
