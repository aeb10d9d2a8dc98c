// Scaled dot-product attention.

import { numbers } from '../arguments/numbers.js';
import {
  addMaps,
  comesInParts,
  describe,
  hasOwnPositions,
  NOTHING_REPLACED,
  scoreResults,
  takeMaps,
  tensorOf,
  writeOptions,
} from './request.js';

/** @import { CheckedCall } from '../arguments/attention-options.js' */
/** @import { Row } from './operation.js' */
/** @import { Part } from './results.js' */

/** @type {Row} */
export const attention = {
  results(/** @type {CheckedCall} */ checked) {
    const { batched, batch, numHeads, queryLen, valueHeadDim } = checked;
    const keys = checked.pastLen + checked.keyLen;
    /** @type {Record<string, Part>} */
    const results = {
      output: tensorOf(batched, [batch, numHeads, queryLen, valueHeadDim], 'output'),
    };
    addMaps(results, checked, keys);
    if (checked.trace) results.trace = scoreResults(checked, keys);
    return results;
  },

  prepare({ core, checked, results, resultBytes }) {
    const inParts = comesInParts(checked, results);
    const layout = { extraBias: false, extraZero: false, inParts, cached: false };
    const request = describe(checked, layout, NOTHING_REPLACED);
    core.plan(
      ['attention', hasOwnPositions(checked), resultBytes, ...request.signature],
      (engine) => engine.planAttention(request.tell(core), resultBytes),
      checked.keep,
    );
    core.write(core.address('query'), numbers(checked.query, 'query'));
    core.write(core.address('new_key'), numbers(checked.key, 'key'));
    core.write(core.address('new_value'), numbers(checked.value, 'value'));
    writeOptions(core, checked, NOTHING_REPLACED);
    if (inParts) return takeMaps(core, checked, results.attention);
  },

  finish(result, { core, checked }) {
    if (checked.keep) result.kept = core.takeKept();
    return result;
  },
};
