// One layer of a run as an ordinary layer of headwise: its parameters, options, input and intermediates.

import { joinHeads, splitHeads } from './head-layout.ts';
import { optionsOf } from './saved-attention.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { AttentionPart, Block, Linear, Norm, Sublayer } from './description.ts';
import type { Buffer, ModelEngine } from './model-engine.ts';
import type { SavedAttention, Numbers } from './saved-attention.ts';
import type { LayerNumbers } from '../types/models.ts';
import type { WeightStore } from './weight-store.ts';

type Core = { engine: ModelEngine; weights: WeightStore };

/**
 * @param hidden (L, D), the layer's input
 * @param isWhole whether its parameters are wanted
 */
export function layerOf(
  core: Core,
  saved: SavedAttention,
  block: Block,
  { data, shape }: Numbers,
  isWhole: boolean,
): Omit<LayerNumbers, 'embedding'> {
  const { engine } = core;
  const { part } = saved;
  const { around, mlp, aroundMlp, parallel } = block;
  const [length, width] = shape;
  const input = new Tensor(data.slice(), [...shape]);
  const normed = around.before && new Tensor(normalize(core, around.before, input), [...shape]);
  const x = engine.put('layer input', (normed ?? input).data);
  const query = project(core, part, 'query', x, length);
  const key = project(core, part, 'key', x, length);
  const output = outputOf(core, saved, width);
  return {
    ...{ config: configOf(core, part, width), state: isWhole ? stateOf(core, part) : {} },
    options: { ...optionsOf(saved), ...positionsOf(part, length) },
    ...{ input, normed, query: query.plain, key: key.plain },
    ...{ normedQuery: query.normed, normedKey: key.normed },
    turns: rotationsOf(engine, part, length),
    ...{ output, ...sumOf(core, around, input, normed, output) },
    norms: normsOf(core, around),
    mlpNorms: mlp && aroundMlp ? normsOf(core, aroundMlp) : null,
    more: [
      ...(part.clip ? (['clip'] as const) : []),
      ...((around.layerScale ?? null) !== null ? (['layerScale'] as const) : []),
      ...(around.keepsNormed ? (['addsToNormed'] as const) : []),
      ...(parallel ? (['parallel'] as const) : []),
    ],
  };
}

function normsOf({ weights }: Core, { before, inside, after }: Sublayer): LayerNumbers['norms'] {
  return {
    before: before && weights.normNumbers(before),
    inside: inside && weights.normNumbers(inside),
    after: after && weights.normNumbers(after),
  };
}

export function configOf(
  core: Core,
  part: AttentionPart,
  embedDim: number,
): LayerNumbers['config'] {
  const { numHeads, numKvHeads, headDim, query, key, value, output } = part;
  const has = ({ bias }: Linear) => bias !== null;
  const bias = { query: has(query), key: has(key), value: has(value), output: has(output) };
  const norm = part.queryNorm;
  return {
    ...{ embedDim, numHeads, numKvHeads, headDim, bias },
    ...(norm && {
      queryKeyNorm: {
        type: norm.form,
        over: gainOf(core, norm, headDim).length === headDim ? 'head' : 'width',
        epsilon: norm.epsilon,
      },
    }),
  };
}

/** The state dict, with the names and layouts of torch.nn.MultiheadAttention. */
export function stateOf({ engine, weights }: Core, part: AttentionPart) {
  const parts = [part.query, part.key, part.value].map((linear) => weights.linear(linear));
  const out = weights.linear(part.output);
  const { columns } = parts[0].weight;
  const biases = parts.map(({ weight, bias }) =>
    bias === null ? null : engine.read(bias, weight.rows),
  );
  const state: Record<string, Tensor> = {
    in_proj_weight: new Tensor(beside(parts.map(({ weight }) => engine.unpack(weight))), [
      parts.reduce((rows, { weight }) => rows + weight.rows, 0),
      columns,
    ]),
    'out_proj.weight': new Tensor(engine.unpack(out.weight), [out.weight.rows, out.weight.columns]),
  };
  if (biases.every((bias) => bias !== null)) state.in_proj_bias = row(beside(biases));
  else {
    biases.forEach((bias, i) => {
      if (bias !== null) state[`${'qkv'[i]}_proj.bias`] = row(bias);
    });
  }
  if (out.bias) state['out_proj.bias'] = row(engine.read(out.bias, out.weight.rows));
  for (const [name, norm] of [
    ['q_norm', part.queryNorm],
    ['k_norm', part.keyNorm],
  ] as const) {
    if (!norm) continue;
    const gain = gainOf({ engine, weights }, norm, part.headDim);
    state[`${name}.weight`] = row(gain);
    if (norm.form === 'rms') continue;
    const shift = norm.shift === null ? null : engine.read(weights.vector(norm.shift), gain.length);
    state[`${name}.bias`] = row(shift ?? new Float32Array(gain.length));
  }
  return state;
}

