// Gradients of a kept call: whether the call has them, the check of the arguments, for the engine and the reference, and the
// work on a core.

import { disposed, HeadwiseError, wrongKind } from '../arguments/errors.ts';
import {
  of,
  option,
  optionNames,
  readNested,
  recordOf,
  throwIfAborted,
  toBoolean,
} from '../arguments/options.ts';
import { NOWHERE, overlap, targetsIn } from '../arguments/targets.ts';
import { expectShape, numbers, toResultTensor, toTensor } from '../arguments/tensor.ts';
import { parameterShapes, parametersOf } from '../layer/parameters.ts';
import { bytesOf, ResultTensor, readResults } from '../runtime/results.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import { ATTENTION } from './schema.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { Precision, Target } from '../arguments/tensor.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { Operation } from '../runtime/operation.ts';
import type { PlainTensor, Gradients, ResolvedConfig } from '../types/index.ts';
import type { CheckedAttention } from './attention.ts';
import type { CheckedCall } from './schema.ts';

/** The facts about a call that its gradients need. */
export interface Differentiable {
  /** the shape of the output */
  output: number[];
  /**
   * shapes of the given inputs; the gradient of an absent key or value is added to the gradient of the input in its role
   */
  inputs: { query: number[]; key?: number[]; value?: number[]; sinks?: number[] };
  /** the additive masks */
  biases: { index: number; shape: readonly number[] }[];
  /** the shape of ALiBi's slopes; null without ALiBi */
  slopes: number[] | null;
  /** the layer's, if it was a layer's call */
  config: ResolvedConfig | null;
  /** whether an intermediate was replaced */
  replaced: boolean;
}

/** The caller's tensors for gradients. */
type GradientsOut = {
  query?: Target;
  key?: Target;
  value?: Target;
  sinks?: Target;
  bias?: Target;
  slopes?: Target;
  parameters?: Record<string, Target>;
};

