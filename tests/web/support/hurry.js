// Makes a page's long timers 40 times as fast.

const LONG = 1000;

/**
 * Makes timers of a second or more fire early, and notes those that are waiting.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<number>>} how many are waiting
 */
export async function hurry(page) {
  await page.evaluate((long) => {
    const { setTimeout: own, clearTimeout: end } = window;
    /** @type {Set<number | undefined>} */
    const waiting = new Set();
    Object.assign(window, {
      waiting,
      setTimeout(/** @type {() => void} */ act, /** @type {number} */ time) {
        if (!(time >= long)) return own(act, time);
        const timer = own(() => {
          waiting.delete(timer);
          act();
        }, time / 40);
        waiting.add(timer);
        return timer;
      },
      clearTimeout(/** @type {number | undefined} */ timer) {
        waiting.delete(timer);
        end(timer);
      },
    });
  }, LONG);
  return () => page.evaluate(() => /** @type {any} */ (window).waiting.size);
}
