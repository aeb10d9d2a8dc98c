// Rotary positions made visible: a layer whose projections change nothing, so that its trace shows what became of the
// numbers that were put in.

import { identity } from './tensors.js';

/** @import { FloatTensor } from '../../src/js/types/index.ts' */
/** @import { LayerCall } from './suite.js' */

/**
 * @param {FloatTensor} x (B, L, H * E)
 * @param {number} numHeads H
 * @param {{ theta?: number, offset?: number, dims?: number, interleaved?: boolean }} rotary
 * @returns {LayerCall} trace.query and trace.key are x, turned
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
