// Copies the numbers of a call into the tensors that its operation returns. An operation names each tensor's numbers by the
// core's buffer.

import { expectTargets } from '../arguments/targets.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import { fill } from '../arguments/typed-arrays.ts';
import { makeResults } from '../runtime/results.ts';
import type { Targets } from '../arguments/targets.ts';
import type { Operation } from '../runtime/operation.ts';
import type { Activations } from './attention.ts';
import type { LayerActivations } from './layer.ts';

export type NamedNumbers = Readonly<Record<string, Float64Array>>;

/**
 * Makes the result of an operation.
 *
 * @param targets the caller's tensors; all are written, or none
 */
export function resultOf(
  { name: operation, results }: Operation,
  checked: any,
  numbers: NamedNumbers,
  targets?: Targets,
): any {
  if (results === undefined) throw new Error(`${operation}: expected an operation with results`);
  if (targets) expectTargets(targets);
  return makeResults(results(checked), targets, ({ name, shape }, target) => {
    if (target === undefined) return new Tensor(numbers[name].slice(), shape);
    fill(target.data, numbers[name]);
    return target.own;
  });
}

export function attentionNumbers(activations: Activations): NamedNumbers {
  const { key, value, dotProducts, scores, softcapped, masked, attention } = activations;
  const maps = { dot_products: dotProducts, scores, softcapped, masked, attention };
  const { heads, logSumExp } = activations;
  return { key, value, ...maps, heads, log_sum_exp: logSumExp, output: heads };
}

export function forwardNumbers({ attended, ...own }: LayerActivations): NamedNumbers {
  return { ...attentionNumbers(attended), ...own, average: own.meanAttention };
}
