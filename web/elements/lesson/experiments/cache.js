// Experiment: a sentence written word by word, with and without a cache. Nothing here draws.

import { compare, headOf, rowAt, rowsOf, tensorOf } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 * @typedef {Awaited<ReturnType<Engine['createMultiHeadAttention']>>} Layer
 */

/**
 * The lab's own layer.
 * @template T
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {(layer: Layer, x: Matrix) => Promise<T>} use
 */
async function withLayer(engine, { weights, input, query }, use) {
  const layer = await engine.createMultiHeadAttention({
    ...{ embedDim: input.shape[1], numHeads: query.shape[0] },
  });
  try {
    await layer.loadStateDict(weights);
    return await use(layer, input);
  } finally {
    await layer.dispose();
  }
}

/**
 * The map of the first words, and how far the rows above the last one are from those without it.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, count: number }} which
 */
export function computeWritten(engine, trace, { head, count }) {
  return withLayer(engine, trace, async (layer, x) => {
    const mapOf = async (/** @type {number} */ words) => {
      const options = /** @type {const} */ ({ causal: true, attention: true });
      const { attention } = await layer.forward(rowsOf(x, 0, words), options);
      if (!attention) throw new TypeError('the maps that were asked for are missing');
      return attention;
    };
    const [now, before] = [await mapOf(count), await mapOf(count - 1)];
    const heads = [...Array(now.shape[0]).keys()];
    const earlier = heads.flatMap((one) =>
      Array.from({ length: count - 1 }, (_, row) => [
        ...rowAt(now, one, row).slice(0, count - 1),
      ]).flat(),
    );
    const same = await compare(engine, { data: Float32Array.from(earlier) }, before);
    return { map: headOf(now, head), difference: same };
  });
}

/**
 * The shapes of the step that adds the last of some words, with everything computed again and with a cache.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {number} count of words
 */
export function computeStep(engine, trace, count) {
  return withLayer(engine, trace, async (layer, x) => {
    const options = /** @type {const} */ ({ causal: true, trace: true });
    const shapesOf = async (/** @type {Matrix} */ words, /** @type {any} */ cache) => {
      const kept = cache?.length ?? 0;
      const { trace: found } = await layer.forward(words, { ...options, ...(cache && { cache }) });
      if (!found) throw new TypeError('the intermediates that were asked for are missing');
      const { query, key, attention } = found;
      const [, length, width] = key.shape;
      return {
        x: words.shape,
        query: query.shape.slice(1),
        computed: [length - kept, width],
        seen: [length, width],
        map: attention.shape.slice(1),
      };
    };
    const cache = await layer.createCache({ capacity: count });
    try {
      if (count > 1) await layer.forward(rowsOf(x, 0, count - 1), { causal: true, cache });
      return {
        again: await shapesOf(rowsOf(x, 0, count), null),
        cached: await shapesOf(rowsOf(x, count - 1, 1), cache),
      };
    } finally {
      await cache.dispose();
    }
  });
}

/**
 * The map of the whole sentence at once, and the same put together of rows that were computed one at a time.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, causal: boolean }} which
 */
export function computeSame(engine, trace, { head, causal }) {
  return withLayer(engine, trace, async (layer, x) => {
    const options = /** @type {const} */ ({ attention: true });
    const whole = await layer.forward(x, { ...options, causal });
    const count = x.shape[0];
    const cache = await layer.createCache({ capacity: count });
    const map = new Float32Array(count * count);
    const outputs = [];
    try {
      for (let row = 0; row < count; row++) {
        const step = await layer.forward(rowsOf(x, row, 1), { ...options, causal, cache });
        if (!step.attention) throw new TypeError('the maps that were asked for are missing');
        map.set(rowAt(step.attention, head, 0), row * count);
        outputs.push(...step.output.data);
      }
    } finally {
      await cache.dispose();
    }
    if (!whole.attention) throw new TypeError('the maps that were asked for are missing');
    return {
      whole: headOf(whole.attention, head),
      written: tensorOf(map, count, count),
      difference: await compare(engine, whole.output, { data: Float32Array.from(outputs) }),
    };
  });
}

/**
 * The cached numbers per word where heads share keys and values.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ heads: number, sets: number }} which
 */
export async function computeShared(engine, { input }, { heads, sets }) {
  const [rows, embedDim] = input.shape;
  const layer = await engine.createMultiHeadAttention({
    ...{ embedDim, numHeads: heads, numKvHeads: sets },
  });
  try {
    const { trace } = await layer.forward(input, { causal: true, trace: true });
    if (!trace) throw new TypeError('the intermediates that were asked for are missing');
    const { key, value, attention } = trace;
    return {
      sets: key.shape[0],
      maps: attention.shape[0],
      each: (key.data.length + value.data.length) / rows,
    };
  } finally {
    await layer.dispose();
  }
}
