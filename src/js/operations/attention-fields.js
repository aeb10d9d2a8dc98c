// What the core is told of one attention: the numbers and flags that its layout of memory depends on. They are listed
// flat, because that is how two calls are compared, and become what the core reads only when they differ.

import { lengthOf } from '../arguments/typed-array.js';

/** @import { PlannedOptions, Sizes } from '../arguments/attention-options.js' */
/** @import { AttentionDescription, Core } from '../host/core.js' */
/** @import { Replaced } from '../arguments/layer.js' */

const CAUSAL = ['none', 'past', 'bottom-right', 'by-length'];
const MASK_KINDS = ['attend', 'ignore', 'bias'];

/** The fields of bindings.cpp's AttentionRequest, in the order in which attentionValues lists them. */
const FIELDS = /** @type {const} */ ([
  'batch',
  'numHeads',
  'numKvHeads',
  'queryLen',
  'pastLen',
  'keyLen',
  'extraLen',
  'headDim',
  'valueHeadDim',
  'causal',
  'windowLeft',
  'windowRight',
  'scale',
  'softcap',
  'alibi',
  'rotary',
  'interleaved',
  'keyLengths',
  'extraBias',
  'extraZero',
  'theta',
  'dims',
  'offset',
  'attention',
  'trace',
  'inParts',
  'keep',
  'present',
  'cached',
  'replacedQuery',
  'replacedKey',
  'replacedValue',
  'replacedDotProducts',
  'replacedScores',
  'replacedAttention',
  'replacedHeads',
]);

/** The numbers of one mask: its kind, its elements, four strides. */
const MASK_NUMBERS = 6;

/**
 * @param {Sizes & PlannedOptions & { pastKey: unknown }} plan
 * @param {{ extraBias: boolean, extraZero: boolean, inParts: boolean, cached: boolean }} layout
 *   inParts: the maps are taken part by part; cached: the past is in a cache
 * @param {Replaced} replace
 * @returns {unknown[]} the values of FIELDS, then the numbers of each mask
 */
export function attentionValues(plan, { extraBias, extraZero, inParts, cached }, replace) {
  const { positions } = plan;
  const rotary = positions !== null && positions.type === 'rotary' ? positions : null;
  /** @type {unknown[]} */
  const values = [
    plan.batch,
    plan.numHeads,
    plan.numKvHeads,
    plan.queryLen,
    plan.pastLen,
    plan.keyLen,
    (extraBias ? 1 : 0) + (extraZero ? 1 : 0),
    plan.headDim,
    plan.valueHeadDim,
    CAUSAL.indexOf(plan.causal),
    plan.windowLeft,
    plan.windowRight,
    plan.scale,
    plan.softcap,
    positions !== null && positions.type === 'alibi',
    rotary !== null,
    rotary !== null && rotary.interleaved,
    plan.keyLengths !== null,
    extraBias,
    extraZero,
    rotary === null ? 0 : rotary.theta,
    rotary === null ? 0 : rotary.dims,
    rotary === null ? 0 : rotary.offset,
    plan.attention,
    plan.trace,
    inParts,
    plan.keep,
    plan.pastKey !== null,
    cached,
    replace.query !== undefined,
    replace.key !== undefined,
    replace.value !== undefined,
    replace.dotProducts !== undefined,
    replace.scores !== undefined,
    replace.attention !== undefined,
    replace.heads !== undefined,
  ];
  for (const mask of plan.masks) {
    values.push(MASK_KINDS.indexOf(mask.kind), lengthOf(mask.data), ...mask.strides);
  }
  return values;
}

/**
 * @param {Core} core
 * @param {readonly unknown[]} values as attentionValues lists them; what follows the masks is left alone
 * @param {number} masks how many there are
 * @returns {AttentionDescription}
 */
export function describeAttention(core, values, masks) {
  const fields = Object.fromEntries(FIELDS.map((name, i) => [name, values[i]]));
  const request = core.describe('AttentionRequest', fields);
  request.clearMasks();
  for (let mask = 0; mask < masks; mask++) {
    const at = FIELDS.length + MASK_NUMBERS * mask;
    const numbers = values.slice(at, at + MASK_NUMBERS);
    request.addMask(.../** @type {[number, number, number, number, number, number]} */ (numbers));
  }
  return request;
}

/**
 * Slopes of the caller's are written over the layout's own, so whether there are any belongs to the layout.
 *
 * @param {PlannedOptions} plan
 */
export function hasOwnSlopes({ positions }) {
  return positions !== null && positions.type === 'alibi' && positions.slopes !== null;
}
