// Reads a submission from a file: .npz, as numpy.savez writes it, or safetensors. The file's arrays have the usual names of
// variables in programs.

import { HeadwiseError, shorten } from '../arguments/errors.ts';
import { nearest } from '../arguments/nearest.ts';
import { snakeCase } from '../arguments/options.ts';
import { ROTARY } from '../attention/positions.ts';
import { ATTENTION } from '../attention/schema.ts';
import { FORWARD } from '../layer/forward.ts';
import { PARAMETER_NAMES } from '../layer/parameters.ts';
import { readNpz } from '../formats/npz.ts';
import { toBytes } from '../formats/ranges.ts';
import { readSafetensors } from '../formats/safetensors.ts';
import { toFloat32 } from '../formats/stored.ts';
import { permute } from './arrays.ts';
import { NOT_TAKEN } from './submission.ts';
import type { Schema } from '../arguments/options.ts';
import type { Submission, SubmittedOptions } from './submission.ts';

type Read = { data: Float32Array | Float64Array | Uint8Array; shape: number[] };

/** The arrays of a file besides parameters: each name in the file, and its field in a submission. */
const PLACES: Record<string, [string, string?]> = {
  query: ['inputs', 'query'],
  key: ['inputs', 'key'],
  value: ['inputs', 'value'],
  output: ['output'],
  attention: ['attention'],
  q: ['intermediates', 'query'],
  k: ['intermediates', 'key'],
  v: ['intermediates', 'value'],
  dot_products: ['intermediates', 'dotProducts'],
  scores: ['intermediates', 'scores'],
  masked: ['intermediates', 'masked'],
  heads: ['intermediates', 'heads'],
  concatenated: ['intermediates', 'concatenated'],
};

/** The number of unknown names that an error lists. */
const MOST_NAMES = 8;

/** The paper's names of parameters, which are (in, out), as in x @ W, and torch's names. */
const PAPER: Record<string, string> = {
  W_Q: 'q_proj_weight',
  W_K: 'k_proj_weight',
  W_V: 'v_proj_weight',
  W_O: 'out_proj.weight',
  b_Q: 'q_proj.bias',
  b_K: 'k_proj.bias',
  b_V: 'v_proj.bias',
  b_O: 'out_proj.bias',
};

/** Sets an option from an array of a file */
type Take = (x: Read, options: any) => void;

/** How an option of each kind is read from its one array. */
const KINDS = {
  number: numberOf,
  flag: flagOf,
  list: (x: Read) => Array.from(x.data),
  tensor: (x: Read) => x,
};

/** The options of a schema that are one array, with a reader for each. */
const readersOf = (schema: Schema) =>
  Object.entries(schema).flatMap(([name, { kind }]) => {
    const read = kind && KINDS[kind];
    return read && !NOT_TAKEN.includes(name) ? [[name, read] as const] : [];
  });

/** Options that are one array, which has their name in a file. */
const SIMPLE = readersOf({ ...ATTENTION, ...FORWARD }).map(([name, read]) => {
  const take: Take = (x, options) => (options[name] = read(x));
  return [snakeCase(name), take] as const;
});

/** Options of rotary positions; theta's array is `rotary`. */
const ROTATIONS = readersOf(ROTARY).map(([name, read]) => {
  const take: Take = (x, options) => {
    options.positions = { ...options.positions, type: 'rotary', [name]: read(x) };
  };
  return [name === 'theta' ? 'rotary' : `rotary_${snakeCase(name)}`, take] as const;
});

/** Names in a file: options of several arrays, and fields that only a submission has. */
const READERS: Partial<Record<keyof SubmittedOptions, Record<string, Take>>> = {
  numHeads: { num_heads: (x, options) => (options.numHeads = numberOf(x)) },
  numKvHeads: { num_kv_heads: (x, options) => (options.numKvHeads = numberOf(x)) },
  addZeroAttention: {
    add_zero_attention: (x, options) => (options.addZeroAttention = flagOf(x)),
  },
  queryKeyNorm: {
    query_key_norm_over_width: (x, options) =>
      normalise(options, { over: flagOf(x) ? 'width' : 'head' }),
    query_key_norm_layer: (x, options) => normalise(options, { type: flagOf(x) ? 'layer' : 'rms' }),
    query_key_norm_epsilon: (x, options) => normalise(options, { epsilon: numberOf(x) }),
    query_key_norm_plus_one: (x, options) => normalise(options, { plusOne: flagOf(x) }),
  },
  causal: {
    causal: (x, options) => (options.causal ||= flagOf(x)),
    causal_bottom_right: (x, options) => flagOf(x) && (options.causal = 'bottom-right'),
    causal_by_length: (x, options) => flagOf(x) && (options.causal = 'by-length'),
  },
  window: {
    window_left: (x, options) => (options.window = { ...options.window, left: numberOf(x) }),
    window_right: (x, options) => (options.window = { ...options.window, right: numberOf(x) }),
  },
  mask: {
    attend: (x, options) => addMask(options, { attend: flagsOf(x) }),
    ignore: (x, options) => addMask(options, { ignore: flagsOf(x) }),
    bias: (x, options) => addMask(options, { bias: x }),
  },
  keyPaddingMask: {
    key_padding: (x, options) => (options.keyPaddingMask = { ignore: flagsOf(x) }),
  },
  positions: {
    alibi: (x, options) => {
      const slopes = x.data.length > 1 ? { slopes: Array.from(x.data) } : {};
      if (x.data.length > 1 || flagOf(x)) options.positions = { type: 'alibi', ...slopes };
    },
    ...Object.fromEntries(ROTATIONS),
  },
};

