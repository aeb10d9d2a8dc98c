// Paragraphs as one stream of pieces, and batches cut out of it: windows that begin where a sentence does, and some that
// repeat themselves, so that heads learn to look for what came before.

/**
 * @typedef {object} Stream
 * @property {Uint16Array} ids
 * @property {Uint32Array} starts where a sentence begins
 *
 * @typedef {{ below: (count: number) => number, between: (low: number, high: number) => number }} Random
 * @typedef {{ data: Int32Array, shape: [number, number] }} Tokens
 * @typedef {{ tokens: Tokens, targets: Tokens, mask: { data: Uint8Array, shape: [number, number] } }} Batch
 */

const NEW_LINE = 10;

/** Of 100 windows: repeats of a span of text, and of pieces in any order. */
const REPEATED = 6;
const SCRAMBLED = 3;
const SHORTEST_SPAN = 6;

/**
 * @param {readonly { paragraphs: readonly string[] }[]} texts
 * @param {{ encodeExactly: (text: string) => number[] }} tokenizer
 * @param {readonly string[]} pieces
 * @returns {Stream}
 */
export function streamOf(texts, tokenizer, pieces) {
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
 * @param {Stream} stream
 * @param {{ batchSize: number, length: number }} size
 * @param {(index: number) => Random} randomOf a window's own
 * @returns {Batch}
 */
export function batchOf(stream, { batchSize, length }, randomOf) {
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
 * A held-out stream cut into windows, one after the other, each where a sentence begins.
 *
 * @param {Stream} stream
 * @param {number} length
 * @returns {number[]} where they begin
 */
export function windowsOf({ ids, starts }, length) {
  const places = [];
  let free = 0;
  for (const start of starts) {
    if (start < free || start + length >= ids.length) continue;
    places.push(start);
    free = start + length;
  }
  return places;
}

/**
 * @param {Stream} stream
 * @param {readonly number[]} places
 * @param {number} length
 * @returns {Batch}
 */
export function batchAt({ ids }, places, length) {
  const batch = emptyBatch(places.length, length);
  places.forEach((place, b) => put(batch, b, { ids: ids.subarray(place, place + length + 1) }));
  return batch;
}

/**
 * @param {Stream} stream
 * @param {number} length
 * @param {Random} random
 */
function windowAt({ ids, starts }, length, random) {
  for (;;) {
    const place = starts[random.below(starts.length)];
    if (place + length < ids.length) return ids.subarray(place, place + length + 1);
  }
}

/**
 * A span that is said again and again. What no head can know, pieces in any order when they come first, is not learned.
 *
 * @param {Stream} stream
 * @param {number} length
 * @param {boolean} text whether it is a span of text, or pieces in any order
 * @param {Random} random
 */
export function repeated(stream, length, text, random) {
  const size = random.between(SHORTEST_SPAN, Math.floor(length / 2));
  const { ids } = stream;
  const span = text
    ? windowAt(stream, length, random).subarray(0, size)
    : Uint16Array.from({ length: size }, () => ids[random.below(ids.length)]);
  const window = Uint16Array.from({ length: length + 1 }, (_, i) => span[i % size]);
  return { ids: window, from: text ? 0 : size - 1 };
}

/**
 * @param {number} batchSize
 * @param {number} length
 * @returns {Batch}
 */
export function emptyBatch(batchSize, length) {
  const count = batchSize * length;
  /** @type {[number, number]} */
  const shape = [batchSize, length];
  return {
    tokens: { data: new Int32Array(count), shape },
    targets: { data: new Int32Array(count), shape },
    mask: { data: new Uint8Array(count), shape },
  };
}

/**
 * @param {Batch} batch
 * @param {number} b
 * @param {{ ids: Uint16Array, from?: number }} window
 */
export function put({ tokens, targets, mask }, b, { ids, from = 0 }) {
  const length = tokens.shape[1];
  tokens.data.set(ids.subarray(0, length), b * length);
  targets.data.set(ids.subarray(1), b * length);
  mask.data.fill(1, b * length + from, (b + 1) * length);
}
