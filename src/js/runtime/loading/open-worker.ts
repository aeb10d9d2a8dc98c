// Starts the engine's worker from a page. The worker's own script does not import this file: a script that starts itself
// sends some bundlers into an endless loop.

import { startWorker } from './core-files.ts';
import { addressOf, isOwn } from './worker-address.ts';
import { portOf } from './worker-port.ts';
import type { Port } from './platform.ts';

export async function openWorker(): Promise<Port> {
  let url = '';
  try {
    return await portOf(startScript((address) => (url = address)));
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
 * Starts the worker's script. Its address, which a bundler may have replaced, is read from the constructor's call.
 *
 * @param tell called with the script's address
 */
function startScript(tell: (address: string) => void) {
  const own = globalThis.Worker;
  globalThis.Worker = class extends own {
    constructor(url: string | URL, options?: WorkerOptions) {
      tell(new URL(url, globalThis.location?.href).href);
      super(url, options);
    }
  };
  try {
    return startWorker();
  } finally {
    globalThis.Worker = own;
  }
}
