// A transformer in the core: its forward, its loss and its training steps.

import { HeadwiseError } from '../arguments/errors.js';
import { ACTIVATIONS } from '../arguments/activations.js';
import { defaultScale } from '../arguments/attention-options.js';
import {
  hasBias,
  insidePositions,
  layerOf,
  normPlaces,
  NORMS,
  POSITIONS,
} from '../arguments/transformer-config.js';
import { describeLayer } from './parameters.js';
import { CAUSAL, tensorOf } from './request.js';
import { stateOfTransformer, writeTransformerState } from './transformer-state.js';

/** @import { CheckedEvaluation, CheckedTrainStep, CheckedTransformerForward } from '../arguments/transformer.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */
/** @import { Preparing, Row } from './operation.js' */
/** @import { Part } from './results.js' */

/** @typedef {CheckedTransformerForward & { config: ResolvedTransformerConfig }} TransformerCall */

/** @type {Row} */
export const createTransformer = {
  act(core, /** @type {ResolvedTransformerConfig} */ config) {
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
  },
};

/** @type {Row} */
export const transformerForward = {
  results(/** @type {TransformerCall} */ checked) {
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
  },

  prepare(call) {
    const { attention, trace } = call.checked;
    layOut(call, { loss: false, train: false, attention, trace });
  },
};

/** @type {Row} */
export const evaluate = {
  prepare(call) {
    layOut(call, { loss: true, train: false, attention: false, trace: false });
    writeTargets(call);
  },
  finish(_, { core, handle }) {
    const { loss, counted, correct } = core.call(() => handle.outcome());
    return { loss, accuracy: correct / counted, counted };
  },
};

/** @type {Row} */
export const trainStep = {
  prepare(call) {
    const { core, handle, checked } = call;
    layOut(call, { loss: true, train: true, attention: false, trace: false });
    writeTargets(call);
    const { dropoutSeed, ...fields } = /** @type {CheckedTrainStep} */ (checked).optimizer;
    core.call(() => handle.setOptimizer(core.describe('OptimizerConfig', fields), dropoutSeed));
  },
  finish(_, { core, handle, checked: { optimizer } }) {
    const outcome = core.call(() => handle.outcome());
    const { loss, counted, correct, gradientNorm, rate, diverged } = outcome;
    const { stepsDone } = handle;
    if (diverged) {
      const what = Number.isFinite(loss)
        ? `the norm of the gradients is ${gradientNorm}`
        : `the loss is ${loss}`;
      throw new HeadwiseError(
        'diverged',
        `training diverged in step ${stepsDone + 1}: ${what}. This step changed no parameter; go back to earlier ` +
          `ones, and take a learning rate below ${optimizer.learningRate}`,
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
  },
};

/** @type {Row} */
export const transformerState = {
  results: ({ config }) => stateOfTransformer(config, 0),
};

/** @type {Row} */
export const loadTransformerState = {
  act: (core, checked, handle) => writeTransformerState(core, handle, checked),
};

/** @type {Row} */
export const optimizerState = {
  results: ({ config }) => ({
    first: stateOfTransformer(config, 1),
    second: stateOfTransformer(config, 2),
  }),
  finish: (moments, { handle }) => ({ step: handle.stepsDone, ...moments }),
};

/** @type {Row} */
export const loadOptimizerState = {
  act(core, checked, handle) {
    const smallest = { batch: 1, length: 1, tokens: [] };
    const call = { core, handle, checked: smallest, beside: null, results: null, resultBytes: 0 };
    layOut(call, { loss: true, train: true, attention: false, trace: false }); // takes the memory of the moments
    writeTransformerState(core, handle, checked);
  },
};

/**
 * @param {Preparing} call
 * @param {{ loss: boolean, train: boolean, attention: boolean, trace: boolean }} flags
 */
function layOut({ core, handle, checked, resultBytes }, flags) {
  const { batch, length, tokens, removed = [] } = checked;
  const fields = { batch, length, ...flags };
  core.plan(
    ['transformer', handle, resultBytes, ...Object.values(fields), ...removed],
    (engine) => {
      const request = core.describe('TransformerRequest', fields);
      request.clearRemoved();
      for (const head of removed) request.removeHead(head);
      handle.plan(engine, request, resultBytes);
    },
  );
  if (tokens.length > 0) core.write(core.address('tokens'), tokens);
}

/** @param {Preparing} call */
function writeTargets({ core, checked: { targets, mask } }) {
  core.write(core.address('targets'), targets);
  core.write(core.address('mask'), mask);
}

/**
 * The intermediates of one layer, in order.
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
