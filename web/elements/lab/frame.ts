// One frame of the lab: state, newest answer and appearance.
// It is made once per drawing and passed to every part. This file also has the types of the actions
// that parts may request.

import { headHue, markOf } from '../../views/color.ts';
import { openStep, stepsOf } from './answer/layer-steps.ts';
import { isMasked as isMaskedIn } from './answer/question.ts';
import type { LabState, Selection } from './state/state.ts';
import type { Answer } from './answer/answer.ts';
import type { Encoding } from './answer/tokenizer.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Theme } from '../../views/color.ts';
import type { Source } from './answer/source.ts';
import type { UnknownWord } from './answer/tokenize-state.ts';
import type { Scale } from '../../views/scale.ts';
import type { Blend } from './blend/blend.ts';
import type { Step } from './answer/layer-steps.ts';
import type { Engine } from '../shared/engine.ts';
import type { Edits } from './state/edits.ts';

export interface Look {
  theme: Theme;
  fontFamily: string;
  /** colours of words, of masked cells, of rules, and behind the highlight */
  colors: { ink: string; text: string; faint: string; line: string; wash: string };
  pixelRatio: number;
  /** room for the maps; bounded: they keep to it; least: height of a row of lines */
  size: { width: number; height: number; bounded?: boolean; least?: number };
  /** whether everything has to be drawn now, as for print */
  atOnce: boolean;
}

/**
 * a hovered selection, and the number that caused it; beside: the text about another number, which
 * stays, is hovered
 */
export type Preview = Selection & { cell?: string | null; beside?: boolean };

interface FrameParts {
  state: LabState;
  /** the hovered selection; it hides the locked one */
  preview: Preview | null;
  first: Encoding;
  second: Encoding | null;
  /** the source of vectors and weights */
  source: Source;
  /** the chosen model; it differs from `source` only while there are unknown words */
  model: Source;
  /** words that the wanted model does not know */
  unknown: readonly UnknownWord[];
  /** all loaded sources */
  sources: readonly Source[];
  /** the names of all models that can be chosen */
  offered: readonly string[];
  /** the model that is loading; '' for none */
  awaited: string;
  /** loaded part of it, from 0 to 1; null: unknown */
  arrived: number | null;
  /** null, or why a model failed to load */
  missing: unknown;
  /** whether typing replaced the model of the small grammar with English */
  replaced?: boolean;
  /** the newest there is */
  answer: Answer | null;
  /** colour scale of that answer's maps */
  scale: Scale;
  /** shown in place of those maps; null: none */
  blend: Blend | null;
  /** why a requested blend is missing */
  blendProblem: 'different' | 'failed' | null;
  /** whether the state has moved on since that answer */
  stale: boolean;
  /** whether the answer to other words was cleared and the next one has not arrived */
  waiting: boolean;
  /** whether the engine ended by itself, and another answers this question */
  restarted: boolean;
  /** the error of the newest question; null: none */
  error: unknown;
  messages: Messages;
  look: Look;
  /** whether the training model answers nearly everything right by now */
  learned: boolean;
  /** whether attention weights are left out, because the shown maps have others */
  withheld: boolean;
  /** heads without lines, where readers can switch heads off */
  off?: ReadonlySet<number>;
}

/**
 * selection: the highlight; cell: the hovered or followed number; kept: both are from the state;
 * shares: whether the open view has attention weights yet; layer: index in the source; steps: steps
 * of the layer; step: the open one; mark: the head's colour, or that of words where there is none
 */
export type Frame = Omit<FrameParts, 'preview' | 'withheld'> & {
  selection: Selection;
  cell: string | null;
  kept: boolean;
  beside: boolean;
  shares: boolean;
  layer: number;
  steps: readonly Step[];
  step: Step;
  mark: string;
};

