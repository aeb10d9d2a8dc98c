// Checks and fills `out`: the caller's tensors for the results, nested like the results. All are written, or none.

import { numbers, expectShape, toResultTensor } from './tensor.ts';
import { fill } from './typed-arrays.ts';
import { optionNames, readNested } from './options.ts';
import type { Precision, Target } from './tensor.ts';

export type Targets = { readonly [name: string]: Target | Targets | undefined };

/** The caller's tensors that the results are written into. */
export type Out = { output?: Target; attention?: Target };

const OUT = optionNames('output', 'attention');

/** No targets. It inherits nothing, whatever a page has added to Object.prototype. */
export const NOWHERE: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

/**
 * Throws unless every target still has its numbers. An array may have been detached since its check, by a getter among the
 * arguments, or by the caller while a worker computed.
 */
export function expectTargets(targets: Targets, name: string = 'out') {
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) numbers(target, `${name}.${key}`);
    else expectTargets(target, `${name}.${key}`);
  }
}

/**
 * Copies results into the caller's tensors, which replace the copies in `results`.
 *
 * @param targets checked by expectTargets
 */
export function fillTargets(targets: Targets, results: Record<string, any>) {
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) {
      fill(target.data, results[key].data);
      results[key] = target.own;
    } else fillTargets(target, results[key]);
  }
}

/** @returns every target, at any depth */
export function targetsIn(targets: Targets): Target[] {
  return Object.values(targets).flatMap((one) => {
    if (one === undefined) return [];
    return isTarget(one) ? [one] : targetsIn(one);
  });
}

function isTarget(one: Target | Targets): one is Target {
  return 'own' in one;
}

/**
 * @param outputShape with B; so has attentionShape
 * @param attentionShape null if the call returns no maps
 */
export function checkTargets(
  value: unknown,
  batched: boolean,
  outputShape: readonly number[],
  attentionShape: readonly number[] | null,
  precision: Precision,
): Out {
  const { output, attention } = readNested(value, 'out', OUT);
  const out: Out = Object.create(null);
  if (output !== undefined) {
    out.output = toResultTensor(output, 'out.output', precision);
    expectShape(out.output.shape, 'out.output', outputShape, undefined, batched);
  }
  if (attention !== undefined) {
    if (attentionShape === null) {
      throw new TypeError(
        'out.attention: expected attention or trace to be asked for, got neither',
      );
    }
    out.attention = toResultTensor(attention, 'out.attention', precision);
    expectShape(out.attention.shape, 'out.attention', attentionShape, undefined, batched);
  }
  if (out.output && out.attention && overlap(out.output.data, out.attention.data)) {
    throw new RangeError('out: expected output and attention to be apart, got overlapping arrays');
  }
  return out;
}

/** Whether two arrays share memory. */
export function overlap(a: Float32Array, b: Float32Array) {
  const [first, second] = a.byteOffset < b.byteOffset ? [a, b] : [b, a];
  return (
    a.buffer === b.buffer &&
    second.length > 0 &&
    first.byteOffset + first.byteLength > second.byteOffset
  );
}
