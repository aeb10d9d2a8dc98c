// One function per operation of the core: puts a checked plan into the core's memory, begins the work, and knows how to
// collect the results. Who steps it, and whether others may speak in between, is the caller's affair.

import { attentionValues, describeAttention, hasOwnSlopes } from './attention-fields.js';
import { allocate } from '../host/core.js';
import { disposed, pastHasChanged } from '../arguments/errors.js';
import { extraKeys } from '../arguments/layer.js';
import { checkOut, count, numbers } from '../arguments/numbers.js';
import { attentionSize, forwardSize } from './result-size.js';
import { lengthOf, partOf } from '../arguments/typed-array.js';

/** @import { AttentionPlan } from '../arguments/attention.js' */
/** @import { PlannedOptions, Sizes } from '../arguments/attention-options.js' */
/** @import { CacheHandle, Core, EngineHandle, KeptHandle, LayerHandle, Slot } from '../host/core.js' */
/** @import { ForwardPlan, Replaced } from '../arguments/layer.js' */
/** @import { PlannedMask } from '../arguments/masks.js' */
/** @import { Target } from '../arguments/tensor.js' */
/** @import { WindowPlan } from '../arguments/window.js' */
/** @import { AttentionResult, FloatTensor, MultiHeadAttentionResult, ResolvedConfig } from '../types/index.js' */

/**
 * Work that has begun.
 *
 * @template T
 * @typedef {object} Call
 * @property {Core} core
 * @property {((done: number) => void) | null} onProgress
 * @property {() => T} collect the results, once the core says that it is done
 */

/** Where buffers begin: a multiple of so many bytes. */
const ALIGNMENT = 64;

/** Numbers of the smallest maps that are copied out in parts: smaller ones stay in the cache as they are. */
const PARTS_FROM = 1 << 18;

/**
 * Does the work of a call at once.
 *
 * @template T
 * @param {Call<T>} call
 * @returns {T}
 */
export function finish({ core, onProgress, collect }) {
  try {
    if (onProgress === null) {
      while (!core.step(false));
    } else {
      while (!core.step(true)) onProgress(core.progress);
      onProgress(1);
    }
    return collect();
  } finally {
    core.release();
  }
}

/**
 * @param {Core} core
 * @param {AttentionPlan} plan
 * @returns {Call<AttentionResult<FloatTensor, Slot>>}
 */
export function startAttention(core, plan) {
  const columns = plan.pastLen + plan.keyLen;
  const inParts = goesInParts(plan, columns);
  const layout = { extraBias: false, extraZero: false, inParts, cached: false };
  const values = attentionValues(plan, layout, {});
  const resultBytes = 4 * attentionSize(plan);
  values.push('attention', hasOwnSlopes(plan), resultBytes);
  core.plan(
    values,
    (engine) =>
      engine.planAttention(describeAttention(core, values, plan.masks.length), resultBytes),
    plan.keep,
  );
  core.write(core.address('query'), numbers(plan.query, 'query'));
  core.write(core.address('new_key'), numbers(plan.key, 'key'));
  core.write(core.address('new_value'), numbers(plan.value, 'value'));
  writeOptions(core, plan, {});
  const maps = inParts ? collectMaps(core, plan, columns) : null;
  core.start(maps?.take);
  return { core, onProgress: plan.onProgress, collect: () => collectAttention(core, plan, maps) };
}

/**
 * @param {Core} core
 * @param {AttentionPlan} plan
 * @param {Maps | null} maps if they were collected on the way
 * @returns {AttentionResult<FloatTensor, Slot>}
 */
