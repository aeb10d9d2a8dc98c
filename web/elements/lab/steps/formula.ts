// The formulas of the steps, as MathML.

import { shortText } from '../../../ui/format.ts';
import {
  both,
  formula,
  frac,
  mi,
  mn,
  mo,
  name,
  over,
  prime,
  root,
  row,
  sub,
  sup,
  under,
} from '../../../ui/mathml.ts';
import { createRoot } from '../../../ui/template.ts';
import { activationText } from '../provenance/expression.ts';
import { symbolOf } from './symbols.ts';
import type { Template } from '../../../ui/template.ts';
import type { LayerBlock } from '../answer/layer-steps.ts';

interface FormulaContext {
  heads: number;
  headWidth: number;
  /** whether keys and values come from a second sentence */
  crossed: boolean;
  scaled: boolean;
  /** only where the scale is not 1 / √E */
  scale?: number;
  /** number of earlier layers */
  layer: number;
  /** network that ends the layer below; null: there is no such layer */
  below: { activation: string; gated: boolean } | null;
  /** matrices whose sum is x, or normalised is x; null: x is made otherwise */
  sum: { of: readonly string[]; isNormed: boolean } | null;
  /** whether biases are added */
  biased: Readonly<Record<'Q' | 'K' | 'V', boolean>>;
  outputBiased: boolean;
  /** whether the layer norm has learned parameters */
  learned: boolean;
  /** whether they include β */
  shifted: boolean;
  block: LayerBlock;
}

const i = () => mi('i');
const primed = (letter: string) => sub(prime(letter), i());
const of = (letter: string) => sub(mi(letter), i());
const normed = (letter: string) => sub(over(mi(letter), mo('^')), i());
const weight = (letter: string) => both(mi('W'), i(), mi(letter));
const bias = (letter: string) => ['+', both(mi('b'), i(), mi(letter))];

const FORMULAS: Record<string, (context: FormulaContext) => Template[]> = {
  embedding: ({ crossed, layer, below, sum, block }) =>
    block.given
      ? given(sum)
      : [
          ...(layer > 0 ? passedOn(below, block) : [row(mi('x'), '=', ...embedded(block))]),
          ...(crossed && layer === 0 ? [row(mi('y'), '=', ...embedded(block))] : []),
        ],
  inputNorm: (context) =>
    context.block.given?.isRms
      ? normedRows('RMSNorm', [mi('x')], stretched(mi('x'), context))
      : normedRows('LayerNorm', [mi('x')], normalised([mi('x')], context)),
  projection: ({ crossed, block, biased }) => {
    const input = (of: string) =>
      block.norm !== 'pre' ? mi(of) : crossed ? sub(mi('N'), mi(of)) : mi('N');
    const from = () => input(crossed ? 'y' : 'x');
    return [
      row(of('Q'), '=', input('x'), weight('Q'), ...(biased.Q ? bias('Q') : [])),
      row(of('K'), '=', from(), weight('K'), ...(biased.K ? bias('K') : [])),
      row(of('V'), '=', from(), weight('V'), ...(biased.V ? bias('V') : [])),
    ];
  },
  headNorm: (context) =>
    ['Q', 'K'].map((letter) =>
      row(
        normed(letter),
        '=',
        ...(context.block.given?.headNorm?.isRms === false
          ? normalised([of(letter)], { learned: true, shifted: true })
          : stretched(of(letter), { shifted: false })),
      ),
    ),
  turned: ({ headWidth, block }) => {
    const turn = (wave: string) => [...[name(wave), '(', mi('p'), sub(mi('ω'), mi('r')), ')']];
    const power = row('−', mn(2), mi('r'), '/', mn(headWidth));
    return [
      row(prime('a'), '=', mi('a'), ...turn('cos'), '−', mi('b'), ...turn('sin')),
      row(prime('b'), '=', mi('a'), ...turn('sin'), '+', mi('b'), ...turn('cos')),
      ...(block.rotary?.theta === undefined
        ? []
        : [row(sub(mi('ω'), mi('r')), '=', sup(mn(block.rotary.theta), power))]),
    ];
  },
  dotProducts: ({ block }) => [row(...compared(block))],
  scores: ({ headWidth, scaled, scale, block }) => [
    scale !== undefined
      ? row(
          of('S'),
          '=',
          ...(scale === 1 ? [] : [mn(shortText(scale, 4)), '·']),
          ...compared(block),
        )
      : scaled
        ? row(
            of('S'),
            '=',
            frac(row(...compared(block)), root(sub(mi('d'), mi('k')))),
            ',',
            sub(mi('d'), mi('k')),
            '=',
            mn(headWidth),
          )
        : row(of('S'), '=', ...compared(block)),
  ],
  masked: ({ block: { given } }) => {
    const cap = given?.softcap ? mn(given.softcap) : null;
    const distance = given?.addsDistance ? ['+', of('B')] : [];
    return [
      ...(cap ? [row(of('T'), '=', cap, '·', name('tanh'), '(', frac(of('S'), cap), ')')] : []),
      row(primed('S'), '=', of(cap ? 'T' : 'S'), ...distance, '+', mi('M')),
    ];
  },
  attention: () => [
    row(
      of('A'),
      '=',
      name('softmax'),
      '(',
      primed('S'),
      ')',
      ',',
      sub(mi('a'), row(mi('q'), mi('k'))),
      '=',
      frac(
        sup(mi('e'), sub(mi('s'), row(mi('q'), mi('k')))),
        row(under(mo('∑'), mi('j')), sup(mi('e'), sub(mi('s'), row(mi('q'), mi('j'))))),
      ),
    ),
  ],
  heads: () => [row(of('Z'), '=', of('A'), of('V'))],
  concatenated: ({ heads }) => [
    row(
      mi('C'),
      '=',
      name('Concat'),
      '(',
      ...(heads > 2
        ? [sub(mi('Z'), mn(1)), mo(','), mo('…'), mo(','), sub(mi('Z'), mn(heads))]
        : heads === 2
          ? [sub(mi('Z'), mn(1)), mo(','), sub(mi('Z'), mn(2))]
          : [sub(mi('Z'), mn(1))]),
      ')',
    ),
  ],
  output: ({ outputBiased: biased }) => [
    row(
      ...[mi('O'), '=', mi('C'), sup(mi('W'), mi('O'))],
      ...(biased ? ['+', sup(mi('b'), mi('O'))] : []),
    ),
  ],
  norm: (context) => {
    const sum = [mi('x'), '+', mi('O')];
    return normedRows('LayerNorm', sum, normalised(sum, context));
  },
  sum: () => [row(mi('x'), '+', mi('O'))],
};

