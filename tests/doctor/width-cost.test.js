// Measures the time for preparing submissions without output projection: it grows linearly with the width, as the numbers do.

import assert from 'node:assert/strict';
import test from 'node:test';
import { prepareSubmission } from '../../src/js/doctor/checked-submission.ts';
import { fastest } from '../api/support/fastest.js';

const WIDE = 2048;

test('heads of eight times the width take about eight times as long', () => {
  /** @param {number} width */
  const time = (width) => {
    const tensor = (/** @type {number[]} */ ...shape) => ({
      data: new Float32Array(shape[0] * shape[1]).fill(0.5),
      shape,
    });
    const submission = {
      inputs: { query: tensor(1, 1) },
      parameters: { in_proj_weight: tensor(3 * width, 1) },
      options: { numHeads: 1 },
      output: tensor(1, width),
    };
    // Both ways prepare the same widths in all, because short times are measured too roughly.
    return fastest(() => {
      for (let done = 0; done < 8 * WIDE; done += width) prepareSubmission(submission);
    });
  };
  time(WIDE / 8); // compiled now
  const [narrow, wide] = [time(WIDE / 8), time(WIDE)];
  assert.ok(wide < 3 * narrow, `${narrow} ms, then ${wide} ms`); // quadratic: 8
});
