// The browser as a Platform: its threads and files, in pages and workers.

import { coreFile, threadsGlue } from './core-files.ts';
import { withPoolWorkers } from './pool-workers.ts';
import { addressOf, isOwn } from './worker-address.ts';
import type { Platform } from './platform.ts';

const ISOLATION = 'https://developer.mozilla.org/docs/Web/API/Window/crossOriginIsolated';

export { openWorker } from './open-worker.ts';

export const platform: Platform = {
  fetch: (url) => fetch(url),

  threadsObstacle() {
    if (typeof document !== 'undefined') {
      return "a page's main thread may not block, so threads need loadInWorker";
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

  coreFile,

  async threadsFactory() {
    const glue = threadsGlue();
    const { default: create } = await importAsIs(glue);
    return (options) => withPoolWorkers(() => create(options), poolWorker(glue));
  },
};

/**
 * The class of the threads' workers. The glue requests its script under the name from its build; a bundler may have renamed
 * it, so the class starts the actual address.
 *
 * @param glue its actual address
 */
const poolWorker = (glue: string) => (fail: (error: unknown) => void) =>
  class extends Worker {
    constructor(_url: URL, options: WorkerOptions) {
      const address = isOwn(glue) ? glue : addressOf(`import ${JSON.stringify(glue)};`);
      super(address, options);
      if (address !== glue) {
        const revoke = () => URL.revokeObjectURL(address);
        for (const event of ['message', 'error']) this.addEventListener(event, revoke);
      }
      this.addEventListener('error', (event) => {
        event.preventDefault();
        fail(new Error(event.message || 'a thread could not be started'));
      });
    }

    /** Ignores the glue's handler, which throws. */
    override set onerror(_) {}
    override get onerror() {
      return null;
    }
  };
