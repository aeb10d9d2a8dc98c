// The parameters of an opened model under the names of a transformer's state dict, as float32.

import { beside, gainOf, stateOf as attentionStateOf } from '../model-layer.js';

/** @import { Linear, Mlp, Norm, Ref, Sublayer } from '../description.js' */
/** @import { Opened } from '../model.js' */
/** @import { TransformerConfig } from '../../types/training.js' */
/** @import { FloatTensor } from '../../types/index.js' */

/**
 * @param {Opened} opened
 * @param {TransformerConfig} config
 * @returns {Record<string, FloatTensor>}
 */
export function stateOf(opened, config) {
  const { engine, weights, description } = opened;
  const { embedding, blocks, finalNorm } = description.stack;
  const { embedDim, contextLen, bias = true } = config;
  const { mlp: mlpBias = true, norm: normBias = true } =
    typeof bias === 'object' ? bias : { mlp: bias, norm: bias };
  /** @type {Record<string, FloatTensor>} */
  const state = {};

  /** One below the other. @param {string} name @param {readonly Ref[]} refs */
  const addMatrix = (name, ...refs) => {
    const matrices = refs.map((ref) => weights.matrix(ref));
    const [{ columns }] = matrices;
    const rows = matrices.reduce((sum, matrix) => sum + matrix.rows, 0);
    const data = beside(matrices.map((matrix) => engine.unpack(matrix)));
    state[name] = { data, shape: [rows, columns] };
  };
  /** @param {string} name @param {readonly Linear[]} linears */
  const addLinear = (name, ...linears) => {
    addMatrix(`${name}.weight`, ...linears.map(({ weight }) => weight));
    if (!mlpBias) return;
    const data = beside(
      linears.map(({ weight, bias }) => {
        const { rows } = weights.matrix(weight);
        return bias ? engine.read(weights.vector(bias), rows) : zeros(rows);
      }),
    );
    state[`${name}.bias`] = { data, shape: [data.length] };
  };
  /** @param {string} name @param {Norm | null} norm */
  const addNorm = (name, norm) => {
    if (!norm) return;
    const shape = [embedDim];
    state[`${name}.weight`] = { data: gainOf(opened, norm, embedDim), shape };
    if (norm.form === 'rms' || !normBias) return;
    const data = norm.shift ? engine.read(weights.vector(norm.shift), embedDim) : zeros(embedDim);
    state[`${name}.bias`] = { data, shape };
  };
  /** @param {string} name @param {Sublayer | undefined} around */
  const addNorms = (name, around) => {
    if (!around) return;
    const { before, inside, after } = around;
    addNorm(name, before ?? inside ?? after);
    if (before) addNorm(`${name}_inside`, inside);
  };

  addMatrix('embedding.weight', /** @type {Ref} */ (embedding.tokens));
  if (embedding.positions && 'table' in embedding.positions) {
    const { table, offset } = embedding.positions;
    const from = offset * embedDim;
    const all = engine.unpack(weights.matrix(table), offset + contextLen);
    state['positions.weight'] = { data: all.slice(from), shape: [contextLen, embedDim] };
  }
  for (const [layer, { attention, around, mlp, aroundMlp }] of blocks.entries()) {
    const at = `layers.${layer}`;
    for (const [name, tensor] of Object.entries(attentionStateOf(opened, attention))) {
      state[`${at}.self_attn.${name}`] = tensor;
    }
    addNorms(`${at}.norm1`, around);
    if (!mlp) continue;
    addLinear(`${at}.linear1`, ...(mlp.gate ? [mlp.gate] : []), mlp.up);
    addLinear(`${at}.linear2`, mlp.down);
    addNorms(`${at}.norm2`, aroundMlp);
  }
  addNorm('norm', finalNorm);
  if (!config.tied) addMatrix('unembedding.weight', unembeddingOf(opened));
  return state;
}

/** @param {number} size */
const zeros = (size) => new Float32Array(size);

/** @param {Opened} opened @returns {Ref} */
function unembeddingOf({ description: { head } }) {
  const [step] = head?.steps ?? [];
  return /** @type {{ linear: Linear }} */ (step).linear.weight;
}
