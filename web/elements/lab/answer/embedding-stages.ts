// Stages of a layer's input: of an opened model's embedding from its token ids, and of a deeper layer from the
// one below. Each matrix has the matrices that it was computed from, with the run's own numbers.

import type { Answer } from './answer.ts';
import type { PlainTensor } from './source.ts';
import type { Cell } from './cells.ts';
import type { Line } from '../provenance/sources.ts';

export interface Stage {
  kind:
    | 'copy'
    | 'plus'
    | 'scaled'
    | 'products'
    | 'mean'
    | 'spread'
    | 'normed'
    /** a norm by the mean of the row's squares */
    | 'squares'
    | 'activated'
    /** the activation function of one number, times another of the same row */
    | 'gated'
    /** the number is one of the layer below, of the matrix `of` there */
    | 'below';
  /** matrices, in the order of the formula */
  of: readonly string[];
  /** number of rows before it that are not computed: tokens before an image's patches */
  first?: number;
  /** factor of 'scaled' */
  by?: number;
  /** factors of 'scaled', one for each row */
  factors?: readonly number[];
  /** epsilon of 'normed' and 'squares' */
  epsilon?: number;
}

export interface Origin {
  /** its name in the file */
  tensor: string;
  /** rows of the tensor, one for each token */
  rows?: readonly number[];
}

export interface EmbeddingStages {
  /** (rows, columns) each */
  grids: Readonly<Record<string, PlainTensor>>;
  /** stages by the name of their result */
  stages: Readonly<Record<string, Stage>>;
  /** origins of matrices that are in the file */
  origins: Readonly<Record<string, Origin>>;
  /** where they begin with a layer below: its index, and its network */
  below?: { layer: number; activation: string; gated: boolean };
}

/** @returns null where the number is an input, or another step computes it */
export function stageOf(
  { trace }: Answer,
  { matrix, row }: Pick<Cell, 'matrix' | 'row'>,
): Stage | null {
  const stages = trace?.made?.stages ?? {};
  const stage = Object.hasOwn(stages, matrix) ? stages[matrix] : null;
  if (!stage || row < (stage.first ?? 0)) return null;
  return stage.factors ? { ...stage, by: stage.factors[row] } : stage;
}

/** The matrices whose sum is x, or normalised is x; null: x is made otherwise. */
export function sumOf({ trace }: Answer): { of: readonly string[]; isNormed: boolean } | null {
  const { stages = {} } = trace?.made ?? {};
  const { x } = stages;
  const isNormed = x?.kind === 'normed';
  const sum = isNormed ? stages[x.of[0]] : x;
  return sum?.kind === 'plus' || sum?.kind === 'copy' ? { of: sum.of, isNormed } : null;
}

export function sourcesOfStage(answer: Answer, cell: Cell): Line[] {
  const stage = stageOf(answer, cell);
  if (!stage) return [];
  const { row, column } = cell;
  const { below } = answer.trace?.made ?? {};
  if (stage.kind === 'below' && below) {
    return [{ matrix: stage.of[0], head: null, row, column, layer: below.layer }];
  }
  const line = (matrix: string): Line => ({ matrix, head: null, row, column });
  const lines = stage.of.map((name) => {
    if (/^([Wb]_[E12]|gainE|shiftE|factors)$/.test(name)) {
      return { ...line(name), row: name.startsWith('W') ? null : 0 };
    }
    return /^(mean|variance)E$/.test(name) ? { ...line(name), column: 0 } : line(name);
  });
  if (stage.kind === 'gated') {
    const [, hidden] = answer.trace?.made?.grids[stage.of[0]].shape ?? [];
    lines[1] = { ...lines[1], column: column + hidden / 2 };
  }
  if (/^(products|mean|spread)$/.test(stage.kind)) lines[0] = { ...lines[0], column: null };
  if (stage.kind === 'squares') lines.push({ ...lines[0], column: null });
  return lines;
}
