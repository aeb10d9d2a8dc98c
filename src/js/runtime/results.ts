// Lists the tensors that an operation returns, and copies their numbers out of the core or the reference.

import { HeadwiseError } from '../arguments/errors.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import { expectTargets, NOWHERE } from '../arguments/targets.ts';
import { count } from '../arguments/tensor.ts';
import { partOf } from '../arguments/typed-arrays.ts';
import type { Targets } from '../arguments/targets.ts';
import type { Target } from '../arguments/tensor.ts';
import type { Core } from './core.ts';

/** Copies a result out of the core. */
export type ReadInto = (core: Core, data: Float32Array) => void;

export type Results = { readonly [name: string]: Part };

/** One tensor alone, or tensors by name */
export type Outcome = ResultTensor | Results;

/** a list has one item for each layer of a transformer */
export type Part = ResultTensor | Results | readonly (ResultTensor | Results)[];

/** A tensor that an operation returns. */
export class ResultTensor {
  declare shape: readonly number[];
  declare size: number;
  /** the name of the numbers: of a buffer of the call, if no function copies them */
  declare name: string;
  /** copies the numbers out of the core; null: they are the buffer of this name */
  declare copy: ReadInto | null;
  /** the numbers, if they were copied while the core computed */
  declare data: Float32Array | null;

  constructor(shape: readonly number[], name: string, copy: ReadInto | null = null) {
    this.shape = shape;
    this.size = count(shape);
    this.name = name;
    this.copy = copy;
    this.data = null;
  }
}

/**
 * A tensor whose numbers are stored in several buffers, one after another.
 *
 * @param name of the numbers
 * @param mayLack whether an absent buffer means zeros
 */
export function joined(
  name: string,
  shape: readonly number[],
  buffers: readonly { name: string; length: number }[],
  addressOf: (core: Core, name: string) => number,
  mayLack: boolean = false,
) {
  return new ResultTensor(shape, name, (core, data) => {
    let end = 0;
    for (const { name: buffer, length } of buffers) {
      const address = addressOf(core, buffer);
      const part = partOf(data, end, (end += length));
      if (address > 0 || !mayLack) core.readInto(address, part);
    }
  });
}

/**
 * The bytes of the results that need new memory, without the caller's tensors. A memory limit counts them.
 */
export function bytesOf(results: Part, targets: Targets = NOWHERE): number {
  if (results instanceof ResultTensor) return 4 * results.size;
  let bytes = 0;
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    if (one instanceof ResultTensor && target !== undefined) continue;
    bytes += bytesOf(one, target as Targets | undefined);
  }
  return bytes;
}

/**
 * @param targets the caller's tensors; all are written, or none
 * @returns the tensors, nested like the results
 */
export function readResults(core: Core, results: Outcome, targets?: Targets): any {
  if (targets && targets !== NOWHERE) expectTargets(targets);
  return makeResults(results, targets, (one, target) => readOne(core, one, target));
}

/**
 * Makes the result of each expected tensor.
 *
 * @param targets the caller's tensors, checked
 * @param make returns the tensor; it writes the caller's tensor if there is one
 * @returns the tensors, nested like the results
 */
export function makeResults(
  results: Part,
  targets: Targets | Target | undefined,
  make: (expected: ResultTensor, target?: Target) => unknown,
): any {
  if (results instanceof ResultTensor) return make(results, targets as Target | undefined);
  const tensors: any = Array.isArray(results) ? [] : {};
  for (const [name, one] of Object.entries(results)) {
    tensors[name] = makeResults(one, (targets as Targets | undefined)?.[name], make);
  }
  return tensors;
}

function readOne(core: Core, { shape, size, name, copy, data }: ResultTensor, target?: Target) {
  const into = data ?? target?.data ?? allocate(size);
  if (data === null) {
    if (copy === null) core.readInto(core.address(name), into);
    else copy(core, into);
  }
  return target === undefined ? new Tensor(into, shape) : target.own;
}

/** Allocates memory for a result. */
export function allocate(length: number): Float32Array<ArrayBuffer> {
  try {
    return new Float32Array(length);
  } catch (cause) {
    const message = `a result needs ${4 * length} bytes, more than this environment can provide`;
    throw new HeadwiseError('memory', message, { cause });
  }
}

/**
 * @param batched whether the results have a batch dimension
 * @param shape with the batch dimension first
 */
export function tensorOf(
  batched: boolean,
  shape: readonly number[],
  name: string,
  copy: ReadInto | null = null,
) {
  return new ResultTensor(batched ? shape : shape.slice(1), name, copy);
}
