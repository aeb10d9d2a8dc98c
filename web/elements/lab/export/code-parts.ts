// Lines of an exported program: norms, rotary positions and masks.

import { number } from './python.ts';
import type { Change, CodeRun, Framework } from './code.ts';

/**
 * The layer norm of some rows.
 *
 * @param name name of the result
 */
export function writeNorm({ origin }: CodeRun, np: string, rows: string, name: string = 'norm') {
  const learned = 'weights' in origin ? origin.learned : null;
  const epsilon = number(learned?.epsilon ?? 1e-5);
  if (np === 'torch') {
    const more = learned ? `, gain, shift, ${epsilon}` : '';
    return [`${name} = torch.nn.functional.layer_norm(${rows}, (D,)${more})`];
  }
  return [
    `mean, variance = ${rows}.mean(-1, keepdims=True), ${rows}.var(-1, keepdims=True)`,
    `${name} = (${rows} - mean) / ${np}.sqrt(variance + ${epsilon})${learned ? ' * gain + shift' : ''}`,
  ];
}

/** A function that rotates queries and keys. */
export function writeTurn(theta: number, np: string) {
  const wave = (name: string) =>
    ({
      torch: `torch.tensor(np.${name}(angles), dtype=torch.float32)`,
      np: `np.${name}(angles).astype(np.float32)`,
      jnp: `jnp.asarray(np.${name}(angles), jnp.float32)`,
    })[np];
  const join = np === 'torch' ? 'torch.cat' : `${np}.concatenate`;
  return [
    'def turn(rows):',
    '    """Rotary positions (Su et al. 2021): pair r of a row turns by place * theta ** (-2 r / E)."""',
    `    angles = np.outer(np.arange(rows.shape[1]), ${number(theta)} ** (-np.arange(0, E, 2) / E))`,
    `    cos, sin = ${wave('cos')}, ${wave('sin')}`,
    '    a, b = rows[..., : E // 2], rows[..., E // 2 :]',
    `    return ${join}([a * cos - b * sin, a * sin + b * cos], -1)`,
    '',
    '',
  ];
}

export function writeMask(
  { causal, padding }: CodeRun,
  masks: readonly Change[],
  np: string,
  keyLen: string,
) {
  const bool = np === 'torch' ? 'torch.bool' : 'bool';
  const lines = [
    causal
      ? `mask = ~${np}.tril(${np}.ones((L, ${keyLen}), dtype=${bool}))  # True: may not attend`
      : `mask = ${np}.zeros((L, ${keyLen}), dtype=${bool})  # True: may not attend`,
  ];
  const from = `max(0, ${keyLen} - ${padding})`;
  const set = (place: string, value: string) =>
    np === 'jnp' ? `mask = mask.at[${place}].set(${value})` : `mask[${place}] = ${value}`;
  if (padding > 0) lines.push(`${set(`:, ${from}:`, 'True')}  # padding`);
  for (const { row, column, value } of masks) {
    lines.push(set(`${row}, ${column}`, value === 0 ? 'False' : 'True'));
  }
  const infinite =
    np === 'torch'
      ? 'scores.masked_fill(mask, -torch.inf)'
      : `${np}.where(mask, -${np}.inf, scores)`;
  return [...lines, `masked = ${infinite}`];
}

/** Whether a query may attend to nothing: softmax alone would give NaN there. */
export function hasEmptyRow({ queries, keys, causal, padding }: CodeRun, masks: readonly Change[]) {
  const columns = (keys ?? queries).length;
  const edited = new Map(masks.map(({ row, column, value }) => [`${row} ${column}`, value !== 0]));
  return queries.some((_, row) => {
    for (let column = 0; column < columns; column++) {
      const plain = (causal && column > row) || column >= columns - padding;
      if (!(edited.get(`${row} ${column}`) ?? plain)) return false;
    }
    return true;
  });
}

/**
 * @param name name in Python
 * @param framework a framework whose arrays may be immutable
 */
export function assign(
  { matrix, head, row, column, value }: Change,
  name: string = matrix,
  framework: Framework = 'numpy',
) {
  const isVector = matrix.startsWith('b_');
  const places = isVector ? [column] : head === null ? [row, column] : [head, row, column];
  const place = `[${places.join(', ')}]`;
  if (framework !== 'jax') return `${name}${place} = ${number(value)}  # changed by hand`;
  return `${name} = ${name}.at${place}.set(${number(value)})  # changed by hand`;
}
