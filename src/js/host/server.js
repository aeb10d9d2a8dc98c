// The engine at the far end of a port: takes checked plans one at a time, works in slices, and looks at its messages in
// between, so that a call can be stopped without shared memory. The near end is remote.js.

import { startBackward } from '../operations/backward-calls.js';
import { startAttention, startForward, startWindow } from '../operations/calls.js';
import { HeadwiseError, pastIsMissing } from '../arguments/errors.js';
import { loadCore } from '../loading/load.js';
import { nextTask } from './next-task.js';
import { readStateDict, writeParameters } from '../operations/parameters.js';
import {
  startAddAndNorm,
  startEmbed,
  startLinear,
  startSoftmax,
  startSoftmaxSteps,
} from '../operations/small-calls.js';
import { transformerMethods } from './transformer-server.js';

/** @import { Call } from '../operations/calls.js' */
/** @import { Core, LayerSlot, Slot } from './core.js' */
/** @import { Platform } from '../loading/platform.js' */
/** @import { ResolvedConfig } from '../types/index.js' */

/**
 * @typedef {{ id: number, method: string, layer?: number, kept?: number, cache?: number, plan?: any }} Request
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
  /** @type {Map<number, Slot>} what calls kept, by their ids */
  const kepts = new Map();
  /** @type {Map<number, Slot>} */
  const caches = new Map();
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
    attention: ({ id, plan }) =>
      keep(
        id,
        work(id, plan, () => startAttention(core, plan)),
      ),
    linear: ({ id, plan }) => work(id, plan, () => startLinear(core, plan)),
    softmax: ({ id, plan }) => work(id, plan, () => startSoftmax(core, plan)),
    softmaxSteps: ({ id, plan }) => work(id, plan, () => startSoftmaxSteps(core, plan)),
    addAndNorm: ({ id, plan }) => work(id, plan, () => startAddAndNorm(core, plan)),
    embed: ({ id, plan }) => work(id, plan, () => startEmbed(core, plan)),
    forward({ id, layer, cache, plan }) {
      const { slot, config } = layerOf(layer);
      if (cache) plan.cache = { slot: cacheOf(cache, plan.pastLen) };
      return keep(
        id,
        work(id, plan, () => startForward(core, slot.handle, config, plan)),
      );
    },
    createLayer({ id, plan }) {
      layers.set(id, { slot: core.createLayer(plan), config: plan });
      return id;
    },
    stateDict({ layer }) {
      const { slot, config } = layerOf(layer);
      return readStateDict(core, slot.handle, config);
    },
    loadStateDict({ layer, plan }) {
      const { slot, config } = layerOf(layer);
      writeParameters(core, slot.handle, config, plan);
    },
    disposeLayer({ layer }) {
      core.deleteSlot(layerOf(layer).slot);
      layers.delete(Number(layer));
    },
    createCache({ id, plan }) {
      caches.set(id, core.createCache(plan));
      return id;
    },
    disposeCache({ cache }) {
      core.deleteSlot(cacheOf(cache, 0));
      caches.delete(Number(cache));
    },
    attentionWindow: ({ id, kept, plan }) =>
      work(id, plan, () => startWindow(core, keptOf(kept).handle, plan)),
    backward({ id, kept, layer, plan }) {
      const handle = layer === undefined ? null : layerOf(layer).slot.handle;
      return work(id, plan, () => startBackward(core, keptOf(kept).handle, handle, plan.of, plan));
    },
    disposeKept({ kept }) {
      core.deleteSlot(keptOf(kept));
      kepts.delete(Number(kept));
    },
    ...transformerMethods(() => core, work),
  };

  /** @param {number | undefined} layer */
  function layerOf(layer) {
    const found = layers.get(Number(layer));
    if (!found) throw new HeadwiseError('internal', `layer ${layer}: expected one that exists`);
    return found;
  }

  /**
   * @param {number | undefined} cache
   * @param {number} length that the other end counts with: a call that was stopped too late has left more, one that
   *   failed less
   */
  function cacheOf(cache, length) {
    const found = caches.get(Number(cache));
    if (!found) throw new HeadwiseError('internal', `cache ${cache}: expected one that exists`);
    if (found.handle.length < length) throw pastIsMissing(length);
    if (found.handle.length > length) core.call(() => found.handle.truncate(length));
    return found;
  }

  /** @param {number | undefined} kept */
  function keptOf(kept) {
    const found = kepts.get(Number(kept));
    if (!found) throw new HeadwiseError('internal', `kept ${kept}: expected one that exists`);
    return found;
  }

  /**
   * What a call kept stays here; its number goes in its place.
   *
   * @param {number} id
   * @param {Promise<any>} call
   */
  async function keep(id, call) {
    const result = await call;
    if (!result?.kept) return result;
    kepts.set(id, result.kept);
    return { ...result, kept: id };
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
        const { abort } = message;
        if (abort === working) aborted = true;
        const kept = kepts.get(abort); // it was done already, and nobody will dispose of what it kept
        if (kept) core.deleteSlot(kept);
        kepts.delete(abort);
        const waiting = queue.findIndex(({ id }) => id === abort);
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
