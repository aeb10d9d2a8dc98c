// One file, wherever it is: its size, and its bytes by ranges. Of memory and of a Blob here; of an address in http.js, of an
// archive in zip-source.js, of a disk in path-node.js.

/**
 * @typedef {object} Bytes
 * @property {() => Promise<number>} size
 * @property {(begin: number, end: number) => Promise<Uint8Array>} range both inside the file
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Bytes} whose ranges are views
 */
export function memoryBytes(bytes) {
  return {
    size: async () => bytes.length,
    range: async (begin, end) => bytes.subarray(begin, end),
  };
}

/**
 * @param {Blob} blob
 * @returns {Bytes}
 */
export function blobBytes(blob) {
  return {
    size: async () => blob.size,
    range: async (begin, end) => new Uint8Array(await blob.slice(begin, end).arrayBuffer()),
  };
}