export interface Actions {
  type: (text: string) => void;
  typeSecond: (text: string | null) => void;
  /** inserts a word into the sentence */
  insert: (word: string) => void;
  change: (change: Partial<LabState>) => void;
  /** the answer for the present state with some fields changed */
  compute: (part: Partial<LabState>) => Promise<Answer>;
  /** the engine that answers */
  engine: () => Promise<Engine>;
  /** address of a page that reads a state after '#' */
  address?: string;
  /** the same from a slider: many changes in a row are one step */
  slide: (change: Partial<LabState>) => void;
  reseed: () => void;
  /** chooses a model; one that does not know the sentence replaces it with its own */
  choose: (model: string) => void;
  /** replaces an unknown word with a known one */
  replace: (unknown: UnknownWord, word: string) => void;
  preview: (preview: Preview | null) => void;
  /** selects it, or clears the selection if it is selected already */
  lock: (selection: Selection) => void;
  /** opens the provenance of a number */
  open: (cell: string) => void;
  /** the same, and shows the step that it comes from */
  trace: (cell: string) => void;
  /** opens the provenance of a term of the open number */
  follow: (cell: string) => void;
  /** goes back along the numbers followed; 0 closes */
  trim: (length: number) => void;
  /** sets edits; live: one of many changes on the way, as of a slider */
  edit: (edits: Edits, live?: boolean) => void;
  undo: () => void;
  redo: () => void;
  enlarge: (head: number) => void;
  /** closes the open number, or clears the selection */
  letGo: () => void;
  retry: () => void;
  /** reports whether the trained model answers nearly everything right */
  learned: (is: boolean) => void;
  /** called when everything that waited has been drawn */
  drawn: () => void;
  /** draws no lines of these heads; only where readers can switch heads off */
  switchOff?: (off: ReadonlySet<number>) => void;
}

export function makeFrame({ preview, withheld, ...parts }: FrameParts): Frame {
  const { state, source, answer, look } = parts;
  const wanted = preview ?? state.selection;
  const ready = source.fixed?.heads ?? state.heads;
  // while an answer is awaited, the previous one may have fewer heads
  const heads = Math.min(ready, answer?.question.heads ?? ready);
  const selection: Selection = {
    head: wanted.head < heads ? wanted.head : 0,
    query: answer && wanted.query !== null && wanted.query < answer.rows ? wanted.query : null,
    key: answer && wanted.key !== null && wanted.key < answer.columns ? wanted.key : null,
  };
  // a mixture belongs to no head
  const isMixed = parts.blend?.kind === 'mix';
  const mark = isMixed ? look.colors.ink : markOf(headHue(selection.head), look.theme);
  // while an answer is awaited, the steps of the previous one are shown
  const steps = stepsOf((answer?.question.source ?? source).block);
  const step = openStep(steps, state.step);
  const cell = preview ? (preview.cell ?? null) : (state.trail.at(-1) ?? null);
  return {
    ...parts,
    selection,
    cell,
    kept: preview === null,
    beside: Boolean(preview?.beside),
    shares: !withheld && (state.view !== 'steps' || hasShares(steps, step)),
    layer: Math.min(state.layer, source.layers - 1),
    steps,
    step,
    mark,
  };
}

/** Whether the step is past the softmax; views without steps always have attention weights. */
function hasShares(steps: Frame['steps'], step: Frame['step']) {
  return steps.indexOf(step) >= steps.indexOf('attention');
}

/** One number of the answer. */
export function valueAt(
  { attention, rows, columns }: Answer,
  head: number,
  query: number,
  key: number,
) {
  return attention[(head * rows + query) * columns + key];
}

/** Whether the mask excludes this pair. */
export function isMasked({ question }: Answer, query: number, key: number) {
  return isMaskedIn(question, query, key);
}

export function queryPiece({ question }: Answer, query: number) {
  return question.queries[query].piece;
}

export function keyPiece({ question }: Answer, key: number) {
  return (question.keys ?? question.queries)[key].piece;
}

export function queryPieces({ question }: Answer) {
  return question.queries.map((token) => token.piece);
}

export function keyPieces({ question }: Answer) {
  return (question.keys ?? question.queries).map((token) => token.piece);
}

/** The key with the largest weight of a row. */
export function largestInRow(answer: Answer, head: number, query: number) {
  let best = 0;
  for (let key = 1; key < answer.columns; key++) {
    if (valueAt(answer, head, query, key) > valueAt(answer, head, query, best)) best = key;
  }
  return best;
}

/** The sum of a row: not 1 where a weight was edited. */
export function rowSum(answer: Answer, head: number, query: number) {
  let sum = 0;
  for (let key = 0; key < answer.columns; key++) sum += valueAt(answer, head, query, key);
  return sum;
}

/** The query with the largest weight of a column. */
export function largestInColumn(answer: Answer, head: number, key: number) {
  let best = 0;
  for (let query = 1; query < answer.rows; query++) {
    if (valueAt(answer, head, query, key) > valueAt(answer, head, best, key)) best = query;
  }
  return best;
}
