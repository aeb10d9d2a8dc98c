// The matrices of each step and their arrangement, from an answer.

import { NORMED, TURNED } from '../answer/matrices.ts';
import { matricesOf } from './matrices.ts';
import type { LayerFrame } from '../frame.ts';
import type { Rotary } from '../answer/layer-steps.ts';

export interface Axis {
  /** equal for all matrices with the same axis: their windows move together */
  name: string;
  kind: 'tokens' | 'numbers';
  size: number;
  labels: readonly string[] | null;
}

export interface Group {
  from: number;
  to: number;
  color: string;
}

/** a matrix to show */
export interface Shown {
  matrix: string;
  head: number | null;
  rows: Axis;
  columns: Axis;
  valueAt: (row: number, column: number) => number;
  /** the magnitude of its largest finite number */
  largest: () => number;
  /** the name of the number of a cell */
  cellAt: (row: number, column: number) => string;
  /** whether the mask excludes the cell */
  isEmpty: (row: number, column: number) => boolean;
  colors: 'signed' | 'shares' | 'mask';
  /** groups of columns */
  groups: readonly Group[];
  /** whether the matrix is transposed */
  turned: boolean;
  /** heads side by side: the number of heads with the same keys and values */
  perGroup?: number;
}

/** left times each of the others; the product is below them */
interface Product {
  kind: 'product';
  left: Shown;
  parts: readonly { top: Shown; bias: Shown | null; result: Shown }[];
}

/** matrices of one shape with operators between them */
interface Line {
  kind: 'line';
  items: readonly (Shown | string)[];
  /** whether it continues in further rows, as a line with a matrix for each head does */
  wraps: boolean;
  /** only in a step of rotary positions */
  rotary?: Rotary;
}

export type Block = Product | Line;

/** @returns empty while there is no answer */
export function blocksOf(frame: LayerFrame): readonly Block[] {
  const { answer, state } = frame;
  if (!answer?.trace) return [];
  return PLANS[frame.step](matricesOf(frame, answer), state.allHeads);
}

type Matrices = ReturnType<typeof matricesOf>;

const COMPARED = ['query', 'key'] as const;

const PLANS: Record<string, (matrices: Matrices, all: boolean) => Block[]> = {
  embedding: ({ shown, ifThere, made, below, block, crossed, deeper }) =>
    (crossed ? ['', '2'] : ['']).map((of) =>
      below && of === ''
        ? line(...below, shown('x'))
        : block.given
          ? line(
              ...ifThere('tokens'),
              ...['types', 'positions'].flatMap((more) =>
                ifThere(more).flatMap((one) => ['+', one]),
              ),
              ...(made ? [made] : []),
              shown('x'),
            )
          : line(
              shown(`tokens${of}`),
              ...(block.placed ? ['+', shown(`positions${of}`)] : []),
              ...[deeper ? '→' : '=', shown(`x${of}`)],
            ),
    ),
  inputNorm: ({ shown, crossed }) =>
    (crossed ? ['', '2'] : ['']).map((of) => line(shown(`x${of}`), '→', shown(`norm${of}`))),
  projection: ({ shown, projected, block, crossed }, all) => {
    const [q, k, v] = [projected('Q', all), projected('K', all), projected('V', all)];
    const input = block.norm === 'pre' ? 'norm' : 'x';
    if (!crossed) return [product(shown(input), q, k, v)];
    return [product(shown(input), q), product(shown(`${input}2`), k, v)];
  },
  headNorm: ({ shown, head, eachHead }, all) =>
    COMPARED.map((of) =>
      all ? each(eachHead(NORMED[of])) : line(shown(of, head), '→', shown(NORMED[of], head)),
    ),
  turned: ({ shown, block, before, head, eachHead }, all) =>
    COMPARED.map((of) => {
      if (all) return each(eachHead(TURNED[of]));
      const turn = line(shown(before(of), head), '→', shown(TURNED[of], head));
      return { ...turn, rotary: block.rotary ?? undefined };
    }),
  dotProducts: ({ shown, turned, compared: [query, key], head, eachHead }, all) =>
    all
      ? [each(eachHead('dotProducts'))]
      : [
          product(shown(query, head), {
            top: turned(key, head),
            bias: null,
            result: shown('dotProducts', head),
          }),
        ],
  scores: ({ shown, head, eachHead, divisor }, all) =>
    all
      ? [each(eachHead('scores'))]
      : [line(shown('dotProducts', head), divisor, '=', shown('scores', head))],
  masked: ({ shown, ifThere, head, eachHead }, all) =>
    all
      ? [each(eachHead('masked'))]
      : [
          line(
            ...[shown('scores', head), ...ifThere('softcapped', head).flatMap((one) => ['→', one])],
            ...ifThere('distances', head).flatMap((one) => ['+', one]),
            ...['+', shown('mask'), '=', shown('masked', head)],
          ),
        ],
  attention: ({ shown, head, eachHead }, all) =>
    all
      ? [each(eachHead('attention'))]
      : [
          line(
            shown('masked', head),
            '→',
            shown('exponentials', head),
            '→',
            shown('attention', head),
          ),
        ],
  heads: ({ shown, head, eachHead }, all) =>
    all
      ? [each(eachHead('heads'))]
      : [
          product(shown('attention', head), {
            top: shown('value', head),
            bias: null,
            result: shown('heads', head),
          }),
        ],
  concatenated: ({ shown, eachHead }) => [line(...eachHead('heads'), '=', shown('concatenated'))],
  output: ({ shown, ifThere }) => [
    product(shown('concatenated'), {
      top: shown('W_O'),
      bias: ifThere('b_O')[0] ?? null,
      result: shown('output'),
    }),
  ],
  sum: ({ shown }) => [line(shown('x'), '+', shown('output'), '=', shown('sum'))],
  norm: ({ shown }) => [
    line(shown('x'), '+', shown('output'), '=', shown('sum'), '→', shown('norm')),
  ],
};

function each(heads: readonly Shown[]): Line {
  return { ...line(...heads), wraps: true };
}

function line(...items: (Shown | string)[]): Line {
  return { kind: 'line', items, wraps: false };
}

function product(
  left: Shown,
  ...parts: { top: Shown; bias: Shown | null; result: Shown }[]
): Product {
  return { kind: 'product', left, parts };
}
