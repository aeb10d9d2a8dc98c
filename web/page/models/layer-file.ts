// Exports one layer of an opened model: data and a Python program.
// The file has the layer's parameters and numbers; the program computes the layer again from that
// file.

import type { LayerNumbers } from 'headwise/models';
import type { PlainTensor } from 'headwise';

export interface TakenLayer {
  numbers: LayerNumbers;
  /** (H, L, L) */
  attention: PlainTensor;
  /** name of the model */
  name: string;
  layer: number;
  /** removed heads of the layer */
  removed: readonly number[];
}

/** A name for programs and file names, from any name of the model's files. */
const plain = (name: string) => name.replace(/[^\w.-]+/g, '-');

export const fileNameOf = ({ name, layer }: TakenLayer) =>
  `${plain(name)}-layer-${layer + 1}.safetensors`;

/** @returns the argument of writeSafetensors */
export function layerFile({ numbers, attention, name, layer, removed }: TakenLayer): {
  tensors: Record<string, PlainTensor>;
  metadata: Record<string, string>;
} {
  const { config, options, state, norms, input, output, turns } = numbers;
  const { mask, positions, ...plain } = options;
  const bias = biasOf(mask);
  const { before } = norms;
  return {
    tensors: {
      ...state,
      ...(before?.weight && { 'norm.weight': before.weight }),
      ...(before?.bias && { 'norm.bias': before.bias }),
      ...(bias && { 'mask.bias': bias }),
      ...(turns && { turns }),
      ...{ input, attention, output },
    },
    metadata: {
      model: name,
      layer: String(layer),
      config: JSON.stringify(config),
      options: JSON.stringify({ ...plain, ...(positions && { positions }) }),
      ...(removed.length > 0 && { removed: JSON.stringify(removed) }),
    },
  };
}

/** The addend of scores. */
const biasOf = (mask: LayerNumbers['options']['mask']) =>
  (mask as { bias?: PlainTensor } | undefined)?.bias;

export function layerCode(taken: TakenLayer): string {
  const { numbers, name, layer } = taken;
  const { config, state, norms } = numbers;
  const { numHeads, numKvHeads = numHeads, headDim = 0 } = config;
  const queryKeyNorm = config.queryKeyNorm || null;
  const has = (tensor: string) => Object.hasOwn(state, tensor);
  const addedTo = (letter: string) =>
    has(`${letter}_proj.bias`) ? ` + layer['${letter}_proj.bias']` : '';
  const isWide = queryKeyNorm?.over === 'width';
  const normed = (letter: string) =>
    normCode(`${letter}_norm`, {
      type: queryKeyNorm?.type ?? 'rms',
      epsilon: queryKeyNorm?.epsilon ?? 0,
      hasGain: true,
      hasBias: has(`${letter}_norm.bias`),
    });
  const split = (variable: string, letter: string, heads: string) => [
    ...(addedTo(letter) ? [`${variable} = ${variable}${addedTo(letter)}`] : []),
    ...(isWide && letter !== 'v' ? [`${variable} = ${normed(letter)(variable)}`] : []),
    `${variable} = ${variable}.view(L, ${heads}, E).transpose(0, 1)`,
    ...(queryKeyNorm && !isWide && letter !== 'v'
      ? [`${variable} = ${normed(letter)(variable)}`]
      : []),
  ];
  return [
    `# Layer ${layer + 1} of ${plain(name)}, computed again with PyTorch from the file that headwise saved.`,
    `# It needs ${fileNameOf(taken)}, from "Save this layer", in the folder where it runs.`,
    'import torch',
    'from safetensors.torch import load_file',
    '',
    `layer = load_file('${fileNameOf(taken)}')`,
    `H, KV, E = ${numHeads}, ${numKvHeads}, ${headDim}  # heads, heads of keys and values, numbers of each`,
    "x = layer['input']",
    'L = len(x)',
    ...(norms.before
      ? [
          `x = ${normCode('norm', { ...norms.before, hasGain: norms.before.weight !== null, hasBias: norms.before.bias !== null })('x')}`,
        ]
      : []),
    `projected = x @ layer['in_proj_weight'].T${has('in_proj_bias') ? " + layer['in_proj_bias']" : ''}`,
    'query, key, value = projected.split([H * E, KV * E, KV * E], 1)',
    ...split('query', 'q', 'H'),
    ...split('key', 'k', 'KV'),
    ...split('value', 'v', 'KV'),
    ...turnCode(numbers),
    ...(numKvHeads < numHeads
      ? ['key, value = (one.repeat_interleave(H // KV, 0) for one in (key, value))']
      : []),
    ...scoresCode(numbers),
    'attention = scores.softmax(-1)',
    'heads = attention @ value',
    ...(taken.removed.length > 0 ? [`heads[[${taken.removed.join(', ')}]] = 0  # removed`] : []),
    'joined = heads.transpose(0, 1).reshape(L, H * E)',
    `output = joined @ layer['out_proj.weight'].T${has('out_proj.bias') ? " + layer['out_proj.bias']" : ''}`,
    '',
    'for name, own in [("attention", attention), ("output", output)]:',
    "    print(name, 'differs by at most', (own - layer[name]).abs().max().item())",
    '',
  ].join('\n');
}

