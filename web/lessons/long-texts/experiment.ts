// Experiment: one sentence repeated to a long text, and windows of its maps.
// The text goes through the layer once; no map is ever whole in memory. Without drawing.

import type { Engine, Matrix, Trace } from '../tensors.ts';

interface Window {
  head: number;
  /** index of the first row */
  row: number;
  /** index of the first column */
  column: number;
  /** number of rows and columns */
  size: number;
}

export interface LongText {
  words: number;
  /** number of stored values: queries, keys and values */
  keptNumbers: number;
  /** number of values that each head's map would have */
  mapNumbers: number;
  look: (window: Window) => Promise<{ map: Matrix; milliseconds: number }>;
  dispose: () => Promise<void>;
}

/** Most rows and columns of a drawing; larger windows are pooled. */
export const PICTURE = 256;

/**
 * @param trace trace of the sentence; the long text has its layer's weights
 * @param ids ids of the sentence
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
