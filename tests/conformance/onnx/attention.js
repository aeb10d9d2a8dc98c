// Runs the ONNX Attention operator's own node tests as calls of headwise. Attributes and inputs
// have the operator's names. headwise has an option for each of its meanings, so this file only
// changes layouts.

import { readPack } from '../pack.js';
import { attend } from '../suite.js';
import { padColumns, splitHeads } from '../tensors.js';

/** @import { AttentionOptions, AttentionResult, PlainTensor, PlainMask, Mask } from '../../../src/js/types/index.ts' */
/** @import { Pack, Read } from '../pack.js' */
/** @import { AttentionCall, Case, Numbers, Suite } from '../suite.js' */

/**
 * A case as generate.py writes it.
 *
 * @typedef {object} Stored
 * @property {string} name
 * @property {number} opset
 * @property {Record<string, number | undefined>} attributes
 * @property {Record<string, string | undefined>} inputs by the operator's names, as names in the file
 * @property {Record<string, string>} outputs likewise
 */

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadOnnxAttention(read) {
  const pack = readPack(await read('conformance/onnx/attention.safetensors'));
  const { version, cases, leftOut } = pack.about;
  return {
    name: 'ONNX Attention, node tests',
    version,
    cases: cases.map((/** @type {Stored} */ stored) => toCase(pack, stored)),
    leftOut,
  };
}

/**
 * @param {Pack} pack
 * @param {Stored} stored
 * @returns {Case}
 */
function toCase(pack, stored) {
  return {
    name: `${stored.name} (opset ${stored.opset})`,
    async run(engine, oracle) {
      const call = toCall(pack, stored);
      const { computed, bounds } = await attend(engine, oracle, call);
      return Object.entries(stored.outputs).map(([place, id]) => ({
        place,
        computed: output(place, stored.attributes, computed),
        expected: toHeads(pack.tensor(id), stored.attributes.q_num_heads),
        bound: output(place, stored.attributes, bounds),
      }));
    },
  };
}

/**
 * @param {Pack} pack
 * @param {Stored} stored
 * @returns {AttentionCall}
 */
function toCall(pack, { attributes, inputs, outputs }) {
  const { q_num_heads, kv_num_heads, is_causal, scale, softcap } = attributes;
  const given = (/** @type {string | undefined} */ id) =>
    id === undefined ? undefined : pack.tensor(id);
  const query = toHeads(pack.tensor(/** @type {string} */ (inputs.Q)), q_num_heads);
  const key = toHeads(pack.tensor(/** @type {string} */ (inputs.K)), kv_num_heads);
  const value = toHeads(pack.tensor(/** @type {string} */ (inputs.V)), kv_num_heads);
  const pastKey = given(inputs.past_key);
  const pastValue = given(inputs.past_value);
  const lengths = inputs.nonpad_kv_seqlen;
  const columns = (pastKey?.shape[2] ?? 0) + key.shape[2];
  const reach = (/** @type {number | undefined} */ size = -1) => (size < 0 ? undefined : size);
  const [left, right] = [reach(attributes.left_window_size), reach(attributes.right_window_size)];
  if (lengths !== undefined && !is_causal && (left ?? right) !== undefined) {
    throw new Error('a window by length that is not causal: headwise has no call for it');
  }
  return {
    query,
    key,
    value,
    options: {
      mask: toMask(given(inputs.attn_mask), columns),
      causal: is_causal ? (lengths === undefined ? true : 'by-length') : false,
      keyLengths: lengths === undefined ? undefined : pack.integers(lengths),
      window: { left, right },
      scale,
      softcap,
      pastKey,
      pastValue,
      trace: 'qk_matmul_output' in outputs,
    },
  };
}

/**
 * A boolean mask marks the keys that a query may attend to; a float mask is added. A short mask
 * excludes the keys beyond it.
 *
 * @param {PlainTensor | PlainMask | undefined} mask
 * @param {number} columns
 * @returns {Mask | undefined}
 */
function toMask(mask, columns) {
  if (mask === undefined) return undefined;
  const { data, shape } = mask;
  const isShort = shape[shape.length - 1] < columns;
  if (data instanceof Uint8Array) {
    const attend = { data, shape };
    return { attend: isShort ? padColumns(attend, columns, 0) : attend };
  }
  const bias = { data, shape };
  return { bias: isShort ? padColumns(bias, columns, -Infinity) : bias };
}

/**
 * One of the operator's outputs, out of a result or out of its bounds.
 *
 * @param {string} name
 * @param {Stored['attributes']} attributes
 * @param {AttentionResult<Numbers>} result
 * @returns {Numbers}
 */
function output(
  name,
  { qk_matmul_output_mode: mode = 0 },
  { output, presentKey, presentValue, trace },
) {
  const modes = [
    trace?.scores,
    trace?.softcapped ?? trace?.scores,
    trace?.masked,
    trace?.attention,
  ];
  const found = {
    Y: output,
    present_key: presentKey,
    present_value: presentValue,
    qk_matmul_output: modes[mode],
  };
  return /** @type {Numbers} */ (found[/** @type {keyof typeof found} */ (name)]);
}

/**
 * (B, L, H * E) with the heads side by side becomes (B, H, L, E).
 *
 * @param {PlainTensor} tensor of three axes or, with nothing to do, of four
 * @param {number} [heads]
 */
function toHeads(tensor, heads) {
  return tensor.shape.length === 3 ? splitHeads(tensor, /** @type {number} */ (heads)) : tensor;
}
