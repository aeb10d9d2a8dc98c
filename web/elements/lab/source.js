// Where the tokens' vectors and the layer's weights come from. The source here needs no file: everything
// follows from a seed. A trained model is another source with the same members.

import { UNTRAINED } from './state.js';
import { wordTokenizer } from './tokenizer.js';

/**
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./tokenizer.js').Token} Token
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] }} FloatTensor
 * @typedef {{ tokens: FloatTensor, positions: FloatTensor, x: FloatTensor }} Embedding (length, width) each
 *
 * @typedef {object} Source
 * @property {string} name as it stands in the state's `model`
 * @property {boolean} trained
 * @property {import('./tokenizer.js').Tokenizer} tokenizer
 * @property {{ width: number, heads: number } | null} fixed what it cannot be without; null: anything goes
 * @property {(engine: Engine, tokens: readonly Token[], width: number, given?: { tokens: FloatTensor, positions: FloatTensor }) => Promise<Embedding>} embed
 *   the tokens' vectors and positions, and their sum; `given` are taken in their place and added
 * @property {(engine: Engine, config: { width: number, heads: number, seed: number }) => Promise<Layer>} createLayer
 *
 * @typedef {Awaited<ReturnType<Engine['createMultiHeadAttention']>>} Layer
 */

/** @type {Source} */
export const untrained = Object.freeze({
  name: UNTRAINED,
  trained: false,
  tokenizer: wordTokenizer,
  fixed: null,
  embed: (engine, tokens, width, given) =>
    engine.embed(
      tokens.map(({ id }) => id),
      given ? { embedDim: width, replace: given } : { embedDim: width },
    ),
  createLayer: (engine, { width, heads, seed }) =>
    engine.createMultiHeadAttention({ embedDim: width, numHeads: heads, seed }),
});
