// Exports a run as a Python program that computes the same numbers.
// Every step has its own name, every edited number its own line.

import { TURNED } from '../answer/matrices.ts';
import { convert, writeSeeded, writeStored } from './code-inputs.ts';
import { assign, hasEmptyRow, writeMask, writeNorm, writeTurn } from './code-parts.ts';
import { list, number, quote, RANDOM, SOFTMAX } from './python.ts';
import type { PlainTensor } from 'headwise';
import type { LayerBlock } from '../answer/layer-steps.ts';
import type { Norm } from '../answer/source.ts';

export type { PlainTensor };

export type Framework = 'torch' | 'numpy' | 'jax';

/** a number that was changed by hand, under the names of cells.ts */
export interface Change {
  matrix: string;
  head: number | null;
  row: number;
  column: number;
  value: number;
}

export interface CodeRun {
  /** the tokens of the first sentence */
  queries: readonly string[];
  /** the tokens of the second sentence; null: the first attends to itself */
  keys: readonly string[] | null;
  heads: number;
  width: number;
  causal: boolean;
  padding: number;
  scaled: boolean;
  block: LayerBlock;
  origin: Origin;
  changes: readonly Change[];
}

/** the seed of vectors and weights, or the numbers themselves */
export type Origin =
  { seed: number; ids: readonly number[]; keyIds: readonly number[] | null } | Stored;

/** changes by hand included */
export interface Stored {
  x: PlainTensor;
  x2: PlainTensor | null;
  /** torch's state dict */
  weights: Record<string, PlainTensor>;
  /** parameters of the layer norm */
  learned: Norm | null;
}

/** other choices on the screen that affect the maps */
export interface Shown {
  /** a weight for each head */
  mix: readonly number[] | null;
  compareHead: number | null;
  compareRun: CodeRun | null;
  selection: { head: number; query: number | null };
}

const NAMES = { torch: 'PyTorch', numpy: 'NumPy', jax: 'JAX' };

/** The Python name of a matrix, such as dot_products. */
const pythonName = (matrix: string) => matrix.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/** @returns a whole program */
export function writeCode(run: CodeRun, shown: Shown, framework: Framework): string {
  const runs = shown.compareRun ? [shown.compareRun, run] : [run];
  const fromSeed = runs.some(({ origin }) => 'seed' in origin);
  const parts = [
    `# What headwise shows, computed again with ${NAMES[framework]}.`,
    ...importsOf(framework, runs),
    '',
    ...(fromSeed ? RANDOM : []),
  ];
  if (shown.compareRun) {
    parts.push('# ---- the run that is compared with', '');
    parts.push(...writeRun(shown.compareRun, framework), 'compared = attention', '');
    parts.push('# ---- this run', '');
  }
  parts.push(...writeRun(run, framework), ...writeShown(run, shown, framework), '');
  return parts.join('\n');
}

function importsOf(framework: Framework, runs: readonly CodeRun[]) {
  const stored = runs.some(({ origin }) => 'weights' in origin) ? ['import base64'] : [];
  switch (framework) {
    case 'torch':
      return [...stored, 'import numpy as np', 'import torch'];
    case 'jax':
      return [
        ...stored,
        'import jax',
        'import jax.numpy as jnp',
        'import numpy as np',
        '',
        '# or graphics cards would round the factors',
        'jax.config.update("jax_default_matmul_precision", "highest")',
      ];
    case 'numpy':
      return [...stored, 'import numpy as np'];
  }
}

function writeRun(run: CodeRun, framework: Framework): string[] {
  const { queries, keys, heads, width } = run;
  const sizes = keys ? 'L, S, D, H, E' : 'L, D, H, E';
  const lengths = keys ? `${queries.length}, ${keys.length}` : `${queries.length}`;
  return [
    `tokens = ${list(queries)}`,
    ...(keys ? [`key_tokens = ${list(keys)}`] : []),
    `${sizes} = ${lengths}, ${width}, ${heads}, ${width / heads}`,
    '',
    ...('seed' in run.origin ? writeSeeded(run, run.origin) : writeStored(run.origin)),
    ...convert(run, framework),
    '',
    ...writeSteps(run, framework),
  ];
}

