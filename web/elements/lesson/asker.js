// Asks the engine on behalf of a drawing. Only the newest question counts, and the same one is not asked twice.

/**
 * @template {readonly unknown[]} Given
 * @template Found
 * @param {(...given: Given) => Promise<Found>} compute
 * @param {{ show: (found: Found) => void, fail: (error: unknown) => void, busy: (is: boolean) => void }} listener
 * @returns {((...given: Given) => void) & { forget: () => void }} asks, unless all that is given is what was
 *   given last; forget: what was asked is no longer wanted
 */
export function createAsker(compute, { show, fail, busy }) {
  /** @type {Given | null} */
  let newest = null;
  let running = false;

  async function run() {
    running = true;
    busy(true);
    for (let asked = null; asked !== newest;) {
      asked = newest;
      if (!asked) break;
      try {
        const found = await compute(...asked);
        if (asked === newest) show(found);
      } catch (error) {
        if (asked === newest) fail(error);
      }
    }
    running = false;
    busy(false);
  }

  /** @param {Given} given */
  const ask = (...given) => {
    if (newest?.length === given.length && newest.every((one, i) => one === given[i])) return;
    newest = given;
    if (!running) void run();
  };
  return Object.assign(ask, {
    forget() {
      newest = null;
    },
  });
}