function normCode(
  tensor: string,
  {
    type,
    epsilon,
    hasGain,
    hasBias,
  }: { type: 'layer' | 'rms'; epsilon: number; hasGain: boolean; hasBias: boolean },
): (rows: string) => string {
  const gain = hasGain ? `layer['${tensor}.weight']` : 'None';
  const shift = hasBias ? `layer['${tensor}.bias']` : 'None';
  return (rows) =>
    type === 'layer'
      ? `torch.layer_norm(${rows}, ${rows}.shape[-1:], ${gain}, ${shift}, ${epsilon})`
      : `${rows} * torch.rsqrt((${rows} * ${rows}).mean(-1, keepdim=True) + ${epsilon})${hasGain ? ` * ${gain}` : ''}`;
}

function turnCode({ options: { positions }, turns }: LayerNumbers) {
  if (positions?.type !== 'rotary' || !turns) return [];
  const dims = turns.shape[1];
  const parts = positions.interleaved
    ? `rows[..., 0:${dims}:2], rows[..., 1:${dims}:2]`
    : `rows[..., :${dims / 2}], rows[..., ${dims / 2}:${dims}]`;
  const joined = positions.interleaved
    ? 'torch.stack([a, b], -1).flatten(-2)'
    : 'torch.cat([a, b], -1)';
  return [
    `cos, sin = layer['turns'].split(${dims / 2}, 1)`,
    'def turn(rows):',
    `    a, b = ${parts}`,
    '    a, b = a * cos - b * sin, b * cos + a * sin',
    `    return torch.cat([${joined}, rows[..., ${dims}:]], -1)`,
    'query, key = turn(query), turn(key)',
  ];
}

function scoresCode({ options: { scale, causal, window, softcap, mask } }: LayerNumbers) {
  const { left, right } = window ?? {};
  const blocked = [
    ...(causal ? ['distance > 0'] : []),
    ...(left === undefined ? [] : [`distance < -${left}`]),
    ...(right === undefined ? [] : [`distance > ${right}`]),
  ];
  return [
    `scores = query @ key.mT * ${scale}`,
    ...(softcap ? [`scores = ${softcap} * torch.tanh(scores / ${softcap})`] : []),
    ...(biasOf(mask) ? ["scores = scores + layer['mask.bias']"] : []),
    ...(blocked.length > 0
      ? ['distance = torch.arange(L)[None, :] - torch.arange(L)[:, None]  # from query to key']
      : []),
    ...blocked.map((one) => `scores = scores.masked_fill(${one}, -torch.inf)`),
  ];
}
