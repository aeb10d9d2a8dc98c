// Starts the engine's worker from a page. The worker's own script does not import this file: a script that starts itself
// sends some bundlers into an endless loop.

import { addressOf, isOwn } from './worker-address.js';
import { portOf } from './worker-port.js';

/** @import { Port } from './platform.js' */

/** @returns {Promise<Port>} */
export async function openWorker() {
  let url = '';
  try {
    return await portOf(startWorker((address) => (url = address)));
  } catch (error) {
    if (isOwn(url)) throw error;
    // A classic script: in a sandboxed frame Chromium starts no module from such an address.
    const later = 'catch((error) => setTimeout(() => { throw error; }))';
    const shim = addressOf(`import(${JSON.stringify(url)}).${later};`);
    const port = portOf(new Worker(shim, { name: 'headwise' }));
    return port.finally(() => URL.revokeObjectURL(shim));
  }
}

/**
 * Starts the worker's script. Bundlers recognise this expression and replace its address, and a second such expression would
 * bundle a second copy. So the address is read from the constructor's call.
 *
 * @param {(address: string) => void} tell called with the script's address
 */
function startWorker(tell) {
  const own = globalThis.Worker;
  globalThis.Worker = class extends own {
    /**
     * @param {string | URL} url
     * @param {WorkerOptions} [options]
     */
    constructor(url, options) {
      tell(new URL(url, globalThis.location?.href).href);
      super(url, options);
    }
  };
  try {
    return new Worker(new URL('./worker.js', import.meta.url), {
      type: 'module',
      name: 'headwise',
    });
  } finally {
    globalThis.Worker = own;
  }
}
