// Derives a layer's config from the shapes of a submission's parameters: widths and biases. Only the number of heads is not in
// the shapes.

import { HeadwiseError, shorten, wrongKind, wrongShape } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { suggestion } from '../arguments/nearest.ts';
import { checkLayer } from '../layer/config.ts';
import { checkParameters, PARAMETER_NAMES, parameterShapes } from '../layer/parameters.ts';
import { toTensor } from '../arguments/tensor.ts';
import { normsOf } from '../reference/norm.ts';
import { fromStateDict, projectionsOf } from '../reference/parameters.ts';
import type { PlainTensor, MultiHeadAttentionConfig, ResolvedConfig } from '../types/index.ts';
import type { Parameters } from './checked-submission.ts';

type State = Record<string, PlainTensor>;

/** The options that the shapes of parameters do not determine. */
type Heads = Pick<
  Partial<MultiHeadAttentionConfig>,
  'numHeads' | 'numKvHeads' | 'addZeroAttention' | 'queryKeyNorm'
>;

export interface LayerOf {
  config: ResolvedConfig;
  /** the reference's parameters; W_O is empty for a layer without output projection */
  all: ReturnType<typeof fromStateDict>;
  parameters: Parameters;
  /** the norms of queries and keys */
  norms: ReturnType<typeof normsOf>;
}

/** @param given the submission's parameters */
export function layerOf(given: unknown, heads: Heads): LayerOf {
  const state = readState(given);
  const { numHeads } = heads;
  if (numHeads === undefined) {
    const text =
      'options.numHeads: expected the number of heads, num_heads in a file, as there is no attention of shape (B, H, L, S) that says it, got none';
    throw new TypeError(text);
  }
  const output = state['out_proj.weight'];
  const config = configOf(state, { ...heads, numHeads });
  const resolved = named('parameters', () => checkLayer(config));
  const shapes = parameterShapes(resolved);
  if (!output) delete shapes['out_proj.weight'];
  const checked = named('parameters', () => checkParameters(shapes, state, 'layer', 'float64'));
  const all = fromStateDict(resolved, checked);
  const of = projectionsOf(all);
  return {
    config: resolved,
    all,
    norms: normsOf(resolved, all),
    parameters: {
      query: of.query,
      key: { ...of.key, extra: all.bias_k },
      value: { ...of.value, extra: all.bias_v },
      output: output ? of.output : null,
    },
  };
}

function readState(given: unknown): State {
  if (!isRecord(given)) throw wrongKind('parameters', 'an object of tensors', given);
  const entries: [string, PlainTensor][] = [];
  for (const name of Object.keys(given)) {
    if (given[name] === undefined) continue;
    if (!PARAMETER_NAMES.includes(name)) {
      const near =
        suggestion(name, PARAMETER_NAMES) || `: those of a layer are ${PARAMETER_NAMES.join(', ')}`;
      throw new TypeError(`parameters: unknown parameter ${shorten(name)}${near}`);
    }
    entries.push([name, toTensor(given[name], `parameters.${name}`, 'float64')]);
  }
  return Object.fromEntries(entries);
}

function configOf(
  state: State,
  { numHeads, numKvHeads, addZeroAttention = false, queryKeyNorm }: Heads & { numHeads: number },
): MultiHeadAttentionConfig {
  const packed = state.in_proj_weight;
  const output = state['out_proj.weight'];
  const [q, k, v] = packed
    ? packedWidths(packed, output, numHeads, numKvHeads)
    : ['q', 'k', 'v'].map((part) => matrix(state, `${part}_proj_weight`)[0]);
  const headDim = whole(q, numHeads, 'query');
  const kvHeads = numKvHeads ?? whole(k, headDim, 'key');
  const inputs = packed
    ? Array.from({ length: 3 }, () => packed.shape[1])
    : ['q', 'k', 'v'].map((part) => matrix(state, `${part}_proj_weight`)[1]);
  const [embedDim, keyDim, valueDim] = inputs;
  const valueHeadDim = whole(v, kvHeads, 'value');
  const all = state.in_proj_bias !== undefined;
  return {
    embedDim,
    numHeads,
    numKvHeads: kvHeads,
    headDim,
    valueHeadDim,
    keyDim,
    valueDim,
    outputDim: output ? matrix(state, 'out_proj.weight')[0] : numHeads * valueHeadDim,
    bias: {
      query: all || state['q_proj.bias'] !== undefined,
      key: all || state['k_proj.bias'] !== undefined,
      value: all || state['v_proj.bias'] !== undefined,
      output: state['out_proj.bias'] !== undefined,
    },
    addBiasKv: state.bias_k !== undefined,
    addZeroAttention,
    queryKeyNorm: normOf(state, headDim, queryKeyNorm),
  };
}

