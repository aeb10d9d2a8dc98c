// Inputs of an exported program: vectors and weights.
// They come from a seed, or are stored in the program, as arrays of the framework.

import { assign } from './code-parts.ts';
import { base64, number } from './python.ts';
import type { CodeRun, PlainTensor, Framework, Origin, Stored } from './code.ts';

export function writeSeeded(
  { keys, changes }: CodeRun,
  { seed, ids, keyIds }: Extract<Origin, { seed: number }>,
) {
  const changed = (...names: string[]) =>
    changes.filter(({ matrix }) => names.includes(matrix)).map((change) => assign(change));
  const weights = changed('W_Q', 'W_K', 'W_V', 'W_O', 'b_Q', 'b_K', 'b_V', 'b_O');
  const vectors: (ids: readonly number[], name: string) => string[] = (ids, name) => [
    `tokens_${name}, positions_${name} = embed([${ids.join(', ')}], D)`,
    ...changes.flatMap(({ matrix, row, column, value }) => {
      const place = (r: number) => `[${r}, ${column}] = ${number(value)}`;
      if (matrix === 'positions') return row < ids.length ? [`positions_${name}${place(row)}`] : [];
      if (matrix !== 'vocabulary') return [];
      return ids.flatMap((id, at) => (id === row ? [`tokens_${name}${place(at)}`] : []));
    }),
    `${name} = tokens_${name} + positions_${name}`,
  ];
  return [
    ...['W_Q', 'W_K', 'W_V', 'W_O'].map(
      (name, stream) => `${name} = xavier(D, D, ${seed}, ${stream})`,
    ),
    'b_Q, b_K, b_V, b_O = (np.zeros(D, np.float32) for _ in range(4))',
    ...weights,
    ...vectors(ids, 'x'),
    ...(keys && keyIds ? vectors(keyIds, 'x2') : []),
  ];
}

export function writeStored({ x, x2, weights, learned }: Stored) {
  const array: (tensor: PlainTensor) => string = ({ data, shape }) =>
    `stored("${base64(data)}", ${shape.join(', ')})`;
  const arrayOr: (tensor: PlainTensor | undefined, size: string) => string = (tensor, size) =>
    tensor ? array(tensor) : `np.zeros(${size}, np.float32)`;
  return [
    'def stored(text, *shape):',
    '    return np.frombuffer(base64.b64decode(text), "<f4").reshape(shape).copy()',
    '',
    '',
    '# torch keeps each matrix the other way round: y = x W.T + b',
    `in_proj_weight = ${array(weights.in_proj_weight)}`,
    `in_proj_bias = ${arrayOr(weights.in_proj_bias, '3 * D')}`,
    'W_Q, W_K, W_V = (part.T for part in np.split(in_proj_weight, 3))',
    'b_Q, b_K, b_V = np.split(in_proj_bias, 3)',
    `W_O = ${array(weights['out_proj.weight'])}.T`,
    `b_O = ${arrayOr(weights['out_proj.bias'], 'D')}`,
    ...(learned
      ? [
          `gain, shift = ${array(learned.weight)}, ${arrayOr(learned.bias, 'D')}  # of the layer norm`,
        ]
      : []),
    `x = ${array(x)}`,
    ...(x2 ? [`x2 = ${array(x2)}`] : []),
  ];
}

/** NumPy made all inputs; this converts them to the framework's arrays. */
export function convert({ keys, origin }: CodeRun, framework: Framework) {
  if (framework === 'numpy') return [];
  const names = [
    'W_Q',
    'W_K',
    'W_V',
    'W_O',
    'b_Q',
    'b_K',
    'b_V',
    'b_O',
    'x',
    ...(keys ? ['x2'] : []),
    ...('weights' in origin && origin.learned ? ['gain', 'shift'] : []),
  ];
  const all = names.join(', ');
  const from = framework === 'torch' ? 'torch.tensor(a)' : 'jnp.asarray(a)';
  return [`${all} = (${from} for a in (${all}))`];
}
