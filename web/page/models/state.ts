// State of an open text model as one value, and the events that change it.

import { axesOf, given, last, placeOf } from './tokens.ts';
import type { Theme } from '../../views/color.ts';
import type { Part } from './map-part.ts';
import type { MeasureName } from './measures.ts';
import type { Prediction } from './prediction-bars.ts';
import type { Status } from './status.ts';
import type { Stopped } from './model-header.ts';
import type { Read, Written } from './tokens.ts';
import type { Head, Kind, Measured, Predicts, Step } from './worker-messages.ts';

export type View = 'head' | 'lines' | 'steps' | 'causes' | 'contacts';

export interface TextState {
  /** the chosen head, and the kind of its attention */
  at: Head;
  kind: Kind;
  removed: readonly Head[];
  part: Part;
  view: View;
  theme: Theme;
  /** tokens that the model wrote, which follow the text */
  written: readonly Written[];
  /** the chosen token */
  position: number;
  /** whether the text that is being read is another one: its initial token will be chosen */
  startsAgain: boolean;
  /** the text on the screen; null: none has been read, or it is not valid */
  read: Read | null;
  /** whether tokens were written that the worker has not read as text yet */
  isBehind: boolean;
  /** layers that have maps of the text, while the others are read; null: all are there */
  arrived: Arrived | null;
  /** whether the maps are hidden, because there is no valid text */
  isEmpty: boolean;
  prediction: Prediction;
  status: Status;
  writing: Writing;
  measures: Measures;
  /** null: the worker runs */
  stopped: Stopped | null;
}

/** Layers of all stacks, in the order of reading: the encoder's before the decoder's. */
export interface Arrived {
  count: number;
  of: number;
}

export interface Writing {
  /** number of the present generation, or of the last one */
  run: number;
  /** until it is paused, or ends */
  isOn: boolean;
  /** number of texts so far: late tokens of an earlier one are dropped */
  text: number;
  /** tokens of this generation, and milliseconds since the first; null: not shown */
  rate: { count: number; milliseconds: number } | null;
  temperature: number;
  /** as it is typed */
  seed: string;
}

export interface Measures {
  name: MeasureName | null;
  isSorted: boolean;
  /** layer by layer; empty: no measure is shown */
  found: readonly Measured[];
  /** tokens among which `from` and `to` are chosen */
  tokens: readonly string[];
  /** chosen tokens; -1: the last one */
  from: readonly number[];
  to: readonly number[];
}

export type TextEvent =
  // choices of the reader
  | { type: 'headChosen'; at: Head }
  | { type: 'kindChosen'; kind: Kind }
  | { type: 'headsRemoved'; removed: readonly Head[] }
  | { type: 'partChosen'; part: Partial<Part> }
  | { type: 'viewChosen'; view: View }
  | { type: 'tokenChosen'; position: number }
  | { type: 'textChanged'; written: readonly Written[] }
  | { type: 'measureChosen'; name: MeasureName | null }
  | { type: 'measureSorted'; isSorted: boolean }
  | { type: 'measureTokenFlipped'; side: 'from' | 'to'; token: number }
  | { type: 'temperatureChosen'; temperature: number }
  | { type: 'seedTyped'; seed: string }
  // reading the text
  | { type: 'textAsked' }
  | { type: 'textRefused' }
  /** @param layers of all stacks */
  | { type: 'textRead'; read: Read; layers?: number }
  | { type: 'layersArrived'; arrived: Arrived }
  | { type: 'layersDone'; predicts: Predicts }
  | { type: 'predicted'; prediction: Prediction }
  | { type: 'textShown' }
  | { type: 'failed'; detail: string }
  // measuring
  | { type: 'measuring'; tokens: readonly string[] }
  | { type: 'measured'; found: readonly Measured[] }
  // writing
  | { type: 'writingStarted' }
  | { type: 'writingPaused' }
  | { type: 'writingDropped' }
  | { type: 'rewound'; written: readonly Written[] }
  | { type: 'outrun' }
  /** @param rate null: it is the first of its generation */
  | { type: 'tokenWritten'; step: Step; rate: Writing['rate'] }
  | { type: 'writingEnded'; run: number }
  | { type: 'writingOver'; status: Status }
  // around it
  | { type: 'themeSeen'; theme: Theme }
  | { type: 'workerStopped'; stopped: Stopped };

/** Number of predictions that are shown. */
export const TOP = 6;

export const BEGINNING: TextState = {
  at: { layer: 0, head: 0 },
  kind: 'self',
  removed: [],
  part: { pair: null, whole: false },
  view: 'head',
  theme: 'light',
  written: [],
  position: 0,
  startsAgain: true,
  read: null,
  isBehind: false,
  arrived: null,
  isEmpty: true,
  prediction: { type: 'waiting' },
  status: null,
  writing: { run: 0, isOn: false, text: 0, rate: null, temperature: 0, seed: '0' },
  measures: { name: null, isSorted: false, found: [], tokens: [], from: [-1], to: [0] },
  stopped: null,
};

