// Describes the matrices of an answer for the steps.
// Each has its axes, the columns of each head, and the numbers of its cells.

import { headHue, markOf } from '../../../views/color.ts';
import { shortText } from '../../../ui/format.ts';
import {
  cellAt,
  columnsOf,
  gridOf,
  groupOf,
  largestOf,
  numberAt,
  transposed,
} from '../answer/grids.ts';
import { MATRICES } from '../answer/matrices.ts';
import { stageOf, sumOf } from '../answer/embedding-stages.ts';
import { beforeTurn, comparedIn } from '../provenance/sources.ts';
import type { Grid } from '../answer/grids.ts';
import type { Answer } from '../answer/answer.ts';
import type { LayerFrame } from '../frame.ts';
import type { Axis, Group, Shown } from './plan.ts';

/** Steps whose matrices have the columns of the output. */
const ADDED = new Set(['norm', 'sum']);

/** Steps that show queries and keys side by side. */
const BESIDE = new Set(['projection', 'headNorm', 'turned']);

const SHARES = new Set(['attention', 'exponentials']);

const PROJECTED: Record<string, 'query' | 'key' | 'value'> = { Q: 'query', K: 'key', V: 'value' };

const nowhere = () => false;

export function matricesOf(frame: LayerFrame, answer: Answer) {
  const { heads, keys, layer, scaled, scale, source, width } = answer.question;
  const { head } = frame.selection;
  const { headWidth, groupsOf, ofGrid } = describer(frame, answer);
  const groups = groupsOf(heads);
  const axesOf = (matrix: string) => axesIn(frame.step, matrix, keys !== null);

  /** Vectors before the projection to the layers' width have another width. */
  const axesFor = (matrix: string, grid: Grid) => {
    const [rows, columns] = axesOf(matrix);
    const isOther = grid.columns !== width && /^(tokens|types|positions)$/.test(matrix);
    return isOther ? [rows, 'entering'] : [rows, columns];
  };

  function shown(matrix: string, ofHead: number | null = null) {
    const whole = gridIn(answer, matrix, ofHead);
    const [rows, columns] = axesFor(matrix, whole);
    if (ofHead !== null && matrix === 'heads' && frame.step === 'concatenated') {
      const group = [{ ...groups[ofHead], from: 0, to: headWidth }];
      return ofGrid(matrix, whole, [rows, 'part'], group);
    }
    return ofGrid(matrix, whole, [rows, columns], columns === 'all' ? groups : []);
  }

  function turned(matrix: string, ofHead: number): Shown {
    const { rows, columns } = MATRICES[matrix];
    const from = transposed(gridIn(answer, matrix, ofHead));
    return {
      ...ofGrid(matrix, from, [columns, rows]),
      cellAt: (r, c) => cellAt(from, r, c, true),
      turned: true,
    };
  }

  /** The weights and the result of one of the three projections, for one head or for all. */
  function projected(letter: 'Q' | 'K' | 'V', all: boolean) {
    const result = PROJECTED[letter];
    const weight = gridIn(answer, `W_${letter}`, null);
    const bias = gridOf(answer, `b_${letter}`, null);
    if (all) {
      const count = groupOf(answer, result, heads - 1) + 1;
      const perGroup = heads / count;
      const each = Array.from({ length: count }, (_, g) => gridIn(answer, result, g * perGroup));
      const axis = perGroup > 1 ? 'shared' : 'all';
      const sideBySide = besideEachOther(each, headWidth, axis);
      const own = groupsOf(count);
      return {
        top: ofGrid(`W_${letter}`, weight, ['model', axis], own),
        bias: bias && ofGrid(`b_${letter}`, bias, ['one', axis], own),
        result: {
          ...ofGrid(result, each[0], [axesOf(result)[0], axis], own),
          ...{ ...sideBySide, perGroup },
        },
      };
    }
    const first = groupOf(answer, result, head) * headWidth;
    const top = columnsOf(weight, first, headWidth);
    const below = bias && columnsOf(bias, first, headWidth);
    return {
      top: { ...ofGrid(`W_${letter}`, top, ['model', 'head']), head },
      bias: below && { ...ofGrid(`b_${letter}`, below, ['one', 'head']), head },
      result: shown(result, head),
    };
  }

  return {
    head,
    block: source.block,
    crossed: keys !== null,
    deeper: layer > 0,
    made: madeBy(answer),
    below: passedOn(answer, shown),
    divisor: scale !== undefined ? `× ${shortText(scale, 3)}` : scaled ? `÷ √${headWidth}` : '',
    before: (name: 'query' | 'key') => beforeTurn(answer, name),
    compared: comparedIn(answer),
    shown,
    /** @returns one or none */
    ifThere: (matrix: string, ofHead: number | null = null): Shown[] =>
      gridOf(answer, matrix, ofHead) ? [shown(matrix, ofHead)] : [],
    turned,
    projected,
    eachHead: (matrix: string) => Array.from({ length: heads }, (_, h) => shown(matrix, h)),
  };
}