const OPTIONS: Record<string, Take> = Object.assign(
  Object.fromEntries(SIMPLE),
  ...Object.values(READERS),
);

/**
 * Reads a submission from the bytes of an .npz or safetensors file. Its arrays are named `query`, `key`, `value`, `output` and
 * `attention`; parameters as in a torch state dict, or `W_Q`, `W_K`, `W_V`, `W_O`, `b_Q` ..., which are (in, out) as in `x @ W`,
 * with or without an axis of heads; and the options of the exercise: `num_heads`, `num_kv_heads`, `causal`, `scale`, `softcap`,
 * `causal_bottom_right`, `causal_by_length`, `window_left`, `window_right`, `key_lengths`, `key_padding` (true = padding),
 * `attend` or `ignore` (masks), `bias`, `sinks`, `rotary` (theta) or `rotary_frequencies`, `rotary_factor`,
 * `rotary_interleaved`, `rotary_dims`, `rotary_offset`, `alibi` (true, or the slopes), `past_key`, `past_value`,
 * `average_heads`, `add_zero_attention`, and for parameters with `q_norm.weight`, if the default does not fit,
 * `query_key_norm_layer`, `query_key_norm_over_width`, `query_key_norm_epsilon`, `query_key_norm_plus_one`. Optional
 * intermediates: `q`, `k`, `v`, `dot_products`, `scores`, `masked`, `heads`, `concatenated`.
 *
 * @throws {TypeError} if the argument is not bytes, or an array has another name
 * @throws {HeadwiseError} 'format' for a file that is damaged or of another kind
 *
 * @example
 * const { verdict, faults } = await diagnose(readSubmission(await file.arrayBuffer()));
 */
export function readSubmission(file: ArrayBuffer | Uint8Array): Submission {
  const submission: Record<string, any> = {
    inputs: {},
    parameters: {},
    options: {},
    intermediates: {},
  };
  const strange = [];
  for (const [name, array] of Object.entries(arraysOf(toBytes(file)))) {
    if (Object.hasOwn(PLACES, name)) {
      const [field, inside] = PLACES[name];
      if (inside === undefined) submission[field] = array;
      else submission[field][inside] = array;
    } else if (Object.hasOwn(OPTIONS, name)) OPTIONS[name](array, submission.options);
    else if (PARAMETER_NAMES.includes(name)) submission.parameters[name] = array;
    else if (Object.hasOwn(PAPER, name)) takePaper(submission, name, array);
    else strange.push(name);
  }
  if (strange.length > 0) throw unknown(strange);
  for (const name of ['query', 'output']) {
    const there = name === 'query' ? submission.inputs.query : submission.output;
    if (there === undefined) throw new TypeError(`file: expected an array named ${name}, got none`);
  }
  addWidths(submission);
  for (const field of ['parameters', 'intermediates']) {
    if (Object.keys(submission[field]).length === 0) delete submission[field];
  }
  return submission as any;
}

function unknown(names: readonly string[]) {
  const known = [PLACES, OPTIONS, PAPER]
    .flatMap((places) => Object.keys(places))
    .concat(PARAMETER_NAMES);
  const meant = names.map((name) => nearest(name, known));
  const told = names.slice(0, MOST_NAMES).map((name, i) => shorten(name) + hintOf(meant[i]));
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : '';
  const all = meant.includes(undefined) ? `; known are ${known.join(', ')}` : '';
  const noun = names.length === 1 ? 'array' : 'arrays';
  return new TypeError(`file: unknown ${noun} ${told.join(', ')}${more}${all}`);
}

