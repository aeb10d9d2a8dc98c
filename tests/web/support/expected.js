// The numbers that the page should show, computed by the package in Node.

import { load } from 'headwise';
import { DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';

/**
 * @typedef {object} Asked
 * @property {string} text
 * @property {string} [second]
 * @property {number} [heads]
 * @property {boolean} [causal]
 * @property {number} [seed]
 */

/**
 * The maps of a sentence.
 * @param {Asked} asked
 * @returns {Promise<{ data: Float32Array, shape: readonly number[] }>} (heads, queries, keys)
 */
export async function expectedMaps({ text, second, heads = 4, causal = false, seed = 0 }) {
  const engine = await load();
  try {
    /** @param {string} sentence */
    const vectors = (sentence) => {
      const ids = wordTokenizer.encode(sentence).tokens.map((token) => token.id);
      return engine.embed(ids, { embedDim: DEFAULT_STATE.width }).x;
    };
    const layer = engine.createMultiHeadAttention({
      embedDim: DEFAULT_STATE.width,
      numHeads: heads,
      seed,
    });
    const from = vectors(text);
    const to = second === undefined ? from : vectors(second);
    const { attention } = layer.forward(from, to, to, { attention: true, causal });
    layer.dispose();
    if (!attention) throw new TypeError('no maps');
    return /** @type {{ data: Float32Array, shape: readonly number[] }} */ (attention);
  } finally {
    engine.dispose();
  }
}

/**
 * The shortest text that is this float32 and no other, found another way than the page finds it.
 * @param {number} value
 */
export function shortest(value) {
  let digits = 1;
  while (Math.fround(Number(value.toPrecision(digits))) !== value) digits++;
  return Number(value.toPrecision(digits));
}
