// The type of a learner's submission, and the check of each of its fields. task.ts checks that the fields fit together.

import { shorten, wrongKind } from '../arguments/errors.ts';
import { suggestion } from '../arguments/nearest.ts';
import { isRecord, toBoolean, toInteger } from '../arguments/options.ts';
import { toTensor } from '../arguments/tensor.ts';
import type {
  PlainTensor,
  ForwardOptions,
  MultiHeadAttentionConfig,
  TensorLike,
} from '../types/index.ts';
import type { DoubleTensor } from '../reference/types.ts';
import type { Numbers } from './arrays.ts';
import type { Given } from './checked-submission.ts';

/**
 * The arguments and the results of an implementation. All arrays have the batch first, or all leave out B.
 *
 * ```js
 * const submission = {
 *   inputs: { query: x },
 *   parameters: layer.stateDict(),
 *   options: { numHeads: 4, causal: true },
 *   output,
 *   attention,
 * };
 * ```
 */
export interface Submission {
  /**
   * query (B, L, D), key (B, S, Dk), value (B, S, Dv); key defaults to query, value to key. Without `parameters`: the
   * arguments of the function, (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
   */
  inputs: { query: SubmittedArray; key?: SubmittedArray; value?: SubmittedArray };
  /**
   * The layer's parameters, with the names and layouts of `torch.nn.MultiheadAttention`. Without `out_proj.weight`, the
   * output is the concatenated heads
   */
  parameters?: Record<string, SubmittedArray>;
  /** options of the exercise */
  options?: SubmittedOptions;
  /** (B, L, outputDim), or (B, H, L, Ev) without parameters */
  output: SubmittedArray;
  /** (B, H, L, S): the maps, one for each head */
  attention?: SubmittedArray;
  /** some intermediates, to find the first wrong step */
  intermediates?: Partial<Record<Intermediate, SubmittedArray>>;
}

/** Numbers with a shape, in the precision in which they were saved. */
export type SubmittedArray = TensorLike | DoubleTensor;

type Intermediate =
  'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'masked' | 'heads' | 'concatenated';

export type SubmittedOptions = Omit<
  ForwardOptions,
  'cache' | 'replace' | 'out' | 'signal' | 'trace' | 'keep' | 'attention' | 'onProgress'
> &
  OwnOptions;

interface OwnOptions {
  /** needed with `parameters`, unless `attention` has its axis of heads */
  numHeads?: number;
  /** default: derived from the parameters' shapes */
  numKvHeads?: number;
  /** torch's add_zero_attn */
  addZeroAttention?: boolean;
  /** the norm of queries and keys */
  queryKeyNorm?: MultiHeadAttentionConfig['queryKeyNorm'];
}

const FIELDS = ['inputs', 'parameters', 'options', 'output', 'attention', 'intermediates'];
const INPUTS = ['query', 'key', 'value'];
const INTERMEDIATES = [
  ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked', 'heads', 'concatenated'],
];
/** Options of a call that a submission has not. */
export const NOT_TAKEN = [
  'cache',
  'replace',
  'out',
  'signal',
  'trace',
  'keep',
  'attention',
  'onProgress',
];

export function checkSubmission(submission: unknown) {
  const fields = recordOf(submission, 'submission', FIELDS);
  const inputs = readInputs(fields.inputs);
  const given = readGiven(fields);
  return { inputs, given, options: readOptions(fields.options), parameters: fields.parameters };
}

/** Reads the inputs. Inputs with equal numbers become one tensor. */
function readInputs(given: unknown): {
  query: PlainTensor;
  key?: PlainTensor;
  value?: PlainTensor;
} {
  const fields = recordOf(given, 'inputs', INPUTS);
  const inputs: Record<string, PlainTensor> = {};
  for (const name of INPUTS) {
    if (fields[name] === undefined && name !== 'query') continue;
    const tensor = toTensor(fields[name], `inputs.${name}`, 'float64');
    inputs[name] = Object.values(inputs).find((other) => areSame(tensor, other)) ?? tensor;
  }
  return inputs as any;
}

function areSame(a: PlainTensor, b: PlainTensor) {
  return String(a.shape) === String(b.shape) && a.data.every((one, at) => one === b.data[at]);
}

function recordOf(value: unknown, name: string, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) throw wrongKind(name, `an object of ${known.join(', ')}`, value);
  for (const field of Object.keys(value)) {
    if (known.includes(field) || value[field] === undefined) continue;
    throw new TypeError(`${name}: unknown field ${shorten(field)}${suggestion(field, known)}`);
  }
  return Object.fromEntries(known.map((field) => [field, own(value, field)]));
}

const own = (record: Record<string, unknown>, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function readGiven({ output, attention, intermediates = {} }: Record<string, unknown>): Given {
  const inside = recordOf(intermediates, 'intermediates', INTERMEDIATES);
  const read = (value: unknown, name: string) => {
    const { data, shape } = toTensor(value, name, 'float64');
    return { data: Float64Array.from(data), shape };
  };
  const found = Object.entries(inside).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(
      found.map(([name, value]) => [name, read(value, `intermediates.${name}`)]),
    ),
    output: read(output, 'output'),
    ...(attention !== undefined && { attention: read(attention, 'attention') }),
  };
}

function readOptions(value: unknown = {}): Record<string, any> {
  if (!isRecord(value)) throw wrongKind('options', 'an object', value);
  const options = { ...value };
  for (const name of NOT_TAKEN) {
    if (options[name] !== undefined) {
      throw new TypeError(
        `options.${name}: expected none, as it changes no result or has its own field`,
      );
    }
  }
  for (const name of ['numHeads', 'numKvHeads']) {
    if (options[name] !== undefined) toInteger(options[name], `options.${name}`, 1);
  }
  if (options.addZeroAttention !== undefined) {
    toBoolean(options.addZeroAttention, 'options.addZeroAttention');
  }
  return options;
}

/** H, from the shape of the maps: (B, H, L, S), or (H, L, S) if query is (L, D). */
export function headsIn(attention: Numbers | undefined, queryAxes: number) {
  if (!attention) return undefined;
  const axes = attention.shape.length;
  return axes === queryAxes + 1 && axes >= 3 ? attention.shape[axes - 3] : undefined;
}
