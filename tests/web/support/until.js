// Waiting for what cannot be listened to: asked again until it is so. Nothing else in the tests sleeps.

const kPatience = 30_000;
const kPause = 50;

/**
 * @template T
 * @param {() => T | Promise<T>} ask a failure counts as not yet
 * @param {string} what is waited for
 * @returns {Promise<T>} the first answer that is not falsy
 */
export async function until(ask, what) {
  const end = Date.now() + kPatience;
  for (;;) {
    /** @type {unknown} */
    let reason;
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${kPatience} ms`, { cause: reason });
    await new Promise((resolve) => setTimeout(resolve, kPause));
  }
}
