// node int8-bits.js VARIANT: prints a digest of int8 products on one variant of the models' core, for each kind of weights, for
// few rows and many. On standard output, as JSON.

import { createHash } from 'node:crypto';
import { openCore } from './models-core.js';
import { KINDS, fill } from './stored-llama.js';

const [OUTPUTS, ROWS] = [45, 7];

const core = await openCore(process.argv[2]);
/** @type {Record<string, string>} */
const digests = {};
for (const [kind, [, block, size]] of Object.entries(KINDS)) {
  if (block === 1) continue;
  const inputs = 3 * block;
  const x = core.floats(Float32Array.from({ length: ROWS * inputs }, (_, i) => Math.sin(i * i)));
  const bytes = new Uint8Array(3 * OUTPUTS * size);
  let seed = 3;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let at = 0; at < bytes.length; at += size) fill(bytes.subarray(at, at + size), kind, next);
  const hash = createHash('sha256');
  const weights = core.weights(kind, OUTPUTS, inputs, bytes, true);
  for (const rows of [1, 2, ROWS]) hash.update(core.multiply(weights, x, rows));
  digests[kind] = hash.digest('hex');
}
console.log(JSON.stringify(digests));
