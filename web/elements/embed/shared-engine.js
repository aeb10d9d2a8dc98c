// Shares one engine among all labs of a page.
// Each lab holds a handle that looks like the engine; releasing the last handle ends it. The next
// request replaces an engine that has died.

/**
 * @typedef {import('../shared/engine.js').Engine} Engine
 * @typedef {{ engine: Promise<Engine>, shares: number }} Running
 * @typedef {{ dispose: () => Promise<void> }} Made
 */

/** The codes of an engine that has ended. */
const DEAD = new Set(['internal', 'disposed']);

/**
 * @param {() => Promise<Engine>} start
 * @returns {() => Promise<Engine>} a share, to be given back by its `dispose`
 */
export function shareEngine(start) {
  /** @type {Running | null} */
  let running = null;

  /** @param {Running} mine */
  async function giveBack(mine) {
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

/**
 * @param {Engine} engine
 * @param {() => void} died
 * @param {() => Promise<void>} giveBack
 * @returns {Engine}
 */
function shareOf(engine, died, giveBack) {
  /** @type {Set<Made>} */
  const all = new Set();
  let given = false;

  async function dispose() {
    if (given) return;
    given = true;
    await Promise.allSettled([...all].map((made) => made.dispose()));
    await giveBack();
  }

  /**
   * @param {unknown} error
   * @returns {never}
   */
  function noteDeath(error) {
    if (DEAD.has(Object(error).code)) died();
    throw error;
  }

  /**
   * What the engine has made, a layer or a transformer, ends with this share, and at once where it comes after the end.
   *
   * @param {Made} made
   */
  async function hold(made) {
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
      return async (/** @type {unknown[]} */ ...args) => {
        const result = await value.apply(target, args).catch(noteDeath);
        if (result?.dispose) await hold(result);
        return result;
      };
    },
  });
}
