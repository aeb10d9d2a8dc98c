// Converts one attention layer's weights from the names of other libraries into a state dict for loadStateDict. The names of
// each library are in a table; nothing here knows models.

import { HeadwiseError, shorten, wrongKind, wrongShape } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { looksLikeTensor, toTensor } from '../arguments/tensor.ts';
import { kindOf } from '../arguments/typed-arrays.ts';
import { quote } from './ranges.ts';
import { toFloat32 } from './stored.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { StoredValues } from './stored.ts';
import type { PlainTensor } from '../types/index.ts';

/**
 * Names of a layer's projections, and possible paths of the output projection: in the same folder, or with `../` one above.
 */
interface Layout {
  /** query, key and value, or one matrix with the rows of all three */
  parts: string[];
  outputs: string[];
}

const LAYOUTS: Layout[] = [
  // BERT, RoBERTa, ELECTRA, ViT, DINOv2; ALBERT; Keras; Flax
  {
    parts: ['query', 'key', 'value'],
    outputs: ['../output.dense', 'dense', 'attention_output', 'out'],
  },
  { parts: ['q_lin', 'k_lin', 'v_lin'], outputs: ['out_lin'] }, // DistilBERT
  { parts: ['q_proj', 'k_proj', 'v_proj'], outputs: ['o_proj', 'out_proj', 'dense'] }, // Llama, Qwen, Gemma, BART, OPT, Phi
  { parts: ['q', 'k', 'v'], outputs: ['o'] }, // T5, MPNet
  { parts: ['attn_q', 'attn_k', 'attn_v'], outputs: ['attn_output'] }, // GGUF
  { parts: ['c_attn'], outputs: ['c_proj'] }, // GPT-2
  { parts: ['qkv_proj'], outputs: ['o_proj'] }, // Phi-3
  { parts: ['Wqkv'], outputs: ['Wo', 'out_proj'] }, // ModernBERT, MPT
  { parts: ['qkv'], outputs: ['proj'] }, // timm
  { parts: ['attn_qkv'], outputs: ['attn_output'] }, // GGUF
];

/** Names of torch.nn.MultiheadAttention, which are also the names of the state dict. */
const TORCH = /^(in_proj_weight|in_proj_bias|[qkv]_proj_weight|bias_[kv]|out_proj\.(weight|bias))$/;
/** Interleaved rows, q, k and v of each head after the other: BLOOM, GPT-NeoX, Falcon. */
const BY_HEAD = /(^|[./])query_key_value[./]weight$/;
const NORMS = ['q_norm.weight', 'k_norm.weight'];

/**
 * Extracts a layer's weights for `layer.loadStateDict`, from the tensors of a whole model or of one layer.
 * Knows the names of BERT, RoBERTa, ELECTRA, ALBERT, DistilBERT, MPNet, ModernBERT, GPT-2, Llama and models with Llama's
 * names, Phi-3, BART, T5, ViT, DINOv2, timm, GGUF, torch's MultiheadAttention and TransformerEncoderLayer, Keras
 * (EinsumDense kernels) and Flax.
 *
 * If only some projections have a bias, the others get zeros, which are equivalent.
 *
 * @param tensors from readSafetensors or readNpz
 * @param prefix of the layer, such as `encoder.layer.0`; `''` for a file with one layer
 * @returns copies that you own
 * @throws {TypeError} for a wrong kind of argument
 * @throws {HeadwiseError} 'format' unless exactly one attention is under the prefix; the text lists the names found
 *
 * @example
 * // Layer 0 of BERT
 * const { tensors } = readSafetensors(await readFile('model.safetensors'));
 * const layer = headwise.createMultiHeadAttention({ embedDim: 384, numHeads: 12 });
 * layer.loadStateDict(stateFromHuggingFace(tensors, 'encoder.layer.0'));
 */