function writeSteps(run: CodeRun, framework: Framework) {
  const { keys, causal, padding, scaled, changes, block } = run;
  const { norm, rotary } = block;
  const keyLen = keys ? 'S' : 'L';
  const [from, source] =
    norm === 'pre' ? ['norm', keys ? 'norm2' : 'norm'] : ['x', keys ? 'x2' : 'x'];
  const np = { torch: 'torch', numpy: 'np', jax: 'jnp' }[framework];
  const swap = framework === 'torch' ? '.transpose(0, 1)' : '.swapaxes(0, 1)';
  const turned = framework === 'torch' ? '.transpose(1, 2)' : '.swapaxes(1, 2)';
  const edited = (stage: string) =>
    changes
      .filter(({ matrix }) => matrix === stage)
      .map((change) => assign(change, pythonName(stage), framework));
  const masks = changes.filter(({ matrix }) => matrix === 'mask');
  const isMasked = causal || padding > 0 || masks.length > 0;
  const empty = isMasked && hasEmptyRow(run, masks);
  const softmax = {
    torch: 'torch.softmax(masked, -1)',
    numpy: 'softmax(masked)',
    jax: 'jax.nn.softmax(masked, -1)',
  }[framework];
  const own = framework === 'numpy' ? [...SOFTMAX, ''] : [];
  return [
    ...own,
    'def per_head(rows):',
    '    """(length, H * E) -> (H, length, E)"""',
    `    return rows.reshape(len(rows), H, E)${swap}`,
    '',
    '',
    ...(rotary?.theta === undefined ? [] : writeTurn(rotary.theta, np)),
    ...(norm === 'pre' ? writeNorm(run, np, 'x') : []),
    ...(norm === 'pre' && keys ? writeNorm(run, np, 'x2', 'norm2') : []),
    `query = per_head(${from} @ W_Q + b_Q)  # (H, L, E)`,
    ...edited('query'),
    `key = per_head(${source} @ W_K + b_K)  # (H, ${keyLen}, E)`,
    ...edited('key'),
    `value = per_head(${source} @ W_V + b_V)  # (H, ${keyLen}, E)`,
    ...edited('value'),
    ...(rotary
      ? [
          'turned_query = turn(query)',
          ...edited(TURNED.query),
          'turned_key = turn(key)',
          ...edited(TURNED.key),
        ]
      : []),
    `dot_products = ${rotary ? 'turned_query @ turned_key' : 'query @ key'}${turned}  # (H, L, ${keyLen})`,
    ...edited('dotProducts'),
    scaled
      ? 'scores = dot_products / E**0.5'
      : 'scores = dot_products * 1  # not divided by the root of E',
    ...edited('scores'),
    ...(isMasked ? writeMask(run, masks, np, keyLen) : ['masked = scores']),
    `attention = ${softmax}`,
    ...(empty
      ? [
          `attention = ${np}.where(mask.all(-1)[:, None], 0.0, attention)  # a row without any key is 0`,
        ]
      : []),
    ...edited('attention'),
    'heads = attention @ value  # (H, L, E)',
    ...edited('heads'),
    `concatenated = heads${swap}.reshape(L, D)`,
    'output = concatenated @ W_O + b_O  # (L, D)',
    'contributions = heads @ W_O.reshape(H, E, D)  # (H, L, D); with b_O they add up to the output',
    'total = x + output',
    ...(norm === 'post' ? writeNorm(run, np, 'total') : []),
    '',
  ];
}

function writeShown(
  { queries }: CodeRun,
  { mix, compareHead, compareRun, selection }: Shown,
  framework: Framework,
) {
  const lines = [];
  const { head, query } = selection;
  if (mix) {
    const weights = `[${mix.map(number).join(', ')}]`;
    const array = {
      torch: `torch.tensor(${weights})`,
      numpy: `np.array(${weights}, np.float32)`,
      jax: `jnp.array(${weights})`,
    }[framework];
    const np = { torch: 'torch', numpy: 'np', jax: 'jnp' }[framework];
    lines.push(`mixed = ${np}.einsum("h,hls->ls", ${array}, attention)`);
  }
  if (compareRun) lines.push('difference = attention - compared');
  else if (compareHead !== null) {
    lines.push(`difference = attention - attention[${compareHead}]`);
  }
  if (query !== null) {
    const said = quote(queries[query] ?? '');
    lines.push(`print(attention[${head}, ${query}])  # head ${head + 1}, from ${said}`);
  } else {
    lines.push(`print(attention[${head}])  # head ${head + 1}`);
  }
  return lines;
}
