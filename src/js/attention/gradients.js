// Gradients of a kept call: whether the call has them, the check of the arguments, for the engine and the reference, and the
// work on a core.

import { disposed, HeadwiseError, wrongKind } from '../arguments/errors.js';
import {
  optionNames,
  readNested,
  readOptions,
  throwIfAborted,
  toBoolean,
  toFunction,
  toSignal,
} from '../arguments/options.js';
import { NOWHERE, overlap, targetsIn } from '../arguments/targets.js';
import { expectShape, numbers, toResultTensor, toTensor } from '../arguments/tensor.js';
import { parameterShapes, parametersOf } from '../layer/parameters.js';
import { bytesOf, Expected, readResults } from '../runtime/results.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { Precision, Target } from '../arguments/tensor.js' */
/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { FloatTensor, Gradients, ResolvedConfig } from '../types/index.js' */
/** @import { CheckedAttention } from './attention.js' */
/** @import { CheckedCall } from './options.js' */

/**
 * The facts about a call that its gradients need.
 *
 * @typedef {object} Differentiable
 * @property {number[]} output the shape of the output
 * @property {{ query: number[], key?: number[], value?: number[], sinks?: number[] }} inputs
 *   shapes of the given inputs; the gradient of an absent key or value is added to the gradient of the input in its role
 * @property {{ index: number, shape: readonly number[] }[]} biases the additive masks
 * @property {number[] | null} slopes the shape of ALiBi's slopes; null without ALiBi
 * @property {ResolvedConfig | null} config the layer's, if it was a layer's call
 * @property {boolean} replaced whether an intermediate was replaced
 */

/**
 * The caller's tensors for gradients.
 *
 * @typedef {{ query?: Target, key?: Target, value?: Target, sinks?: Target, bias?: Target, slopes?: Target,
 *   parameters?: Record<string, Target> }} GradientsOut
 */

/**
 * @typedef {object} CheckedBackward
 * @property {FloatTensor} gradOutput
 * @property {boolean} bias whether to return the gradient of the mask's bias
 * @property {boolean} slopes whether to return the gradient of ALiBi's slopes
 * @property {GradientsOut} out
 * @property {AbortSignal | null} signal
 * @property {((done: number) => void) | null} onProgress
 */

/**
 * @param {CheckedAttention} checked
 * @returns {Differentiable}
 */
export function differentiableAttention(checked) {
  const { batched, batch, numHeads, queryLen, valueHeadDim, query, key, value, sinks } = checked;
  return {
    output: [batch, numHeads, queryLen, valueHeadDim].slice(batched ? 0 : 1),
    inputs: {
      query: [...query.shape],
      key: [...key.shape],
      value: [...value.shape],
      ...(sinks && { sinks: [...sinks.shape] }),
    },
    ...addends(checked),
    config: null,
    replaced: false,
  };
}

/**
 * @param {ResolvedConfig} config
 * @param {CheckedForward} checked
 * @returns {Differentiable}
 */
export function differentiableForward(config, checked) {
  const { batched, batch, queryLen, query, key, value, sinks, replace } = checked;
  return {
    output: [batch, queryLen, config.outputDim].slice(batched ? 0 : 1),
    inputs: {
      query: [...query.shape],
      ...(checked.keyGiven && { key: [...key.shape] }),
      ...(checked.valueGiven && { value: [...value.shape] }),
      ...(sinks && { sinks: [...sinks.shape] }),
    },
    ...addends(checked),
    config,
    replaced: Object.keys(replace).length > 0,
  };
}

/**
 * The terms that are added to the scores: biases of masks, and ALiBi.
 *
 * @param {CheckedCall} checked
 */
function addends({ masks, positions, numHeads }) {
  const biases = masks.flatMap((mask, index) =>
    mask.kind === 'bias' && mask.shape !== undefined ? [{ index, shape: mask.shape }] : [],
  );
  return { biases, slopes: positions?.type === 'alibi' ? [numHeads] : null };
}

const OPTIONS = optionNames('out', 'bias', 'slopes', 'signal', 'onProgress');
const OUT = optionNames('query', 'key', 'value', 'sinks', 'bias', 'slopes', 'parameters');

/**
 * @param {Differentiable} call
 * @param {unknown} gradOutput
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {CheckedBackward}
 */
export function checkBackward(call, gradOutput, options, precision = 'float32') {
  const given = readOptions(options, 'options', OPTIONS);
  const tensor = toTensor(gradOutput, 'gradOutput', precision);
  expectShape(tensor.shape, 'gradOutput', call.output, 'as the output has');
  const { bias, slopes } = checkWanted(call, given);
  const checked = {
    gradOutput: tensor,
    bias,
    slopes,
    out: checkTargets(call, { bias, slopes }, given.out, precision),
    signal: toSignal(given.signal),
    onProgress: given.onProgress === undefined ? null : toFunction(given.onProgress, 'onProgress'),
  };
  if (call.replaced) {
    throw new HeadwiseError(
      'unsupported',
      'backward: a call with replace has no gradients, because a replaced intermediate does not depend on the inputs',
    );
  }
  throwIfAborted(checked);
  return checked;
}

/**
 * @param {Differentiable} call
 * @param {{ bias: unknown, slopes: unknown }} given
 */