export function stateFromHuggingFace(
  tensors: Record<string, StoredValues | PlainTensor>,
  prefix: string,
): Record<string, PlainTensor> {
  if (!isRecord(tensors)) throw wrongKind('tensors', 'an object of tensors', tensors);
  if (typeof prefix !== 'string') throw wrongKind('prefix', 'a string', prefix);
  const layer = new Map();
  for (const [rest, name] of namesBelow(Object.keys(tensors), prefix)) {
    layer.set(rest.replaceAll('/', '.'), { name, tensor: tensors[name] });
  }
  const found = [...findTorch(layer), ...findLayouts(layer)];
  if (found.length === 1) return found[0]();
  const under = `tensors: expected one attention under ${quote(prefix)}`;
  const names = [...layer.keys()];
  if (found.length === 0 && names.some((name) => BY_HEAD.test(name))) {
    const text = `${under} with query, key and value apart, got query_key_value, which holds them head by head`;
    throw new HeadwiseError('unsupported', text);
  }
  const there = names.length === 0 ? Object.keys(tensors) : names;
  const some = there.slice(0, 6).map(shorten).join(', ') || 'no tensors';
  const text = found.length > 1 ? `${found.length} of them: ${some}` : some;
  throw new HeadwiseError('format', `${under}, got ${text}${there.length > 6 ? ', ...' : ''}`);
}

/**
 * The names under a prefix, and their remainders. A model's own prefix may come first, such as `bert.`.
 *
 * @returns from the remainder to the whole name
 */
function namesBelow(names: string[], prefix: string): Map<string, string> {
  const wanted = prefix.replace(/[./]$/, '');
  if (wanted === '') return new Map(names.map((name) => [name, name]));
  const models: Map<string, Map<string, string>> = new Map();
  for (const name of names) {
    for (let at = name.indexOf(wanted); at >= 0; at = name.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (!isEdge(name, at - 1) || !isEdge(name, end)) continue;
      const before = name.slice(0, at);
      const model = models.get(before) ?? new Map();
      models.set(before, model.set(name.slice(end + 1), name));
      break;
    }
  }
  const exact = models.get('');
  if (exact) return exact;
  if (models.size <= 1) return models.values().next().value ?? new Map();
  const found = [...models.keys()].slice(0, 6).map((before) => quote(before + prefix));
  const text = `prefix: expected one such layer, got ${models.size}: ${found.join(', ')}`;
  throw new HeadwiseError('format', text);
}

function isEdge(name: string, at: number) {
  return at < 0 || at >= name.length || name[at] === '.' || name[at] === '/';
}

type Layer = Map<string, { name: string; tensor: unknown }>;

function findTorch(layer: Layer) {
  const folders = [...layer.keys()]
    .filter((name) => /(^|\.)(in_proj_weight|q_proj_weight)$/.test(name))
    .map((name) => name.replace(/[^.]*$/, ''));
  return folders.map((folder) => () => {
    const entries = [...layer].filter(
      ([n]) => n.startsWith(folder) && TORCH.test(n.slice(folder.length)),
    );
    return Object.fromEntries(entries.map(([n, from]) => [n.slice(folder.length), read(from)]));
  });
}

function findLayouts(layer: Layer) {
  return LAYOUTS.flatMap(({ parts, outputs }) =>
    [...layer.keys()].flatMap((name) => {
      const [, folder] = name.match(new RegExp(`^(|.*\\.)${parts[0]}\\.(?:weight|kernel)$`)) ?? [];
      if (folder === undefined) return [];
      const output = outputs.map((to) => resolve(folder, to)).find((to) => weightOf(layer, to));
      const complete = parts.every((part) => weightOf(layer, folder + part));
      return complete && output !== undefined ? [() => stateOf(layer, folder, parts, output)] : [];
    }),
  );
}

/** @param folder empty, or ends with a dot */
function resolve(folder: string, path: string) {
  return path.startsWith('../') ? folder.replace(/[^.]*\.$/, '') + path.slice(3) : folder + path;
}