const row = (data: Float32Array) => new Tensor(data, [data.length]);

/** Concatenates arrays. */
export function beside(parts: readonly Float32Array[]) {
  const all = new Float32Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The gain of a norm, or ones.
 *
 * @param width number of ones
 */
export function gainOf({ engine, weights }: Core, { gain }: Norm, width: number) {
  if (gain === null) return new Float32Array(width).fill(1);
  const buffer = weights.vector(gain);
  return engine.read(buffer, buffer.size);
}

function normalize({ engine, weights }: Core, norm: Norm, { data, shape: [rows, width] }: Numbers) {
  const from = engine.put('layer normed', data);
  engine.normalize(weights.norm(norm), from, rows, width, from);
  return engine.read(from, rows * width);
}

function positionsOf(
  { rotary }: AttentionPart,
  length: number,
): { positions?: LayerNumbers['options']['positions'] } {
  if (!rotary) return {};
  const { dims, interleaved } = rotary;
  const { frequencies, factor } = rotary.of(length);
  return {
    positions: { type: 'rotary', frequencies: [...frequencies], factor, interleaved, dims },
  };
}

/** The rotation at each position: cosines and then sines, both times the factor. */
function rotationsOf(engine: ModelEngine, { rotary }: AttentionPart, length: number) {
  if (!rotary) return null;
  const { dims } = rotary;
  // a pair (1, 0) becomes the cosine and the sine of its rotation
  const ones = Float32Array.from({ length: length * dims }, (_, at) => +(at % dims < dims / 2));
  const rows = engine.put('layer rotations', ones);
  engine.rotate({ ...rotary.of(length), dims, interleaved: false }, 0, rows, length, 1, dims);
  return new Tensor(engine.read(rows, length * dims), [length, dims]);
}

/** The projected queries or keys, and with a norm also the normalised ones. */
function project(
  { engine, weights }: Core,
  part: AttentionPart,
  name: 'query' | 'key',
  x: Buffer,
  length: number,
) {
  const { weight, bias } = weights.linear(part[name]);
  const size = length * weight.rows;
  const heads = weight.rows / part.headDim;
  const out = engine.buffer('layer projected', size);
  const read = () => splitHeads(engine.read(out, size), heads, length, part.headDim);
  engine.multiply(weight, bias, x, length, out);
  const plain = read();
  const norm = name === 'query' ? part.queryNorm : part.keyNorm;
  if (!norm) return { plain, normed: null };
  const ready = weights.norm(norm);
  const width = ready.gain?.size ?? part.headDim;
  engine.normalize(ready, out, size / width, width, out);
  return { plain, normed: read() };
}

/** x after attention, after(x + inside(output)), and its addend. */
function sumOf(
  { engine, weights }: Core,
  around: Sublayer,
  input: Numbers,
  normed: Numbers | null,
  output: Numbers,
): Pick<LayerNumbers, 'layerScale' | 'added' | 'middle'> {
  const { shape } = input;
  const [length, width] = shape;
  const { inside, layerScale, keepsNormed, after } = around;
  const added = engine.put('layer added', output.data);
  if (inside) engine.normalize(weights.norm(inside), added, length, width, added);
  const by = weights.factors(layerScale, width);
  if (by) {
    const scaled = engine.read(added, length * width).map((value, i) => value * by[i % width]);
    engine.put('layer added', scaled);
  }
  const x = engine.put('layer middle', (keepsNormed && normed ? normed : input).data);
  const rows = engine.read(added, length * width);
  engine.add(added, length * width, x);
  if (after) engine.normalize(weights.norm(after), x, length, width, x);
  return {
    layerScale: by && row(by.slice()),
    added: new Tensor(rows, [...shape]),
    middle: new Tensor(engine.read(x, length * width), [...shape]),
  };
}

/** The output of all heads, through W_O. */
function outputOf({ engine, weights }: Core, { part, heads }: SavedAttention, width: number) {
  const z = heads as Numbers;
  const { weight, bias } = weights.linear(part.output);
  const rows = z.shape[1];
  const out = engine.buffer('layer output', rows * width);
  engine.multiply(weight, bias, engine.put('layer heads', joinHeads(z)), rows, out);
  return new Tensor(engine.read(out, rows * width), [rows, width]);
}
