// Numbers of one kind of attention as (layers, examples, heads, rows, columns).
// Large data is not copied.

import { flatten, isTensor } from '../embed/read-maps.ts';
import type { GivenTensor } from '../element.js';

export interface Numbers {
  layers: number;
  examples: number;
  heads: number;
  rows: number;
  columns: number;
  /** (heads, rows, columns) */
  at: (layer: number, example: number) => Float32Array;
}

/** Most numbers of one kind of attention: 1 GB of float32. */
const MOST = 2 ** 28;
/** Most numbers of one layer and example, which are drawn together. */
const MOST_AT_ONCE = 2 ** 24;
const MOST_HEADS = 2 ** 13;
const MOST_EXAMPLES = 4096;

/**
 * @param given a tensor or nested arrays of (layers, heads, queries, keys) or
 *   (layers, examples, heads, queries, keys); or a list with a tensor for each layer, (heads, queries, keys) or
 *   (examples, heads, queries, keys)
 */
export function readModelNumbers(name: string, given: unknown): Numbers {
  const { lists, sizes } = isListOfTensors(given)
    ? layersOf(name, given)
    : wholeOf(name, isTensor(given) ? given : flatten(given));
  const [layers, examples, heads, rows, columns] = sizes;
  const each = heads * rows * columns;
  const shape = `(${sizes.join(', ')})`;
  const refuse = (text: string) => {
    throw new RangeError(`${name}: expected ${text}, got ${shape}`);
  };
  if (each * layers * examples === 0) refuse('at least one number');
  if (each > MOST_AT_ONCE) refuse(`at most ${MOST_AT_ONCE} numbers in a layer`);
  if (each * layers * examples > MOST) refuse(`at most ${MOST} numbers`);
  if (layers * heads > MOST_HEADS) refuse(`at most ${MOST_HEADS} heads in all layers`);
  if (examples > MOST_EXAMPLES) refuse(`at most ${MOST_EXAMPLES} examples`);
  const perList = (each * layers * examples) / lists.length;
  const data = lists.map((list, i) => {
    if (list.length !== perList) {
      const where = lists.length > 1 ? `${name}[${i}]` : name;
      throw new RangeError(
        `${where}: expected ${perList} numbers for ${shape}, got ${list.length}`,
      );
    }
    const floats = list instanceof Float32Array ? list : Float32Array.from(list);
    check(name, floats, i * perList);
    return floats;
  });
  return {
    layers,
    examples,
    heads,
    rows,
    columns,
    at(layer, example) {
      const whole = data.length === 1 ? 0 : layer;
      const from = ((layer - whole) * examples + example) * each;
      return data[whole].subarray(from, from + each);
    },
  };
}

function wholeOf(name: string, { data, shape }: GivenTensor) {
  const sizes = checkedShape(name, shape);
  while (sizes.length > 5 && sizes[0] === 1) sizes.shift();
  if (sizes.length < 2 || sizes.length > 5) {
    throw new RangeError(
      `${name}: expected (layers, heads, queries, keys) or (layers, examples, heads, queries, keys), got (${sizes.join(', ')})`,
    );
  }
  while (sizes.length < 4) sizes.unshift(1);
  if (sizes.length === 4) sizes.splice(1, 0, 1);
  return { lists: [data], sizes };
}

/** @param tensors one for each layer */
function layersOf(name: string, tensors: readonly GivenTensor[]) {
  const [first] = tensors;
  const sizes = checkedShape(`${name}[0]`, first.shape);
  tensors.forEach(({ shape }, i) => {
    if (String(shape) === String(first.shape)) return;
    throw new RangeError(
      `${name}[${i}]: expected (${first.shape.join(', ')}) as attention[0], got (${shape.join(', ')})`,
    );
  });
  if (sizes.length < 2 || sizes.length > 4) {
    throw new RangeError(
      `${name}[0]: expected (heads, queries, keys) or (examples, heads, queries, keys), got (${sizes.join(', ')})`,
    );
  }
  while (sizes.length < 4) sizes.unshift(1);
  return { lists: tensors.map(({ data }) => data), sizes: [tensors.length, ...sizes] };
}

function checkedShape(name: string, shape: readonly number[]) {
  const odd = shape.find((one) => !Number.isSafeInteger(one) || one < 0);
  if (odd !== undefined || shape.length > 8) {
    const got = odd === undefined ? `${shape.length} sizes` : String(odd);
    throw new RangeError(`${name}.shape: expected at most 8 whole numbers, got ${got}`);
  }
  return [...shape];
}

/** @param before number of values in the lists before it */
function check(name: string, data: Float32Array, before: number) {
  for (let i = 0; i < data.length; i++) {
    if (data[i] >= 0 && data[i] !== Infinity) continue;
    throw new RangeError(`${name}: expected numbers from 0 on, got ${data[i]} at ${before + i}`);
  }
}

function isListOfTensors(given: unknown): given is readonly GivenTensor[] {
  return Array.isArray(given) && given.length > 0 && given.every(isTensor);
}
