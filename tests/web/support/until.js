// Waiting for what cannot be listened to: asked again until it is so. Nothing else in the tests sleeps.

/** Long enough for a machine that does other work as well. */
export const PATIENCE = 120_000;
const PAUSE = 50;

/**
 * @template T
 * @param {() => T | Promise<T>} ask a failure counts as not yet
 * @param {string} what is waited for
 * @returns {Promise<NonNullable<T>>} the first answer that is not falsy
 */
export async function until(ask, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    /** @type {unknown} */
    let reason;
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE} ms`, { cause: reason });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
