// The table of a transformer's operations. They belong to headwise/training, so an engine of this thread has no rows of them,
// and each brings its own; a worker has them all.

import {
  checkEvaluation,
  checkTrainStep,
  checkTransformerForward,
} from '../arguments/transformer.js';
import { checkTransformer } from '../arguments/transformer-config.js';
import { tableOf } from './operation.js';
import * as rows from './transformer.js';
import { checkOptimizerState, checkTransformerState } from './transformer-state.js';

/** @import { Asked } from './operation.js' */

/** @satisfies {Record<keyof typeof rows, Asked>} */
const asked = {
  createTransformer: { check: (_, [config]) => checkTransformer(config) },
  transformerForward: {
    check: ({ about: { config } }, [tokens, options]) => ({
      ...checkTransformerForward(config, tokens, options),
      config,
    }),
  },
  evaluate: {
    check: ({ about: { config } }, [batch, options]) => checkEvaluation(config, batch, options),
  },
  trainStep: {
    check: ({ about: { config } }, [batch, options]) => checkTrainStep(config, batch, options),
  },
  transformerState: { check: ({ about: { config } }) => ({ config }) },
  loadTransformerState: {
    check: ({ about: { config } }, [state]) => ({
      config,
      states: [checkTransformerState(config, state)],
      step: 0,
    }),
  },
  optimizerState: { check: ({ about: { config } }) => ({ config }) },
  loadOptimizerState: {
    check: ({ about: { config } }, [state]) => checkOptimizerState(config, state),
  },
};

export const operations = tableOf(asked, rows);
