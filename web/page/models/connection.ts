// The page's side of the worker that holds a model. It sends questions and receives answers.

import type { ImageInput } from 'headwise/models';
import type { ImageQuestion, Measured, Question, Small } from './worker.ts';
import type { LayerOfRun } from '../../elements/model-view/layer/answer.ts';
import type { Cell } from '../../elements/lab/answer/cells.ts';
import type { How, Shown } from './writer.ts';
import type { Seen } from './images/patch-names.ts';

export interface Opened {
  architecture: string;
  kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  config: {
    numLayers: number;
    numHeads: number;
    embedDim: number;
    vocabSize: number;
    contextLen: number;
    startId?: number;
    encoder?: { numLayers: number; numHeads: number };
  };
  report: { files: string[]; unused: string[]; bytes: number; dtypes: Record<string, number> };
  tokenizes: boolean;
  /** whether it takes two texts */
  pairs: boolean;
  /** an example input, where not every text is valid */
  sample: string | null;
  /** only of a model that reads images */
  image?: ImageInput;
}

export interface Reading {
  ids: number[];
  tokens?: string[];
  spans?: [number, number][];
  words?: number[];
  /** which of two texts each token belongs to; null: there is one */
  sentences: number[] | null;
  /** initial tokens of a decoder after an encoder */
  target?: number[];
  /** texts of these tokens */
  targetTokens?: string[];
  /** the output of its head, if it has one */
  predicts: 'tokens' | 'classes' | 'labels' | null;
  milliseconds: number;
}

export type Guess = {
  id: number;
  token: string;
  text?: string;
  probability: number;
  logit: number;
  before?: number | null;
};

/** a token that was written */
export interface Step {
  id: number;
  token: string;
  text: string;
  alternatives: Guess[];
  /** thumbnails of all layers; null: unchanged */
  pictures: import('../../views/thumbnails.ts').Small[] | null;
  /** map of the layer that is shown; null: unchanged */
  map: { data: Float32Array; shape: number[] } | null;
}

/**
 * why writing stopped: the model ended the text, has no room for more, or reached the limit of one
 * request
 */
export type Over = { over: 'end' | 'full' | 'limit' };

export type OnProgress = (done: number, total: number, file: string) => void;

export type Connection = ReturnType<typeof connect>;

/**
 * Sends questions to a worker. Once it has ended, all open and later questions are rejected.
 *
 * @param onStopped called when it ended by itself
 */
export function connect(worker: Worker, onStopped?: (error: Error) => void) {
  const waiting: Map<
    number,
    { resolve: (value: any) => void; reject: (reason: unknown) => void; onProgress?: OnProgress }
  > = new Map();
  let count = 0;
  let over: Error | null = null;
  const ended = new AbortController();

  function end(error: Error) {
    over = error;
    ended.abort();
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function stop(reason: string) {
    if (over) return;
    const error = new Error(`the worker of this model stopped: ${reason}`);
    end(error);
    onStopped?.(error);
  }

  worker.addEventListener('message', ({ data: { id, value, error, progress, lock } }) => {
    if (lock) return watch(lock, ended.signal, () => stop('its memory may be used up'));
    const one = waiting.get(id);
    if (progress) return one?.onProgress?.(...(progress as Parameters<OnProgress>));
    waiting.delete(id);
    if (!error) return one?.resolve(value);
    one?.reject(Object.assign(new Error(error.message), error));
    if (error.isBroken) stop(error.message);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(event.message || 'its script could not be loaded');
  });

  const ask = <T>(name: string, given: unknown, onProgress?: OnProgress): Promise<T> =>
    new Promise((resolve, reject) => {
      if (over) return reject(over);
      waiting.set(++count, { resolve, reject, onProgress });
      worker.postMessage({ id: count, name, given });
    });

  return {
    open: (source: unknown, onProgress: OnProgress): Promise<Opened> =>
      ask('open', source, onProgress),
    read: (question: Question): Promise<Reading> => ask('read', question),
    predict: (at: { position: number; top: number }): Promise<Guess[]> => ask('predict', at),
    layer: (at: {
      layer: number;
      kind: string;
    }): Promise<{ data: Float32Array; shape: number[] }> => ask('layer', at),
    /**
     * @param at state: whether the layer's parameters are wanted
     * @returns removed: heads of the layer; run: its number, for later questions
     */
    steps: (at: {
      layer: number;
      kind: string;
      state: boolean;
    }): Promise<Pick<LayerOfRun, 'numbers' | 'trace'> & { removed: number[]; run: number }> =>
      ask('steps', at),
    exact: (at: {
      layer: number;
      kind: string;
      run: number;
      cell: Cell;
    }): Promise<number | 'too long' | null> => ask('exact', at),
    thumbnails: (at: Small): Promise<{ data: Float32Array; height: number; width: number }> =>
      ask('thumbnails', at),
    write: (how: How): Promise<void> => ask('write', how),
    next: (shown: Shown): Promise<Step | Over> => ask('next', shown),
    see: (question: ImageQuestion): Promise<Seen> => ask('see', question),
    /** @returns (heads, tokens) */
    looks: (at: { layer: number; query: number }): Promise<Float32Array> => ask('looks', at),
    /** @returns (tokens) */
    rollout: (at: { layer: number; query: number }): Promise<Float32Array> => ask('rollout', at),
    /** @returns a measure of every head, layer by layer */
    statistics: (): Promise<Record<string, Measured[]>> => ask('statistics', null),
    rank: (question: { from: number[]; to: number[] }): Promise<Measured[]> =>
      ask('rank', question),
    end: () => end(new Error('this model was closed')),
  };
}

/** Detects the worker's end by its lock: no event reports that the browser ended it. */
function watch(lock: string, signal: AbortSignal, onFree: () => void) {
  navigator.locks.request(lock, { signal }, onFree).catch(() => {}); // watching was cancelled
}