function weightOf(layer: Layer, path: string) {
  return layer.get(`${path}.weight`) ?? layer.get(`${path}.kernel`);
}

function stateOf(layer: Layer, folder: string, parts: string[], output: string) {
  const weights = parts.map((part) => rowsOf(layer, folder + part, 1));
  const isConv = parts.length === 1 && isConv1D(weights[0]);
  const turned = isConv ? weights.map(transpose) : weights;
  const out = rowsOf(layer, output, 2);
  const state: Record<string, PlainTensor> = {};
  if (turned.every(({ shape }) => shape[1] === turned[0].shape[1])) {
    state.in_proj_weight = below(turned);
  } else {
    ['q', 'k', 'v'].forEach((letter, i) => (state[`${letter}_proj_weight`] = turned[i]));
  }
  const biases = parts.map((part) => layer.get(`${folder + part}.bias`));
  if (biases.some(Boolean)) {
    const vectors = biases.map((bias, i) => (bias ? flat(read(bias)) : zeros(turned[i].shape[0])));
    state.in_proj_bias = below(vectors);
  }
  state['out_proj.weight'] = isConv ? transpose(out) : out;
  const bias = layer.get(`${output}.bias`);
  if (bias) state['out_proj.bias'] = flat(read(bias));
  for (const norm of NORMS) {
    const from = layer.get(folder + norm);
    if (from) state[norm] = read(from);
  }
  return state;
}

/**
 * Whether a weight is stored as (in, out), like GPT-2's: three times as many columns as rows. torch's Linear is (out, in).
 */
function isConv1D({ shape: [rows, columns] }: PlainTensor) {
  return columns === 3 * rows;
}

/**
 * A projection's matrix, (out, in). A `kernel` is (in, out), and its side with the heads may be two dimensions, (H, d).
 *
 * @param inputs number of input dimensions of a kernel with three dimensions
 */
function rowsOf(layer: Layer, path: string, inputs: 1 | 2) {
  const from = weightOf(layer, path) as { name: string; tensor: unknown };
  const { data, shape } = read(from);
  const isKernel = !layer.has(`${path}.weight`);
  if (shape.length !== 2 && !(isKernel && shape.length === 3)) {
    throw wrongShape(`tensors.${shorten(from.name)}`, 'a matrix', shape);
  }
  if (!isKernel) return new Tensor(data, shape);
  const high = shape.length === 3 && inputs === 2 ? shape[0] * shape[1] : shape[0];
  return transpose(new Tensor(data, [high, high === 0 ? 0 : data.length / high]));
}

function read({ name, tensor }: { name: string; tensor: unknown }): PlainTensor {
  const called = `tensors.${shorten(name)}`;
  if (looksLikeTensor(tensor) && kindOf(tensor.data) === 'Uint8Array') {
    return new Tensor(toFloat32(tensor as StoredValues, called), [...(tensor.shape as number[])]);
  }
  const { data, shape } = toTensor(tensor, called, 'float32');
  return new Tensor(Float32Array.from(data), [...shape]);
}

function transpose({ data, shape }: PlainTensor): PlainTensor {
  const [rows, columns] = shape;
  const turned = new Float32Array(data.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) turned[j * rows + i] = data[i * columns + j];
  }
  return new Tensor(turned, [columns, rows]);
}

/**
 * @param parts of the same width
 * @returns stacked by rows
 */
function below(parts: PlainTensor[]): PlainTensor {
  const data = new Float32Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  const rows = parts.reduce((sum, { shape }) => sum + shape[0], 0);
  return new Tensor(data, [rows, ...parts[0].shape.slice(1)]);
}

function flat({ data }: PlainTensor): PlainTensor {
  return new Tensor(data, [data.length]);
}

function zeros(length: number): PlainTensor {
  return new Tensor(new Float32Array(length), [length]);
}
