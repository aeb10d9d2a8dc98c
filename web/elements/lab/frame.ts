// One frame of the lab: state, newest answer and appearance.
// It is made once per drawing and passed to every part. This file also has the types of the actions
// that parts may request.

import { headHue, markOf } from '../../views/color.ts';
import { openStep, stepsOf } from './answer/layer-steps.ts';
import type { LabState, Selection } from './state/state.ts';
import type { Answer } from './answer/answer.ts';
import type { Encoding } from './answer/tokenizer.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Theme } from '../../views/color.ts';
import type { Source } from './answer/source.ts';
import type { UnknownWord } from './answer/tokenize-state.ts';
import type { Scale } from '../../views/scale.ts';
import type { Blend } from './blend/blend.ts';
import type { HeadMaps } from './answer/head-maps.ts';
import type { LayerBlock, Step } from './answer/layer-steps.ts';
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

/** the part of the state that views of maps show */
export type MapState = Pick<LabState, 'view' | 'selection' | 'numbers' | 'solo'> &
  Partial<Pick<LabState, 'off'>>;

/** the part of the state that the steps of a layer and the panel show */
export type LayerState = MapState &
  Pick<LabState, 'trail' | 'step' | 'allHeads'> &
  Partial<Pick<LabState, 'layer'>>;

interface MapParts {
  state: MapState;
  /** the hovered selection; it hides the locked one */
  preview: Preview | null;
  /** the newest there are */
  maps: HeadMaps | null;
  /** colour scale of those maps */
  scale: Scale;
  /** shown in place of those maps */
  blend?: Blend | null;
  /** whether the state has moved on since those maps */
  stale?: boolean;
  /** heads without lines, where readers can switch heads off */
  off?: ReadonlySet<number>;
  messages: Messages;
  look: Look;
}

/**
 * content of the views of maps; selection: the highlighted one; kept: whether it is from the state;
 * mark: colour of the head, or of words where there is no head
 */
export type MapFrame = Omit<MapParts, 'preview'> & {
  selection: Selection;
  kept: boolean;
  mark: string;
};

type LayerParts = Omit<MapParts, 'maps'> & {
  state: LayerState;
  /** the newest there is */
  answer: Answer | null;
  /** whether the answer to other words was cleared and the next one has not arrived */
  waiting?: boolean;
  /** whether attention weights are left out, because the shown maps have others */
  withheld?: boolean;
  /** an answer from before: in the steps, numbers that differ from it have the mark of edited ones */
  earlier?: Answer | null;
};

/**
 * content of a layer's steps and of the panel; cell: the hovered or followed number; shares:
 * whether the open view has attention weights yet; steps: steps of the layer; step: the open one
 */
export type LayerFrame = MapFrame & {
  state: LayerState;
  answer: Answer | null;
  earlier?: Answer | null;
  waiting?: boolean;
  cell: string | null;
  beside: boolean;
  /** whether the answer is still that of another layer than the open one */
  elsewhere: boolean;
  shares: boolean;
  steps: readonly Step[];
  step: Step;
};

type FrameParts = LayerParts & {
  state: LabState;
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
  blend: Blend | null;
  /** why a requested blend is missing */
  blendProblem: 'different' | 'failed' | null;
  stale: boolean;
  waiting: boolean;
  /** whether the engine ended by itself, and another answers this question */
  restarted: boolean;
  /** the error of the newest question; null: none */
  error: unknown;
  /** whether the training model answers nearly everything right by now */
  learned: boolean;
  /** whether the tools are shown that a first look does not need */
  more: boolean;
  withheld: boolean;
};

/** what every part of the lab shows; layer: index in the source */
export type Frame = Omit<FrameParts, 'preview' | 'withheld'> & LayerFrame & { layer: number };

/** what readers do to a selection in maps */
export interface SelectionActions {
  change: (change: Partial<MapState>) => void;
  preview: (preview: Preview | null) => void;
  /** selects it, or clears the selection if it is selected already */
  lock: (selection: Selection) => void;
  enlarge: (head: number) => void;
  /** closes the open number, or clears the selection */
  letGo: () => void;
  /** called when everything that waited has been drawn */
  drawn: () => void;
  /** draws no lines of these heads; only where readers can switch heads off */
  switchOff?: (off: ReadonlySet<number>) => void;
}

