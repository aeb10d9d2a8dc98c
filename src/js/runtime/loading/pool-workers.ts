// Starts Emscripten's threaded glue with workers of a given class. The glue creates its pool with the global Worker; when a
// worker does not start, it throws where no caller can catch, and waits forever.

import type { CoreModule } from '../core-module.ts';

/** Settles when no module is starting. Modules start one at a time, as each replaces the global Worker for a while. */
let starting = Promise.resolve();

/**
 * @param create starts the module with its pool
 * @param workerClass a class of workers that report their errors
 * @returns rejects if a worker does not start; later errors are reported to the module
 */
export function withPoolWorkers(
  create: () => Promise<CoreModule>,
  workerClass: (fail: (error: unknown) => void) => unknown,
): Promise<CoreModule> {
  const started = starting.then(async () => {
    let fail: (error: unknown) => void = () => {};
    const failed = new Promise((_, reject) => (fail = reject));
    const Worker = workerClass((error) => fail(error));
    const before = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
    // The glue for Node sets a global Worker of its own.
    Object.defineProperty(globalThis, 'Worker', {
      configurable: true,
      get: () => Worker,
      set() {},
    });
    try {
      const module = await (Promise.race([create(), failed]) as Promise<CoreModule>);
      fail = (error) => module.onThreadError?.(error);
      return module;
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
