// The interface of a file: its size, and ranges of its bytes. Here for memory and Blobs; for addresses in http.ts, for archives in
// zip-source.ts, for disks in path-node.ts.

export interface Bytes {
  size: () => Promise<number>;
  /**
   * begin and end are inside the file
   *
   * @param isFew whether nothing around these bytes will be read soon
   */
  range: (begin: number, end: number, isFew?: boolean) => Promise<Uint8Array>;
}

/** @returns a file whose ranges are views */
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

/** Reports the number of bytes that were read from a local file. */
export function watchedBytes(
  file: Bytes,
  name: string,
  onProgress: ((done: number, total: number, file: string) => void) | undefined,
): Bytes {
  if (!onProgress) return file;
  let done = 0;
  return {
    size: file.size,
    async range(begin, end, isFew) {
      const [bytes, size] = [await file.range(begin, end, isFew), await file.size()];
      done = Math.min(done + bytes.length, size); // some bytes may be read twice
      onProgress(done, size, name);
      return bytes;
    },
  };
}
