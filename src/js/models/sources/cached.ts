// Stores fetched files in the browser's Cache API, in blocks, so that a page fetches each block only once. Without such a cache, or
// if it is full, every block is fetched.

import type { Bytes } from './bytes.ts';
import type { HttpBytes } from './http.ts';

const NAME = 'headwise-models';
const BLOCK = 2 ** 23; // bytes

export function cachedBytes(source: HttpBytes, url: URL): Bytes {
  if (typeof globalThis.caches === 'undefined') return source;
  /** The blocks that progress has counted; several tensors may be in one block. */
  const counted: Set<number> = new Set();
  return {
    size: source.size,
    async range(begin, end) {
      const first = Math.floor(begin / BLOCK);
      const last = Math.floor(Math.max(begin, end - 1) / BLOCK);
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

  async function block(n: number) {
    const [size, version] = [await source.size(), await source.version()];
    // without a version, a changed file cannot be distinguished from this one
    if (version === '') return source.range(n * BLOCK, Math.min(size, (n + 1) * BLOCK));
    const [begin, end] = [n * BLOCK, Math.min(size, (n + 1) * BLOCK)];
    const key = new URL(url);
    key.search = new URLSearchParams({
      headwise: version,
      size: `${size}`,
      block: `${n}`,
    }).toString();
    const cache = await globalThis.caches.open(NAME).catch(() => undefined);
    const kept = await cache?.match(key.href);
    const bytes = kept && new Uint8Array(await kept.arrayBuffer());
    const isKept = bytes?.length === end - begin;
    if (isKept && !counted.has(n)) source.progress(bytes.length, size);
    counted.add(n);
    if (isKept) return bytes;
    const fetched = await source.range(begin, end);
    // a full cache does not stop the read
    await cache?.put(key.href, new Response(Uint8Array.from(fetched))).catch(() => undefined);
    return fetched;
  }
}
