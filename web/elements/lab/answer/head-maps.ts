// Maps of a layer's heads, computed or given: the numbers, the tokens, and the masked pairs.

import { isMasked } from './question.ts';
import type { Blend } from '../blend/blend.ts';
import type { Engine } from '../../shared/engine.ts';
import type { Question } from './answer.ts';

type PairTest = (row: number, column: number) => boolean;

export interface HeadMaps {
  /** (heads, rows, columns) */
  attention: Float32Array;
  heads: number;
  rows: number;
  columns: number;
  rowTokens: readonly string[];
  columnTokens: readonly string[];
  /** whether the mask excludes a pair; without it, every query may attend to every key */
  isMasked?: PairTest;
  /** what the maps answer; given maps answer no question */
  question?: Pick<Question, 'source' | 'layer'>;
  /** the engine that computed them; null or absent: no engine of this page */
  backend?: Engine['backend'] | null;
}

/** Sizes, tokens and masked pairs of the maps that answer a question. */
export function mapsOf(question: Question): Omit<HeadMaps, 'attention' | 'question' | 'backend'> {
  const { heads, queries } = question;
  const keys = question.keys ?? queries;
  return {
    heads,
    rows: queries.length,
    columns: keys.length,
    rowTokens: queries.map(({ piece }) => piece),
    columnTokens: keys.map(({ piece }) => piece),
    isMasked: maskOf(question),
  };
}

/**
 * The pairs without a number in the shown maps. A difference from another run has a number for
 * every pair: that run may have had no mask.
 */
export function shownMask(blend: Blend | null | undefined, maps: HeadMaps) {
  return blend?.kind === 'run' ? undefined : maps.isMasked;
}

/** The masked pairs, found when the first one is asked for. */
function maskOf(question: Question): PairTest | undefined {
  const { causal, padding, edits, window, queries } = question;
  const isEdited = Object.keys(edits).some((name) => name.startsWith('mask.'));
  if (!causal && !window && padding === 0 && !isEdited) return undefined;
  const columns = (question.keys ?? queries).length;
  let masked: Uint8Array | null = null;
  return (row, column) => {
    masked ??= Uint8Array.from({ length: queries.length * columns }, (_, at) =>
      Number(isMasked(question, Math.floor(at / columns), at % columns)),
    );
    return masked[row * columns + column] === 1;
  };
}
