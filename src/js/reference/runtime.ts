// Hosts the engine's operations in float64: their checks, results and handles are the engine's, their work is the arithmetic
// of this folder.

import { disposed } from '../arguments/errors.ts';
import { attention } from '../attention/attention.ts';
import { backward } from '../attention/gradients.ts';
import { attentionWindow } from '../attention/map-window.ts';
import { createCache } from '../layer/cache.ts';
import { extraKeys } from '../layer/config.ts';
import { forward } from '../layer/forward.ts';
import { createLayer, loadStateDict, stateDict } from '../layer/layer.ts';
import { Slot } from '../runtime/core.ts';
import { SyncRuntime } from '../runtime/handle.ts';
import { addAndNorm } from '../small/add-and-norm.ts';
import { embed } from '../small/embed.ts';
import { linear } from '../small/linear.ts';
import { softmax, softmaxSteps } from '../small/softmax.ts';
import { allKeys, attendTo } from './attention.ts';
import { boundCall } from './attention-bounds.ts';
import { attentionBackward, forwardBackward } from './backward.ts';
import { takeRows } from './heads.ts';
import { boundForward } from './layer-bounds.ts';
import { forward as computeForward } from './layer.ts';
import { linear as multiply } from './linear.ts';
import { fromStateDict, initialParameters, numbersByName } from './parameters.ts';
import { attentionNumbers, forwardNumbers, resultOf } from './results.ts';
import * as small from './small.ts';
import { softmaxRows } from './softmax.ts';
import { poolWindow } from './map-window.ts';
import type { BackwardCall } from '../attention/gradients.ts';
import type { CheckedCall, Sizes } from '../attention/schema.ts';
import type { CheckedWindow } from '../attention/map-window.ts';
import type { LayerCall } from '../layer/forward.ts';
import type { CheckedLinear } from '../small/linear.ts';
import type { CheckedSoftmax } from '../small/softmax.ts';
import type { Operation } from '../runtime/operation.ts';
import type { Parameters } from './parameters.ts';
import type { NamedNumbers } from './results.ts';
import type { DoubleTensor } from './types.ts';

interface Layer {
  parameters: Parameters;
}

/** Keys (B, Hkv, length, E) and values (B, Hkv, length, Ev). After a truncation there are more than the cache's length. */
interface Cache {
  pastKey: DoubleTensor;
  pastValue: DoubleTensor;
}

type CacheSizes = { batch: number; numKvHeads: number; headDim: number; valueHeadDim: number };

/** A kept call. */
interface Kept {
  /** (B, H, L, T) */
  maps: DoubleTensor;
  gradients: (call: BackwardCall) => NamedNumbers;
}

/** The numbers of a call; their bounds and its saved activations, if the options ask for them. */
interface Computed {
  numbers: NamedNumbers;
  bounds?: () => NamedNumbers;
  kept?: () => Kept;
}

/** handle and other as for Operation's work */
type Work = (checked: any, handle: any, other: any) => Computed | Slot | void;

export class ReferenceRuntime extends SyncRuntime {
  #isDisposed = false;
  precision = 'float64' as const;

  expectReady() {
    if (this.#isDisposed) throw disposed('engine');
  }

  work(operation: Operation, checked: any, handle: any, other: any) {
    const done = WORK.get(operation)?.(checked, handle, other);
    if (!done || done instanceof Slot) return done;
    const { numbers, bounds, kept } = done;
    const result = resultOf(operation, checked, numbers, checked.out);
    if (checked.bounds && bounds) result.bounds = resultOf(operation, checked, bounds());
    if (checked.keep && kept) result.kept = new Slot(kept());
    return result;
  }

  freeing(slot: Slot) {
    return () => void (slot.handle = null);
  }

  dispose() {
    this.#isDisposed = true;
  }
}

/** The work of each operation. Truncating a cache has no work: the next call leaves out the other keys. */
const WORK: ReadonlyMap<Operation, Work> = new Map<Operation, Work>([
  [attention, computeAttention],
  [forward, computeLayer],
  [backward, (call: BackwardCall, { gradients }: Kept) => ({ numbers: gradients(call) })],
  [
    attentionWindow,
    (window: CheckedWindow, { maps }: Kept) => ({ numbers: { output: poolWindow(maps, window) } }),
  ],
  [
    linear,
    ({ x, weight, bias, inputDim }: CheckedLinear) => ({
      numbers: { output: multiply(x.data, weight.data, bias?.data ?? null, inputDim) },
    }),
  ],
  [
    softmax,
    ({ x, rows, size }: CheckedSoftmax) => ({
      numbers: { output: softmaxRows(x.data, rows, size) },
    }),
  ],
  [softmaxSteps, (call) => ({ numbers: small.softmaxSteps(call) })],
  [addAndNorm, (call) => ({ numbers: small.addAndNorm(call) })],
  [embed, (call) => ({ numbers: small.embed(call) })],
  [createLayer, ({ config }) => new Slot({ parameters: initialParameters(config) })],
  [
    stateDict,
    ({ config }, { parameters }: Layer) => ({ numbers: numbersByName(config, parameters) }),
  ],
  [
    loadStateDict,
    ({ config, parameters }, layer: Layer) => {
      layer.parameters = fromStateDict(config, parameters);
    },
  ],
  [createCache, emptyCache],
]);

function computeAttention(call: CheckedCall): Computed {
  const activations = attendTo(call);
  return {
    numbers: attentionNumbers(activations),
    bounds: () => attentionNumbers(boundCall(call, activations)),
    kept: () => ({
      maps: mapsOf({ ...call, extraLen: 0 }, activations.attention),
      gradients: (checked) => attentionBackward(call, activations, checked),
    }),
  };
}

function computeLayer(checked: LayerCall, { parameters }: Layer, cache: Cache | null): Computed {
  const { config, pastLen } = checked;
  const past: any = cache === null ? null : firstKeys(cache, pastLen);
  const call = { ...checked, ...past };
  const activations = computeForward(config, parameters, call);
  if (cache !== null) {
    const { batch, numKvHeads, keyLen, headDim, valueHeadDim } = call;
    const shape = (width: number) => [batch, numKvHeads, pastLen + keyLen, width];
    cache.pastKey = { data: activations.key, shape: shape(headDim) };
    cache.pastValue = { data: activations.value, shape: shape(valueHeadDim) };
  }
  return {
    numbers: forwardNumbers(activations),
    bounds: () => forwardNumbers(boundForward(config, parameters, call, activations)),
    kept: () => ({
      maps: mapsOf({ ...call, extraLen: extraKeys(config) }, activations.attended.attention),
      gradients: (checked) => forwardBackward(config, parameters, call, activations, checked),
    }),
  };
}

function emptyCache({ batch, numKvHeads, headDim, valueHeadDim }: CacheSizes) {
  const empty = (width: number) => ({
    data: new Float64Array(0),
    shape: [batch, numKvHeads, 0, width],
  });
  return new Slot({ pastKey: empty(headDim), pastValue: empty(valueHeadDim) });
}

/** The keys and values of a cache up to its length. */
function firstKeys({ pastKey, pastValue }: Cache, length: number): Cache {
  const rows = Array.from({ length }, (_, j) => j);
  return { pastKey: takeRows(pastKey, rows), pastValue: takeRows(pastValue, rows) };
}

function mapsOf(call: Sizes & { extraLen: number }, data: Float64Array): DoubleTensor {
  return { data, shape: [call.batch, call.numHeads, call.queryLen, allKeys(call)] };
}
