// Runs the ONNX RotaryEmbedding operator's tests on headwise's rotary positions.

import { readPack } from '../pack.js';
import { turningLayer } from '../rotary.js';
import { forward } from '../suite.js';
import { mergeHeads, splitHeads } from '../tensors.js';

/** @import { MultiHeadAttentionTrace } from '../../../src/js/types/index.ts' */
/** @import { Pack, Read } from '../pack.js' */
/** @import { Case, Numbers, Suite } from '../suite.js' */

/**
 * @typedef {object} Stored
 * @property {string} name
 * @property {{ interleaved?: number, rotary_embedding_dim?: number, num_heads?: number }} attributes
 * @property {number} theta
 * @property {number} offset the position of the first token
 * @property {{ input: string }} inputs
 * @property {{ output: string }} outputs
 */

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadOnnxRotary(read) {
  const pack = readPack(await read('conformance/onnx/rotary.safetensors'));
  const { version, cases, leftOut } = pack.about;
  return {
    name: 'ONNX RotaryEmbedding, true angles',
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
function toCase(pack, { name, attributes, theta, offset, inputs, outputs }) {
  const { interleaved, rotary_embedding_dim: dims, num_heads } = attributes;
  const input = pack.tensor(inputs.input);
  const output = pack.tensor(outputs.output);
  const isSplit = input.shape.length === 4;
  const heads = isSplit ? input.shape[1] : /** @type {number} */ (num_heads);
  const rotary = { theta, offset, dims, interleaved: interleaved === 1 };
  return {
    name,
    async run(engine, oracle) {
      const call = turningLayer(isSplit ? mergeHeads(input) : input, heads, rotary);
      const { computed, bounds } = await forward(engine, oracle, call);
      const trace = /** @type {MultiHeadAttentionTrace<Numbers>} */ (computed.trace);
      const bound = /** @type {MultiHeadAttentionTrace<Numbers>} */ (bounds.trace);
      const expected = isSplit ? output : splitHeads(output, heads);
      return [
        { place: 'output (of queries)', computed: trace.query, expected, bound: bound.query },
        { place: 'output (of keys)', computed: trace.key, expected, bound: bound.key },
      ];
    },
  };
}
