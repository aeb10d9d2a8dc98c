// Tests laws of runs in every family: contributions of heads and the bias add up to attention's output, and a run whose whole stream is
// another run's has that run's answer, to the bit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { expectSame } from './support/near.js';

const goldens = await readModelGoldens();

for (const golden of goldens) {
  const { ids = [], typeIds, targetIds, pixels } = golden.inputs;
  const input = /** @type {any} */ (pixels ?? (typeIds ? { ids, typeIds } : ids));
  const options = targetIds ? { target: targetIds } : {};

  test(`${golden.family}, ${golden.name}: heads and the bias add up to attention's output`, async () => {
    const model = await openModel(filesOf(golden));
    const run = await model.run(input, options);
    for (let layer = 0; layer < model.config.numLayers; layer++) {
      const { contributions } = await run.trace({ layer });
      const { output, state } = await run.layer({ layer });
      const bias = state['out_proj.bias']?.data;
      const [heads, rows, width] = contributions.shape;
      for (let at = 0; at < rows * width; at++) {
        const parts = Array.from({ length: heads }, (_, head) => contributions.data[head * rows * width + at]); // prettier-ignore
        if (bias) parts.push(bias[at % width]);
        const sum = parts.reduce((a, b) => a + b, 0);
        const size = parts.reduce((a, b) => a + Math.abs(b), 0);
        const allowed = 64 * 2 ** -23 * size;
        assert.ok(Math.abs(sum - output.data[at]) <= allowed, `${layer} ${at}: ${sum}, expected ${output.data[at]}`); // prettier-ignore
      }
    }
    model.dispose();
  });

  test(`${golden.family}, ${golden.name}: the whole stream of another run gives its answer`, async () => {
    if (pixels) return;
    const model = await openModel(filesOf(golden));
    const other = (targetIds ?? ids).map((id, at) => (at === 0 ? id : 3 + ((id + at) % 7)));
    const from = targetIds
      ? await model.run(input, { target: other })
      : await model.run(typeIds ? { ids: other, typeIds } : other);
    const own = await model.run(input, options);
    for (let layer = 0; layer < model.config.numLayers; layer++) {
      const tensor = await from.residual({ layer, at: 'in' });
      const replace = [{ layer, name: /** @type {const} */ ('residual'), tensor }];
      const run = await model.run(input, { ...options, replace });
      const last = model.config.numLayers;
      expectSame((await run.hidden(last)).data, (await from.hidden(last)).data, `layer ${layer}`);
      const nothing = [{ layer, name: /** @type {const} */ ('residual'), tensor: await own.residual({ layer, at: 'in' }) }]; // prettier-ignore
      const same = await model.run(input, { ...options, replace: nothing });
      expectSame(
        (await same.hidden(last)).data,
        (await own.hidden(last)).data,
        `nothing, ${layer}`,
      );
    }
    model.dispose();
  });
}
