// Downloads data that a page made as a file.

import { h } from './dom.js';

/** Milliseconds; browsers read the file after the click. */
const KEPT_FOR = 10_000;

/**
 * @param {string} name
 * @param {BlobPart[]} parts
 * @param {string} type
 */
export function download(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
