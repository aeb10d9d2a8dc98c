// One file, wherever it is: its size, and its bytes by ranges. Of memory and of a Blob here; of an address in http.ts, of an
// archive in zip-source.ts, of a disk in path-node.ts.

export interface Bytes {
  size: () => Promise<number>;
  /** both inside the file */
  range: (begin: number, end: number) => Promise<Uint8Array>;
}

/** @returns whose ranges are views */
export function memoryBytes(bytes: Uint8Array): Bytes {
  return {
    size: async () => bytes.length,
    range: async (begin, end) => bytes.subarray(begin, end),
  };
}

export function blobBytes(blob: Blob): Bytes {
  return {
    size: async () => blob.size,
    range: async (begin, end) => new Uint8Array(await blob.slice(begin, end).arrayBuffer()),
  };
}

/** Says how much of a file on this machine has been read. */
export function watchedBytes(
  file: Bytes,
  name: string,
  onProgress: ((done: number, total: number, file: string) => void) | undefined,
): Bytes {
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
