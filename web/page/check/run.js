// Runs the suites in their own worker and receives its messages.
// Only the worker knows the suites; its script is a file next to the page, loaded when the check
// starts.

/**
 * How a suite went.
 *
 * @typedef {object} SuiteOutcome
 * @property {string} name
 * @property {string} version of the original
 * @property {number} cases
 * @property {number} passed
 * @property {{ what: string, why: string }[]} leftOut
 * @property {number} ulps the largest difference
 * @property {number} share of what is allowed, the largest
 * @property {string[]} faults a sentence each: case, place, both numbers, difference
 *
 * @typedef {import('headwise').Backend} Backend
 * @typedef {import('headwise').LoadOptions} LoadOptions
 * @typedef {Pick<SuiteOutcome, 'name' | 'version' | 'cases'>} SuiteHead
 */

/**
 * What the worker says, in this order.
 *
 * @typedef {{ kind: 'started', backend: Backend, browser: string, suites: SuiteHead[] }} Started
 * @typedef {{ kind: 'progress', suite: number, done: number }} Progress
 * @typedef {{ kind: 'outcome', suite: number, outcome: SuiteOutcome }} Ended
 * @typedef {{ kind: 'finished', text: string }} Finished text: for the clipboard
 * @typedef {{ kind: 'failed', code: string, detail: string }} Failed instead of all that would follow
 * @typedef {Started | Progress | Ended | Finished | Failed} Message
 */

/**
 * @param {Pick<LoadOptions, 'simd' | 'threads'>} engine
 * @param {(message: Message) => void} hear
 * @returns {() => void} ends it at once; nothing is heard after that
 */
export function runSuites(engine, hear) {
  /** @type {Worker} */
  let worker;
  const end = () => {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  };
  /** @param {string} detail */
  const fail = (detail) => hear({ kind: 'failed', code: '', detail });
  try {
    // all scripts of the built page lie side by side
    worker = new Worker(new URL('./check-worker.js', import.meta.url), { type: 'module' });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return () => {};
  }
  worker.onmessage = (/** @type {MessageEvent<Message>} */ { data }) => {
    if (data.kind === 'finished' || data.kind === 'failed') end();
    hear(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end();
    fail(event.message || `${new URL('./check-worker.js', import.meta.url)} did not start`);
  };
  worker.postMessage(engine);
  return end;
}
