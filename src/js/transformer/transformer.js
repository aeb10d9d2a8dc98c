// The public handle of a transformer, and its operations. Its parameters and its optimiser's moments are in the core until it
// is disposed.

import { HeadwiseError } from '../arguments/errors.js';
import { defaultScale } from '../attention/options.js';
import { CAUSAL } from '../attention/request.js';
import { describeLayer } from '../layer/parameters.js';
import { Handle, run } from '../runtime/handle.js';
import { bytesOf, readResults, tensorOf } from '../runtime/results.js';
import { ACTIVATIONS } from './activations.js';
import { checkEvaluation, checkTrainStep, checkTransformerForward } from './calls.js';
import {
  NORMS,
  POSITIONS,
  checkTransformer,
  hasBias,
  insidePositions,
  layerOf,
  normPlaces,
} from './config.js';
import {
  checkOptimizerState,
  checkTransformerState,
  stateOfTransformer,
  writeTransformerState,
} from './state.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { TransformerHandle } from '../runtime/core-module.js' */
/** @import { Core } from '../runtime/core.js' */
/** @import { Runtime } from '../runtime/handle.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { Part } from '../runtime/results.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */
/** @import { CheckedEvaluation, CheckedTrainStep, CheckedTransformerForward } from './calls.js' */

export class Transformer extends Handle {
  /**
   * @param {Runtime} runtime
   * @param {any} slot
   * @param {ResolvedTransformerConfig} config
   */
  constructor(runtime, slot, config) {
    super(runtime, 'transformer', slot, { config });
    /** @readonly */
    this.config = config;
  }

