// What a transformer does in the core, as calls.js has it for attention: puts a checked plan into the core's memory,
// begins the work, and knows how to collect the results.

import { reader } from './calls.js';
import { HeadwiseError } from '../arguments/errors.js';
import { ACTIVATIONS, NORMS, POSITIONS } from '../arguments/transformer.js';

/** @import { Call } from './calls.js' */
/** @import { Core, Slot, TransformerHandle } from '../host/core.js' */
/** @import { Evaluation, LayerTrace, ResolvedTransformerConfig, TrainStep, TransformerResult } from '../types/training.js' */
/** @import { EvaluationPlan, LossFields, TokenPlan, TrainStepPlan, TransformerForwardPlan } from '../arguments/transformer.js' */
/** @import { FloatTensor } from '../types/index.js' */

/**
 * @param {Core} core
 * @param {ResolvedTransformerConfig} config
 * @returns {Slot}
 */
export function createTransformer(core, { seed, ...config }) {
  const fields = {
    ...config,
    positions: POSITIONS.indexOf(config.positions),
    norm: NORMS.indexOf(config.norm),
    activation: ACTIVATIONS.indexOf(config.activation),
  };
  return core.create(
    ({ Transformer }, engine) =>
      new Transformer(engine, core.describe('TransformerConfig', fields), seed),
  );
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {ResolvedTransformerConfig} config
 * @param {TransformerForwardPlan} plan
 * @returns {Call<TransformerResult>}
 */
export function startTransformerForward(core, handle, config, plan) {
  const { attention, trace } = plan;
  const resultBytes = 4 * resultSize(config, plan);
  start(core, handle, plan, { loss: false, train: false, attention, trace }, resultBytes);
  core.start();
  return { core, onProgress: plan.onProgress, collect: () => collectForward(core, config, plan) };
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {EvaluationPlan} plan
 * @returns {Call<Evaluation>}
 */
export function startEvaluation(core, handle, plan) {
  start(core, handle, plan, { loss: true, train: false, attention: false, trace: false }, 0);
  writeTargets(core, plan);
  core.start();
  return {
    core,
    onProgress: plan.onProgress,
    collect() {
      const { loss, counted, correct } = core.call(() => handle.outcome());
      return { loss, accuracy: correct / counted, counted };
    },
  };
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {TrainStepPlan} plan
 * @returns {Call<TrainStep>}
 */
export function startTrainStep(core, handle, plan) {
  const flags = { loss: true, train: true, attention: false, trace: false };
  start(core, handle, { ...plan, removed: [] }, flags, 0);
  writeTargets(core, plan);
  const { dropoutSeed, ...fields } = plan.optimizer;
  core.call(() => handle.setOptimizer(core.describe('OptimizerConfig', fields), dropoutSeed));
  core.start();
  return { core, onProgress: plan.onProgress, collect: () => collectTrainStep(core, handle, plan) };
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {TrainStepPlan} plan
 * @returns {TrainStep}
 */
function collectTrainStep(core, handle, { optimizer }) {
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
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {TokenPlan & { removed: number[] }} plan
 * @param {{ loss: boolean, train: boolean, attention: boolean, trace: boolean }} flags
 * @param {number} resultBytes
 */
function start(core, handle, { batch, length, tokens, removed }, flags, resultBytes) {
  const { loss, train, attention, trace } = flags;
  core.plan(
    [handle, batch, length, loss, train, attention, trace, resultBytes, ...removed],
    (engine) => {
      const request = core.describe('TransformerRequest', { batch, length, ...flags });
      request.clearRemoved();
      for (const head of removed) request.removeHead(head);
      handle.plan(engine, request, resultBytes);
    },
  );
  if (tokens.length > 0) core.write(core.address('tokens'), tokens);
}

/**
 * @param {Core} core
 * @param {LossFields} plan
 */
function writeTargets(core, { targets, mask }) {
  core.write(core.address('targets'), targets);
  core.write(core.address('mask'), mask);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {TransformerForwardPlan} plan
 */
function resultSize(config, { batch, length, attention, trace }) {
  const { vocabSize, embedDim, numHeads, headDim, numLayers, mlpDim } = config;
  const rows = batch * length;
  let perRow = 0; // of one layer
  if (attention) perRow += numHeads * length;
  if (trace) {
    perRow += 3 * numHeads * length; // dot products, scores, masked
    perRow += numHeads * (5 * headDim + embedDim); // query, key, value; heads, twice; contributions
    perRow += (config.norm === 'pre' ? 4 : 3) * embedDim + embedDim; // input, its norm, attention's, middle; output
    if (mlpDim > 0) perRow += 2 * mlpDim + (config.norm === 'pre' ? 2 : 1) * embedDim;
  }
  const around = vocabSize + (trace ? embedDim : 0);
  return rows * (around + numLayers * perRow);
}

/**
 * @param {Core} core
 * @param {ResolvedTransformerConfig} config
 * @param {TransformerForwardPlan} plan
 * @returns {TransformerResult}
 */
function collectForward(core, config, plan) {
  const { batch, length } = plan;
  const { vocabSize, embedDim, numHeads, numLayers } = config;
  const read = reader(core, plan);
  /** @type {TransformerResult} */
  const result = { logits: read('logits', [batch, length, vocabSize]) };
  if (plan.attention) {
    result.attention = [];
    for (let layer = 0; layer < numLayers; layer++) {
      result.attention.push(read(`layers.${layer}.attention`, [batch, numHeads, length, length]));
    }
  }
  if (plan.trace) {
    const layers = [];
    for (let layer = 0; layer < numLayers; layer++) {
      layers.push(readLayer(core, config, plan, layer, read));
    }
    const final = config.finalNorm ? 'final' : 'encoded';
    result.trace = { layers, final: read(final, [batch, length, embedDim]) };
  }
  return result;
}

/**
 * @param {Core} core
 * @param {ResolvedTransformerConfig} config
 * @param {TransformerForwardPlan} plan
 * @param {number} layer
 * @param {(name: string, shape: number[]) => FloatTensor} read
 * @returns {LayerTrace}
 */
function readLayer(core, config, { batch, length }, layer, read) {
  const { embedDim, numHeads, headDim, numLayers, mlpDim, norm } = config;
  const name = `layers.${layer}.`;
  const rows = [batch, length, embedDim];
  const perHead = [batch, numHeads, length, headDim];
  const map = [batch, numHeads, length, length];
  const inputOf = (/** @type {number} */ n) =>
    `layers.${n}.${norm === 'pre' ? 'input' : 'query_input'}`;
  const output = read(layer + 1 < numLayers ? inputOf(layer + 1) : 'encoded', rows);
  return {
    input: read(inputOf(layer), rows),
    ...(norm === 'pre' && { attentionInput: read(`${name}query_input`, rows) }),
    query: read(`${name}query`, perHead),
    key: read(`${name}new_key`, perHead),
    value: read(`${name}new_value`, perHead),
    dotProducts: read(`${name}dot_products`, map),
    scores: read(`${name}scores`, map),
    masked: read(`${name}masked`, map),
    attention: read(`${name}attention`, map),
    heads: read(`${name}heads`, perHead),
    concatenated: read(`${name}concatenated`, [batch, length, numHeads * headDim]),
    contributions: read(`${name}contributions`, [batch, numHeads, length, embedDim]),
    attentionOutput: read(`${name}output`, rows),
    ...(mlpDim > 0 && {
      middle: read(`${name}middle`, rows),
      ...(norm === 'pre' && { mlpInput: read(`${name}mlp_input`, rows) }),
      hidden: read(`${name}hidden`, [batch, length, mlpDim]),
      activated: read(`${name}active`, [batch, length, mlpDim]),
      mlpOutput: read(`${name}mlp_output`, rows),
    }),
    output,
  };
}
