// What a learner hands in, read and checked by itself. Whether it fits together is checked in task.js.

import { shorten, wrongKind } from '../arguments/errors.js';
import { suggestion } from '../arguments/nearest.js';
import { isRecord, toBoolean, toInteger } from '../arguments/options.js';
import { toTensor } from '../arguments/tensor.js';

/** @import { FloatTensor, ForwardOptions, MultiHeadAttentionConfig, TensorLike } from '../types/index.js' */
/** @import { DoubleTensor } from '../reference/types.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Given } from './task.js' */

/**
 * What an implementation was given, and what it gave. Arrays as everywhere in headwise: batch first, or all without B.
 *
 * @typedef {object} Submission
 * @property {{ query: SubmittedArray, key?: SubmittedArray, value?: SubmittedArray }} inputs
 *   query (B, L, D), key (B, S, Dk), value (B, S, Dv); key defaults to query, value to key. Without `parameters`: what the
 *   function was called with, (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 * @property {Record<string, SubmittedArray>} [parameters]
 *   The layer's, under the names and in the layouts of `torch.nn.MultiheadAttention`. Without `out_proj.weight` the
 *   layer ends with the concatenated heads
 * @property {SubmittedOptions} [options] options of the exercise
 * @property {SubmittedArray} output (B, L, outputDim), or (B, H, L, Ev) without parameters
 * @property {SubmittedArray} [attention] (B, H, L, S): the maps, one for each head
 * @property {Partial<Record<Intermediate, SubmittedArray>>} [intermediates]
 *   any of what stands between input and output, to find where it goes wrong
 *
 * @typedef {TensorLike | DoubleTensor} SubmittedArray
 *
 * @typedef {'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'masked' | 'heads' | 'concatenated'} Intermediate
 *
 * @typedef {Omit<ForwardOptions, 'cache' | 'replace' | 'out' | 'signal' | 'trace' | 'keep' | 'attention' | 'onProgress'> & OwnOptions} SubmittedOptions
 *
 * @typedef {object} OwnOptions
 * @property {number} [numHeads] needed with `parameters`, unless `attention` has its axis of heads
 * @property {number} [numKvHeads] default: what the parameters' shapes say
 * @property {boolean} [addZeroAttention] torch's add_zero_attn
 * @property {MultiHeadAttentionConfig['queryKeyNorm']} [queryKeyNorm] queries and keys are normalised
 */

const FIELDS = ['inputs', 'parameters', 'options', 'output', 'attention', 'intermediates'];
const INPUTS = ['query', 'key', 'value'];
const INTERMEDIATES = [
  ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked', 'heads', 'concatenated'],
];
const NOT_TAKEN = ['cache', 'replace', 'out', 'signal', 'trace', 'keep', 'attention', 'onProgress'];

/**
 * @param {unknown} submission
 */
export function checkSubmission(submission) {
  const fields = recordOf(submission, 'submission', FIELDS);
  const inputs = readInputs(fields.inputs);
  const given = readGiven(fields);
  return { inputs, given, options: readOptions(fields.options), parameters: fields.parameters };
}

/**
 * Inputs with the same numbers are one.
 *
 * @param {unknown} given
 * @returns {{ query: FloatTensor, key?: FloatTensor, value?: FloatTensor }}
 */
function readInputs(given) {
  const fields = recordOf(given, 'inputs', INPUTS);
  /** @type {Record<string, FloatTensor>} */
  const inputs = {};
  for (const name of INPUTS) {
    if (fields[name] === undefined && name !== 'query') continue;
    const tensor = toTensor(fields[name], `inputs.${name}`, 'float64');
    inputs[name] = Object.values(inputs).find((other) => areSame(tensor, other)) ?? tensor;
  }
  return /** @type {any} */ (inputs);
}

/**
 * @param {FloatTensor} a
 * @param {FloatTensor} b
 */
function areSame(a, b) {
  return String(a.shape) === String(b.shape) && a.data.every((one, at) => one === b.data[at]);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {Record<string, unknown>}
 */
function recordOf(value, name, known) {
  if (!isRecord(value)) throw wrongKind(name, `an object of ${known.join(', ')}`, value);
  for (const field of Object.keys(value)) {
    if (known.includes(field) || value[field] === undefined) continue;
    throw new TypeError(`${name}: unknown field ${shorten(field)}${suggestion(field, known)}`);
  }
  return Object.fromEntries(known.map((field) => [field, own(value, field)]));
}

/**
 * @param {Record<string, unknown>} record
 * @param {string} name
 */
const own = (record, name) => (Object.hasOwn(record, name) ? record[name] : undefined);

/**
 * @param {Record<string, unknown>} fields
 * @returns {Given}
 */
function readGiven({ output, attention, intermediates = {} }) {
  const inside = recordOf(intermediates, 'intermediates', INTERMEDIATES);
  const read = (/** @type {unknown} */ value, /** @type {string} */ name) => {
    const { data, shape } = toTensor(value, name, 'float64');
    return { data: Float64Array.from(data), shape };
  };
  const found = Object.entries(inside).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(
      found.map(([name, value]) => [name, read(value, `intermediates.${name}`)]),
    ),
    output: read(output, 'output'),
    ...(attention !== undefined && { attention: read(attention, 'attention') }),
  };
}

/**
 * @param {unknown} value
 * @returns {Record<string, any>}
 */
function readOptions(value = {}) {
  if (!isRecord(value)) throw wrongKind('options', 'an object', value);
  const options = { ...value };
  for (const name of NOT_TAKEN) {
    if (options[name] !== undefined) {
      throw new TypeError(
        `options.${name}: expected none, as it changes no result or has its own field`,
      );
    }
  }
  for (const name of ['numHeads', 'numKvHeads']) {
    if (options[name] !== undefined) toInteger(options[name], `options.${name}`, 1);
  }
  if (options.addZeroAttention !== undefined) {
    toBoolean(options.addZeroAttention, 'options.addZeroAttention');
  }
  return options;
}

/**
 * H, which only a map tells: (B, H, L, S), or (H, L, S) where query is (L, D).
 *
 * @param {Numbers | undefined} attention
 * @param {number} queryAxes
 */
export function headsIn(attention, queryAxes) {
  if (!attention) return undefined;
  const axes = attention.shape.length;
  return axes === queryAxes + 1 && axes >= 3 ? attention.shape[axes - 3] : undefined;
}
