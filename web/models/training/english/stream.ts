// Paragraphs as one stream of tokens, and batches from it: windows that begin where a sentence
// does, and some that repeat themselves, so that heads learn to attend to earlier occurrences.

export interface Stream {
  ids: Uint16Array;
  /** offsets of sentences */
  starts: Uint32Array;
}

type Random = { below: (count: number) => number; between: (low: number, high: number) => number };

type Tokens = { data: Int32Array; shape: [number, number] };

type Batch = {
  tokens: Tokens;
  targets: Tokens;
  mask: { data: Uint8Array; shape: [number, number] };
};

/** The end of a paragraph. It is read but never to be predicted: the reader's texts go on. */
export const NEW_LINE = 10;

/** Percentage of windows that repeat a span of text, and of windows that repeat random tokens. */
export const REPEATED = 10;
export const SCRAMBLED = 10;
const SHORTEST_SPAN = 6;
/** Longest spans of random tokens, as a share of a window: they are repeated three times. */
const LONGEST_SCRAMBLED = 1 / 4;

export function streamOf(
  texts: readonly { paragraphs: readonly string[] }[],
  tokenizer: { encodeExactly: (text: string) => number[] },
  pieces: readonly string[],
): Stream {
  const opens = pieces.map((piece) => /^ ["'A-Z]/.test(piece));
  const ends = pieces.map((piece) => /[.!?]["']?$/.test(piece));
  const ids = [];
  const starts = [];
  for (const { paragraphs } of texts) {
    for (const paragraph of paragraphs) {
      const first = ids.length;
      for (const id of tokenizer.encodeExactly(paragraph)) {
        const at = ids.length;
        if (at === first || (opens[id] && ends[ids[at - 1]])) starts.push(at);
        ids.push(id);
      }
      ids.push(NEW_LINE);
    }
  }
  return { ids: Uint16Array.from(ids), starts: Uint32Array.from(starts) };
}

/**
 * The windows of one step.
 *
 * @param randomOf random numbers of a window
 */
export function batchOf(
  stream: Stream,
  { batchSize, length }: { batchSize: number; length: number },
  randomOf: (index: number) => Random,
): Batch {
  const batch = emptyBatch(batchSize, length);
  for (let b = 0; b < batchSize; b++) {
    const random = randomOf(b);
    const kind = random.below(100);
    if (kind < REPEATED + SCRAMBLED)
      put(batch, b, repeated(stream, length, kind < REPEATED, random));
    else put(batch, b, { ids: windowAt(stream, length, random) });
  }
  return batch;
}

/**
 * A held-out stream as windows, one after the other, each from the beginning of a sentence.
 *
 * @returns offsets of the windows
 */
export function windowsOf({ ids, starts }: Stream, length: number): number[] {
  const places = [];
  let free = 0;
  for (const start of starts) {
    if (start < free || start + length >= ids.length) continue;
    places.push(start);
    free = start + length;
  }
  return places;
}

export function batchAt({ ids }: Stream, places: readonly number[], length: number): Batch {
  const batch = emptyBatch(places.length, length);
  places.forEach((place, b) => put(batch, b, { ids: ids.subarray(place, place + length + 1) }));
  return batch;
}

function windowAt({ ids, starts }: Stream, length: number, random: Random) {
  for (;;) {
    const place = starts[random.below(starts.length)];
    if (place + length < ids.length) return ids.subarray(place, place + length + 1);
  }
}

/**
 * A repeated span; the first occurrence of random tokens is masked from the loss, since nothing
 * predicts it.
 *
 * @param text whether it is a span of text, or random tokens
 */
export function repeated(stream: Stream, length: number, text: boolean, random: Random) {
  const longest = Math.floor(length * (text ? 1 / 2 : LONGEST_SCRAMBLED));
  const size = random.between(SHORTEST_SPAN, longest);
  const { ids } = stream;
  const span = text
    ? windowAt(stream, length, random).subarray(0, size)
    : Uint16Array.from({ length: size }, () => ids[random.below(ids.length)]);
  const window = Uint16Array.from({ length: length + 1 }, (_, i) => span[i % size]);
  return { ids: window, from: text ? 0 : size - 1 };
}

export function emptyBatch(batchSize: number, length: number): Batch {
  const count = batchSize * length;
  const shape: [number, number] = [batchSize, length];
  return {
    tokens: { data: new Int32Array(count), shape },
    targets: { data: new Int32Array(count), shape },
    mask: { data: new Uint8Array(count), shape },
  };
}

export function put(
  { tokens, targets, mask }: Batch,
  b: number,
  { ids, from = 0 }: { ids: Uint16Array; from?: number },
) {
  const length = tokens.shape[1];
  tokens.data.set(ids.subarray(0, length), b * length);
  targets.data.set(ids.subarray(1), b * length);
  for (let i = from; i < length; i++) {
    mask.data[b * length + i] = ids[i + 1] === NEW_LINE ? 0 : 1;
  }
}
