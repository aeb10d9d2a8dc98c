// State of the view of causes as one value, and the choices that change it.

import type { Attribution, Board, LensCell, LensPlace, Over, Patched, Taken } from './messages.ts';
import type { Read } from '../tokens.ts';
import type { Guess, Head, Input, Kind } from '../worker-messages.ts';
import type { Theme } from '../../../views/color.ts';

export const TABS = ['lens', 'sum', 'heads', 'patch'] as const;
export type Tab = (typeof TABS)[number];

/** The text that the room shows. */
export interface Asked {
  read: Read;
  /** as it is typed */
  input: Input;
  /** the chosen token */
  position: number;
  removed: readonly Head[];
  kind: Kind;
  theme: Theme;
}

export interface Word {
  id: number;
  name: string;
}

/** Long work, and its result as far as it is known. */
export type Work<T> =
  | { type: 'none' }
  | { type: 'working'; done: number; value: T | null }
  | { type: 'stopped'; value: T | null }
  | { type: 'failed'; detail: string; value: null }
  | { type: 'done'; value: T };

/** Cells of the lens: a row for each place, a column for each token of the window; null: not computed yet. */
export interface Lens {
  first: number;
  places: readonly LensPlace[];
  rows: readonly (readonly (LensCell | null)[])[];
}

export interface CausesState {
  isOpen: boolean;
  tab: Tab;
  asked: Asked | null;
  guesses: readonly Guess[];
  word: Word | null;
  /** null: the logit of the word alone */
  against: Word | null;
  /** the choice for which a word is typed, and the reason why the last one was refused */
  typing: { side: 'word' | 'against'; wrong: string } | null;
  by: 'zero' | 'mean';
  of: Taken;
  /** whether the lens has rows after each attention; none: attention and MLP of this model read the same input */
  middle: boolean | 'none';
  over: Over;
  second: string;
  lens: Work<Lens>;
  sum: Work<Attribution>;
  heads: Work<Board>;
  /** the worker's answer: a board, or texts that cannot be compared */
  patch: Work<Patched | { tokens: [number, number] }>;
  /** the reason why the second text is none of this model's; null: it is one */
  refused: string | null;
  /** whether the reader asked for an example, and none works with this model */
  noExample: boolean;
  /** numbers of tokens of two texts that cannot be compared */
  uneven: readonly [number, number] | null;
  /** chosen cell of the board, or row of the sum */
  cell: { row: number; column: number } | null;
  /** layers of the sum whose heads are shown */
  unfolded: readonly number[];
  failed: string | null;
}

const NONE = { type: 'none' } as const;

/** Results of another word or another text. */
export const FRESH = {
  ...{ lens: NONE, sum: NONE, heads: NONE, patch: NONE },
  ...{ uneven: null, refused: null, noExample: false, cell: null, failed: null },
};

export const START: CausesState = {
  isOpen: false,
  tab: 'lens',
  asked: null,
  guesses: [],
  word: null,
  against: null,
  typing: null,
  by: 'zero',
  of: 'heads',
  middle: false,
  over: 'residual',
  second: '',
  unfolded: [],
  ...FRESH,
};

/** The numbers of layers and heads to which the boards belong, and the position of the score. */
export const isOfText = (state: CausesState) => state.asked?.read.reading.predicts === 'classes';