export function differentiableAttention(checked: CheckedAttention): Differentiable {
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

export function differentiableForward(
  config: ResolvedConfig,
  checked: CheckedForward,
): Differentiable {
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

/** The terms that are added to the scores: biases of masks, and ALiBi. */
function addends({ masks, positions, numHeads }: CheckedCall) {
  const biases = masks.flatMap((mask, index) =>
    mask.kind === 'bias' && mask.shape !== undefined ? [{ index, shape: mask.shape }] : [],
  );
  return { biases, slopes: positions?.type === 'alibi' ? [numHeads] : null };
}

/** The call whose gradients are asked for. */
interface Asked {
  call: Differentiable;
  precision: Precision;
}

export const BACKWARD = atCaller({
  /**
   * Also compute the gradient of the one bias in `mask`, such as learned relative positions. It takes memory for a map of
   * every head.
   */
  bias: option({
    kind: 'flag',
    usual: false,
    read: atCaller((value, name, _, { call: { biases } }: Asked) => {
      const isWanted = toBoolean(value, name);
      if (!isWanted || biases.length === 1) return isWanted;
      const found = biases.length === 0 ? 'none' : `${biases.length}`;
      throw new TypeError(`bias: expected a call with one bias in mask, got ${found}`);
    }),
  }),
  /** also compute the gradient of ALiBi's slopes, including default ones */
  slopes: option({
    kind: 'flag',
    usual: false,
    read: atCaller((value, name, _, { call: { slopes } }: Asked) => {
      const isWanted = toBoolean(value, name);
      if (!isWanted || slopes !== null) return isWanted;
      throw new TypeError("slopes: expected a call with positions of type 'alibi', got none");
    }),
  }),
  /**
   * Your tensors for all or some of the gradients, of exactly their shapes, for example from an earlier call; float64 only for
   * `headwise/reference`. They are written only if the call succeeds, and returned; they may not overlap.
   */
  out: option({
    type: of<Partial<Gradients<{ data: Float32Array | Float64Array; shape: readonly number[] }>>>(),
    usual: NOWHERE as GradientsOut,
    read: atCaller((value, _, wanted, { call, precision }: Asked) =>
      checkTargets(call, wanted, value, precision),
    ),
  }),
  /** as in a call */
  signal: ATTENTION.signal,
  /** as in a call */
  onProgress: ATTENTION.onProgress,
});

const readBackward = atCaller(recordOf(BACKWARD));

type CheckedBackward = CheckedOf<typeof BACKWARD> & { gradOutput: PlainTensor };

const OUT = optionNames('query', 'key', 'value', 'sinks', 'bias', 'slopes', 'parameters');

export function checkBackward(
  call: Differentiable,
  gradOutput: unknown,
  options: unknown,
  precision: Precision,
): CheckedBackward {
  const gradient = toTensor(gradOutput, 'gradOutput', precision);
  expectShape(gradient.shape, 'gradOutput', call.output, 'as the output has');
  const given = readBackward(options, 'options', { call, precision });
  const checked = { gradOutput: gradient, ...given };
  if (call.replaced) {
    throw new HeadwiseError(
      'unsupported',
      'backward: a call with replace has no gradients, because a replaced intermediate does not depend on the inputs',
    );
  }
  throwIfAborted(checked);
  return checked;
}

function checkTargets(
  { inputs, biases, slopes, config }: Differentiable,
  wanted: { bias: boolean; slopes: boolean },
  value: unknown,
  precision: Precision,
): GradientsOut {
  const { parameters, ...given } = readNested(value, 'out', OUT);
  const out: GradientsOut = Object.create(null);
  for (const name of ['query', 'key', 'value', 'sinks'] as const) {
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
  for (const name of ['bias', 'slopes'] as const) {
    if (given[name] === undefined) continue;
    if (!wanted[name]) throw wrongKind(`out.${name}`, `none without ${name}: true`, given[name]);
    const shape = (name === 'bias' ? biases[0].shape : slopes) as readonly number[];
    out[name] = toGradient(given[name], `out.${name}`, shape, precision);
  }
  const targets: Record<string, Target> = (out.parameters = Object.create(null));
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

function toGradient(value: unknown, name: string, shape: readonly number[], precision: Precision) {
  const tensor = toResultTensor(value, name, precision);
  expectShape(tensor.shape, name, shape);
  return tensor;
}

/** @returns for a layer whose parameters have changed since the call */
function parametersChanged(): HeadwiseError {
  return new HeadwiseError(
    'unsupported',
    'backward: the parameters of the layer have changed since this call, and its gradients need those it had',
  );
}

export type BackwardCall = CheckedBackward & { of: Differentiable };

export const backward: Operation = {
  name: 'backward',
  check: atCaller(({ runtime, about: { of, layer, changes } }, [gradOutput, options]) => {
    const checked = checkBackward(of, gradOutput, options, runtime.precision);
    if (layer?.disposed) throw disposed('layer');
    if (layer !== null && layer.changes !== changes) throw parametersChanged();
    return Object.assign(checked, { of });
  }),
  beside: ({ about: { layer } }) => layer,
  results: atHost(resultsOf),

  work: atCore(function* (core, checked: BackwardCall, kept, layer) {
    const { gradOutput, of, bias, slopes, out } = checked;
    const results = resultsOf(checked);
    const biasMask = bias ? of.biases[0].index : -1;
    const keyInQuery = of.inputs.key === undefined;
    const valueInKey = of.inputs.value === undefined;
    const wanted = [biasMask, slopes, bytesOf(results, out)] as const;
    core.plan(['backward', kept, layer, keyInQuery, valueInKey, ...wanted], (engine) => {
      if (layer === null) engine.planAttentionBackward(kept, ...wanted);
      else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, ...wanted);
    });
    core.write(core.address('grad_output'), numbers(gradOutput, 'gradOutput'));
    return yield* core.compute(() => readResults(core, results, out));
  }),
};

function resultsOf({ of: { inputs, biases, slopes, config }, ...wanted }: BackwardCall) {
  return {
    query: new ResultTensor(inputs.query, 'grad_query'),
    ...(inputs.key && { key: new ResultTensor(inputs.key, 'grad_key') }),
    ...(inputs.value && { value: new ResultTensor(inputs.value, 'grad_value') }),
    ...(inputs.sinks && { sinks: new ResultTensor(inputs.sinks, 'grad_sinks') }),
    ...(wanted.bias && { bias: new ResultTensor(biases[0].shape, 'grad_bias') }),
    ...(wanted.slopes && slopes && { slopes: new ResultTensor(slopes, 'grad_slopes') }),
    parameters:
      config === null ? {} : parametersOf(config, (core, name) => core.address(`grad_${name}`)),
  };
}
