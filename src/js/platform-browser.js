// The browser, its pages and its workers, as platform.js describes a platform. Also Deno and Bun, as far as they are alike.

import { withPoolWorkers } from './pool-workers.js';

/** @import { Platform, Port } from './platform.js' */

const ISOLATION = 'https://developer.mozilla.org/docs/Web/API/Window/crossOriginIsolated';

/** Written out, for bundlers find such files by their text. */
const CORE_FILES = {
  relaxed: () => new URL('./headwise-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./headwise-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./headwise-relaxed-threads.wasm', import.meta.url),
};

/** @type {Platform} */
export const browser = {
  fetch: (url) => fetch(url),

  threadsObstacle() {
    if (typeof document !== 'undefined') {
      return "a page's own thread may not wait for others, so threads need loadInWorker";
    }
    if (globalThis.crossOriginIsolated === false) {
      return `threads need SharedArrayBuffer, and this page has none because it is not cross-origin isolated, see ${ISOLATION}`;
    }
    if (typeof SharedArrayBuffer === 'undefined') {
      return 'threads need SharedArrayBuffer, which this browser does not have';
    }
    return typeof Worker === 'undefined'
      ? 'workers cannot start workers here, and threads are workers'
      : '';
  },

  hardwareThreads: () => globalThis.navigator?.hardwareConcurrency ?? 1,

  coreFile: (variant) => CORE_FILES[variant]().href,

  async threadsFactory() {
    const glue = new URL('./threads.js', import.meta.url).href;
    const { default: create } = await import(/* webpackIgnore: true */ /* @vite-ignore */ glue);
    return (options) => withPoolWorkers(() => create(options), poolWorker);
  },

  async openWorker() {
    const url = new URL('./worker.js', import.meta.url);
    try {
      return await ready(
        new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'headwise' }),
      );
    } catch (error) {
      if (url.origin === globalThis.location?.origin && globalThis.origin !== 'null') throw error;
      // From another origin a worker may not start, but one of this page's own may import it.
      const shim = URL.createObjectURL(
        new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }),
      );
      try {
        return await ready(new Worker(shim, { type: 'module', name: 'headwise' }));
      } finally {
        URL.revokeObjectURL(shim);
      }
    }
  },
};

/** @param {(error: unknown) => void} fail */
function poolWorker(fail) {
  return class extends Worker {
    /**
     * @param {URL} url
     * @param {WorkerOptions} options
     */
    constructor(url, options) {
      super(url, options);
      this.addEventListener('error', (event) => {
        event.preventDefault();
        fail(new Error(event.message || 'a thread could not be started'));
      });
    }

    /** The glue sets a handler that throws. @override */
    set onerror(_) {}
    /** @override */
    get onerror() {
      return null;
    }
  };
}

/**
 * A worker that has said hello. Some engines report a refused worker only by an event.
 *
 * @param {Worker} worker
 * @returns {Promise<Port>}
 */
function ready(worker) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      reject(new Error(event.message || 'the worker could not be started'));
    };
    worker.onmessage = () => resolve(portOf(worker));
  });
}

/**
 * @param {Worker} worker
 * @returns {Port}
 */
function portOf(worker) {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(receive, fail) {
      worker.onmessage = ({ data }) => receive(data);
      worker.onmessageerror = () => fail(new Error('a message could not be read'));
      worker.onerror = (event) => fail(new Error(event.message || 'the worker stopped'));
    },
    keepAlive() {},
    close: () => worker.terminate(),
  };
}
