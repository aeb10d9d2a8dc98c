// Asks the engine on behalf of a drawing; the latest query wins.
// The same query is not repeated, and a late answer is dropped, so it never appears beside newer
// words.

/**
 * @template {readonly unknown[]} Given
 * @typedef {((...given: { [At in keyof Given]: At extends '0' ? Given[At] | null : Given[At] }) => void) & {
 *   again: () => void,
 *   forget: () => void,
 * }} Asker queries, unless the arguments are unchanged. The subject is the first argument; null: it does not exist yet, and
 *   the last query is dropped. `again` shows the last result again, if it answers the last query. `forget`: the last
 *   query is no longer wanted
 */

/**
 * @template {readonly unknown[]} Given
 * @template Found
 * @param {(...given: Given) => Promise<Found>} compute
 * @param {{ show: (found: Found) => void, fail: (error: unknown) => void, busy: (is: boolean) => void }} listener
 * @returns {Asker<Given>}
 */
export function createAsker(compute, { show, fail, busy }) {
  /** @type {Given | null} */
  let newest = null;
  /** @type {{ found: Found } | null} the answer to the newest */
  let answer = null;
  let running = false;

  async function run() {
    running = true;
    busy(true);
    for (let asked = null; asked !== newest;) {
      asked = newest;
      if (!asked) break;
      try {
        const found = await compute(...asked);
        if (asked !== newest) continue;
        answer = { found };
        show(found);
      } catch (error) {
        if (asked === newest) fail(error);
      }
    }
    running = false;
    busy(false);
  }

  /** @param {Given | null} given */
  function want(given) {
    newest = given;
    answer = null;
  }

  /** @param {readonly any[]} given */
  const ask = (...given) => {
    if (given[0] === null) return want(null);
    if (newest?.length === given.length && newest.every((one, i) => one === given[i])) return;
    want(/** @type {any} */ (given));
    if (!running) void run();
  };
  return Object.assign(/** @type {any} */ (ask), {
    again() {
      if (answer) show(answer.found);
    },
    forget: () => want(null),
  });
}
