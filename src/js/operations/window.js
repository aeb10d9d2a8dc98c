// A window of the maps of a kept call: computed again for its rows and columns alone, and pooled.

import { Expected } from './results.js';

/** @import { CheckedWindow } from '../arguments/window.js' */
/** @import { Row } from './operation.js' */

/** @type {Row} */
export const attentionWindow = {
  results: ({ height, width }) => ({ output: new Expected([height, width], 'output') }),
  prepare({ core, checked, handle: kept, resultBytes }) {
    const { batch, head, height, width, max } = /** @type {CheckedWindow} */ (checked);
    const { rowBegin, rowEnd, columnBegin, columnEnd } = checked;
    const range = { rowBegin, rowEnd, columnBegin, columnEnd };
    const fields = { batch, head, ...range, height, width, pooling: Number(max) };
    core.plan(['window', kept, ...Object.values(fields)], (engine) =>
      engine.planWindow(kept, core.describe('WindowRequest', fields), resultBytes),
    );
  },
  finish: ({ output }) => output,
};
