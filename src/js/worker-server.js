// The engine at the far end of a port: takes checked plans one at a time, works in slices, and looks at its messages in
// between, so that a call can be stopped without shared memory. The near end is remote.js.

import {
  startAddAndNorm,
  startAttention,
  startEmbed,
  startForward,
  startLinear,
  startSoftmax,
  startSoftmaxSteps,
} from './calls.js';
import { HeadwiseError } from './errors.js';
import { loadCore } from './load.js';
import { readParameters, writeParameters } from './parameters.js';

/** @import { Call } from './calls.js' */
/** @import { Core, LayerSlot } from './core.js' */
/** @import { Platform } from './platform.js' */
/** @import { ResolvedConfig } from './types.js' */

/**
 * @typedef {{ id: number, method: string, layer?: number, plan?: any }} Request
 * @typedef {{ id: number, result: unknown } | { id: number, error: SentError } | { id: number, progress: number }} Answer
 * @typedef {{ kind: 'TypeError' | 'RangeError' | 'HeadwiseError' | 'Error', message: string, code?: string }} SentError
 */

/**
 * @param {Platform} platform
 * @param {(answer: Answer, transfer: Transferable[]) => void} post
 * @returns {{ receive: (message: Request | { abort: number }) => void, end: () => void }} receive is to be called with
 *   every message; end stops the work at its next slice and frees the memory
 */
export function createServer(platform, post) {
  /** @type {Request[]} */
  const queue = [];
  /** @type {Map<number, { slot: LayerSlot, config: ResolvedConfig }>} */
  const layers = new Map();
  /** @type {Core} */
  let core;
  let working = 0; // the request's id
  let aborted = false; // whether it was

  /** @type {Record<string, (request: Request) => unknown>} */
  const methods = {
    load: async ({ plan }) => {
      const loaded = await loadCore(platform, plan);
      core = loaded.core;
      return loaded.backend;
    },
    attention: ({ id, plan }) => work(id, plan, () => startAttention(core, plan)),
    linear: ({ id, plan }) => work(id, plan, () => startLinear(core, plan)),
    softmax: ({ id, plan }) => work(id, plan, () => startSoftmax(core, plan)),
    softmaxSteps: ({ id, plan }) => work(id, plan, () => startSoftmaxSteps(core, plan)),
    addAndNorm: ({ id, plan }) => work(id, plan, () => startAddAndNorm(core, plan)),
    embed: ({ id, plan }) => work(id, plan, () => startEmbed(core, plan)),
    forward({ id, layer, plan }) {
      const { slot, config } = layerOf(layer);
      return work(id, plan, () => startForward(core, slot.handle, config, plan));
    },
    createLayer({ id, plan }) {
      layers.set(id, { slot: core.createLayer(plan), config: plan });
      return id;
    },
    stateDict({ layer }) {
      const { slot, config } = layerOf(layer);
      return readParameters(core, slot.handle, config);
    },
    loadStateDict({ layer, plan }) {
      const { slot, config } = layerOf(layer);
      writeParameters(core, slot.handle, config, plan);
    },
    disposeLayer({ layer }) {
      core.deleteLayer(layerOf(layer).slot);
      layers.delete(Number(layer));
    },
  };

  /** @param {number | undefined} layer */
  function layerOf(layer) {
    const found = layers.get(Number(layer));
    if (!found) throw new HeadwiseError('internal', `layer ${layer}: expected one that exists`);
    return found;
  }

  /**
   * Steps a call to its end. The result of one that was aborted is wanted by nobody.
   *
   * @template T
   * @param {number} id
   * @param {{ progress?: boolean }} plan
   * @param {() => Call<T>} start
   */
  async function work(id, plan, start) {
    const call = start();
    try {
      while (!core.step(true)) {
        if (plan.progress) post({ id, progress: core.progress }, []);
        await nextTask();
        if (aborted) return undefined;
      }
      if (plan.progress) post({ id, progress: 1 }, []);
      return call.collect();
    } finally {
      core.release();
    }
  }

  async function drain() {
    for (let request = queue.shift(); request !== undefined; request = queue.shift()) {
      const { id, method } = request;
      working = id;
      aborted = false;
      try {
        const result = await methods[method](request);
        post({ id, result }, buffersOf(result));
      } catch (error) {
        post({ id, error: toSentError(error) }, []);
      }
    }
    working = 0;
  }

  return {
    receive(message) {
      if ('abort' in message) {
        if (message.abort === working) aborted = true;
        const waiting = queue.findIndex(({ id }) => id === message.abort);
        if (waiting >= 0) queue.splice(waiting, 1);
        return;
      }
      queue.push(message);
      if (working === 0) void drain();
    },
    end() {
      queue.length = 0;
      aborted = true;
      core?.dispose();
    },
  };
}

/**
 * After the messages that have arrived by now.
 *
 * @returns {Promise<void>}
 */
function nextTask() {
  if (typeof setImmediate === 'function')
    return new Promise((resolve) => void setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * The buffers of all tensors in a result, each once, to be moved instead of copied.
 *
 * @param {unknown} result
 * @returns {ArrayBuffer[]}
 */
export function buffersOf(result) {
  /** @type {Set<ArrayBuffer>} */
  const buffers = new Set();
  /** @param {unknown} value */
  const visit = (value) => {
    if (ArrayBuffer.isView(value)) buffers.add(/** @type {ArrayBuffer} */ (value.buffer));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(result);
  return [...buffers];
}

/**
 * @param {unknown} error
 * @returns {SentError}
 */
function toSentError(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof HeadwiseError) return { kind: 'HeadwiseError', message, code: error.code };
  if (error instanceof RangeError) return { kind: 'RangeError', message };
  return { kind: error instanceof TypeError ? 'TypeError' : 'Error', message };
}
