// Writing: one token after the other, each with what else might have stood there and the row of every head that wrote it.

import { nextTask } from '../runtime/next-task.js';
import { Random } from '../training/random.js';
import { optionsOf } from './attend.js';
import { largest, predict } from './output-head/predictions.js';
import { toRow } from './run-arguments.js';

/** @import { ModelEngine } from './engine.js' */
/** @import { Cache, Changes, Cross, Numbers, Passed } from './forward.js' */
/** @import { AttentionKind } from '../types/models.js' */

/**
 * @typedef {object} WritingState
 * @property {number} past tokens whose keys are cached
 * @property {(Cache | null)[]} caches
 * @property {Cross | null} cross
 * @property {Changes} changes
 * @property {AbortSignal | null} signal
 *
 * @typedef {object} Writer the parts of a model that writing needs
 * @property {string} kind
 * @property {ModelEngine} engine
 * @property {(id: number) => { token: string, text: string }} namesOf
 * @property {(ids: readonly number[]) => string} decode
 * @property {Set<number>} ends
 * @property {number} contextLen
 * @property {<T>(work: () => Promise<T>) => Promise<T>} inTurn
 * @property {(from: number, to: number) => boolean | undefined} changes whether cached keys are turned otherwise in the longer text
 * @property {(ids: readonly number[], state: WritingState) => Promise<{ logits: Float32Array, passed: Passed }>} step
 * @property {() => Promise<Passed>} encode the encoder's input
 * @property {number[]} begun the ids that a decoder beside an encoder begins with
 */

/**
 * @param {Writer} writer
 * @param {number[]} prompt of a decoder alone
 * @param {Omit<ReturnType<typeof import('./run-arguments.js').checkGenerate>, 'target'>} options
 */
export async function* writing(writer, prompt, { changes, signal, ...how }) {
  const { engine, namesOf, ends } = writer;
  /** @type {WritingState} */
  const state = { past: 0, caches: [], cross: null, changes, signal };
  let ids = prompt;
  /** @type {number[]} */
  let text = [];
  if (writer.kind === 'encoder-decoder') {
    ids = writer.begun;
    state.cross = await writer.inTurn(async () => {
      const { x, hidden } = await writer.encode();
      const { shape } = hidden[0];
      return { states: { data: engine.read(x, shape[0] * shape[1]), shape }, projected: [] };
    });
  }
  const append = appending(writer.decode, ids.slice(-1));
  for (let written = 0; written < how.maxTokens; written++) {
    signal?.throwIfAborted();
    text = [...text, ...ids];
    if (text.length >= writer.contextLen) return; // the token would have no place
    if (writer.changes(state.past, text.length)) {
      [state.past, state.caches, ids] = [0, [], text]; // as a run of the whole text
    }
    const now = ids;
    const { logits, passed } = await writer.inTurn(() => writer.step(now, state));
    state.past += ids.length;
    const alternatives = predict(engine, logits, 10, namesOf);
    const id = how.temperature === 0 ? alternatives[0].id : drawn(engine, logits, how, state.past);
    yield {
      id,
      token: namesOf(id).token,
      text: append(id),
      alternatives,
      /** @param {{ layer: number, head?: number, kind?: AttentionKind }} at @returns {Promise<Numbers>} */
      attention: async (at) => rowsOf(engine, passed, at),
    };
    if (ends.has(id)) return;
    ids = [id];
    await nextTask();
  }
}

/** Tokens that one character may take: a byte each. */
const MOST_BYTES = 4;

/**
 * What each token adds to the text. Tokens that are parts of a character add nothing, and the last of them the character.
 *
 * @param {(ids: readonly number[]) => string} decode
 * @param {readonly number[]} before the token before the first
 * @returns {(id: number) => string}
 */
export function appending(decode, before) {
  let shown = before;
  /** @type {number[]} */
  let waiting = [];
  return (id) => {
    waiting.push(id);
    const text = decode([...shown, ...waiting]);
    if (text.endsWith('\ufffd') && waiting.length < MOST_BYTES) return '';
    const added = text.slice(decode(shown).length);
    [shown, waiting] = [waiting, []];
    return added;
  };
}

/**
 * Random numbers belong to a place: a text goes on the same way, wherever its writing was taken up.
 *
 * @param {ModelEngine} engine
 * @param {Float32Array} logits
 * @param {{ temperature: number, topK: number, seed: number }} how
 * @param {number} position
 */
function drawn(engine, logits, { temperature, topK, seed }, position) {
  const random = new Random(seed, 0, position);
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
 * Of the last query: the row of a head, (S), or those of all heads of a layer, (H, S).
 *
 * @param {ModelEngine} engine
 * @param {Passed} passed
 * @param {unknown} at
 * @returns {Numbers}
 */
function rowsOf(engine, passed, at) {
  const { attended, head } = toRow(at, passed);
  const { query, key, value, bias } = attended;
  const last = lastRows(query);
  const { attention } = engine.attention.scaledDotProductAttention(last, key, value, {
    ...optionsOf({
      ...attended,
      past: attended.past + query.shape[1] - 1,
      bias: bias && lastRows(bias),
    }),
    attention: true,
  });
  const [heads, , keys] = attention.shape;
  if (head === undefined) return { data: attention.data, shape: [heads, keys] };
  return { data: attention.data.slice(head * keys, (head + 1) * keys), shape: [keys] };
}

/** @param {Numbers} all (H, L, E) @returns {Numbers} (H, 1, E) */
function lastRows({ data, shape: [heads, length, width] }) {
  const rows = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const end = (head + 1) * length * width;
    rows.set(data.subarray(end - width, end), head * width);
  }
  return { data: rows, shape: [heads, 1, width] };
}