/** and to the numbers of a layer */
export interface LayerActions extends SelectionActions {
  change: (change: Partial<LayerState>) => void;
  /** opens the provenance of a number */
  open: (cell: string) => void;
  /** the same, and shows the step that it comes from */
  trace: (cell: string) => void;
  /** opens the provenance of a term of the open number */
  follow: (cell: string) => void;
  /** goes back along the numbers followed; 0 closes */
  trim: (length: number) => void;
  /**
   * sets edits; live: one of many changes on the way, as of a slider. Numbers of an opened layer
   * cannot be edited
   */
  edit?: (edits: Edits, live?: boolean) => void;
}

/** and to the whole lab */
export interface Actions extends LayerActions {
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
  /** the same from a run that goes on: the step of the reader's history stays the same one */
  note: (change: Partial<LabState>) => void;
  reseed: () => void;
  /** chooses a model; one that does not know the sentence replaces it with its own */
  choose: (model: string) => void;
  /** replaces an unknown word with a known one */
  replace: (unknown: UnknownWord, word: string) => void;
  edit: (edits: Edits, live?: boolean) => void;
  undo: () => void;
  redo: () => void;
  retry: () => void;
  /** reports whether the trained model answers nearly everything right */
  learned: (is: boolean) => void;
  /** shows or hides the tools that a first look does not need */
  showMore: (is: boolean) => void;
}

/** @param most number of heads that can be selected */
export function makeMapFrame<Parts extends MapParts>(
  { preview, ...parts }: Parts,
  most: number = parts.maps?.heads ?? 0,
) {
  const { state, maps, look, blend } = parts;
  const wanted = preview ?? state.selection;
  const selection: Selection = {
    head: wanted.head < most ? wanted.head : 0,
    query: maps && wanted.query !== null && wanted.query < maps.rows ? wanted.query : null,
    key: maps && wanted.key !== null && wanted.key < maps.columns ? wanted.key : null,
  };
  // a mixture belongs to no head
  const mark =
    blend?.kind === 'mix' ? look.colors.ink : markOf(headHue(selection.head), look.theme);
  return { ...parts, selection, kept: preview === null, mark };
}

/**
 * @param block structure of the layer
 * @param most number of heads that can be selected
 */
export function makeLayerFrame<Parts extends LayerParts>(
  { withheld, ...parts }: Parts,
  block: LayerBlock,
  most?: number,
) {
  const { state, preview, answer } = parts;
  const steps = stepsOf(block);
  const step = openStep(steps, state.step);
  return {
    ...makeMapFrame({ ...parts, maps: answer }, most),
    cell: preview ? (preview.cell ?? null) : (state.trail.at(-1) ?? null),
    beside: Boolean(preview?.beside),
    elsewhere:
      answer !== null &&
      state.layer !== undefined &&
      answer.question.layer !== Math.min(state.layer, answer.question.source.layers - 1),
    shares: !withheld && (state.view !== 'steps' || hasShares(steps, step)),
    steps,
    step,
  };
}

export function makeFrame(parts: FrameParts): Frame {
  const { state, source, answer } = parts;
  const ready = source.fixed?.heads ?? state.heads;
  // while an answer is awaited, the previous one may have fewer heads, and its steps are shown
  const heads = Math.min(ready, answer?.heads ?? ready);
  const { block } = (answer?.question ?? parts).source;
  const layer = Math.min(state.layer, source.layers - 1);
  return { ...makeLayerFrame(parts, block, heads), layer };
}

/** Whether the step is past the softmax; views without steps always have attention weights. */
function hasShares(steps: Frame['steps'], step: Frame['step']) {
  return steps.indexOf(step) >= steps.indexOf('attention');
}

/** One number of the maps. */
export function valueAt(
  { attention, rows, columns }: HeadMaps,
  head: number,
  query: number,
  key: number,
) {
  return attention[(head * rows + query) * columns + key];
}

/** The key with the largest weight of a row. */
export function largestInRow(maps: HeadMaps, head: number, query: number) {
  let best = 0;
  for (let key = 1; key < maps.columns; key++) {
    if (valueAt(maps, head, query, key) > valueAt(maps, head, query, best)) best = key;
  }
  return best;
}

/** The sum of a row: not 1 where a weight was edited. */
export function rowSum(maps: HeadMaps, head: number, query: number) {
  let sum = 0;
  for (let key = 0; key < maps.columns; key++) sum += valueAt(maps, head, query, key);
  return sum;
}

/** The query with the largest weight of a column. */
export function largestInColumn(maps: HeadMaps, head: number, key: number) {
  let best = 0;
  for (let query = 1; query < maps.rows; query++) {
    if (valueAt(maps, head, query, key) > valueAt(maps, head, best, key)) best = query;
  }
  return best;
}
