// One engine for all labs of a page.
// Each lab holds a handle with the engine's interface; releasing the last handle ends it. The next
// request replaces an engine that has died.

import type { Engine } from '../shared/engine.ts';

type Running = { engine: Promise<Engine>; shares: number };

type Made = { dispose: () => Promise<void> };

/** The codes of an engine that has ended. */
const DEAD = new Set(['internal', 'disposed']);

/** @returns a handle; its `dispose` releases it */
export function shareEngine(start: () => Promise<Engine>): () => Promise<Engine> {
  let running: Running | null = null;

  async function giveBack(mine: Running) {
    mine.shares--;
    if (mine.shares > 0) return;
    if (running === mine) running = null;
    await mine.engine.then(
      (engine) => engine.dispose(),
      () => {},
    );
  }

  return async () => {
    running ??= { engine: start(), shares: 0 };
    const mine = running;
    mine.shares++;
    try {
      const engine = await mine.engine;
      const replace = () => {
        if (running === mine) running = null;
      };
      return shareOf(engine, replace, () => giveBack(mine));
    } catch (error) {
      if (running === mine) running = null;
      throw error;
    }
  };
}

function shareOf(engine: Engine, died: () => void, giveBack: () => Promise<void>): Engine {
  const all: Set<Made> = new Set();
  let given = false;

  async function dispose() {
    if (given) return;
    given = true;
    await Promise.allSettled([...all].map((made) => made.dispose()));
    await giveBack();
  }

  function noteDeath(error: unknown): never {
    if (DEAD.has(Object(error).code)) died();
    throw error;
  }

  /**
   * Ties a layer or transformer to this handle: both end together, and an object that is made after
   * the end is freed at once.
   */
  async function hold(made: Made) {
    if (given) return made.dispose();
    const end = made.dispose.bind(made);
    made.dispose = async () => {
      all.delete(made);
      await end();
    };
    all.add(made);
  }

  const own = { dispose, [Symbol.asyncDispose]: dispose };
  return new Proxy(engine, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const result = await value.apply(target, args).catch(noteDeath);
        if (result?.dispose) await hold(result);
        return result;
      };
    },
  });
}