function collectAttention(core, plan, maps) {
  const { batch, numHeads, queryLen, keyLen, pastLen, valueHeadDim, out } = plan;
  const read = reader(core, plan);
  checkOut(out);
  const map = [batch, numHeads, queryLen, pastLen + keyLen];
  /** @type {AttentionResult<FloatTensor, Slot>} */
  const result = { output: read('output', [batch, numHeads, queryLen, valueHeadDim], out.output) };
  if (plan.attention) result.attention = maps?.tensor ?? read('attention', map, out.attention);
  Object.assign(result, presentKeys(core, plan, pastLen + keyLen));
  if (plan.trace) {
    result.logSumExp = read('log_sum_exp', map.slice(0, 3));
    result.trace = readScores(read, plan, map);
  }
  if (plan.keep) result.kept = core.takeKept();
  return result;
}

/**
 * @param {Core} core
 * @param {LayerHandle} layer
 * @param {ResolvedConfig} config
 * @param {ForwardPlan} plan
 * @returns {Call<MultiHeadAttentionResult<FloatTensor, Slot>>}
 */
export function startForward(core, layer, config, plan) {
  const { keyIsQuery, valueIsKey, replace } = plan;
  const cache = plan.cache === null ? null : handleOf(plan.cache.slot, plan.pastLen);
  const averageHeads = plan.averageHeads && plan.attention;
  const columns = plan.pastLen + plan.keyLen + extraKeys(config);
  const inParts = !averageHeads && goesInParts(plan, columns);
  const extras = { extraBias: config.addBiasKv, extraZero: config.addZeroAttention };
  const values = attentionValues(plan, { ...extras, inParts, cached: cache !== null }, replace);
  const resultBytes = 4 * forwardSize(config, plan);
  values.push(layer, cache, hasOwnSlopes(plan), resultBytes, keyIsQuery, valueIsKey, averageHeads);
  const layOut = (/** @type {EngineHandle} */ engine) => {
    const request = describeAttention(core, values, plan.masks.length);
    engine.planForward(layer, cache, request, keyIsQuery, valueIsKey, averageHeads, resultBytes);
  };
  core.plan(values, layOut, plan.keep);
  core.write(core.address('query_input'), numbers(plan.query, 'query'));
  if (!keyIsQuery) core.write(core.address('key_input'), numbers(plan.key, 'key'));
  if (!valueIsKey) core.write(core.address('value_input'), numbers(plan.value, 'value'));
  writeOptions(core, plan, replace);
  const maps = inParts ? collectMaps(core, plan, columns) : null;
  core.start(maps?.take);
  const collect = () => collectForward(core, config, plan, maps);
  return { core, onProgress: plan.onProgress, collect };
}

/**
 * A cache as it was when the call was planned. A getter among the arguments may have disposed of it or used it since.
 *
 * @param {Slot} slot
 * @param {number} length
 * @returns {CacheHandle}
 */
function handleOf({ handle }, length) {
  if (handle === null) throw disposed('cache');
  if (handle.length !== length) throw pastHasChanged(length, handle.length);
  return handle;
}

/**
 * @param {Core} core
 * @param {ResolvedConfig} config
 * @param {ForwardPlan} plan
 * @param {Maps | null} maps if they were collected on the way
 * @returns {MultiHeadAttentionResult<FloatTensor, Slot>}
 */
function collectForward(core, config, plan, maps) {
  const { batch, numHeads, numKvHeads, queryLen, headDim, valueHeadDim, out } = plan;
  const { outputDim } = config;
  const keys = plan.pastLen + plan.keyLen;
  const read = reader(core, plan);
  checkOut(out);
  const map = [batch, numHeads, queryLen, keys + extraKeys(config)];
  /** @type {MultiHeadAttentionResult<FloatTensor, Slot>} */
  const result = { output: read('output', [batch, queryLen, outputDim], out.output) };
  if (plan.attention) {
    result.attention = plan.averageHeads
      ? read('average', [batch, queryLen, map[3]], out.attention)
      : (maps?.tensor ?? read('attention', map, out.attention));
  }
  Object.assign(result, presentKeys(core, plan, map[3]));
  if (plan.trace) {
    result.logSumExp = read('log_sum_exp', map.slice(0, 3));
    result.trace = {
      query: read('query', [batch, numHeads, queryLen, headDim]),
      key: readKeys(core, plan, 'key', [batch, numKvHeads, keys, headDim], map[3]),
      value: readKeys(core, plan, 'value', [batch, numKvHeads, keys, valueHeadDim], map[3]),
      ...readScores(read, plan, map),
      heads: read('heads', [batch, numHeads, queryLen, valueHeadDim]),
      concatenated: read('concatenated', [batch, queryLen, numHeads * valueHeadDim]),
      contributions: read('contributions', [batch, numHeads, queryLen, outputDim]),
    };
  }
  if (plan.keep) result.kept = core.takeKept();
  if (plan.cache !== null) {
    const { handle } = plan.cache.slot;
    core.call(() => handle.append(plan.keyLen));
  }
  return result;
}

