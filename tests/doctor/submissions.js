// Reads submissions.safetensors.gz, unpacked: the results of implementations in NumPy and PyTorch,
// which python/generate.py stored.

import { readPack } from '../conformance/pack.js';

/** @import { Submission } from '../../src/js/doctor/submission.ts' */
/** @import { Tensor } from '../../src/js/types/index.ts' */

/**
 * @typedef {object} Case
 * @property {string} name the implementation, and the exercise that it was run on
 * @property {string | null} fault null: it is right
 * @property {Submission} submission
 */

/**
 * @param {Uint8Array} bytes
 * @returns {{ version: string, cases: Case[] }}
 */
export function readSubmissions(bytes) {
  const pack = readPack(bytes);
  const tensors = (/** @type {Record<string, string>} */ names) =>
    Object.fromEntries(Object.entries(names).map(([name, tensor]) => [name, pack.tensor(tensor)]));
  const cases = pack.about.cases.map((/** @type {any} */ one) => ({
    name: one.name,
    fault: one.fault,
    submission: {
      inputs: tensors(one.inputs),
      parameters: tensors(one.parameters),
      options: one.options,
      output: pack.tensor(one.output),
      attention: pack.tensor(one.attention),
    },
  }));
  return { version: pack.about.version, cases };
}
