// A source of the lab with the page's own weights and tokens.
// Weights are a state dict of torch.nn.MultiheadAttention; the page's pieces replace words. The
// tokens' vectors are the untrained ones.

import { untrained } from '../lab/answer/source.js';
import { pieceId, wordTokenizer } from '../lab/answer/tokenizer.js';
import { GivenError } from '../shared/errors.js';

/** @typedef {import('../lab/answer/source.js').Source} Source */

/**
 * @param {unknown} parameters
 * @param {readonly string[] | null | undefined} tokens
 * @param {() => string | undefined} text that the tokens are of
 * @returns {Source}
 */
export function givenSource(parameters, tokens, text) {
  if (tokens && !Array.isArray(tokens)) throw new TypeError('tokens: expected an array of strings');
  const { heads, state } = parameters ? readParameters(parameters) : { heads: 0, state: null };
  return {
    ...untrained,
    name: 'given',
    trained: parameters !== null && parameters !== undefined,
    tokenizer: tokens ? tokenizerOf(tokens, text) : wordTokenizer,
    fixed: state ? { width: widthOf(state), heads } : null,
    async createLayer(engine, { width, heads: count, seed }) {
      const config = { embedDim: width, numHeads: count, seed };
      if (!state) return engine.createMultiHeadAttention(config);
      try {
        const layer = await engine.createMultiHeadAttention(config);
        await layer.loadStateDict(/** @type {any} */ (state));
        return layer;
      } catch (error) {
        // what else may go wrong has a code
        throw Object.hasOwn(Object(error), 'code') ? error : new GivenError(error);
      }
    },
  };
}

/**
 * `{ numHeads, state }`: a state dict does not say how many heads it is of.
 *
 * @param {unknown} given
 */
function readParameters(given) {
  const { numHeads, state } = /** @type {{ numHeads?: unknown, state?: unknown }} */ (
    Object(given)
  );
  if (!Number.isSafeInteger(numHeads) || Number(numHeads) < 1) {
    throw new RangeError(`parameters.numHeads: expected how many heads there are, got ${numHeads}`);
  }
  if (typeof state !== 'object' || state === null) {
    throw new TypeError('parameters.state: expected a state dict of torch.nn.MultiheadAttention');
  }
  return { heads: Number(numHeads), state: /** @type {Record<string, unknown>} */ (state) };
}

/** @param {Record<string, unknown>} state */
function widthOf(state) {
  const weight = /** @type {any} */ (state['out_proj.weight']);
  const width = weight?.shape?.[0] ?? weight?.length;
  if (Number.isSafeInteger(width)) return Number(width);
  throw new TypeError("parameters.state: expected an entry 'out_proj.weight' (width, width)");
}

/**
 * @param {readonly string[]} tokens
 * @param {() => string | undefined} text
 * @returns {import('../lab/answer/tokenizer.js').Tokenizer}
 */
function tokenizerOf(tokens, text) {
  const joined = tokens.join(' ');
  return {
    encode(given, { limit = Infinity } = {}) {
      if (given !== (text() ?? joined)) return wordTokenizer.encode(given, { limit });
      const all = tokens
        .slice(0, limit)
        .map((piece) => ({ id: pieceId(piece), piece, start: 0, end: 0 }));
      return { tokens: all, truncated: tokens.length > limit };
    },
  };
}
