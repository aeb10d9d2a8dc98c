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

/**
 * Says how much of a file on this machine has been read.
 *
 * @param {Bytes} file
 * @param {string} name
 * @param {((done: number, total: number, file: string) => void) | undefined} onProgress
 * @returns {Bytes}
 */
export function watchedBytes(file, name, onProgress) {
  if (!onProgress) return file;
  let done = 0;
  return {
    size: file.size,
    async range(begin, end) {
      const [bytes, size] = [await file.range(begin, end), await file.size()];
      done = Math.min(done + bytes.length, size); // some of it may be read twice
      onProgress(done, size, name);
      return bytes;
    },
  };
}