/**
 * Whether the maps are copied out part by part, each while it is in the cache. The caller's own tensor is written only if
 * the call succeeds: it is not where something could still fail on the way.
 *
 * @param {AttentionPlan | ForwardPlan} plan
 * @param {number} columns
 */
function goesInParts({ attention, trace, batch, numHeads, queryLen, out, onProgress }, columns) {
  if (!attention || trace || batch * numHeads * queryLen * columns < PARTS_FROM) return false;
  return !out.attention || (out.output !== undefined && onProgress === null);
}

/**
 * @typedef {object} Maps
 * @property {FloatTensor} tensor
 * @property {(first: number, count: number, place: number) => void} take
 *   rows, counted over batch, heads and queries, that stand at a row of the core's buffer
 */

/**
 * The maps of a call, and how to take the part of them that the core has at hand.
 *
 * @param {Core} core
 * @param {AttentionPlan | ForwardPlan} plan
 * @param {number} columns
 * @returns {Maps}
 */
function collectMaps(core, { batched, batch, numHeads, queryLen, out }, columns) {
  checkOut(out);
  const shape = [batch, numHeads, queryLen, columns].slice(batched ? 0 : 1);
  const data = out.attention?.data ?? allocate(batch * numHeads * queryLen * columns);
  const address = core.address('attention');
  return {
    tensor: out.attention?.own ?? { data, shape },
    take: (first, count, place) => {
      const rows = partOf(data, first * columns, (first + count) * columns);
      core.readInto(address + 4 * place * columns, rows);
    },
  };
}

/**
 * @param {Core} core
 * @param {KeptHandle} kept
 * @param {WindowPlan} plan
 * @returns {Call<FloatTensor>}
 */
export function startWindow(core, kept, { signal: _, max, ...sizes }) {
  const { height, width } = sizes;
  const fields = { ...sizes, pooling: Number(max) };
  core.plan([kept, ...Object.values(fields)], (engine) =>
    engine.planWindow(kept, core.describe('WindowRequest', fields), 4 * height * width),
  );
  core.start();
  return {
    core,
    onProgress: null,
    collect: () => readTensor(core, 'output', [height, width]),
  };
}

/**
 * @param {Core} core
 * @param {AttentionPlan | ForwardPlan} plan
 * @param {Replaced} replace
 */
function writeOptions(core, plan, replace) {
  if (plan.pastKey !== null) writeIfAny(core, 'past_key', numbers(plan.pastKey, 'pastKey'));
  if (plan.pastValue !== null) writeIfAny(core, 'past_value', numbers(plan.pastValue, 'pastValue'));
  if (plan.masks.length > 0) writeMasks(core, plan.masks);
  if (plan.keyLengths !== null) core.write(core.address('key_lengths'), plan.keyLengths);
  if (plan.positions?.type === 'alibi' && plan.positions.slopes !== null) {
    core.write(core.address('slopes'), plan.positions.slopes);
  }
  if (replace.query) core.write(core.address('query'), numbers(replace.query, 'replace.query'));
  if (replace.key) core.write(core.address('replaced_key'), numbers(replace.key, 'replace.key'));
  if (replace.value)
    core.write(core.address('replaced_value'), numbers(replace.value, 'replace.value'));
  if (replace.dotProducts)
    core.write(
      core.address('replaced_dot_products'),
      numbers(replace.dotProducts, 'replace.dotProducts'),
    );
  if (replace.scores)
    core.write(core.address('replaced_scores'), numbers(replace.scores, 'replace.scores'));
  if (replace.attention)
    core.write(core.address('replaced_attention'), numbers(replace.attention, 'replace.attention'));
  if (replace.heads)
    core.write(core.address('replaced_heads'), numbers(replace.heads, 'replace.heads'));
}

