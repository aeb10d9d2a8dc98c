// Writing: one token after the other, each with what else might have stood there and the row of every head that wrote it.

import { HeadwiseError } from '../arguments/errors.js';
import { nextTask } from '../host/next-task.js';
import { Random } from '../training/random.js';
import { optionsOf } from './attend.js';
import { largest, predict } from './predictions.js';
import { checkWritten } from './run-arguments.js';

/** @import { ModelEngine } from './engine.js' */
/** @import { Attended, Cache, Cross, Numbers, Passed } from './forward.js' */

/**
 * @typedef {object} WritingState
 * @property {number} past tokens whose keys are cached
 * @property {(Cache | null)[]} caches
 * @property {Cross | null} cross
 *
 * @typedef {object} Writer what writing needs of a model
 * @property {string} kind
 * @property {ModelEngine} engine
 * @property {(id: number) => string} tokenOf
 * @property {Set<number>} ends
 * @property {number} contextLen
 * @property {number} [start] what a decoder beside an encoder begins with
 * @property {<T>(work: () => Promise<T>) => Promise<T>} inTurn
 * @property {(ids: readonly number[], state: WritingState) => Promise<{ logits: Float32Array, attended: Attended[] }>} step
 * @property {(ids: readonly number[]) => Promise<Passed>} encode
 */

/**
 * @param {Writer} writer
 * @param {number[]} prompt
 * @param {ReturnType<typeof import('./run-arguments.js').checkGenerate>} options
 */
export async function* writing(writer, prompt, { maxTokens, temperature, topK, seed, signal }) {
  const { engine, tokenOf, ends } = writer;
  const random = new Random(seed, 0);
  /** @type {WritingState} */
  const state = { past: 0, caches: [], cross: null };
  let ids = prompt;
  if (writer.kind === 'encoder-decoder') {
    state.cross = await writer.inTurn(async () => {
      const { x, hidden } = await writer.encode(prompt);
      const { shape } = hidden[0];
      return { states: { data: engine.read(x, shape[0] * shape[1]), shape } };
    });
    ids = [writer.start ?? 0];
  }
  for (let written = 0; written < maxTokens; written++) {
    signal?.throwIfAborted();
    if (state.past + ids.length > writer.contextLen) return;
    const now = ids;
    const { logits, attended } = await writer.inTurn(() => writer.step(now, state));
    state.past += ids.length;
    const alternatives = predict(engine, logits, 10, tokenOf);
    const id =
      temperature === 0 ? alternatives[0].id : drawn(engine, logits, temperature, topK, random);
    yield {
      id,
      token: tokenOf(id),
      alternatives,
      /** @param {{ layer: number, head: number }} at @returns {Promise<Numbers>} (S) */
      attention: async (at) => rowOf(engine, attended, checkWritten(at, attended)),
    };
    if (ends.has(id)) return;
    ids = [id];
    await nextTask();
  }
}

/**
 * @param {ModelEngine} engine
 * @param {Float32Array} logits
 * @param {number} temperature
 * @param {number} topK
 * @param {Random} random
 */
function drawn(engine, logits, temperature, topK, random) {
  const places = topK > 0 ? largest(logits, topK) : [...logits.keys()];
  const { data } = engine.attention.softmax({
    data: Float32Array.from(places, (place) => logits[place] / temperature),
    shape: [places.length],
  });
  let left = (random.below(65536) * 65536 + random.below(65536)) / 0x100000000;
  for (const [i, share] of data.entries()) {
    left -= share;
    if (left < 0) return places[i];
  }
  return places[places.length - 1];
}

/**
 * The row of the last query.
 *
 * @param {ModelEngine} engine
 * @param {Attended[]} attended
 * @param {{ layer: number, head: number }} at
 */
function rowOf(engine, attended, { layer, head }) {
  const one = attended[layer];
  const { query, key, value } = one;
  const { attention } = engine.attention.scaledDotProductAttention(query, key, value, {
    ...optionsOf(one),
    attention: true,
  });
  const [, length, keys] = attention.shape;
  const from = (head * length + length - 1) * keys;
  return { data: attention.data.slice(from, from + keys), shape: [keys] };
}
