// The page's side of the worker that holds a model. It sends questions and receives answers.

/**
 * @typedef {object} Opened
 * @property {string} architecture
 * @property {'encoder' | 'decoder' | 'encoder-decoder' | 'vision'} kind
 * @property {{ numLayers: number, numHeads: number, embedDim: number, vocabSize: number, contextLen: number, startId?: number, encoder?: { numLayers: number, numHeads: number } }} config
 * @property {{ files: string[], unused: string[], bytes: number, dtypes: Record<string, number> }} report
 * @property {boolean} tokenizes
 * @property {boolean} pairs whether it reads two texts beside each other
 * @property {string | null} sample what it can read, where that is not any text
 * @property {import('headwise/models').ImageInput} [image] of a model that reads images
 *
 * @typedef {object} Reading
 * @property {number[]} ids
 * @property {string[]} [tokens]
 * @property {[number, number][]} [spans]
 * @property {number[]} [words]
 * @property {number[] | null} sentences which of two texts each token is of; null: there is one
 * @property {number[]} [target] what the decoder of two begins with
 * @property {string[]} [targetTokens] the same as text
 * @property {'tokens' | 'classes' | 'labels' | null} predicts what its head predicts, if it has one
 * @property {number} milliseconds
 *
 * @typedef {{ id: number, token: string, text?: string, probability: number, logit: number, before?: number | null }} Guess
 *
 * @typedef {object} Step a token that was written
 * @property {number} id
 * @property {string} token
 * @property {string} text
 * @property {Guess[]} alternatives
 * @property {import('../../views/thumbnails.js').Small[] | null} pictures of all layers; null: as before
 * @property {{ data: Float32Array, shape: number[] } | null} map of the layer that is shown; null: as before
 *
 * @typedef {{ over: 'end' | 'full' | 'limit' }} Over no more is written: the model ended the text, has no room for more, or
 *   wrote as much as it does at a time
 *
 * @typedef {(done: number, total: number, file: string) => void} OnProgress
 * @typedef {ReturnType<typeof connect>} Connection
 */

/**
 * Asks a worker. Once it has ended, all questions are refused, those before and those after.
 *
 * @param {Worker} worker
 * @param {(error: Error) => void} [onStopped] it ended by itself
 */
export function connect(worker, onStopped) {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (reason: unknown) => void, onProgress?: OnProgress }>} */
  const waiting = new Map();
  let count = 0;
  /** @type {Error | null} */
  let over = null;
  const ended = new AbortController();

  /** @param {Error} error */
  function end(error) {
    over = error;
    ended.abort();
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** @param {string} reason */
  function stop(reason) {
    if (over) return;
    const error = new Error(`the worker of this model stopped: ${reason}`);
    end(error);
    onStopped?.(error);
  }

  worker.addEventListener('message', ({ data: { id, value, error, progress, lock } }) => {
    if (lock) return watch(lock, ended.signal, () => stop('its memory may be used up'));
    const one = waiting.get(id);
    if (progress) return one?.onProgress?.(.../** @type {Parameters<OnProgress>} */ (progress));
    waiting.delete(id);
    if (!error) return one?.resolve(value);
    one?.reject(Object.assign(new Error(error.message), error));
    if (error.isBroken) stop(error.message);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(event.message || 'its script could not be loaded');
  });

  /**
   * @template T
   * @param {string} name
   * @param {unknown} given
   * @param {OnProgress} [onProgress]
   * @returns {Promise<T>}
   */
  const ask = (name, given, onProgress) =>
    new Promise((resolve, reject) => {
      if (over) return reject(over);
      waiting.set(++count, { resolve, reject, onProgress });
      worker.postMessage({ id: count, name, given });
    });

  return {
    /** @param {unknown} source @param {OnProgress} onProgress @returns {Promise<Opened>} */
    open: (source, onProgress) => ask('open', source, onProgress),
    /** @param {import('./worker.js').Question} question @returns {Promise<Reading>} */
    read: (question) => ask('read', question),
    /** @param {{ position: number, top: number }} at @returns {Promise<Guess[]>} */
    predict: (at) => ask('predict', at),
    /** @param {{ layer: number, kind: string }} at @returns {Promise<{ data: Float32Array, shape: number[] }>} */
    layer: (at) => ask('layer', at),
    /**
     * @param {{ layer: number, kind: string, state: boolean }} at state: whether the layer's parameters are wanted
     * @returns {Promise<Pick<import('../../elements/model-view/layer/answer.js').LayerOfRun, 'numbers' | 'trace'> & { removed: number[], run: number }>}
     *   removed: heads of the layer; run: its number, for what is asked of it later
     */
    steps: (at) => ask('steps', at),
    /**
     * @param {{ layer: number, kind: string, run: number, cell: import('../../elements/lab/answer/cells.js').Cell }} at
     * @returns {Promise<number | 'too long' | null>}
     */
    exact: (at) => ask('exact', at),
    /**
     * @param {import('./worker.js').Small} at
     * @returns {Promise<{ data: Float32Array, height: number, width: number }>}
     */
    thumbnails: (at) => ask('thumbnails', at),
    /** @param {import('./writer.js').How} how @returns {Promise<void>} */
    write: (how) => ask('write', how),
    /** @param {import('./writer.js').Shown} shown @returns {Promise<Step | Over>} */
    next: (shown) => ask('next', shown),
    /** @param {import('./worker.js').ImageQuestion} question @returns {Promise<import('./images/place.js').Seen>} */
    see: (question) => ask('see', question),
    /** @param {{ layer: number, query: number }} at @returns {Promise<Float32Array>} (heads, tokens) */
    looks: (at) => ask('looks', at),
    /** @param {{ layer: number, query: number }} at @returns {Promise<Float32Array>} (tokens) */
    rollout: (at) => ask('rollout', at),
    /** @returns {Promise<Record<string, import('./worker.js').Measured[]>>} of every head, layer by layer */
    statistics: () => ask('statistics', null),
    /** @param {{ from: number[], to: number[] }} question @returns {Promise<import('./worker.js').Measured[]>} */
    rank: (question) => ask('rank', question),
    end: () => end(new Error('this model was closed')),
  };
}

/**
 * A worker holds a lock as long as it lives: no event tells that the browser ended it.
 *
 * @param {string} lock
 * @param {AbortSignal} signal
 * @param {() => void} onFree
 */
function watch(lock, signal, onFree) {
  navigator.locks.request(lock, { signal }, onFree).catch(() => {}); // it is watched no more
}
