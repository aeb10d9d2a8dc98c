// Experiment: one sentence repeated to a long text, and its maps.
// The text goes through the layer once; windows of its maps follow. No map is ever whole in memory.
// Nothing here draws.

import type { Engine, Matrix, Trace } from './tensors.ts';

interface Window {
  head: number;
  /** the first */
  row: number;
  /** the first */
  column: number;
  /** how many rows and columns */
  size: number;
}

export interface LongText {
  words: number;
  /** how many numbers are kept of it: queries, keys and values */
  keptNumbers: number;
  /** how many each head's map would have */
  mapNumbers: number;
  look: (window: Window) => Promise<{ map: Matrix; milliseconds: number }>;
  dispose: () => Promise<void>;
}

/** A picture has at most this many rows and columns; larger windows are pooled. */
export const PICTURE = 256;

/**
 * @param trace of the sentence: the layer's weights are taken from it
 * @param ids of the sentence
 */
export async function createLongText(
  engine: Engine,
  { weights, query, key, value }: Pick<Trace, 'weights' | 'query' | 'key' | 'value'>,
  ids: readonly number[],
  { words, causal }: { words: number; causal: boolean },
): Promise<LongText> {
  const [heads, , headDim] = query.shape;
  const embedDim = weights['out_proj.weight'].shape[0];
  const repeated = Array.from({ length: words }, (_, i) => ids[i % ids.length]);
  const { x } = await engine.embed(repeated, { embedDim });
  const layer = await engine.createMultiHeadAttention({ embedDim, numHeads: heads, headDim });
  try {
    await layer.loadStateDict(weights);
    const { kept } = await layer.forward(x, { causal, keep: true });
    if (!kept) throw new TypeError('what was to be kept is missing');
    const perWord = [query, key, value].reduce((sum, { shape }) => sum + shape[0] * shape[2], 0);
    return {
      words,
      keptNumbers: words * perWord,
      mapNumbers: words * words,
      async look({ head, row, column, size }) {
        const started = performance.now();
        const side = Math.min(size, PICTURE);
        const map = await kept.attentionWindow({
          head,
          rows: [row, row + size],
          columns: [column, column + size],
          width: side,
          height: side,
        });
        return { map, milliseconds: performance.now() - started };
      },
      dispose: () => kept.dispose(),
    };
  } finally {
    await layer.dispose();
  }
}
