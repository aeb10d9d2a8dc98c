// Shows rotary positions alone: the projections of this layer change nothing, so its trace has the
// rotated inputs.

import { identity } from './tensors.js';

/** @import { PlainTensor } from '../../src/js/types/index.ts' */
/** @import { LayerCall } from './suite.js' */

/**
 * @param {PlainTensor} x (B, L, H * E)
 * @param {number} numHeads H
 * @param {{ theta?: number, offset?: number, dims?: number, interleaved?: boolean }} rotary
 * @returns {LayerCall} trace.query and trace.key are x, rotated
 */
export function turningLayer(x, numHeads, rotary) {
  const width = x.shape[2];
  return {
    config: { embedDim: width, numHeads, bias: false },
    state: { in_proj_weight: identity(width, 3), 'out_proj.weight': identity(width) },
    query: x,
    options: { positions: { type: 'rotary', ...rotary }, trace: true },
  };
}