  /**
   * @param {unknown} tokens
   * @param {unknown} [options]
   */
  forward(tokens, options) {
    return run(this, forward, [tokens, options]);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   */
  evaluate(batch, options) {
    return run(this, evaluate, [batch, options]);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   */
  trainStep(batch, options) {
    return run(this, trainStep, [batch, options]);
  }

  stateDict() {
    return run(this, stateDict);
  }

  /** @param {unknown} state */
  loadStateDict(state) {
    return run(this, loadStateDict, [state]);
  }

  optimizerState() {
    return run(this, optimizerState);
  }

  /** @param {unknown} state */
  loadOptimizerState(state) {
    return run(this, loadOptimizerState, [state]);
  }
}

/** @typedef {CheckedTransformerForward & { config: ResolvedTransformerConfig }} TransformerCall */

/** @type {Operation} */
export const createTransformer = {
  name: 'createTransformer',
  check: atCaller((_, [config]) => checkTransformer(config)),
  work: atCore(function* (core, /** @type {ResolvedTransformerConfig} */ config) {
    const { window = {}, softcap = 0 } = config;
    const { type, values, turns } = insidePositions(config);
    const fields = {
      vocabSize: config.vocabSize,
      contextLen: config.contextLen,
      numLayers: config.numLayers,
      mlpDim: config.mlpDim,
      positions: POSITIONS.indexOf(type),
      norm: NORMS.indexOf(config.norm),
      rms: config.normType === 'rms',
      finalNorm: config.finalNorm,
      normEpsilon: config.normEpsilon,
      normBias: hasBias(config, 'norm'),
      activation: ACTIVATIONS.indexOf(config.activation),
      gated: config.gated,
      mlpBias: hasBias(config, 'mlp'),
      tied: config.tied,
      dropout: config.dropout,
    };
    const scores = {
      causal: CAUSAL.indexOf(config.causal ? 'past' : 'none'),
      windowLeft: window.left ?? -1,
      windowRight: window.right ?? -1,
      scale: config.scale ?? defaultScale(config.headDim),
      softcap,
      offset: 0,
      ...turns,
    };
    return core.create(({ Transformer }, engine) => {
      const description = core.describe('TransformerConfig', fields);
      description.clearPositions();
      for (const value of values) description.addPosition(value);
      const layer = describeLayer(core, layerOf(config));
      const attention = core.describe('AttentionRequest', scores);
      return new Transformer(engine, description, layer, attention, config.seed);
    });
  }),
};

/** @type {Operation} */
const forward = {
  name: 'transformerForward',
  check: atCaller(({ about: { config } }, [tokens, options]) => ({
    ...checkTransformerForward(config, tokens, options),
    config,
  })),
  work: atCore(function* (core, /** @type {TransformerCall} */ checked, transformer) {
    const { attention, trace } = checked;
    const results = resultsOf(checked);
    const flags = { loss: false, train: false, attention, trace };
    layOut(core, transformer, checked, flags, bytesOf(results));
    return yield* core.compute(() => readResults(core, results));
  }),
};

/** @type {Operation} */
const evaluate = {
  name: 'evaluate',
  check: atCaller(({ about: { config } }, [batch, options]) =>
    checkEvaluation(config, batch, options),
  ),
  work: atCore(function* (core, /** @type {CheckedEvaluation} */ checked, transformer) {
    layOut(core, transformer, checked, { ...NOTHING_SEEN, loss: true });
    writeTargets(core, checked);
    return yield* core.compute(() => {
      const { loss, counted, correct } = core.call(() => transformer.outcome());
      return { loss, accuracy: correct / counted, counted };
    });
  }),
};

/** @type {Operation} */
const trainStep = {
  name: 'trainStep',
  check: atCaller(({ about: { config } }, [batch, options]) =>
    checkTrainStep(config, batch, options),
  ),
  work: atCore(function* (core, /** @type {CheckedTrainStep} */ checked, transformer) {
    layOut(core, transformer, checked, { ...NOTHING_SEEN, loss: true, train: true });
    writeTargets(core, checked);
    const { dropoutSeed, ...fields } = checked.optimizer;
    core.call(() =>
      transformer.setOptimizer(core.describe('OptimizerConfig', fields), dropoutSeed),
    );
    return yield* core.compute(() => stepOutcome(core, transformer, checked.optimizer));
  }),
};

/**
 * @param {Core} core
 * @param {TransformerHandle} transformer
 * @param {{ learningRate: number }} optimizer
 */
function stepOutcome(core, transformer, { learningRate }) {
  const outcome = core.call(() => transformer.outcome());
  const { loss, counted, correct, gradientNorm, rate, diverged } = outcome;
  const { stepsDone } = transformer;
  if (diverged) {
    const what = Number.isFinite(loss)
      ? `the norm of the gradients is ${gradientNorm}`
      : `the loss is ${loss}`;
    throw new HeadwiseError(
      'diverged',
      `training diverged in step ${stepsDone + 1}: ${what}. This step changed no parameter; go back to earlier ` +
        `ones, and take a learning rate below ${learningRate}`,
    );
  }
  return {
    loss,
    accuracy: correct / counted,
    counted,
    gradNorm: gradientNorm,
    learningRate: rate,
    step: stepsDone,
  };
}

/** @type {Operation} */
const stateDict = {
  name: 'transformerState',
  check: atCaller(({ about: { config } }) => ({ config })),
  work: atCore(function* (core, { config }, transformer) {
    const results = stateOfTransformer(config, core, transformer, 0);
    core.expectRoom(bytesOf(results));
    return readResults(core, results);
  }),
};

/** @type {Operation} */
const loadStateDict = {
  name: 'loadTransformerState',
  check: atCaller(({ about: { config } }, [state]) => ({
    config,
    states: [checkTransformerState(config, state)],
    step: 0,
  })),
  work: atCore(function* (core, checked, transformer) {
    writeTransformerState(core, transformer, checked);
  }),
};

/** @type {Operation} */
const optimizerState = {
  name: 'optimizerState',
  check: atCaller(({ about: { config } }) => ({ config })),
  work: atCore(function* (core, { config }, transformer) {
    const results = {
      first: stateOfTransformer(config, core, transformer, 1),
      second: stateOfTransformer(config, core, transformer, 2),
    };
    core.expectRoom(bytesOf(results));
    return { step: transformer.stepsDone, ...readResults(core, results) };
  }),
};

/** @type {Operation} */
const loadOptimizerState = {
  name: 'loadOptimizerState',
  check: atCaller(({ about: { config } }, [state]) => checkOptimizerState(config, state)),
  work: atCore(function* (core, checked, transformer) {
    const smallest = { batch: 1, length: 1, tokens: [] };
    layOut(core, transformer, smallest, { ...NOTHING_SEEN, loss: true, train: true }); // allocates the moments
    writeTransformerState(core, transformer, checked);
  }),
};

/** All operations of a transformer; a worker finds them by name. @type {readonly Operation[]} */
export const transformerOperations = [
  createTransformer,
  forward,
  evaluate,
  trainStep,
  stateDict,
  loadStateDict,
  optimizerState,
  loadOptimizerState,
];

const NOTHING_SEEN = { loss: false, train: false, attention: false, trace: false };

/**
 * @param {Core} core
 * @param {TransformerHandle} transformer
 * @param {{ batch: number, length: number, tokens: Int32Array | never[], removed?: number[] }} checked
 * @param {{ loss: boolean, train: boolean, attention: boolean, trace: boolean }} flags
 * @param {number} [resultBytes]
 */
function layOut(
  core,
  transformer,
  { batch, length, tokens, removed = [] },
  flags,
  resultBytes = 0,
) {
  const fields = { batch, length, ...flags };
  core.plan(
    ['transformer', transformer, resultBytes, ...Object.values(fields), ...removed],
    (engine) => {
      const request = core.describe('TransformerRequest', fields);
      request.clearRemoved();
      for (const head of removed) request.removeHead(head);
      transformer.plan(engine, request, resultBytes);
    },
  );
  if (tokens.length > 0) core.write(core.address('tokens'), /** @type {Int32Array} */ (tokens));
}

/**
 * @param {Core} core
 * @param {{ targets: Int32Array, mask: Uint8Array }} checked
 */
function writeTargets(core, { targets, mask }) {
  core.write(core.address('targets'), targets);
  core.write(core.address('mask'), mask);
}

/** @param {TransformerCall} checked */
function resultsOf(checked) {
  const { config, batched, batch, length } = checked;
  const { vocabSize, embedDim, numHeads, numLayers } = config;
  const layers = Array.from({ length: numLayers }, (_, layer) => layer);
  /** @type {Record<string, Part>} */
  const results = { logits: tensorOf(batched, [batch, length, vocabSize], 'logits') };
  if (checked.attention) {
    const map = [batch, numHeads, length, length];
    results.attention = layers.map((n) => tensorOf(batched, map, `layers.${n}.attention`));
  }
  if (checked.trace) {
    results.trace = {
      layers: layers.map((n) => layerResults(checked, n)),
      final: tensorOf(batched, [batch, length, embedDim], config.finalNorm ? 'final' : 'encoded'),
    };
  }
  return results;
}

/**
 * The intermediate results of one layer, in order.
 *
 * @param {TransformerCall} checked
 * @param {number} layer
 */
function layerResults({ config, batched, batch, length }, layer) {
  const read = (/** @type {string} */ buffer, /** @type {number[]} */ shape) =>
    tensorOf(batched, shape, buffer);
  const { embedDim, numHeads, numKvHeads, headDim, numLayers, mlpDim } = config;
  const name = `layers.${layer}.`;
  const { before, inside } = normPlaces(config);
  const rows = [batch, length, embedDim];
  const perHead = [batch, numHeads, length, headDim];
  const perKvHead = [batch, numKvHeads, length, headDim];
  const map = [batch, numHeads, length, length];
  const inputOf = (/** @type {number} */ n) => `layers.${n}.${before ? 'input' : 'query_input'}`;
  const output = read(layer + 1 < numLayers ? inputOf(layer + 1) : 'encoded', rows);
  return {
    input: read(inputOf(layer), rows),
    ...(before && { attentionInput: read(`${name}query_input`, rows) }),
    query: read(`${name}query`, perHead),
    key: read(`${name}new_key`, perKvHead),
    value: read(`${name}new_value`, perKvHead),
    dotProducts: read(`${name}dot_products`, map),
    scores: read(`${name}scores`, map),
    ...(config.softcap && { softcapped: read(`${name}softcapped`, map) }),
    masked: read(`${name}masked`, map),
    attention: read(`${name}attention`, map),
    heads: read(`${name}heads`, perHead),
    concatenated: read(`${name}concatenated`, [batch, length, numHeads * headDim]),
    contributions: read(`${name}contributions`, [batch, numHeads, length, embedDim]),
    attentionOutput: read(`${name}output`, rows),
    ...(inside && { attentionNormed: read(`${name}normed1`, rows) }),
    ...(mlpDim > 0 && {
      middle: read(`${name}middle`, rows),
      ...(before && { mlpInput: read(`${name}mlp_input`, rows) }),
      hidden: read(`${name}hidden`, [batch, length, config.gated ? 2 * mlpDim : mlpDim]),
      activated: read(`${name}active`, [batch, length, mlpDim]),
      mlpOutput: read(`${name}mlp_output`, rows),
      ...(inside && { mlpNormed: read(`${name}normed2`, rows) }),
    }),
    output,
  };
}
