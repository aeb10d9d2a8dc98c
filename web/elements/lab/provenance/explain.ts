// Explains a number: its terms, running sum and the engine's formula.

import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { MATRICES } from '../answer/matrices.ts';
import { stageOf } from '../answer/embedding-stages.ts';
import { editNameOf } from './editable.ts';
import { EPSILON, MAKERS } from './reenact.ts';
import { sourcesOf } from './sources.ts';
import type { Answer } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';
import type { Kind } from '../answer/matrices.ts';

export interface Factor {
  /** its name; null for a number that is no cell */
  cell: string | null;
  value: number;
}

export interface Term {
  factors: readonly Factor[];
  /** product of the factors, rounded */
  product: number;
  /** sum so far, in the order of the terms; the last one is the engine's number */
  running: number;
}

export interface Explanation {
  cell: Cell;
  /** the engine's number */
  value: number;
  /** 'given': an input; 'edited': by the reader */
  kind: Kind | 'given' | 'edited';
  /** terms in plain order */
  terms: readonly Term[];
  /** the addend at the end */
  bias: Factor | null;
  /** inputs of a number that is not a sum of terms, in the order of its formula */
  parts: readonly Factor[];
  /**
   * where the engine adds every fourth term: the running sums of its four lanes; none where it adds
   * in plain order
   */
  lanes: readonly (readonly number[])[];
  /** epsilon of a norm */
  epsilon: number;
  /** name of an activation function */
  activation: string;
  /** sum of the terms */
  total: number;
  /** the final running sum; the engine's own number, to the bit */
  result: number;
}

/** Caches an answer's last explanations: one may have thousands of terms, and several parts request it. */
const latest: WeakMap<Answer, Map<string, Explanation | null>> = new WeakMap();
const MOST_KEPT = 8;

/**
 * @param name name of a cell
 * @returns null where this answer has no such number
 */
export function explain(answer: Answer, name: string): Explanation | null {
  const known = latest.get(answer) ?? new Map();
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(name, explainNow(answer, name));
  latest.set(answer, known);
  return known.get(name);
}

function explainNow(answer: Answer, name: string): Explanation | null {
  const cell = parseCell(name);
  const value = cell && numberOf(answer, cell);
  if (!cell || value === null) return null;
  const kind = kindOf(answer, cell);
  const nothing = {
    cell,
    value,
    kind,
    terms: [],
    bias: null,
    parts: [],
    lanes: [],
    epsilon: EPSILON,
    activation: '',
    total: 0,
    result: value,
  };
  if (kind === 'given' || kind === 'edited') return nothing;
  return { ...nothing, ...MAKERS[kind](answer, cell) };
}

function kindOf(answer: Answer, cell: Cell): Explanation['kind'] {
  const { kind } = MATRICES[cell.matrix];
  if (Object.hasOwn(answer.question.edits, editNameOf(answer, cell) ?? '')) return 'edited';
  const made = stageOf(answer, cell);
  const sources = made || kind ? sourcesOf(answer, cell) : [];
  if (sources.length === 0) return 'given';
  if (made) return made.kind;
  if (kind === null) return 'given';
  const { given } = answer.question.source.block;
  if (cell.matrix === 'norm' && given?.isRms) return 'squares';
  if (kind === 'squares' && given?.headNorm?.isRms === false) return 'normed';
  return kind === 'turned' && sources.length === 1 ? 'copy' : kind;
}
