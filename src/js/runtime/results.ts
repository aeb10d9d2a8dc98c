// Describes the results of an operation as nested expected tensors, and copies them out of the core.

import { HeadwiseError } from '../arguments/errors.ts';
import { expectTargets, NOWHERE } from '../arguments/targets.ts';
import { count, partOf } from '../arguments/tensor.ts';
import type { Targets } from '../arguments/targets.ts';
import type { Target } from '../arguments/tensor.ts';
import type { Core } from './core.ts';

/** Copies a result out of the core. */
export type ReadInto = (core: Core, data: Float32Array) => void;

export type Results = { readonly [name: string]: Part };

/** a list has one item for each layer of a transformer */
export type Part = Expected | Results | readonly (Expected | Results)[];

/** A tensor that an operation returns. */
export class Expected {
  declare shape: readonly number[];
  declare size: number;
  declare from: string | ReadInto;
  /** the numbers, if they were copied while the core computed */
  declare data: Float32Array | null;

  /** @param from name of a buffer of the call, or a function that copies the result */
  constructor(shape: readonly number[], from: string | ReadInto) {
    this.shape = shape;
    this.size = count(shape);
    this.from = from;
    this.data = null;
  }
}

/**
 * A tensor whose numbers are stored in several buffers, one after another.
 *
 * @param mayLack whether an absent buffer means zeros
 */
export function joined(
  shape: readonly number[],
  buffers: readonly { name: string; length: number }[],
  addressOf: (core: Core, name: string) => number,
  mayLack: boolean = false,
) {
  return new Expected(shape, (core, data) => {
    let end = 0;
    for (const { name, length } of buffers) {
      const address = addressOf(core, name);
      const part = partOf(data, end, (end += length));
      if (address > 0 || !mayLack) core.readInto(address, part);
    }
  });
}

/**
 * The bytes of the results that need new memory, without the caller's tensors. A memory limit counts them.
 */
export function bytesOf(results: Results | readonly Part[], targets: Targets = NOWHERE): number {
  let bytes = 0;
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    if (!(one instanceof Expected)) {
      bytes += bytesOf(one, target as Targets | undefined);
    } else if (target === undefined) bytes += 4 * one.size;
  }
  return bytes;
}

/**
 * @param targets the caller's tensors; all are written, or none
 * @returns the tensors, nested like the results
 */
export function readResults(core: Core, results: Results, targets: Targets = NOWHERE): any {
  if (targets !== NOWHERE) expectTargets(targets);
  return read(core, results, targets);
}

function read(core: Core, results: Results | readonly Part[], targets: Targets = NOWHERE): any {
  const tensors: any = Array.isArray(results) ? [] : {};
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    tensors[name] =
      one instanceof Expected
        ? readOne(core, one, target as Target | undefined)
        : read(core, one, target as Targets | undefined);
  }
  return tensors;
}

function readOne(core: Core, { shape, size, from, data }: Expected, target?: Target) {
  const into = data ?? target?.data ?? allocate(size);
  if (data === null) {
    if (typeof from === 'string') core.readInto(core.address(from), into);
    else from(core, into);
  }
  return target === undefined ? { data: into, shape } : target.own;
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
export function tensorOf(batched: boolean, shape: readonly number[], from: string | ReadInto) {
  return new Expected(batched ? shape : shape.slice(1), from);
}
