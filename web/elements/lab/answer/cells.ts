// Names of all numbers: matrix, head, row and column, such as attention.1.8.5.
// The head is part of the name only in matrices that exist once per head. A number of another layer than
// the open one has that layer's index before it, such as 0/norm.8.5. Names go into the address, into
// breadcrumbs and into the list of edits.

import { openStep } from './layer-steps.ts';
import { MATRICES, matrixOf } from './matrices.ts';
import type { Selection } from '../state/state.ts';
import type { Step } from './layer-steps.ts';

export interface Cell {
  /** one of MATRICES */
  matrix: string;
  /** null where all heads have one matrix in common */
  head: number | null;
  row: number;
  column: number;
  /** index of the layer; missing: the open one */
  layer?: number;
}

const LARGEST = 2 ** 32;

export function nameCell({ matrix, head, row, column, layer }: Cell) {
  const name = (head === null ? [matrix, row, column] : [matrix, head, row, column]).join('.');
  return layer === undefined ? name : `${layer}/${name}`;
}

/** @returns null for an unknown name */
export function parseCell(name: string): Cell | null {
  const [, layer, own] = /^(?:(0|[1-9]\d?)\/)?(.*)$/.exec(name) ?? [];
  const [matrix, ...digits] = (own ?? '').split('.');
  const known = matrixOf(matrix);
  if (!known || digits.length !== (known.perHead ? 3 : 2)) return null;
  if (!digits.every((part) => /^(0|[1-9]\d{0,9})$/.test(part) && Number(part) < LARGEST)) {
    return null;
  }
  const places = digits.map(Number);
  const [row, column] = places.slice(-2);
  const cell = { matrix, head: known.perHead ? places[0] : null, row, column };
  return layer === undefined ? cell : { ...cell, layer: Number(layer) };
}

export function isEditable({ matrix, layer }: Cell) {
  return MATRICES[matrix].editable !== null && layer === undefined;
}

/** Whether the cell means the same in every sentence. */
export function staysInPlace({ matrix }: Cell) {
  return MATRICES[matrix].editable === 'weight';
}

/** Whether each layer of a model has its own. */
export function isOfLayer({ matrix }: Cell) {
  return matrix !== 'vocabulary' && matrix !== 'positions';
}

/** The name of a number in a map, or in another matrix with tokens on both axes. */
export function cellOfPair(matrix: string, head: number, query: number, key: number) {
  return nameCell({ matrix, head, row: query, column: key });
}

/**
 * The selection that a highlighted number implies: its head and its tokens.
 *
 * @param selection fallback for fields that the number does not determine
 */
export function selectionOf(name: string, selection: Selection): Selection {
  const cell = parseCell(name);
  if (!cell) return selection;
  const { matrix, row, column } = cell;
  const head = cell.head ?? selection.head;
  const { rows, columns } = MATRICES[matrix];
  if (columns === 'key') return { head, query: row, key: column };
  if (rows === 'key') return { head, query: selection.query, key: row };
  if (rows === 'query') return { head, query: row, key: selection.key };
  return { ...selection, head };
}

/**
 * @param name name of a number
 * @param steps steps of the layer
 */
export function stepOf(name: string, steps: readonly Step[]): Step {
  const cell = parseCell(name);
  const step = cell ? MATRICES[cell.matrix].step : 'embedding';
  // a norm comes before attention or after it
  return openStep(steps, step === 'norm' && steps.includes('inputNorm') ? 'inputNorm' : step);
}
