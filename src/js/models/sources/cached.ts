// What was fetched, kept in the browser's Cache API block by block, so that a page that is opened again fetches only what it
// has not. Where there is no such cache, or no room in it, everything is fetched.

import type { Bytes } from './bytes.ts';
import type { HttpBytes } from './http.ts';

const NAME = 'headwise-models';
const BLOCK = 2 ** 23; // bytes

export function cachedBytes(source: HttpBytes, url: URL): Bytes {
  if (typeof globalThis.caches === 'undefined') return source;
  /** Blocks that progress has counted: tensors share them. */
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
    // without a version a changed file could not be told from this one
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
    // no room is no reason to stop
    await cache?.put(key.href, new Response(Uint8Array.from(fetched))).catch(() => undefined);
    return fetched;
  }
}
