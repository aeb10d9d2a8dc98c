// Counts stages of reading, of a model or of the bytes of a file. A run waits here for the next layers; a caller that needs the whole model waits for the
// last stage. When reading ends, by an error or by dispose(), every caller that waits is rejected, and so are later ones.

interface Waiting {
  count: number;
  resolve: (there: number) => void;
  reject: (reason: unknown) => void;
}

export class Arrivals {
  #there = 0;
  #waiting: Set<Waiting> = new Set();
  #ended: { reason: unknown } | null = null;

  /** More stages are there. */
  add(count: number = 1) {
    const there = (this.#there += count);
    for (const one of this.#waiting) if (one.count <= there) this.#settle(one).resolve(there);
  }

  end(reason: unknown) {
    this.#ended ??= { reason };
    for (const one of this.#waiting) this.#settle(one).reject(reason);
  }

  has(count: number) {
    return this.#there >= count;
  }

  /**
   * Waits until so many stages are there.
   *
   * @returns how many are
   */
  async until(count: number, signal: AbortSignal | null = null): Promise<number> {
    signal?.throwIfAborted();
    if (this.has(count)) return this.#there;
    if (this.#ended) throw this.#ended.reason;
    const arrival = new Promise<number>((resolve, reject) => {
      this.#waiting.add({ count, resolve, reject });
    });
    return unlessAborted(signal, arrival);
  }

  #settle(one: Waiting) {
    this.#waiting.delete(one);
    return one;
  }
}

/** Waits for work whose result is of no use after an abort. */
export async function unlessAborted<T>(signal: AbortSignal | null, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  let stop!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener?.('abort', stop);
  }
}
