// Exports one layer of an opened model: data and a Python program.
// The file has the layer's parameters and numbers; the program computes the layer again from that
// file.

/**
 * @typedef {import('headwise/models').LayerNumbers} LayerNumbers
 * @typedef {import('headwise').FloatTensor} FloatTensor
 *
 * @typedef {object} TakenLayer
 * @property {LayerNumbers} numbers
 * @property {FloatTensor} attention (H, L, L)
 * @property {string} name of the model
 * @property {number} layer
 * @property {readonly number[]} removed heads of the layer
 */

/** A name that can stand in a program and in a file's name, whatever the model's files are called. @param {string} name */
const plain = (name) => name.replace(/[^\w.-]+/g, '-');

/** @param {TakenLayer} taken */
export const fileNameOf = ({ name, layer }) => `${plain(name)}-layer-${layer + 1}.safetensors`;

/**
 * @param {TakenLayer} taken
 * @returns {{ tensors: Record<string, FloatTensor>, metadata: Record<string, string> }} as writeSafetensors takes them
 */
export function layerFile({ numbers, attention, name, layer, removed }) {
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

/** What is added to scores. @param {LayerNumbers['options']['mask']} mask */
const biasOf = (mask) => /** @type {{ bias?: FloatTensor } | undefined} */ (mask)?.bias;

/** @param {TakenLayer} taken @returns {string} */
export function layerCode(taken) {
  const { numbers, name, layer } = taken;
  const { config, state, norms } = numbers;
  const { numHeads, numKvHeads = numHeads, headDim = 0 } = config;
  const queryKeyNorm = config.queryKeyNorm || null;
  const has = (/** @type {string} */ tensor) => Object.hasOwn(state, tensor);
  const addedTo = (/** @type {string} */ letter) =>
    has(`${letter}_proj.bias`) ? ` + layer['${letter}_proj.bias']` : '';
  const isWide = queryKeyNorm?.over === 'width';
  const normed = (/** @type {string} */ letter) =>
    normCode(`${letter}_norm`, {
      type: queryKeyNorm?.type ?? 'rms',
      epsilon: queryKeyNorm?.epsilon ?? 0,
      hasGain: true,
      hasBias: has(`${letter}_norm.bias`),
    });
  /** @param {string} variable @param {string} letter @param {string} heads */
  const split = (variable, letter, heads) => [
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

/**
 * @param {string} tensor
 * @param {{ type: 'layer' | 'rms', epsilon: number, hasGain: boolean, hasBias: boolean }} norm
 * @returns {(rows: string) => string}
 */
function normCode(tensor, { type, epsilon, hasGain, hasBias }) {
  const gain = hasGain ? `layer['${tensor}.weight']` : 'None';
  const shift = hasBias ? `layer['${tensor}.bias']` : 'None';
  return (rows) =>
    type === 'layer'
      ? `torch.layer_norm(${rows}, ${rows}.shape[-1:], ${gain}, ${shift}, ${epsilon})`
      : `${rows} * torch.rsqrt((${rows} * ${rows}).mean(-1, keepdim=True) + ${epsilon})${hasGain ? ` * ${gain}` : ''}`;
}

/** @param {LayerNumbers} numbers */
function turnCode({ options: { positions }, turns }) {
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

/** @param {LayerNumbers} numbers */
function scoresCode({ options: { scale, causal, window, softcap, mask } }) {
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
