// Writing: one token after the other, each with what else might have stood there and the row of every head that wrote it.

import { nextTask } from '../runtime/next-task.ts';
import { Random } from '../training/random.ts';
import { optionsOf } from './attend.ts';
import { largest, predict } from './output-head/predictions.ts';
import { toRow } from './run-arguments.ts';
import type { ModelEngine } from './engine.ts';
import type { Cache, Changes, Cross, Numbers, Passed } from './forward.ts';
import type { AttentionKind } from '../types/models.ts';

export interface WritingState {
  /** tokens whose keys are cached */
  past: number;
  caches: (Cache | null)[];
  cross: Cross | null;
  changes: Changes;
  signal: AbortSignal | null;
}

/** the parts of a model that writing needs */
interface Writer {
  kind: string;
  engine: ModelEngine;
  namesOf: (id: number) => { token: string; text: string };
  decode: (ids: readonly number[]) => string;
  ends: Set<number>;
  contextLen: number;
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** whether cached keys are turned otherwise in the longer text */
  changes: (from: number, to: number) => boolean | undefined;
  step: (
    ids: readonly number[],
    state: WritingState,
  ) => Promise<{ logits: Float32Array; passed: Passed }>;
  /** the encoder's input */
  encode: () => Promise<Passed>;
  /** the ids that a decoder beside an encoder begins with */
  begun: number[];
}

/** @param prompt of a decoder alone */
export async function* writing(
  writer: Writer,
  prompt: number[],
  {
    changes,
    signal,
    ...how
  }: Omit<ReturnType<typeof import('./run-arguments.ts').checkGenerate>, 'target'>,
) {
  const { engine, namesOf, ends } = writer;
  const state: WritingState = { past: 0, caches: [], cross: null, changes, signal };
  let ids = prompt;
  let text: number[] = [];
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
      attention: async (at: {
        layer: number;
        head?: number;
        kind?: AttentionKind;
      }): Promise<Numbers> => rowsOf(engine, passed, at),
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
 * @param before the token before the first
 */
export function appending(
  decode: (ids: readonly number[]) => string,
  before: readonly number[],
): (id: number) => string {
  let shown = before;
  let waiting: number[] = [];
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
 */
function drawn(
  engine: ModelEngine,
  logits: Float32Array,
  { temperature, topK, seed }: { temperature: number; topK: number; seed: number },
  position: number,
) {
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

/** Of the last query: the row of a head, (S), or those of all heads of a layer, (H, S). */
function rowsOf(engine: ModelEngine, passed: Passed, at: unknown): Numbers {
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

/**
 * @param all (H, L, E)
 * @returns (H, 1, E)
 */
function lastRows({ data, shape: [heads, length, width] }: Numbers): Numbers {
  const rows = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const end = (head + 1) * length * width;
    rows.set(data.subarray(end - width, end), head * width);
  }
  return { data: rows, shape: [heads, 1, width] };
}