/** Suggests a name. `q` is near every name that begins with it; most often the input is meant. */
function hintOf(near: string | undefined) {
  if (near === undefined) return '';
  const [input] = ['query', 'key', 'value'].filter((name) => near === name[0]);
  if (!input) return ` (did you mean ${near}?)`;
  return ` (did you mean ${input}? ${near} is after W_${near.toUpperCase()})`;
}

function arraysOf(bytes: Uint8Array): Record<string, Read> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readNpz(bytes) as any;
  if (bytes[8] !== 0x7b) {
    const text = 'file: expected an .npz or safetensors file, got something else';
    throw new HeadwiseError('format', text);
  }
  const { tensors, metadata } = readSafetensors(bytes);
  const arrays: Record<string, Read> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const numbers = toFloat32(tensor, name);
    const data = tensor.dtype === 'BOOL' ? Uint8Array.from(numbers) : numbers;
    arrays[name] = { data, shape: tensor.shape };
  }
  // options may be metadata, which safetensors.save_file takes as strings
  for (const [name, text] of Object.entries(metadata)) {
    if (!Object.hasOwn(OPTIONS, name)) continue;
    arrays[name] = { data: Float64Array.of(scalarOf(name, text)), shape: [] };
  }
  return arrays;
}

function scalarOf(name: string, text: string) {
  if (/^(true|false)$/i.test(text)) return Number(text.toLowerCase() === 'true');
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new TypeError(
    `file: expected metadata ${name} to be a number, got ${JSON.stringify(shorten(text))}`,
  );
}

/**
 * Transposes W (in, out) to torch's (out, in). Keras and Flax have an axis of heads: W_Q (in, H, E), W_O (H, E, out),
 * b_Q (H, E).
 */
function takePaper(
  { parameters, options }: Record<string, any>,
  name: string,
  { data, shape }: Read,
) {
  const isMatrix = name.startsWith('W');
  const heads = isMatrix ? 3 : 2;
  if (shape.length === heads && !(name === 'b_O')) {
    const count = name === 'W_O' || !isMatrix ? shape[0] : shape[1];
    if (name === 'W_Q') options.numHeads ??= count;
    if (name === 'W_K') options.numKvHeads ??= count;
  }
  const numbers = { data: Float64Array.from(data), shape };
  parameters[PAPER[name]] = isMatrix
    ? transposed(numbers, name)
    : { ...numbers, shape: [data.length] };
}

function transposed({ data, shape }: { data: Float64Array; shape: number[] }, name: string) {
  const inputs = name === 'W_O' ? shape.slice(0, -1) : shape.slice(0, 1);
  const rows = inputs.reduce((product, size) => product * size, 1);
  if (shape.length < 2 || shape.length > 3 || rows === 0) {
    throw new RangeError(`${name}: expected shape (in, out), got (${shape.join(', ')})`);
  }
  return permute({ data, shape: [rows, data.length / rows] }, [1, 0]);
}

/** Packs the three matrices into one, as in a state dict, if all inputs have the same width. */
function addWidths({ parameters }: Record<string, any>) {
  const parts = ['q', 'k', 'v'].map((part) => parameters[`${part}_proj_weight`]);
  if (parts.some((part) => part === undefined || part.shape.length !== 2)) return;
  if (new Set(parts.map(({ shape }) => shape[1])).size !== 1) return;
  parameters.in_proj_weight = joined(parts, parts[0].shape[1]);
  for (const part of ['q', 'k', 'v']) delete parameters[`${part}_proj_weight`];
  const biases = ['q', 'k', 'v'].map((part) => parameters[`${part}_proj.bias`]);
  if (biases.some((bias) => bias === undefined)) return;
  parameters.in_proj_bias = joined(biases);
  for (const part of ['q', 'k', 'v']) delete parameters[`${part}_proj.bias`];
}

function joined(parts: readonly Read[], width?: number) {
  const data = Float64Array.from(parts.flatMap((part) => Array.from(part.data)));
  return { data, shape: width === undefined ? [data.length] : [data.length / width, width] };
}

function addMask(options: any, mask: object) {
  options.mask = [...(options.mask ?? []), mask];
}

/** Adds to the option queryKeyNorm. layer-of.ts derives the rest from the parameters' shapes. */
function normalise(options: any, more: object) {
  options.queryKeyNorm = { ...options.queryKeyNorm, ...more };
}

function numberOf({ data, shape }: Read) {
  if (data.length === 1) return data[0];
  throw new TypeError(`file: expected one number, got an array of shape (${shape.join(', ')})`);
}

function flagOf(x: Read) {
  return numberOf(x) !== 0;
}

/** Reads a mask of booleans, or of 0 and 1. */
function flagsOf({ data, shape }: Read) {
  return { data: data instanceof Uint8Array ? data : Uint8Array.from(data, Number), shape };
}