/** Queries times transposed keys, after their norm and their rotation. */
function compared({ rotary, given }: LayerBlock): (Template | string)[] {
  const form = rotary ? primed : given?.headNorm ? normed : null;
  if (!form) return [of('Q'), both(mi('K'), i(), mi('T'))];
  return [form('Q'), '(', form('K'), sup(row(')'), mi('T'))];
}

/** A norm by its name, and below it the norm itself: beside each other they are wider than the column. */
function normedRows(norm: string, rows: (Template | string)[], formula: (Template | string)[]) {
  return [row(mi('N'), '=', name(norm), '(', ...rows, ')'), row('=', ...formula)];
}

function normalised(
  rows: (Template | string)[],
  { learned, shifted }: Pick<FormulaContext, 'learned' | 'shifted'>,
): (Template | string)[] {
  return [
    frac(row(...rows, '−', mi('μ')), root(sup(mi('σ'), mn(2)), '+', mi('ε'))),
    ...(learned ? ['·', mi('γ')] : []),
    ...(shifted ? ['+', mi('β')] : []),
  ];
}

/** A division by the root of the mean square. */
function stretched(
  rows: Template,
  { shifted }: Pick<FormulaContext, 'shifted'>,
): (Template | string)[] {
  const square = sup(row(rows), mn(2));
  return [
    frac(rows, root(name('mean'), '(', square, ')', '+', mi('ε'))),
    ...['·', mi('γ')],
    ...(shifted ? ['+', mi('β')] : []),
  ];
}

/** The formula of tokens and positions. */
function embedded({ placed }: LayerBlock): (Template | string)[] {
  return [mi('e'), ...(placed ? ['+', mi('p')] : [])];
}

/** The formula of an opened model's x, where it is a sum. */
function given(sum: FormulaContext['sum']) {
  if (!sum) return [];
  const parts = sum.of.flatMap((one) => ['+', symbolOf(one, null)]).slice(1);
  const x = sum.isNormed ? [name('LayerNorm'), '(', ...parts, ')'] : parts;
  return [row(mi('x'), '=', ...x)];
}

/** The formulas of the layer below from its attention on: a network, and a sum. */
function passedOn(below: FormulaContext['below'], { norm }: LayerBlock) {
  if (!below) return [];
  const { activation, gated } = below;
  const sum = [mi('h'), '+', mi('f')];
  const into = norm === 'pre' ? [name('LayerNorm'), '(', mi('h'), ')'] : [mi('h')];
  const linear = (number: number) => [sub(mi('W'), mn(number)), '+', sub(mi('b'), mn(number))];
  const act = name(activationText(activation));
  const first = [...into, ...linear(1)];
  return [
    row(mi('x'), '=', ...(norm === 'post' ? [name('LayerNorm'), '(', ...sum, ')'] : sum)),
    ...(gated
      ? [
          row('[', mi('a'), ',', mi('u'), ']', '=', ...first),
          row(mi('f'), '=', '(', act, '(', mi('a'), ')', '⊙', mi('u'), ')', ...linear(2)),
        ]
      : [row(mi('f'), '=', act, '(', ...first, ')', ...linear(2))]),
  ];
}

/** The formulas of a step, one per line. */
export function formulasOf(step: string, context: FormulaContext) {
  return FORMULAS[step](context).map((line) => createRoot(formula(line, 'block')).element);
}
