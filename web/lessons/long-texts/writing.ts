// Experiment: a sentence written word by word, with and without a cache, without drawing.

import { compare, headOf, rowAt, rowsOf, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

type Layer = Awaited<ReturnType<Engine['createMultiHeadAttention']>>;

/** Calls `use` with a layer like the lab's own. */
async function withLayer<T>(
  engine: Engine,
  { weights, input, query }: Trace,
  use: (layer: Layer, x: Matrix) => Promise<T>,
) {
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
 * The map of the first words, and the largest difference of its rows above the last from the map
 * without the last word.
 */
export function computeWritten(
  engine: Engine,
  trace: Trace,
  { head, count }: { head: number; count: number },
) {
  return withLayer(engine, trace, async (layer, x) => {
    const mapOf = async (words: number) => {
      const options = { causal: true, attention: true } as const;
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
 * The shapes of the step that adds the last word, with everything computed again and with a cache.
 *
 * @param count number of words
 */
export function computeStep(engine: Engine, trace: Trace, count: number) {
  return withLayer(engine, trace, async (layer, x) => {
    const options = { causal: true, trace: true } as const;
    const shapesOf = async (words: Matrix, cache: any) => {
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

/** The map of the whole sentence at once, and the map of rows that were computed one at a time. */
export function computeSame(
  engine: Engine,
  trace: Trace,
  { head, causal }: { head: number; causal: boolean },
) {
  return withLayer(engine, trace, async (layer, x) => {
    const options = { attention: true } as const;
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

/** The cached numbers per word where several heads have the same keys and values. */
export async function computeShared(
  engine: Engine,
  { input }: Trace,
  { heads, sets }: { heads: number; sets: number },
) {
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
