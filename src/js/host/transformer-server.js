// The worker's half of async-transformer.js: the transformers that live there, by the ids of the requests that made them.

import { HeadwiseError } from '../arguments/errors.js';
import {
  createTransformer,
  startEvaluation,
  startTrainStep,
  startTransformerForward,
} from '../operations/transformer-calls.js';
import { readTransformerState, writeTransformerState } from '../operations/transformer-state.js';

/** @import { Call } from '../operations/calls.js' */
/** @import { Core, Slot } from './core.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */
/** @import { Request } from './server.js' */

/**
 * @param {() => Core} core
 * @param {(id: number, plan: { progress?: boolean }, start: () => Call<any>) => unknown} work
 * @returns {Record<string, (request: Request) => unknown>}
 */
export function transformerMethods(core, work) {
  /** @type {Map<number, { slot: Slot, config: ResolvedTransformerConfig }>} */
  const transformers = new Map();

  /** @param {number | undefined} layer */
  function find(layer) {
    const found = transformers.get(Number(layer));
    if (found) return found;
    throw new HeadwiseError('internal', `transformer ${layer}: expected one that exists`);
  }

  return {
    createTransformer({ id, plan }) {
      transformers.set(id, { slot: createTransformer(core(), plan), config: plan });
      return id;
    },
    transformerForward({ id, layer, plan }) {
      const { slot, config } = find(layer);
      return work(id, plan, () => startTransformerForward(core(), slot.handle, config, plan));
    },
    evaluate: ({ id, layer, plan }) =>
      work(id, plan, () => startEvaluation(core(), find(layer).slot.handle, plan)),
    trainStep: ({ id, layer, plan }) =>
      work(id, plan, () => startTrainStep(core(), find(layer).slot.handle, plan)),
    transformerState({ layer }) {
      const { slot, config } = find(layer);
      return readTransformerState(core(), slot.handle, config);
    },
    loadTransformerState({ layer, plan }) {
      const { slot, config } = find(layer);
      writeTransformerState(core(), slot.handle, config, plan);
    },
    disposeTransformer({ layer }) {
      core().deleteSlot(find(layer).slot);
      transformers.delete(Number(layer));
    },
  };
}
