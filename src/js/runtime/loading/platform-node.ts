// Node as a Platform: its files, threads and worker.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { coreFile, coreFileOfNode, threadsGlueOfNode, workerOfNode } from './core-files.ts';
import { withPoolWorkers } from './pool-workers.ts';
import type { WorkerOptions } from 'node:worker_threads';
import type { Platform, Port } from './platform.ts';

/** Close to the longest interval of a timer, in milliseconds. */
const LONG = 2 ** 30;

export const platform: Platform = {
  async fetch(url) {
    if (/^(https?|data|blob):/i.test(url)) return fetch(url);
    const file = /^file:/i.test(url) ? fileURLToPath(url) : fileURLToPath(pathToFileURL(url));
    return new Response(await readFile(file));
  },

  threadsObstacle: () => '',

  hardwareThreads: () => availableParallelism(),

  /**
   * Takes 60 ms of processor time less than the built-in copy. Null in a program bundled without the file or without addresses, and in Deno, which asks its
   * user before it reads one.
   */
  async ownModule() {
    if ('deno' in process.versions) return null;
    try {
      return await WebAssembly.compile(await readFile(coreFileOfNode()));
    } catch {
      return null;
    }
  },

  coreFile,

  /**
   * Keeps Node's event loop alive while V8 compiles. Otherwise Node's main thread waits for V8's threads, which is a deadlock if
   * one of them waits for a garbage collection on the main thread.
   */
  keepAlive() {
    const timer = setInterval(() => {}, LONG);
    return () => clearInterval(timer);
  },

  async threadsFactory() {
    const { default: create } = await importAsIs(threadsGlueOfNode());
    return (options) => withPoolWorkers(() => create(options), poolWorker);
  },
};

export function openWorker(): Promise<Port> {
  const worker = new Worker(workerOfNode(), { name: 'headwise', execArgv: execArgv() });
  return new Promise((resolve, reject) => {
    const end = (code: number) => reject(new Error(`the worker ended with code ${code}`));
    worker.once('error', reject);
    worker.once('exit', end);
    worker.once('message', () => {
      worker.off('error', reject);
      worker.off('exit', end);
      worker.unref();
      resolve(portOf(worker));
    });
  });
}

/** Flags of a worker. It inherits the program's, and does not start with --input-type, which is about the program's text. */
function execArgv() {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? [] : undefined;
}

function poolWorker(fail: (error: unknown) => void) {
  return class extends Worker {
    constructor(url: URL, options: WorkerOptions) {
      super(url, { ...options, execArgv: execArgv() });
      this.on('error', fail);
    }

    // Ignores the glue's handler, which throws.
    set onerror(_) {}
    get onerror() {
      return () => {};
    }
  };
}

function portOf(worker: Worker): Port {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as any[]),
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
