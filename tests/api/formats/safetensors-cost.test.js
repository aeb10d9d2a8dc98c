// Measures the time for reading safetensors files: it grows linearly with the number of tensors.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readArrays } from '../../../src/js/formats/safetensors.ts';
import { writeSafetensors } from '../../../src/js/formats/write-safetensors.ts';
import { fastest } from '../support/fastest.js';

const MANY = 80_000;

test('a file of eight times as many tensors takes about eight times as long', () => {
  /** @param {number} count */
  const times = (count) => {
    const name = (/** @type {number} */ i) => `layers.${i}.self_attn.in_proj_weight`;
    const tensors = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [name(i), { data: Float32Array.of(i), shape: [1] }]),
    );
    const file = writeSafetensors(tensors);
    // Both ways read the same number of tensors in all, because short times are measured too roughly.
    const repeated = (/** @type {() => unknown} */ work) => () => {
      for (let done = 0; done < MANY; done += count) work();
    };
    const write = fastest(repeated(() => writeSafetensors(tensors)));
    const read = fastest(repeated(() => readArrays(file)));
    assert.equal(readArrays(file).tensors[name(count - 1)].data[0], count - 1);
    return { write, read };
  };
  times(10_000); // compiled now
  const [few, many] = [times(10_000), times(MANY)];
  for (const what of /** @type {const} */ (['write', 'read'])) {
    assert.ok(many[what] < 3 * few[what], `${what}: ${few[what]} ms, then ${many[what]} ms`); // quadratic: 8
  }
});
