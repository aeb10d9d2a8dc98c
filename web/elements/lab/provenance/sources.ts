// The rows, columns and numbers that a number was computed from.

import { groupOf, gridOf } from '../answer/grids.ts';
import { MATRICES, NORMED, TURNED } from '../answer/matrices.ts';
import { sourcesOfStage } from '../answer/embedding-stages.ts';
import { pairOf } from '../answer/rotary.ts';
import type { Answer } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';

/** a row or a column of a matrix; null: all of it */
export interface Line {
  matrix: string;
  head: number | null;
  row: number | null;
  column: number | null;
  /** index of the layer; missing: the open one */
  layer?: number;
}

export function sourcesOf(answer: Answer, cell: Cell): readonly Line[] {
  const { matrix, head, row, column } = cell;
  const headWidth = gridOf(answer, 'query', 0)?.columns ?? 1;
  const keysFrom = answer.question.keys ? '2' : '';
  const { norm, rotary, given } = answer.question.source.block;
  const isFirst = norm === 'pre';
  const line = (
    from: string,
    r: number | null,
    c: number | null,
    h: number | null = null,
  ): Line => ({ matrix: from, head: h, row: r, column: c });
  const own = (from: string) => line(from, row, column, head);
  const biases = (from: string, at: number) =>
    gridOf(answer, from, null) ? [line(from, 0, at)] : [];
  // the input of the norm
  const normed = isFirst ? 'x' : 'sum';
  const ofSecond = matrix.endsWith('2') ? '2' : '';
  const { kind, of } = MATRICES[matrix];
  if (of && (kind === 'mean' || kind === 'spread')) {
    const mean = line(momentOf('mean', of), row, 0, head);
    return [line(of, row, null, head), ...(kind === 'spread' ? [mean] : [])];
  }
  if (of && kind === 'squares' && given?.headNorm?.isRms === false) {
    const letter = of[0].toUpperCase();
    return [
      own(of),
      ...(['mean', 'variance'] as const).map((moment) => line(momentOf(moment, of), row, 0, head)),
      ...biases(`gain${letter}`, column),
      ...biases(`shift${letter}`, column),
    ];
  }
  if (of && kind === 'squares') {
    const heads = headsTogether(answer, matrix, head ?? 0);
    const first = heads.length > 1 ? groupOf(answer, matrix, head ?? 0) * headWidth : 0;
    return [
      own(of),
      line(`gain${of[0].toUpperCase()}`, 0, first + column),
      ...heads.map((one) => line(of, row, null, one)),
    ];
  }
  if (of && kind === 'turned') {
    const before = beforeTurn(answer, of);
    const pair = rotary && pairOf(rotary, column, headWidth);
    if (!pair) return [own(before)];
    return [line(before, row, pair.first, head), line(before, row, pair.second, head)];
  }
  switch (matrix) {
    case 'x':
    case 'x2': {
      if (answer.trace?.made && matrix === 'x') return sourcesOfStage(answer, cell);
      // the input of a layer that was opened alone, and of a second sentence above the first layer
      if (given || answer.question.layer > 0) return [];
      const second = matrix === 'x2' ? '2' : '';
      const positions = `positions${second}`;
      return [own(`tokens${second}`), ...(gridOf(answer, positions, null) ? [own(positions)] : [])];
    }
    case 'query':
    case 'key':
    case 'value': {
      const letter = matrix[0].toUpperCase();
      const output = groupOf(answer, matrix, head ?? 0) * headWidth + column;
      const input = `${isFirst ? 'norm' : 'x'}${matrix === 'query' ? '' : keysFrom}`;
      return [
        line(input, row, null),
        line(`W_${letter}`, null, output),
        ...biases(`b_${letter}`, output),
      ];
    }
    case 'dotProducts': {
      const [query, key] = comparedIn(answer);
      return [line(query, row, null, head), line(key, column, null, head)];
    }
    case 'scores':
      return [own('dotProducts')];
    case 'softcapped':
      return [own('scores')];
    case 'masked':
      return [
        own(gridOf(answer, 'softcapped', head) ? 'softcapped' : 'scores'),
        ...(gridOf(answer, 'distances', head) ? [own('distances')] : []),
        line('mask', row, column),
      ];
    case 'exponentials':
      return [own('masked')];
    case 'attention':
      return [line('exponentials', row, null, head)];
    case 'heads':
      return [line('attention', row, null, head), line('value', null, column, head)];
    case 'concatenated':
      return [line('heads', row, column % headWidth, Math.floor(column / headWidth))];
    case 'contributions':
      return [line('heads', row, null, head), line('W_O', null, column)];
    case 'output':
      return [line('concatenated', row, null), line('W_O', null, column), ...biases('b_O', column)];
    case 'sum':
      return [line('x', row, column), line('output', row, column)];
    case 'mean':
    case 'mean2':
      return [line(`${normed}${ofSecond}`, row, null)];
    case 'variance':
    case 'variance2':
      return [line(`${normed}${ofSecond}`, row, null), line(`mean${ofSecond}`, row, 0)];
    case 'norm':
    case 'norm2':
      return [
        line(`${normed}${ofSecond}`, row, column),
        ...(given?.isRms ? [line(normed, row, null)] : []),
        ...(given?.isRms
          ? []
          : [line(`mean${ofSecond}`, row, 0), line(`variance${ofSecond}`, row, 0)]),
        ...biases('gain', column),
        ...biases('shift', column),
      ];
    default:
      return sourcesOfStage(answer, cell);
  }
}

/** The moments of each head's rows, where the norm of queries and keys is a layer norm. */
function momentOf(moment: 'mean' | 'variance', of: 'query' | 'key') {
  return `${moment}${of === 'query' ? 'Query' : 'Key'}`;
}

/** The matrix of queries or keys before the rotation. */
export function beforeTurn(answer: Answer, of: 'query' | 'key') {
  return answer.question.source.block.given?.headNorm ? NORMED[of] : of;
}

/** The queries and keys of the dot products: after norm and rotation. */
export function comparedIn(answer: Answer) {
  const isTurned = answer.question.source.block.rotary !== null;
  return (['query', 'key'] as const).map((of) => (isTurned ? TURNED[of] : beforeTurn(answer, of)));
}

/** The heads whose numbers are normalised together with this head's. */
function headsTogether(answer: Answer, matrix: string, head: number) {
  const { heads, source } = answer.question;
  if (!source.block.given?.headNorm?.isWide) return [head];
  const all = Array.from({ length: heads }, (_, one) => one);
  return all.filter(
    (one) => one === 0 || groupOf(answer, matrix, one) !== groupOf(answer, matrix, one - 1),
  );
}
