// A transformer of headwise/training: its config stands in the metadata of its file, and its tensors have torch's names.

import { layerNorm, linear, ownKeys, postNorm, preNorm, times } from './common.js';

/** @import { Activation, AttentionPart, Block, Description, Embedding, Linear, Norm, Rotary, Sublayer } from '../description.js' */
/** @import { ResolvedTransformerConfig } from '../../types/training.js' */
/** @import { Reading } from './common.js' */

/** @type {Record<ResolvedTransformerConfig['activation'], Activation>} */
const ACTIVATIONS = { relu: 'relu', gelu: 'gelu', 'gelu-tanh': 'geluTanh' };
/** @type {Record<ResolvedTransformerConfig['norm'], (norm: Norm) => Sublayer>} */
const AROUND = {
  pre: preNorm,
  post: postNorm,
  none: () => ({ before: null, inside: null, after: null }),
};

/** @param {Reading} reading @returns {Description} */
export function headwise(reading) {
  const config = /** @type {ResolvedTransformerConfig} */ (reading.config);
  const { vocabSize, contextLen, embedDim } = config;
  const unembedding = config.tied ? 'embedding.weight' : 'unembedding.weight';
  return {
    kind: config.causal ? 'decoder' : 'encoder',
    anchor: 'embedding.weight',
    ...{ vocabSize, contextLen, embedDim },
    stack: {
      embedding: { tokens: 'embedding.weight', positions: positionsOf(config) },
      blocks: times(config.numLayers, (layer) => block(reading, config, `layers.${layer}`)),
      finalNorm: config.finalNorm ? layerNorm('norm', config.normEpsilon, config.bias) : null,
    },
    head: { kind: 'tokens', steps: [{ linear: { weight: unembedding, bias: null } }] },
  };
}

/** @param {ResolvedTransformerConfig} config @returns {Embedding['positions']} */
function positionsOf({ positions }) {
  if (positions === 'learned') return { table: 'positions.weight', offset: 0 };
  return positions === 'sinusoidal' ? { sinusoidal: 'pairs' } : null;
}

/**
 * @param {Reading} reading
 * @param {ResolvedTransformerConfig} config
 * @param {string} at
 * @returns {Block}
 */
function block({ power }, config, at) {
  const { numHeads, headDim, mlpDim, bias, positions, rotaryTheta } = config;
  const around = (/** @type {string} */ name) =>
    AROUND[config.norm](layerNorm(`${at}.${name}`, config.normEpsilon, bias));
  const attention = `${at}.self_attn`;
  const rows = numHeads * headDim;
  const part = (/** @type {number} */ i) =>
    partOfInput(`${attention}.in_proj`, bias, [i * rows, (i + 1) * rows]);
  return {
    attention: {
      ...{ query: part(0), key: part(1), value: part(2) },
      output: linear(`${attention}.out_proj`, bias),
      ...ownKeys(numHeads, headDim),
      causal: config.causal,
      rotary: positions === 'rotary' ? turns(power, rotaryTheta, headDim) : null,
    },
    around: around('norm1'),
    ...(mlpDim === 0
      ? { mlp: null }
      : {
          mlp: {
            ...{
              up: linear(`${at}.linear1`, bias),
              gate: null,
              down: linear(`${at}.linear2`, bias),
            },
            activation: ACTIVATIONS[config.activation],
          },
          aroundMlp: around('norm2'),
        }),
  };
}

/**
 * @param {string} name
 * @param {boolean} bias
 * @param {[number, number]} rows
 * @returns {Linear}
 */
function partOfInput(name, bias, rows) {
  return {
    weight: { name: `${name}_weight`, rows },
    bias: bias ? { name: `${name}_bias`, rows } : null,
  };
}

/**
 * The frequencies to the bit as the core has them.
 *
 * @param {Reading['power']} power
 * @param {number} theta
 * @param {number} dims
 * @returns {Rotary}
 */
function turns(power, theta, dims) {
  const frequencies = Float64Array.from({ length: dims / 2 }, (_, i) =>
    power(theta, (-2 * i) / dims),
  );
  return { of: () => ({ frequencies, factor: 1 }), dims, interleaved: false };
}
