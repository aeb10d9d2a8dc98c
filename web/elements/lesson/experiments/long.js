// Experiment: one sentence repeated to a long text, and its maps.
// The text goes through the layer once; windows of its maps follow. No map is ever whole in memory.
// Nothing here draws.

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 *
 * @typedef {object} Window
 * @property {number} head
 * @property {number} row the first
 * @property {number} column the first
 * @property {number} size how many rows and columns
 *
 * @typedef {object} LongText
 * @property {number} words
 * @property {number} keptNumbers how many numbers are kept of it: queries, keys and values
 * @property {number} mapNumbers how many each head's map would have
 * @property {(window: Window) => Promise<{ map: Matrix, milliseconds: number }>} look
 * @property {() => Promise<void>} dispose
 */

/** A picture has at most this many rows and columns; larger windows are pooled. */
export const PICTURE = 256;

/**
 * @param {Engine} engine
 * @param {Pick<Trace, 'weights' | 'query' | 'key' | 'value'>} trace of the sentence: the layer's weights are taken from it
 * @param {readonly number[]} ids of the sentence
 * @param {{ words: number, causal: boolean }} options
 * @returns {Promise<LongText>}
 */
export async function createLongText(
  engine,
  { weights, query, key, value },
  ids,
  { words, causal },
) {
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
