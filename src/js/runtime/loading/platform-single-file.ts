// A single-file page as a Platform: it has no other files, and its worker runs the same script as the page.

import { portOf } from './worker-port.ts';
import type { Platform, Port } from './platform.ts';

/** The error for a request of another file. */
function absent() {
  return new Error(
    'this page is one file, which contains only the engine for one thread with fixed SIMD',
  );
}

export const platform: Platform = {
  fetch: (url) => fetch(url),

  threadsObstacle: () => 'this page is one file, which contains no script for threads',

  hardwareThreads: () => globalThis.navigator?.hardwareConcurrency ?? 1,

  coreFile() {
    throw absent();
  },

  async threadsFactory() {
    throw absent();
  },
};

/** Starts a worker from the text of the page's own script. */
export async function openWorker(): Promise<Port> {
  const script = document.querySelector('script[data-headwise]');
  if (!script?.textContent) throw new Error("the page's script is not in the page any more");
  const url = URL.createObjectURL(new Blob([script.textContent], { type: 'text/javascript' }));
  return portOf(new Worker(url, { name: 'headwise' })).finally(() => URL.revokeObjectURL(url));
}
