// Generates text: one token after another, each with its alternatives and with the maps' rows of its query.

import { nextTask } from '../runtime/next-task.ts';
import { Random } from '../training/random.ts';
import { largest, predict } from './output-head/predictions.ts';
import { toRow } from './run-arguments.ts';
import { optionsOf } from './saved-attention.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { ModelEngine } from './model-engine.ts';
import type { Changes, Numbers } from './saved-attention.ts';
import type { Written } from './stack.ts';
import type { TextCaches } from './text-caches.ts';
import type { AttentionKind } from '../types/models.ts';

export interface GenerationState {
  /** caches of the tokens that were read */
  text: TextCaches;
  /** output of the encoder */
  states: Numbers | null;
  changes: Changes;
  signal: AbortSignal | null;
}

/** the parts of a model that generating needs */
interface TextGenerator {
  kind: string;
  engine: ModelEngine;
  namesOf: (id: number) => { token: string; text: string };
  decode: (ids: readonly number[]) => string;
  ends: Set<number>;
  contextLen: number;
  enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** whether a longer text has other rotary frequencies, so that cached keys are invalid */
  changes: (from: number, to: number) => boolean | undefined;
  step: (
    ids: readonly number[],
    state: GenerationState,
  ) => Promise<{ logits: Float32Array; written: Written }>;
  text: () => TextCaches;
  /** computes the encoder's output, (S, D) */
  encode: () => Promise<Numbers>;
  /** the first ids of a decoder with an encoder */
  begun: number[];
}

/** @param prompt ids of a decoder without encoder */
export async function* generateTokens(
  generator: TextGenerator,
  prompt: number[],
  {
    changes,
    signal,
    ...how
  }: Omit<ReturnType<typeof import('./run-arguments.ts').checkGenerate>, 'target'>,
) {
  const { engine, namesOf, ends } = generator;
  const state: GenerationState = { text: generator.text(), states: null, changes, signal };
  let ids = prompt;
  let text: number[] = [];
  try {
    if (generator.kind === 'encoder-decoder') {
      ids = generator.begun;
      state.states = await generator.enqueue(generator.encode);
    }
    const append = appending(generator.decode, ids.slice(-1));
    for (let count = 0; count < how.maxTokens; count++) {
      signal?.throwIfAborted();
      text = [...text, ...ids];
      if (text.length >= generator.contextLen) return; // the context has no room for the token
      if (generator.changes(state.text.length, text.length)) {
        state.text.close();
        [state.text, ids] = [generator.text(), text]; // reads the whole text again
      }
      const now = ids;
      const { logits, written } = await generator.enqueue(() => generator.step(now, state));
      const alternatives = predict(engine, logits, 10, namesOf);
      const { length } = state.text;
      const id =
        how.temperature === 0 ? alternatives[0].id : drawToken(engine, logits, how, length);
      yield {
        id,
        token: namesOf(id).token,
        text: append(id),
        alternatives,
        attention: async (at: {
          layer: number;
          head?: number;
          kind?: AttentionKind;
        }): Promise<Numbers> => rowsOf(engine, written, at),
      };
      if (ends.has(id)) return;
      ids = [id];
      await nextTask();
    }
  } finally {
    state.text.close();
  }
}

/** The most tokens of one character, if each is a byte. */
const MOST_BYTES = 4;

/**
 * Makes a function from each next id to its text. Tokens that are parts of a character have none, except the last, whose
 * text is the character.
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
 * Draws a token. The random number depends on the seed and the position alone, so a text continues in the same way from any
 * prefix of it.
 */
function drawToken(
  engine: ModelEngine,
  logits: Float32Array,
  { temperature, topK, seed }: { temperature: number; topK: number; seed: number },
  position: number,
) {
  const random = new Random(seed, 0, position);
  const places = topK > 0 ? largest(logits, topK) : [...logits.keys()];
  const most = places.reduce((most, place) => Math.max(most, logits[place]), -Infinity);
  const { data } = engine.attention.softmax({
    // below 0: a small temperature leaves the range of float32 only downwards
    data: Float32Array.from(places, (place) => (logits[place] - most) / temperature),
    shape: [places.length],
  });
  let left = (random.below(65536) * 65536 + random.below(65536)) / 0x100000000;
  for (const [i, probability] of data.entries()) {
    left -= probability;
    if (left < 0) return places[i];
  }
  return places[places.length - 1];
}

/** The last query's row of a head's map, (S), or its rows of all heads of a layer, (H, S). */
function rowsOf(engine: ModelEngine, written: Written, at: unknown): Numbers {
  const { saved, head } = toRow(at, written);
  const { query, key } = saved; // read from the core, and in place of the values, too
  const { attention } = engine.attention.scaledDotProductAttention(query, key, key, {
    ...optionsOf(saved),
    attention: true,
  });
  const [heads, , keys] = attention.shape;
  if (head === undefined) return new Tensor(attention.data, [heads, keys]);
  return new Tensor(attention.data.slice(head * keys, (head + 1) * keys), [keys]);
}