/**
 * One after the other, as the core's Workspace places buffers.
 *
 * @param {Core} core
 * @param {PlannedMask[]} masks
 */
function writeMasks(core, masks) {
  let address = core.address('mask0');
  for (const { kind, data } of masks) {
    const bytes = (kind === 'bias' ? 4 : 1) * lengthOf(data);
    core.write(address, data);
    address += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  }
}

/**
 * @param {Core} core
 * @param {string} name
 * @param {Float32Array | Uint8Array} values a past of length 0 has no buffer
 */
function writeIfAny(core, name, values) {
  if (lengthOf(values) > 0) core.write(core.address(name), values);
}

/** @typedef {(name: string, shape: number[], target?: Target) => FloatTensor} Read */

/**
 * Reads a buffer whose shape begins with the batch, which the caller may have left out.
 *
 * @param {Core} core
 * @param {{ batched: boolean }} plan
 * @returns {Read}
 */
export function reader(core, { batched }) {
  return (name, shape, target) => readTensor(core, name, batched ? shape : shape.slice(1), target);
}

/**
 * A copy of one of the core's buffers, in the caller's tensor if there is one.
 *
 * @param {Core} core
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {Target} [target] looked at before
 * @returns {FloatTensor}
 */
export function readTensor(core, name, shape, target) {
  if (target !== undefined) {
    core.readInto(core.address(name), target.data);
    return target.own;
  }
  return { data: core.read(core.address(name), count(shape)), shape };
}

/**
 * @param {Read} read
 * @param {PlannedOptions} plan
 * @param {number[]} map
 */
function readScores(read, plan, map) {
  return {
    dotProducts: read('dot_products', map),
    scores: read('scores', map),
    ...(plan.softcap > 0 && { softcapped: read('softcapped', map) }),
    masked: read('masked', map),
    attention: read('attention', map),
  };
}

/**
 * All keys or values of each head but the extra ones at its end.
 *
 * @param {Core} core
 * @param {Sizes} plan
 * @param {'key' | 'value'} what
 * @param {number[]} shape (batch, heads, length, width)
 * @param {number} columns all keys, the extra ones included
 * @returns {FloatTensor}
 */
function readKeys(core, { batched }, what, shape, columns) {
  const [batch, heads, length, width] = shape;
  const address = core.address(`gathered_${what}`) || core.address(`new_${what}`);
  const data = allocate(batch * heads * length * width);
  for (let head = 0; head < batch * heads; head++) {
    const target = data.subarray(head * length * width, (head + 1) * length * width);
    core.readInto(address + 4 * head * columns * width, target);
  }
  return { data, shape: batched ? shape : shape.slice(1) };
}

/**
 * @param {Core} core
 * @param {AttentionPlan | ForwardPlan} plan
 * @param {number} columns
 */
function presentKeys(core, plan, columns) {
  if (plan.pastKey === null) return {};
  const { batch, numKvHeads, headDim, valueHeadDim } = plan;
  const keys = plan.pastLen + plan.keyLen;
  return {
    presentKey: readKeys(core, plan, 'key', [batch, numKvHeads, keys, headDim], columns),
    presentValue: readKeys(core, plan, 'value', [batch, numKvHeads, keys, valueHeadDim], columns),
  };
}
