// State of an open image model as one value, and the events that change it.

import type { Theme } from '../../../views/color.ts';
import type { Stopped } from '../model-header.ts';
import type { Prediction } from '../prediction-bars.ts';
import type { Arrived } from '../state.ts';
import type { Status } from '../status.ts';
import type { Read } from '../tokens.ts';
import type { Head, Seen } from '../worker-messages.ts';

/** The map over the image, or the layer's steps or the causes of the class instead of it. */
export type Way = 'head' | 'mean' | 'rollout' | 'steps' | 'causes';

export interface ImageState {
  /** the chosen head */
  at: Head;
  removed: readonly Head[];
  /** the query token */
  query: number;
  way: Way;
  theme: Theme;
  /** the image as the model has read it; null: it has not yet */
  seen: Seen | null;
  /** the tokens of the image on the screen */
  read: Read | null;
  /** layers that have maps of the image, while the others are read; null: all are there */
  arrived: Arrived | null;
  /** whether the newest layer is chosen, because the reader has chosen none */
  follows: boolean;
  /** whether the maps are hidden, because the image could not be read */
  isEmpty: boolean;
  /** size of the model's input, from the newest image */
  size: Size | null;
  /** the map on the screen */
  map: ShownMap | null;
  prediction: Prediction;
  status: Status;
  /** null: the worker runs */
  stopped: Stopped | null;
}

interface Size {
  width: number;
  height: number;
}

/** Attention weights of all tokens, from one. */
export interface ShownMap {
  seen: Seen;
  query: number;
  shares: ArrayLike<number>;
}

export type ImageEvent =
  | { type: 'headChosen'; at: Head }
  | { type: 'headsRemoved'; removed: readonly Head[] }
  | { type: 'tokenChosen'; query: number }
  | { type: 'wayChosen'; way: Way }
  | { type: 'imageChosen' }
  | { type: 'imageAsked'; size: Size }
  | { type: 'imageRefused' }
  | { type: 'imageSeen'; seen: Seen }
  | { type: 'layersArrived'; arrived: Arrived }
  | { type: 'layersDone' }
  | { type: 'imageRead'; read: Read; prediction: Prediction }
  | { type: 'mapDrawn'; map: ShownMap }
  | { type: 'imageShown'; seen: Seen }
  | { type: 'failed'; detail: string }
  | { type: 'themeSeen'; theme: Theme }
  | { type: 'workerStopped'; stopped: Stopped };

/** @param layers number of layers: the last one is shown first */
export function beginning(layers: number): ImageState {
  return {
    at: { layer: layers - 1, head: 0 },
    removed: [],
    query: 0,
    way: 'head',
    theme: 'light',
    seen: null,
    read: null,
    arrived: null,
    follows: true,
    isEmpty: true,
    size: null,
    map: null,
    prediction: { type: 'waiting' },
    status: null,
    stopped: null,
  };
}

export function reduceImage(state: ImageState, event: ImageEvent): ImageState {
  switch (event.type) {
    case 'headChosen':
      return { ...state, at: event.at, follows: false };
    case 'headsRemoved':
      return { ...state, removed: event.removed };
    case 'tokenChosen':
      return { ...state, query: event.query };
    case 'wayChosen':
      return { ...state, way: event.way };
    case 'imageChosen':
      return { ...state, seen: null };
    case 'imageAsked':
      return { ...state, size: event.size, status: { type: 'computing' } };
    case 'imageRefused':
      return {
        ...state,
        ...{ seen: null, read: null, arrived: null, isEmpty: true },
        prediction: { type: 'hidden' },
      };
    case 'imageSeen': {
      const { seen } = event;
      const query = state.query < lengthOf(seen) ? state.query : 0;
      return { ...state, seen, query };
    }
    case 'layersArrived': {
      const { arrived } = event;
      const layer = Math.max(0, arrived.count - 1);
      const at = state.follows ? { ...state.at, layer } : state.at;
      return { ...state, at, arrived, isEmpty: false, status: { type: 'arriving', ...arrived } };
    }
    case 'layersDone':
      return { ...state, arrived: null };
    case 'imageRead':
      return { ...state, read: event.read, isEmpty: false, prediction: event.prediction };
    case 'mapDrawn':
      return { ...state, map: event.map };
    case 'imageShown': {
      const { down, across, milliseconds } = event.seen;
      const count = lengthOf(event.seen);
      const status: Status = { type: 'computedImage', count, down, across, milliseconds };
      return { ...state, status };
    }
    case 'failed':
      return { ...state, status: { type: 'failed', detail: event.detail } };
    case 'themeSeen':
      return { ...state, theme: event.theme };
    case 'workerStopped':
      return { ...state, status: null, stopped: event.stopped };
  }
}

/** The number of an image's tokens. */
export function lengthOf({ first, down, across }: Seen) {
  return first.length + down * across;
}
