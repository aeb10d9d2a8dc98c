// The public types of one layer of a run, as a layer of headwise, and of the steps to the first. Holds no code.

import type {
  AlibiPositions,
  AttentionOptions,
  FloatTensor,
  MultiHeadAttentionConfig,
  RotaryPositions,
} from './index.ts';

/**
 * A learned norm: (x - mean) / √(variance + epsilon) · weight + bias, or with `rms` x / √(mean(x²) + epsilon) · weight.
 */
export interface LayerNorm {
  type: 'layer' | 'rms';
  /** (D), the gain: 1 + w if the file stores w */
  weight: FloatTensor | null;
  /** (D) */
  bias: FloatTensor | null;
  epsilon: number;
}

/**
 * A step from the input to the first layer, in the model's order.
 *
 * - `tokens`: looks up each token's row of a table; `scale`: multiplies by a number, or each token by its own
 * - `types` and `positions`: add a row of a table, or sines and cosines
 * - `patches`: applies a linear map to each patch's pixels, and appends the results to the tokens before the patches
 * - `projection`: a linear map to the width of the layers; `norm`: normalises each token
 */
export interface EmbeddingStep {
  name: 'tokens' | 'scale' | 'types' | 'positions' | 'patches' | 'projection' | 'norm';
  /** names of its tensors in the file; empty for a computed table */
  tensors: string[];
  /** of the table, one for each token: an id, a type or a position */
  rows?: readonly number[];
  /** (L, width), the added rows */
  added?: FloatTensor;
  /** factor of a scale, as float32 */
  by?: number;
  /** factors of a scale, as float32, one for each token: 0 for the masks of ESM */
  factors?: readonly number[];
  /** (patches, channels · height · width) of patches */
  pixels?: FloatTensor;
  /** (out, in) of a linear map: y = x weightᵀ + bias; with `state: false` both are absent */
  weight?: FloatTensor;
  /** (out) */
  bias?: FloatTensor | null;
  /** the parameters of a norm */
  norm?: LayerNorm;
  /** (L, width) after this step; the last step's is the input of layer 0 */
  output: FloatTensor;
}

/**
 * One layer of a run in the form of a layer of headwise. With these parameters and options, a layer computes the run's maps
 * from this input, up to the rounding of float32.
 *
 * ```js
 * const { config, state, options, input, normed } = await run.layer({ layer: 2 });
 * const layer = headwise.createMultiHeadAttention(config);
 * layer.loadStateDict(state);
 * const { attention } = layer.forward(normed ?? input, { ...options, attention: true }); // (H, L, S)
 * ```
 */
export interface LayerNumbers {
  /** for `createMultiHeadAttention` */
  config: MultiHeadAttentionConfig;
  /** for `loadStateDict`: float32, whatever the file's dtype */
  state: Record<string, FloatTensor>;
  /**
   * For `forward`. Rotary positions have their frequencies; ALiBi and relative positions are a `mask.bias` (H, L, S)
   */
  options: Omit<AttentionOptions, 'positions'> & {
    scale: number;
    positions?: AlibiPositions | RotaryPositions;
  };
  /** (L, D), the layer's input */
  input: FloatTensor;
  /** the steps to the `input` of layer 0; null for later layers */
  embedding: EmbeddingStep[] | null;
  /** (L, D), after the norm before attention; null without one */
  normed: FloatTensor | null;
  /** (H, L, E), the projection alone; the trace has it after its norm and rotation */
  query: FloatTensor;
  /** (Hkv, L, E), likewise */
  key: FloatTensor;
  /** (H, L, E), after `queryKeyNorm`; null without it */
  normedQuery: FloatTensor | null;
  /** (Hkv, L, E) */
  normedKey: FloatTensor | null;
  /**
   * (L, dims): for each position the cosines of the pairs' rotations, then the sines; null without rotary positions
   */
  turns: FloatTensor | null;
  /** (L, D), the output of attention, before `norms.inside`; ablated heads add zeros */
  output: FloatTensor;
  /** (D), the factors of what attention adds; null without them */
  layerScale: FloatTensor | null;
  /** (L, D), what attention adds: `output` after `norms.inside`, times `layerScale` */
  added: FloatTensor;
  /**
   * (L, D), after attention with its norms and residual sum; with a parallel MLP, before
   * the MLP's output is added
   */
  middle: FloatTensor;
  /** x = after(x + inside(attention(before(x)))) */
  norms: { before: LayerNorm | null; inside: LayerNorm | null; after: LayerNorm | null };
  /** likewise of the layer's MLP: its output is after(middle + inside(mlp(before(middle)))); null without an MLP */
  mlpNorms: LayerNumbers['norms'] | null;
  /**
   * Further differences: queries, keys and values are clipped, so that a layer of headwise has other maps; the output is
   * multiplied by `layerScale`; it is added to the normalised input; the MLP takes the same x
   */
  more: ('clip' | 'layerScale' | 'addsToNormed' | 'parallel')[];
}

export {};
