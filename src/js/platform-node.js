// Node, as platform.js describes a platform.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** @import { Platform, Port } from './platform.js' */

/** @type {Platform} */
export const node = {
  async fetch(url) {
    if (/^(https?|data|blob):/i.test(url)) return fetch(url);
    const file = /^file:/i.test(url) ? fileURLToPath(url) : fileURLToPath(pathToFileURL(url));
    return new Response(await readFile(file));
  },

  threadsObstacle: () => '',

  hardwareThreads: () => availableParallelism(),

  coreFile: (variant) => new URL(`./headwise-${variant}.wasm`, import.meta.url).href,

  async threadsFactory() {
    const glue = new URL('./threads.node.js', import.meta.url).href;
    const { default: create } = await import(glue);
    return (options) => withPoolWorkers(() => create(options));
  },

  openWorker() {
    const url = new URL('./worker.node.js', import.meta.url);
    const worker = new Worker(url, { name: 'headwise', execArgv: execArgv() });
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', () => {
        worker.off('error', reject);
        worker.unref();
        resolve(portOf(worker));
      });
    });
  },
};

/** Workers inherit the flags of the program, and refuse to start with this one, which is about the program's own text. */
function execArgv() {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? [] : undefined;
}

/** The module that is starting, if one is: one at a time, or the last would put back the first one's global. */
let starting = Promise.resolve();

/**
 * Emscripten's glue for Node sets a global Worker and starts its pool with that. The global is ours while the module
 * starts, to choose the workers' flags and to hear of those that do not start: the glue would end the program.
 *
 * @template T
 * @param {() => Promise<T>} create
 * @returns {Promise<T>}
 */
function withPoolWorkers(create) {
  const started = starting.then(async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
    /** @type {(error: unknown) => void} */
    let fail = () => {};
    const failed = new Promise((_, reject) => (fail = reject));
    Object.defineProperty(globalThis, 'Worker', {
      configurable: true,
      get: () => poolWorker(fail),
      set() {},
    });
    try {
      return await /** @type {Promise<T>} */ (Promise.race([create(), failed]));
    } finally {
      if (before) Object.defineProperty(globalThis, 'Worker', before);
      else Reflect.deleteProperty(globalThis, 'Worker');
    }
  });
  starting = started.then(
    () => {},
    () => {},
  );
  return started;
}

/**
 * A class of workers for the glue.
 *
 * @param {(error: unknown) => void} fail
 */
function poolWorker(fail) {
  return class extends Worker {
    /**
     * @param {URL} url
     * @param {import('node:worker_threads').WorkerOptions} options
     */
    constructor(url, options) {
      super(url, { ...options, execArgv: execArgv() });
    }

    /** The glue sets a handler that throws. */
    set onerror(_) {}
    get onerror() {
      return fail;
    }
  };
}

/**
 * @param {Worker} worker
 * @returns {Port}
 */
function portOf(worker) {
  return {
    post: (message, transfer = []) => worker.postMessage(message, /** @type {any[]} */ (transfer)),
    listen(receive, fail) {
      worker.on('message', receive);
      worker.on('error', fail);
      worker.on('messageerror', fail);
      worker.on('exit', (code) => fail(new Error(`the worker ended with code ${code}`)));
    },
    keepAlive: (active) => (active ? worker.ref() : worker.unref()),
    close: () => void worker.terminate(),
  };
}