export function reduce(state: TextState, event: TextEvent): TextState {
  const { writing, measures } = state;
  switch (event.type) {
    case 'headChosen':
      return { ...state, at: event.at };
    case 'kindChosen':
      return stopWriting({ ...state, kind: event.kind, at: { layer: 0, head: 0 } });
    case 'headsRemoved':
      return stopWriting({ ...state, removed: event.removed });
    case 'partChosen':
      return { ...state, part: { ...state.part, ...event.part } };
    case 'viewChosen':
      return { ...state, view: event.view };
    case 'tokenChosen':
      return stopWriting({ ...state, position: event.position, startsAgain: false });
    case 'textChanged':
      return stopWriting({ ...state, written: event.written, startsAgain: true });
    case 'measureChosen':
      return { ...state, measures: { ...measures, name: event.name } };
    case 'measureSorted':
      return { ...state, measures: { ...measures, isSorted: event.isSorted } };
    case 'measureTokenFlipped':
      return { ...state, measures: flip(measures, event.side, event.token) };
    case 'temperatureChosen':
      return { ...state, writing: { ...writing, temperature: event.temperature } };
    case 'seedTyped':
      return { ...state, writing: { ...writing, seed: event.seed } };

    case 'textAsked':
      return { ...state, status: { type: 'computing' } };
    case 'textRefused':
      return {
        ...state,
        ...{ read: null, arrived: null, isEmpty: true },
        ...{ prediction: { type: 'hidden' }, status: null },
      };
    case 'textRead': {
      const { read, layers: of = 0 } = event;
      const position = positionIn(state, read);
      const next = { ...state, read, position, startsAgain: false, isBehind: false };
      if (read.reading.milliseconds !== null) return { ...next, arrived: null };
      return reduce(next, { type: 'layersArrived', arrived: { count: 0, of } });
    }
    case 'layersArrived': {
      const { arrived } = event;
      return { ...state, arrived, isEmpty: false, status: { type: 'arriving', ...arrived } };
    }
    case 'layersDone': {
      const { read } = state;
      const reading = read && { ...read.reading, predicts: event.predicts };
      return { ...state, read: read && reading && { ...read, reading }, arrived: null };
    }
    case 'predicted':
      return { ...state, prediction: event.prediction };
    case 'textShown':
      return { ...state, isEmpty: false, status: computed(state) };
    case 'failed':
      return { ...state, status: { type: 'failed', detail: event.detail } };

    case 'measuring':
      return { ...state, measures: withTokens(measures, event.tokens) };
    case 'measured':
      return { ...state, measures: { ...measures, found: event.found } };

    case 'writingStarted':
      return { ...state, writing: { ...writing, run: writing.run + 1, isOn: true } };
    case 'writingPaused':
      return { ...state, writing: { ...writing, isOn: false, rate: null } };
    case 'writingDropped':
      return stopWriting(state);
    case 'rewound':
      return { ...state, written: event.written };
    case 'outrun':
      return { ...state, isBehind: true };
    case 'tokenWritten':
      return write(state, event.step, event.rate);
    case 'writingEnded':
      if (event.run !== writing.run) return state; // a later one has begun
      return { ...state, writing: { ...writing, isOn: false, rate: null } };
    case 'writingOver':
      return { ...state, status: event.status };

    case 'themeSeen':
      return { ...state, theme: event.theme };
    case 'workerStopped':
      return {
        ...stopWriting(state),
        isBehind: true,
        status: null,
        stopped: event.stopped,
      };
  }
}

/** Ends a generation whose text is replaced or changed; the written tokens stay. */
function stopWriting(state: TextState): TextState {
  const { writing } = state;
  return { ...state, writing: { ...writing, isOn: false, text: writing.text + 1, rate: null } };
}

/** The chosen token, where the text still has it; otherwise the initial one. */
function positionIn({ position, startsAgain }: TextState, read: Read) {
  const end = last(read);
  if (!startsAgain && position <= end) return position;
  return read.targets.length === 0 && read.written.length === 0 ? placeOf(read.reading) : end;
}

function computed({ read }: TextState): Status {
  if (!read) return null;
  const { milliseconds } = read.reading;
  const count = last(read) + 1;
  return { type: 'computed', count, milliseconds };
}

function write(
  state: TextState,
  { id, token, alternatives }: Step,
  rate: Writing['rate'],
): TextState {
  const { read, status, writing } = state;
  if (!read) return state;
  const one = { id, name: token };
  const next = { ...read, written: [...read.written, one] };
  return {
    ...state,
    read: next,
    written: [...state.written, one],
    position: last(next),
    startsAgain: false,
    isBehind: true,
    status: rate ? null : status,
    writing: { ...writing, rate },
    prediction: {
      type: 'guesses',
      guesses: alternatives.slice(0, TOP),
      token: axesOf(read, state.kind).decoder.at(-1) ?? '',
      predicts: 'tokens',
      canWrite: false,
      written: id,
    },
  };
}

/** The chosen tokens of one side, by their indexes in the text. */
export function chosenTokens({ tokens, ...sides }: Measures, side: 'from' | 'to') {
  const count = tokens.length;
  const places = new Set(sides[side].map((at) => (at < 0 ? count - 1 : at)));
  return [...places].filter((at) => at < count);
}

/** Chooses a token of a side, or no longer; at least one remains chosen. */
function flip(measures: Measures, side: 'from' | 'to', token: number): Measures {
  const places = chosenTokens(measures, side);
  const rest = places.filter((one) => one !== token);
  const next = rest.length === places.length ? [...places, token] : rest;
  return next.length === 0 ? measures : { ...measures, [side]: next };
}

/** Another text may lack the chosen tokens. */
function withTokens(measures: Measures, tokens: readonly string[]): Measures {
  const next = { ...measures, tokens };
  const sideOf = (side: 'from' | 'to') =>
    chosenTokens(next, side).length === 0 ? [0] : measures[side];
  return { ...next, from: sideOf('from'), to: sideOf('to') };
}

/** The token after which writing goes on, and the end of the text. */
export function placesOf({ read, position, startsAgain }: TextState) {
  const end = read ? last(read) : 0;
  const isInside = read !== null && !startsAgain && position >= given(read) - 1;
  return { end, position: isInside ? position : end };
}
