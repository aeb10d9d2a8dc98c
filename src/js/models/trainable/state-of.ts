// The parameters of an opened model under the names of a transformer's state dict, as float32.

import { beside, gainOf, stateOf as attentionStateOf } from '../model-layer.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import type { Linear, Norm, Ref, Sublayer } from '../description.ts';
import type { Opened } from '../model.ts';
import type { TransformerConfig } from '../../types/training.ts';
import type { FloatTensor } from '../../types/index.ts';

export function stateOf(opened: Opened, config: TransformerConfig): Record<string, FloatTensor> {
  const { engine, weights, description } = opened;
  const { embedding, blocks, finalNorm } = description.stack;
  const { embedDim, contextLen, bias = true } = config;
  const { mlp: mlpBias = true, norm: normBias = true } =
    typeof bias === 'object' ? bias : { mlp: bias, norm: bias };
  const state: Record<string, FloatTensor> = {};

  /** Concatenates rows. */
  const addMatrix = (name: string, ...refs: readonly Ref[]) => {
    const matrices = refs.map((ref) => weights.matrix(ref));
    const [{ columns }] = matrices;
    const rows = matrices.reduce((sum, matrix) => sum + matrix.rows, 0);
    const data = beside(matrices.map((matrix) => engine.unpack(matrix)));
    state[name] = new Tensor(data, [rows, columns]);
  };
  const addLinear = (name: string, ...linears: readonly Linear[]) => {
    addMatrix(`${name}.weight`, ...linears.map(({ weight }) => weight));
    if (!mlpBias) return;
    const data = beside(
      linears.map(({ weight, bias }) => {
        const { rows } = weights.matrix(weight);
        return bias ? engine.read(weights.vector(bias), rows) : zeros(rows);
      }),
    );
    state[`${name}.bias`] = new Tensor(data, [data.length]);
  };
  const addNorm = (name: string, norm: Norm | null) => {
    if (!norm) return;
    const shape = [embedDim];
    state[`${name}.weight`] = new Tensor(gainOf(opened, norm, embedDim), shape);
    if (norm.form === 'rms' || !normBias) return;
    const data = norm.shift ? engine.read(weights.vector(norm.shift), embedDim) : zeros(embedDim);
    state[`${name}.bias`] = new Tensor(data, shape);
  };
  const addNorms = (name: string, around: Sublayer | undefined) => {
    if (!around) return;
    const { before, inside, after } = around;
    addNorm(name, before ?? inside ?? after);
    if (before) addNorm(`${name}_inside`, inside);
  };

  addMatrix('embedding.weight', embedding.tokens as Ref);
  if (embedding.positions && 'table' in embedding.positions) {
    const { table, offset } = embedding.positions;
    const from = offset * embedDim;
    const all = engine.unpack(weights.matrix(table), offset + contextLen);
    state['positions.weight'] = new Tensor(all.slice(from), [contextLen, embedDim]);
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

const zeros = (size: number) => new Float32Array(size);

function unembeddingOf({ description: { head } }: Opened): Ref {
  const [step] = head?.steps ?? [];
  return (step as { linear: Linear }).linear.weight;
}