/**
 * Derives the norm from its parameters: RMSNorm, or LayerNorm if it has biases.
 *
 * @param asked the submission's option, which takes precedence
 */
function normOf(
  state: State,
  headDim: number,
  asked: MultiHeadAttentionConfig['queryKeyNorm'],
): MultiHeadAttentionConfig['queryKeyNorm'] {
  const gain = state['q_norm.weight'];
  if (gain === undefined || asked === false) return asked;
  const type = state['q_norm.bias'] === undefined ? 'rms' : 'layer';
  return { type, over: gain.data.length === headDim ? 'head' : 'width', ...asked };
}

/**
 * in_proj_weight has H E rows for queries, Hkv E for keys, Hkv Ev for values. Without numKvHeads, E is assumed to be Ev.
 */
function packedWidths(
  packed: PlainTensor,
  output: PlainTensor | undefined,
  numHeads: number,
  numKvHeads: number | undefined,
) {
  if (packed.shape.length !== 2) {
    throw wrongShape('parameters.in_proj_weight', 'two axes, (out, in)', packed.shape);
  }
  const [rows] = packed.shape;
  if (output === undefined) {
    const kvHeads = numKvHeads ?? numHeads;
    const headDim = whole(rows, numHeads + 2 * kvHeads, 'in_proj_weight');
    return [numHeads * headDim, kvHeads * headDim, kvHeads * headDim];
  }
  const columns = output.shape[output.shape.length - 1];
  const valueHeadDim = whole(columns, numHeads, 'out_proj.weight');
  if (numKvHeads === undefined) {
    const width = (rows - columns) / 2;
    if (width > 0 && Number.isInteger(width)) return [columns, width, width];
    const expected = `(out, in) with ${columns} rows for queries, then as many for keys as for values`;
    throw wrongShape('parameters.in_proj_weight', expected, packed.shape);
  }
  const valueRows = numKvHeads * valueHeadDim;
  const rest = rows - valueRows;
  if (rest <= 0) {
    const expected = `(out, in) with rows for queries and keys, then ${valueRows} for values`;
    throw wrongShape('parameters.in_proj_weight', expected, packed.shape);
  }
  const headDim = whole(rest, numHeads + numKvHeads, 'in_proj_weight');
  return [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
}

function matrix(state: State, name: string) {
  const found = state[name];
  if (!found) throw wrongKind(`parameters.${name}`, 'a tensor of shape (out, in)', undefined);
  if (found.shape.length !== 2)
    throw wrongShape(`parameters.${name}`, 'two axes, (out, in)', found.shape);
  return found.shape;
}

function whole(rows: number, parts: number, what: string) {
  const width = rows / parts;
  if (Number.isInteger(width) && width > 0) return width;
  throw new RangeError(
    `parameters: expected ${what} weights that ${parts} parts of equal width fill, got ${rows} rows: check options.numHeads and options.numKvHeads`,
  );
}

/** Runs a check, and adds the part of the submission to its error. */
export function named<T>(where: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const text = `${where}: ${error.message}`;
    if (error instanceof HeadwiseError) throw new HeadwiseError(error.code, text, { cause: error });
    const Kind = error instanceof RangeError ? RangeError : TypeError;
    throw new Kind(text, { cause: error });
  }
}
