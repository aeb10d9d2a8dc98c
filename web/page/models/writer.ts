// In the worker: generates text and maps that grow per token.
// The maps of the heads grow by a row with each token.

import { createGrowingThumbnails } from './growing-thumbnails.ts';
import type { Model, Run, WrittenToken } from 'headwise/models';
import type { Head, Kind, NextQuestion, Over, Sampling, Step } from './worker-messages.ts';

/** kinds of attention that grow with the text */
type WrittenKind = Exclude<Kind, 'encoder'>;

/** The text that is continued. */
export interface WrittenText {
  ids: number[];
  target?: number[];
  removed: readonly Head[];
}

/**
 * Most tokens of one request; and the most numbers of all heads' rows that are stored until then.
 */
const MOST_TOKENS = 200;
const MOST_NUMBERS = 2 ** 25;

/** Milliseconds: a token that takes longer is written when it is asked for, so that a pause need not wait for it. */
const SOON = 100;

/** @param run run on the text so far */
export function createWriter(
  model: Model,
  run: Run,
  { ids, target, removed }: WrittenText,
  { temperature, seed }: Sampling,
) {
  const stop = new AbortController();
  const { numLayers: layers, numHeads: heads } = model.config;
  const { signal } = stop;
  const steps = model.generate(ids, {
    maxTokens: MOST_TOKENS,
    temperature,
    seed,
    ablate: removed,
    signal,
    ...(target && { target }),
  });
  const kinds: WrittenKind[] = target ? ['self', 'cross'] : ['self'];
  const before = (target ?? ids).length;
  const grown = new Map(
    kinds.map((kind) => [kind, createMaps(run, { kind, layers, heads, before })]),
  );
  let count = 0;
  let held = 0;
  /** the token after the last answer; null: it is written when it is asked for */
  let ahead: ReturnType<typeof write> | null = null;
  /** milliseconds of the newest token */
  let took = Infinity;

  const over = (): Over => ({ over: before + count >= model.config.contextLen ? 'full' : 'end' });

  async function take(step: WrittenToken) {
    for (const [kind, maps] of grown) {
      if (count === 0) await maps.start(kind === 'cross' ? ids.length : null);
      else held += await maps.add((layer) => step.attention({ layer, kind }));
    }
    count++;
  }

  async function write() {
    const from = performance.now();
    const written = await steps.next();
    took = performance.now() - from;
    return written;
  }

  /** Writes on while the page draws the answer. */
  function writeAhead() {
    ahead = write();
    ahead.catch(() => {}); // the next answer has the error
  }

  return {
    /** The next token, and the maps with the row of its prediction. */
    async next({ layer, kind, pictures, goesOn }: NextQuestion): Promise<Step | Over> {
      if (count === MOST_TOKENS || held > MOST_NUMBERS) return { over: 'limit' };
      const written = ahead ?? write();
      ahead = null;
      const { value: step, done } = await written;
      if (done) return over();
      await take(step);
      const maps = kind === 'encoder' ? undefined : grown.get(kind);
      const answer = {
        id: step.id,
        token: step.token,
        text: step.text,
        alternatives: step.alternatives,
        pictures: (pictures && count > 1 && maps?.pictures()) || null,
        map: (count > 1 && (await maps?.layer(layer))) || null,
      };
      if (goesOn && took < SOON) writeAhead();
      return answer;
    },
    stop() {
      stop.abort();
      steps.return(undefined).catch(() => {}); // frees the keys, also between two tokens
    },
  };
}

/**
 * The maps of one kind of attention: the rows of the run, and later ones.
 *
 * @param sizes before: number of rows in the run
 */
function createMaps(
  run: Run,
  {
    kind,
    layers,
    heads,
    before,
  }: { kind: WrittenKind; layers: number; heads: number; before: number },
) {
  let small: ReturnType<typeof createGrowingThumbnails>[] = [];
  /** for each new token and layer: (heads, keys) */
  const rows: Float32Array[][] = [];
  let base: { layer: number; data: Float32Array; columns: number } | null = null;
  /** number of keys in maps that grow only by rows */
  let columns: number | null = null;

  return {
    async start(fixed: number | null) {
      columns = fixed;
      small = Array.from({ length: layers }, () => createGrowingThumbnails(heads, fixed));
      for (const [layer, pictures] of small.entries()) {
        const { data, shape } = await run.attention({ layer, kind });
        const keys = shape[2];
        for (let row = 0; row < before; row++) {
          const seen = fixed ?? row + 1;
          const all = new Float32Array(heads * seen);
          for (let head = 0; head < heads; head++) {
            const from = (head * before + row) * keys;
            all.set(data.subarray(from, from + seen), head * seen);
          }
          pictures.add(all);
        }
      }
    },
    async add(rowOf: (layer: number) => Promise<{ data: Float32Array }>) {
      const all = [];
      let size = 0;
      for (const [layer, pictures] of small.entries()) {
        const { data } = await rowOf(layer);
        pictures.add(data);
        all.push(data);
        size += data.length;
      }
      rows.push(all);
      return size;
    },
    pictures: () => small.map((one) => one.picture()),
    /** The whole maps of a layer's heads. */
    async layer(layer: number) {
      if (base?.layer !== layer) {
        const { data, shape } = await run.attention({ layer, kind });
        base = { layer, data, columns: shape[2] };
      }
      const height = before + rows.length;
      const width = columns ?? height;
      const data = new Float32Array(heads * height * width);
      for (let head = 0; head < heads; head++) {
        for (let row = 0; row < before; row++) {
          const from = (head * before + row) * base.columns;
          const own = base.data.subarray(from, from + base.columns);
          data.set(own, (head * height + row) * width);
        }
        for (const [i, all] of rows.entries()) {
          const keys = all[layer].length / heads;
          const own = all[layer].subarray(head * keys, (head + 1) * keys);
          data.set(own, (head * height + before + i) * width);
        }
      }
      return { data, shape: [heads, height, width] };
    },
  };
}