function checkWanted({ biases, slopes: shape }, given) {
  const bias = toBoolean(given.bias, 'bias', false);
  const slopes = toBoolean(given.slopes, 'slopes', false);
  if (bias && biases.length !== 1) {
    const found = biases.length === 0 ? 'none' : `${biases.length}`;
    throw new TypeError(`bias: expected a call with one bias in mask, got ${found}`);
  }
  if (slopes && shape === null) {
    throw new TypeError("slopes: expected a call with positions of type 'alibi', got none");
  }
  return { bias, slopes };
}

/**
 * @param {Differentiable} call
 * @param {{ bias: boolean, slopes: boolean }} wanted
 * @param {unknown} value
 * @param {Precision} precision
 * @returns {GradientsOut}
 */
function checkTargets({ inputs, biases, slopes, config }, wanted, value, precision) {
  if (value === undefined) return NOWHERE;
  const { parameters, ...given } = readNested(value, 'out', OUT);
  /** @type {GradientsOut} */
  const out = Object.create(null);
  for (const name of /** @type {const} */ (['query', 'key', 'value', 'sinks'])) {
    if (given[name] === undefined) continue;
    const shape = inputs[name];
    if (shape === undefined) {
      const elsewhere = name === 'sinks' ? '' : ', and its gradient is part of another';
      throw wrongKind(
        `out.${name}`,
        `none, as no ${name} ${name === 'sinks' ? 'were' : 'was'} given${elsewhere}`,
        given[name],
      );
    }
    out[name] = toGradient(given[name], `out.${name}`, shape, precision);
  }
  for (const name of /** @type {const} */ (['bias', 'slopes'])) {
    if (given[name] === undefined) continue;
    if (!wanted[name]) throw wrongKind(`out.${name}`, `none without ${name}: true`, given[name]);
    const shape = /** @type {readonly number[]} */ (name === 'bias' ? biases[0].shape : slopes);
    out[name] = toGradient(given[name], `out.${name}`, shape, precision);
  }
  /** @type {Record<string, Target>} */
  const targets = (out.parameters = Object.create(null));
  const shapes = config === null ? {} : parameterShapes(config);
  const named = readNested(parameters, 'out.parameters', optionNames(...Object.keys(shapes)));
  for (const [name, tensor] of Object.entries(named)) {
    if (tensor === undefined) continue;
    targets[name] = toGradient(tensor, `out.parameters.${name}`, shapes[name], precision);
  }
  const all = targetsIn(out).map(({ data }) => data);
  if (all.some((data, at) => all.slice(at + 1).some((other) => overlap(data, other)))) {
    throw new RangeError('out: expected tensors that are apart, got overlapping arrays');
  }
  return out;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {Precision} precision
 */
function toGradient(value, name, shape, precision) {
  const tensor = toResultTensor(value, name, precision);
  expectShape(tensor.shape, name, shape);
  return tensor;
}

/**
 * @returns {HeadwiseError} for a layer whose parameters have changed since the call
 */
export function parametersChanged() {
  return new HeadwiseError(
    'unsupported',
    'backward: the parameters of the layer have changed since this call, and its gradients need those it had',
  );
}

/** @typedef {CheckedBackward & { of: Differentiable }} BackwardCall */

/** @type {Operation} */
export const backward = {
  name: 'backward',
  check: atCaller(({ about: { of, layer, changes } }, [gradOutput, options]) => {
    const checked = checkBackward(of, gradOutput, options);
    if (layer?.disposed) throw disposed('layer');
    if (layer !== null && layer.changes !== changes) throw parametersChanged();
    return Object.assign(checked, { of });
  }),
  beside: ({ about: { layer } }) => layer,

  work: atCore(function* (core, /** @type {BackwardCall} */ checked, kept, layer) {
    const { gradOutput, of, bias, slopes, out } = checked;
    const results = resultsOf(checked);
    const biasMask = bias ? of.biases[0].index : -1;
    const keyInQuery = of.inputs.key === undefined;
    const valueInKey = of.inputs.value === undefined;
    const wanted = /** @type {const} */ ([biasMask, slopes, bytesOf(results, out)]);
    core.plan(['backward', kept, layer, keyInQuery, valueInKey, ...wanted], (engine) => {
      if (layer === null) engine.planAttentionBackward(kept, ...wanted);
      else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, ...wanted);
    });
    core.write(core.address('grad_output'), numbers(gradOutput, 'gradOutput'));
    return yield* core.compute(() => readResults(core, results, out));
  }),
};

/** @param {BackwardCall} checked */
function resultsOf({ of: { inputs, biases, slopes, config }, ...wanted }) {
  return {
    query: new Expected(inputs.query, 'grad_query'),
    ...(inputs.key && { key: new Expected(inputs.key, 'grad_key') }),
    ...(inputs.value && { value: new Expected(inputs.value, 'grad_value') }),
    ...(inputs.sinks && { sinks: new Expected(inputs.sinks, 'grad_sinks') }),
    ...(wanted.bias && { bias: new Expected(biases[0].shape, 'grad_bias') }),
    ...(wanted.slopes && slopes && { slopes: new Expected(slopes, 'grad_slopes') }),
    parameters:
      config === null ? {} : parametersOf(config, (core, name) => core.address(`grad_${name}`)),
  };
}