/**
 * The sign before x of an opened model's first layer: “=” if x is only the sum of the vectors
 * beside it.
 */
function madeBy(answer: Answer) {
  const stage = stageOf(answer, { matrix: 'x', row: 0 });
  if (!stage) return null;
  const isAll = stage.of.every((name) => /^(tokens|types|positions)$/.test(name));
  return isAll && /^(copy|plus)$/.test(stage.kind) ? '=' : '→';
}

/** The matrices before x, where a layer below computed it; null: none did. */
function passedOn(answer: Answer, shown: (matrix: string) => Shown) {
  if (!answer.trace?.made?.below) return null;
  const sum = sumOf(answer);
  if (!sum) return [];
  const parts = sum.of.flatMap((name) => ['+', shown(name)]).slice(1);
  return [...parts, '=', ...(sum.isNormed ? [shown('mlpSum'), '→'] : [])];
}

/** Makes the description of a grid for the screen. */
function describer({ look }: LayerFrame, answer: Answer) {
  const headWidth = gridOf(answer, 'query', 0)?.columns ?? 1;
  const labels: Record<string, readonly string[]> = {
    query: answer.rowTokens,
    key: answer.columnTokens,
  };
  const { heads } = answer.question;
  /** @param count heads, or groups of heads with the same keys and values */
  const groupsOf = (count: number) =>
    Array.from({ length: count }, (_, group) => ({
      from: group * headWidth,
      to: (group + 1) * headWidth,
      color: markOf(headHue((group * heads) / count), look.theme),
    }));

  function axis(name: string, size: number): Axis {
    const known = labels[name] ?? null;
    return { name, kind: known ? 'tokens' : 'numbers', size, labels: known };
  }

  function ofGrid(
    matrix: string,
    from: Grid,
    [rows, columns]: [string, string],
    grouped: readonly Group[] = [],
  ): Shown {
    return {
      matrix,
      head: from.head,
      rows: axis(rows, from.rows),
      columns: axis(columns, from.columns),
      valueAt: (r, c) => numberAt(from, r, c),
      largest: () => largestOf(from),
      cellAt: (r, c) => cellAt(from, r, c),
      isEmpty: (MATRICES[matrix].masked && answer.isMasked) || nowhere,
      colors: SHARES.has(matrix) ? 'shares' : matrix === 'mask' ? 'mask' : 'signed',
      groups: grouped,
      turned: false,
    };
  }

  return { headWidth, groupsOf, ofGrid };
}

/** The heads' results as the columns of one matrix. */
function besideEachOther(
  each: readonly Grid[],
  headWidth: number,
  axis: string,
): Pick<Shown, 'head' | 'columns' | 'valueAt' | 'largest' | 'cellAt'> {
  const size = each.length * headWidth;
  return {
    head: null,
    columns: { name: axis, kind: 'numbers', size, labels: null },
    valueAt: (r, c) => numberAt(each[Math.floor(c / headWidth)], r, c % headWidth),
    largest: () => Math.max(...each.map(largestOf)),
    cellAt: (r, c) => cellAt(each[Math.floor(c / headWidth)], r, c % headWidth),
  };
}

/** @param crossed whether there is a second sentence */
function axesIn(step: string, matrix: string, crossed: boolean): [string, string] {
  const { rows, columns } = MATRICES[matrix];
  if (ADDED.has(step) && columns === 'model') return [rows, 'out'];
  // in self-attention the rows of keys have the tokens of the queries
  if (BESIDE.has(step) && !crossed && rows === 'key') return ['query', columns];
  return [rows, columns];
}

function gridIn(answer: Answer, matrix: string, head: number | null) {
  const found = gridOf(answer, matrix, head);
  if (!found) throw new TypeError(`${matrix}: expected it in the answer`);
  return found;
}
